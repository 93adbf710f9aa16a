"""A paper to edit in a word processor: the page for the browser, converted by pandoc, which comes as a package."""

import os
import re
import subprocess
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import replace
from html import escape

from qbank import pictures
from qbank.errors import QbankError
from qbank.question import Question
from qbank.sheets import carry, html
from qbank.sheets.drawn import as_png
from qbank.sheets.sheet import Sheet

PAPER = True
SECONDS = 120

objection = html.objection

_DRAWN = {  # what the page draws by its style, as signs
    '<span class="bubble" aria-hidden="true"></span>': "○",
    '<span class="box" aria-hidden="true"></span>': "☐",
    '<span class="blank"></span>': "_" * 24,
}
_EPOCH = "315532800"  # the first day that a zip file can name


def compose(sheet: Sheet, questions: Sequence[Question]) -> dict[str, bytes]:
    """The three papers, formulas as the word processor's own."""
    images = {svg[svg.index("<svg") :]: _image(question, svg) for question, svg in carry.drawn(questions)}
    printed = replace(sheet, look=replace(sheet.look, interactive=False))
    pages = html.compose(printed, questions)
    for svg, image in images.items():
        pages = {name: page.replace(f"<figure>{svg}</figure>", image) for name, page in pages.items()}
    return {name: converted(page) for name, page in pages.items()}


def _image(question: Question, svg: str) -> str:
    """Its picture in dots: word processors of today show SVG, those of yesterday do not."""
    figure = question.figure or {}
    width, _ = pictures.size(figure)
    data = b64encode(as_png(svg, width)).decode("ascii")
    said = escape(pictures.alt(figure), quote=True)
    return f'<p><img alt="{said}" style="width: {width:g}mm" src="data:image/png;base64,{data}"></p>'


def converted(page: str) -> bytes:
    """The page as DOCX; the same page gives the same bytes."""
    import pypandoc

    page = re.sub("<h1>.*?</h1>", "", page)  # pandoc sets the page's title
    for drawn, sign in _DRAWN.items():
        page = page.replace(drawn, sign)
    call = [pypandoc.get_pandoc_path(), "--sandbox", "--from=html", "--to=docx", "--output=-"]
    environment = {**os.environ, "SOURCE_DATE_EPOCH": _EPOCH}
    run = subprocess.run(  # noqa: S603 -- a fixed program; the page is its input, and --sandbox keeps it from files
        call, input=page.encode("utf-8"), capture_output=True, timeout=SECONDS, env=environment, check=False
    )
    if run.returncode:
        raise QbankError(f"pandoc could not write the sheet: {run.stderr.decode('utf-8', 'replace')[:300]}")
    return run.stdout

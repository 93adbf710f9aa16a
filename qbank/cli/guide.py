"""`qbank guide`: a study guide for the chosen topics."""

from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

import click

from qbank.cli import options
from qbank.cli.loading import heavy_imports
from qbank.cli.say import deliver, note
from qbank.errors import QbankError

if TYPE_CHECKING:
    from qbank.author.guide.text import Guide, Section

ENDINGS = {".md": "md", ".markdown": "md", ".html": "html", ".htm": "html", ".pdf": "pdf"}
SEED = "guide"


@click.command("guide", short_help="Write a study guide: what matters, formulas, traps, worked questions.")
@click.option("--topics", multiple=True, metavar="TOPIC,…", help="Only these topics; repeatable.")
@click.option(
    "--seed",
    default=SEED,
    show_default=True,
    metavar="TEXT",
    help="Another seed draws other worked questions.",
)
@options.packs
@click.option("-o", "--output", metavar="FILE", help="Write the guide here: .md, .html or .pdf.")
@click.option(
    "--format", "face", type=click.Choice(["md", "html", "pdf"]), help="The format, whatever the ending says."
)
def command(
    topics: tuple[str, ...], seed: str, packs: tuple[str, ...], output: str | None, face: str | None
) -> None:
    """Write a study guide: what to study first, formulas and shapes, traps, ten worked questions, answers.

    Topics are ranked by records of past papers. Formulas come from the solvers; every false statement is refuted by
    its experiment, and every worked question proven, while the guide is written. The same options give the same file.
    """
    face = face or _face(output)
    if Path(output or "").suffix.lower() in (".jsonl", ".csv", ".json"):
        raise QbankError(f"{output} may be a bank's or a sheet's", hint="end it in .md, .html or .pdf")
    if not seed.strip():
        raise QbankError("an empty seed", hint="leave --seed away")
    with heavy_imports():
        from qbank.author.confirm import laboratory
        from qbank.author.guide.gather import gather
        from qbank.author.pack import Packs

    names = [name.strip() for listed in topics for name in listed.split(",")]
    with laboratory("cpu") as lab:  # whose random numbers are the same everywhere
        guide = gather(Packs(packs), names, seed, lab)
    deliver(_set(guide, face), output)
    if output not in (None, "-"):
        note(f"{guide.title} in {Path(str(output)).as_posix()}")


def _face(output: str | None) -> str:
    """What a file's ending asks for; Markdown on stdout."""
    if output in (None, "-"):
        return "md"
    ending = Path(str(output)).suffix.lower()
    if ending not in ENDINGS:
        raise QbankError(
            f"{output} has no known ending", hint="end it in .md, .html or .pdf, or give --format"
        )
    return ENDINGS[ending]


def _set(guide: "Guide", face: str) -> str | bytes:
    if face == "md":
        return guide.markdown
    try:
        return _page(guide) if face == "html" else _pdf(guide)
    except ModuleNotFoundError as error:
        hint = "pip install 'qbank[sheets]'"
        raise QbankError(f"a guide as {face} needs the package {error.name}", hint=hint) from error


def _pdf(guide: "Guide") -> bytes:
    from qbank.sheets.pdf import compiled
    from qbank.sheets.typst_text import document

    return compiled(document(guide.title, guide.body(1)))


def _page(guide: "Guide") -> str:
    """One page with links to its sections; formulas are MathML, which needs no program."""
    from qbank.sheets.page import page
    from qbank.sheets.sheet import Sheet

    links = "".join(f'<li><a href="#{s.name}">{escape(s.title)}</a></li>' for s in guide.sections)
    contents = f'<nav aria-label="Contents"><ul>{links}</ul></nav>'
    return page(Sheet(guide.title, ()), guide.title, [contents, *map(_section, guide.sections)])


def _section(section: "Section") -> str:
    from qbank.sheets.html_text import html, mathml

    inside = html(section.markdown(3), mathml)
    title = f'<h2 id="{section.name}">{escape(section.title)}</h2>'
    return f'<section aria-labelledby="{section.name}">\n{title}\n{inside}\n</section>'

"""A paper to print, set by Typst, which comes as a package: no TeX installation, no network."""

from collections.abc import Sequence
from functools import cache
from threading import Lock
from typing import Any

from qbank.errors import QbankError
from qbank.question import Question
from qbank.sheets import carry, glyphs, typst_paper
from qbank.sheets.sheet import Sheet
from qbank.sheets.typst_text import string

PAPER = True
_PLATE = """#set page(width: 16.6cm, height: 1.6cm, margin: 0cm)
#let plate(data) = context if measure(image(data)).width < 100000cm { align(center, image(data, height: 1.6cm)) }
"""


def objection(question: Question) -> str | None:
    """What Typst cannot set of it, or no font here shows; None where all is well."""
    return carry.unset(question, _shown)


def compose(sheet: Sheet, questions: Sequence[Question]) -> dict[str, bytes]:
    """The three papers."""
    return {name: compiled(text) for name, text in typst_paper.compose(sheet, questions).items()}


def _shown(sheet: Sheet, questions: Sequence[Question]) -> None:
    """Raises QbankError for what could not be set, and for a sign that would be a box."""
    for text in typst_paper.compose(sheet, questions).values():
        glyphs.demand(text, _drawn)


def _drawn(sign: str) -> str:
    """That sign alone, as SVG."""
    source = f"#set page(width: auto, height: auto)\n#{string(sign)}"
    return _compiled(source, format="svg").decode("utf-8")


@cache
def _compiler() -> tuple[Any, Lock]:
    """One for the process: to look through the fonts takes longer than to set a sheet.

    It refuses a second text while it sets one, so threads take turns.
    """
    import typst as engine

    return engine.Compiler(b"", font_paths=engine.Fonts()), Lock()


def compiled(source: str, *, png: int | None = None) -> bytes:
    """The PDF, tagged for screen readers, or a PNG of so many dots an inch.

    The same source gives the same bytes; a warning is an error.
    """
    glyphs.demand(source, _drawn)
    return _compiled(source, **({"format": "png", "ppi": png} if png else {"format": "pdf", "timestamp": 0}))


def boxes(source: str) -> str:
    """The signs of a source in Typst that no font here has."""
    return glyphs.boxes(source, _drawn)


def readable(image: bytes) -> bool:
    """Whether Typst, which reads PNG, JPEG and SVG, can show that image."""
    try:
        _compiled(f"#image(bytes({typst_paper.octets(image)}), height: 1cm)", format="pdf", timestamp=0)
    except QbankError:
        return False
    return True


def blank(image: bytes) -> bool:
    """Whether a readable image leaves paper white: an empty drawing, or one drawn too small to be seen."""
    drawn = f"#plate(bytes({typst_paper.octets(image)}))"
    shown, white = (_compiled(f"{_PLATE}{inside}", format="png", ppi=144) for inside in (drawn, ""))
    return shown == white


def _compiled(source: str, **how: Any) -> bytes:
    import typst as engine

    compiler, turn = _compiler()
    try:
        with turn:
            made, warnings = compiler.compile_with_warnings(source.encode("utf-8"), **how)
    except engine.TypstError as error:
        raise QbankError(f"the sheet cannot be set: {error}") from error
    if warnings:
        raise QbankError(f"the sheet cannot be set: {warnings[0]}")
    return bytes(made)

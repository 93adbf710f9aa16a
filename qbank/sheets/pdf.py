"""A paper to print, set by Typst, which comes as a package: no TeX installation, no network."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from qbank.errors import QbankError
from qbank.question import Question
from qbank.sheets import typst_paper
from qbank.sheets.sheet import Sheet

PAPER = True

objection = typst_paper.objection


def compose(sheet: Sheet, questions: Sequence[Question]) -> dict[str, bytes]:
    """The three papers."""
    return {name: compiled(text) for name, text in typst_paper.compose(sheet, questions).items()}


@cache
def _compiler() -> Any:
    """One for the process: to look through the fonts takes longer than to set a sheet."""
    import typst as engine

    return engine.Compiler(b"", font_paths=engine.Fonts())


def compiled(source: str, *, png: int | None = None) -> bytes:
    """The PDF, tagged for screen readers, or a PNG of so many dots an inch.

    The same source gives the same bytes; a warning is an error.
    """
    import typst as engine

    how = {"format": "png", "ppi": png} if png else {"format": "pdf", "timestamp": 0}
    try:
        made, warnings = _compiler().compile_with_warnings(source.encode("utf-8"), **how)
    except engine.TypstError as error:
        raise QbankError(f"the sheet cannot be set: {error}") from error
    if warnings:
        raise QbankError(f"the sheet cannot be set: {warnings[0]}")
    return bytes(made)

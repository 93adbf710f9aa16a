"""The bank lines themselves, for another program."""

from collections.abc import Sequence

from qbank.question import Question
from qbank.sheets.sheet import Sheet

PAPER = False


def compose(sheet: Sheet, questions: Sequence[Question]) -> dict[str, str]:
    """One file: the questions as canonical JSON, one a line, in the sheet's order."""
    return {"": "".join(question.to_line() + "\n" for question in questions)}


def objection(question: Question) -> str | None:
    """None: every question is such a line."""
    return None

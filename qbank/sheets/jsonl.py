"""The bank lines themselves, for another program."""

from collections.abc import Sequence

from qbank.question import Question, question_id
from qbank.sheets.sheet import Sheet

PAPER = False
UNSAID = ("accept", "full_marks")
"""A line holds one key."""


def compose(sheet: Sheet, questions: Sequence[Question]) -> dict[str, str]:
    """One file: the questions as canonical JSON, one a line, in the sheet's order."""
    return {"": "".join(question.to_line() + "\n" for question in questions)}


def objection(question: Question) -> str | None:
    """None: every question is such a line, but not under another key than the one its id was made of."""
    if question.id == question_id(question.prompt, question.figure, question.parts):
        return None
    return "its key was corrected, which a bank line cannot say"

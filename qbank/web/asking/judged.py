"""A verdict in a student's words: how the answer was read, whether it is right, which mistake it was."""

from typing import Any

from qbank.answers import Verdict, Word
from qbank.labels import passage
from qbank.question import Part
from qbank.web.asking.shown import phrase

HEADINGS = {
    Word.RIGHT: passage("Right"),
    Word.PARTLY: passage("Partly right"),
    Word.WRONG: passage("Not right"),
    Word.UNREADABLE: passage("Not readable"),
    Word.BLANK: passage("No answer"),
    Word.UNDECIDED: passage("A person will look at it"),
}


def reading(verdict: Verdict) -> dict[str, str]:
    """How the answer was read, or why it was not; nothing about whether it is right."""
    if verdict.verdict is Word.BLANK:
        return {"read": "", "trouble": ""}
    if verdict.verdict is Word.UNREADABLE or verdict.read_as is None:
        return {"read": "", "trouble": verdict.why}
    return {"read": verdict.read_as, "trouble": ""}


def judgement(part: Part, verdict: Verdict) -> dict[str, Any]:
    """The verdict with its sentence and the feedback of each mistake that it may be."""
    return {
        "verdict": verdict.verdict.value,
        "heading": HEADINGS[verdict.verdict],
        "score": verdict.score,
        "read": verdict.read_as,
        "why": verdict.why,
        "mistakes": [
            phrase(found.feedback) for found in verdict.diagnosis if found.feedback not in ("", verdict.why)
        ],
    }

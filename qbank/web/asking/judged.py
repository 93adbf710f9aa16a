"""A verdict in a student's words: how the answer was read, whether it is right, which mistake it was."""

from typing import Any

from qbank.answers import Verdict, Word
from qbank.question import Part
from qbank.web.base.sentences import Sentence

HEADINGS = {
    Word.RIGHT: Sentence("Right"),
    Word.PARTLY: Sentence("Partly right"),
    Word.WRONG: Sentence("Not right"),
    Word.UNREADABLE: Sentence("Not readable"),
    Word.BLANK: Sentence("No answer"),
    Word.UNDECIDED: Sentence("A person will look at it"),
}


def judgement(part: Part, verdict: Verdict) -> dict[str, Any]:
    """The verdict with its sentence and, in Markdown, the feedback of each mistake that it may be."""
    return {
        "verdict": verdict.verdict.value,
        "heading": HEADINGS[verdict.verdict],
        "score": verdict.score,
        "read": verdict.read_as,
        "why": verdict.why,
        "mistakes": [
            found.feedback for found in verdict.diagnosis if found.feedback not in ("", verdict.why)
        ],
    }

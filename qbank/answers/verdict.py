"""What is said about an answer."""

from enum import StrEnum
from typing import NamedTuple

HALF = 0.5


class Word(StrEnum):
    """The six verdicts."""

    RIGHT = "right"
    PARTLY = "partly"
    WRONG = "wrong"
    UNREADABLE = "unreadable"
    BLANK = "blank"
    UNDECIDED = "undecided"


class Diagnosis(NamedTuple):
    """A known way to a wrong answer: misconceptions by name, or the convention under which it would be right.

    `convention` holds one changed axis as (name, value) pairs; generic slips have a name and no convention.
    """

    names: tuple[str, ...]
    convention: tuple[tuple[str, object], ...] | None = None
    feedback: str = ""


class Verdict(NamedTuple):
    """One judged answer.

    `score` is 0 to 1; `read_as` echoes the answer as it was read (None where it was not); `why` is a sentence;
    `code` a word for programs, None where there is nothing to add; `entries` one word an entry for vectors and
    matrices, row by row; `diagnosis` what may have gone wrong (more than one: it may be either).
    """

    verdict: Word
    score: float = 0.0
    read_as: str | None = None
    why: str = ""
    code: str | None = None
    entries: tuple[Word, ...] = ()
    diagnosis: tuple[Diagnosis, ...] = ()


class Credit(NamedTuple):
    """What a check gives for answers that are nearly right, 0 to 1 each."""

    truncated: float = HALF
    few_digits: float = HALF
    last_digit: float = 0.0
    convention: float = 0.0


class Outcome(NamedTuple):
    """A comparison with one value, before anything is known about mistakes."""

    word: Word
    score: float = 0.0
    code: str | None = None
    why: str = ""
    entries: tuple[Word, ...] = ()


REMARKS = {
    "right": "This is right.",
    "wrong": "This is not the answer.",
    "blank": "No answer was given.",
    "undecided": "This could not be decided; a person will look at it.",
    "truncated": "The last digit is cut off where it should be rounded.",
    "few_digits": "This is rounded correctly, but to fewer digits than asked.",
    "last_digit": "The last digit is off: rounded too early?",
    "not_exact": "This is a rounded value; the exact one is asked.",
}
NEARLY = ("truncated", "few_digits", "not_exact")  # how an answer can be a known mistake and rounded badly
RIGHT = Outcome(Word.RIGHT, 1.0, None, REMARKS["right"])
WRONG = Outcome(Word.WRONG, 0.0, None, REMARKS["wrong"])


def remarked(word: Word, score: float, code: str) -> Outcome:
    """The outcome with the remark that belongs to its code."""
    return Outcome(word, score, code, REMARKS[code])

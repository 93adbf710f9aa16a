"""A typed answer held against the key of what was asked."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from qbank.check.lookup import Asked
from qbank.errors import QbankError
from qbank.question import Json, Mistake, Part

if TYPE_CHECKING:
    from qbank.answers import Verdict

_FAULTS = (
    ArithmeticError,
    AttributeError,
    LookupError,
    MemoryError,
    NameError,
    QbankError,
    RuntimeError,
    TypeError,
    ValueError,
)
"""What a fault of the checker itself, or a damaged key, can raise: nothing that speaks about the answer."""


FAULT = "fault"
"""The code of a verdict that the checker could not reach."""

VOID = "void"
"""The code of a verdict that counts for nobody, since the question was struck after the exam."""

OPEN = frozenset({"unreadable", "undecided"})
"""Verdicts that a person has yet to settle; until then a total is provisional."""


class Rules(NamedTuple):
    """How numbers are written, and what answers that are nearly right earn; named as `grade` names them."""

    locale: str | None = None
    truncated: float = 0.5
    few_digits: float = 0.5
    last_digit: float = 0
    convention: float = 0


CREDITS = {
    "truncated": "--truncated", "few_digits": "--few-digits", "last_digit": "--last-digit-credit",
    "convention": "--convention-credit",
}  # fmt: skip
"""By which options the command line takes what of `Rules` is a share of the points."""


class Graded(NamedTuple):
    """One answer with its verdict."""

    line: int
    student: str
    asked: Asked
    answer: str
    verdict: "Verdict"


def is_open(verdict: "Verdict") -> bool:
    """Whether a person has yet to settle it."""
    return verdict.verdict in OPEN and verdict.code != VOID


def judged(asked: Asked, answer: str, rules: Rules) -> "Verdict":
    """The verdict on one answer. A fault of the checker is `undecided`, never `wrong`: a person must look."""
    return judge(asked, rules)(answer)


def judge(asked: Asked, rules: Rules) -> "Callable[[str], Verdict]":
    """Gives the verdict on any answer to what was asked, under the corrections that are in force for it."""
    if not asked.corrections:
        told = arguments(asked.part, rules)
        return lambda answer: _verdict(told, answer)

    from qbank.check.corrections import obeyed

    def by_key(part: Part, answer: str) -> "Verdict":
        return _verdict(arguments(part, rules), answer)

    return lambda answer: obeyed(asked.corrections, asked.part, answer, by_key)


def arguments(part: Part, rules: Rules) -> dict[str, Any]:
    """What `grade` is told about a part, by the names of its parameters."""
    return {
        "answer": part.answer,
        "key": part.key,
        "unit": part.unit,
        "options": part.options,
        "known": [_known(mistake) for mistake in part.mistakes],
        **rules._asdict(),
    }


def _verdict(told: dict[str, Any], answer: str) -> "Verdict":
    from qbank.answers import Verdict, Word, grade  # here, so that a table without answers loads no grammar

    try:
        return grade(text=answer, **told)
    except _FAULTS as fault:
        why = f"The checker failed ({fault!r}); a person will look at it."
        return Verdict(Word.UNDECIDED, why=why, code=FAULT)


def _known(mistake: Mistake) -> dict[str, Json]:
    """The mistake as a bank line holds it."""
    return {name: getattr(mistake, name) for name in ("names", "convention", "key", "display", "feedback")}

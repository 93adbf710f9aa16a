"""What each student and the class did: counts, scores, and the mistakes that were made most.

The words of verdicts are compared as texts, so that the grammar of answers loads only where one is read.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from math import fsum
from typing import TYPE_CHECKING, NamedTuple

from qbank.check.grading import Graded

if TYPE_CHECKING:
    from qbank.answers import Diagnosis

OPEN = frozenset({"unreadable", "undecided"})
"""Verdicts that a person has yet to settle; until then a total is provisional."""


class Student(NamedTuple):
    """One student's sums. `score` and `out_of` are points; answers still open count 0 in `score`."""

    student: str
    answered: int
    right: int
    partly: int
    wrong: int
    blank: int
    open: int
    score: float
    out_of: float


class Slip(NamedTuple):
    """One mistake and how many made it: a diagnosis, or where there is none the wrong answer itself."""

    diagnosis: "tuple[Diagnosis, ...]"
    answer: str
    times: int


class Item(NamedTuple):
    """How one question did.

    `n` counts the answers that are settled, blank ones too; `mean` is their mean score (0 to 1), `difficulty`
    the share of them that is not right; both are None where nothing is settled. `open` counts the others.
    """

    question: str
    n: int
    mean: float | None
    difficulty: float | None
    open: int
    mistakes: tuple[Slip, ...]


class Report(NamedTuple):
    """All that a check found out."""

    answers: tuple[Graded, ...]
    students: tuple[Student, ...]
    questions: tuple[Item, ...]


def report(answers: Iterable[Graded]) -> Report:
    """The answers with their sums; students and questions in the order in which the table first has them."""
    kept = tuple(answers)
    students = _grouped(kept, lambda answer: answer.student)
    questions = _grouped(kept, lambda answer: answer.asked.name)
    return Report(
        kept,
        tuple(_student(name, theirs) for name, theirs in students.items()),
        tuple(_item(name, given) for name, given in questions.items()),
    )


def _grouped(answers: Iterable[Graded], key: Callable[[Graded], str]) -> dict[str, list[Graded]]:
    groups: dict[str, list[Graded]] = {}
    for answer in answers:
        groups.setdefault(key(answer), []).append(answer)
    return groups


def _student(name: str, answers: Sequence[Graded]) -> Student:
    words = Counter[str](answer.verdict.verdict for answer in answers)
    sheet = next((answer.asked.total for answer in answers if answer.asked.total is not None), None)
    return Student(
        student=name,
        answered=len(answers) - words["blank"],
        right=words["right"],
        partly=words["partly"],
        wrong=words["wrong"],
        blank=words["blank"],
        open=sum(words[word] for word in OPEN),
        score=_sum(answer.verdict.score * answer.asked.points for answer in answers),
        out_of=_sum(answer.asked.points for answer in answers) if sheet is None else sheet,
    )


def _item(name: str, answers: Sequence[Graded]) -> Item:
    settled = [answer.verdict for answer in answers if answer.verdict.verdict not in OPEN]
    missed = sum(verdict.verdict != "right" for verdict in settled)
    return Item(
        question=name,
        n=len(settled),
        mean=_sum(verdict.score for verdict in settled) / len(settled) if settled else None,
        difficulty=missed / len(settled) if settled else None,
        open=len(answers) - len(settled),
        mistakes=_slips(answers),
    )


def _slips(answers: Iterable[Graded]) -> tuple[Slip, ...]:
    """The mistakes, most frequent first, then in the order in which they were made."""
    made = Counter(_slip(answer) for answer in answers if answer.verdict.verdict in ("wrong", "partly"))
    return tuple(Slip(diagnosis, text, count) for (diagnosis, text), count in made.most_common())


def _slip(answer: Graded) -> "tuple[tuple[Diagnosis, ...], str]":
    if answer.verdict.diagnosis:
        return answer.verdict.diagnosis, ""
    return (), answer.verdict.read_as or answer.answer


def _sum(values: Iterable[float]) -> float:
    """The sum without the last digits' noise, so that a third three times is one."""
    return round(fsum(values), 9)

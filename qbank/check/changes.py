"""Two reports on one table, before and after a correction: whose score changes, and the class's means."""

from collections.abc import Iterable, Sequence
from math import fsum
from typing import NamedTuple

from qbank.check.grading import Graded
from qbank.check.report import Report, Student


class Side(NamedTuple):
    """One student under one state of the key: the verdict on the answer in question, and the sums."""

    verdict: str
    score: float
    out_of: float


class Changed(NamedTuple):
    """A student whose score, or what it is out of, is not what it was; `answer` is to what is corrected."""

    student: str
    name: str
    answer: str
    before: Side
    after: Side


class Changes(NamedTuple):
    """Who changes, of how many students who answered anything; the means are over all of these."""

    changed: tuple[Changed, ...]
    students: int
    before: Side
    after: Side


def changes(before: Report, after: Report, question: str) -> Changes:
    """What changes from one report to the other; `question` is the name of what is corrected."""
    changed, was, now = list[Changed](), list[Side](), list[Side]()
    for (one, theirs), (other, corrected) in zip(before.by_student(), after.by_student(), strict=True):
        if not theirs and not corrected:  # on the roster, but not in the table
            continue
        was.append(_side(one, theirs, question))
        now.append(_side(other, corrected, question))
        if was[-1][1:] != now[-1][1:]:
            answer = next((given.answer for given in corrected if given.asked.name == question), "")
            changed.append(Changed(other.student, other.name, answer, was[-1], now[-1]))
    return Changes(tuple(changed), len(now), _mean(was), _mean(now))


def _side(student: Student, answers: Iterable[Graded], question: str) -> Side:
    given = next((answer.verdict for answer in answers if answer.asked.name == question), None)
    word = (
        "" if given is None else given.code if given.code in ("void", "full_marks") else given.verdict.value
    )
    return Side(word or "", student.score, student.out_of)


def _mean(sides: Sequence[Side]) -> Side:
    count = len(sides) or 1
    score, out_of = fsum(side.score for side in sides), fsum(side.out_of for side in sides)
    return Side("", score / count, out_of / count)

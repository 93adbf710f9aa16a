"""The cells of a report's tables, which the faces for people share."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from qbank.check.faces.words import amount, percent, plain
from qbank.check.grading import Graded
from qbank.check.report import Item, Report, Slip, Student
from qbank.check.ruling import Ruling
from qbank.check.sentences import named, remark

MISTAKES_SHOWN = 3  # a question, where they stand in one cell
NAMES = frozenset({"student", "name", "question", "verdict"})
"""Columns of words that belong together."""


class Rows:
    """A header and a row of cells for each thing, as often as they are asked for."""

    def __init__(
        self, header: Sequence[str], things: Iterable[Any], cells: Callable[[Any], list[str]]
    ) -> None:
        self.header, self._things, self._cells = header, things, cells

    def __iter__(self) -> Iterator[Sequence[str]]:
        yield self.header
        yield from map(self._cells, self._things)


def answers(report: Report, explain: bool) -> Rows:
    """A row an answer, a remark at its end: with `explain` the reason for every verdict, and the rule."""
    ruling = Ruling(report.rules) if explain else None

    def cells(answer: Graded) -> list[str]:
        verdict = answer.verdict
        said = remark(verdict, plain)
        if ruling:
            said = f"{said or plain(verdict.why)} {ruling.of(answer.asked)}"
        word, score = verdict.verdict.value, amount(verdict.score)
        return [answer.student, answer.asked.name, answer.answer, verdict.read_as or "", word, score, said]

    return Rows(["student", "question", "answer", "read as", "verdict", "score", ""], report.answers, cells)


def students(report: Report) -> Rows:
    """A row a student, with a column for names where a roster gives them. With an open answer a sum is provisional."""
    counts = ["answered", "right", "partly", "wrong", "open", "score", "out of"]
    if any(student.name for student in report.students):
        return Rows(["student", "name", *counts], report.students, _named_student)
    return Rows(["student", *counts], report.students, _student)


def questions(report: Report) -> Rows:
    """A row a question, its most frequent mistakes in the last cell."""
    header = ["question", "answers", "mean score", "not right", "open", "mistakes"]
    return Rows(header, report.questions, _question)


def slip_named(slip: Slip) -> str:
    """A mistake by its name, or else the wrong answer as it was read."""
    return " or ".join(named(item, plain) for item in slip.diagnosis) or slip.answer


def _student(student: Student) -> list[str]:
    counts = [student.answered, student.right, student.partly, student.wrong]
    points = [amount(student.score), amount(student.out_of)]
    return [student.student, *map(str, counts), str(student.open or ""), *points]


def _named_student(student: Student) -> list[str]:
    student_id, *counts = _student(student)
    return [student_id, student.name, *counts]


def _question(item: Item) -> list[str]:
    made = "; ".join(f"{slip.times} × {slip_named(slip)}" for slip in item.mistakes[:MISTAKES_SHOWN])
    return [
        item.question,
        str(item.n),
        amount(item.mean),
        percent(item.difficulty),
        str(item.open or ""),
        made,
    ]

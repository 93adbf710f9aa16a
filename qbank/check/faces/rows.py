"""The cells of a report's tables, which the faces for people share."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from qbank.check.faces.words import amount, percent, plain
from qbank.check.grading import Graded
from qbank.check.lookup import Asked
from qbank.check.report import Item, Report, Slip, Student
from qbank.check.ruling import Ruling
from qbank.check.sentences import named, remark

MISTAKES_SHOWN = 3  # a question, where they stand in one cell
NAMES = frozenset({"student", "name", "question", "verdict"})
"""Columns of words that belong together."""

PEOPLE = frozenset({"student", "name"})
"""Those among them that are cut off where there is no room."""


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
            said = f"{said or verdict.why} {ruling.of(answer.asked)}"
        word, score = verdict.verdict.value, amount(verdict.score)
        typed = answer.answer, verdict.read_as or ""
        return [answer.student, *called(answer.asked), *typed, word, score, said]

    first = next(iter(report.answers), None)  # with a sheet all have a number, without one none
    called, asked = _calling(first is not None and first.asked.number != "")
    return Rows(["student", *asked, "answer", "read as", "verdict", "score", ""], report.answers, cells)


def students(report: Report) -> Rows:
    """A row a student, with a column for names where a roster gives them. With an open answer a sum is provisional."""
    counts = ["answered", "right", "partly", "wrong", "open", "score", "out of"]
    if any(student.name for student in report.students):
        return Rows(["student", "name", *counts], report.students, _named_student)
    return Rows(["student", *counts], report.students, _student)


def questions(report: Report) -> Rows:
    """A row a question, its most frequent mistakes in the last cell."""
    called, asked = _calling(any(item.asked.number for item in report.questions))
    header = [*asked, "answers", "mean score", "not right", "open", "mistakes"]
    return Rows(header, report.questions, lambda item: [*called(item.asked), *_question(item)])


def _calling(numbered: bool) -> tuple[Callable[[Asked], list[str]], list[str]]:
    """The cells that say which question it is, and their names: on a sheet the number comes first."""
    if numbered:
        return lambda asked: [asked.number, asked.name], ["no.", "question"]
    return lambda asked: [asked.name], ["question"]


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
        str(item.n),
        amount(item.mean),
        percent(item.difficulty),
        str(item.open or ""),
        made,
    ]

"""Who sat a quiz, and how: what an instructor sees of all attempts at once."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, func, select

from qbank.web.base.refusals import missing
from qbank.web.base.schema import answers, asked, attempts, members, people, quizzes
from qbank.web.base.schema import marks as marks_made
from qbank.web.base.schema import questions as stock
from qbank.web.course.courses import STUDENT
from qbank.web.course.quizzes import Quiz, quiz
from qbank.web.door.people import Person
from qbank.web.sitting import marks
from qbank.web.sitting.attempts import Attempt
from qbank.web.sitting.kept import COUNTS, LATE, is_after_final
from qbank.web.sitting.marks import Mark


class Student(NamedTuple):
    """Somebody of the course, or who was when the quiz was sat. `extra` is per cent of time on top.

    `teaches` says that the student of then is an instructor of the course now.
    """

    id: int
    public: str
    name: str
    label: str
    extra: int
    is_member: bool
    teaches: bool = False

    @property
    def called(self) -> str:
        """What the school calls the student, else the name."""
        return self.label or self.name


class Entry(NamedTuple):
    """One question of one attempt with the marks of its parts."""

    attempt_id: int
    position: int
    slot: int
    question_id: str
    template: str
    marks: tuple[Mark, ...]

    @property
    def points(self) -> float:
        """What it earned."""
        return sum(each.points for each in self.marks)

    @property
    def worth(self) -> float:
        """What it could earn; 0 where all of it is void."""
        return sum(each.worth for each in self.marks)

    @property
    def is_open(self) -> bool:
        """Whether a person has yet to look at a part of it."""
        return any(marks.needs_a_person(each) for each in self.marks)

    @property
    def settled(self) -> "Entry":
        """The same without the parts that a person has yet to look at."""
        return self._replace(marks=tuple(each for each in self.marks if not marks.needs_a_person(each)))


def students(connection: Connection, of: Quiz) -> list[Student]:
    """The course's students, and those who sat the quiz and left it or teach it now; by label and name."""
    columns = (people.c.id, people.c.public, people.c.name)
    listed = connection.execute(
        select(*columns, members.c.label, members.c.extra, members.c.role)
        .join(members, members.c.person_id == people.c.id)
        .where(members.c.course_id == of.course_id)
    ).all()
    known = {row.id for row in listed}
    sat = connection.execute(
        select(*columns).join(attempts, attempts.c.person_id == people.c.id)
        .where(attempts.c.quiz_id == of.id).distinct()
    ).all()  # fmt: skip
    begun = {row.id for row in sat}
    found = [
        Student(row.id, row.public, row.name, row.label, row.extra, True, row.role != STUDENT)
        for row in listed
        if row.role == STUDENT or row.id in begun
    ]
    found += [Student(row.id, row.public, row.name, "", 0, False) for row in sat if row.id not in known]
    return sorted(found, key=lambda one: (not one.is_member, one.teaches, one.called.casefold(), one.id))


def attempts_at(connection: Connection, of: Quiz) -> dict[int, list[Attempt]]:
    """All attempts at the quiz by person, in their order."""
    rows = connection.execute(
        select(*(attempts.c[name] for name in Attempt._fields))
        .where(attempts.c.quiz_id == of.id)
        .order_by(attempts.c.person_id, attempts.c.number)
    )
    found: dict[int, list[Attempt]] = {}
    for row in rows:
        found.setdefault(row.person_id, []).append(Attempt(*row))
    return found


def taught(connection: Connection, person: Person, public: str) -> tuple[Attempt, Quiz]:
    """An attempt at a quiz that the person teaches. Raises Refusal(404) for any other."""
    row = connection.execute(
        select(*(attempts.c[name] for name in Attempt._fields), quizzes.c.public.label("quiz"))
        .join(quizzes, quizzes.c.id == attempts.c.quiz_id)
        .where(attempts.c.public == public)
    ).one_or_none()
    if row is None:
        raise missing()
    return Attempt(*row[:-1]), quiz(connection, person, row.quiz, teaching=True)


def latest_of(quiz_id: int) -> Any:
    """Of each part of that quiz's attempts the id of the mark that counts, as a subquery."""
    return (
        select(func.max(marks_made.c.id).label("id"))
        .join(attempts, attempts.c.id == marks_made.c.attempt_id)
        .where(attempts.c.quiz_id == quiz_id)
        .group_by(marks_made.c.attempt_id, marks_made.c.position, marks_made.c.part)
        .subquery()
    )


def entries(connection: Connection, of: Quiz, *where: ColumnElement[bool]) -> dict[int, list[Entry]]:
    """The marked questions of submitted attempts, by attempt and in their order."""
    newest = latest_of(of.id)
    rows = connection.execute(
        select(
            asked.c.slot, asked.c.question_id, stock.c.template, marks_made.c.attempt_id,
            *(marks_made.c[name] for name in Mark._fields),
        )
        .join(newest, newest.c.id == marks_made.c.id)
        .join(attempts, attempts.c.id == marks_made.c.attempt_id)
        .join(
            asked,
            (asked.c.attempt_id == marks_made.c.attempt_id) & (asked.c.position == marks_made.c.position),
        )
        .join(stock, stock.c.id == asked.c.question_id)
        .where(attempts.c.submitted.is_not(None), attempts.c.marked.is_not(None), *where)
        .order_by(marks_made.c.attempt_id, marks_made.c.position, marks_made.c.part)
    )  # fmt: skip
    parts: dict[tuple[int, int], tuple[Any, list[Mark]]] = {}
    for row in rows:
        parts.setdefault((row.attempt_id, row.position), (row, []))[1].append(marks.mark_of(row))
    found: dict[int, list[Entry]] = {}
    for (attempt_id, position), (row, given) in parts.items():
        entry = Entry(attempt_id, position, row.slot, row.question_id, row.template, tuple(given))
        found.setdefault(attempt_id, []).append(entry)
    return found


def is_attempt(attempt_id: int) -> ColumnElement[bool]:
    """For `entries`: of that attempt alone."""
    return attempts.c.id == attempt_id


class Pace(NamedTuple):
    """How far an attempt has come: how many questions have an answer, and which was answered last, when."""

    saved: int
    position: int
    received: int


def paces(connection: Connection, of: Quiz) -> dict[int, Pace]:
    """How far each attempt has come, by its id."""
    rows = connection.execute(
        select(answers.c.attempt_id, answers.c.position, func.max(answers.c.received).label("received"))
        .join(attempts, attempts.c.id == answers.c.attempt_id)
        .where(attempts.c.quiz_id == of.id, answers.c.standing == COUNTS)
        .group_by(answers.c.attempt_id, answers.c.position)
    )
    found: dict[int, list[Any]] = {}
    for row in rows:
        found.setdefault(row.attempt_id, []).append((row.received, row.position))
    return {name: Pace(len(given), max(given)[1], max(given)[0]) for name, given in found.items()}


class Late(NamedTuple):
    """The attempts to which texts came after their end, and those to which they came after an answer was final."""

    after_end: set[int]
    after_final: set[int]


def late_answers(connection: Connection, of: Quiz) -> Late:
    """Where what was typed came too late to count, and why."""
    here = (asked.c.attempt_id == answers.c.attempt_id) & (asked.c.position == answers.c.position)
    rows = connection.execute(
        select(answers.c.attempt_id, answers.c.received, asked.c.checked)
        .join(attempts, attempts.c.id == answers.c.attempt_id).join(asked, here)
        .where(attempts.c.quiz_id == of.id, answers.c.standing == LATE)
    )  # fmt: skip
    found = Late(set(), set())
    for row in rows:
        side = found.after_final if is_after_final(row.checked, row.received) else found.after_end
        side.add(row.attempt_id)
    return found


def lock(connection: Connection, of: Quiz) -> None:
    """Let nobody else decide anything about that quiz until the transaction ends."""
    connection.execute(select(quizzes.c.id).where(quizzes.c.id == of.id).with_for_update())


def counts(given: Sequence[Entry]) -> tuple[float, float]:
    """Points and what they are out of, without the last digits' noise."""
    return round(sum(each.points for each in given), 9), round(sum(each.worth for each in given), 9)

"""Which of the service's own questions an instructor may see with their keys, beside the released ones.

They are made for a course, and another asks them too where no more of their kind can be made. Whoever teaches one
course and is a student of another reads the keys of what his own quizzes ask, never those of a quiz that he can sit.
"""

from collections.abc import Sequence

from sqlalchemy import ColumnElement, Connection, Select, exists, select, union

from qbank.web.base.refusals import Refusal
from qbank.web.base.schema import asked, attempts, members, pool, quizzes
from qbank.web.base.schema import questions as stock
from qbank.web.course.courses import INSTRUCTOR, STUDENT
from qbank.web.course.quizzes import State
from qbank.web.door.people import Person


def readable(person: Person, now: int) -> ColumnElement[bool]:
    """Of `questions`: released, or of a quiz that the person teaches and of none that he can sit."""
    own = stock.c.id.in_(_asked_by(_of(person, INSTRUCTOR)))
    return stock.c.released | (own & stock.c.id.not_in(_asked_by(_sat(person, now))))


def refuse(connection: Connection, person: Person, ids: Sequence[str], now: int) -> None:
    """Raise Refusal(409) where one of these, unreleased, is of a quiz that the person can sit."""
    mine = stock.c.id.in_(ids) & stock.c.released.is_(False) & stock.c.id.in_(_asked_by(_sat(person, now)))
    if connection.scalar(select(stock.c.id).where(mine).limit(1)) is not None:
        raise Refusal(
            409,
            "This version holds a question of a quiz that you can sit elsewhere as a student. Draw another.",
        )


def _of(person: Person, role: str) -> Select[tuple[int]]:
    mine = (members.c.person_id == person.id) & (members.c.role == role)
    return select(quizzes.c.id).join(members, members.c.course_id == quizzes.c.course_id).where(mine)


def _sat(person: Person, now: int) -> Select[tuple[int]]:
    """The quizzes of courses that the person is a student of, unless they are over for everybody."""
    to_come = (quizzes.c.state != State.CLOSED.value) & (
        quizzes.c.closes.is_(None) | (quizzes.c.closes > now)
    )
    running = exists().where(attempts.c.quiz_id == quizzes.c.id, attempts.c.submitted.is_(None))
    return _of(person, STUDENT).where(to_come | running)


def _asked_by(chosen: Select[tuple[int]]) -> Select[tuple[str]]:
    """The questions that these quizzes draw from, or have asked."""
    put = (
        select(asked.c.question_id)
        .join(attempts, attempts.c.id == asked.c.attempt_id)
        .where(attempts.c.quiz_id.in_(chosen))
    )
    every = union(select(pool.c.question_id).where(pool.c.quiz_id.in_(chosen)), put).subquery()
    return select(every.c.question_id)

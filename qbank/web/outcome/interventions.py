"""What an instructor does to one attempt while a quiz runs: more time, open it again, end it. Each with its reason."""

from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, insert, select, update

from qbank.web.base.clock import MINUTE
from qbank.web.base.refusals import Refusal
from qbank.web.base.schema import attempts, interventions, members, people
from qbank.web.course.quizzes import Quiz, State
from qbank.web.door.people import Person
from qbank.web.sitting.attempts import Attempt

EXTRA, REOPEN, END = "extra", "reopen", "end"
BY_INSTRUCTOR = "instructor"


class Done(NamedTuple):
    """What is to be done, why, by whom; `request` says it once."""

    person: Person
    reason: str
    request: str
    now: int


def more_time(connection: Connection, attempt_id: int, minutes: int, done: Done) -> None:
    """Move the deadline of an attempt that runs."""
    attempt = _locked(connection, attempt_id)
    if _is_done(connection, attempt_id, done):
        return
    if not _runs(attempt, done.now):
        raise Refusal(422, "This attempt has ended. Open it again instead.", field="minutes")
    if attempt.deadline is None:
        raise Refusal(422, "This attempt has no end that could be moved.", field="minutes")
    later = attempt.deadline + minutes * MINUTE
    _set(connection, attempt_id, deadline=later)
    _note(connection, attempt, EXTRA, later, done)


def reopen(connection: Connection, attempt_id: int, quiz: Quiz, minutes: int | None, done: Done) -> None:
    """Let a submitted attempt go on, for so many minutes or else as long as the quiz is, never beyond its window."""
    attempt = _locked(connection, attempt_id)
    if _is_done(connection, attempt_id, done):
        return
    _refuse_reopening(connection, attempt, done.now)
    own = _as_its_student(connection, attempt, quiz)
    window = own.ends
    if quiz.state is not State.OPEN:
        raise Refusal(422, "The quiz is closed. Open the quiz again first, then the attempt.", field="reason")
    if window is not None and window <= done.now:
        raise Refusal(
            422, "The quiz's window has ended. Make it longer first, then open the attempt.", field="reason"
        )
    length = own.length if minutes is None else minutes * MINUTE
    until = None if length is None else done.now + length
    deadline = min((at for at in (until, window) if at is not None), default=None)
    _set(connection, attempt_id, deadline=deadline, submitted=None, ended=None, marked=None)
    _note(connection, attempt, REOPEN, deadline, done)


def end(connection: Connection, attempt_id: int, done: Done) -> None:
    """End an attempt that runs. What is saved counts."""
    attempt = _locked(connection, attempt_id)
    if _is_done(connection, attempt_id, done):
        return
    if not _runs(attempt, done.now):
        raise Refusal(422, "This attempt has ended already.", field="reason")
    _set(connection, attempt_id, submitted=done.now, ended=BY_INSTRUCTOR)
    _note(connection, attempt, END, attempt.deadline, done)


def of_attempt(connection: Connection, attempt_id: int) -> list[Row[Any]]:
    """What was done to it, in order, with the name of who did it as `who`."""
    return list(
        connection.execute(
            select(interventions, people.c.name.label("who"))
            .join(people, people.c.id == interventions.c.who_id)
            .where(interventions.c.attempt_id == attempt_id)
            .order_by(interventions.c.id)
        )
    )


def _locked(connection: Connection, attempt_id: int) -> Attempt:
    columns = (attempts.c[name] for name in Attempt._fields)
    return Attempt(
        *connection.execute(select(*columns).where(attempts.c.id == attempt_id).with_for_update()).one()
    )


def _is_done(connection: Connection, attempt_id: int, done: Done) -> bool:
    """Whether the same form was sent before."""
    same = (interventions.c.attempt_id == attempt_id) & (interventions.c.request == done.request)
    return connection.scalar(select(interventions.c.id).where(same)) is not None


def _runs(attempt: Attempt, now: int) -> bool:
    return attempt.submitted is None and attempt.takes_answers(now)


def _refuse_reopening(connection: Connection, attempt: Attempt, now: int) -> None:
    if _runs(attempt, now):
        raise Refusal(422, "This attempt still runs. Give it more time instead.", field="reason")
    others = connection.scalar(
        select(attempts.c.id).where(
            attempts.c.quiz_id == attempt.quiz_id, attempts.c.person_id == attempt.person_id,
            attempts.c.submitted.is_(None), attempts.c.id != attempt.id,
        ).limit(1)
    )  # fmt: skip
    if others is not None:
        raise Refusal(422, "Another attempt of this student runs, and there can be one only.", field="reason")


def _as_its_student(connection: Connection, attempt: Attempt, quiz: Quiz) -> Quiz:
    """The quiz with the student's extra time, which is not the instructor's."""
    mine = (members.c.course_id == quiz.course_id) & (members.c.person_id == attempt.person_id)
    extra = connection.scalar(select(members.c.extra).where(mine))
    return quiz._replace(extra=extra or 0)


def _set(connection: Connection, attempt_id: int, **values: Any) -> None:
    connection.execute(update(attempts).where(attempts.c.id == attempt_id).values(values))


def _note(connection: Connection, attempt: Attempt, action: str, after: int | None, done: Done) -> None:
    row = {
        "attempt_id": attempt.id, "action": action, "before": attempt.deadline, "after": after,
        "reason": done.reason, "who_id": done.person.id, "made": done.now, "request": done.request,
    }  # fmt: skip
    connection.execute(insert(interventions).values(row))

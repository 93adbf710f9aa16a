"""Sitting a quiz: one attempt of one student, from the draw of its questions to the end.

An answer is saved when its row is on the disk. It counts when it arrived before the end, on the server's clock; what
comes later is kept and flagged. Nothing that was typed is ever written over.
"""

import hashlib
import hmac
import json
import logging
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, insert, select, update

from qbank import limits
from qbank.errors import QbankError
from qbank.question import Json, canonical
from qbank.web.base.names import public_name
from qbank.web.base.refusals import Refusal, missing
from qbank.web.base.schema import answers, asked, attempts
from qbank.web.base.site import Site
from qbank.web.course import quizzes
from qbank.web.course.quizzes import Feedback, Quiz
from qbank.web.door.people import Person
from qbank.web.sitting import drawing, marks
from qbank.web.sitting.kept import COUNTS, LATE

BY_STUDENT, BY_DEADLINE = "student", "deadline"


class Attempt(NamedTuple):
    """One sitting. `ended` says whether the student submitted it, the deadline did, or somebody else."""

    id: int
    public: str
    quiz_id: int
    person_id: int
    number: int
    started: int
    deadline: int | None
    submitted: int | None
    ended: str | None
    marked: int | None

    def takes_answers(self, received: int) -> bool:
        """Whether an answer that arrived then counts; what arrived in time counts though the end was noted first."""
        if self.deadline is not None and received > self.deadline:
            return False
        if self.submitted is None or received < self.submitted:
            return True
        return self.ended == BY_DEADLINE and received == self.submitted


class Asked(NamedTuple):
    """A question of an attempt, without its key."""

    position: int
    slot: int
    question_id: str
    points: float
    options: dict[str, str] | None
    form: Mapping[str, Json]
    checked: int | None


class Saved(NamedTuple):
    """What is saved of one part: the text that counts, and by which revision a page knows that it saw it."""

    typed: str
    revision: int
    received: int


_ATTEMPT = select(*(attempts.c[name] for name in Attempt._fields))
_OWN = _ATTEMPT.where(attempts.c.public == bindparam("name"), attempts.c.person_id == bindparam("person"))
_LOCKED = _OWN.with_for_update()
_ASKED = select(*(asked.c[name] for name in Asked._fields)).where(asked.c.attempt_id == bindparam("attempt"))
_ALL_ASKED = _ASKED.order_by(asked.c.position)
_ONE_ASKED = _ASKED.where(asked.c.position == bindparam("at"))
_SAVED = (
    select(answers.c.position, answers.c.part, answers.c.typed, answers.c.revision, answers.c.received)
    .where(answers.c.attempt_id == bindparam("attempt"), answers.c.standing == COUNTS)
    .order_by(answers.c.revision)
)


# Starting.


def start(connection: Connection, person: Person, quiz: Quiz, now: int) -> Attempt:
    """The attempt that is open, or a new one. Raises Refusal where the quiz cannot be begun."""
    mine = of_person(connection, person, quiz)
    running = [attempt for attempt in mine if attempt.submitted is None and attempt.takes_answers(now)]
    if running:
        return running[-1]
    if quiz.teaches:
        raise Refusal(409, "Whoever teaches a course looks at its quizzes as they are, and sits none.")
    if not quiz.is_open(now):
        raise Refusal(409, "This quiz cannot be begun now. Look at the times between which it is open.")
    if len(mine) >= quiz.attempts:
        raise Refusal(
            409, "All attempts are used: this quiz can be sat %(times)s times.", times=quiz.attempts
        )
    row: dict[str, Any] = {
        "public": public_name(), "quiz_id": quiz.id, "person_id": person.id, "number": len(mine) + 1,
        "started": now, "deadline": quiz.deadline(now), "submitted": None, "ended": None, "marked": None,
    }  # fmt: skip
    # Where two requests begin at once, one row breaks the constraint on the number, and its whole work is undone.
    new = connection.execute(insert(attempts).values(row).returning(attempts.c.id)).scalar_one()
    drawing.ask(connection, new, quiz, person)
    return Attempt(id=new, **row)


def of_person(connection: Connection, person: Person, quiz: Quiz) -> list[Attempt]:
    """The person's attempts at that quiz, in their order."""
    found = _ATTEMPT.where(attempts.c.quiz_id == quiz.id, attempts.c.person_id == person.id)
    return [Attempt(*row) for row in connection.execute(found.order_by(attempts.c.number))]


# Looking.


def own(connection: Connection, person: Person, public: str, *, locked: bool = False) -> tuple[Attempt, Quiz]:
    """That attempt of the person, and its quiz. Raises Refusal(404) where it is another's.

    `locked` keeps others from changing it until the transaction ends, where a database has several writers.
    """
    row = connection.execute(_LOCKED if locked else _OWN, {"name": public, "person": person.id}).one_or_none()
    if row is None:
        raise missing()
    attempt = Attempt(*row)
    return attempt, quizzes.by_id(connection, person, attempt.quiz_id)


def asked_in(connection: Connection, attempt: Attempt) -> list[Asked]:
    """The questions of an attempt, in their order, without their keys."""
    return [_asked(row) for row in connection.execute(_ALL_ASKED, {"attempt": attempt.id})]


def _asked(row: Any) -> Asked:
    options = row.options and json.loads(row.options)
    return Asked._make((*row[:4], options, read_form(row.form), row.checked))


@lru_cache(limits.RENDERED_KEPT)
def read_form(written: str) -> Mapping[str, Json]:
    """The public form that is written there. It is read once for all who are asked the same, and not to be changed."""
    found: Mapping[str, Json] = json.loads(written)
    return found


def one_asked(connection: Connection, attempt: Attempt, position: int) -> Asked:
    """One of its questions. Raises Refusal(404) where it has none there."""
    row = connection.execute(_ONE_ASKED, {"attempt": attempt.id, "at": position}).one_or_none()
    if row is None:
        raise missing()
    return _asked(row)


def late_in(connection: Connection, attempt: Attempt) -> list[tuple[int, str, Saved]]:
    """What came after the end or after its answer was final: position, part and text, in the order in which it came."""
    columns = (answers.c[name] for name in ("position", "part", "typed", "revision", "received"))
    found = select(*columns).where(answers.c.attempt_id == attempt.id, answers.c.standing == LATE)
    return [(row[0], row[1], Saved(*row[2:])) for row in connection.execute(found.order_by(answers.c.id))]


def saved_in(connection: Connection, attempt: Attempt) -> dict[tuple[int, str], Saved]:
    """What counts of what was typed, by position and part."""
    return {
        (position, part): Saved(typed, revision, received)
        for position, part, typed, revision, received in connection.execute(_SAVED, {"attempt": attempt.id})
    }


# Ending.


def submit(connection: Connection, attempt: Attempt, received: int) -> int:
    """End the attempt, once: a second click is told when the first one ended it."""
    in_time = attempt.deadline is None or received <= attempt.deadline
    values = {
        "submitted": received if in_time else attempt.deadline,
        "ended": BY_STUDENT if in_time else BY_DEADLINE,
    }
    connection.execute(
        update(attempts).where(attempts.c.id == attempt.id, attempts.c.submitted.is_(None)).values(values)
    )
    return int(connection.scalars(select(attempts.c.submitted).where(attempts.c.id == attempt.id)).one())


def check_one(connection: Connection, attempt: Attempt, quiz: Quiz, position: int, received: int) -> None:
    """Make the answer to one question final, where the quiz gives feedback after each."""
    if quiz.feedback is not Feedback.EACH or not attempt.takes_answers(received):
        raise Refusal(409, "This answer cannot be made final now.")
    here = (asked.c.attempt_id == attempt.id) & (asked.c.position == position)
    connection.execute(update(asked).where(here, asked.c.checked.is_(None)).values(checked=received))


def end_overdue(site: Site) -> int:
    """End what the deadline has ended, and mark what has ended. Returns how many were marked."""
    overdue = attempts.c.submitted.is_(None) & (attempts.c.deadline < site.clock.now())
    with site.store.read() as connection:
        any_overdue = connection.scalar(select(attempts.c.id).where(overdue).limit(1))
    if any_overdue is not None:
        ended = update(attempts).where(overdue).values(submitted=attempts.c.deadline, ended=BY_DEADLINE)
        site.store.write(lambda connection: connection.execute(ended) and None)
    with site.store.read() as connection:
        unmarked = connection.scalars(
            select(attempts.c.id).where(attempts.c.submitted.is_not(None), attempts.c.marked.is_(None))
        ).all()
    return sum(_is_marked(site, attempt_id) for attempt_id in unmarked)


def _is_marked(site: Site, attempt_id: int) -> bool:
    """Mark one; what is wrong with it keeps nobody else waiting."""
    try:
        return marks.mark(site, attempt_id)
    except QbankError:
        logging.getLogger("qbank").exception("attempt %d cannot be marked", attempt_id)
        return False


def receipt_code(site: Site, attempt: Attempt, saved: Mapping[tuple[int, str], Saved]) -> str:
    """A word that only this service can say about these answers, so that a receipt can be held against it later."""
    told: list[Json] = [attempt.public, attempt.submitted]
    told += [[position, part, each.typed, each.revision] for (position, part), each in sorted(saved.items())]
    digest = hmac.new(site.secret, b"receipt:" + canonical(told).encode("utf-8"), hashlib.sha256).hexdigest()
    return "-".join(digest[at : at + 4] for at in range(0, 16, 4)).upper()

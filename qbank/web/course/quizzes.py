"""Quizzes: what is asked, when, how often, and what is said about it afterwards."""

import json
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, Select, bindparam, exists, select

from qbank.check.grading import Rules
from qbank.web.base.clock import MINUTE
from qbank.web.base.refusals import missing
from qbank.web.base.schema import attempts, courses, members, quizzes
from qbank.web.course.courses import INSTRUCTOR
from qbank.web.door.people import Person


class State(StrEnum):
    """A draft can be changed; an open quiz can be sat within its window; a closed one is over."""

    DRAFT = "draft"
    OPEN = "open"
    CLOSED = "closed"


class Feedback(StrEnum):
    """When a student learns what the answers earned, and the worked solutions."""

    NEVER = "never"
    EACH = "each"  # as soon as an answer is made final
    SUBMISSION = "submission"
    WINDOW = "window"  # once nobody can sit it any more


class Slot(NamedTuple):
    """So many questions of one topic or template, each worth so many points."""

    topic: str | None
    template: str | None
    level: int | None
    size: int
    points: float


def choosing(slots: Sequence[Slot], counts: Sequence[int]) -> list[int]:
    """The order in which slots choose from so many questions each: who has the fewest to spare comes first.

    So a wide slot takes nothing away from a narrow one.
    """
    return sorted(range(len(slots)), key=lambda at: (counts[at] - slots[at].size, at))


class Quiz(NamedTuple):
    """A quiz as a member of its course sees it; `role` and `extra` are that member's.

    `sitting` says whether an attempt at it, anybody's, has not ended yet.
    """

    id: int
    public: str
    course_id: int
    title: str
    instructions: str
    state: State
    opens: int | None
    closes: int | None
    minutes: int | None
    attempts: int
    feedback: Feedback
    rules: Rules
    slots: tuple[Slot, ...]
    released: bool
    link: str
    course: str
    course_title: str
    role: str
    extra: int
    sitting: bool

    @property
    def positions(self) -> int:
        """How many questions it has."""
        return sum(slot.size for slot in self.slots)

    @property
    def points(self) -> float:
        """What all of it is worth."""
        return sum(slot.size * slot.points for slot in self.slots)

    @property
    def teaches(self) -> bool:
        """Whether the member may see its keys."""
        return self.role == INSTRUCTOR

    @property
    def length(self) -> int | None:
        """The member's own time in milliseconds, with the extra time; None where there is no limit."""
        return None if self.minutes is None else self.minutes * MINUTE * (100 + self.extra) // 100

    @property
    def ends(self) -> int | None:
        """When the window ends for the member: whoever has extra time may begin as late as everybody."""
        if self.closes is None or self.minutes is None:
            return self.closes
        return self.closes + self.minutes * MINUTE * self.extra // 100

    def is_open(self, now: int) -> bool:
        """Whether it can be begun now."""
        begun = self.opens is None or self.opens <= now
        return self.state is State.OPEN and begun and (self.closes is None or now < self.closes)

    def deadline(self, started: int) -> int | None:
        """Until when an attempt that began then takes answers; None where it never ends."""
        own = None if self.length is None else started + self.length
        return min((at for at in (own, self.ends) if at is not None), default=None)

    def feedback_is_out(self, now: int, submitted: int | None) -> bool:
        """Whether the member may see what his submitted attempt earned."""
        if submitted is None or self.feedback is Feedback.NEVER:
            return False
        over = self.state is State.CLOSED or (self.ends is not None and now >= self.ends)
        return (over and not self.sitting) or self.feedback is not Feedback.WINDOW


class Linked(NamedTuple):
    """What a quiz's link tells a stranger, and the code by which it lets him into the course."""

    public: str
    title: str
    course: str
    code: str
    state: str
    opens: int | None
    closes: int | None

    def is_open(self, now: int) -> bool:
        """Whether it lets people in: not once it is over."""
        return self.state == State.OPEN and (self.closes is None or now < self.closes)


_COLUMNS = [
    *(quizzes.c[name] for name in Quiz._fields[:15]),
    courses.c.public.label("course"), courses.c.title.label("course_title"), members.c.role, members.c.extra,
    exists().where(attempts.c.quiz_id == quizzes.c.id, attempts.c.submitted.is_(None)).label("sitting"),
]  # fmt: skip


def _joined(*columns: Any) -> Select[Any]:
    """Quizzes of the courses of `person`; drafts only of those that the person teaches."""
    return (
        select(*columns)
        .join(courses, courses.c.id == quizzes.c.course_id)
        .join(members, members.c.course_id == courses.c.id)
        .where(members.c.person_id == bindparam("person"), courses.c.archived.is_(None))
        .where((members.c.role == INSTRUCTOR) | (quizzes.c.state != State.DRAFT))
    )


MINE = _joined(quizzes.c.id).subquery("mine")
"""The quizzes that there are for a person, to be joined to."""

_BY_ID = _joined(*_COLUMNS).where(quizzes.c.id == bindparam("quiz"))
_BY_PUBLIC = _joined(*_COLUMNS).where(quizzes.c.public == bindparam("public"))
_TAUGHT = _BY_PUBLIC.where(members.c.role == INSTRUCTOR)


def _of(person: Person) -> Select[Any]:
    return _joined(*_COLUMNS).params(person=person.id)


def quiz(connection: Connection, person: Person, public: str, *, teaching: bool = False) -> Quiz:
    """That quiz. Raises Refusal(404) where it is none of the person's, or with `teaching` none that he teaches."""
    asked = _TAUGHT if teaching else _BY_PUBLIC
    row = connection.execute(asked, {"person": person.id, "public": public}).one_or_none()
    if row is None:
        raise missing()
    return quiz_of(row)


def by_id(connection: Connection, person: Person, quiz_id: int) -> Quiz:
    """The quiz of an attempt, while the person is in its course."""
    row = connection.execute(_BY_ID, {"person": person.id, "quiz": quiz_id}).one_or_none()
    if row is None:
        raise missing()
    return quiz_of(row)


def by_link(connection: Connection, link: str) -> Linked:
    """What a quiz's link leads to, for whoever has it. Raises Refusal(404) where it leads nowhere, or to a draft."""
    found = (
        select(quizzes.c.public, quizzes.c.title, courses.c.title.label("course"), courses.c.code, quizzes.c.state,
               quizzes.c.opens, quizzes.c.closes)
        .join(courses, courses.c.id == quizzes.c.course_id)
        .where(quizzes.c.link == link, quizzes.c.state != State.DRAFT, courses.c.archived.is_(None))
    )  # fmt: skip
    row = connection.execute(found).one_or_none()
    if row is None:
        raise missing()
    return Linked(*row)


def of_course(connection: Connection, person: Person, course_id: int) -> list[Quiz]:
    """The quizzes of that course, newest first."""
    rows = connection.execute(
        _of(person).where(quizzes.c.course_id == course_id).order_by(quizzes.c.id.desc())
    )
    return [quiz_of(row) for row in rows]


def quiz_of(row: Row[Any]) -> Quiz:
    """The quiz of a row that holds what `_of` asks for."""
    values = row._asdict()
    values["state"], values["feedback"] = State(row.state), Feedback(row.feedback)
    values["rules"], values["slots"] = Rules(**json.loads(row.rules)), tuple(slots_of(row.slots))
    return Quiz(**values)


def slots_of(text: str) -> Iterator[Slot]:
    """The slots as the database keeps them."""
    for slot in json.loads(text):
        yield Slot(**slot)

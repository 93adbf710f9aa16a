"""Courses and who is in them. Every look at one asks in the query itself whether the person may."""

from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, insert, select

from qbank.web.base.names import join_code, public_name
from qbank.web.base.refusals import Refusal, missing
from qbank.web.base.schema import courses, members
from qbank.web.door.people import Person

STUDENT, INSTRUCTOR = "student", "instructor"


class Course(NamedTuple):
    """A course as one of its members sees it; `role` is what that member is in it."""

    id: int
    public: str
    title: str
    code: str
    created: int
    role: str


def _of(person: Person) -> Select[Any]:
    return (
        select(
            courses.c.id, courses.c.public, courses.c.title, courses.c.code, courses.c.created, members.c.role
        )
        .join(members, members.c.course_id == courses.c.id)
        .where(members.c.person_id == person.id, courses.c.archived.is_(None))
    )


def of_person(connection: Connection, person: Person) -> list[Course]:
    """The courses that the person is in, by title."""
    return [Course(*row) for row in connection.execute(_of(person).order_by(courses.c.title, courses.c.id))]


def course(connection: Connection, person: Person, public: str, *, teaching: bool = False) -> Course:
    """That course. Raises Refusal(404) where the person is not in it, or with `teaching` does not teach it."""
    asked = _of(person).where(courses.c.public == public)
    if teaching:
        asked = asked.where(members.c.role == INSTRUCTOR)
    row = connection.execute(asked).one_or_none()
    if row is None:
        raise missing()
    return Course(*row)


def add_course(connection: Connection, person: Person, title: str, now: int) -> Course:
    """A new course, which the person teaches."""
    row = {"public": public_name(), "title": title, "code": join_code(), "created": now}
    added = connection.execute(insert(courses).values(row).returning(courses.c.id)).scalar_one()
    add_member(connection, added, person.id, INSTRUCTOR, now)
    return Course(added, row["public"], title, row["code"], now, INSTRUCTOR)  # type: ignore[arg-type]


def join(connection: Connection, person: Person, code: str, now: int) -> Course:
    """Join by the course's code; who is in it already stays what he is. Raises Refusal, by its field."""
    found = select(courses.c.id, courses.c.public).where(
        courses.c.code == code.strip().upper(), courses.c.archived.is_(None)
    )
    row = connection.execute(found).one_or_none()
    if row is None:
        raise Refusal(
            422, "No course has this code. Look at it again: it has eight letters and digits.", field="code"
        )
    add_member(connection, row.id, person.id, STUDENT, now)
    return course(connection, person, row.public)


def add_member(
    connection: Connection,
    course_id: int,
    person_id: int,
    role: str,
    now: int,
    *,
    label: str = "",
    extra: int = 0,
) -> bool:
    """Put a person into a course; False where he is in it already, and stays as he was."""
    mine = select(members.c.role).where(members.c.course_id == course_id, members.c.person_id == person_id)
    if connection.scalar(mine) is not None:
        return False
    row = {
        "course_id": course_id,
        "person_id": person_id,
        "role": role,
        "label": label,
        "extra": extra,
        "joined": now,
    }
    connection.execute(insert(members).values(row))
    return True

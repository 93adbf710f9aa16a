"""Who is in a course, as its instructors change it. Each change asks first whether the person teaches the course."""

from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Row, Select, delete, func, select, update

from qbank import limits
from qbank.web.base.names import join_code
from qbank.web.base.refusals import Refusal, missing
from qbank.web.base.schema import attempts, invitations, members, people, quizzes
from qbank.web.base.schema import courses as table
from qbank.web.course import courses
from qbank.web.course.courses import INSTRUCTOR, STUDENT, Course
from qbank.web.door.people import Person, by_sign_in


class Member(NamedTuple):
    """Somebody in a course; without a sign-in name where the invitation was not taken yet."""

    id: int
    public: str
    name: str
    sign_in: str | None
    role: str
    label: str
    extra: int

    @property
    def invited(self) -> bool:
        """Whether nobody has taken this place yet."""
        return self.sign_in is None


def of_course(connection: Connection, course: Course, start: int, most: int) -> list[Member]:
    """Its members from the one at `start` on: those who teach, then the students by label."""
    order = (members.c.role, members.c.label, people.c.name, people.c.id)
    rows = connection.execute(_of(course).order_by(*order).offset(start).limit(most))
    return [_member(row) for row in rows]


def counted(connection: Connection, course: Course) -> int:
    """How many there are."""
    asked = select(func.count()).select_from(members).where(members.c.course_id == course.id)
    return int(connection.scalars(asked).one())


def member(connection: Connection, course: Course, public: str) -> Member:
    """That member of the course. Raises Refusal(404) for anybody else."""
    row = connection.execute(_of(course).where(people.c.public == public)).one_or_none()
    if row is None:
        raise missing()
    return _member(row)


def change(
    connection: Connection, person: Person, course: str, public: str, label: str, extra: int
) -> Member:
    """What the school calls a student, and his extra time. Raises Refusal, by its field, for a label that is taken."""
    taught = courses.course(connection, person, course, teaching=True)
    found = member(connection, taught, public)
    here = (members.c.course_id == taught.id) & (members.c.person_id != found.id)
    if label and connection.scalar(select(members.c.person_id).where(here, members.c.label == label)):
        raise Refusal(422, "Another member of this course is called that.", field="label")
    mine = (members.c.course_id == taught.id) & (members.c.person_id == found.id)
    connection.execute(update(members).where(mine).values(label=label, extra=extra))
    return found._replace(label=label, extra=extra)


def remove(connection: Connection, person: Person, course: str, public: str) -> Member:
    """Take somebody out of the course. What he sat stays; a place that nobody took goes as a whole."""
    taught = courses.course(connection, person, course, teaching=True)
    found = member(connection, taught, public)
    if found.role == INSTRUCTOR:
        _demand_another(connection, taught)
    mine = (members.c.course_id == taught.id) & (members.c.person_id == found.id)
    connection.execute(delete(members).where(mine))
    if found.invited:
        forget(connection, found.id)
    return found


def forget(connection: Connection, invited: int) -> None:
    """A place that nobody took: the invitation, and the name that it was for."""
    connection.execute(delete(invitations).where(invitations.c.person_id == invited))
    connection.execute(delete(people).where(people.c.id == invited, people.c.password.is_(None)))


def add_instructor(
    connection: Connection, person: Person, course: str, sign_in: str, now: int, *, sure: bool
) -> Person:
    """Let somebody teach the course too, also who was its student. Raises Refusal, by its field, for nobody.

    Who has sat a quiz of the course leaves the class by that, and sees the keys of what he sits: one has to be `sure`.
    """
    taught = courses.course(connection, person, course, teaching=True)
    found = by_sign_in(connection, sign_in)
    if found is None:
        raise Refusal(422, "Nobody here has this sign-in name.", field="sign_in")
    who = found[0]
    if not courses.add_member(connection, taught.id, who.id, INSTRUCTOR, now):
        mine = (members.c.course_id == taught.id) & (members.c.person_id == who.id)
        if not sure and (sat := _sat(connection, taught, who)):
            raise Refusal(
                422,
                "%(name)s is a student here, with attempts at its quizzes (%(attempts)s). They stay in the lists with "
                "a note and count in no figure; keys of quizzes that are being sat are seen at once.",
                field="sure",
                name=who.name,
                attempts=sat,
            )
        connection.execute(update(members).where(mine).values(role=INSTRUCTOR))
    return who


def _sat(connection: Connection, course: Course, who: Person) -> int:
    """How many attempts a student of the course has made."""
    asked = (
        select(func.count())
        .select_from(
            attempts.join(quizzes, quizzes.c.id == attempts.c.quiz_id).join(members, _is_student(who))
        )
        .where(attempts.c.person_id == who.id, quizzes.c.course_id == course.id)
    )
    return int(connection.scalars(asked).one())


def _is_student(who: Person) -> ColumnElement[bool]:
    mine = (members.c.course_id == quizzes.c.course_id) & (members.c.person_id == who.id)
    return mine & (members.c.role == STUDENT)


def add_course(connection: Connection, person: Person, title: str, now: int) -> Course:
    """A new course, while the person does not teach too many."""
    mine = (members.c.person_id == person.id) & (members.c.role == INSTRUCTOR)
    taught = connection.scalars(select(func.count()).select_from(members).where(mine)).one()
    if taught >= limits.COURSES_A_PERSON:
        raise Refusal(
            422,
            "Nobody teaches more than %(most)s courses here.",
            field="title",
            most=limits.COURSES_A_PERSON,
        )
    return courses.add_course(connection, person, title, now)


def rename(connection: Connection, person: Person, course: str, title: str) -> None:
    """Another title."""
    taught = courses.course(connection, person, course, teaching=True)
    connection.execute(update(table).where(table.c.id == taught.id).values(title=title))


def new_code(connection: Connection, person: Person, course: str) -> None:
    """Another code to join by; the one before opens nothing any more."""
    taught = courses.course(connection, person, course, teaching=True)
    connection.execute(update(table).where(table.c.id == taught.id).values(code=join_code()))


def archive(connection: Connection, person: Person, course: str, now: int) -> None:
    """Put the course away. Nobody sees it until an instructor of it brings it back."""
    taught = courses.course(connection, person, course, teaching=True)
    connection.execute(update(table).where(table.c.id == taught.id).values(archived=now))


def archived(connection: Connection, person: Person) -> list[Row[Any]]:
    """Public name and title of the courses that were put away and that the person taught."""
    asked = _archived(person).order_by(table.c.title, table.c.id)
    return list(connection.execute(asked))


def restore(connection: Connection, person: Person, course: str) -> None:
    """Bring a course back that was put away."""
    row = connection.execute(_archived(person).where(table.c.public == course)).one_or_none()
    if row is None:
        raise missing()
    connection.execute(update(table).where(table.c.public == course).values(archived=None))


def taught_by(connection: Connection, person: Person) -> list[Course]:
    """The courses that the person teaches. Raises Refusal(404) for whoever neither teaches nor may make a course."""
    found = [each for each in courses.of_person(connection, person) if each.role == INSTRUCTOR]
    if not found and not person.teaches:
        raise missing()
    return found


def students(connection: Connection, course_ids: list[int]) -> dict[int, int]:
    """How many students each course has."""
    asked = (
        select(members.c.course_id, func.count())
        .where(members.c.course_id.in_(course_ids), members.c.role == STUDENT)
        .group_by(members.c.course_id)
    )
    return {row[0]: row[1] for row in connection.execute(asked)}


def _archived(person: Person) -> Select[Any]:
    return (
        select(table.c.public, table.c.title)
        .join(members, members.c.course_id == table.c.id)
        .where(members.c.person_id == person.id, members.c.role == INSTRUCTOR, table.c.archived.is_not(None))
    )


def _of(course: Course) -> Select[Any]:
    return (
        select(
            people.c.id, people.c.public, people.c.name, people.c.sign_in,
            members.c.role, members.c.label, members.c.extra,
        )
        .join(members, members.c.person_id == people.c.id)
        .where(members.c.course_id == course.id)
    )  # fmt: skip


def _member(row: Any) -> Member:
    return Member(*row)


def _demand_another(connection: Connection, course: Course) -> None:
    """Raises Refusal rather than leave a course without anybody who may change it."""
    teach = (members.c.course_id == course.id) & (members.c.role == INSTRUCTOR)
    if connection.scalars(select(func.count()).select_from(members).where(teach)).one() < 2:
        raise Refusal(409, "A course keeps one instructor at least. Add another one first, or archive it.")

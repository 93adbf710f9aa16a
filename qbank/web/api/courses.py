"""Courses and who is in them."""

from typing import Any

from sqlalchemy import Connection, select

from qbank.web.api import forms
from qbank.web.api.caller import By
from qbank.web.api.document import problems, routes
from qbank.web.api.lists import SIZE, Cursor, Name, Size, demand, page, part
from qbank.web.api.once import once
from qbank.web.base import rates
from qbank.web.base.again import settled
from qbank.web.base.schema import members, people
from qbank.web.course import courses, membership
from qbank.web.course.courses import Course
from qbank.web.door.tokens import Scope

router = routes("courses")


@router.get("/me", tags=["me"], summary="Who the token is", responses=problems(401))
def me(by: By) -> forms.Me:
    """In whose name the token acts, and what it allows."""
    person = by.signed_in()
    return forms.Me(name=person.name, sign_in=person.sign_in, role=person.role, scopes=list(by.scopes))


@router.get("/courses", summary="One's courses", responses=problems(401, 403))
def own_courses(by: By, after: Cursor = "", size: Size = SIZE) -> forms.Page[forms.Course]:
    """The courses that the person is in."""
    person = by.may(Scope.LEARN, Scope.TEACH)
    with by.site.store.read() as connection:
        found = [course_form(each) for each in courses.of_person(connection, person)]
    return part(found, after, size, lambda item: item.name)


@router.post("/courses", status_code=201, summary="Make a course", responses=problems(401, 403))
def new_course(by: By, sent: forms.NewCourse) -> forms.Course:
    """Make a course, which the person teaches."""
    person = by.teacher()

    def work(connection: Connection) -> Any:
        return course_form(membership.add_course(connection, person, sent.title, by.now)).model_dump()

    return forms.Course(**once(by, person, ["course", sent.model_dump()], work))


@router.post("/courses/join", summary="Join a course", responses=problems(401, 403))
def join(by: By, sent: forms.Code) -> forms.Course:
    """Join a course by its code. Whoever is in it already stays what he is."""
    person = by.may(Scope.LEARN)
    by.site.rates.take(rates.JOIN, person.public)
    return course_form(settled(by.site.store, lambda c: courses.join(c, person, sent.code, by.now)))


@router.get("/courses/{name}", summary="One course", responses=problems(401, 403, 404))
def one_course(by: By, name: Name) -> forms.Course:
    """One course that the person is in."""
    person = by.may(Scope.LEARN, Scope.TEACH)
    with by.site.store.read() as connection:
        return course_form(courses.course(connection, person, name))


@router.get("/courses/{name}/members", summary="Members", responses=problems(401, 403, 404))
def course_members(by: By, name: Name, after: Cursor = "", size: Size = SIZE) -> forms.Page[forms.Member]:
    """Who is in a course that the person teaches."""
    person = by.teacher()
    with by.site.store.read() as connection:
        course = courses.course(connection, person, name, teaching=True)
        demand(connection, people.c.public, after)
        asked = (
            select(people.c.public, people.c.name, members.c.label, members.c.role, members.c.extra)
            .join(members, members.c.person_id == people.c.id)
            .where(members.c.course_id == course.id, people.c.public > after)
            .order_by(people.c.public)
        )
        rows = connection.execute(asked.limit(size + 1)).all()
    found = [
        forms.Member(name=row.public, shown=row.name, label=row.label, role=row.role, extra=row.extra)
        for row in rows
    ]
    return page(found, size, lambda item: item.name)


def course_form(course: Course) -> forms.Course:
    """The course as its member may see it."""
    code = course.code if course.role == courses.INSTRUCTOR else None
    return forms.Course(name=course.public, title=course.title, role=course.role, code=code)

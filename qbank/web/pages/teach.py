"""An instructor's courses: who is in them, how they are joined, and what the service has to say."""

from typing import Any

from sqlalchemy import select
from starlette.requests import Request
from starlette.responses import Response

from qbank import limits
from qbank.web.base import rates
from qbank.web.base.refusals import Refusal
from qbank.web.base.schema import notices
from qbank.web.course import courses, invitations, membership, quizzes
from qbank.web.door.pages import Pages
from qbank.web.door.visit import Form, Visit

router = Pages("/teach", slow=True)


@router.get("")
def teach(request: Request) -> Response:
    """The courses that one teaches, and room to make another."""
    return _front(Visit(request))


@router.post("/courses")
def make(request: Request, form: Form) -> Response:
    """A new course."""
    visit = Visit(request)
    person = visit.teacher()
    try:
        title = form.line("title")
        course = visit.site.store.write(
            lambda connection: membership.add_course(connection, person, title, visit.now)
        )
    except Refusal as refusal:
        return _front(visit, status=refusal.status, given=form, wrong=refusal.beside())
    return visit.redirect(f"/teach/courses/{course.public}")


@router.post("/courses/{public}/restore")
def restore(request: Request, public: str, form: Form) -> Response:
    """Bring an archived course back."""
    visit = Visit(request)
    person = visit.signed_in()
    visit.site.store.write(lambda connection: membership.restore(connection, person, public))
    return visit.redirect(f"/teach/courses/{public}")


@router.get("/courses/{public}")
def course(request: Request, public: str, start: int = 0) -> Response:
    """The course: its quizzes, its code, its members."""
    return _course(Visit(request), public, start)


@router.post("/courses/{public}/title")
def rename(request: Request, public: str, form: Form) -> Response:
    """Another title."""
    visit = Visit(request)
    person = visit.signed_in()
    try:
        title = form.line("title")
        visit.site.store.write(lambda connection: membership.rename(connection, person, public, title))
    except Refusal as refusal:
        return _course(visit, public, status=refusal.status, given=form, wrong=refusal.beside())
    return visit.redirect(f"/teach/courses/{public}")


@router.post("/courses/{public}/code")
def new_code(request: Request, public: str, form: Form) -> Response:
    """Another code; the old one is nobody's."""
    visit = Visit(request)
    person = visit.signed_in()
    visit.site.store.write(lambda connection: membership.new_code(connection, person, public))
    return visit.redirect(f"/teach/courses/{public}")


@router.post("/courses/{public}/instructors")
def add_instructor(request: Request, public: str, form: Form) -> Response:
    """Somebody who teaches the course too."""
    visit = Visit(request)
    person = visit.signed_in()
    visit.site.rates.take(rates.JOIN, "instructor", person.public)
    try:
        sign_in = form.line("sign_in")
        sure = form["sure"] == "yes"
        visit.site.store.write(
            lambda connection: membership.add_instructor(
                connection, person, public, sign_in, visit.now, sure=sure
            )
        )
    except Refusal as refusal:
        return _course(visit, public, status=refusal.status, given=form, wrong=refusal.beside())
    return visit.redirect(f"/teach/courses/{public}")


@router.post("/courses/{public}/archive")
def archive(request: Request, public: str, form: Form) -> Response:
    """Put the course away."""
    visit = Visit(request)
    person = visit.signed_in()
    visit.site.store.write(lambda connection: membership.archive(connection, person, public, visit.now))
    return visit.redirect("/teach")


@router.get("/courses/{public}/members/{who}")
def member(request: Request, public: str, who: str) -> Response:
    """One member: label, extra time, and how to take him out."""
    return _member(Visit(request), public, who)


@router.post("/courses/{public}/members/{who}")
def change_member(request: Request, public: str, who: str, form: Form) -> Response:
    """Another label, other extra time."""
    visit = Visit(request)
    person = visit.signed_in()
    try:
        label = form.line("label", limits.NAME_CHARACTERS, least=0)
        extra = form.number("extra", 0, limits.EXTRA_PERCENT)
        visit.site.store.write(
            lambda connection: membership.change(connection, person, public, who, label, extra)
        )
    except Refusal as refusal:
        return _member(visit, public, who, status=refusal.status, given=form, wrong=refusal.beside())
    return visit.redirect(f"/teach/courses/{public}")


@router.post("/courses/{public}/members/{who}/remove")
def remove_member(request: Request, public: str, who: str, form: Form) -> Response:
    """Take somebody out of the course."""
    visit = Visit(request)
    person = visit.signed_in()
    gone = visit.site.store.write(lambda connection: membership.remove(connection, person, public, who))
    return visit.redirect("/teach" if gone.id == person.id else f"/teach/courses/{public}")


def _front(visit: Visit, *, status: int = 200, given: Any = None, wrong: Any = None) -> Response:
    person = visit.signed_in()
    with visit.site.store.read() as connection:
        taught = membership.taught_by(connection, person)
        shown = {
            "courses": taught,
            "students": membership.students(connection, [each.id for each in taught]),
            "archived": membership.archived(connection, person),
            "notices": connection.execute(select(notices).order_by(notices.c.made.desc())).all(),
        }
    return visit.page("teach", status=status, given=given or {}, wrong=wrong or {}, **shown)


def _course(
    visit: Visit, public: str, start: int = 0, *, status: int = 200, given: Any = None, wrong: Any = None
) -> Response:
    person, start = visit.signed_in(), min(max(start, 0), limits.ROSTER_ROWS * 100)
    with visit.site.store.read() as connection:
        found = courses.course(connection, person, public, teaching=True)
        shown = {
            "members": membership.of_course(connection, found, start, limits.PAGE_ROWS),
            "counted": membership.counted(connection, found),
            "quizzes": quizzes.of_course(connection, person, found.id),
            "places": len(invitations.of_course(connection, found)),
        }
    return visit.page(
        "teach_course", status=status, course=found, start=start, most=limits.PAGE_ROWS, given=given or {},
        wrong=wrong or {}, join=f"{visit.site.settings.origin}/join/{found.code}", **shown,
    )  # fmt: skip


def _member(
    visit: Visit, public: str, who: str, *, status: int = 200, given: Any = None, wrong: Any = None
) -> Response:
    with visit.site.store.read() as connection:
        found = courses.course(connection, visit.signed_in(), public, teaching=True)
        one = membership.member(connection, found, who)
    typed = given or {"label": one.label, "extra": str(one.extra)}
    return visit.page("teach_member", status=status, course=found, member=one, given=typed, wrong=wrong or {})

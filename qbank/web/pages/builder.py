"""The builder of a quiz: one form that is sent as a whole, whose buttons add, move and take away rows as well."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from qbank import limits
from qbank.web.asking import stock
from qbank.web.asking.stock import Kind
from qbank.web.base.refusals import Refusal
from qbank.web.course import building, changing, courses, moments, publishing, quiz_fields
from qbank.web.course.building import Unfit
from qbank.web.course.courses import Course
from qbank.web.course.quiz_fields import Typed
from qbank.web.course.quizzes import Quiz, State, quiz
from qbank.web.door.pages import Pages
from qbank.web.door.visit import Fields, Form, Visit

router = Pages("/teach", slow=True)

LOOK_AGAIN_SECONDS = 5
TURNS = ("add", "up", "down", "remove")
"""Buttons that change the rows of the page and save nothing."""


class Shown(NamedTuple):
    """What the form shows: what was typed, its rows, what is wrong, and whether the page is ahead of the database."""

    given: Mapping[str, str]
    slots: Sequence[Typed]
    wrong: Mapping[str, str]
    unsaved: bool = False


@router.get("/courses/{public}/quizzes/new")
def new(request: Request, public: str) -> Response:
    """The form of a quiz that is not there yet."""
    visit = Visit(request)
    return _page(visit, _taught(visit, public), None, Shown(quiz_fields.blank(), [], {}))


@router.post("/courses/{public}/quizzes/new")
def create(request: Request, public: str, form: Form) -> Response:
    """Make the draft, or change the rows of the form."""
    visit = Visit(request)
    course = _taught(visit, public)
    slots = quiz_fields.slots_of(form)
    if form["do"].partition("-")[0] in TURNS:
        return _page(visit, course, None, _with_rows(form))
    try:
        draft = building.read(form, _sources(visit))
        made = visit.site.store.write(
            lambda connection: changing.create(connection, visit.signed_in(), course.public, draft, visit.now)
        )
        return _saved(visit, made, form)
    except Unfit as unfit:
        return _page(visit, course, None, Shown(form, slots, unfit.wrong, True), status=422)
    except Refusal as refusal:
        return _page(visit, course, None, Shown(form, slots, refusal.beside(), True), status=refusal.status)


@router.get("/quizzes/{public}")
def builder(request: Request, public: str) -> Response:
    """The quiz as it is stored."""
    visit = Visit(request)
    found, course, typed = _stored(visit, public)
    return _page(visit, course, found, Shown(typed, quiz_fields.slots_typed(found), {}))


@router.post("/quizzes/{public}")
def change(request: Request, public: str, form: Form) -> Response:
    """Keep what was typed, or change the rows of the form."""
    visit = Visit(request)
    found, course, typed = _stored(visit, public)
    if form["do"].partition("-")[0] in TURNS:
        return _page(visit, course, found, _with_rows(form))
    slots = quiz_fields.slots_of(form)
    try:
        draft = building.read(form, _sources(visit), found)
        visit.site.store.write(
            lambda connection: changing.change(
                connection, visit.signed_in(), public, draft, form["seen"], visit.now
            )
        )
    except Unfit as unfit:
        return _page(visit, course, found, Shown(form, slots, unfit.wrong, True), status=422)
    except Refusal as refusal:
        given = {**form, "seen": typed["seen"]}
        return _page(visit, course, found, Shown(given, slots, refusal.beside(), True), status=refusal.status)
    return _saved(visit, public, form)


@router.post("/quizzes/{public}/withdraw")
def withdraw(request: Request, public: str, form: Form) -> Response:
    """Make it a draft again."""
    visit = Visit(request)
    person = visit.signed_in()
    visit.site.store.write(lambda connection: changing.withdraw(connection, person, public))
    return visit.redirect(f"/teach/quizzes/{public}")


@router.post("/quizzes/{public}/close")
def close(request: Request, public: str, form: Form) -> Response:
    """End it."""
    visit = Visit(request)
    person = visit.signed_in()
    visit.site.store.write(lambda connection: changing.close(connection, person, public, visit.now))
    return visit.redirect(f"/teach/quizzes/{public}")


@router.post("/quizzes/{public}/reopen")
def reopen(request: Request, public: str, form: Form) -> Response:
    """Let it be sat again."""
    visit = Visit(request)
    person = visit.signed_in()
    visit.site.store.write(lambda connection: changing.reopen(connection, person, public))
    return visit.redirect(f"/teach/quizzes/{public}")


@router.post("/quizzes/{public}/duplicate")
def duplicate(request: Request, public: str, form: Form) -> Response:
    """The same as a new draft."""
    visit = Visit(request)
    person = visit.signed_in()
    made = visit.site.store.write(
        lambda connection: changing.duplicate(connection, person, public, visit.now)
    )
    return visit.redirect(f"/teach/quizzes/{made}")


@router.post("/quizzes/{public}/delete")
def delete(request: Request, public: str, form: Form) -> Response:
    """Delete a draft."""
    visit = Visit(request)
    person = visit.signed_in()
    gone = visit.site.store.write(lambda connection: changing.remove(connection, person, public, visit.now))
    return visit.redirect(f"/teach/courses/{gone.course}")


def _saved(visit: Visit, public: str, form: Fields) -> Response:
    """Where the button led that saved the quiz; publishing may still find something wrong in it."""
    here = f"/teach/quizzes/{public}"
    if form["do"] in ("questions", "preview", "print"):
        return visit.redirect(f"{here}/{form['do']}")
    if form["do"] == "publish":
        try:
            publishing.publish(visit.site, visit.signed_in(), public)
        except Refusal as refusal:
            found, course, typed = _stored(visit, public)
            shown = Shown(typed, quiz_fields.slots_typed(found), refusal.beside())
            return _page(visit, course, found, shown, status=refusal.status)
    return visit.redirect(here)


def _with_rows(form: Fields) -> Shown:
    return Shown(form, quiz_fields.turned(quiz_fields.slots_of(form), form["do"], form), {}, True)


def _taught(visit: Visit, public: str) -> Course:
    with visit.site.store.read() as connection:
        return courses.course(connection, visit.signed_in(), public, teaching=True)


def _stored(visit: Visit, public: str) -> tuple[Quiz, Course, Typed]:
    person = visit.signed_in()
    with visit.site.store.read() as connection:
        found = quiz(connection, person, public, teaching=True)
        course = courses.course(connection, person, found.course, teaching=True)
        return found, course, quiz_fields.as_typed(found, changing.zone_of(connection, found))


def _sources(visit: Visit) -> building.Sources:
    with visit.site.store.read() as connection:
        return building.sources(stock.kinds(connection, None, released=True))


def _page(visit: Visit, course: Course, found: Quiz | None, shown: Shown, *, status: int = 200) -> Response:
    with visit.site.store.read() as connection:
        kinds = stock.kinds(connection, course.id, released=shown.given.get("released") == "yes")
        state, said = publishing.standing(connection, found, visit.now) if found else ("", "")
        looks = (changing.begun, changing.running, changing.endless)
        counts = [look(connection, found) if found else 0 for look in looks]
    making = state == publishing.RUNNING
    questions, points = quiz_fields.total(shown.slots)
    response = visit.page(
        "builder", status=status, course=course, quiz=found, **shown._asdict(), kinds=kinds, topics=_topics(kinds),
        there=[quiz_fields.there(slot, kinds) for slot in shown.slots], questions=questions, points=points,
        making=making, failed=said if state == publishing.FAILED else "", begun=counts[0], running=counts[1],
        endless=counts[2],
        draft=found is None or found.state is State.DRAFT, zones=moments.zones(), levels=building.LEVELS,
        wanted=stock.FOR_EACH_SLOT, most=limits.QUIZ_QUESTIONS,
    )  # fmt: skip
    if making and not shown.wrong:
        response.headers["refresh"] = str(LOOK_AGAIN_SECONDS)
    return response


def _topics(kinds: Sequence[Kind]) -> list[str]:
    return sorted({kind.topic for kind in kinds})

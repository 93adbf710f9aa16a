"""A student's courses and their quizzes: joining, what there is to sit, and beginning it."""

from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup
from sqlalchemy import Connection
from starlette.requests import Request
from starlette.responses import Response

from qbank.errors import QbankError
from qbank.web.asking.shown import text
from qbank.web.base import rates
from qbank.web.base.again import settled
from qbank.web.base.refusals import Refusal
from qbank.web.course import courses, quizzes
from qbank.web.course.quizzes import Quiz, State
from qbank.web.door.pages import Pages
from qbank.web.door.people import Person
from qbank.web.door.visit import Form, Visit
from qbank.web.sitting import attempts, marks
from qbank.web.sitting.attempts import Attempt
from qbank.web.sitting.results import Earned, earned

router = Pages()


class Sat(NamedTuple):
    """One attempt as its student sees it; `earned` is None while that is not to be seen, or not yet marked."""

    attempt: Attempt
    is_out: bool
    earned: Earned | None


class Offered(NamedTuple):
    """A quiz with what the student has done of it."""

    quiz: Quiz
    phase: str
    sat: list[Sat]
    running: Attempt | None

    @property
    def left(self) -> int:
        """How many attempts can still be begun."""
        return max(0, self.quiz.attempts - len(self.sat))


@router.get("/courses")
def mine(request: Request) -> Response:
    """The courses that one is in."""
    visit = Visit(request)
    person = visit.signed_in()
    with visit.site.store.read() as connection:
        found = courses.of_person(connection, person)
    return visit.page("courses", courses=found)


@router.get("/join")
def code_wanted(request: Request, code: str = "") -> Response:
    """The form to join by a code."""
    visit = Visit(request)
    visit.signed_in()
    return visit.page("join", given={"code": code})


@router.get("/join/{code}")
def by_code(request: Request, code: str) -> Response:
    """The same, with the code filled in: nobody is put into a course by looking at a page."""
    visit = Visit(request)
    visit.signed_in()
    return visit.page("join", given={"code": code})


@router.post("/join")
def join(request: Request, form: Form) -> Response:
    """Join the course of that code. Who guesses is slowed down."""
    visit = Visit(request)
    person = visit.signed_in()
    visit.site.rates.take(rates.JOIN, person.public)
    try:
        code = form.line("code")
        course = settled(
            visit.site.store, lambda connection: courses.join(connection, person, code, visit.now)
        )
    except Refusal as refusal:
        return visit.page("join", status=refusal.status, given=form, wrong=refusal.beside())
    return visit.redirect(f"/courses/{course.public}")


@router.get("/courses/{public}")
def one_course(request: Request, public: str) -> Response:
    """The quizzes of a course."""
    visit = Visit(request)
    person = visit.signed_in()
    with visit.site.store.read() as connection:
        course = courses.course(connection, person, public)
        found = quizzes.of_course(connection, person, course.id)
        offered = [_offered(connection, person, quiz, visit.now) for quiz in found]
    return visit.page("course", course=course, offered=offered)


@router.get("/quizzes/link/{link}")
def linked(request: Request, link: str) -> Response:
    """Where a quiz's link leads: to the quiz, or first into its course."""
    visit = Visit(request)
    person = visit.signed_in()
    with visit.site.store.read() as connection:
        found = quizzes.by_link(connection, link)
        try:
            quizzes.quiz(connection, person, found.public)
        except Refusal:
            return visit.page("linked", found=found, link=link, is_open=found.is_open(visit.now))
    return visit.redirect(f"/quizzes/{found.public}")


@router.post("/quizzes/link/{link}")
def join_by_link(request: Request, link: str, form: Form) -> Response:
    """Into the course by the link of one of its quizzes, while that takes people in."""
    visit = Visit(request)
    person, now = visit.signed_in(), visit.now
    visit.site.rates.take(rates.JOIN, person.public)

    def work(connection: Connection) -> str:
        found = quizzes.by_link(connection, link)
        if not found.is_open(now):
            raise Refusal(409, "This quiz is over, and its link takes nobody into the course any more.")
        courses.join(connection, person, found.code, now)
        return found.public

    return visit.redirect(f"/quizzes/{settled(visit.site.store, work)}")


@router.get("/quizzes/{public}")
def start_page(request: Request, public: str) -> Response:
    """What a quiz is, and the button with which it begins."""
    visit = Visit(request)
    person = visit.signed_in()
    with visit.site.store.read() as connection:
        quiz = quizzes.quiz(connection, person, public)
        offered = _offered(connection, person, quiz, visit.now)
    return visit.page("quiz", offered=offered, quiz=quiz, instructions=_instructions(quiz))


@router.post("/quizzes/{public}/begin")
def begin(request: Request, public: str, form: Form) -> Response:
    """Begin an attempt, or go on with the one that is open."""
    visit = Visit(request)
    person, now = visit.signed_in(), visit.now

    def work(connection: Connection) -> Attempt:
        return attempts.start(connection, person, quizzes.quiz(connection, person, public), now)

    return visit.redirect(f"/attempts/{settled(visit.site.store, work).public}")


def _instructions(quiz: Quiz) -> Markup:
    """What the instructor wrote, as text where it is no Markdown that a page can show."""
    try:
        return text(quiz.instructions)
    except QbankError:
        return Markup("<p>{}</p>").format(quiz.instructions)


def _offered(connection: Connection, person: Person, quiz: Quiz, now: int) -> Offered:
    mine = attempts.of_person(connection, person, quiz)
    out = [attempt for attempt in mine if quiz.feedback_is_out(now, attempt.submitted)]
    found = marks.latest(connection, [attempt.id for attempt in out])
    sat = [_sat(attempt, attempt in out, found.get(attempt.id, ())) for attempt in mine]
    running = [attempt for attempt in mine if attempt.submitted is None and attempt.takes_answers(now)]
    return Offered(quiz, phase(quiz, now), sat, running[-1] if running else None)


def _sat(attempt: Attempt, is_out: bool, found: Sequence[marks.Mark]) -> Sat:
    return Sat(attempt, is_out, earned(attempt, found) if is_out else None)


def phase(quiz: Quiz, now: int) -> str:
    """Where it stands: a draft, before its window, open, or over."""
    if quiz.state is State.DRAFT:
        return "draft"
    if quiz.state is State.CLOSED or (quiz.closes is not None and now >= quiz.closes):
        return "over"
    return "open" if quiz.is_open(now) else "before"

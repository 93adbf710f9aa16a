"""Sitting a quiz: its questions one after the other, the time that is left, and submitting it."""

from sqlalchemy import Connection
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from qbank.web.base.again import settled
from qbank.web.door.pages import Pages
from qbank.web.door.visit import Arrived, Form, Visit
from qbank.web.pages.sitting import is_over, look, question_page
from qbank.web.sitting import attempts, marks

router = Pages("/attempts/{public}")


@router.get("")
def overview(request: Request, public: str) -> Response:
    """All questions, and which of them are answered."""
    visit = Visit(request)
    sitting = look(visit, public)
    if is_over(sitting, visit.now):
        return visit.redirect(f"/attempts/{public}/receipt")
    return visit.page("attempt", sitting=sitting, now=visit.now)


@router.get("/time")
def time_left(request: Request, public: str) -> Response:
    """What the server's clock says, for the page's countdown."""
    visit = Visit(request)
    with visit.read() as connection:
        attempt, _ = attempts.own(connection, visit.signed_in(), public)
    return JSONResponse(
        {"now": visit.now, "deadline": attempt.deadline, "over": attempt.submitted is not None}
    )


@router.get("/submit")
def before_submitting(request: Request, public: str) -> Response:
    """What is not answered, and the button that ends the attempt."""
    visit = Visit(request)
    sitting = look(visit, public)
    if is_over(sitting, visit.now):
        return visit.redirect(f"/attempts/{public}/receipt")
    return visit.page("submit", sitting=sitting, now=visit.now)


@router.post("/submit")
def submit(request: Request, public: str, form: Form, received: Arrived) -> Response:
    """End the attempt, once."""
    visit = Visit(request)
    person = visit.signed_in()

    def work(connection: Connection) -> tuple[int, bool]:
        attempt, quiz = attempts.own(connection, person, public, locked=True)
        submitted = attempts.submit(connection, attempt, received)
        return attempt.id, quiz.feedback_is_out(received, submitted)

    attempt_id, is_out = settled(visit.site.store, work)
    if is_out:  # at once; else the watch marks it within a second or two
        marks.mark(visit.site, attempt_id)
    return visit.redirect(f"/attempts/{public}/receipt")


@router.get("/{position:int}")
def question(request: Request, public: str, position: int) -> Response:
    """One question, with what is saved for it."""
    visit = Visit(request)
    sitting = look(visit, public)
    asked = sitting.at(position)
    if is_over(sitting, visit.now):
        return visit.redirect(f"/attempts/{public}/receipt")
    return question_page(visit, sitting, asked)

"""Watching a quiz while it is sat, and one attempt with all that happened to it."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from qbank import limits
from qbank.web.base.names import token
from qbank.web.base.refusals import Refusal
from qbank.web.course.quizzes import Quiz, quiz
from qbank.web.door.pages import Pages
from qbank.web.door.visit import Fields, Form, Visit
from qbank.web.outcome import deciding, interventions, sittings
from qbank.web.outcome.interventions import Done
from qbank.web.outcome.transcript import transcript
from qbank.web.sitting import marks
from qbank.web.sitting.attempts import Attempt

router = Pages("/teach", slow=True)

EVERY_SECONDS = 15
PAUSED = "off"


@router.get("/quizzes/{public}/live")
def live(request: Request, public: str, refresh: str = "") -> Response:
    """Who has begun, how far everybody is, who has submitted. Looked at anew by itself, until that is paused."""
    visit = Visit(request)
    with visit.site.store.read() as connection:
        of = quiz(connection, visit.signed_in(), public, teaching=True)
        students = sittings.students(connection, of)
        at, paces = sittings.attempts_at(connection, of), sittings.paces(connection, of)
    rows = [(student, at.get(student.id, [])[-1:]) for student in students]
    begun = [sat[0] for _, sat in rows if sat]
    response = visit.page(
        "live", quiz=of, rows=rows, paces=paces, now=visit.now, paused=refresh == PAUSED, seconds=EVERY_SECONDS,
        sitting=sum(attempt.submitted is None for attempt in begun), begun=len(begun),
        submitted=sum(attempt.submitted is not None for attempt in begun),
    )  # fmt: skip
    if refresh != PAUSED:
        response.headers["refresh"] = str(EVERY_SECONDS)
    return response


@router.get("/attempts/{public}")
def attempt(request: Request, public: str) -> Response:
    """One attempt: everything that was typed, every mark with its reason, the keys and solutions."""
    visit = Visit(request)
    return _page(visit, public)


@router.post("/attempts/{public}")
def change(request: Request, public: str, form: Form) -> Response:
    """More time, open again, or end now."""
    visit = Visit(request)
    person = visit.signed_in()
    with visit.site.store.read() as connection:
        which, of = sittings.taught(connection, person, public)
    try:
        _change(visit, which, of, form)
    except Refusal as refusal:
        return _page(visit, public, status=422, given=form, wrong=refusal.beside())
    return visit.redirect(f"/teach/attempts/{public}")


def _change(visit: Visit, which: Attempt, of: Quiz, form: Fields) -> None:
    """Write what was asked for. An attempt that has ended is marked by the watch, as all are."""
    action = form["action"]
    wants = action == interventions.EXTRA or (action == interventions.REOPEN and form["minutes"].strip())
    minutes = form.number("minutes", 1, limits.QUIZ_MINUTES) if wants else None
    reason = form.line("reason", limits.REASON_CHARACTERS)
    done = Done(visit.signed_in(), reason, form["request"][:64] or token(), visit.now)
    write = visit.site.store.write
    if action == interventions.EXTRA and minutes is not None:
        write(lambda connection: interventions.more_time(connection, which.id, minutes, done))
    elif action == interventions.REOPEN:
        write(lambda connection: interventions.reopen(connection, which.id, of, minutes, done))
    elif action == interventions.END:
        write(lambda connection: interventions.end(connection, which.id, done))
        marks.mark(visit.site, which.id)
    else:
        raise Refusal(422, "Choose what is to be done.", field="action")


def _page(
    visit: Visit, public: str, *, status: int = 200, given: Any = None, wrong: dict[str, str] | None = None
) -> Response:
    with visit.site.store.read() as connection:
        which, of = sittings.taught(connection, visit.signed_in(), public)
        publics = {one.id: one.public for one in deciding.used(connection, of)}
        told = transcript(connection, which, publics)
        done = interventions.of_attempt(connection, which.id)
        students = sittings.students(connection, of)
        entries = sittings.entries(connection, of, sittings.is_attempt(which.id)).get(which.id)
    student = next((one for one in students if one.id == which.person_id), None)
    return visit.page(
        "live_attempt", status=status, quiz=of, attempt=which, student=student, told=told, done=done,
        runs=which.submitted is None and which.takes_answers(visit.now),
        total=None if entries is None else sittings.counts(entries),
        given=given or {}, wrong=wrong or {}, request=token(),
    )  # fmt: skip

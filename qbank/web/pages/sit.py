"""Sitting a quiz: its questions, saving what is typed, and submitting it."""

from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple

from fastapi import APIRouter, Depends, Request
from fastapi.responses import JSONResponse, Response
from sqlalchemy import Connection

from qbank.web.asking.judged import judgement
from qbank.web.asking.shown import shown, text
from qbank.web.asking.unjudged import Reading, readings
from qbank.web.base import rates
from qbank.web.base.again import settled
from qbank.web.base.names import token
from qbank.web.base.refusals import Refusal, missing
from qbank.web.course.quizzes import Feedback, Quiz
from qbank.web.door.people import Person
from qbank.web.door.visit import Fields, Form, Visit
from qbank.web.sitting import attempts, keyed, marks, rulings, saving
from qbank.web.sitting.attempts import Asked, Attempt, Saved
from qbank.web.sitting.kept import LATE, STALE
from qbank.web.sitting.saving import Receipt

router = APIRouter(include_in_schema=False, prefix="/attempts/{public}")

PART, SEEN = "part-", "seen-"  # before a part's name in the names of a form's fields
UNSAVED = (401, 429, 503)
"""Refusals after which the same text can be sent again."""


async def arrived(request: Request) -> int:
    """When all of the request was here: before it waits for a thread, which is not its sender's fault."""
    now: int = request.app.state.site.clock.now()
    return now


Arrived = Annotated[int, Depends(arrived)]


class Place(NamedTuple):
    """A question in the row of those of its attempt."""

    position: int
    parts: int
    answered: int
    is_final: bool


class Sitting(NamedTuple):
    """An attempt that is looked at."""

    person: Person
    attempt: Attempt
    quiz: Quiz
    asked: list[Asked]
    saved: dict[tuple[int, str], Saved]

    @property
    def places(self) -> list[Place]:
        """How far each question is."""
        return [
            Place(each.position, len(each.form["parts"]), len(self.typed(each)), each.checked is not None)
            for each in self.asked
        ]

    def typed(self, asked: Asked) -> dict[str, str]:
        """What is saved for a question, of each part that something is saved for."""
        names = [part["name"] for part in asked.form["parts"]]
        found = {
            name: self.saved[asked.position, name].typed
            for name in names
            if (asked.position, name) in self.saved
        }
        return {name: typed for name, typed in found.items() if typed}

    def at(self, position: int) -> Asked:
        """The question there. Raises Refusal(404) where there is none."""
        if not 0 < position <= len(self.asked):
            raise missing()
        return self.asked[position - 1]


def look(visit: Visit, public: str) -> Sitting:
    """That attempt, if it is the visitor's."""
    person = visit.signed_in()
    with visit.site.store.read() as connection:
        attempt, quiz = attempts.own(connection, person, public)
        asked, saved = attempts.asked_in(connection, attempt), attempts.saved_in(connection, attempt)
    return Sitting(person, attempt, quiz, asked, saved)


def is_over(sitting: Sitting, now: int) -> bool:
    """Whether nothing that comes now counts any more."""
    return sitting.attempt.submitted is not None or not sitting.attempt.takes_answers(now)


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
    person = visit.signed_in()
    with visit.site.store.read() as connection:
        attempt, _ = attempts.own(connection, person, public)
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
    return _page(visit, sitting, asked)


@router.post("/{position:int}")
def answer(request: Request, public: str, position: int, form: Form, received: Arrived) -> Response:
    """Save what was typed; what cannot be saved just now stays in the page."""
    visit = Visit(request)
    try:
        person = visit.signed_in()
        visit.site.rates.take(rates.SAVE, person.public)
        if _is_program(visit):
            return _for_script(visit, person, public, position, form, received)
        sitting = look(visit, public)
        return _answered(visit, sitting, sitting.at(position), form, received)
    except Refusal as refusal:
        if refusal.status in UNSAVED and not _is_program(visit):
            return _unsaved(visit, form, refusal)
        raise


def _for_script(
    visit: Visit, person: Person, public: str, position: int, form: Fields, received: int
) -> Response:
    """The receipt as JSON, 409 where there is another text; with `read` only how it is read."""
    with visit.site.store.read() as connection:
        place = saving.place(connection, person, public, position)
    typed = _typed(place.form, form)
    read = readings(place.form, place.options, typed, place.rules.locale)
    if form["do"] == "read":
        return JSONResponse({"readings": read})
    receipt = _save(visit, person, public, position, form, typed, received)
    body = {**receipt._asdict(), "readings": read, "now": visit.now, "deadline": place.attempt.deadline}
    return JSONResponse(body, status_code=409 if receipt.standing == STALE else 200)


def _answered(visit: Visit, sitting: Sitting, asked: Asked, form: Fields, received: int) -> Response:
    typed = _typed(asked.form, form)
    if form["do"] == "read":
        return _page(visit, sitting, asked, typed=typed)
    try:
        receipt = _save(visit, sitting.person, sitting.attempt.public, asked.position, form, typed, received)
    except Refusal as refusal:
        if refusal.field is None:
            raise
        return _page(visit, sitting, asked, typed=typed, refusal=refusal)
    if receipt.standing == STALE:
        return _conflict(visit, sitting, asked, typed, receipt)
    if receipt.standing == LATE:
        return visit.page("late", sitting=sitting, asked=asked, receipt=receipt, typed=typed)
    read = readings(asked.form, asked.options, typed, sitting.quiz.rules.locale)
    return _onward(visit, sitting, asked, form["do"], read, received)


def _typed(asked: Mapping[str, Any], form: Fields) -> dict[str, str]:
    """What was typed for each part; ticked boxes as a list of letters. No database keeps the sign NUL."""
    names = [part["name"] for part in asked["parts"]]
    return {name: ", ".join(form[PART + name].replace("\x00", "").splitlines()) for name in names}


def _save(
    visit: Visit, person: Person, public: str, position: int, form: Fields, typed: Mapping[str, str], received: int
) -> Receipt:  # fmt: skip
    seen = {part: _revision(form[SEEN + part]) for part in typed}
    request = form["request"][:64] or token()
    return settled(
        visit.site.store,
        lambda connection: saving.save(connection, person, public, position, typed, seen, request, received),
    )


def _revision(written: str) -> int:
    return int(written) if written.isascii() and written.isdigit() and len(written) < 9 else 0


def _onward(
    visit: Visit, sitting: Sitting, asked: Asked, do: str, read: list[Reading], received: int
) -> Response:
    """Where a saved answer leads."""
    here = f"/attempts/{sitting.attempt.public}"
    troubled = any(reading["trouble"] for reading in read)
    if do == "anyway" or (do == "final" and not troubled):
        visit.site.store.write(
            lambda connection: attempts.check_one(
                connection, sitting.attempt, sitting.quiz, asked.position, received
            )
        )
    elif do == "final":
        return _page(visit, look(visit, sitting.attempt.public), asked, anyway=True)
    if do != "next":
        return visit.redirect(f"{here}/{asked.position}")
    return visit.redirect(here if asked.position == len(sitting.asked) else f"{here}/{asked.position + 1}")


def _conflict(
    visit: Visit, sitting: Sitting, asked: Asked, typed: Mapping[str, str], receipt: Receipt
) -> Response:
    """Both texts of each part, beside each other."""
    return visit.page(
        "conflict", status=409, sitting=sitting, asked=asked, typed=typed, receipt=receipt,
        question=shown(asked.form, asked.options), request=token(), now=visit.now,
    )  # fmt: skip


def _unsaved(visit: Visit, form: Fields, refusal: Refusal) -> Response:
    """What was typed, on a page that needs no database, to be sent again."""
    visit.__dict__["somebody"] = None
    kept = [name for name in form if name.startswith((PART, SEEN)) or name == "request"]
    typed = {name: ", ".join(form[name].splitlines()) for name in kept}
    return visit.page(
        "unsaved", status=refusal.status, sentence=refusal.sentence, typed=typed, path=visit.request.url.path,
        signed_out=refusal.status == 401,
    )  # fmt: skip


def _is_program(visit: Visit) -> bool:
    return "application/json" in visit.request.headers.get("accept", "")


def _page(
    visit: Visit, sitting: Sitting, asked: Asked,
    *, typed: Mapping[str, str] | None = None, refusal: Refusal | None = None, anyway: bool = False,
) -> Response:  # fmt: skip
    """The question, with what is saved for it, or what was typed and could not be saved."""
    texts = sitting.typed(asked) if typed is None else typed
    final = None if asked.checked is None else _final(visit, sitting.attempt, asked)
    here = {part: kept for (position, part), kept in sitting.saved.items() if position == asked.position}
    return visit.page(
        "sit", status=200 if refusal is None else refusal.status, sitting=sitting, asked=asked,
        question=shown(asked.form, asked.options), typed=texts, saved=here, final=final, anyway=anyway,
        readings=readings(asked.form, asked.options, texts, sitting.quiz.rules.locale),
        seen={part: kept.revision for part, kept in here.items()}, now=visit.now, request=token(),
        each=sitting.quiz.feedback is Feedback.EACH, refused=refusal and refusal.sentence,
        wrong={} if refusal is None else {refusal.field: refusal.sentence},
    )  # fmt: skip


def _final(visit: Visit, attempt: Attempt, asked: Asked) -> dict[str, Any]:
    """Verdict and solution of an answer that was made final."""
    with visit.site.store.read() as connection:
        _, quiz = attempts.own(connection, visit.signed_in(), attempt.public)
        in_force = rulings.in_force(connection, quiz.id)
        paper = marks.papers(connection, attempt.id)[asked.position - 1]
    parts = [marks.printed(part, paper.options) for part in paper.question.parts]
    verdicts = [
        marks.verdict_on(paper, part, quiz.rules, in_force.get((paper.question.id, part.name), ()))
        for part in paper.question.parts
    ]
    return {
        "judgements": [judgement(*pair) for pair in zip(parts, verdicts, strict=True)],
        "keys": keyed.keys(paper, in_force),
        "explanation": text(paper.question.explanation),
    }

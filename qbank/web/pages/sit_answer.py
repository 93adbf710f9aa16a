"""Saving what is typed for a question of a quiz; what cannot be saved just now stays in the page."""

from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from qbank.web.asking.shown import shown
from qbank.web.asking.unjudged import Reading, readings
from qbank.web.base import rates
from qbank.web.base.again import settled
from qbank.web.base.names import token
from qbank.web.base.refusals import Refusal
from qbank.web.door.pages import Pages
from qbank.web.door.people import Person
from qbank.web.door.visit import PART, Arrived, Fields, Form, Visit
from qbank.web.pages.sitting import Sitting, look, question_page
from qbank.web.sitting import attempts, saving
from qbank.web.sitting.attempts import Asked
from qbank.web.sitting.kept import LATE, STALE
from qbank.web.sitting.saving import Receipt

router = Pages("/attempts/{public}")

SEEN = "seen-"  # before a part's name in the names of a form's fields
UNSAVED = (401, 429, 503)
"""Refusals after which the same text can be sent again."""


@router.post("/{position:int}")
def answer(request: Request, public: str, position: int, form: Form, received: Arrived) -> Response:
    """Save what was typed."""
    visit = Visit(request)
    try:
        if visit.wants_json:
            return _for_script(visit, public, position, form, received)
        _saver(visit)
        sitting = look(visit, public)
        return _answered(visit, sitting, sitting.at(position), form, received)
    except Refusal as refusal:
        if refusal.status in UNSAVED and not visit.wants_json:
            return _unsaved(visit, form, refusal)
        raise


def _saver(visit: Visit) -> Person:
    """Who saves. Raises Refusal for nobody, and where it is too often."""
    person = visit.signed_in()
    visit.site.rates.take(rates.SAVE, person.public)
    return person


def _for_script(visit: Visit, public: str, position: int, form: Fields, received: int) -> Response:
    """The receipt as JSON, 409 where there is another text; with `read` only how it is read."""
    with visit.read() as connection:
        person = _saver(visit)
        place = saving.place(connection, person, public, position)
    typed = _typed(place.form, form)
    read = readings(place.form, place.options, typed, place.rules.locale)
    if form["do"] == "read":
        return JSONResponse({"readings": visit.told(read)})
    receipt = _save(visit, person, public, position, form, typed, received)
    body = {
        **receipt._asdict(),
        "readings": visit.told(read),
        "now": visit.now,
        "deadline": place.attempt.deadline,
        "final": place.checked is not None,
    }
    return JSONResponse(body, status_code=409 if receipt.standing == STALE else 200)


def _answered(visit: Visit, sitting: Sitting, asked: Asked, form: Fields, received: int) -> Response:
    typed = _typed(asked.form, form)
    seen = _seen(typed, form)
    if form["do"] == "read":
        return question_page(visit, sitting, asked, typed=typed, seen=seen)
    try:
        receipt = _save(visit, sitting.person, sitting.attempt.public, asked.position, form, typed, received)
    except Refusal as refusal:
        if refusal.field is None:
            raise
        return question_page(visit, sitting, asked, typed=typed, seen=seen, refusal=refusal)
    if receipt.standing == STALE:
        return _conflict(visit, sitting, asked, typed, receipt)
    if receipt.standing == LATE:
        return visit.page("late", sitting=sitting, asked=asked, receipt=receipt, typed=typed)
    read = readings(asked.form, asked.options, typed, sitting.quiz.rules.locale)
    return _onward(visit, sitting, asked, form["do"], read, received)


def _typed(asked: Mapping[str, Any], form: Fields) -> dict[str, str]:
    return form.answers(part["name"] for part in asked["parts"])


def _save(
    visit: Visit, person: Person, public: str, position: int, form: Fields, typed: Mapping[str, str], received: int
) -> Receipt:  # fmt: skip
    seen, request = _seen(typed, form), form["request"][:64] or token()
    return settled(
        visit.site.store,
        lambda connection: saving.save(connection, person, public, position, typed, seen, request, received),
    )


def _seen(typed: Mapping[str, str], form: Fields) -> dict[str, int]:
    """The revision of each part that the page knew."""
    return {part: _revision(form[SEEN + part]) for part in typed}


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
        return question_page(visit, look(visit, sitting.attempt.public), asked, anyway=True)
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
    visit.somebody = None
    kept = [name for name in form if name.startswith((PART, SEEN)) or name == "request"]
    typed = {name: ", ".join(form[name].splitlines()) for name in kept}
    return visit.refused(
        "unsaved", refusal, typed=typed, path=visit.request.url.path, signed_out=refusal.status == 401
    )

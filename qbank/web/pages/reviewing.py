"""Answers that nobody could read or decide, and a person's word on them."""

import json
import re
from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from qbank import limits
from qbank.question import Question
from qbank.web.asking import questions
from qbank.web.asking.shown import shown
from qbank.web.base.refusals import Refusal
from qbank.web.course.quizzes import Quiz, quiz
from qbank.web.door.pages import Pages
from qbank.web.door.views import number
from qbank.web.door.visit import Fields, Form, Visit
from qbank.web.outcome import reviewing
from qbank.web.outcome.reviewing import Group
from qbank.web.sitting import keyed, rulings
from qbank.web.sitting.rulings import Held

router = Pages("/teach/quizzes/{public}/review", slow=True)

SHOWN = 50  # texts at once
_POINTS = r"\d{1,6}(?:[.,]\d{1,6})?"
_COUNT = r"\d{1,6}"


@router.get("")
def review(request: Request, public: str, decided: str = "") -> Response:
    """What waits for a person, answers of one text together."""
    visit = Visit(request)
    with visit.site.store.read() as connection:
        of = quiz(connection, visit.signed_in(), public, teaching=True)
    return _page(visit, of, decided=int(decided) if re.fullmatch(_COUNT, decided, re.ASCII) else None)


@router.post("")
def decide(request: Request, public: str, form: Form) -> Response:
    """Give the answers of one text their points."""
    visit = Visit(request)
    person = visit.signed_in()
    with visit.site.store.read() as connection:
        of = quiz(connection, person, public, teaching=True)
        group = next((one for one in reviewing.groups(connection, of) if one.name == form["group"]), None)
    if group is None:  # somebody else decided, or the same form was sent before
        return visit.redirect(f"/teach/quizzes/{of.public}/review?decided=0")
    worth = group.worth
    try:
        points = _points(form, worth)
        reason = form.line("reason", limits.REASON_CHARACTERS)
    except Refusal as refusal:
        return _page(visit, of, status=422, given=form, wrong=refusal.beside())
    name, now = group.name, visit.now
    count = visit.site.store.write(
        lambda connection: reviewing.decide(connection, of, person, name, points, reason, now)
    )
    return visit.redirect(f"/teach/quizzes/{of.public}/review?decided={count}")


def _points(form: Fields, worth: float) -> float:
    """What was decided, in points. Raises Refusal, by its field."""
    if form["decision"] in ("right", "wrong"):
        return worth if form["decision"] == "right" else 0.0
    if form["decision"] != "points":
        raise Refusal(422, "Choose right, wrong, or points.", field="decision")
    text = form["points"].strip()
    if text in (number(worth), number(worth).replace(".", ",")):  # as the page says it: a third is 0.33
        return worth
    if not re.fullmatch(_POINTS, text, re.ASCII) or float(text.replace(",", ".")) > worth + 1e-9:
        raise Refusal(422, "Write a number from 0 to %(most)s.", field="points", most=number(worth))
    return min(worth, float(text.replace(",", ".")))


def _page(
    visit: Visit, of: Quiz, *, status: int = 200, decided: int | None = None,
    given: Mapping[str, str] | None = None, wrong: dict[str, str] | None = None,
) -> Response:  # fmt: skip
    with visit.site.store.read() as connection:
        waiting = reviewing.groups(connection, of)
        groups = waiting[:SHOWN]
        whole = {one.question_id: questions.with_key(connection, one.question_id) for one in groups}
        held = rulings.in_force(connection, of.id)
    rows = [_row(group, whole[group.question_id], held) for group in groups]
    return visit.page(
        "review", status=status, quiz=of, rows=rows, more=len(waiting) - len(groups), decided=decided,
        given=given or {}, wrong=wrong or {},
    )  # fmt: skip


def _row(group: Group, whole: Question, held: Held) -> dict[str, Any]:
    """A group with its question as it was asked, and the key of its part."""
    options = json.loads(group.options or "{}")
    asked = shown(questions.form_of(whole), options or None)
    at = [part.name for part in whole.parts].index(group.part)
    return {
        "group": group,
        "question": asked,
        "part": asked.parts[at],
        "key": keyed.key(whole.parts[at], options, held.get((whole.id, group.part), ())),
        "template": whole.template,
    }

"""Rulings on a quiz's questions: what they would change is shown, then they are made, and can be taken back."""

from collections.abc import Mapping, Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from qbank import limits
from qbank.question import Question
from qbank.web.asking import questions
from qbank.web.asking.shown import shown
from qbank.web.base.names import token
from qbank.web.base.refusals import Refusal
from qbank.web.course.quizzes import Quiz, quiz
from qbank.web.door.pages import Pages
from qbank.web.door.visit import Fields, Form, Visit
from qbank.web.outcome import deciding, planning, regrade, sittings
from qbank.web.outcome.deciding import Given
from qbank.web.outcome.planning import Change, Plan
from qbank.web.sitting import keyed, rulings
from qbank.web.sitting.rulings import Ruling

router = Pages("/teach/quizzes/{public}/rulings", slow=True)


@router.get("")
def overview(request: Request, public: str) -> Response:
    """The questions that were asked, and every ruling that was made."""
    visit = Visit(request)
    with visit.site.store.read() as connection:
        of = quiz(connection, visit.signed_in(), public, teaching=True)
        used = deciding.used(connection, of)
        made = rulings.made_in(connection, of.id)
        known = {one.id: one for one in questions.by_ids(connection, [line.question_id for line in made])}
    stand = {line.public for line in rulings.standing(made)}
    back = {line.value: line for line in made if line.action == rulings.UNDO}
    done = [line for line in made if line.action != rulings.UNDO]
    over = deciding.overruled(made)
    return visit.page(
        "rulings", quiz=of, used=used, made=done, stand=stand, back=back, known=known, over=over
    )


@router.get("/undo/{name}")
def undoing(request: Request, public: str, name: str) -> Response:
    """What taking a ruling back would change."""
    visit = Visit(request)
    with visit.site.store.read() as connection:
        of = quiz(connection, visit.signed_in(), public, teaching=True)
    return _undoing(visit, of, name, {}, {})


@router.post("/undo/{name}")
def undo(request: Request, public: str, name: str, form: Form) -> Response:
    """Take it back, if that changes what was shown."""
    visit = Visit(request)
    with visit.site.store.read() as connection:
        of = quiz(connection, visit.signed_in(), public, teaching=True)
    try:
        reason = form.line("reason", limits.REASON_CHARACTERS)
        lines = _undos(visit, of, name, reason, form["request"][:64] or token())
    except Refusal as refusal:
        return _undoing(visit, of, name, form, refusal.beside())
    if lines and regrade.applied(visit.site, of, visit.signed_in(), lines, form["digest"]) is not None:
        return _undoing(visit, of, name, form, {}, changed=True)
    return visit.redirect(f"/teach/quizzes/{of.public}/rulings")


def _undos(visit: Visit, of: Quiz, name: str, reason: str, request: str) -> list[Ruling]:
    """The lines that take it back; none where this form has done so before."""
    with visit.site.store.read() as connection:
        made = rulings.made_in(connection, of.id)
    if any(line.request == request for line in made):
        return []
    return deciding.undos(made, name, visit.signed_in().name, reason, visit.now, request)


def _undoing(
    visit: Visit,
    of: Quiz,
    name: str,
    given: Mapping[str, str],
    wrong: dict[str, str],
    *,
    changed: bool = False,
) -> Response:
    lines = _undos(visit, of, name, "", token())
    plan = planning.planned(visit.site, of, lines)
    with visit.site.store.read() as connection:
        made = rulings.made_in(connection, of.id)
    line = next(one for one in made if one.public == name)
    return visit.page(
        "rulings_try", status=422 if wrong else 409 if changed else 200, quiz=of, plan=plan, changed=changed,
        undo=line, action=line.action, question=None, wrong=wrong, hidden={"request": token(), "digest": plan.digest},
        path=f"/teach/quizzes/{of.public}/rulings/undo/{name}", reason=given.get("reason", ""),
        **_told(visit, of, plan),
    )  # fmt: skip


@router.get("/{name}")
def question(request: Request, public: str, name: str) -> Response:
    """One question with its keys, and what can be ruled about it."""
    visit = Visit(request)
    with visit.site.store.read() as connection:
        of = quiz(connection, visit.signed_in(), public, teaching=True)
    return _question(visit, of, name, {}, {})


@router.post("/{name}")
def decide(request: Request, public: str, name: str, form: Form) -> Response:
    """What it would change; or, from that page, make it so."""
    visit = Visit(request)
    person = visit.signed_in()
    with visit.site.store.read() as connection:
        of = quiz(connection, person, public, teaching=True)
        whole = deciding.question_of(connection, of, name)
        made = rulings.made_in(connection, of.id)
    request_id = form["request"][:64] or token()
    if any(line.request == request_id for line in made):
        return visit.redirect(f"/teach/quizzes/{of.public}/rulings")
    try:
        lines = _lines(visit, of, whole, form, request_id)
    except Refusal as refusal:
        return _question(visit, of, name, form, refusal.beside())
    if form["do"] != "apply":
        return _tried(visit, of, name, whole, form, planning.planned(visit.site, of, lines))
    other = regrade.applied(visit.site, of, person, lines, form["digest"])
    if other is not None:
        return _tried(visit, of, name, whole, form, other, changed=True)
    return visit.redirect(f"/teach/quizzes/{of.public}/rulings")


def _lines(visit: Visit, of: Quiz, whole: Question, form: Fields, request: str) -> list[Ruling]:
    reason = form.line("reason", limits.REASON_CHARACTERS)
    part, value = form["part"] or deciding.EVERY_PART, ", ".join(form["value"].splitlines())
    given = Given(form["action"], form["scope"] or deciding.THIS, part, value, reason)
    who, now = visit.signed_in().name, visit.now
    with visit.site.store.read() as connection:
        return deciding.lines(connection, of, whole, given, who, now, request)


def _question(visit: Visit, of: Quiz, name: str, given: Mapping[str, str], wrong: dict[str, str]) -> Response:
    with visit.site.store.read() as connection:
        whole = deciding.question_of(connection, of, name)
        made = rulings.made_in(connection, of.id)
    stand = [line for line in rulings.standing(made) if line.question_id == whole.id]
    held = rulings.counting(made)
    keys = [keyed.key(part, {}, held.get((whole.id, part.name), ())) for part in whole.parts]
    return visit.page(
        "rulings_question", status=422 if wrong else 200, quiz=of, name=name, whole=whole,
        question=shown(questions.form_of(whole)), stand=stand, over=deciding.overruled(made), given=given, wrong=wrong,
        keys=keys,
    )  # fmt: skip


def _tried(
    visit: Visit, of: Quiz, name: str, whole: Question, form: Fields, plan: Plan, *, changed: bool = False
) -> Response:
    """The dry run, with a form that holds what was filled in."""
    fields = ("action", "scope", "part", "value", "reason")
    hidden = {field: form[field] for field in fields}
    hidden |= {"request": token(), "digest": plan.digest, "do": "apply"}
    return visit.page(
        "rulings_try", status=409 if changed else 200, quiz=of, plan=plan, changed=changed, undo=None,
        action=form["action"], question=whole, wrong={}, hidden=hidden, reason=form["reason"],
        path=f"/teach/quizzes/{of.public}/rulings/{name}", **_told(visit, of, plan),
    )  # fmt: skip


def _told(visit: Visit, of: Quiz, plan: Plan) -> dict[str, Any]:
    """Who the attempts are of; the changes are shown up to a bound, and how many there are besides."""
    with visit.site.store.read() as connection:
        students = {student.id: student.called for student in sittings.students(connection, of)}
        at = sittings.attempts_at(connection, of)
    owners = {
        attempt.id: (students.get(attempt.person_id, "–"), attempt.public, attempt.number)
        for sat in at.values()
        for attempt in sat
    }
    by_owner = sorted(plan.changed, key=lambda one: (owners[one.attempt_id], one.before.position))
    return {"owners": owners, "rows": _bounded(by_owner), "more": max(0, len(by_owner) - limits.PAGE_ROWS)}


def _bounded(changes: Sequence[Change]) -> Sequence[Change]:
    return changes[: limits.PAGE_ROWS]

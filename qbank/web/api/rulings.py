"""Corrections of keys in a quiz: what one would change, then the correction itself, then taking it back."""

from collections.abc import Sequence

from sqlalchemy import Connection, select

from qbank import limits
from qbank.web.api import teaching_forms as forms
from qbank.web.api.caller import By, Caller
from qbank.web.api.document import problems, routes
from qbank.web.api.forms import Page
from qbank.web.api.lists import SIZE, Cursor, Name, Size, part
from qbank.web.api.once import once
from qbank.web.asking import questions
from qbank.web.base.names import token
from qbank.web.base.refusals import Refusal
from qbank.web.base.schema import attempts
from qbank.web.course import quizzes
from qbank.web.course.quizzes import Quiz
from qbank.web.door.people import Person
from qbank.web.outcome import deciding, planning, regrade
from qbank.web.outcome.deciding import Given
from qbank.web.sitting import rulings
from qbank.web.sitting.rulings import Ruling

router = routes("rulings")

ERRORS = problems(401, 403, 404, 409)


@router.get(
    "/quizzes/{name}/questions", summary="Questions that were asked", responses=problems(401, 403, 404)
)
def asked(by: By, name: Name, after: Cursor = "", size: Size = SIZE) -> Page[forms.AskedKind]:
    """The questions that a quiz has asked, by the names under which they are ruled about."""
    person = by.teacher()
    with by.site.store.read() as connection:
        used = deciding.used(connection, _taught(connection, person, name))
    found = [
        forms.AskedKind(name=each.public, template=each.template, attempts=each.attempts) for each in used
    ]
    return part(found, after, size, lambda item: item.name)


@router.get("/quizzes/{name}/rulings", summary="Rulings", responses=problems(401, 403, 404))
def made(by: By, name: Name, after: Cursor = "", size: Size = SIZE) -> Page[forms.Ruling]:
    """Every ruling on a quiz in the order of time, those that were taken back and their undos too."""
    person = by.teacher()
    with by.site.store.read() as connection:
        found = _told(connection, _taught(connection, person, name))
    return part(found, after, size, lambda item: item.name, in_order=True)


@router.post("/quizzes/{name}/rulings/plan", summary="What a ruling would change", responses=ERRORS)
def planned(by: By, name: Name, sent: forms.NewRuling) -> forms.Plan:
    """What a correction would change. Nothing is written."""
    person = by.teacher()
    quiz, lines = _lines(by, person, name, sent, token())
    return _plan(by, planning.planned(by.site, quiz, lines))


@router.post("/quizzes/{name}/rulings", status_code=201, summary="Make a ruling", responses=ERRORS)
def rule(by: By, name: Name, sent: forms.Confirmed) -> list[forms.Ruling]:
    """Make a correction and write all marks that it changes, if that is what its plan has shown."""
    person = by.teacher()
    request = _request(by, person, ["rule", name, sent.model_dump(mode="json")])
    if done := _done(by, person, name, request):
        return done
    quiz, lines = _lines(by, person, name, sent, request)
    return _applied(by, person, quiz, lines, sent.digest)


@router.post(
    "/quizzes/{name}/rulings/{ruling}/undo/plan", summary="What an undo would change", responses=ERRORS
)
def undo_planned(by: By, name: Name, ruling: Name, sent: forms.Undo) -> forms.Plan:
    """What taking a ruling back would change. Nothing is written."""
    person = by.teacher()
    quiz, lines = _undos(by, person, name, ruling, sent, token())
    return _plan(by, planning.planned(by.site, quiz, lines))


@router.post(
    "/quizzes/{name}/rulings/{ruling}/undo", status_code=201, summary="Undo a ruling", responses=ERRORS
)
def undo(by: By, name: Name, ruling: Name, sent: forms.ConfirmedUndo) -> list[forms.Ruling]:
    """Take a ruling back, with all that were made at once with it, if that changes what the plan has shown."""
    person = by.teacher()
    request = _request(by, person, ["undo", name, ruling, sent.model_dump()])
    if done := _done(by, person, name, request):
        return done
    quiz, lines = _undos(by, person, name, ruling, sent, request)
    return _applied(by, person, quiz, lines, sent.digest)


def _taught(connection: Connection, person: Person, name: str) -> Quiz:
    return quizzes.quiz(connection, person, name, teaching=True)


def _request(by: Caller, person: Person, asked: Sequence[object]) -> str:
    """By which word the lines of this request are known, however often it is sent."""
    new = token()
    return str(once(by, person, asked, lambda _: new))


def _done(by: Caller, person: Person, name: str, request: str) -> list[forms.Ruling]:
    """What this request has made before."""
    with by.site.store.read() as connection:
        quiz = _taught(connection, person, name)
        lines = {line.public for line in rulings.made_in(connection, quiz.id) if line.request == request}
        return [each for each in _told(connection, quiz) if each.name in lines]


def _lines(
    by: Caller, person: Person, name: str, sent: forms.NewRuling, request: str
) -> tuple[Quiz, list[Ruling]]:
    given = Given(sent.action, sent.scope, sent.part, sent.value, sent.reason)
    with by.site.store.read() as connection:
        quiz = _taught(connection, person, name)
        whole = deciding.question_of(connection, quiz, sent.question)
        return quiz, deciding.lines(connection, quiz, whole, given, person.name, by.now, request)


def _undos(
    by: Caller, person: Person, name: str, ruling: str, sent: forms.Undo, request: str
) -> tuple[Quiz, list[Ruling]]:
    with by.site.store.read() as connection:
        quiz = _taught(connection, person, name)
        lines = rulings.made_in(connection, quiz.id)
        return quiz, deciding.undos(lines, ruling, person.name, sent.reason, by.now, request)


def _applied(
    by: Caller, person: Person, quiz: Quiz, lines: Sequence[Ruling], digest: str
) -> list[forms.Ruling]:
    if regrade.applied(by.site, quiz, person, lines, digest) is not None:
        raise Refusal(409, "By now this would change something else. Ask for its plan again, and look.")
    return _done(by, person, quiz.public, lines[0].request)


def _told(connection: Connection, quiz: Quiz) -> list[forms.Ruling]:
    lines = rulings.made_in(connection, quiz.id)
    stand, over = {line.public for line in rulings.standing(lines)}, deciding.overruled(lines)
    known = questions.by_ids(connection, [line.question_id for line in lines])
    names = {each.id: each.public for each in known}
    return [
        forms.Ruling(
            name=line.public, question=names.get(line.question_id, ""), part=line.part, action=line.action,
            value=line.value, reason=line.reason, who=line.who, made=line.made, stands=line.public in stand,
            overruled_by=over[line.public].public if line.public in over else None,
        )
        for line in lines
    ]  # fmt: skip


def _plan(by: Caller, plan: planning.Plan) -> forms.Plan:
    shown = plan.changed[: limits.PAGE_ROWS]
    with by.site.store.read() as connection:
        ids = [each.attempt_id for each in shown]
        found = select(attempts.c.id, attempts.c.public).where(attempts.c.id.in_(ids))
        names = {row.id: row.public for row in connection.execute(found)}
    moved = [
        forms.Moved(
            attempt=names[each.attempt_id], position=each.before.position, part=each.before.part, typed=each.typed,
            verdict_before=each.before.verdict, verdict_after=each.after.verdict,
            points_before=each.before.points, points_after=each.after.points,
        )
        for each in shown
    ]  # fmt: skip
    return forms.Plan(
        digest=plan.digest, attempts=len(plan.before), up=plan.up, down=plan.down, mean_before=plan.means[0],
        mean_after=plan.means[1], changed=len(plan.changed), marks=moved,
    )  # fmt: skip

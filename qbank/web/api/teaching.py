"""Quizzes as their instructors make them: drafted, changed, published, closed."""

from typing import Annotated, Any

from fastapi import Query, Response
from sqlalchemy import Connection

from qbank import limits, markup
from qbank.check.grading import Rules
from qbank.web.api import teaching_forms as forms
from qbank.web.api.caller import By, Caller
from qbank.web.api.document import problems, routes
from qbank.web.api.forms import Page
from qbank.web.api.lists import SIZE, Cursor, Name, Size, part
from qbank.web.api.once import once
from qbank.web.api.quizzes import quiz_form
from qbank.web.asking import stock
from qbank.web.base.again import settled
from qbank.web.base.refusals import Refusal
from qbank.web.course import building, changing, courses, moments, publishing, quiz_fields, quizzes
from qbank.web.course.building import Draft
from qbank.web.course.quizzes import Feedback, Quiz, Slot, State
from qbank.web.door.people import Person

router = routes("quizzes")

ERRORS = problems(401, 403, 404, 409)
_NEW = Draft("", "", moments.DEFAULT, None, None, None, 1, Feedback.WINDOW, Rules(), False, ())
_NEVER_NOTHING = ("title", "instructions", "attempts", "feedback", "credit", "rows", "released")


@router.get("/kinds", tags=["banks"], summary="Kinds of questions", responses=problems(401, 403, 404))
def kinds(
    by: By,
    released: Annotated[bool, Query(description="whether released questions count, whose keys are public")] = False,
    course: Annotated[str, Query(max_length=limits.NAME_CHARACTERS, description="whose own questions count")] = "",
    after: Cursor = "",
    size: Size = SIZE,
) -> Page[forms.Kind]:  # fmt: skip
    """What a quiz can be built of."""
    person = by.teacher()
    with by.site.store.read() as connection:
        at = courses.course(connection, person, course, teaching=True).id if course else None
        found = stock.kinds(connection, at, released=released)
    items = [
        forms.Kind(topic=each.topic, template=each.template, level=each.level, questions=each.size)
        for each in found
    ]
    return part(items, after, size, lambda item: item.template)


@router.post("/courses/{name}/quizzes", status_code=201, summary="Make a quiz", responses=ERRORS)
def new_quiz(by: By, name: Name, sent: forms.NewQuiz) -> forms.Making:
    """A draft, which no student sees until it is published."""
    person = by.teacher()

    def work(connection: Connection) -> str:
        return changing.create(connection, person, name, _drafted(connection, _NEW, sent), by.now)

    return _making(by, person, once(by, person, ["quiz", name, sent.model_dump(mode="json")], work))


@router.get("/quizzes/{name}/making", summary="A quiz as its instructors see it", responses=ERRORS)
def making(by: By, name: Name) -> forms.Making:
    """All of a quiz: its rows, its credit, and whether questions are being made for it."""
    return _making(by, by.teacher(), name)


@router.patch("/quizzes/{name}", summary="Change a quiz", responses=ERRORS)
def change(by: By, name: Name, sent: forms.Change) -> forms.Making:
    """Change what is named. Of a published quiz never so that a running attempt gets shorter."""
    person = by.teacher()

    def work(connection: Connection) -> str:
        quiz = quizzes.quiz(connection, person, name, teaching=True)
        draft = _drafted(connection, _draft_of(connection, quiz), sent)
        changing.change(connection, person, name, draft, sent.version or quiz_fields.seen(quiz), by.now)
        return name

    return _making(by, person, once(by, person, ["change", name, sent.model_dump(mode="json")], work))


@router.post("/quizzes/{name}/publish", summary="Publish a quiz", responses=ERRORS)
def publish(by: By, name: Name) -> forms.Making:
    """Open a draft. Where it has too few questions, these are made first, which takes minutes: `making` says so."""
    person = by.teacher()
    with by.site.store.read() as connection:
        done = quizzes.quiz(connection, person, name, teaching=True).state is State.OPEN
    if not done:
        publishing.publish(by.site, person, name)
    return _making(by, person, name)


@router.post("/quizzes/{name}/withdraw", summary="Make a quiz a draft again", responses=ERRORS)
def withdraw(by: By, name: Name) -> forms.Making:
    """Make a published quiz a draft again, while nobody has begun it."""
    person = by.teacher()
    return _changed(by, person, name, "withdraw", lambda c: changing.withdraw(c, person, name))


@router.post("/quizzes/{name}/close", summary="Close a quiz", responses=ERRORS)
def close(by: By, name: Name) -> forms.Making:
    """End a quiz. Attempts that run end now, with what is saved."""
    person = by.teacher()
    return _changed(by, person, name, "close", lambda c: changing.close(c, person, name, by.now))


@router.post("/quizzes/{name}/reopen", summary="Open a closed quiz again", responses=ERRORS)
def reopen(by: By, name: Name) -> forms.Making:
    """Let a closed quiz be sat again, within its window."""
    person = by.teacher()
    return _changed(by, person, name, "reopen", lambda c: changing.reopen(c, person, name))


@router.post("/quizzes/{name}/copy", status_code=201, summary="Copy a quiz", responses=ERRORS)
def copy(by: By, name: Name) -> forms.Making:
    """The same as a new draft, without its window."""
    person = by.teacher()
    made = once(by, person, ["copy", name], lambda c: changing.duplicate(c, person, name, by.now))
    return _making(by, person, made)


@router.delete("/quizzes/{name}", status_code=204, summary="Delete a draft", responses=ERRORS)
def remove(by: By, name: Name) -> Response:
    """Delete a draft. What was published stays."""
    person = by.teacher()
    settled(by.site.store, lambda c: changing.remove(c, person, name, by.now))
    return Response(status_code=204)


def _changed(by: Caller, person: Person, name: str, action: str, work: Any) -> forms.Making:
    once(by, person, [action, name], work)
    return _making(by, person, name)


def _making(by: Caller, person: Person, name: str) -> forms.Making:
    with by.site.store.read() as connection:
        quiz = quizzes.quiz(connection, person, name, teaching=True)
        state, said = publishing.standing(connection, quiz, by.now)
    rules = quiz.rules._asdict()
    return forms.Making(
        **quiz_form(quiz).model_dump(), version=quiz_fields.seen(quiz), released=quiz.released,
        credit=forms.Credit(**rules), rows=[forms.Row(**slot._asdict()) for slot in quiz.slots],
        link=f"/quizzes/link/{quiz.link}", making=state == publishing.RUNNING, trouble=said,
    )  # fmt: skip


def _draft_of(connection: Connection, quiz: Quiz) -> Draft:
    zone = changing.zone_of(connection, quiz) or moments.DEFAULT
    return Draft(
        quiz.title, quiz.instructions, zone, quiz.opens, quiz.closes, quiz.minutes, quiz.attempts, quiz.feedback,
        quiz.rules, quiz.released, quiz.slots,
    )  # fmt: skip


def _drafted(connection: Connection, draft: Draft, sent: forms.Change) -> Draft:
    """The draft with what was sent. Raises Refusal, by its field, for what does not fit."""
    given = {name: getattr(sent, name) for name in sent.model_fields_set - {"version"}}
    for name in _NEVER_NOTHING:
        if name in given and given[name] is None:
            raise Refusal(422, f"{name}: null is no value for it; leave it out.", field=name)
    if (credit := given.pop("credit", None)) is not None:
        given["rules"] = Rules(**credit.model_dump())
    if (rows := given.pop("rows", None)) is not None:
        given["slots"] = tuple(Slot(**row.model_dump()) for row in rows)
    new = draft._replace(**given)
    if found := markup.problems(new.instructions):
        raise Refusal(422, f"{found[0][:1].upper()}{found[0][1:]}.", field="instructions")
    if new.opens is not None and new.closes is not None and new.closes <= new.opens:
        raise Refusal(422, "This is not after the time when it opens.", field="closes")
    if new.slots != draft.slots:
        _check_rows(connection, new.slots)
    return new


def _check_rows(connection: Connection, slots: tuple[Slot, ...]) -> None:
    sources = building.sources(stock.kinds(connection, None, released=True))
    for at, slot in enumerate(slots):
        if (slot.topic is None) == (slot.template is None):
            raise Refusal(422, "A row names a topic or a template, one of them.", field=f"rows.{at}")
        wanted = f"topic:{slot.topic}" if slot.template is None else f"template:{slot.template}"
        if wanted not in sources:
            raise Refusal(422, "There are no questions of this kind here.", field=f"rows.{at}")
        if slot.template is not None and slot.level is not None:
            raise Refusal(422, "A template has one level; leave it out.", field=f"rows.{at}.level")
    if sum(slot.size for slot in slots) > limits.QUIZ_QUESTIONS:
        raise Refusal(
            422, f"More than {limits.QUIZ_QUESTIONS} questions altogether. Ask fewer.", field="rows"
        )

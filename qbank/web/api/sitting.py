"""Attempts of one's own: begun, answered, submitted, and what they earned."""

from typing import Any

from sqlalchemy import Connection, select

from qbank.web.api import forms
from qbank.web.api.caller import By, Caller
from qbank.web.api.document import problems, routes
from qbank.web.api.lists import SIZE, Cursor, Name, Size, demand, page
from qbank.web.api.once import once
from qbank.web.api.stock import asked_form
from qbank.web.base.again import settled
from qbank.web.base.names import token
from qbank.web.base.refusals import Refusal, missing
from qbank.web.base.schema import attempts as sittings
from qbank.web.base.schema import courses, members
from qbank.web.base.schema import quizzes as kept
from qbank.web.course import quizzes
from qbank.web.course.quizzes import Quiz
from qbank.web.door.people import Person
from qbank.web.door.tokens import Scope
from qbank.web.sitting import attempts, marks, rulings, saving
from qbank.web.sitting.attempts import Attempt

router = routes("attempts")

LAST_POSITION = 2**31


@router.get("/attempts", summary="One's attempts", responses=problems(401, 403))
def own_attempts(by: By, after: Cursor = "", size: Size = SIZE) -> forms.Page[forms.Sitting]:
    """The attempts of the person in courses that there are, without their questions."""
    person = by.may(Scope.LEARN)
    asked = (
        select(*(sittings.c[field] for field in Attempt._fields), kept.c.public.label("quiz"))
        .join(kept, kept.c.id == sittings.c.quiz_id)
        .join(courses, (courses.c.id == kept.c.course_id) & courses.c.archived.is_(None))
        .join(members, (members.c.course_id == courses.c.id) & (members.c.person_id == person.id))
        .where(sittings.c.person_id == person.id, sittings.c.public > after)
        .order_by(sittings.c.public)
    )
    with by.site.store.read() as connection:
        demand(connection, sittings.c.public, after)
        rows = connection.execute(asked.limit(size + 1)).all()
    found = [forms.Sitting(**_sitting(Attempt(*tuple(row)[:-1]), row.quiz)) for row in rows]
    return page(found, size, lambda item: item.name)


@router.post("/quizzes/{name}/attempts", summary="Begin an attempt", responses=problems(401, 403, 404, 409))
def begin(by: By, name: Name) -> forms.Attempt:
    """Begin an attempt, or get the one that is open."""
    person = by.may(Scope.LEARN)

    def work(connection: Connection) -> str:
        quiz = quizzes.quiz(connection, person, name)
        return attempts.start(connection, person, quiz, by.received).public

    return _attempt(by, person, once(by, person, ["begin", name], work))


@router.get("/attempts/{name}", summary="One attempt", responses=problems(401, 403, 404))
def one_attempt(by: By, name: Name) -> forms.Attempt:
    """An attempt of one's own: its questions without their keys, and what is saved."""
    return _attempt(by, by.may(Scope.LEARN), name)


@router.put(
    "/attempts/{name}/answers/{position}", summary="Save an answer", responses=problems(401, 403, 404, 409)
)
def answer(by: By, name: Name, position: int, sent: forms.Save) -> forms.Acknowledged:
    """Save what was typed for one question. It is on the disk when this is answered.

    What is sent in time counts, by the server's clock. What is late, and what contradicts a later text that was not
    `seen`, is kept and does not count.
    """
    person, request = by.may(Scope.LEARN), token()
    if not 0 < position < LAST_POSITION:
        raise missing()

    def work(connection: Connection) -> Any:
        receipt = saving.save(
            connection, person, name, position, sent.answers, sent.seen, request, by.received
        )
        return {name: receipt._asdict()[name] for name in forms.Acknowledged.model_fields}

    return forms.Acknowledged(**once(by, person, ["answer", name, position, sent.model_dump()], work))


@router.post(
    "/attempts/{name}/answers/{position}/final",
    summary="Make an answer final",
    responses=problems(401, 403, 404, 409),
)
def final(by: By, name: Name, position: int) -> list[forms.Earned]:
    """Make an answer final, and see what its parts earned, where the quiz gives feedback after each."""
    person = by.may(Scope.LEARN)
    if not 0 < position < LAST_POSITION:
        raise missing()

    def work(connection: Connection) -> tuple[Attempt, Quiz]:
        attempt, quiz = attempts.own(connection, person, name, locked=True)
        attempts.one_asked(connection, attempt, position)
        attempts.check_one(connection, attempt, quiz, position, by.received)
        return attempt, quiz

    attempt, quiz = settled(by.site.store, work)
    with by.site.store.read() as connection:
        in_force = rulings.in_force(connection, quiz.id)
        paper = marks.papers(connection, attempt.id)[position - 1]
    return [_earned(each) for each in marks.marked(paper, quiz.rules, in_force)]


@router.post("/attempts/{name}/submit", summary="Submit an attempt", responses=problems(401, 403, 404))
def submit(by: By, name: Name) -> forms.Attempt:
    """End an attempt. Ending it again changes nothing."""
    person = by.may(Scope.LEARN)

    def work(connection: Connection) -> int:
        attempt, _ = attempts.own(connection, person, name, locked=True)
        attempts.submit(connection, attempt, by.received)
        return attempt.id

    marks.mark(by.site, settled(by.site.store, work))
    return _attempt(by, person, name)


@router.get(
    "/attempts/{name}/result", summary="What an attempt earned", responses=problems(401, 403, 404, 409)
)
def result(by: By, name: Name) -> forms.Result:
    """What an attempt of one's own earned, once its quiz lets that be seen."""
    person = by.may(Scope.LEARN)
    with by.site.store.read() as connection:
        attempt, quiz = attempts.own(connection, person, name)
        if not quiz.feedback_is_out(by.now, attempt.submitted):
            raise Refusal(409, "What this attempt earned is not to be seen, or not yet.")
        return result_form(attempt, person.public, marks.latest(connection, [attempt.id]).get(attempt.id, []))


def _sitting(attempt: Attempt, quiz: str) -> dict[str, Any]:
    return {
        "name": attempt.public, "quiz": quiz, "number": attempt.number, "started": attempt.started,
        "deadline": attempt.deadline, "submitted": attempt.submitted,
    }  # fmt: skip


def _attempt(by: Caller, person: Person, name: str) -> forms.Attempt:
    with by.site.store.read() as connection:
        attempt, quiz = attempts.own(connection, person, name)
        saved = attempts.saved_in(connection, attempt)
        asked = attempts.asked_in(connection, attempt)
    found = [
        forms.AskedQuestion(
            position=each.position, points=each.points, **asked_form(each.form, each.options),
            saved=[
                forms.Saved(part=part, typed=kept.typed, revision=kept.revision)
                for (position, part), kept in sorted(saved.items())
                if position == each.position
            ],
        )
        for each in asked
    ]  # fmt: skip
    return forms.Attempt(**_sitting(attempt, quiz.public), now=by.now, questions=found)


def result_form(attempt: Attempt, student: str, found: list[marks.Mark]) -> forms.Result:
    """What an attempt earned, as programs get it."""
    return forms.Result(
        attempt=attempt.public, student=student, submitted=attempt.submitted or 0,
        points=sum(each.points for each in found), worth=sum(each.worth for each in found),
        provisional=attempt.marked is None or any(marks.needs_a_person(each) for each in found),
        parts=[_earned(each) for each in found],
    )  # fmt: skip


def _earned(each: marks.Mark) -> forms.Earned:
    return forms.Earned(
        position=each.position, part=each.part, verdict=each.verdict, points=each.points, worth=each.worth,
        read_as=each.read_as, why=each.why,
        feedback=[found["feedback"] for found in each.diagnosis if found["feedback"]],
    )  # fmt: skip

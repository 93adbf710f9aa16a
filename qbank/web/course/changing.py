"""Quizzes as their instructors change them. Each change asks first whether the person teaches the course.

A draft may become anything. What a published quiz asks and what it earns stays: students have begun it, or may any
moment. Its window, length, attempts and feedback may still be changed, never so that a running attempt gets shorter.
"""

from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update

from qbank import limits
from qbank.question import canonical
from qbank.web.asking import stock
from qbank.web.base.names import public_name
from qbank.web.base.refusals import Refusal
from qbank.web.base.schema import attempts, fillings, interventions, members, pool, rulings
from qbank.web.base.schema import quizzes as table
from qbank.web.base.sentences import Sentence
from qbank.web.course import courses, publishing, quizzes
from qbank.web.course.building import Draft
from qbank.web.course.quiz_fields import seen
from qbank.web.course.quizzes import Quiz, State
from qbank.web.door.people import Person
from qbank.web.outcome.interventions import BY_INSTRUCTOR, END

CLOSED = Sentence("The quiz was closed.")


def create(connection: Connection, person: Person, course: str, draft: Draft, now: int) -> str:
    """A new draft. Returns its public name."""
    taught = courses.course(connection, person, course, teaching=True)
    there = connection.scalars(
        select(func.count()).select_from(table).where(table.c.course_id == taught.id)
    ).one()
    if there >= limits.QUIZZES_A_COURSE:
        raise Refusal(
            422, "A course has %(most)s quizzes at most.", field="title", most=limits.QUIZZES_A_COURSE
        )
    public = public_name()
    row = _row(draft) | {
        "public": public, "course_id": taught.id, "state": State.DRAFT, "link": public_name(), "created": now,
    }  # fmt: skip
    connection.execute(insert(table).values(row))
    _refill(connection, person, public)
    return public


def change(connection: Connection, person: Person, public: str, draft: Draft, known: str, now: int) -> None:
    """Keep what was typed. Raises Refusal, by its field, for what a published quiz may not become.

    `known` is the word by which the page knew the quiz: Refusal(409) where somebody has changed it since.
    """
    quiz = quizzes.quiz(connection, person, public, teaching=True)
    publishing.demand_rest(connection, quiz, now)
    if known != seen(quiz):
        raise Refusal(
            409,
            "Somebody has changed this quiz since you opened this page. What you typed is still here: "
            "save it again to write over that, or open the quiz anew.",
            field="seen",
        )
    if quiz.state is not State.DRAFT:
        _demand_fair(connection, quiz, draft)
    connection.execute(update(table).where(table.c.id == quiz.id).values(_row(draft)))
    if quiz.state is State.DRAFT:
        _refill(connection, person, public)
    else:
        _prolong(connection, person, public, now)


def add_slot(connection: Connection, person: Person, public: str, slot: quizzes.Slot, now: int) -> None:
    """One more row of a draft."""
    quiz = _draft(connection, person, public, now)
    slots = (*quiz.slots, slot)
    if len(slots) > limits.QUIZ_SLOTS or quiz.positions + slot.size > limits.QUIZ_QUESTIONS:
        raise Refusal(
            422,
            "A quiz has %(rows)s rows and %(questions)s questions at most.",
            field="slots",
            rows=limits.QUIZ_SLOTS,
            questions=limits.QUIZ_QUESTIONS,
        )
    connection.execute(update(table).where(table.c.id == quiz.id).values(slots=_slots(slots)))
    _refill(connection, person, public)


def duplicate(connection: Connection, person: Person, public: str, now: int) -> str:
    """The same quiz as a new draft, without its window. Returns its public name."""
    quiz = quizzes.quiz(connection, person, public, teaching=True)
    zone = zone_of(connection, quiz)
    title = f"{quiz.title[: limits.TITLE_CHARACTERS - 7]} (copy)"
    draft = Draft(
        title, quiz.instructions, zone or "UTC", None, None, quiz.minutes, quiz.attempts, quiz.feedback,
        quiz.rules, quiz.released, quiz.slots,
    )  # fmt: skip
    return create(connection, person, quiz.course, draft, now)


def remove(connection: Connection, person: Person, public: str, now: int) -> Quiz:
    """Delete a draft."""
    quiz = _draft(connection, person, public, now)
    connection.execute(delete(pool).where(pool.c.quiz_id == quiz.id))
    connection.execute(delete(fillings).where(fillings.c.quiz_id == quiz.id))
    connection.execute(delete(table).where(table.c.id == quiz.id))
    return quiz


def withdraw(connection: Connection, person: Person, public: str) -> None:
    """Make a published quiz a draft again, while nobody has begun it."""
    quiz = quizzes.quiz(connection, person, public, teaching=True)
    ruled = connection.scalar(select(rulings.c.id).where(rulings.c.quiz_id == quiz.id).limit(1))
    if begun(connection, quiz) or ruled is not None:
        raise Refusal(
            409,
            "Somebody has begun this quiz, or a key of it was corrected. Close it, or make a copy and change that.",
        )
    _state(connection, quiz, State.DRAFT)


def close(connection: Connection, person: Person, public: str, now: int) -> None:
    """End a quiz. Attempts that run end now, with what is saved: feedback that is out must reach nobody who writes."""
    quiz = quizzes.quiz(connection, person, public, teaching=True)
    if quiz.state is not State.OPEN:
        raise Refusal(409, "Only a published quiz can be closed.")
    _state(connection, quiz, State.CLOSED)
    runs = (attempts.c.quiz_id == quiz.id) & attempts.c.submitted.is_(None)
    in_time = attempts.c.deadline.is_(None) | (attempts.c.deadline > now)
    rows = connection.execute(select(attempts.c.id, attempts.c.deadline).where(runs, in_time)).all()
    connection.execute(update(attempts).where(runs, in_time).values(submitted=now, ended=BY_INSTRUCTOR))
    request = public_name()
    notes = [
        {"attempt_id": row.id, "action": END, "before": row.deadline, "after": row.deadline,
         "reason": str(CLOSED), "who_id": person.id, "made": now, "request": request}
        for row in rows
    ]  # fmt: skip
    if notes:
        connection.execute(insert(interventions), notes)


def reopen(connection: Connection, person: Person, public: str) -> None:
    """Let a closed quiz be sat again, within its window."""
    quiz = quizzes.quiz(connection, person, public, teaching=True)
    if quiz.state is not State.CLOSED:
        raise Refusal(409, "Only a closed quiz can be opened again.")
    _state(connection, quiz, State.OPEN)


def begun(connection: Connection, quiz: Quiz) -> int:
    """How many attempts there are."""
    asked = select(func.count()).select_from(attempts).where(attempts.c.quiz_id == quiz.id)
    return int(connection.scalars(asked).one())


def running(connection: Connection, quiz: Quiz) -> int:
    """How many attempts have not ended."""
    asked = select(func.count()).select_from(attempts)
    here = (attempts.c.quiz_id == quiz.id) & attempts.c.submitted.is_(None)
    return int(connection.scalars(asked.where(here)).one())


def endless(connection: Connection, quiz: Quiz) -> int:
    """How many of them never end by themselves."""
    asked = select(func.count()).select_from(attempts)
    here = (attempts.c.quiz_id == quiz.id) & attempts.c.submitted.is_(None) & attempts.c.deadline.is_(None)
    return int(connection.scalars(asked.where(here)).one())


def zone_of(connection: Connection, quiz: Quiz) -> str | None:
    """The zone in which its times were written; None is UTC."""
    return connection.scalar(select(table.c.zone).where(table.c.id == quiz.id))


def _draft(connection: Connection, person: Person, public: str, now: int) -> Quiz:
    quiz = quizzes.quiz(connection, person, public, teaching=True)
    publishing.demand_rest(connection, quiz, now)
    if quiz.state is not State.DRAFT:
        raise Refusal(409, "This quiz is published. Make it a draft again, or make a copy.")
    return quiz


def _demand_fair(connection: Connection, quiz: Quiz, draft: Draft) -> None:
    """Raises Refusal, by its field, for what would take something from those who have begun."""
    if (draft.slots, draft.rules, draft.released) != (quiz.slots, quiz.rules, quiz.released):
        raise Refusal(409, "What a published quiz asks and what it earns stays. Make a copy and change that.")
    if not begun(connection, quiz):
        return
    if draft.minutes is not None and (quiz.minutes is None or draft.minutes < quiz.minutes):
        said = Sentence(
            "Some have begun with more time, which stays theirs. Write as much, or leave it empty."
        )
        if quiz.minutes is not None:
            said = Sentence(
                "Some have begun with more time, which stays theirs. Write as much (%(minutes)s minutes), or leave it "
                "empty.",
                minutes=quiz.minutes,
            )
        raise Refusal(422, said, field="minutes")
    if draft.attempts < quiz.attempts:
        raise Refusal(
            422,
            "Students were promised %(attempts)s. Write as many, or more.",
            field="attempts",
            attempts=quiz.attempts,
        )


def _prolong(connection: Connection, person: Person, public: str, now: int) -> None:
    """Running attempts end when the quiz as it is now says so, where that is later than they were promised.

    One that had no end was promised none: it gets the new one, which is not over before it is written.
    """
    quiz = quizzes.quiz(connection, person, public, teaching=True)
    mine = (members.c.person_id == attempts.c.person_id) & (members.c.course_id == quiz.course_id)
    rows = connection.execute(
        select(attempts.c.id, attempts.c.started, attempts.c.deadline, func.coalesce(members.c.extra, 0).label("extra"))
        .join(members, mine, isouter=True)  # who has left the course has an attempt that runs
        .where(attempts.c.quiz_id == quiz.id, attempts.c.submitted.is_(None))
    ).all()  # fmt: skip
    for row in rows:
        ends = quiz._replace(extra=row.extra).deadline(row.started)
        if row.deadline is None and ends is not None:
            ends = max(ends, now)
        elif row.deadline is None or (ends is not None and ends <= row.deadline):
            continue
        connection.execute(update(attempts).where(attempts.c.id == row.id).values(deadline=ends))


def _refill(connection: Connection, person: Person, public: str) -> None:
    """Put behind a draft what there is already, so that it can be looked at as a student would."""
    stock.pooled(connection, quizzes.quiz(connection, person, public, teaching=True))


def _state(connection: Connection, quiz: Quiz, state: State) -> None:
    connection.execute(update(table).where(table.c.id == quiz.id).values(state=state))


def _row(draft: Draft) -> dict[str, Any]:
    return draft._asdict() | {
        "feedback": draft.feedback,
        "rules": canonical(draft.rules._asdict()),
        "slots": _slots(draft.slots),
    }


def _slots(slots: tuple[quizzes.Slot, ...]) -> str:
    return canonical([slot._asdict() for slot in slots])

"""Publishing a quiz: questions behind every place of it, new ones where there are too few, then it is open.

Making questions takes a minute or more. It is done in a thread of its own, which writes down every few seconds that
it is still at it; where it says nothing any more, the quiz can be published again. A service that starts carries on
what the one before it had not ended.
"""

import logging
from collections.abc import Container
from contextlib import suppress
from functools import reduce
from itertools import groupby
from threading import Event, Thread

from sqlalchemy import Connection, delete, func, insert, select, update

from qbank.web.asking import stock
from qbank.web.base.clock import MINUTE
from qbank.web.base.names import public_name
from qbank.web.base.refusals import Refusal
from qbank.web.base.schema import fillings, members, people, pool
from qbank.web.base.schema import quizzes as table
from qbank.web.base.sentences import Sentence
from qbank.web.base.site import Site
from qbank.web.course import quizzes
from qbank.web.course.courses import INSTRUCTOR
from qbank.web.course.quizzes import Quiz, State
from qbank.web.door.people import Person

RUNNING, FAILED = "running", "failed"
BEAT_SECONDS = 5.0
SILENT = MINUTE  # after which whoever was at it is gone
INTERRUPTED = Sentence("Making questions was interrupted. Publish the quiz again.")


def publish(site: Site, person: Person, public: str) -> bool:
    """Open the quiz, or begin to make what it lacks. Returns whether it is open now.

    Raises Refusal for what is no draft, asks nothing, or could not be sat; and where there are too few questions
    of which no more can be made.
    """
    run = public_name()
    with site.store.read() as connection:
        quiz = _ready(connection, person, public, site.clock.now())
        lacks = site.settings.generates and any(
            stock.lacking(connection, quiz, place) > 0 for place in range(len(quiz.slots))
        )
    if lacks:
        site.store.write(lambda connection: _begin(connection, person, public, run, site.clock.now()))
        Thread(target=_fill, args=(site, person, quiz, run), name=f"fill {public}", daemon=True).start()
        return False
    said = site.store.write(lambda connection: _open(connection, _taught(connection, person, public)))
    if said:
        raise Refusal(422, said, field="slots")
    return True


def carry_on(site: Site) -> None:
    """Go on with what was being made when the service ended: whoever had asked for it was told that it is done.

    It is for the start, when nobody makes anything yet.
    """
    with site.store.read() as connection:
        found = connection.execute(_RUNNING).all()
    failed = update(fillings).where(fillings.c.state == RUNNING).values(state=FAILED, said=INTERRUPTED)
    if found:
        site.store.write(lambda connection: connection.execute(failed) and None)
    for public, instructors in groupby(found, lambda row: row.quiz):
        try:
            publish(site, Person(*next(instructors)[1:]), str(public))
        except Refusal as refusal:
            logging.getLogger("qbank").warning("the quiz %s is not published: %s", public, refusal.sentence)


_RUNNING = (
    select(table.c.public.label("quiz"), *(people.c[name] for name in Person._fields))
    .join(fillings, fillings.c.quiz_id == table.c.id)
    .join(members, (members.c.course_id == table.c.course_id) & (members.c.role == INSTRUCTOR))
    .join(people, people.c.id == members.c.person_id)
    .where(fillings.c.state == RUNNING)
    .order_by(table.c.id, people.c.id)
)
"""The quizzes for which questions are being made, with the instructors of their courses."""


def standing(connection: Connection, quiz: Quiz, now: int) -> tuple[str, str]:
    """Whether questions are being made for the quiz, and why they could not be: state and sentence."""
    row = connection.execute(select(fillings).where(fillings.c.quiz_id == quiz.id)).one_or_none()
    if row is None:
        return "", ""
    if row.state == RUNNING and now - row.seen > SILENT:
        return FAILED, INTERRUPTED
    return row.state, row.said


def demand_rest(connection: Connection, quiz: Quiz, now: int) -> None:
    """Raises Refusal while questions are being made for the quiz as it is."""
    if standing(connection, quiz, now)[0] == RUNNING:
        raise Refusal(
            409, "Questions are being made for this quiz. It can be changed when that is done.", field="seen"
        )


def _ready(connection: Connection, person: Person, public: str, now: int) -> Quiz:
    """The draft, if it can be published."""
    quiz = _taught(connection, person, public)
    demand_rest(connection, quiz, now)
    if quiz.state is not State.DRAFT:
        raise Refusal(409, "This quiz is published already.")
    if not quiz.slots:
        raise Refusal(
            422, "A quiz asks one question at least. Add a topic or a kind of question.", field="slots"
        )
    if quiz.closes is not None and quiz.closes <= now:
        raise Refusal(422, "This time is over already.", field="closes")
    return quiz


def _begin(connection: Connection, person: Person, public: str, run: str, now: int) -> None:
    quiz = _ready(connection, person, public, now)
    connection.execute(delete(fillings).where(fillings.c.quiz_id == quiz.id))
    row = {"quiz_id": quiz.id, "run": run, "state": RUNNING, "said": "", "began": now, "seen": now}
    connection.execute(insert(fillings).values(row))


def _taught(connection: Connection, person: Person, public: str) -> Quiz:
    return quizzes.quiz(connection, person, public, teaching=True)


def _open(connection: Connection, quiz: Quiz, exhausted: Container[int] = ()) -> str:
    """Open the quiz as it stands now; or what it lacks, as a sentence. Of `exhausted` places no more can be made."""
    short = stock.pooled(connection, quiz, exhausted)
    if short:
        return _lacking(connection, quiz, short)
    connection.execute(delete(fillings).where(fillings.c.quiz_id == quiz.id))
    here = (table.c.id == quiz.id) & (table.c.state == State.DRAFT)
    connection.execute(update(table).where(here).values(state=State.OPEN))
    return ""


def _lacking(connection: Connection, quiz: Quiz, short: list[int]) -> str:
    named = [_row(connection, quiz, place) for place in short[:3]]
    rows = reduce(lambda one, other: Sentence("%(one)s; %(other)s", one=one, other=other), named)
    if len(quiz.slots) > 1:
        rows = Sentence("%(rows)s that no other row may use", rows=rows)
    if quiz.released:
        return Sentence("There are too few questions: %(rows)s. Ask fewer, or take another topic.", rows=rows)
    return Sentence(
        "There are too few questions: %(rows)s. Ask fewer, or take another topic, or allow released questions.",
        rows=rows,
    )


def _row(connection: Connection, quiz: Quiz, place: int) -> Sentence:
    slot = quiz.slots[place]
    here = (pool.c.quiz_id == quiz.id) & (pool.c.slot == place)
    there = connection.scalar(select(func.count()).select_from(pool).where(here))
    return Sentence(
        "row %(row)s (%(name)s) asks %(size)s of %(there)s",
        row=place + 1, name=slot.template or slot.topic, size=slot.size, there=there,
    )  # fmt: skip


def _fill(site: Site, person: Person, quiz: Quiz, run: str) -> None:
    """Make what is missing, then open the quiz; whatever happens, the instructor finds it written down."""
    over = Event()
    beat = Thread(target=_beat, args=(site, run, over), name="beat", daemon=True)
    beat.start()
    try:
        exhausted = stock.make_enough(site, quiz)
        said = site.store.write(lambda connection: _end(connection, person, quiz, run, exhausted))
    except Exception:
        logging.getLogger("qbank").exception("a quiz could not be published")
        said = Sentence("Something went wrong while questions were made. The log of the service says what.")
    over.set()
    beat.join()
    if said:
        site.store.write(lambda connection: _fail(connection, run, said))


def _end(connection: Connection, person: Person, quiz: Quiz, run: str, exhausted: Container[int]) -> str:
    """Open the quiz, unless another run has taken its place meanwhile, or it asks something else by now."""
    mine = connection.scalar(select(fillings.c.run).where(fillings.c.run == run))
    if mine is None:
        return ""
    now = _taught(connection, person, quiz.public)
    if (now.slots, now.released) != (quiz.slots, quiz.released):
        return INTERRUPTED
    return _open(connection, now, exhausted)


def _fail(connection: Connection, run: str, said: str) -> None:
    connection.execute(update(fillings).where(fillings.c.run == run).values(state=FAILED, said=said))


def _beat(site: Site, run: str, over: Event) -> None:
    while not over.wait(BEAT_SECONDS):
        now = site.clock.now()
        with suppress(Refusal):  # a database that is away for a moment ends nothing
            site.store.write(lambda connection: _seen(connection, run, now))  # noqa: B023 - run before the next turn


def _seen(connection: Connection, run: str, now: int) -> None:
    connection.execute(update(fillings).where(fillings.c.run == run).values(seen=now))

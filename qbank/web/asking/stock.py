"""What there is to ask: the released bank at the start, and fresh variants when a quiz or a topic runs short.

Fresh ones are made by `qbank generate` in a process of its own, since that alone loads PyTorch; a site without it
goes on with what there is, and its instructors are told.
"""

import subprocess
import sys
from collections.abc import Container, Sequence
from enum import Enum, auto
from pathlib import Path
from typing import NamedTuple

from filelock import FileLock
from sqlalchemy import ColumnElement, Connection, case, delete, func, insert, literal, select

from qbank.bank import Bank, released
from qbank.web.asking import questions
from qbank.web.base.schema import notices, pool
from qbank.web.base.schema import questions as stock
from qbank.web.base.sentences import Sentence
from qbank.web.base.site import Site
from qbank.web.course.quizzes import Quiz, Slot, choosing

GENERATE_SECONDS = 600
ROUNDS = 3  # of making questions for one slot
FOR_EACH_SLOT = 24  # questions in the pool of one place, so that neighbours rarely get the same


def load_released(site: Site) -> int:
    """Take in what the shipped bank has and the service not yet. Returns how many questions these were."""
    lines = list(released())
    return site.store.write(lambda connection: questions.add(connection, lines))


def own_bank(site: Site) -> Bank:
    """The service's own bank, into which it generates."""
    return Bank(site.settings.folder / "bank")


def load_own(site: Site, course_id: int) -> int:
    """Take in what was generated into the service's own bank, as made for that course."""
    lines = list(own_bank(site))
    return site.store.write(lambda connection: questions.add(connection, lines, course_id))


def fitting(connection: Connection, slot: Slot, quiz: Quiz, *, others: bool = False) -> list[str]:
    """The ids of the questions that a slot of the quiz can be filled with; with `others` those of all courses."""
    may = stock.c.released.is_(False) if others else stock.c.course_id == quiz.course_id
    may = may | stock.c.released if quiz.released else may
    asked = select(stock.c.id).where(may).order_by(stock.c.id)
    asked = (
        asked.where(stock.c.template == slot.template)
        if slot.template
        else asked.where(stock.c.topic == slot.topic)
    )
    if slot.level is not None:
        asked = asked.where(stock.c.level == slot.level)
    return list(connection.scalars(asked))


def lacking(connection: Connection, quiz: Quiz, place: int) -> int:
    """How many questions a slot lacks.

    Slots that draw from the same kind or topic take from each other, so that they want what all of them ask.
    """
    slot = quiz.slots[place]
    asked = sum(
        each.size for each in quiz.slots if slot.template in (None, each.template) and _alike(slot, each)
    )
    return max(FOR_EACH_SLOT, 4 * asked) - len(fitting(connection, slot, quiz))


def _alike(one: Slot, other: Slot) -> bool:
    """Whether both ask of the same topic, and can be of the same level."""
    levels = {slot.level for slot in (one, other)}
    same = len({str(slot.topic or slot.template).partition(".")[0] for slot in (one, other)}) == 1
    return same and (None in levels or len(levels) == 1)


def make_enough(site: Site, quiz: Quiz) -> frozenset[int]:
    """Make new questions for every slot that lacks some. Returns the places of which no more can be made."""
    made = [_make_enough(site, quiz, place) for place in range(len(quiz.slots))]
    return frozenset(place for place, each in enumerate(made) if each is Made.FEWER)


def _make_enough(site: Site, quiz: Quiz, place: int) -> "Made":
    """What one slot lacks. Of what is made some may be there already, as a released question: then once more."""
    for _ in range(ROUNDS):
        with site.store.read() as connection:
            lacks = lacking(connection, quiz, place)
        if lacks <= 0:
            break
        made = generate(site, quiz.slots[place], lacks, quiz.course_id)
        if made is not Made.ALL:
            return made
    return Made.ALL


def pooled(connection: Connection, quiz: Quiz, exhausted: Container[int] = ()) -> list[int]:
    """Put behind every slot what there is. Returns the places, from 0, whose slot can run short in an attempt.

    Courses have questions of their own, so that nobody learns in one what another asks. Only a slot that would run
    short and is `exhausted`, since no more can be made, shares those of other courses.
    """
    connection.execute(delete(pool).where(pool.c.quiz_id == quiz.id))
    found = [fitting(connection, slot, quiz) for slot in quiz.slots]
    for place in short(quiz.slots, found):
        if place in exhausted:
            found[place] = fitting(connection, quiz.slots[place], quiz, others=True)
    rows = [
        {"quiz_id": quiz.id, "slot": place, "question_id": name}
        for place, ids in enumerate(found)
        for name in ids
    ]
    if rows:
        connection.execute(insert(pool), rows)
    return short(quiz.slots, found)


def short(slots: Sequence[Slot], found: Sequence[Sequence[str]]) -> list[int]:
    """The slots that can run short, in the order in which `drawing` fills them: what goes before may take as much."""
    lacking: list[int] = []
    before: list[tuple[int, set[str]]] = []
    for at in choosing(slots, [len(ids) for ids in found]):
        mine = set(found[at])
        taken = sum(min(size, len(mine & other)) for size, other in before)
        if len(mine) - taken < slots[at].size:
            lacking.append(at)
        before.append((slots[at].size, mine))
    return sorted(lacking)


class Made(Enum):
    """What became of new questions: as many as wanted, fewer since there are no more variants, or none by a fault."""

    ALL = auto()
    FEWER = auto()
    NONE = auto()


def generate(site: Site, slot: Slot, n: int, course_id: int) -> Made:
    """Make new questions of a course for a slot; where that cannot be done, its instructors get a notice."""
    bank = own_bank(site).folder
    source = ["--question", slot.template] if slot.template else ["--topic", str(slot.topic)]
    level = ["--level", str(slot.level)] if slot.level else []
    chosen = [*source, *level, "-n", str(n), "--bank", str(bank)]
    call = [sys.executable, "-m", "qbank", "-q", "generate", *chosen]
    with FileLock(site.settings.folder / "generating.lock"):  # one PyTorch at a time
        made, said = _run(call, site.settings.folder)
        load_own(site, course_id)
    if made is Made.NONE:
        name = slot.template or slot.topic
        sentence = Sentence("No new questions could be made for %(name)s: %(why)s", name=name, why=said)
        notify(site, "generate", sentence)
    return made


def _run(call: Sequence[str], folder: Path) -> tuple[Made, str]:
    """Run the command: what it made, and what it said last where that is nothing."""
    try:
        done = subprocess.run(  # noqa: S603 - our own command, without a shell
            call, cwd=folder, capture_output=True, text=True, timeout=GENERATE_SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return Made.NONE, str(error)
    said = done.stderr.strip().splitlines()
    if done.returncode == 0:
        return Made.ALL, ""
    if done.returncode == 1 and not said:  # there are no more variants than these: a fault would say itself
        return Made.FEWER, ""
    return Made.NONE, (said or ["it ended without a word"])[-1]


def notify(site: Site, kind: str, sentence: str) -> None:
    """Tell the instructors; of each kind the latest."""
    now = site.clock.now()

    def written(connection: Connection) -> None:
        connection.execute(delete(notices).where(notices.c.kind == kind))
        connection.execute(insert(notices).values(kind=kind, sentence=sentence, made=now))

    site.store.write(written)


class Kind(NamedTuple):
    """A kind of question that a quiz can ask, and how many variants of it there are to ask."""

    topic: str
    template: str
    level: int
    size: int


def kinds(connection: Connection, course_id: int | None, *, released: bool) -> list[Kind]:
    """What a quiz of the course can be built of, also where none of it may be asked yet; by topic and level."""
    own = stock.c.released.is_(False) & (stock.c.course_id == course_id)
    may = case((own | (stock.c.released & literal(released)), 1), else_=0)
    asked = (
        select(stock.c.topic, stock.c.template, stock.c.level, func.sum(may))
        .group_by(stock.c.topic, stock.c.template, stock.c.level)
        .order_by(stock.c.topic, stock.c.level, stock.c.template)
    )
    return [Kind(row[0], row[1], row[2], int(row[3])) for row in connection.execute(asked)]


def examples(connection: Connection, topic: str, may: ColumnElement[bool]) -> dict[str, str]:
    """One question's id for each template of the topic that has any of those that `may` be shown."""
    asked = (
        select(stock.c.template, func.min(stock.c.id))
        .where(stock.c.topic == topic, may)
        .group_by(stock.c.template)
    )
    return {row[0]: row[1] for row in connection.execute(asked)}

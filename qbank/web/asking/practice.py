"""Practice: an answer is read before it counts, judged, and remembered; then comes what is worth asking next."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, func, insert, select

from qbank.answers import Verdict, Word
from qbank.check.grading import Rules, judged
from qbank.check.lookup import Asked
from qbank.draws import Draws, fresh_seed
from qbank.question import Question, canonical
from qbank.web.asking import schedule
from qbank.web.base.schema import practised
from qbank.web.base.schema import questions as stock
from qbank.web.door.people import Person

RULES = Rules()


def judge(question: Question, typed: Mapping[str, str]) -> list[Verdict]:
    """One verdict a part, in their order; a part that nothing was typed for is blank."""
    return [judged(Asked(question, part), typed.get(part.name, ""), RULES) for part in question.parts]


def score(verdicts: Sequence[Verdict]) -> float:
    """0 to 1: the parts count alike."""
    return sum(verdict.score for verdict in verdicts) / len(verdicts)


def is_settled(verdicts: Sequence[Verdict]) -> bool:
    """Whether every part was read, so that the answer can count."""
    return all(verdict.verdict not in (Word.UNREADABLE, Word.BLANK) for verdict in verdicts)


def record(
    connection: Connection,
    person: Person,
    question: Question,
    typed: Mapping[str, str],
    verdicts: Sequence[Verdict],
    request: str,
    now: int,
) -> None:
    """Keep an answer that counts, once for each `request`, and when its kind should be asked again."""
    earned = score(verdicts)
    row = {
        "person_id": person.id,
        "question_id": question.id,
        "topic": question.topic,
        "template": question.template,
        "texts": canonical([typed.get(part.name, "") for part in question.parts]),
        "verdicts": canonical([verdict.verdict.value for verdict in verdicts]),
        "score": earned,
        "made": now,
        "request": request,
    }
    again = select(practised.c.id).where(practised.c.person_id == person.id, practised.c.request == request)
    if connection.scalar(again) is None:
        connection.execute(insert(practised), [row])
        schedule.answered(connection, person.id, question.template, earned, now)


class Progress(NamedTuple):
    """How far somebody has come in a topic."""

    topic: str
    answered: int
    templates: int
    score: float


def progress(connection: Connection, person: Person | None) -> dict[str, Progress]:
    """By topic: how many questions were answered, of how many kinds, and how well on average."""
    if person is None:
        return {}
    kinds = func.count(practised.c.template.distinct())
    asked = (
        select(practised.c.topic, func.count(), kinds, func.avg(practised.c.score))
        .where(practised.c.person_id == person.id)
        .group_by(practised.c.topic)
    )
    return {row[0]: Progress(row[0], row[1], row[2], float(row[3])) for row in connection.execute(asked)}


def next_question(connection: Connection, person: Person | None, topic: str | None, now: int) -> str | None:
    """The public name of what to ask next, in that topic or in all.

    First what is due again, longest due first; then a kind that was never asked; then what is due soonest. Of a
    kind, the variant that was seen least recently.
    """
    of_topic = [stock.c.topic == topic] if topic else []
    rows = connection.execute(
        select(stock.c.template).where(stock.c.released, *of_topic).distinct().order_by(stock.c.template)
    )
    templates = [row.template for row in rows]
    due = schedule.due(connection, person.id) if person else {}
    chosen = schedule.first(templates, due, now, Draws(fresh_seed(), "practice"))
    return None if chosen is None else variant(connection, person, chosen)


def variant(connection: Connection, person: Person | None, template: str, besides: str = "") -> str:
    """The public name of a variant of that template, one that the person has not seen while there is one.

    `besides` is the one that is being looked at; it comes again only where it is the only one.
    """
    seen = (
        select(practised.c.question_id, func.max(practised.c.made).label("last"))
        .where(practised.c.person_id == (person.id if person else -1))
        .group_by(practised.c.question_id)
        .subquery()
    )
    rows = connection.execute(
        select(stock.c.public, seen.c.last)
        .join(seen, seen.c.question_id == stock.c.id, isouter=True)
        .where(stock.c.template == template, stock.c.released)
        .order_by(stock.c.id)
    ).all()
    rows = [row for row in rows if row.public != besides] or rows
    fresh = [row.public for row in rows if row.last is None]
    if fresh:
        return str(fresh[Draws(fresh_seed(), "variant").below(len(fresh))])
    return str(min(rows, key=lambda row: (row.last, row.public)).public)

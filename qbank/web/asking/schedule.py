"""When a kind of question should be asked again: FSRS, a model of forgetting fitted to many people's reviews."""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from fsrs import Card, Rating, Scheduler
from sqlalchemy import Connection, delete, insert, select

from qbank.draws import Draws
from qbank.web.base.schema import cards

HARD_FROM = 0.4
GOOD_FROM = 0.99

_SCHEDULER = Scheduler(enable_fuzzing=False)  # the same answers give the same dates


def answered(connection: Connection, person_id: int, template: str, score: float, now: int) -> None:
    """Take in how well it went: from 0.99 good, from 0.4 hard, below it has to be learned again."""
    mine = (cards.c.person_id == person_id) & (cards.c.template == template)
    state = connection.scalar(select(cards.c.state).where(mine))
    card = Card.from_dict(json.loads(state)) if state else Card(card_id=0)
    rating = Rating.Good if score >= GOOD_FROM else Rating.Hard if score >= HARD_FROM else Rating.Again
    card, _ = _SCHEDULER.review_card(card, rating, datetime.fromtimestamp(now / 1000, UTC))
    due = int(card.due.timestamp() * 1000)
    connection.execute(delete(cards).where(mine))
    row = {"person_id": person_id, "template": template, "state": json.dumps(card.to_dict()), "due": due}
    connection.execute(insert(cards).values(row))


def due(connection: Connection, person_id: int) -> dict[str, int]:
    """From each template that the person has met to when it is due."""
    asked = select(cards.c.template, cards.c.due).where(cards.c.person_id == person_id)
    return {row.template: row.due for row in connection.execute(asked)}


def first(templates: Sequence[str], due: Mapping[str, int], now: int, draws: Draws) -> str | None:
    """What is longest due, else what was never asked, else what is due soonest; None of no templates."""
    overdue = [name for name in templates if due.get(name, now + 1) <= now]
    if overdue:
        return min(overdue, key=lambda name: (due[name], name))
    new = [name for name in templates if name not in due]
    if new:
        return new[draws.below(len(new))]
    return min(templates, key=lambda name: (due[name], name), default=None)

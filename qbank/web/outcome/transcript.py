"""Everything about one attempt, for its instructor: what came when, how it was marked, by whom and why."""

import json
from typing import Any, NamedTuple

from markupsafe import Markup
from sqlalchemy import Connection, Row, select

from qbank.question import Part
from qbank.web.asking import questions
from qbank.web.asking.shown import Shown, shown, text
from qbank.web.base.schema import answers, asked, asked_keys, people, rulings
from qbank.web.base.schema import marks as marks_made
from qbank.web.sitting import letters
from qbank.web.sitting.attempts import Attempt
from qbank.web.sitting.kept import is_after_final
from qbank.web.sitting.keyed import Key, key
from qbank.web.sitting.rulings import Held, in_force


class PartOf(NamedTuple):
    """One part: in the letters of the attempt, everything that was typed for it, and every mark that it had."""

    part: Part
    key: Key
    label: str
    typed: list[Row[Any]]
    marks: list[Row[Any]]


class Told(NamedTuple):
    """One question of the attempt with its key and solution."""

    position: int
    slot: int
    points: float
    question_id: str
    public: str
    template: str
    question: Shown
    parts: list[PartOf]
    explanation: Markup
    checked: int | None

    def is_after_final(self, received: int) -> bool:
        """Whether a late text came when the answer was final already."""
        return is_after_final(self.checked, received)


def transcript(connection: Connection, attempt: Attempt, publics: dict[str, str]) -> list[Told]:
    """Its questions in their order; `publics` leads from a question's id to its name in addresses."""
    keyed = (asked_keys.c.attempt_id == asked.c.attempt_id) & (asked_keys.c.position == asked.c.position)
    rows = connection.execute(
        select(asked, asked_keys.c.line).join(asked_keys, keyed)
        .where(asked.c.attempt_id == attempt.id).order_by(asked.c.position)
    )  # fmt: skip
    typed, given = _typed(connection, attempt), _marks(connection, attempt)
    held = in_force(connection, attempt.quiz_id)
    return [_told(row, typed, given, publics, held) for row in rows]


def _told(
    row: Any, typed: list[Row[Any]], given: list[Row[Any]], publics: dict[str, str], held: Held
) -> Told:
    question = questions.whole(row.line)
    options = json.loads(row.options or "{}")
    asked_so = shown(json.loads(row.form), options)
    parts = [
        PartOf(
            letters.printed(part, options),
            key(part, options, held.get((question.id, part.name), ())),
            label.label,
            [each for each in typed if (each.position, each.part) == (row.position, part.name)],
            [each for each in given if (each.position, each.part) == (row.position, part.name)],
        )
        for part, label in zip(question.parts, asked_so.parts, strict=True)
    ]
    return Told(
        row.position, row.slot, row.points, question.id, publics.get(question.id, ""), question.template,
        asked_so, parts, text(question.explanation), row.checked,
    )  # fmt: skip


def _typed(connection: Connection, attempt: Attempt) -> list[Row[Any]]:
    found = select(answers).where(answers.c.attempt_id == attempt.id)
    return list(connection.execute(found.order_by(answers.c.id)))


def _marks(connection: Connection, attempt: Attempt) -> list[Row[Any]]:
    """Every mark, with the name of who gave it and the ruling that did."""
    found = (
        select(marks_made, people.c.name.label("who"), rulings.c.action.label("action"))
        .join(people, people.c.id == marks_made.c.who_id, isouter=True)
        .join(rulings, rulings.c.id == marks_made.c.ruling_id, isouter=True)
        .where(marks_made.c.attempt_id == attempt.id)
    )
    return list(connection.execute(found.order_by(marks_made.c.id)))

"""Corrections of keys in a quiz: what was decided, what of it stands, and what counts."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from sqlalchemy import Connection, select

from qbank.corrections import RULING, Correction
from qbank.question import Part
from qbank.web.base.names import public_name
from qbank.web.base.schema import people, rulings

UNDO = "undo"
ACTIONS = ("void", "full_marks", "accept", "rekey")
VALUED = ("accept", "rekey")
FOR_EVERYBODY = ("void", "full_marks")
"""Actions that make sense for all questions of a template at once: no key is the same in all of them."""


class Ruling(NamedTuple):
    """One decision on one part. Those that were made at once share `request`; `who` is a name."""

    public: str
    question_id: str
    part: str
    action: str
    value: str | None
    reason: str
    who: str
    made: int
    request: str

    @property
    def place(self) -> tuple[str, str]:
        """The question and the part that it is about."""
        return self.question_id, self.part


Held = Mapping[tuple[str, str], Sequence[Correction]]
"""What counts, by question and part."""


def made_in(connection: Connection, quiz_id: int) -> list[Ruling]:
    """Every ruling of that quiz, undone ones and the undos too, in the order in which they were made."""
    columns = [rulings.c[name] for name in Ruling._fields if name != "who"]
    columns.insert(Ruling._fields.index("who"), people.c.name)
    rows = connection.execute(
        select(*columns)
        .join(people, people.c.id == rulings.c.who_id)
        .where(rulings.c.quiz_id == quiz_id)
        .order_by(rulings.c.id)
    )
    return [Ruling(*row) for row in rows]


def standing(made: Iterable[Ruling]) -> list[Ruling]:
    """Those that no undo takes back, without the undos."""
    lines = list(made)
    gone = {line.value for line in lines if line.action == UNDO}
    return [line for line in lines if line.action != UNDO and line.public not in gone]


def counting(made: Iterable[Ruling]) -> dict[tuple[str, str], list[Correction]]:
    """What counts for each question and part: of void, full marks and another key the latest, and every accept."""
    found: dict[tuple[str, str], list[Correction]] = {}
    for line in standing(made):
        kept = found.setdefault(line.place, [])
        if line.action in RULING:
            kept[:] = [other for other in kept if other.action not in RULING]
        kept.append(correction(line))
    return found


def in_force(connection: Connection, quiz_id: int) -> Held:
    """What counts for each question and part of that quiz."""
    return counting(made_in(connection, quiz_id))


def correction(line: Ruling) -> Correction:
    """The ruling as `qbank.corrections` knows it; the letters of several choices are kept as `A, C`."""
    when = datetime.fromtimestamp(line.made // 1000, UTC).isoformat()
    return Correction(line.question_id, line.part, line.action, line.value, line.reason, line.who, when)


def undone(line: Ruling, who: str, reason: str, now: int, request: str) -> Ruling:
    """The line that takes another one back."""
    return Ruling(public_name(), *line.place, UNDO, line.public, reason, who, now, request)


def shown_value(part: Part, value: str | None) -> str:
    """The value as a person reads it; beside letters stand the texts of their options."""
    if value is None:
        return ""
    if part.options is None:
        return value
    letters = [letter for letter in value.split(", ") if letter in part.options]
    return "; ".join(f"{letter}: {part.options[letter]}" for letter in letters) or "none"

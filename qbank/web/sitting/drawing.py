"""Which questions an attempt asks: drawn from the quiz's pool, and written down with their keys as its own."""

import json
from string import ascii_uppercase
from typing import Any

from sqlalchemy import Connection, bindparam, insert, select

from qbank.corrections import is_void
from qbank.draws import Draws, fresh_seed
from qbank.home import VERSION
from qbank.question import canonical
from qbank.web.asking.questions import Form
from qbank.web.base.refusals import Refusal
from qbank.web.base.schema import asked, asked_keys, attempts, keys, pool
from qbank.web.base.schema import questions as stock
from qbank.web.course.quizzes import Quiz, choosing
from qbank.web.door.people import Person
from qbank.web.sitting import rulings

_TRUTH = {"true", "false"}


def ask(connection: Connection, attempt_id: int, quiz: Quiz, person: Person) -> None:
    """Draw a question for each place, and write down its text and key: this attempt has its own from now on."""
    draws = Draws(fresh_seed(), "quiz")
    drawn = draw(connection, quiz, person, draws)
    texts = {row.id: row for row in connection.execute(_TEXTS, {"ids": [name for _, name in drawn]})}
    shown, secret = [], []
    for position, (slot, name) in enumerate(drawn, start=1):
        place = {"attempt_id": attempt_id, "position": position}
        form, line = texts[name].form, texts[name].line
        options = turned(json.loads(form), draws)
        shown.append(
            place | {
                "slot": slot, "question_id": name, "points": quiz.slots[slot].points,
                "options": canonical(options) if options else None,
                "form": form, "checked": None,
            }
        )  # fmt: skip
        secret.append(place | {"line": line, "checker": VERSION})
    connection.execute(insert(asked), shown)
    connection.execute(insert(asked_keys), secret)


_TEXTS = (
    select(stock.c.id, stock.c.form, keys.c.line)
    .join(keys, keys.c.question_id == stock.c.id)
    .where(stock.c.id.in_(bindparam("ids", expanding=True)))
)


def turned(form: Form, draws: Draws) -> dict[str, str]:
    """From each printed letter to the stored one; true and false stand where everybody expects them."""
    offered = [part["options"] or {} for part in form["parts"]]
    letters = sorted({letter for options in offered for letter in options})
    truth = any({text.casefold() for text in options.values()} == _TRUTH for options in offered)
    return dict(zip(ascii_uppercase, letters if truth else draws.shuffled(letters), strict=False))


def draw(connection: Connection, quiz: Quiz, person: Person, draws: Draws) -> list[tuple[int, str]]:
    """For each place its slot and a question's id: of different templates, and none twice, while there are enough.

    Before all else none that counts for nobody any more, then none that the person was asked in an earlier attempt.
    The slot with the fewest questions to spare chooses first, so that a wider one does not take them away.
    """
    rows = _pool(connection, quiz)
    void = {name for (name, _), lines in rulings.in_force(connection, quiz.id).items() if is_void(lines)}
    before = _asked_before(connection, quiz, person)
    taken: set[str] = set()
    used: set[str] = set()
    drawn: list[tuple[int, str]] = []
    for slot in choosing(quiz.slots, [len(rows.get(at, ())) for at in range(len(quiz.slots))]):
        mine = draws.shuffled(rows.get(slot, []))
        for _ in range(quiz.slots[slot].size):
            free = [row for row in mine if row.question_id not in taken]
            if not free:
                raise Refusal(409, "This quiz has not enough questions yet. Its instructor has to add some.")
            best = min(
                free,
                key=lambda row: (row.question_id in void, row.question_id in before, row.template in used),
            )
            taken.add(best.question_id)
            used.add(best.template)
            drawn.append((slot, best.question_id))
    return sorted(drawn, key=lambda place: place[0])


_POOL = (
    select(pool.c.slot, pool.c.question_id, stock.c.template)
    .join(stock, stock.c.id == pool.c.question_id)
    .where(pool.c.quiz_id == bindparam("quiz"))
    .order_by(pool.c.slot, pool.c.question_id)
)


def _pool(connection: Connection, quiz: Quiz) -> dict[int, list[Any]]:
    rows: dict[int, list[Any]] = {}
    for row in connection.execute(_POOL, {"quiz": quiz.id}):
        rows.setdefault(row.slot, []).append(row)
    return rows


def _asked_before(connection: Connection, quiz: Quiz, person: Person) -> set[str]:
    found = (
        select(asked.c.question_id)
        .join(attempts, attempts.c.id == asked.c.attempt_id)
        .where(attempts.c.quiz_id == quiz.id, attempts.c.person_id == person.id)
    )
    return set(connection.scalars(found))

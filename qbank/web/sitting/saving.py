"""Saving what is typed in an attempt: it is written down as it came, and counts or not by what was there before."""

import json
from collections.abc import Mapping
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, insert, select, update

from qbank import limits
from qbank.check.grading import Rules
from qbank.question import Json
from qbank.web.base.refusals import Refusal, missing
from qbank.web.base.schema import answers, asked, attempts
from qbank.web.base.schema import quizzes as quiz_rows
from qbank.web.course import quizzes
from qbank.web.door.people import Person
from qbank.web.sitting import kept
from qbank.web.sitting.attempts import Attempt, read_form
from qbank.web.sitting.kept import COUNTS, LATE, STALE


class Receipt(NamedTuple):
    """What became of what was sent for a question.

    `revisions` says of each part by which revision it counts now, `stored` the text that counts where that is not
    the one that was sent: in conflict with it, too late, or from a page that did not touch it.
    """

    revisions: dict[str, int]
    standing: str
    stored: dict[str, str]
    conflicts: tuple[str, ...]
    received: int


class Place(NamedTuple):
    """One question of an attempt, and what is needed to read an answer to it: in one look, since it is most asked."""

    attempt: Attempt
    form: Mapping[str, Json]
    options: dict[str, str] | None
    rules: Rules
    checked: int | None


_PLACE = (
    select(
        *(attempts.c[name] for name in Attempt._fields),
        asked.c.form,
        asked.c.options,
        asked.c.checked,
        quiz_rows.c.rules,
    )
    .join(asked, (asked.c.attempt_id == attempts.c.id) & (asked.c.position == bindparam("at")))
    .join(quizzes.MINE, quizzes.MINE.c.id == attempts.c.quiz_id)
    .join(quiz_rows, quiz_rows.c.id == attempts.c.quiz_id)
    .where(attempts.c.public == bindparam("name"), attempts.c.person_id == bindparam("person"))
)


def place(connection: Connection, person: Person, public: str, position: int) -> Place:
    """That question of that attempt of the person. Raises Refusal(404) where there is none."""
    row = connection.execute(_PLACE, {"name": public, "person": person.id, "at": position}).one_or_none()
    if row is None:
        raise missing()
    options, rules = row.options and json.loads(row.options), Rules(**json.loads(row.rules))
    return Place(Attempt(*row[: len(Attempt._fields)]), read_form(row.form), options, rules, row.checked)


def save(
    connection: Connection, person: Person, public: str, position: int,
    typed: Mapping[str, str], seen: Mapping[str, int], request: str, received: int,
) -> Receipt:  # fmt: skip
    """Keep what was typed for the parts of one question.

    `seen` holds the revision of each part that the page knew. Where a later one counts, a text that the page did not
    touch is left aside; one that it changed is kept as stale and does not count: whoever typed it decides. A
    `request` is carried out once for each text that it brings. Raises Refusal(404) for what is another's.
    """
    attempt, final = _answered(connection, person, public, position, typed)
    known = kept.of(connection, attempt.id, position)
    ended = final or not attempt.takes_answers(received)
    rows = []
    for part, text in typed.items():
        standing = known.standing(part, text, seen.get(part, 0), request, ended=ended)
        if standing is not None:
            rows.append(known.row(part, text, request, standing, received))
    if rows:
        connection.execute(
            insert(answers), [{"attempt_id": attempt.id, "position": position} | row for row in rows]
        )
    if attempt.marked is not None and any(row["standing"] == COUNTS for row in rows):
        connection.execute(update(attempts).where(attempts.c.id == attempt.id).values(marked=None))
    return _receipt(known, typed, seen, request, received, ended=ended)


_ANSWERED = (
    select(*(attempts.c[name] for name in Attempt._fields), asked.c.form, asked.c.checked)
    .join(asked, (asked.c.attempt_id == attempts.c.id) & (asked.c.position == bindparam("at")))
    .join(quizzes.MINE, quizzes.MINE.c.id == attempts.c.quiz_id)
    .where(attempts.c.public == bindparam("name"), attempts.c.person_id == bindparam("person"))
    .with_for_update(of=attempts)
)
"""An attempt of the person's own and one question of it, in one look: nothing is asked for more often."""


def _answered(
    connection: Connection, person: Person, public: str, position: int, typed: Mapping[str, str]
) -> tuple[Attempt, bool]:
    """The attempt, and whether the answer was made final.

    Raises Refusal where there is no such question, or a text is too long.
    """
    wanted = {"name": public, "person": person.id, "at": position}
    row = connection.execute(_ANSWERED, wanted).one_or_none()
    if row is None or not set(typed) <= {part["name"] for part in read_form(row.form)["parts"]}:
        raise missing()
    for part, text in typed.items():
        if len(text) > limits.ANSWER_CHARACTERS:
            raise Refusal(
                422,
                "An answer has at most %(most)s characters. Nothing of this was saved.",
                field=part,
                most=f"{limits.ANSWER_CHARACTERS:,}",
            )
    return Attempt(*row[: len(Attempt._fields)]), row.checked is not None


def _receipt(
    known: kept.Known, typed: Mapping[str, str], seen: Mapping[str, int], request: str, received: int,
    *, ended: bool,
) -> Receipt:  # fmt: skip
    """What counts now, after the rows were added to what is known."""
    stored = {part: known.text(part) for part, text in typed.items() if text != known.text(part)}
    untouched = {part for part in stored if typed[part] == known.text_at(part, seen.get(part, 0))}
    untouched = {part for part in untouched if not known.has(part, typed[part], request)}
    open_ = tuple(part for part in stored if part not in untouched)
    standing = COUNTS if not open_ else LATE if ended else STALE
    revisions = {part: known.counting.get(part, 0) for part in typed}
    return Receipt(revisions, standing, stored, open_ if standing == STALE else (), received)

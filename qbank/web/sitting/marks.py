"""What each part of an attempt earned: lines that are added, never changed. The latest counts."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, func, insert, select, update

from qbank.answers import Verdict
from qbank.check.grading import VOID, Rules, judged
from qbank.check.lookup import Asked
from qbank.corrections import Correction
from qbank.question import Part, Question, canonical
from qbank.web.asking import questions
from qbank.web.base.schema import answers, asked, asked_keys, attempts, marks, quizzes
from qbank.web.base.schema import rulings as made
from qbank.web.base.site import Site
from qbank.web.sitting import letters, rulings
from qbank.web.sitting.kept import COUNTS

FOR_EVERYBODY = (VOID, "full_marks")
"""Codes of verdicts that do not depend on what was typed."""


class Mark(NamedTuple):
    """What one part earned, of what it is worth."""

    position: int
    part: str
    verdict: str
    score: float
    points: float
    worth: float
    read_as: str | None
    why: str
    code: str | None
    diagnosis: list[dict[str, Any]]


class Kept(NamedTuple):
    """A person's mark on what was typed, and when it was given."""

    mark: Mark
    made: int


class Paper(NamedTuple):
    """One question of an attempt with its key, and what was typed for it, as it is to be marked."""

    position: int
    question: Question
    points: float
    options: Mapping[str, str]
    typed: Mapping[str, str]


def verdict_on(paper: Paper, part: Part, rules: Rules, corrections: Sequence[Correction]) -> Verdict:
    """The verdict on what was typed for one part, under what was corrected since; in the letters it was asked with."""
    told = letters.corrections(corrections, part, paper.options)
    typed = paper.typed.get(part.name, "")
    return judged(Asked(paper.question, letters.printed(part, paper.options), corrections=told), typed, rules)


def marked(
    paper: Paper, rules: Rules, in_force: Mapping[tuple[str, str], Sequence[Correction]]
) -> list[Mark]:
    """A mark for each part; the parts of a question share its points alike, and a void one is worth nothing."""
    share = paper.points / len(paper.question.parts)
    found = []
    for part in paper.question.parts:
        verdict = verdict_on(paper, part, rules, in_force.get((paper.question.id, part.name), ()))
        worth = 0.0 if verdict.code == VOID else share
        found.append(
            Mark(
                paper.position,
                part.name,
                verdict.verdict.value,
                verdict.score,
                worth * verdict.score,
                worth,
                verdict.read_as,
                verdict.why,
                verdict.code,
                [{"names": list(each.names), "feedback": each.feedback} for each in verdict.diagnosis],
            )
        )
    return found


def papers(connection: Connection, attempt_id: int) -> list[Paper]:
    """The questions of an attempt as they are to be marked, in their order."""
    typed: dict[int, dict[str, str]] = {}
    found = (
        select(answers.c.position, answers.c.part, answers.c.typed)
        .where(answers.c.attempt_id == attempt_id, answers.c.standing == COUNTS)
        .order_by(answers.c.revision)
    )
    for row in connection.execute(found):
        typed.setdefault(row.position, {})[row.part] = row.typed
    rows = connection.execute(
        select(asked.c.position, asked.c.points, asked.c.options, asked_keys.c.line)
        .join(
            asked_keys,
            (asked_keys.c.attempt_id == asked.c.attempt_id) & (asked_keys.c.position == asked.c.position),
        )
        .where(asked.c.attempt_id == attempt_id)
        .order_by(asked.c.position)
    )
    return [paper(row, questions.whole(row.line), typed.get(row.position, {})) for row in rows]


def paper(row: Any, question: Question, typed: Mapping[str, str]) -> Paper:
    """The question of a row that holds its position, points and options, as it is to be marked."""
    return Paper(row.position, question, row.points, json.loads(row.options or "{}"), typed)


def mark(site: Site, attempt_id: int) -> bool:
    """Mark an attempt that has ended. Judging is done before the database is asked to write.

    False where nothing was written: it is marked already, or an answer or a ruling came in while it was judged, and
    the next look marks it.
    """
    with site.store.read() as connection:
        row = connection.execute(
            select(attempts.c.quiz_id, quizzes.c.rules)
            .join(quizzes, quizzes.c.id == attempts.c.quiz_id)
            .where(attempts.c.id == attempt_id)
        ).one()
        seen = _basis(connection, attempt_id, row.quiz_id)
        in_force = rulings.in_force(connection, row.quiz_id)
        sheet = papers(connection, attempt_id)
        persons = by_persons(connection, attempts.c.id == attempt_id)
    rules = Rules(**json.loads(row.rules))
    judged_now = [each for one in sheet for each in marked(one, rules, in_force)]
    found = [due(each, persons.get((attempt_id, each.position, each.part))) for each in judged_now]
    now = site.clock.now()

    def written(connection: Connection) -> bool:
        unmarked = (
            (attempts.c.id == attempt_id) & attempts.c.marked.is_(None) & attempts.c.submitted.is_not(None)
        )
        locked = connection.scalar(select(attempts.c.id).where(unmarked).with_for_update())
        if locked is None or _basis(connection, attempt_id, row.quiz_id) != seen:
            return False
        connection.execute(update(attempts).where(unmarked).values(marked=now))
        add(connection, attempt_id, found, now)
        return True

    return site.store.write(written)


def _basis(connection: Connection, attempt_id: int, quiz_id: int) -> tuple[int | None, int | None]:
    """What marks rest on: the newest answer and the newest ruling."""
    newest = select(func.max(answers.c.id)).where(answers.c.attempt_id == attempt_id)
    ruled = select(func.max(made.c.id)).where(made.c.quiz_id == quiz_id)
    return connection.scalar(newest), connection.scalar(ruled)


def due(judged_now: Mark, kept: Kept | None) -> Mark:
    """What the part earns: a person's mark before the checker's.

    A ruling that gives everybody the same, void or full marks, is meant for this answer too, and comes before both.
    """
    return judged_now if kept is None or judged_now.code in FOR_EVERYBODY else kept.mark


def by_persons(connection: Connection, of_attempts: ColumnElement[bool]) -> dict[tuple[int, int, str], Kept]:
    """The latest mark that a person gave, by attempt, position and part.

    It is about what was typed at that time: where a later answer counts, it is not there.
    """
    rows = connection.execute(
        select(marks.c.attempt_id, marks.c.made, *(marks.c[name] for name in Mark._fields))
        .join(attempts, attempts.c.id == marks.c.attempt_id)
        .where(of_attempts, marks.c.who_id.is_not(None), marks.c.ruling_id.is_(None))
        .order_by(marks.c.id)
    ).all()
    found = {(row.attempt_id, row.position, row.part): Kept(mark_of(row), row.made) for row in rows}
    if not found:
        return {}
    typed = connection.execute(
        select(answers.c.attempt_id, answers.c.position, answers.c.part, func.max(answers.c.received))
        .join(attempts, attempts.c.id == answers.c.attempt_id)
        .where(of_attempts, answers.c.standing == COUNTS)
        .group_by(answers.c.attempt_id, answers.c.position, answers.c.part)
    )
    for row in typed:
        name = (row.attempt_id, row.position, row.part)
        if name in found and row[3] > found[name].made:
            del found[name]
    return found


def add(
    connection: Connection, attempt_id: int, found: Iterable[Mark], now: int,
    *, who: int | None = None, reason: str = "", ruling: int | None = None,
) -> int:  # fmt: skip
    """Add the marks that differ from what counts so far, with who gave them and why. Returns how many these were."""
    before = {
        (each.position, each.part): each for each in latest(connection, [attempt_id]).get(attempt_id, [])
    }
    rows = []
    for each in found:
        old = before.get((each.position, each.part))
        if old != each:
            rows.append(row_of(attempt_id, each, old, now, who=who, reason=reason, ruling=ruling))
    if rows:
        connection.execute(insert(marks), rows)
    return len(rows)


def row_of(
    attempt_id: int, each: Mark, before: Mark | None, now: int,
    *, who: int | None = None, reason: str = "", ruling: int | None = None,
) -> dict[str, Any]:  # fmt: skip
    """The mark as a line of the table."""
    return each._asdict() | {
        "diagnosis": canonical(each.diagnosis), "attempt_id": attempt_id, "before": before and before.points,
        "who_id": who, "reason": reason, "ruling_id": ruling, "made": now,
    }  # fmt: skip


def latest(connection: Connection, attempt_ids: Sequence[int]) -> dict[int, list[Mark]]:
    """The marks that count, by attempt, each in the order of its questions and parts."""
    newest = (
        select(func.max(marks.c.id).label("id"))
        .where(marks.c.attempt_id.in_(attempt_ids))
        .group_by(marks.c.attempt_id, marks.c.position, marks.c.part)
        .subquery()
    )
    rows = connection.execute(
        select(marks.c.attempt_id, *(marks.c[name] for name in Mark._fields))
        .join(newest, newest.c.id == marks.c.id)
        .order_by(marks.c.attempt_id, marks.c.position, marks.c.id)
    )
    found: dict[int, list[Mark]] = {}
    for row in rows:
        found.setdefault(row[0], []).append(mark_of(row))
    return found


def mark_of(row: Any) -> Mark:
    """The mark of a line of the table."""
    values = {name: getattr(row, name) for name in Mark._fields}
    return Mark(**{**values, "diagnosis": json.loads(row.diagnosis)})


def needs_a_person(each: Mark) -> bool:
    """Whether somebody has to look at it before the total is final."""
    return each.verdict in ("unreadable", "undecided") and each.code != VOID

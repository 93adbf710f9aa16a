"""Regrading: what rulings would change is shown first, and written only if it still is what was shown.

Judging is done before the database is asked to write; where an answer, a mark or a ruling has come in meanwhile, it
is done once more.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, insert, select

from qbank.web.base.refusals import Refusal
from qbank.web.base.schema import marks as marks_made
from qbank.web.base.schema import rulings as rulings_made
from qbank.web.base.site import Site
from qbank.web.course.quizzes import Quiz
from qbank.web.door.people import Person
from qbank.web.outcome.planning import Change, Plan, planned, seen_in
from qbank.web.outcome.sittings import lock
from qbank.web.sitting import marks
from qbank.web.sitting.rulings import Ruling

TRIES = 5


def applied(site: Site, quiz: Quiz, person: Person, lines: Sequence[Ruling], digest: str) -> Plan | None:
    """Write the lines and the marks that they change, in one transaction; None where that is done, now or before.

    Where something else would change than what `digest` was taken of, nothing is written, and that is returned.
    """
    for _ in range(TRIES):
        with site.store.read() as connection:
            if _is_done(connection, quiz.id, lines):
                return None
        plan = planned(site, quiz, lines)
        if plan.digest != digest:
            return plan
        if site.store.write(_writing(quiz, person, plan)):
            return None
    raise Refusal(
        503,
        "So many answers come in just now that nothing could be written. Try again in a minute.",
        again=30,
    )


def _writing(quiz: Quiz, person: Person, plan: Plan) -> Callable[[Connection], bool]:
    def written(connection: Connection) -> bool:
        lock(connection, quiz)
        if _is_done(connection, quiz.id, plan.lines):
            return True
        if seen_in(connection, quiz.id) != plan.seen:
            return False
        ids = {line.place: _added(connection, quiz, person, line) for line in plan.lines}
        rows = [_row(change, plan.lines[0], person, ids) for change in plan.changes]
        if rows:
            connection.execute(insert(marks_made), rows)
        return True

    return written


def _added(connection: Connection, quiz: Quiz, person: Person, line: Ruling) -> int:
    row = line._asdict() | {"quiz_id": quiz.id, "who_id": person.id}
    del row["who"]
    return int(connection.execute(insert(rulings_made).values(row).returning(rulings_made.c.id)).scalar_one())


def _row(change: Change, line: Ruling, person: Person, ids: Mapping[tuple[str, str], int]) -> dict[str, Any]:
    ruling = ids[change.question_id, change.after.part]
    return marks.row_of(
        change.attempt_id, change.after, change.before, line.made,
        who=person.id, reason=line.reason, ruling=ruling,
    )  # fmt: skip


def _is_done(connection: Connection, quiz_id: int, lines: Sequence[Ruling]) -> bool:
    """Whether the same form was sent before."""
    same = (rulings_made.c.quiz_id == quiz_id) & (rulings_made.c.request == lines[0].request)
    return connection.scalar(select(rulings_made.c.id).where(same).limit(1)) is not None


__all__ = ["Change", "Plan", "applied", "planned"]

"""What nobody could read or decide: looked at by a person, all answers of the same text at once.

A person's mark is about what was typed then. It stays through rulings that change the key, whose dry run lists it;
void and full marks, which are for everybody, come before it, and it is back when these are taken back.
"""

from collections import defaultdict
from typing import Any, NamedTuple

from sqlalchemy import Connection, insert, select

from qbank.check.grading import VOID
from qbank.check.review import REVIEWED
from qbank.question import digest_of
from qbank.web.base.schema import answers, asked, attempts
from qbank.web.base.schema import marks as marks_made
from qbank.web.base.sentences import Sentence
from qbank.web.course.quizzes import Quiz
from qbank.web.door.people import Person
from qbank.web.outcome.sittings import latest_of, lock
from qbank.web.sitting import marks
from qbank.web.sitting.kept import COUNTS
from qbank.web.sitting.marks import Mark

_SURE = 1e-9


class Group(NamedTuple):
    """Answers of one text to one part of one question. `name` says which ones, whoever else answers meanwhile."""

    name: str
    question_id: str
    part: str
    typed: str
    options: str | None
    worth: float
    why: str
    verdict: str
    of: tuple[tuple[int, Mark], ...]

    @property
    def size(self) -> int:
        """How many answers they are."""
        return len(self.of)


def groups(connection: Connection, quiz: Quiz) -> list[Group]:
    """What waits for a person in submitted attempts, the most frequent first."""
    found: dict[str, list[tuple[Any, Mark, str]]] = defaultdict(list)
    rows = _open(connection, quiz)
    texts = _texts(connection, quiz, {row.attempt_id for row in rows})
    for row in rows:
        each = marks.mark_of(row)
        typed = texts.get((row.attempt_id, row.position, row.part), "")
        told = [row.question_id, row.part, typed, row.options, row.worth]
        found[digest_of(told)].append((row, each, typed))
    made = [_group(name, given) for name, given in found.items()]
    return sorted(made, key=lambda group: (-group.size, group.question_id, group.part, group.typed))


def _group(name: str, given: list[tuple[Any, Mark, str]]) -> Group:
    row, each, typed = given[0]
    of = tuple((other.attempt_id, mark) for other, mark, _ in given)
    return Group(name, row.question_id, each.part, typed, row.options, each.worth, each.why, each.verdict, of)


def _open(connection: Connection, quiz: Quiz) -> list[Any]:
    newest = latest_of(quiz.id)
    at = (asked.c.attempt_id == marks_made.c.attempt_id) & (asked.c.position == marks_made.c.position)
    return list(
        connection.execute(
            select(
                marks_made.c.attempt_id, *(marks_made.c[name] for name in Mark._fields),
                asked.c.question_id, asked.c.options,
            )
            .join(newest, newest.c.id == marks_made.c.id)
            .join(attempts, attempts.c.id == marks_made.c.attempt_id)
            .join(asked, at)
            .where(
                attempts.c.submitted.is_not(None), attempts.c.marked.is_not(None),
                marks_made.c.verdict.in_(("unreadable", "undecided")),
                marks_made.c.code.is_(None) | (marks_made.c.code != VOID),
            )
            .order_by(marks_made.c.attempt_id, marks_made.c.position)
        )
    )  # fmt: skip


def _texts(connection: Connection, quiz: Quiz, ids: set[int]) -> dict[tuple[int, int, str], str]:
    rows = connection.execute(
        select(answers.c.attempt_id, answers.c.position, answers.c.part, answers.c.typed)
        .where(answers.c.attempt_id.in_(ids), answers.c.standing == COUNTS)
        .order_by(answers.c.revision)
    )
    return {(row.attempt_id, row.position, row.part): row.typed for row in rows}


def decide(
    connection: Connection, quiz: Quiz, person: Person, name: str, points: float | None, reason: str, now: int
) -> int:
    """Give all answers of that group so many points, None for all. Returns how many these were.

    None of them are left where somebody else has decided meanwhile, or the same form was sent before.
    """
    lock(connection, quiz)
    group = next((one for one in groups(connection, quiz) if one.name == name), None)
    if group is None:
        return 0
    given = group.worth if points is None else points
    rows = [
        marks.row_of(
            attempt_id, decided(each, given, person.name, reason), each, now, who=person.id, reason=reason
        )
        for attempt_id, each in group.of
    ]
    connection.execute(insert(marks_made), rows)
    return len(rows)


def decided(each: Mark, points: float, who: str, reason: str) -> Mark:
    """The mark that a person gives; it says who, why, and what the checker had said."""
    score = points / each.worth if each.worth else 0.0
    word = "right" if score > 1 - _SURE else "partly" if score > _SURE else "wrong"
    why = Sentence(
        "Decided by %(who)s: %(reason)s. Before that: %(before)s",
        who=who,
        reason=reason.rstrip("."),
        before=each.why,
    )
    return each._replace(verdict=word, score=score, points=points, why=why, code=REVIEWED, diagnosis=[])


def waiting(connection: Connection, quiz: Quiz) -> int:
    """How many answers wait for a person."""
    return len(_open(connection, quiz))

"""What rulings on a quiz would change, worked out before anything is written.

What a part earns is worked out anew from what was typed, from what a person decided about it (see `marks.due`) and
from all rulings that stand. So taking a ruling back gives what there was before it, whatever came in between and in
whichever order.
"""

from collections.abc import Iterable, Sequence
from math import fsum
from typing import Any, NamedTuple

from sqlalchemy import Connection, func, select

from qbank.check.grading import Rules
from qbank.question import digest_of
from qbank.web.asking import questions
from qbank.web.base.schema import answers, asked, asked_keys, attempts, members, quizzes
from qbank.web.base.schema import marks as marks_made
from qbank.web.base.schema import rulings as rulings_made
from qbank.web.base.site import Site
from qbank.web.course.courses import INSTRUCTOR
from qbank.web.course.quizzes import Quiz
from qbank.web.outcome.sittings import latest_of
from qbank.web.sitting import marks, rulings
from qbank.web.sitting.kept import COUNTS
from qbank.web.sitting.marks import Kept, Mark, Paper
from qbank.web.sitting.rulings import Held, Ruling


class Change(NamedTuple):
    """A mark that would be another one."""

    attempt_id: int
    question_id: str
    typed: str
    before: Mark
    after: Mark

    @property
    def matters(self) -> bool:
        """Whether more than the sentence beside it changes."""
        old, new = self.before, self.after
        return (old.verdict, old.points, old.worth) != (new.verdict, new.points, new.worth)


class Total(NamedTuple):
    """The points of an attempt, and what they are out of."""

    points: float
    worth: float

    @property
    def share(self) -> float:
        """0 to 1; 0 where nothing is worth anything."""
        return self.points / self.worth if self.worth else 0.0


class Plan(NamedTuple):
    """What rulings would do. `kept` are changes that a person's decision stands against."""

    lines: tuple[Ruling, ...]
    changes: tuple[Change, ...]
    kept: tuple[Change, ...]
    before: dict[int, Total]
    after: dict[int, Total]
    seen: tuple[int, ...]

    @property
    def changed(self) -> list[Change]:
        """What a student would notice in points or verdict."""
        return [one for one in self.changes if one.matters and one.attempt_id in self.before]

    @property
    def up(self) -> int:
        """How many attempts would have a larger share of their points."""
        return sum(self.after[name].share > self.before[name].share + 1e-9 for name in self.before)

    @property
    def down(self) -> int:
        """How many attempts would have a smaller share."""
        return sum(self.after[name].share < self.before[name].share - 1e-9 for name in self.before)

    @property
    def means(self) -> tuple[float, float]:
        """The mean share of all marked attempts, before and after."""
        return _mean(self.before.values()), _mean(self.after.values())

    @property
    def digest(self) -> str:
        """Changes with anything that is shown; by it is known that what is written is what was seen."""
        told = [
            [
                one.attempt_id,
                one.before.position,
                one.before.part,
                one.typed,
                *one.before[2:6],
                *one.after[2:6],
            ]
            for one in (*self.changed, *self.kept)
        ]
        lines = [[*line.place, line.action, line.value] for line in self.lines]
        return digest_of([lines, told])


class Papers(NamedTuple):
    """The papers with the questions concerned, by attempt, and what was decided about them by hand."""

    papers: list[tuple[int, Paper]]
    marks: dict[int, list[Mark]]
    persons: dict[tuple[int, int, str], Kept]


def planned(site: Site, quiz: Quiz, lines: Sequence[Ruling]) -> Plan:
    """What these lines, rulings or undos, would change if they were added to those that there are."""
    with site.store.read() as connection:
        seen = seen_in(connection, quiz.id)
        made = rulings.made_in(connection, quiz.id)
        before = totals(connection, quiz.id)
        concerned = _papers(connection, quiz.id, {line.question_id for line in lines})
    after_all = rulings.counting([*made, *lines])
    places = {line.place for line in lines}
    changes, kept = [], []
    for attempt_id, paper, each, old in _judged(concerned, quiz.rules, after_all, places):
        typed = paper.typed.get(each.part, "")
        new = marks.due(each, concerned.persons.get((attempt_id, each.position, each.part)))
        if new != old:
            changes.append(Change(attempt_id, paper.question.id, typed, old, new))
        if new != each and (new.verdict, new.points) != (each.verdict, each.points):
            kept.append(Change(attempt_id, paper.question.id, typed, new, each))
    after = dict(before)
    for change in changes:
        if change.attempt_id not in after:  # of somebody who teaches now
            continue
        old_total = after[change.attempt_id]
        after[change.attempt_id] = Total(
            round(old_total.points + change.after.points - change.before.points, 9),
            round(old_total.worth + change.after.worth - change.before.worth, 9),
        )
    return Plan(tuple(lines), tuple(changes), tuple(kept), before, after, seen)


def seen_in(connection: Connection, quiz_id: int) -> tuple[int, ...]:
    """What changes whenever a ruling, a mark or an attempt that is to be marked comes in."""
    ruled = select(func.max(rulings_made.c.id)).where(rulings_made.c.quiz_id == quiz_id)
    mine = attempts.c.quiz_id == quiz_id
    marked = select(func.max(marks_made.c.id)).join(attempts, attempts.c.id == marks_made.c.attempt_id)
    ended = select(func.count(), func.max(attempts.c.marked)).where(mine, _is_marked())
    count, last = connection.execute(ended).one()
    return tuple(
        int(value or 0)
        for value in (connection.scalar(ruled), connection.scalar(marked.where(mine)), count, last)
    )


def _is_marked() -> Any:
    return attempts.c.submitted.is_not(None) & attempts.c.marked.is_not(None)


def totals(connection: Connection, quiz_id: int) -> dict[int, Total]:
    """The points of every marked attempt at that quiz; those of who teaches now are none of the class's."""
    newest = latest_of(quiz_id)
    teachers = (
        select(members.c.person_id)
        .join(quizzes, quizzes.c.course_id == members.c.course_id)
        .where(quizzes.c.id == quiz_id, members.c.role == INSTRUCTOR)
    )
    rows = connection.execute(
        select(marks_made.c.attempt_id, func.sum(marks_made.c.points), func.sum(marks_made.c.worth))
        .join(newest, newest.c.id == marks_made.c.id)
        .join(attempts, attempts.c.id == marks_made.c.attempt_id)
        .where(_is_marked(), attempts.c.person_id.not_in(teachers))
        .group_by(marks_made.c.attempt_id)
        .order_by(marks_made.c.attempt_id)
    )
    return {row[0]: Total(round(row[1], 9), round(row[2], 9)) for row in rows}


def _papers(connection: Connection, quiz_id: int, ids: Iterable[str]) -> Papers:
    """Of every marked attempt the questions with these ids, with what was typed and the marks that count."""
    concerned = (attempts.c.quiz_id == quiz_id) & _is_marked() & asked.c.question_id.in_(list(ids))
    with_asked = (asked.c.attempt_id == answers.c.attempt_id) & (asked.c.position == answers.c.position)
    texts: dict[tuple[int, int], dict[str, str]] = {}
    for row in connection.execute(
        select(answers.c.attempt_id, answers.c.position, answers.c.part, answers.c.typed)
        .join(asked, with_asked)
        .join(attempts, attempts.c.id == answers.c.attempt_id)
        .where(concerned, answers.c.standing == COUNTS)
        .order_by(answers.c.revision)
    ):
        texts.setdefault((row.attempt_id, row.position), {})[row.part] = row.typed
    keyed = (asked_keys.c.attempt_id == asked.c.attempt_id) & (asked_keys.c.position == asked.c.position)
    rows = connection.execute(
        select(asked.c.attempt_id, asked.c.position, asked.c.points, asked.c.options, asked_keys.c.line)
        .join(asked_keys, keyed)
        .join(attempts, attempts.c.id == asked.c.attempt_id)
        .where(concerned)
        .order_by(asked.c.attempt_id, asked.c.position)
    ).all()
    known = {line: questions.whole(line) for line in {row.line for row in rows}}
    papers = [
        (
            row.attempt_id,
            marks.paper(row, known[row.line], texts.get((row.attempt_id, row.position), {})),
        )
        for row in rows
    ]
    own = attempts.c.quiz_id == quiz_id
    return Papers(
        papers,
        marks.latest(connection, sorted({row.attempt_id for row in rows})),
        marks.by_persons(connection, own),
    )


def _judged(
    concerned: Papers, rules: Rules, held: Held, places: set[tuple[str, str]]
) -> Iterable[tuple[int, Paper, Mark, Mark]]:
    """Each part concerned with its new mark by the checker and the one that counts; the same text is judged once."""
    before = {
        (name, each.position, each.part): each for name, given in concerned.marks.items() for each in given
    }
    judged: dict[Any, list[Mark]] = {}
    for attempt_id, paper in concerned.papers:
        options, typed = tuple(paper.options.items()), tuple(sorted(paper.typed.items()))
        same = paper.question.id, paper.points, options, typed
        if same not in judged:
            judged[same] = marks.marked(paper, rules, held)
        for each in judged[same]:
            old = before.get((attempt_id, paper.position, each.part))
            if (paper.question.id, each.part) in places and old is not None:
                yield attempt_id, paper, each._replace(position=paper.position), old


def _mean(found: Iterable[Total]) -> float:
    shares = [total.share for total in found]
    return fsum(shares) / len(shares) if shares else 0.0

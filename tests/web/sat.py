"""Quizzes that a class has sat: real questions, answered as each student is told to, submitted and marked."""

from functools import partial

from sqlalchemy import update

from qbank.web.base.names import public_name
from qbank.web.base.schema import members
from qbank.web.course import courses
from qbank.web.outcome import planning, regrade, sittings
from qbank.web.sitting import letters, marks, rulings
from qbank.web.sitting.rulings import Ruling

from .conftest import person
from .quizzing import make_quiz, save, slot, start, submit

CELLS, KEYS, ATTENTION, FORWARD = (
    "mask.cells",
    "mask.visible_keys",
    "parameters.attention",
    "parameters.feed_forward",
)
SLOTS = [
    slot(template=ATTENTION, points=2.0),
    slot(template=FORWARD, points=1.0),
    slot(template=CELLS, points=4.0),
]


def right(part):
    return part.display


def mistaken(part):
    return part.mistakes[0].display


def unreadable(part):
    return "about ten?"


def blank(part):
    return ""


def sit(site, who, quiz, *hows, ended=True):
    """An attempt whose questions are answered so, in their order; `ended` says whether it is submitted and marked."""
    attempt = start(site, who, quiz)
    with site.store.read() as connection:
        papers = marks.papers(connection, attempt.id)
    for paper, how in zip(papers, hows, strict=False):
        typed = {part.name: how(letters.printed(part, paper.options)) for part in paper.question.parts}
        save(site, who, attempt, paper.position, typed)
    if ended:
        submit(site, who, attempt)
        assert marks.mark(site, attempt.id)
    return attempt


def classroom(site, school, n):
    """More students of ada's course."""
    found = [person(site, f"student{at:02d}") for at in range(n)]
    now, course = site.clock.now(), school["course"].id
    for one in found:
        label = f"S-{one.name[-2:]}"
        site.store.write(
            partial(
                courses.add_member,
                course_id=course,
                person_id=one.id,
                role=courses.STUDENT,
                now=now,
                label=label,
            )
        )
    return found


def sat_quiz(site, school, **changed):
    """Ben has all right, Cleo one mistake in the first question and nothing readable in the second."""
    quiz = make_quiz(site, school, slots=SLOTS, **changed)
    ben = sit(site, school["ben"], quiz, right, right, right)
    cleo = sit(site, school["cleo"], quiz, mistaken, unreadable, right)
    return quiz, ben, cleo


def promote(site, who):
    """Make a student of the course one of its instructors."""
    teaches = update(members).where(members.c.person_id == who.id).values(role=courses.INSTRUCTOR)
    site.store.write(lambda c: c.execute(teaches) and None)


def totals(site, quiz):
    with site.store.read() as connection:
        return planning.totals(connection, quiz.id)


def latest(site, attempt):
    with site.store.read() as connection:
        return marks.latest(connection, [attempt.id])[attempt.id]


def papers(site, attempt):
    with site.store.read() as connection:
        return marks.papers(connection, attempt.id)


def ruling(question_id, action, *, part="", value=None, now=0, reason="why", request=None):
    return Ruling(
        public_name(), question_id, part, action, value, reason, "ada", now, request or public_name()
    )


def rule(site, quiz, who, *lines):
    """Make these rulings, as the pages do: a dry run, then that."""
    plan = planning.planned(site, quiz, lines)
    assert regrade.applied(site, quiz, who, lines, plan.digest) is None
    return plan


def undo(site, quiz, who, line):
    return rule(site, quiz, who, rulings.undone(line, who.name, "a slip", site.clock.now(), public_name()))


def entries(site, quiz):
    with site.store.read() as connection:
        return sittings.entries(connection, quiz)

"""Quizzes for tests: made of real questions, open from the clock's time on, and answered with their real keys."""

import json
from functools import partial

from sqlalchemy import insert, select

from qbank.web.asking import stock
from qbank.web.base.clock import MINUTE
from qbank.web.base.names import public_name
from qbank.web.base.schema import asked_keys, members
from qbank.web.base.schema import quizzes as table
from qbank.web.course import quizzes
from qbank.web.sitting import attempts, saving


def slot(topic=None, template=None, size=1, points=1.0, level=None):
    return {"topic": topic, "template": template, "level": level, "size": size, "points": points}


def make_quiz(site, school, slots=None, **changed):
    """An open quiz of ada's course: two questions about masks, an hour each, one attempt, over in a day."""
    now = site.clock.now()
    row = {
        "public": public_name(), "course_id": school["course"].id, "title": "Week 1", "instructions": "", "state": "open",
        "opens": now, "closes": now + 24 * 60 * MINUTE, "minutes": 60, "attempts": 1, "feedback": "submission",
        "rules": "{}", "slots": json.dumps(slots or [slot("mask", size=2)]), "released": True, "link": public_name(),
        "created": now, **changed,
    }  # fmt: skip
    columns = {column.name for column in table.columns}
    site.store.write(
        lambda c: c.execute(insert(table).values({k: v for k, v in row.items() if k in columns})) and None
    )
    with site.store.read() as connection:
        made = quizzes.quiz(connection, school["ada"], row["public"])
    site.store.write(lambda c: stock.pooled(c, made))
    return made


def seen_by(site, person, quiz):
    with site.store.read() as connection:
        return quizzes.quiz(connection, person, quiz.public)


def start(site, person, quiz):
    return site.store.write(
        lambda c: attempts.start(c, person, quizzes.quiz(c, person, quiz.public), site.clock.now())
    )


def save(site, person, attempt, position, typed, seen=None, request=None, received=None):
    work = partial(
        saving.save, person=person, public=attempt.public, position=position, typed=typed, seen=seen or {},
        request=request or public_name(), received=site.clock.now() if received is None else received,
    )  # fmt: skip
    return site.store.write(work)


def submit(site, person, attempt, received=None):
    at = site.clock.now() if received is None else received
    return site.store.write(lambda c: attempts.submit(c, attempts.own(c, person, attempt.public)[0], at))


def own(site, person, attempt):
    with site.store.read() as connection:
        return attempts.own(connection, person, attempt.public)[0]


def keys_of(site, attempt, position):
    """By part the key as a student would type it, in the letters of the attempt."""
    from qbank.web.sitting import letters, marks

    with site.store.read() as connection:
        paper = marks.papers(connection, attempt.id)[position - 1]
    return {part.name: letters.printed(part, paper.options).display for part in paper.question.parts}


def counting(site, attempt):
    with site.store.read() as connection:
        return {place: kept.typed for place, kept in attempts.saved_in(connection, attempt).items()}


def give_extra(site, person, percent):
    from sqlalchemy import update

    site.store.write(
        lambda c: (
            c.execute(update(members).where(members.c.person_id == person.id).values(extra=percent)) and None
        )
    )


def rows(site, table, *where):
    with site.store.read() as connection:
        return connection.execute(select(table).where(*where)).all()


__all__ = ["asked_keys"]

"""Rows that the tests of the database write directly: a quiz of released questions, and an attempt at it."""

from sqlalchemy import insert, select

from qbank.question import canonical
from qbank.web.base.names import public_name
from qbank.web.base.schema import pool
from qbank.web.base.schema import questions as stock
from qbank.web.base.schema import quizzes as table
from qbank.web.course import quizzes
from qbank.web.sitting import attempts

RULES = canonical({})


def quiz_of(connection, course_id, now, *, count=4, minutes=60):
    """An open quiz of so many questions of one topic; returns its public name."""
    topic = connection.scalars(select(stock.c.topic).order_by(stock.c.topic)).first()
    slots = [{"topic": topic, "template": None, "level": None, "size": count, "points": 2.0}]
    row = {
        "public": public_name(), "course_id": course_id, "title": "Quiz", "instructions": "", "state": "open",
        "opens": None, "closes": None, "minutes": minutes, "attempts": 1, "feedback": "submission",
        "rules": RULES, "slots": canonical(slots), "released": True, "link": public_name(), "created": now,
    }  # fmt: skip
    new = connection.execute(insert(table).values(row).returning(table.c.id)).scalar_one()
    ids = connection.scalars(select(stock.c.id).where(stock.c.topic == topic)).all()
    connection.execute(insert(pool), [{"quiz_id": new, "slot": 0, "question_id": name} for name in ids])
    return row["public"]


def attempt_of(connection, school, now, *, name="ben", count=2):
    """The number of a student's attempt at a quiz of the course."""
    public = quiz_of(connection, school["course"].id, now, count=count)
    quiz = quizzes.quiz(connection, school[name], public)
    return attempts.start(connection, school[name], quiz, now).id

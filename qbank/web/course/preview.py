"""A quiz as a student would get it, for its instructors: drawn from the same pool, and kept nowhere."""

from typing import NamedTuple

from sqlalchemy import Connection, select

from qbank.draws import Draws
from qbank.question import Question
from qbank.web.asking import questions
from qbank.web.base.schema import keys
from qbank.web.course.quizzes import Quiz
from qbank.web.door.people import Person
from qbank.web.sitting import drawing


class Drawn(NamedTuple):
    """A question in its place, with the order of its options: printed letter → stored one."""

    slot: int
    question: Question
    options: dict[str, str]


def drawn(connection: Connection, quiz: Quiz, person: Person, seed: str) -> list[Drawn]:
    """One version of the quiz; the same seed gives the same. Raises Refusal where there are too few questions."""
    draws = Draws(seed, "preview")
    found = drawing.draw(connection, quiz, person, draws)
    names = [name for _, name in found]
    rows = connection.execute(select(keys.c.question_id, keys.c.line).where(keys.c.question_id.in_(names)))
    lines = {row.question_id: row.line for row in rows}
    whole = [(slot, questions.whole(lines[name])) for slot, name in found]
    return [
        Drawn(slot, question, drawing.turned(questions.form_of(question), draws)) for slot, question in whole
    ]

"""Which questions the service knows: the bank's lines, split into what everybody may see and the key.

A released question's id leads to its key in the released bank, so that the world gets to know a random name instead.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, func, insert, select

from qbank.question import Json, Question, canonical, digest_of
from qbank.stored import parsed, question_from_json
from qbank.web.base.names import public_name
from qbank.web.base.schema import keys, pictures, questions

Form = dict[str, Json]
"""What everybody may see of a question: {prompt, figure, parts: [{name, ask, kind, unit, options}]}."""

SHOWN_OF_ANSWER = ("kind", "places", "figures", "names", "of")
"""What of a part's kind is said to students too; nothing of it depends on the key."""


class Known(NamedTuple):
    """A question without its key."""

    id: str
    public: str
    topic: str
    template: str
    level: int
    released: bool
    form: Form


def form_of(question: Question) -> Form:
    """The public form. Whoever adds a field here gives it to every student: it must not tell the key."""
    return {
        "prompt": question.prompt,
        "figure": question.figure and {name: question.figure[name] for name in ("draw", "data", "alt")},
        "parts": [
            {
                "name": part.name,
                "ask": part.ask,
                "answer": {name: part.answer[name] for name in SHOWN_OF_ANSWER if name in part.answer},
                "unit": part.unit,
                "options": part.options,
            }
            for part in question.parts
        ],
    }


def lettered(stored: dict[str, str] | None, order: Mapping[str, str] | None) -> dict[str, str] | None:
    """A part's options under the letters that they are printed with; `order` leads from each to the stored one."""
    if stored is None or not order:
        return stored
    return {letter: stored[name] for letter, name in sorted(order.items()) if name in stored}


def add(connection: Connection, new: Iterable[Question], course_id: int | None = None) -> int:
    """Take the questions in that are not there yet: made for a course, or released. Returns how many these were."""
    known = set(connection.scalars(select(questions.c.id)))
    rows = {question.id: question for question in new if question.id not in known}
    if rows:
        connection.execute(insert(questions), [_row(question, course_id) for question in rows.values()])
        lines = [{"question_id": question.id, "line": question.to_line()} for question in rows.values()]
        connection.execute(insert(keys), lines)
        _add_pictures(connection, rows.values())
    return len(rows)


def _add_pictures(connection: Connection, new: Iterable[Question]) -> None:
    figures = [form_of(question)["figure"] for question in new]
    drawn = {digest_of(figure): canonical(figure) for figure in figures if figure}
    known = set(connection.scalars(select(pictures.c.name)))
    rows = [{"name": name, "figure": figure} for name, figure in drawn.items() if name not in known]
    if rows:
        connection.execute(insert(pictures), rows)


def _row(question: Question, course_id: int | None) -> dict[str, Any]:
    return {
        "id": question.id,
        "public": public_name(),
        "topic": question.topic,
        "template": question.template,
        "level": question.level,
        "released": course_id is None,
        "course_id": course_id,
        "form": canonical(form_of(question)),
    }


_KNOWN = select(
    questions.c.id, questions.c.public, questions.c.topic, questions.c.template, questions.c.level,
    questions.c.released, questions.c.form,
)  # fmt: skip


def by_public(connection: Connection, public: str) -> Known | None:
    """The question that the world knows by that name."""
    row = connection.execute(_KNOWN.where(questions.c.public == public)).one_or_none()
    return None if row is None else Known(*row[:-1], json.loads(row.form))


def by_ids(connection: Connection, ids: Sequence[str]) -> list[Known]:
    """These questions, in their order; those that are not there left out."""
    rows = connection.execute(_KNOWN.where(questions.c.id.in_(ids)))
    found = {row.id: Known(*row[:-1], json.loads(row.form)) for row in rows}
    return [found[name] for name in ids if name in found]


def with_key(connection: Connection, question_id: str) -> Question:
    """The whole question, for judging and for who may see its key."""
    line = connection.scalars(select(keys.c.line).where(keys.c.question_id == question_id)).one()
    return whole(line)


def whole(line: str) -> Question:
    """The question of a bank line that the service keeps."""
    return question_from_json(parsed(line, "a stored question"), "a stored question")


class Topic(NamedTuple):
    """How much there is to practise."""

    name: str
    templates: int
    questions: int


def topics(connection: Connection, *, released: bool) -> list[Topic]:
    """The topics by name, with their sizes."""
    asked = (
        select(questions.c.topic, func.count(questions.c.template.distinct()), func.count())
        .where(questions.c.released == released)
        .group_by(questions.c.topic)
        .order_by(questions.c.topic)
    )
    return [Topic(*row) for row in connection.execute(asked)]

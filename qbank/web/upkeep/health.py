"""Whether a database is whole: what the schema cannot promise by itself is looked at row by row."""

import json
from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine, Table, and_, exists, select

from qbank.errors import QbankError
from qbank.question import Question, canonical
from qbank.web.asking import questions
from qbank.web.base.migrate import differences, newest, revision
from qbank.web.base.reach import told
from qbank.web.base.schema import answers, asked, asked_keys, attempts, keys, marks, metadata
from qbank.web.base.schema import questions as stock
from qbank.web.sitting.kept import COUNTS, LATE, STALE

AT_ONCE = 500


class Finding(NamedTuple):
    """One thing that is not as it should be."""

    kind: str
    what: str


def findings(engine: Engine) -> Iterator[Finding]:
    """What is wrong in the database, in one snapshot; nothing, where it is whole.

    Raises QbankError where it cannot be looked at: not reachable, or of another release.
    """
    with told(), engine.connect() as connection:
        schema = revision(connection)
        if schema != newest():
            hint = "qbank admin migrate" if schema is None or schema < newest() else "update qbank"
            raise QbankError(f"the database has the schema {schema or 'of no release'}", hint=hint)
        yield from found_in(connection)


def found_in(connection: Connection) -> Iterator[Finding]:
    """What is wrong as this connection sees it."""
    for look in LOOKS:
        yield from look(connection)


def _pages(connection: Connection) -> Iterator[Finding]:
    """SQLite's own check of its file. PostgreSQL looks after its files by itself."""
    if connection.dialect.name == "sqlite":
        for (said,) in connection.exec_driver_sql("PRAGMA integrity_check(20)"):
            if said != "ok":
                yield Finding("file", str(said).replace("\n", " "))


def _schema(connection: Connection) -> Iterator[Finding]:
    for difference in differences(connection):
        yield Finding("schema", difference)


def _references(connection: Connection) -> Iterator[Finding]:
    """Rows that refer to what is not there."""
    for table in metadata.sorted_tables:
        for key in table.foreign_keys:
            target = key.column.table.alias()
            there = exists().where(target.c[key.column.name] == key.parent)
            lost = select(*table.primary_key.columns).where(key.parent.is_not(None), ~there)
            for row in _streamed(connection, lost):
                yield Finding("reference", f"{_place(table, row)}: {key.parent.name} leads nowhere")


def _lines(connection: Connection) -> Iterator[Finding]:
    """Questions whose stored line was changed, or shows something else than it is keyed for."""
    rows = select(stock.c.id, stock.c.form, keys.c.line).outerjoin(keys, keys.c.question_id == stock.c.id)
    for row in _streamed(connection, rows.order_by(stock.c.id)):
        said = _misfit(row.id, row.form, row.line)
        if said:
            yield Finding("question", f"questions {row.id}: {said}")


def _asked(connection: Connection) -> Iterator[Finding]:
    """What attempts keep of their own questions."""
    same = and_(asked_keys.c.attempt_id == asked.c.attempt_id, asked_keys.c.position == asked.c.position)
    rows = select(
        asked.c.attempt_id, asked.c.position, asked.c.question_id, asked.c.form, asked_keys.c.line
    ).outerjoin(asked_keys, same)
    for row in _streamed(connection, rows.order_by(asked.c.attempt_id, asked.c.position)):
        said = _misfit(row.question_id, row.form, row.line)
        if said:
            yield Finding("question", f"asked {row.attempt_id}, {row.position}: {said}")


def _misfit(name: str, form: str, line: str | None) -> str | None:
    """What is wrong with a question and its line."""
    if line is None:
        return "it has no key"
    try:
        question: Question = questions.whole(line)
    except QbankError as error:
        return error.message
    if question.id != name:
        return f"its line is of {question.id}"
    return None if canonical(questions.form_of(question)) == form else "what is shown is not what is keyed"


def _attempts(connection: Connection) -> Iterator[Finding]:
    for row in _streamed(connection, select(attempts).order_by(attempts.c.id)):
        wrong = {
            "it ended before it began": row.submitted is not None and row.submitted < row.started,
            "its deadline is before its start": row.deadline is not None and row.deadline < row.started,
            "nobody knows what ended it": (row.submitted is None) != (row.ended is None),
            "it is marked and has not ended": row.marked is not None and row.submitted is None,
        }
        yield from (
            Finding("attempt", f"attempts {row.id}: {what}") for what, is_so in wrong.items() if is_so
        )


def _answers(connection: Connection) -> Iterator[Finding]:
    """Revisions of each part follow each other without a gap, under questions that were asked."""
    rows = (
        select(answers.c.attempt_id, answers.c.position, answers.c.part, answers.c.revision, answers.c.standing,
               asked.c.form)
        .outerjoin(asked, and_(asked.c.attempt_id == answers.c.attempt_id, asked.c.position == answers.c.position))
        .order_by(answers.c.attempt_id, answers.c.position, answers.c.part, answers.c.revision)
    )  # fmt: skip
    for (attempt, position, part), group in groupby(
        _streamed(connection, rows), key=lambda row: tuple(row[:3])
    ):
        lines = list(group)
        where = f"answers of attempt {attempt}, {position}{f', {part}' if part else ''}"
        if part not in _parts(lines[0].form):
            yield Finding("answer", f"{where}: this was not asked")
        if [line.revision for line in lines] != list(range(1, len(lines) + 1)):
            yield Finding("answer", f"{where}: a revision is missing")
        if any(line.standing not in (COUNTS, LATE, STALE) for line in lines):
            yield Finding("answer", f"{where}: of no known standing")


def _marks(connection: Connection) -> Iterator[Finding]:
    """Each mark goes on from the one before it, and is no more than the part is worth."""
    rows = (
        select(marks, asked.c.form)
        .outerjoin(
            asked, and_(asked.c.attempt_id == marks.c.attempt_id, asked.c.position == marks.c.position)
        )
        .order_by(marks.c.attempt_id, marks.c.position, marks.c.part, marks.c.id)
    )
    for (attempt, position, part), group in groupby(
        _streamed(connection, rows), key=lambda row: tuple(row[1:4])
    ):
        before, where = None, f"marks of attempt {attempt}, {position}{f', {part}' if part else ''}"
        for number, mark in enumerate(group):
            if number == 0 and part not in _parts(mark.form):
                yield Finding("mark", f"{where}: this was not asked")
            if mark.before != before:
                yield Finding("mark", f"{where}: a mark is missing before {mark.id}")
            if not 0 <= mark.score <= 1 or abs(mark.points - mark.score * mark.worth) > 1e-9:
                yield Finding("mark", f"{where}: {mark.points:g} of {mark.worth:g} points for {mark.score:g}")
            before = mark.points


def _unmarked(connection: Connection) -> Iterator[Finding]:
    """Attempts that are said to be marked, and have a question without a mark."""
    marked = exists().where(marks.c.attempt_id == asked.c.attempt_id, marks.c.position == asked.c.position)
    rows = (
        select(asked.c.attempt_id, asked.c.position)
        .join(attempts, attempts.c.id == asked.c.attempt_id)
        .where(attempts.c.marked.is_not(None), ~marked)
        .order_by(asked.c.attempt_id, asked.c.position)
    )
    for row in _streamed(connection, rows):
        yield Finding(
            "mark", f"attempt {row.attempt_id}, {row.position}: it is said to be marked, and is not"
        )


def _parts(form: str | None) -> set[str]:
    return {part["name"] for part in json.loads(form)["parts"]} if form else set()


def _streamed(connection: Connection, asked_for: Any) -> Iterator[Any]:
    yield from connection.execute(asked_for, execution_options={"yield_per": AT_ONCE})


def _place(table: Table, row: Any) -> str:
    return f"{table.name} {', '.join(str(value) for value in row)}"


LOOKS: tuple[Callable[[Connection], Iterator[Finding]], ...] = (
    _pages, _schema, _references, _lines, _asked, _attempts, _answers, _marks, _unmarked,
)  # fmt: skip

"""A table of answers: who typed what for which question, and on which line that stands."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from qbank import limits
from qbank.check.header import Header
from qbank.check.rows import Grid, Row
from qbank.errors import QbankError

_ROW_INSIDE = r"[\r\n]\s*(q[0-9a-hjkmnp-tv-z]{10})\b"


class Problems(Protocol):
    """Where rows that cannot be read are told."""

    def append(self, problem: QbankError, /) -> None: ...


class Typed(NamedTuple):
    """One typed answer; `where` it stands and where its question is `asked` (its row, or the header).

    Both places read `file:line:column`, or `file.xlsx:Sheet1!B7`. `question` is an id, `id.part`, the number on a
    sheet or the question's own text; `attempt` is what the table says about it, and else empty.
    """

    line: int
    student: str
    version: str
    question: str
    answer: str
    where: str
    asked: str
    attempt: str = ""


def answers(table: Grid, header: Header, problems: Problems) -> Iterator[Typed]:
    """The answers of the rows that are left of a table, in their order.

    A row that cannot be read goes to `problems` and the others are still given. Raises QbankError where there
    are too many rows.
    """
    named = False  # whether a row above says whose it is, so that all have to
    for number, row in enumerate(table.rows, start=1):
        if number > limits.TABLE_ROWS:
            raise QbankError(
                f"more than {limits.TABLE_ROWS:,} rows", where=table.name, hint="split the table"
            )
        student = header.student(row.cells)
        if header.form.totals and student.casefold() in header.form.totals:
            continue
        if problem := _problem(row, header, table.separator) or _misfit(row, header, student, named):
            problems.append(problem)
        elif header.long:
            named |= student != ""
            yield _long(row, header, student)
        else:
            yield from _wide(row, header, student, problems)


def _long(row: Row, header: Header, student: str) -> Typed:
    """The answer of a row. It names its question or, where that is blank, the question's number."""
    cells, answer, asked = row.cells, header.named["answer"].at, header.told_by[0]
    if len(header.told_by) > 1 and not _text(cells, asked):
        asked = header.told_by[1]
    return Typed(
        row.line,
        student,
        _named(cells, header, "version"),
        _text(cells, asked),
        _text(cells, answer),
        row.place(answer),
        row.place(asked),
        _named(cells, header, "attempt"),
    )


def _wide(row: Row, header: Header, student: str, problems: Problems) -> Iterator[Typed]:
    """The answers of a row, one a question."""
    line, cells, places, blank = row.line, row.cells, row.places(), header.form.blank
    version, attempt = _named(cells, header, "version"), _named(cells, header, "attempt")
    for asked, at, place, told in header.questions:
        if at in row.faults:
            problems.append(row.faults[at])
            continue
        there = at < len(cells)
        answer = cells[at].strip() if there else ""
        if answer == blank:
            answer = ""
        if told is not None and (text := _text(cells, told)):
            asked, place = text, row.place(told)
        where = places[at] if there else row.place(at)
        yield Typed(line, student, version, asked, answer, where, place, attempt)


def _text(cells: Sequence[str], at: int) -> str:
    """The cell in that column, blank where the row is shorter than the header."""
    return cells[at].strip() if at < len(cells) else ""


def _named(cells: Sequence[str], header: Header, key: str) -> str:
    column = header.named.get(key)
    return _text(cells, column.at) if column else ""


def _problem(row: Row, header: Header, separator: str) -> QbankError | None:
    """Why nothing in the row can be read, if so."""
    if row.problem:
        return row.problem
    if row.faults:
        columns = (column.at for column in header.named.values())
        who = (at for way in header.form.students for at in way)
        return next((row.faults[at] for at in (*columns, *who) if at in row.faults), None)
    if len(row.cells) <= header.width or not (separator and any(map(str.strip, row.cells[header.width :]))):
        return None
    from qbank.check.mends import mend

    mended = mend(row.cells, header, separator)
    return QbankError(
        f"{len(row.cells)} cells where the header has {header.width}",
        where=row.place(header.width),
        hint=f"put quotes around the answer: {mended}"
        if mended
        else f"put quotes around a cell that contains {separator!r}",
    )


def _misfit(row: Row, header: Header, student: str, named: bool) -> QbankError | None:
    """A row without its student, or one of the long form whose quotes took in another row."""
    if not student and (named or not header.long):
        where = row.place(header.form.students[0][0])
        return QbankError("a row without a student", where=where, hint="fill in whose answers these are")
    if not header.long:
        return None
    answer = header.named["answer"].at
    text = _text(row.cells, answer)
    if ("\n" in text or "\r" in text) and (inside := re.search(_ROW_INSIDE, text)):
        message = f"the quoted answer goes on over the row of {inside[1]}"
        return QbankError(message, where=row.place(answer), hint="close the quote where the answer ends")
    return None

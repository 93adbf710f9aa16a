"""A table of answers: who typed what for which question, and on which line that stands."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from qbank import limits
from qbank.check.header import Header
from qbank.check.rows import Grid, Row
from qbank.errors import QbankError


class Problems(Protocol):
    """Where rows that cannot be read are told."""

    def append(self, problem: QbankError, /) -> None: ...


class Typed(NamedTuple):
    """One typed answer; `where` it stands and where its question is `asked` (its row, or the header).

    Both places read `file:line:column`, or `file.xlsx:Sheet1!B7`. `question` is an id, `id.part`, the number on a
    sheet or the question's own text; `number` is the number that the row names beside it. `attempt` is what the table
    says about it, and else empty. Where a row as a whole is an attempt, `row` is its number in the table, from 1, and
    it is `empty` where it answers nothing. `others` is what else the row calls the student.
    """

    line: int
    student: str
    version: str
    question: str
    answer: str
    where: str
    asked: str
    attempt: str = ""
    row: int = 0
    empty: bool = False
    number: str = ""
    others: tuple[str, ...] = ()


def answers(table: Grid, header: Header, problems: Problems, rows: Iterator[int]) -> Iterator[Typed]:
    """The answers of the rows that are left of a table, in their order; `rows` counts them.

    A row that cannot be read goes to `problems` and the others are still given. Raises QbankError where there
    are too many rows.
    """
    named = False  # whether a row above says whose it is, so that all have to
    for row in table.rows:
        number = next(rows)
        if number > limits.TABLE_ROWS:
            raise QbankError(
                f"more than {limits.TABLE_ROWS:,} rows", where=table.name, hint="split the table"
            )
        called = header.called(row.cells)
        if header.form.totals and called and called[0].casefold() in header.form.totals:
            continue
        if problem := _problem(row, header, table.separator):
            problems.append(problem)
        elif not called and (named or not header.long):
            problems.append(_nameless(row, header))
        elif header.long:
            named = named or called != ()
            typed = _long(row, header, called)
            if typed.answer or not (problem := _squeezed(row, header)):
                yield typed
            else:
                problems.append(problem)
        else:
            yield from _wide(row, header, called, number, problems)


def _long(row: Row, header: Header, called: Sequence[str]) -> Typed:
    """The answer of a row. It names its question or, where that is blank, the question's number."""
    cells, answer, asked, number = row.cells, header.named["answer"].at, header.told_by[0], ""
    if len(header.told_by) > 1:
        number = _text(cells, header.told_by[1])
        if not _text(cells, asked):
            asked, number = header.told_by[1], ""
    return Typed(
        row.line,
        called[0] if called else "",
        _named(cells, header, "version"),
        _text(cells, asked),
        _text(cells, answer),
        row.place(answer),
        row.place(asked),
        _named(cells, header, "attempt"),
        number=number,
        others=tuple(called[1:]),
    )


def _wide(
    row: Row, header: Header, called: Sequence[str], number: int, problems: Problems
) -> Iterator[Typed]:
    """The answers of a row, one a question."""
    line, cells, places, blank = row.line, row.cells, row.places(), header.form.blank
    version, attempt = _named(cells, header, "version"), _named(cells, header, "attempt")
    empty = all(_text(cells, column.at) in ("", blank) for column in header.questions) and not row.faults
    if empty and (problem := _squeezed(row, header)):
        problems.append(problem)
        return
    student, *others = called
    for asked, at, place, told in header.questions:
        if at in row.faults:
            problems.append(row.faults[at])
            continue
        there = at < len(cells)
        answer = cells[at].strip() if there else ""
        if answer == blank:
            answer = ""
        if told is not None:
            if text := _text(cells, told):
                asked, place = text, row.place(told)
            elif not answer:
                continue  # this question was not put to this student
        where = places[at] if there else row.place(at)
        yield Typed(
            line, student, version, asked, answer, where, place, attempt, number, empty, "", tuple(others)
        )


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
    if separator and (long := "".join(row.cells)) and ("\n" in long or "\r" in long):
        from qbank.check.taken_in import taken_in

        if fault := taken_in(row, header, separator):
            return fault
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


def _nameless(row: Row, header: Header) -> QbankError:
    """The fault of a row without its student, which may stand in another cell with all the rest."""
    where = row.place(header.form.students[0][0])
    nameless = QbankError("a row without a student", where=where, hint="fill in whose answers these are")
    return _squeezed(row, header) or nameless


def _squeezed(row: Row, header: Header) -> QbankError | None:
    from qbank.check.squeezed import squeezed

    return squeezed(row, header)

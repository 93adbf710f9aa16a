"""A table of answers: who typed what for which question, and on which line that stands."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from qbank import limits
from qbank.check.cells import Cell, Record, decoded, records, separated
from qbank.check.layout import visible
from qbank.errors import QbankError

BESIDE = frozenset({"student", "number", "version"})
"""Columns that say whose answer it is, and on which sheet."""

NAMED = BESIDE | {"question", "answer"}


_ROW_INSIDE = r"[\r\n]\s*(q[0-9a-hjkmnp-tv-z]{10})\b"


class Typed(NamedTuple):
    """One typed answer; `where` it stands and where its question is `asked` (its row, or the header).

    Both places read `file:line:column`.
    """

    line: int
    student: str
    version: str
    question: str
    answer: str
    where: str
    asked: str


class Column(NamedTuple):
    """A column of the header: its name as written, and where it stands."""

    name: str
    at: int
    place: str


class Header(NamedTuple):
    """The columns of a table, those with a meaning of their own apart from those that are questions."""

    named: dict[str, Column]
    questions: tuple[Column, ...]
    width: int

    @property
    def long(self) -> bool:
        """Whether a row is one answer; else a row is one student and a column one question."""
        return "answer" in self.named


def read_table(data: bytes, name: str, problems: list[QbankError]) -> Iterator[Typed]:
    """The answers of a CSV file in the order in which they stand; `name` stands before every complaint.

    Long form: columns question (or number), answer, and perhaps student; wide form: a column student and one
    column a question. A row that cannot be read goes to `problems` and the others are still given. Raises
    QbankError where the table as a whole cannot be read: its header, its encoding, its size.
    """
    text = decoded(data, name)
    separator, start = separated(text, NAMED)
    rows = records(text, separator, name, start)
    first = next(rows, None)
    if first is None:
        raise QbankError(
            "the table is empty", where=name, hint="write a header such as question,answer,student"
        )
    header = _header(first, name)
    return _answers(rows, header, separator, name, problems)


def _answers(
    rows: Iterable[Record], header: Header, separator: str, name: str, problems: list[QbankError]
) -> Iterator[Typed]:
    for number, row in enumerate(rows, start=1):
        if number > limits.TABLE_ROWS:
            raise QbankError(f"more than {limits.TABLE_ROWS:,} rows", where=name, hint="split the table")
        if problem := row.problem or _surplus(row, header, separator, name) or _misfit(row, header, name):
            problems.append(problem)
        else:
            yield from (_long if header.long else _wide)(row, header, name)


def _header(record: Record, name: str) -> Header:
    """The header. Raises QbankError for a column that is missing, without a name or there twice."""
    if record.problem:
        raise record.problem
    cells = list(record.cells)
    while cells and not cells[-1].text.strip():
        cells.pop()
    if len(cells) > limits.TABLE_COLUMNS:
        raise QbankError(f"more than {limits.TABLE_COLUMNS:,} columns", where=f"{name}:{record.line}")
    named: dict[str, Column] = {}
    questions: dict[str, Column] = {}
    for index, cell in enumerate(cells):
        column = Column(cell.text.strip(), index, f"{name}:{record.line}:{cell.column}")
        if not column.name:
            raise QbankError("a column without a name", where=column.place, hint="name it or remove it")
        key = column.name.casefold()
        known = named if key in NAMED else questions
        if key in known:
            raise QbankError(
                f"a second column {column.name!r}", where=column.place, hint="remove one of them"
            )
        known[key] = column
    header = Header(named, tuple(questions.values()), len(cells))
    _demand_columns(header, f"{name}:{record.line}")
    return header


def _demand_columns(header: Header, where: str) -> None:
    named = header.named.keys()
    if "question" in named and "answer" not in named:
        raise QbankError("no column 'answer'", where=where, hint="write question,answer,student")
    if "answer" in named and not named & {"question", "number"}:
        raise QbankError("no column 'question'", where=where, hint="write question,answer,student")
    if "answer" not in named and "student" not in named:
        there = ", ".join(repr(column.name) for column in header.questions[:8])
        raise QbankError(
            f"no columns 'question' and 'answer', and no column 'student'; found {there}",
            where=where,
            hint="write question,answer,student, or student and one column a question",
        )


def _long(row: Record, header: Header, name: str) -> Iterator[Typed]:
    asked = next(
        (
            column
            for key in ("question", "number")
            if (column := header.named.get(key)) and _text(row, column)
        ),
        header.named.get("question") or header.named["number"],
    )
    answer = header.named["answer"]
    yield Typed(
        line=row.line,
        student=_named(row, header, "student"),
        version=_named(row, header, "version"),
        question=_text(row, asked),
        answer=_text(row, answer),
        where=_place(row, answer, name),
        asked=_place(row, asked, name),
    )


def _wide(row: Record, header: Header, name: str) -> Iterator[Typed]:
    student, version = _named(row, header, "student"), _named(row, header, "version")
    for column in header.questions:
        where = _place(row, column, name)
        yield Typed(row.line, student, version, column.name, _text(row, column), where, column.place)


def _named(row: Record, header: Header, key: str) -> str:
    column = header.named.get(key)
    return _text(row, column) if column else ""


def _text(row: Record, column: Column) -> str:
    """The cell in that column, blank where the row is shorter than the header."""
    return row.cells[column.at].text.strip() if column.at < len(row.cells) else ""


def _place(row: Record, column: Column, name: str) -> str:
    cell = row.cells[min(column.at, len(row.cells) - 1)]
    return f"{name}:{row.line}:{cell.column}"


def _surplus(row: Record, header: Header, separator: str, name: str) -> QbankError | None:
    """A row with more cells than the header has columns, with the quotes that would mend it."""
    if not any(cell.text.strip() for cell in row.cells[header.width :]):
        return None
    count = len(row.cells) - header.width
    starts = [header.named["answer"].at] if header.long else range(header.width)
    mends = (row.cells[start : start + count + 1] for start in starts)
    mend = next(
        (_quoted(cells, separator) for cells in mends if header.long or _one_answer(cells, separator)), None
    )
    return QbankError(
        f"{len(row.cells)} cells where the header has {header.width}",
        where=f"{name}:{row.line}:{row.cells[header.width].column}",
        hint=f"put quotes around the answer: {mend}"
        if mend
        else f"put quotes around a cell that contains {separator!r}",
    )


def _misfit(row: Record, header: Header, name: str) -> QbankError | None:
    """A row of the wide form without its student; one of the long form whose quotes took in another row."""
    if not header.long:
        if _named(row, header, "student"):
            return None
        where = _place(row, header.named["student"], name)
        return QbankError("a row without a student", where=where, hint="fill in the column 'student'")
    answer = header.named["answer"]
    inside = re.search(_ROW_INSIDE, _text(row, answer))
    if inside is None:
        return None
    message = f"the quoted answer goes on over the row of {inside[1]}"
    return QbankError(message, where=_place(row, answer, name), hint="close the quote where the answer ends")


def _one_answer(cells: tuple[Cell, ...], separator: str) -> bool:
    """Whether the cells look like one answer that the separator has cut: grouped digits, or a list."""
    first, last = cells[0].text.strip(), cells[-1].text.strip()
    groups = all(len(cell.text) == 3 and cell.text.isdecimal() for cell in cells[1:])
    brackets = first.startswith(("[", "(")) and last.endswith(("]", ")"))
    return brackets or (
        separator == "," and groups and 1 <= len(first.lstrip("+-−")) <= 3 and first[-1].isdecimal()
    )


def _quoted(cells: tuple[Cell, ...], separator: str) -> str:
    text = separator.join(cell.text for cell in cells).rstrip(separator).strip()
    return '"' + visible(text).replace('"', '""') + '"'

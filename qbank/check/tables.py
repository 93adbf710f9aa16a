"""A file of answers opened: whatever it is, the answers in it one after the other."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from qbank.check.header import NAMED, Header, read_header
from qbank.check.rows import Grid
from qbank.check.source import grids
from qbank.check.table import Problems, Typed, answers
from qbank.errors import QbankError

if TYPE_CHECKING:
    from qbank.check.column_map import ColumnMap


def open_table(
    path: str, problems: Problems, columns: "ColumnMap | None" = None, notes: list[str] | None = None
) -> Iterator[Typed]:
    """The answers of a CSV file or an XLSX workbook in the order in which they stand; `-` is stdin.

    Long form: columns question (or number), answer, and perhaps student; wide form: who it was, and one column a
    question, also as form tools export it. `columns` says what a person says about them. A row that cannot be
    read goes to `problems` and the others are still given; what a person should know goes to `notes`.

    Raises QbankError where the table as a whole cannot be read: its header, its encoding, its size. The file is
    opened with the first answer that is asked for and closed behind the last.
    """
    with grids(path, NAMED) as tables:
        table, header = _first(tables, columns, [] if notes is None else notes)
        yield from answers(table, header, problems)


def _first(tables: Iterator[Grid], columns: "ColumnMap | None", notes: list[str]) -> tuple[Grid, Header]:
    """The first table with a header that can be read. Raises QbankError, which names them all, for none."""
    unread: list[tuple[str, QbankError]] = []
    for table in tables:
        try:
            return table, _header(table, columns, notes)
        except QbankError as error:
            unread.append((table.name, error))
    first = unread[0][1]
    if len(unread) == 1:
        raise first
    names = ", ".join(name for name, _ in unread)
    found = f"no sheet is a table of answers ({names}); the first: {first.message}"
    raise QbankError(found, where=first.where, hint=first.hint)


def _header(table: Grid, columns: "ColumnMap | None", notes: list[str]) -> Header:
    first = next(table.rows, None)
    if first is None:
        raise QbankError(
            "the table is empty", where=table.name, hint="write a header such as question,answer,student"
        )
    return read_header(first, table.name, columns, notes)

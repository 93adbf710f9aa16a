"""An uploaded list as rows: those of a CSV file, or of the sheet of a workbook that is about students."""

from collections.abc import Callable, Iterator, Sequence
from io import BufferedReader, BytesIO
from typing import NamedTuple

from qbank import limits
from qbank.check.parts import Bounds
from qbank.check.rows import Grid, Row
from qbank.check.source import tables
from qbank.errors import QbankError

LINES_A_ROW = 10  # with blank ones and those within quotes; a file of blank lines alone would take seconds

_ZIP = b"PK\x03\x04"
_BOOK = "workbook"
"""By which a place in one is told from a line of a CSV file, whatever its sheets are called."""


class Table(NamedTuple):
    """The header, None where there is no row at all, and the rows below it; which sheet they are of is known last."""

    header: Row | None
    rows: Iterator[Row]
    sheet: Callable[[], str]


def table(content: bytes, names: frozenset[str]) -> Table:
    """The table in the file; of several sheets the first whose header has a column of these names.

    Raises QbankError for a file that holds none, and, as its rows are taken, where it is too large or damaged.
    """
    name = _BOOK if content.startswith(_ZIP) else ""
    bounds = Bounds(limits.ROSTER_BOOK_BYTES, limits.ROSTER_BOOK_SIGNS, LINES_A_ROW * limits.ROSTER_ROWS)
    found: list[Grid] = []
    grids = tables(BufferedReader(BytesIO(content)), name, names, bounds)
    headers = []
    for grid in grids:
        found.append(grid)
        headers.append(next(grid.rows, None))
        if _fits(headers[-1], names):
            break
    at = len(found) - 1 if _fits(headers[-1], names) else 0
    title = found[at].name.removeprefix(f"{_BOOK}:")
    return Table(headers[at], found[at].rows, lambda: title if len(found) > 1 or any(grids) else "")


def is_long(content: bytes) -> bool:
    """Whether a text has more lines than any list; what a workbook has is counted as it is read."""
    lines = content.count(b"\n") + content.count(b"\r")
    return not content.startswith(_ZIP) and lines > LINES_A_ROW * limits.ROSTER_ROWS


def place(error: QbankError, *, in_row: bool = False) -> str:
    """`Line 3: ` or `Cell B3: `, where the error says it, and the line is not said already."""
    where = error.where or ""
    if where.startswith(_BOOK):
        return f"Cell {where.rpartition('!')[2]}: " if "!" in where else ""
    parts: Sequence[str] = where.split(":")
    return f"Line {parts[1]}: " if len(parts) > 1 and not in_row else ""


def _fits(header: Row | None, names: frozenset[str]) -> bool:
    return header is not None and any(cell.strip().casefold() in names for cell in header.cells)

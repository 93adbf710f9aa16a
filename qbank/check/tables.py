"""A file of answers opened: whatever it is, the answers in it one after the other."""

from collections.abc import Iterator, Sequence
from itertools import count, islice
from typing import TYPE_CHECKING

from qbank.check.header import NAMED, Header, read_header
from qbank.check.layout import short
from qbank.check.rows import Grid, Row
from qbank.check.source import grids
from qbank.check.table import Problems, Typed, answers
from qbank.errors import QbankError

if TYPE_CHECKING:
    from qbank.check.column_map import ColumnMap

_LOOKED = 6  # rows below the first one in which a header may stand that has something above it
_NAMED = 8  # sheets in a note


def open_table(
    path: str,
    problems: Problems,
    columns: "ColumnMap | None" = None,
    notes: list[str] | None = None,
    numbers: Sequence[str] | None = None,
) -> Iterator[Typed]:
    """The answers of a CSV file or an XLSX workbook in the order in which they stand; `-` is stdin.

    Long form: columns question (or number), answer, and perhaps student; wide form: who it was, and one column a
    question, also as form tools export it. `columns` says what a person says about them, `numbers` what the printed
    sheet asks, where there is one. A row that cannot be read goes to `problems` and the others are still given; what
    a person should know goes to `notes`.

    Raises QbankError where the table as a whole cannot be read: its header, its encoding, its size. The file is
    opened with the first answer that is asked for and closed behind the last.
    """
    notes = [] if notes is None else notes
    with grids(path, NAMED) as tables:
        sheets = _Sheets(columns, notes, numbers)
        rows = count(1)
        for table in tables:
            if header := sheets.header(table):
                yield from answers(table, header, problems, rows)
        sheets.close()


class _Sheets:
    """The headers of the tables in a file, which must not differ: of two that do, only one can be meant."""

    def __init__(self, columns: "ColumnMap | None", notes: list[str], numbers: Sequence[str] | None) -> None:
        self._columns, self._notes, self._numbers = columns, notes, numbers
        self._known = NAMED | (columns.names if columns else frozenset())
        self._first: Header | None = None
        self._read: list[str] = []
        self._unread: list[tuple[str, QbankError | None]] = []
        self._empty: set[str] = set()

    def header(self, table: Grid) -> Header | None:
        """The header of a table of answers, None for another one. Raises QbankError for one that is faulty."""
        row = next(table.rows, None)
        if row is None:
            self._empty.add(table.name)
            hint = "write a header such as question,answer,student"
            self._unread.append((table.name, QbankError("the table is empty", where=table.name, hint=hint)))
            return None
        try:
            header = read_header(row, table.name, self._columns, self._notes, self._numbers)
        except QbankError as error:
            self._pass_over(table, row, error)
            return None
        if not (header.long or header.questions or table.separator):
            self._unread.append((table.name, None))  # a list of students perhaps
            return None
        self._first = self._first or header
        if _meant(self._first) != _meant(header):
            found = f"{self._read[0]} and {table.name} are tables of answers with different columns"
            hint = "hide or remove the sheet that is not meant, or save the other one as CSV"
            raise QbankError(found, where=f"{table.name}:{row.line}", hint=hint)
        self._read.append(table.name)
        return header

    def _pass_over(self, table: Grid, first: Row, error: QbankError) -> None:
        """A cover page is passed over. Raises the error where the table is meant as one of answers."""
        from qbank.check.squeezed import known

        if first.problem or first.faults or known(first.cells, self._known):
            raise error
        for row in islice(table.rows, _LOOKED):
            if known(row.cells, self._known) > 1:
                found = f"the first row is no header, {short(' '.join(filter(None, first.cells)))!r}"
                hint = f"the header seems to be in {row.place(0)}: remove what stands above it"
                raise QbankError(found, where=first.place(0), hint=hint)
        self._unread.append((table.name, error))

    def close(self) -> None:
        """Says which sheets were read, where there are several. Raises QbankError where none is a table of answers."""
        passed_over = [name for name, _ in self._unread if name not in self._empty]
        if not self._read:
            self._refuse()
        elif passed_over or len(self._read) > 1:
            self._notes.append(f"Read: {_listed(self._read)}.")
        if passed_over:
            self._notes.append(f"Passed over, since no columns of answers are there: {_listed(passed_over)}.")

    def _refuse(self) -> None:
        """Raises the first fault, if there is one."""
        faults = [error for _, error in self._unread if error]
        if not faults:
            return
        first = faults[0]
        if len(self._unread) == 1:
            raise first
        names = ", ".join(name for name, _ in self._unread)
        found = f"no sheet is a table of answers ({names}); the first: {first.message}"
        raise QbankError(found, where=first.where, hint=first.hint)


def _meant(header: Header) -> tuple[bool, bool, frozenset[str], frozenset[str]]:
    """What must be the same on all sheets."""
    asked = frozenset(column.asked.casefold() for column in header.questions)
    return header.long, bool(header.form.students), frozenset(header.named), asked


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - _NAMED:,} more" if len(names) > _NAMED else ""
    return ", ".join(names[:_NAMED]) + more

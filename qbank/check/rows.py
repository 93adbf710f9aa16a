"""Rows of cells, wherever they come from: a text file, or a sheet of a workbook."""

from collections.abc import Iterator, Mapping, Sequence, Set
from types import MappingProxyType
from typing import NamedTuple, Protocol

from qbank.errors import QbankError

NO_FAULTS: Mapping[int, QbankError] = MappingProxyType({})
NO_CELLS: Set[int] = frozenset()


class Row(Protocol):
    """One row and where it stands; `line` is the line of the file, or the number of the row, on which it starts.

    `problem` says why the row as a whole cannot be read; `faults` which of its cells, counted from 0, cannot;
    `percents` which show a hundred times their number, and `%`.
    """

    @property
    def line(self) -> int: ...
    @property
    def cells(self) -> Sequence[str]: ...
    @property
    def problem(self) -> QbankError | None: ...
    @property
    def faults(self) -> Mapping[int, QbankError]: ...
    @property
    def percents(self) -> Set[int]: ...

    def place(self, index: int) -> str:
        """Where that cell stands; the last one where the row is shorter."""
        ...

    def places(self) -> list[str]:
        """Where each cell stands: all at once, since rows are wide."""
        ...


class Grid(NamedTuple):
    """The rows of one table, its name in complaints, and what separates its cells (nothing in a workbook)."""

    name: str
    rows: Iterator[Row]
    separator: str = ""

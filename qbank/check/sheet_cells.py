"""The cells of one sheet of a workbook as its reader sees them, or why a cell cannot be read."""

import re
from collections.abc import Mapping, Sequence
from math import isfinite
from string import ascii_uppercase
from typing import NamedTuple

from qbank import limits
from qbank.check.layout import visible
from qbank.check.rows import NO_FAULTS
from qbank.check.serials import as_date
from qbank.errors import QbankError

_ESCAPED = re.compile("_x([0-9A-Fa-f]{4})_")
_DIGITS = 15  # that a spreadsheet keeps of a number


class Book(NamedTuple):
    """What the sheets of a workbook share: texts, the numbers of the styles that show dates, and the first day."""

    texts: Sequence[str]
    dates: frozenset[str]
    from_1904: bool


class SheetRow(NamedTuple):
    """One row of a sheet (see `rows.Row`)."""

    name: str
    line: int
    cells: Sequence[str]
    problem: QbankError | None = None
    faults: Mapping[int, QbankError] = NO_FAULTS

    def place(self, index: int) -> str:
        """Where that cell stands: `file.xlsx:Sheet1!B7`."""
        return f"{self.name}!{column_letters(index)}{self.line}"

    def places(self) -> list[str]:
        """Where each cell stands."""
        return [self.place(index) for index in range(len(self.cells))]


class Runs:
    """Takes in the runs of a text, without the signs above it that say how it is pronounced."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.depth = 0
        self._reading = self._beside = False

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """An element opens."""
        self.depth += 1
        if tag == "t":
            self._reading = not self._beside
        elif tag == "rPh":
            self._beside = True

    def text(self, text: str) -> None:
        """Some characters."""
        if self._reading:
            self.pieces.append(text)

    def end(self, tag: str) -> None:
        """An element closes."""
        self.depth -= 1
        if tag == "t":
            self._reading = False
        elif tag == "rPh":
            self._beside = False

    def taken(self) -> str:
        """All that was read since the last time."""
        whole = "".join(self.pieces)
        self.pieces.clear()
        return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), whole) if "_x" in whole else whole


class Texts(Runs):
    """Takes in the part with the texts that cells only number."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []

    def end(self, tag: str) -> None:
        """An element closes, a text with `si`."""
        super().end(tag)
        if tag == "si":
            self.texts.append(self.taken())


class Cells(Runs):
    """Takes in the part with the rows of a sheet; `rows` fills with those that are not blank."""

    def __init__(self, name: str, book: Book) -> None:
        super().__init__()
        self.rows: list[SheetRow] = []
        self.name, self._book = name, book
        self._columns: dict[str, int] = {}
        self._line, self._column = 0, -1
        self._cells, self._faults = dict[int, str](), dict[int, QbankError]()
        self._kind, self._style, self._formula, self._value = "n", "0", False, False

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """An element opens: a row, a cell, or what stands in it."""
        if tag == "c":
            self._kind, self._style = attributes.get("t", "n"), attributes.get("s", "0")
            self._formula = self._value = False
            self._column = self._index(attributes["r"]) if "r" in attributes else self._column + 1
        elif tag == "v":
            self._reading = self._value = True
        elif tag == "f":
            self._formula = True
        elif tag == "row":
            self._line, self._column = int(attributes.get("r", self._line + 1)), -1
            self._cells, self._faults = {}, {}
        else:
            super().start(tag, attributes)
            return
        self.depth += 1

    def end(self, tag: str) -> None:
        """An element closes: a cell is kept, a row is done."""
        if tag == "v":
            self._reading = False
        elif tag == "c":
            if (self.pieces or self._formula) and self._column <= limits.TABLE_COLUMNS:
                self._keep(self.taken())
        elif tag == "row":
            if self._faults or any(map(str.strip, self._cells.values())):
                cells = [self._cells.get(index, "") for index in range(max(self._cells) + 1)]
                self.rows.append(SheetRow(self.name, self._line, cells, faults=self._faults))
        else:
            super().end(tag)
            return
        self.depth -= 1

    def _index(self, place: str) -> int:
        letters = place.rstrip("0123456789")
        if letters not in self._columns:
            self._columns[letters] = column_index(letters)
        return self._columns[letters]

    def _keep(self, text: str) -> None:
        try:
            self._cells[self._column] = self._shown(text)
        except QbankError as fault:
            where = f"{self.name}!{column_letters(self._column)}{self._line}"
            self._cells[self._column] = ""
            self._faults[self._column] = QbankError(fault.message, where=where, hint=fault.hint)

    def _shown(self, text: str) -> str:
        """The cell as text. Raises QbankError where it shows nothing that could be an answer."""
        if self._formula and not self._value:
            raise QbankError(
                "a formula without a value", hint="open the file in a spreadsheet program and save it there"
            )
        if self._kind == "n":
            return _number(text, self._style in self._book.dates, self._book.from_1904)
        if self._kind == "e":
            raise QbankError(f"the spreadsheet shows {visible(text)[:20]} here", hint="mend the cell")
        if self._kind == "b":
            return "true" if text == "1" else "false"
        shown = self._book.texts[int(text)] if self._kind == "s" else text
        if 4 * len(shown) > limits.CELL_BYTES and len(shown.encode("utf-8", "replace")) > limits.CELL_BYTES:
            raise QbankError(f"a cell of more than {limits.CELL_BYTES:,} bytes", hint="shorten it")
        return shown


def _number(text: str, is_date: bool, from_1904: bool) -> str:
    """A number with the digits that a spreadsheet keeps; a date as the checker calls one."""
    if not is_date and text.isdecimal() and len(text) <= _DIGITS:
        return text
    value = float(text)
    if not isfinite(value):
        raise ValueError(f"{text[:20]} is no number of a spreadsheet")
    if not is_date:
        return f"{value:.{_DIGITS}g}"
    shown = as_date(value, from_1904)
    if shown is None:
        raise QbankError("a date outside the calendar", hint="type the answer as text")
    return shown


def column_letters(index: int) -> str:
    """`A` for 0, `Z` for 25, `AA` for 26."""
    letters = ""
    index += 1
    while index:
        index, letter = divmod(index - 1, 26)
        letters = ascii_uppercase[letter] + letters
    return letters


def column_index(letters: str) -> int:
    """The index of a column by its letters. Raises ValueError for anything else."""
    if not 1 <= len(letters) <= 3:
        raise ValueError(f"no column {letters[:20]!r}")
    index = 0
    for letter in letters:
        index = 26 * index + ascii_uppercase.index(letter) + 1
    return index - 1

"""A quoted cell that goes on over the rows below it: by chance a later cell's end has closed its quote."""

import re
from collections.abc import Sequence

from qbank.check.header import Header
from qbank.check.layout import short
from qbank.check.rows import Row
from qbank.check.squeezed import is_question
from qbank.errors import QbankError

_ID = r"\s*q[0-9a-hjkmnp-tv-z]{10}\b"
_NUMBER = r"\s*\d+\s*"
_BRACKETS = ("[", "(", "{")


def taken_in(row: Row, header: Header, separator: str) -> QbankError | None:
    """The fault of a row with such a cell; None for one with a list over several lines."""
    for at, cell in enumerate(row.cells):
        below = cell.splitlines()[1:]
        inside = next((line for line in below if re.match(_ID, line)), None)
        if inside is None and below and _are_rows(row.cells, at, header, separator):
            inside = below[0]
        if inside is not None:
            found = f"the quoted cell goes on over the row {short(inside.strip(), 30)!r}"
            return QbankError(found, where=row.place(at), hint="close the quote where the cell ends")
    return None


def _are_rows(cells: Sequence[str], at: int, header: Header, separator: str) -> bool:
    """Whether the lines of that cell, with what stands before and behind it, are rows as the header has them."""
    if cells[at].lstrip().startswith(_BRACKETS) or f"{separator} " in cells[at]:
        return False
    rows = [line.split(separator) for line in cells[at].splitlines()]
    rows[0] = [*("" for _ in cells[:at]), *rows[0]]
    rows[-1] = [*rows[-1], *("" for _ in cells[at + 1 :])]
    if any(len(row) != header.width for row in rows):
        return False
    letters = any(_student(row, header)[:1].isalpha() for row in rows)  # as in no matrix of numbers
    return all(_names_question(row, header, letters) for row in rows[1:]) if header.long else letters


def _student(cells: Sequence[str], header: Header) -> str:
    return "".join(header.called(cells)[:1])


def _names_question(cells: Sequence[str], header: Header, letters: bool) -> bool:
    """Whether an id or 3b stands where the question does, or a bare number in a table with students in letters."""
    asked = [cells[at] for at in header.told_by]
    return any(is_question(cell) or (letters and re.fullmatch(_NUMBER, cell)) for cell in asked)

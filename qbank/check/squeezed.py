"""Several cells in one: what a spreadsheet leaves that did not know by which sign a table's cells are separated."""

import re
from collections.abc import Sequence
from itertools import chain

from qbank.check.cells import SEPARATORS
from qbank.check.header import NAMED, OWN, Header
from qbank.check.layout import short
from qbank.check.rows import Row
from qbank.errors import QbankError

_QUESTION = r"(?i)\s*(?:q[0-9a-hjkmnp-tv-z]{10}(?:\.\w+)?|\d+[a-z])\s*"
_NUMBER = r"\s*\d+\s*"
_HINT = "let the spreadsheet split the lines (Data, Text to Columns), and fill in the answers behind that"


def known(cells: Sequence[str], names: frozenset[str] = NAMED) -> int:
    """How many names of columns, ids and numbers such as 3b are among these cells, or squeezed into one of them."""
    pieces = chain.from_iterable(re.split("[,;\t]", cell) for cell in cells)
    return sum(piece.strip().casefold() in names or is_question(piece) for piece in pieces)


def is_question(text: str) -> bool:
    """Whether it is an id, or a number with a letter."""
    return re.fullmatch(_QUESTION, text) is not None


def demand_columns(header: Row) -> None:
    """Refuses a header with a cell in which names of several columns stand, or one and a separator behind it."""
    for at, cell in enumerate(header.cells):
        for separator in SEPARATORS:
            pieces = [piece.strip().casefold() for piece in cell.split(separator)]
            filled = list(filter(None, pieces))
            if (
                len(pieces) > 1
                and all(piece in NAMED or is_question(piece) for piece in filled)
                and any(piece in OWN or is_question(piece) for piece in filled)
            ):
                found = f"several columns in one cell, {short(cell)!r}"
                raise QbankError(found, where=header.place(at), hint=_HINT)


def squeezed(row: Row, header: Header) -> QbankError | None:
    """The fault of a row without an answer that stands in one cell as a whole."""
    filled = [(at, cell) for at, cell in enumerate(row.cells) if cell.strip()]
    if len(filled) != 1:
        return None
    at, cell = filled[0]
    if not any(_is_row(cell, separator, header) for separator in SEPARATORS):
        return None
    hint = "take off the quotes around the line, or let the spreadsheet split it (Data, Text to Columns)"
    return QbankError(f"a whole row in one cell, {short(cell)!r}", where=row.place(at), hint=hint)


def _is_row(cell: str, separator: str, header: Header) -> bool:
    """Whether it falls into the cells of a row: behind a name there are answers, which have digits or quotes."""
    pieces = cell.split(separator)
    if len(pieces) < 2:
        return False
    if header.long:
        asked = (pieces[at] for at in header.told_by if at < len(pieces))
        return any(is_question(piece) or re.fullmatch(_NUMBER, piece) for piece in asked)
    answered = separator.join(pieces[1:])
    return f'{separator}"' in cell or (len(pieces) == header.width and any(map(str.isdigit, answered)))

"""Rows as aligned columns that fit a terminal, or as blocks of lines where it is too narrow for columns.

The rows are gone through twice: once for the widths and once to be written, so that a million of them need no room.
"""

from collections.abc import Iterable, Iterator, Sequence

from qbank.check.layout import cut_off, visible, width, wrap

GAP = "  "
INDENT = "    "  # of a remark below its row
NARROWEST = 8  # a column of text is not squeezed further
LONGEST_KEPT = (
    24,
    12,
)  # words up to this length are not broken: the first where it can be, the second always
WHOLE = 40  # cells of a name that is not split; longer ones are nobody's
CUT = 16  # cells of a person's name that are always shown
REMARK = 30  # with less room than this beside its row, a remark goes below it

Rows = Iterable[Sequence[str]]
"""The header and then the cells, as often as they are asked for. A column without a name holds remarks: the last."""


class Column:
    """A column as its cells have it: how wide it is, its longest word, and whether anything stands in it."""

    def __init__(self, at: int, name: str, whole: bool, cut: bool) -> None:
        self.at, self.name, self.whole, self.cut = at, name, whole, cut
        self.natural = self.word = 0
        self.filled = False
        self.take(name)

    def take(self, cell: str) -> None:
        """One more cell."""
        size = width(cell)
        if size <= self.word:
            return
        self.natural = max(self.natural, size)
        self.word = max(self.word, size if self.whole else max(map(width, cell.split(" "))))

    def least(self, keep: int) -> int:
        """The width below which words up to `keep` would be broken, or a name would."""
        if self.cut:
            return min(self.natural, max(keep, CUT))
        if self.whole:
            return min(self.natural, WHOLE)
        return min(self.natural, max(min(self.word, keep), NARROWEST))

    def lines(self, cell: str, wide: int) -> list[str]:
        """The cell in that width: in several lines, or cut off where it is a name of somebody."""
        return [cut_off(cell, wide)] if self.cut else wrap(cell, wide)


def grid(
    rows: Rows, limit: int | None, whole: frozenset[str] = frozenset(), cut: frozenset[str] = frozenset()
) -> Iterator[str]:
    """The lines of a table, at most `limit` cells wide (None: any); columns without any text are left out.

    Cells of the columns `whole` are not split; those of `cut` lose their end where there is no room. Where the
    others cannot be squeezed enough, each row becomes a block of lines, `name  cell`.
    """
    columns = [column for column in _measured(rows, whole, cut) if column.filled]
    remark = columns.pop() if columns and not columns[-1].name else None
    if not columns:
        return
    if limit is None or (remark and _fits_beside(columns, remark, limit)):
        beside = [*columns, remark] if remark else columns
        yield from _aligned(rows, beside, None, limit)
    elif _fitted(columns, limit):
        yield from _aligned(rows, columns, remark, limit)
    else:
        yield from _stacked(rows, columns, remark, limit)


def _measured(rows: Rows, whole: frozenset[str], cut: frozenset[str]) -> list[Column]:
    """The columns, by all their cells."""
    turn = iter(rows)
    header = next(turn)
    columns = [Column(at, name, name in whole, name in cut) for at, name in enumerate(header)]
    for row in turn:
        for column, cell in zip(columns, row, strict=True):
            if cell:
                column.filled = True
                column.take(visible(cell))
    return columns


def _fits_beside(columns: Sequence[Column], remark: Column, limit: int) -> bool:
    taken = sum(column.natural + len(GAP) for column in columns)
    return limit - taken >= min(REMARK, remark.natural)


def _fitted(columns: Sequence[Column], limit: int | None) -> list[int]:
    """The columns' widths that together fit; empty where none do."""
    natural = [column.natural for column in columns]
    if limit is None:
        return natural
    least = [[column.least(keep) for column in columns] for keep in LONGEST_KEPT]
    return fitted(natural, least, limit - len(GAP) * (len(columns) - 1))


def fitted(natural: Sequence[int], least: Sequence[Sequence[int]], room: int) -> list[int]:
    """Widths that together fit into `room`: narrow columns keep theirs, wide ones share what is left.

    `least` are the widths that none goes below, the better ones first; empty where there is no room for the last.
    """
    share = list(natural)
    for floor in least:
        for cap in range(max(natural, default=0), NARROWEST - 1, -1):
            if sum(share) <= room:
                return share
            share = [min(wide, max(cap, low)) for wide, low in zip(natural, floor, strict=True)]
    return share if sum(share) <= room else []


def _aligned(
    rows: Rows, columns: Sequence[Column], remark: Column | None, limit: int | None
) -> Iterator[str]:
    widths = _fitted(columns, limit)
    for row in rows:
        yield from _lines([visible(row[column.at]) for column in columns], columns, widths)
        if remark and limit is not None and row[remark.at]:
            yield from _indented(row[remark.at], limit)


def _lines(row: Sequence[str], columns: Sequence[Column], widths: Sequence[int]) -> Iterator[str]:
    wrapped = [column.lines(cell, wide) for column, cell, wide in zip(columns, row, widths, strict=True)]
    for at in range(max(map(len, wrapped))):
        cells = [lines[at] if at < len(lines) else "" for lines in wrapped]
        padded = [text + " " * (wide - width(text)) for text, wide in zip(cells, widths, strict=True)]
        yield GAP.join(padded).rstrip() + "\n"


def _stacked(rows: Rows, columns: Sequence[Column], remark: Column | None, limit: int) -> Iterator[str]:
    """A block a row, with a blank line between them."""
    label = max(width(column.name) for column in columns)
    room = max(limit - label - len(GAP), NARROWEST)
    turn = iter(rows)
    next(turn)
    for index, row in enumerate(turn):
        if index:
            yield "\n"
        for column in columns:
            if cell := visible(row[column.at]):
                wide = max(room, min(width(cell), WHOLE)) if column.whole else room
                yield from _labelled(column.name, label, wrap(cell, wide))
        if remark and row[remark.at]:
            yield from _indented(row[remark.at], limit)


def _labelled(name: str, label: int, lines: Sequence[str]) -> Iterator[str]:
    for at, line in enumerate(lines):
        yield f"{'' if at else name:{label}}{GAP}{line}\n"


def _indented(remark: str, limit: int) -> Iterator[str]:
    room = max(limit - len(INDENT), NARROWEST)
    return (f"{INDENT}{line}\n" for line in wrap(visible(remark), room))

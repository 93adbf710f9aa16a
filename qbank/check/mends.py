"""A row with more cells than its header has columns: the quotes that would make it fit."""

import re
from collections.abc import Iterator, Sequence

from qbank.check.header import Header
from qbank.check.layout import visible

_NUMBER = r"\s*[-+−–]?\d+(?:[.,]\d+)?\s*"
_FIRST_GROUP = r"\s*[-+−–]?\d{1,3}"
_GROUP = r"\d{3}\s*"


def mend(cells: Sequence[str], header: Header, separator: str) -> str | None:
    """The answer that the separator has cut into several cells, in quotes; None where that is not plain to see."""
    cells = _trimmed(cells)
    found = list((_long if header.long else _wide)(cells, header, separator))
    if not found or (len(found) > 1 and not header.long):
        return None
    return '"' + visible(found[0].strip()).replace('"', '""') + '"'


def _long(cells: Sequence[str], header: Header, separator: str) -> Iterator[str]:
    """Answers that would do, best first: `18,944,000` before `18,944` of student `000`."""
    start = header.named["answer"].at
    fits = start + len(cells) - header.width + 1  # up to here at least the cells must become one
    for end in range(len(cells), fits - 1, -1):
        if _grouped(cells[start:end], separator) or _bracketed(cells[start:end]):
            yield separator.join(cells[start:end])
    if all(re.fullmatch(_NUMBER, cell) for cell in cells[start:fits]):
        yield separator.join(cells[start:fits])


def _wide(cells: Sequence[str], header: Header, separator: str) -> Iterator[str]:
    """The answers of which one would do; the cells of all other columns stay where they are."""
    count = len(cells) - header.width + 1
    for column in header.questions:
        run = cells[column.at : column.at + count]
        if len(run) == count and (_grouped(run, separator) or _bracketed(run)):
            yield separator.join(run)


def _trimmed(cells: Sequence[str]) -> Sequence[str]:
    """Without the blank cells at the end."""
    return cells[: max((at for at, cell in enumerate(cells, start=1) if cell.strip()), default=0)]


def _grouped(cells: Sequence[str], separator: str) -> bool:
    """Whether they are one number with its digits in groups of three."""
    groups = all(re.fullmatch(_GROUP, cell) for cell in cells[1:])
    return separator == "," and groups and re.fullmatch(_FIRST_GROUP, cells[0]) is not None


def _bracketed(cells: Sequence[str]) -> bool:
    """Whether they are one list."""
    return cells[0].lstrip().startswith(("[", "(")) and cells[-1].rstrip().endswith(("]", ")"))

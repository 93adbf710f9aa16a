"""The cells of a CSV file: encoding, separator, quotes, and where each cell stands."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from qbank import limits
from qbank.check.layout import visible
from qbank.errors import QbankError

SEPARATORS = (",", ";", "\t")

_LINE_END = re.compile(r"\r\n|\r|\n")
_DECLARED = r"(?i)sep=([,;\t])(?:\r\n|\r|\n|\Z)"  # what Excel may write as a first line


class Cell(NamedTuple):
    """The text of one cell and the position in its line, from 1, at which it starts."""

    text: str
    column: int


class Record(NamedTuple):
    """One row of cells and the line, from 1, on which it starts; a `problem` where it ends before its end."""

    line: int
    cells: tuple[Cell, ...]
    problem: QbankError | None = None


def decoded(data: bytes, name: str) -> str:
    """The text of a file in UTF-8 or UTF-16, its byte order mark dropped.

    Raises QbankError, naming the file, where it is too large, no text, or in another encoding.
    """
    if len(data) > limits.TABLE_BYTES:
        raise QbankError(
            f"more than {limits.TABLE_BYTES:,} bytes", where=name, hint="split the table into several files"
        )
    if data.startswith(b"PK\x03\x04"):
        raise QbankError("this is a spreadsheet, not text", where=name, hint="save it as CSV (UTF-8)")
    encoding = _encoding(data)
    try:
        return data.decode(encoding).removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise QbankError(
            f"byte {data[error.start]:#04x} is not {encoding.upper()}",
            where=f"{name}:{line}",
            hint="save it as CSV UTF-8",
        ) from error


def _encoding(data: bytes) -> str:
    """UTF-16 by its byte order mark, or by a zero byte beside the first character; else UTF-8."""
    if data[:2] == b"\xff\xfe" or data[1:2] == b"\0":
        return "utf-16-le"
    if data[:2] == b"\xfe\xff" or data[:1] == b"\0":
        return "utf-16-be"
    return "utf-8"


def separated(text: str, names: frozenset[str]) -> tuple[str, int]:
    """The separator and the position at which the header starts.

    An opening `sep=;` line decides; else the separator that finds most of the column `names` in the header,
    and of several such the one that finds most columns.
    """
    declared = re.match(_DECLARED, text)
    if declared:
        return declared[1], declared.end()
    tried = [separator for separator in SEPARATORS if separator == "," or separator in text]
    headers = {separator: next(records(text, separator, ""), Record(1, ())).cells for separator in tried}

    def found(separator: str) -> tuple[int, int]:
        header = headers[separator]
        return sum(cell.text.strip().casefold() in names for cell in header), len(header)

    return max(tried, key=found), 0


def records(text: str, separator: str, name: str, start: int = 0) -> Iterator[Record]:
    """The rows of `text` from position `start`, blank lines passed over.

    A quoted cell may hold separators, line ends and doubled quotes. A row with a quote that does not close at
    the end of its cell carries a problem, and reading goes on at the next line: one slip spoils one row.
    """
    cell = _cell_pattern(separator)
    position, line = start, 1 + len(_LINE_END.findall(text, 0, start))
    while position < len(text):
        record, end = _record(text, position, line, cell, name)
        if record.problem or any(item.text.strip() for item in record.cells):
            yield record
        line += len(_LINE_END.findall(text, position, end))
        position = end


def _cell_pattern(separator: str) -> re.Pattern[str]:
    """A quoted cell (group 1), else all up to the next separator (group 2); then what ends it (group 3)."""
    end = rf"({separator}|\r\n|\r|\n|\Z)"
    return re.compile(rf'(?: *"((?:[^"]++|"")*+)" *|([^{separator}\r\n]*)){end}')


def _record(text: str, position: int, line: int, cell: re.Pattern[str], name: str) -> tuple[Record, int]:
    """The row that starts at `position`, and the position of the next one."""
    cells: list[Cell] = []
    matches = cell.finditer(text, position)
    line_start, lines = position, 0
    while True:
        match = next(matches)
        column = match.start() - line_start + 1
        quoted, plain, end = match.groups()
        content = plain if quoted is None else quoted.replace('""', '"')
        ends_row = end in ("", "\n", "\r", "\r\n")
        if problem := _fault(content, quoted is not None, ends_row, f"{name}:{line + lines}:{column}"):
            return Record(line, tuple(cells), problem), match.end() if ends_row else _next_line(text, match)
        cells.append(Cell(content, column))
        if ends_row:
            return Record(line, tuple(cells)), match.end()
        if quoted is not None and (breaks := list(_LINE_END.finditer(quoted))):
            lines, line_start = lines + len(breaks), match.start(1) + breaks[-1].end()


def _fault(content: str, quoted: bool, ends_row: bool, where: str) -> QbankError | None:
    """What is wrong with one cell: a quote that does not end it, or its size."""
    if not quoted and content.lstrip(" ").startswith('"'):
        closable = ends_row and content.count('"') == 1 and len(content) < 60
        mend = f'write {visible(content.strip())}"' if closable else "close it where the cell ends"
        return QbankError(
            "a quote opens here and does not close the cell",
            where=where,
            hint=f'{mend}; a quote inside a quoted cell is written ""',
        )
    if len(content.encode("utf-8")) > limits.CELL_BYTES:
        return QbankError(f"a cell of more than {limits.CELL_BYTES:,} bytes", where=where, hint="shorten it")
    return None


def _next_line(text: str, cell: re.Match[str]) -> int:
    """The position behind the line on which a cell ends."""
    end = _LINE_END.search(text, cell.end())
    return end.end() if end else len(text)

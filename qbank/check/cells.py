"""The cells of a CSV file, row by row: encoding, separator, quotes, and where each cell stands."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from io import BufferedReader, TextIOWrapper
from typing import NamedTuple

from qbank import limits
from qbank.check.layout import visible
from qbank.check.rows import NO_CELLS, NO_FAULTS
from qbank.errors import QbankError

SEPARATORS = (",", ";", "\t")

_UTF_32 = (b"\xff\xfe\0\0", b"\0\0\xfe\xff")
_DECLARED = r"(?i)sep=([,;\t])[\r\n]*"  # what Excel may write as a first line
_LINE_END = re.compile(r"\r\n|\r|\n")
_CLOSED = re.compile(r'(?:[^"]++|"")*+"')  # the rest of a quoted cell, up to the quote that closes it


class Record(NamedTuple):
    """One row of a file; `starts` holds line and column of each cell of a row with quotes (see `rows.Row`)."""

    name: str
    line: int
    cells: Sequence[str]
    starts: Sequence[tuple[int, int]] = ()
    problem: QbankError | None = None
    faults: Mapping[int, QbankError] = NO_FAULTS
    percents: Set[int] = NO_CELLS

    def place(self, index: int) -> str:
        """Where that cell starts, `file:line:column`; the last one where the row is shorter."""
        if self.starts:
            line, column = self.starts[min(index, len(self.starts) - 1)]
            return f"{self.name}:{line}:{column}"
        before = self.cells[:-1][:index]
        return f"{self.name}:{self.line}:{len(','.join(before)) + 2 if before else 1}"

    def places(self) -> list[str]:
        """Where each cell starts."""
        if self.starts:
            return [f"{self.name}:{line}:{column}" for line, column in self.starts]
        row, column, places = f"{self.name}:{self.line}:", 1, list[str]()
        for cell in self.cells:
            places.append(f"{row}{column}")
            column += len(cell) + 1
        return places


class Lines:
    """The lines of a text, each with its end, of which some can be given back; `number` is that of the last."""

    def __init__(self, lines: Iterable[str], name: str) -> None:
        self.name, self.number = name, 0
        self._lines, self._back = iter(lines), list[str]()

    def take(self) -> str:
        """The next line; empty behind the last one."""
        line = self._back.pop() if self._back else next(self._lines, "")
        self.number += bool(line)
        return line

    def give_back(self, lines: Sequence[str]) -> None:
        """Lines that were taken last and will be taken again."""
        self._back.extend(reversed(lines))
        self.number -= len(lines)


def decoded(file: BufferedReader, name: str) -> Iterator[str]:
    """The lines of a file in UTF-8 or UTF-16, each with its end; the byte order mark is dropped.

    A line that is too long comes cut off, one character past the bound. Raises QbankError, naming file
    and perhaps line, where the bytes are in another encoding.
    """
    start = file.peek(4)[:4]
    if start in _UTF_32 or start[:3] == b"\0\0\0" or start[1:] == b"\0\0\0":
        raise QbankError("this is UTF-32", where=name, hint="save it as CSV UTF-8")
    encoding = _encoding(start)
    text = TextIOWrapper(file, encoding, newline="")
    number = 0
    try:
        while line := text.readline(limits.ROW_CHARACTERS + 1):
            yield line if number else line.removeprefix("\ufeff")
            number += 1
            while len(line) > limits.ROW_CHARACTERS and line[-1] not in "\r\n":
                line = text.readline(limits.ROW_CHARACTERS + 1)
    except UnicodeDecodeError as error:
        before = error.object[: error.start].decode(encoding)
        raise QbankError(
            f"byte {error.object[error.start]:#04x} is not {encoding.upper()}",
            where=f"{name}:{number + 1 + len(_LINE_END.findall(before))}",
            hint="save it as CSV UTF-8",
        ) from error


def _encoding(start: bytes) -> str:
    """UTF-16 by its byte order mark, or by a zero byte beside the first character; else UTF-8."""
    if start[:2] == b"\xff\xfe" or start[1:2] == b"\0":
        return "utf-16-le"
    if start[:2] == b"\xfe\xff" or start[:1] == b"\0":
        return "utf-16-be"
    return "utf-8"


def separated(lines: Lines, names: frozenset[str]) -> str:
    """The separator; blank lines before the header, and a line that says `sep=;`, are taken.

    That line decides; else the separator that finds most of the column `names` in the header, and of several
    such the one that finds most columns.
    """
    line = lines.take()
    if declared := re.fullmatch(_DECLARED, line):
        return declared[1]
    while line and not line.strip(" \t\r\n,;"):
        line = lines.take()
    head = _header(lines, line)
    lines.give_back(head)

    def found(separator: str) -> tuple[int, int]:
        header = next((record.cells for record in records(Lines(head, ""), separator)), ())
        return sum(cell.strip().casefold() in names for cell in header), len(header)

    return max(SEPARATORS, key=found)


def _header(lines: Lines, line: str) -> list[str]:
    """The lines of the header, of which `line` is the first: as many as its quotes go on over."""
    head = [line] if line else []
    quotes, size = line.count('"'), len(line)
    while quotes % 2 and size < limits.ROW_CHARACTERS and (line := lines.take()):
        head.append(line)
        quotes, size = quotes + line.count('"'), size + len(line)
    return head


def records(lines: Lines, separator: str) -> Iterator[Record]:
    """The rows, blank ones passed over.

    A quoted cell may hold separators, line ends and doubled quotes. A row with a quote that does not close at
    the end of its cell carries a problem, and reading goes on at the next line: one slip spoils one row.
    """
    cell = _cell_pattern(separator)
    while line := lines.take():
        if len(line) > limits.ROW_CHARACTERS:
            record = Record(lines.name, lines.number, (), problem=_long_row(lines.name, lines.number))
        else:
            record = _quoted(lines, line, cell) if '"' in line else _plain(lines, line, separator)
        if record.problem or any(map(str.strip, record.cells)):
            yield record


def _long_row(name: str, line: int) -> QbankError:
    found = f"a row of more than {limits.ROW_CHARACTERS:,} characters"
    return QbankError(found, where=f"{name}:{line}", hint="shorten it")


def _plain(lines: Lines, line: str, separator: str) -> Record:
    """The row of a line without quotes."""
    row = Record(lines.name, lines.number, line.rstrip("\r\n").split(separator))
    if 4 * len(line) <= limits.CELL_BYTES:  # UTF-8 takes four bytes a character at most
        return row
    large = next((at for at, cell in enumerate(row.cells) if _is_large(cell)), None)
    return row if large is None else row._replace(problem=_large_cell(row.place(large)))


def _is_large(cell: str) -> bool:
    return 4 * len(cell) > limits.CELL_BYTES and len(cell.encode("utf-8")) > limits.CELL_BYTES


def _large_cell(where: str) -> QbankError:
    return QbankError(f"a cell of more than {limits.CELL_BYTES:,} bytes", where=where, hint="shorten it")


def _cell_pattern(separator: str) -> re.Pattern[str]:
    """A quoted cell (group 1), else all up to the next separator (group 2); then what ends it (group 3)."""
    end = rf"({separator}|\r\n|\r|\n|\Z)"
    return re.compile(rf'(?: *"((?:[^"]++|"")*+)" *|([^{separator}\r\n]*)){end}')


def _quoted(lines: Lines, text: str, pattern: re.Pattern[str]) -> Record:
    """The row that starts with the line `text`; further lines are taken where a quoted cell goes on there."""
    cells, starts = list[str](), list[tuple[int, int]]()
    row, size = Record(lines.name, lines.number, cells, starts), len(text)
    matches, line, offset = pattern.finditer(text), lines.number, 1
    while True:
        match = next(matches)
        quoted, plain, end = match.groups()
        starts.append((line, match.start() + offset))
        if quoted is None and plain.lstrip(" ").startswith('"'):
            more = _until_closed(lines, text, text.index('"', match.start()) + 1)
            text = text[match.start() :] + "".join(more)
            matches = pattern.finditer(text)
            quoted, plain, end = next(matches).groups()
            if quoted is None:
                lines.give_back(more)
                return row._replace(problem=_unclosed(plain, end, row))
            line, offset, size = lines.number, 1 + len(more[-1]) - len(text), size + sum(map(len, more))
        cells.append(plain if quoted is None else quoted.replace('""', '"'))
        if _is_large(cells[-1]):
            return row._replace(problem=_large_cell(row.place(len(cells))))
        if size > limits.ROW_CHARACTERS:
            return row._replace(problem=_long_row(row.name, row.line))
        if end not in SEPARATORS:
            return row


def _unclosed(cell: str, end: str, row: Record) -> QbankError:
    """A cell that a quote opens and does not close: the last one of which the row has the start."""
    closable = end not in SEPARATORS and cell.count('"') == 1 and len(cell) < 60
    mend = f'write {visible(cell.strip())}"' if closable else "close it where the cell ends"
    return QbankError(
        "a quote opens here and does not close the cell",
        where=row.place(len(row.starts)),
        hint=f'{mend}; a quote inside a quoted cell is written ""',
    )


def _until_closed(lines: Lines, text: str, inside: int) -> list[str]:
    """The lines that a quoted cell goes on over; none where it closes in `text`, or not within twice its bound."""
    if _CLOSED.match(text, inside):
        return []
    taken, size = list[str](), len(text) - inside
    while size <= 2 * limits.CELL_BYTES and (line := lines.take()):
        taken.append(line)
        size += len(line)
        if _CLOSED.match(line):
            return taken
    lines.give_back(taken)
    return []

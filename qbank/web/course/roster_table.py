"""The list of a course as it is uploaded: a CSV table, whose header is read tolerantly, into rows and complaints."""

from collections.abc import Iterator, Sequence
from io import BufferedReader, BytesIO
from typing import NamedTuple

from qbank import limits
from qbank.check.cells import Lines, Record, decoded, records, separated
from qbank.check.layout import short
from qbank.check.people import PERSONAL, folded, people
from qbank.errors import QbankError
from qbank.web.base.characters import unseen
from qbank.web.base.refusals import Refusal
from qbank.web.door.people import folded as sign_in_folded

LABELS = ("student", "id", "label", "student label")
SIGN_INS = ("sign_in", "sign-in", "sign in", "sign-in name")
EXTRAS = ("extra", "extra time", "extra time %", "extra time (%)", "extra (%)", "extra %", "zeitverlängerung")
COLUMNS = frozenset((*LABELS, *SIGN_INS, *EXTRAS)) | PERSONAL

LINES_A_ROW = 10  # with blank ones and those within quotes; a file of blank lines alone would take seconds

_HINT = "Its first line names the columns: student,name,email,extra."


class Listed(NamedTuple):
    """A row: whom it is about, and `extra` per cent of time, None where the table has no such column."""

    line: int
    label: str
    name: str
    sign_in: str
    extra: int | None


class Problem(NamedTuple):
    """Why a row is left out."""

    line: int
    said: str


class _Columns(NamedTuple):
    """Where each thing stands; `width` is how many columns the header names."""

    width: int
    label: tuple[int, ...]
    name: tuple[int, ...]
    sign_in: tuple[int, ...]
    extra: tuple[int, ...]


class _Unfit(Exception):
    """What is wrong with a row."""


def read(content: bytes) -> tuple[list[Listed], list[Problem]]:
    """The rows that can be read, and what is wrong with the others.

    Raises Refusal, beside the field `roster`, where it is no table, or one of more rows than a course takes.
    """
    if len(content) > limits.UPLOAD_BYTES:
        raise _refused(f"More than {limits.UPLOAD_BYTES:,} bytes.", status=413)
    if content.startswith((b"PK\x03\x04", b"\xd0\xcf\x11\xe0")):
        raise _refused("This is a spreadsheet. Save it as CSV UTF-8.")
    if content.count(b"\n") + content.count(b"\r") > LINES_A_ROW * limits.ROSTER_ROWS:
        raise _too_long()
    try:
        return _read(content)
    except QbankError as error:
        raise _refused(sentence(error)) from error


def _read(content: bytes) -> tuple[list[Listed], list[Problem]]:
    lines = Lines(decoded(BufferedReader(BytesIO(content)), ""), "")
    table = records(lines, separated(lines, COLUMNS))
    columns = _columns(next(table, None))
    listed: list[Listed] = []
    problems: list[Problem] = []
    for number, record in enumerate(table, start=1):
        if number > limits.ROSTER_ROWS:
            raise _too_long()
        try:
            listed.append(_listed(record, columns))
        except (_Unfit, QbankError) as error:
            said = sentence(error, placed=False) if isinstance(error, QbankError) else str(error)
            problems.append(Problem(record.line, said))
    if not listed and not problems:
        raise _refused(f"The list has no rows. {_HINT}")
    return _unique(listed, problems)


def _columns(header: Record | None) -> _Columns:
    """Raises Refusal where no column says who the students are."""
    if header is None:
        raise _refused(f"The file is empty. {_HINT}")
    if header.problem:
        raise header.problem
    names = [folded(cell) for cell in header.cells]
    found = people(names)

    def among(words: Sequence[str]) -> tuple[int, ...]:
        return tuple(at for at, name in enumerate(names) if name in words)

    for name in names:
        if name in COLUMNS and names.count(name) > 1:
            raise _refused(f"Two columns are called {short(name)!r}. Keep one of them.")
    columns = _Columns(
        len(names), (*among(LABELS), *found.numbers)[:1], found.name, (*among(SIGN_INS), *found.logins)[:1],
        among(EXTRAS)[:1],
    )  # fmt: skip
    if not (columns.label or columns.name or columns.sign_in):
        raise _refused(f"No column says who the students are. {_HINT}")
    return columns


def _listed(record: Record, columns: _Columns) -> Listed:
    """The row. Raises _Unfit, or the record's own problem, where it cannot be used."""
    if record.problem:
        raise record.problem
    if any(cell.strip() for cell in record.cells[columns.width :]):
        more, named = len(record.cells), columns.width
        raise _Unfit(
            f"It has {more} cells, and the header {named}. Put a text that holds a separator into quotes."
        )
    sign_in = _text(record, columns.sign_in, limits.TITLE_CHARACTERS)
    name = _text(record, columns.name, limits.TITLE_CHARACTERS)
    label = _text(record, columns.label, limits.NAME_CHARACTERS)
    called = label or sign_in or name
    if not called:
        raise _Unfit("This row says nothing about who it is.")
    if len(called) > limits.NAME_CHARACTERS:
        raise _Unfit(f"{short(called)!r} has more than {limits.NAME_CHARACTERS} characters.")
    return Listed(record.line, called, name or called, sign_in, _extra(record, columns.extra))


def _text(record: Record, columns: Sequence[int], most: int) -> str:
    text = " ".join(" ".join(record.cells[at] for at in columns if at < len(record.cells)).split())
    if sign := unseen(text):
        raise _Unfit(f"{short(text)!r} holds the sign {sign}, which cannot be seen.")
    if len(text) > most:
        raise _Unfit(f"{short(text)!r} has more than {most} characters.")
    return text


def _extra(record: Record, columns: Sequence[int]) -> int | None:
    if not columns:
        return None
    text = _text(record, columns, limits.TITLE_CHARACTERS).removesuffix("%").strip() or "0"
    if not (text.isascii() and text.isdigit() and len(text) < 4 and int(text) <= limits.EXTRA_PERCENT):
        raise _Unfit(f"The extra time {short(text)!r} is no whole number from 0 to {limits.EXTRA_PERCENT}.")
    return int(text)


def _unique(listed: list[Listed], problems: list[Problem]) -> tuple[list[Listed], list[Problem]]:
    """Of rows about the same student the first; the others are complained of."""
    first: dict[str, int] = {}
    kept = []
    for row in listed:
        for text in _same(row):
            if text in first:
                said = f"{short(text.partition(':')[2])!r} stands there already, on line {first[text]}."
                problems.append(Problem(row.line, said))
                break
        else:
            kept.append(row)
            first |= dict.fromkeys(_same(row), row.line)
    return kept, sorted(problems)


def _same(row: Listed) -> Iterator[str]:
    """By what a row is known: no two may share one of these."""
    yield f"label:{folded(row.label)}"
    if row.sign_in:
        yield f"sign-in:{sign_in_folded(row.sign_in)}"


def sentence(error: QbankError, *, placed: bool = True) -> str:
    """What the table's reader says, as a sentence that names the line."""
    parts = (error.where or "").split(":")
    line = f"Line {parts[1]}: " if placed and len(parts) > 1 else ""
    hint = f"; {error.hint}" if error.hint else ""
    said = f"{line}{error.message}{hint}."
    return said[:1].upper() + said[1:]


def _too_long() -> Refusal:
    return _refused(f"More than {limits.ROSTER_ROWS:,} rows. Split the list.")


def _refused(said: str, *, status: int = 422) -> Refusal:
    return Refusal(status, said, field="roster")

"""The list of a course as it is uploaded: a table, whose header is read tolerantly, into rows and complaints."""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import NamedTuple

from qbank import limits
from qbank.check.layout import short
from qbank.check.people import PERSONAL, folded, people
from qbank.check.rows import Row
from qbank.errors import QbankError
from qbank.unseen import unseen
from qbank.web.base.refusals import Refusal
from qbank.web.base.sentences import Sentence
from qbank.web.course.roster_file import is_long, place, table
from qbank.web.door.people import folded as sign_in_folded

LABELS = ("student", "id", "label", "student label")
SIGN_INS = ("sign_in", "sign-in", "sign in", "sign-in name")
EXTRAS = ("extra", "extra time", "extra time %", "extra time (%)", "extra (%)", "extra %", "zeitverlängerung")
COLUMNS = frozenset((*LABELS, *SIGN_INS, *EXTRAS)) | PERSONAL

_ROUNDED = re.compile(r"\d(?:[.,]\d+)?[eE]\+\d+")  # how spreadsheets show a number of too many digits

_HINT = Sentence("Its first line names the columns: %(columns)s.", columns="student,name,email,extra")


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


class Read(NamedTuple):
    """What is in a list; `sheet` is the one it was read from, where a workbook has others too."""

    listed: list[Listed]
    problems: list[Problem]
    sheet: str = ""


class _Columns(NamedTuple):
    """Where each thing stands; `width` is how many columns the header names."""

    width: int
    label: tuple[int, ...]
    name: tuple[int, ...]
    sign_in: tuple[int, ...]
    extra: tuple[int, ...]


class _Unfit(Exception):
    """What is wrong with a row: a sentence, by its text and what stands in that."""

    def __init__(self, said: Sentence) -> None:
        self.said = said
        super().__init__(said)


def read(content: bytes) -> Read:
    """The rows that can be read, and what is wrong with the others.

    Raises Refusal, beside the field `roster`, where it is no table, or one of more rows than a course takes.
    """
    if len(content) > limits.UPLOAD_BYTES:
        raise _refused(Sentence("More than %(most)s bytes.", most=f"{limits.UPLOAD_BYTES:,}"), status=413)
    if is_long(content):
        raise _too_long()
    try:
        return _read(content)
    except QbankError as error:
        raise _refused(sentence(error)) from error


def _read(content: bytes) -> Read:
    found = table(content, COLUMNS)
    columns = _columns(found.header)
    listed: list[Listed] = []
    problems: list[Problem] = []
    for number, row in enumerate(found.rows, start=1):
        if number > limits.ROSTER_ROWS:
            raise _too_long()
        try:
            listed.append(_listed(row, columns))
        except (_Unfit, QbankError) as error:
            problems.append(
                Problem(row.line, error.said if isinstance(error, _Unfit) else sentence(error, in_row=True))
            )
    if not listed and not problems:
        raise _refused(Sentence("The list has no rows. %(hint)s", hint=_HINT))
    return Read(*_unique(listed, problems), found.sheet())


def _columns(header: Row | None) -> _Columns:
    """Raises Refusal where no column says who the students are."""
    if header is None:
        raise _refused(Sentence("The file is empty. %(hint)s", hint=_HINT))
    if problem := header.problem or next(iter(header.faults.values()), None):
        raise problem
    names = [folded(cell) for cell in header.cells]
    found = people(names)

    def among(words: Sequence[str]) -> tuple[int, ...]:
        return tuple(at for at, name in enumerate(names) if name in words)

    for name in names:
        if name in COLUMNS and names.count(name) > 1:
            raise _refused(
                Sentence("Two columns are called %(name)s. Keep one of them.", name=repr(short(name)))
            )
    columns = _Columns(
        len(names), (*among(LABELS), *found.numbers)[:1], found.name, (*among(SIGN_INS), *found.logins)[:1],
        among(EXTRAS)[:1],
    )  # fmt: skip
    if not (columns.label or columns.name or columns.sign_in):
        raise _refused(Sentence("No column says who the students are. %(hint)s", hint=_HINT))
    return columns


def _listed(row: Row, columns: _Columns) -> Listed:
    """The row. Raises _Unfit, or the record's own problem, where it cannot be used."""
    if row.problem:
        raise row.problem
    if any(cell.strip() for cell in row.cells[columns.width :]):
        raise _Unfit(
            Sentence(
                "It has %(more)s cells, and the header %(named)s. Put a text that holds a separator into quotes.",
                more=len(row.cells),
                named=columns.width,
            )
        )
    sign_in = _text(row, columns.sign_in, limits.TITLE_CHARACTERS)
    name = _text(row, columns.name, limits.TITLE_CHARACTERS)
    label = _text(row, columns.label, limits.NAME_CHARACTERS)
    if (lost := _ROUNDED.fullmatch(label) or _ROUNDED.fullmatch(sign_in)) is not None:
        raise _Unfit(Sentence("The number %(text)s has lost its digits. Make its cell a text.", text=lost[0]))
    called = label or sign_in or name
    if not called:
        raise _Unfit(Sentence("This row says nothing about who it is."))
    if len(called) > limits.NAME_CHARACTERS:
        raise _long(called, limits.NAME_CHARACTERS)
    return Listed(row.line, called, name or called, sign_in, _extra(row, columns.extra))


def _text(row: Row, columns: Sequence[int], most: int) -> str:
    if fault := next((row.faults[at] for at in columns if at in row.faults), None):
        raise fault
    text = " ".join(" ".join(row.cells[at] for at in columns if at < len(row.cells)).split())
    if sign := unseen(text):
        raise _Unfit(
            Sentence(
                "%(text)s holds the sign %(sign)s, which cannot be seen.", text=repr(short(text)), sign=sign
            )
        )
    if len(text) > most:
        raise _long(text, most)
    return text


def _long(text: str, most: int) -> _Unfit:
    return _Unfit(Sentence("%(text)s has more than %(most)s characters.", text=repr(short(text)), most=most))


def _extra(row: Row, columns: Sequence[int]) -> int | None:
    if not columns:
        return None
    text = _text(row, columns, limits.TITLE_CHARACTERS).removesuffix("%").strip() or "0"
    if columns[0] in row.percents:
        text = f"{(Decimal(text) * 100).normalize():f}"
    if not (text.isascii() and text.isdigit() and len(text) < 4 and int(text) <= limits.EXTRA_PERCENT):
        raise _Unfit(
            Sentence(
                "The extra time %(text)s is no whole number from 0 to %(most)s.",
                text=repr(short(text)),
                most=limits.EXTRA_PERCENT,
            )
        )
    return int(text)


def _unique(listed: list[Listed], problems: list[Problem]) -> tuple[list[Listed], list[Problem]]:
    """Of rows about the same student the first; the others are complained of."""
    first: dict[str, int] = {}
    kept = []
    for row in listed:
        for text in _same(row):
            if text in first:
                named = repr(short(text.partition(":")[2]))
                said = Sentence(
                    "%(text)s stands there already, on line %(line)s.", text=named, line=first[text]
                )
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


def sentence(error: QbankError, *, in_row: bool = False) -> str:
    """What the table's reader says, as a sentence that names the line, or the cell of a workbook.

    A row's own problem is shown behind its line.
    """
    hint = f"; {error.hint}" if error.hint else ""
    said = f"{place(error, in_row=in_row)}{error.message}{hint}."
    return said[:1].upper() + said[1:]


def _too_long() -> Refusal:
    return _refused(Sentence("More than %(most)s rows. Split the list.", most=f"{limits.ROSTER_ROWS:,}"))


def _refused(said: str, *, status: int = 422) -> Refusal:
    return Refusal(status, said, field="roster")

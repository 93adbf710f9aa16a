"""`review.csv`: the open answers written down, filled in by a person, and read back.

The file passes through spreadsheets, which turn `1,5` into a number and `3/4` into a date: what they could take for
anything but text is written behind a `'`, which is taken off again.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from qbank import limits
from qbank.check.faces.csv import guarded, harmless, line, unguarded
from qbank.check.review import Binding, Decision, Decisions, bound
from qbank.check.rows import Row
from qbank.check.source import grids
from qbank.errors import QbankError, did_you_mean
from qbank.files import explained

if TYPE_CHECKING:
    from qbank.check.grading import Graded

NEEDED = ("student", "question", "answer", "score", "who")
TYPED = frozenset({"student", "answer", "read_as"})
"""Columns whose cells must come back as they went."""

_SCORE = re.compile(r"(?a)(\d{1,9}([.,]\d{0,9})?|[.,]\d{1,9})")
_DATE_OR_NUMBER = re.compile(r"(?i)'|.*\d|(true|false)$", re.DOTALL)
_QUOTES = "put quotes around a cell with the separator in it, and write a score as 0.5"
_UNTOUCHED = Decision("", "", "").decided


def review_csv(open_answers: "Iterable[Graded]", decisions: Decisions) -> Iterator[str]:
    """The file anew, for spreadsheets: the decisions as they were, then every open answer.

    What was written into rows without a score is kept too, also where their answers are gone.
    """
    yield "\ufeff" + line(Decision._fields)
    for row in decisions.filled:
        yield _written(row)
    left = {row.binding: row for row in decisions.unfinished()}
    for answer in open_answers:
        verdict = answer.verdict
        row = Decision(bound(answer.student), answer.asked.name, bound(answer.answer))
        before = left.pop(row.binding, row)
        read_as, why = _short(verdict.read_as or ""), _short(verdict.why)
        yield _written(row._replace(read_as=read_as, why=why, who=before.who, reason=before.reason))
    for row in left.values():
        yield _written(row)


def read_review(path: str, named: Callable[[str], str] = str) -> Decisions:
    """The decisions in a file; none where there is no such file yet. Its questions get the names that `named` gives.

    Raises QbankError, with line and column, for a row that cannot be obeyed; the file is then left as it is.
    """
    with explained(Path(path)):
        if not Path(path).exists():
            return Decisions()
    with grids(path, frozenset(Decision._fields)) as tables:
        table = next(tables)
        if not table.separator:
            raise QbankError("this is a workbook", where=path, hint="save it as CSV UTF-8")
        return Decisions(_unambiguous(_placed(table.rows, named)))


def _placed(rows: Iterator[Row], named: Callable[[str], str]) -> Iterator["_Placed"]:
    header = next(rows, None)
    if header is not None:
        columns = _columns(_sound(header))
        for row in rows:
            decision = _row(_sound(row), columns)
            named_row = decision._replace(question=named(decision.question))
            yield _Placed(named_row, row.place(0))


class _Placed(NamedTuple):
    """A row and where it stands."""

    row: Decision
    where: str


def _columns(header: Row) -> list[str]:
    """The name of each column. Raises QbankError for one that is unknown, missing, or there twice."""
    names: list[str] = []
    for at, cell in enumerate(header.cells):
        name = cell.strip().casefold()
        if name and name not in Decision._fields:
            hint = f"{did_you_mean(name, Decision._fields)}; remarks go into 'reason'"
            raise QbankError(f"unknown column {name!r}", where=header.place(at), hint=hint)
        if name and name in names:
            raise QbankError(f"a second column {name!r}", where=header.place(at), hint="remove one of them")
        names.append(name)
    if missing := [name for name in NEEDED if name not in names]:
        hint = f"the first line is {','.join(Decision._fields)}"
        raise QbankError(f"no column {missing[0]!r}", where=header.place(0), hint=hint)
    return names


def _row(record: Row, columns: Sequence[str]) -> Decision:
    """The row. Raises QbankError where it could say something else than it seems to."""
    if len(record.cells) > len(columns):
        found = f"{len(record.cells)} cells where the header has {len(columns)}"
        raise QbankError(found, where=record.place(len(columns)), hint=_QUOTES)
    cells = dict.fromkeys(Decision._fields, "")
    for at, (name, cell) in enumerate(zip(columns, record.cells, strict=False)):
        if name:
            cells[name] = _read(name, cell.strip())
        elif cell.strip():
            raise QbankError("a cell without a column", where=record.place(at), hint=_QUOTES)
    row = Decision(**cells)
    if row.score and not (_SCORE.fullmatch(row.score) and row.share <= 1):
        hint = "write the share of the points, from 0 to 1, such as 0.5"
        raise QbankError(f"{row.score!r} is no score", where=record.place(columns.index("score")), hint=hint)
    if row.score and not row.who:
        hint = "write into 'who' who decided"
        raise QbankError("a score without a name", where=record.place(columns.index("who")), hint=hint)
    for name in ("who", "reason"):
        if row.score and cells[name].isdecimal():  # what 0,5 leaves in a cell of its own
            found = f"the score is {row.score}, and the {name} is the number {cells[name]}"
            raise QbankError(found, where=record.place(columns.index(name)), hint=_QUOTES)
    return row


def _unambiguous(rows: Iterable[_Placed]) -> Iterator[Decision]:
    """Each answer once. Raises QbankError where two rows decide about it differently."""
    kept: dict[Binding, _Placed] = {}
    for placed in rows:
        first = kept.setdefault(placed.row.binding, placed)
        if first.row.decided == _UNTOUCHED:
            kept[placed.row.binding] = placed
        elif placed.row.decided not in (first.row.decided, _UNTOUCHED):
            name = placed.row.question
            message = (
                f"another decision about the answer of {placed.row.student!r} to {name} than in {first.where}"
            )
            raise QbankError(message, where=placed.where, hint="keep one of them")
    return (placed.row for placed in kept.values())


def _sound(record: Row) -> Row:
    if record.problem:
        raise record.problem
    return record


def _written(row: Decision) -> str:
    return line([_kept(name, cell) for name, cell in row._asdict().items()])


def _kept(name: str, cell: str) -> str:
    """The cell so that a spreadsheet computes nothing; one that was typed it also takes for no number or date."""
    if name in TYPED and _DATE_OR_NUMBER.match(cell):
        return f"'{guarded(cell)}"
    return harmless(cell)


def _read(name: str, cell: str) -> str:
    """The cell without what was put into it."""
    for found in (unguarded(cell.removeprefix("'")), unguarded(cell)):
        if found != cell and _kept(name, found) == cell:
            return found
    return cell


def _short(said: str) -> str:
    return said if len(said) <= limits.REVIEW_CHARACTERS else f"{said[: limits.REVIEW_CHARACTERS - 1]}…"

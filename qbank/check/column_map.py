"""`--columns map.csv`: what the columns of a table mean, as a person says; this wins over all that is guessed.

The map is a table with the header `column,means`. `means` is an id, `id.part`, a number on the sheet, or one of the
words below; columns that mean `student` are joined by a blank.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from qbank import limits
from qbank.check.forms import Form, Meaning
from qbank.check.layout import short
from qbank.check.rows import Row
from qbank.check.source import grids
from qbank.errors import QbankError, did_you_mean

WORDS = ("student", "name", "version", "attempt", "question", "number", "answer", "ignore")
_QUESTION = r"(?i)q[0-9a-hjkmnp-tv-z]{10}(?:\.\w+)?|\d+ ?[a-z]?"
_HEADER = frozenset({"column", "means"})


class Mapped(NamedTuple):
    """What one column means, and where the map says so."""

    column: str
    means: str
    where: str


class ColumnMap:
    """The meanings of columns by their names, whatever their case and blanks."""

    def __init__(self, mapped: Sequence[Mapped]) -> None:
        self._mapped = {_folded(entry.column): entry for entry in mapped}

    @property
    def names(self) -> frozenset[str]:
        """The columns, casefolded."""
        return frozenset(self._mapped)

    def over(self, form: Form, names: Sequence[str], table: str) -> Form:
        """The form with what the map says about its columns. Raises QbankError for one that the table lacks."""
        folded = list(map(_folded, names))
        for key, entry in self._mapped.items():
            if key not in folded:
                raise _lacking(entry, names, table)
        mapped = {at: self._mapped[name] for at, name in enumerate(folded) if name in self._mapped}
        said = {at: entry.means for at, entry in mapped.items()}
        students = tuple(at for at, means in said.items() if means == "student")
        guessed_no_more = set(said.values()) & {"version", "attempt", "question", "number", "answer"}
        if "answer" in guessed_no_more:  # a row is one answer then, and no other column a question
            guessed_no_more.add("answers")
        kept = {
            at: meaning
            for at, meaning in form.meanings.items()
            if at not in said and meaning.kind not in guessed_no_more
        }
        meant = {
            at: Meaning(means, where=mapped[at].where)
            if means in WORDS
            else Meaning("answers", means, where=mapped[at].where)
            for at, means in said.items()
            if means not in ("student", "name", "ignore")
        }
        others = tuple(way for way in form.students if not set(way) & said.keys())
        return form._replace(students=(students,) if students else others, meanings={**kept, **meant})


def read_column_map(path: str) -> ColumnMap:
    """The map in that file. Raises QbankError, naming file and line, for what is none."""
    entries: dict[str, Mapped] = {}
    with grids(path, _HEADER) as tables:
        table = next(tables)
        at = _columns(next(table.rows, None), table.name)
        for row in table.rows:
            entry = _entry(row, *at)
            other = entries.setdefault(_folded(entry.column), entry)
            if other is not entry:
                found, hint = f"a second line for {short(entry.column)!r}", f"the first is {other.where}"
                raise QbankError(found, where=entry.where, hint=f"{hint}; remove one of them")
            if len(entries) > limits.TABLE_COLUMNS:
                raise QbankError(f"more than {limits.TABLE_COLUMNS:,} columns", where=entry.where)
    return ColumnMap(list(entries.values()))


def _columns(header: Row | None, name: str) -> tuple[int, int]:
    """Where column and meaning stand."""
    names = [_folded(cell) for cell in header.cells] if header else []
    if header and header.problem:
        raise header.problem
    if not set(names) >= _HEADER:
        raise QbankError("this is no map of columns", where=name, hint="its first line is column,means")
    return names.index("column"), names.index("means")


def _entry(row: Row, column: int, means: int) -> Mapped:
    if problem := row.problem or next(iter(row.faults.values()), None):
        raise problem
    named, meaning = (row.cells[at].strip() if at < len(row.cells) else "" for at in (column, means))
    if not named:
        raise QbankError("no column is named", where=row.place(column), hint="write its name as in the table")
    word = meaning.casefold()
    if word not in WORDS and not re.fullmatch(_QUESTION, meaning):
        hint = did_you_mean(word, WORDS) if word else f"known here: {', '.join(WORDS)}"
        found = f"{short(meaning)!r} is no meaning"
        raise QbankError(found, where=row.place(means), hint=f"{hint}, or a question's id or number")
    return Mapped(named, word if word in WORDS else meaning, row.place(column))


def _lacking(entry: Mapped, names: Sequence[str], table: str) -> QbankError:
    there = [short(name) for name in names[:50]]
    found = f"{table} has no column {short(entry.column)!r}"
    return QbankError(found, where=entry.where, hint=did_you_mean(short(entry.column), there))


def _folded(name: str) -> str:
    return " ".join(name.casefold().split())

"""The header of a table of answers: which column holds whose answer to what."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from qbank import limits
from qbank.check import forms
from qbank.check.forms import Form, Meaning
from qbank.check.layout import short
from qbank.check.people import PERSONAL, people
from qbank.check.rows import Row
from qbank.errors import QbankError

if TYPE_CHECKING:
    from qbank.check.column_map import ColumnMap

_OWN = frozenset({"question", "number", "answer", "version", "attempt"})
OWN = _OWN | {"student"}
NAMED = OWN | PERSONAL | forms.KNOWN
"""Names of columns that tell which sign separates the cells."""

_HINT = "write question,answer,student, or student and one column a question; --columns says what others mean"
_LISTED = 8  # columns that a message names


class Column(NamedTuple):
    """A column: the question whose answers it holds, if any, where it stands, and where a row tells its question."""

    asked: str
    at: int
    place: str
    told: int | None = None


class Header(NamedTuple):
    """The columns of a table by what they mean.

    Without a column `answer` a row is one student and a column one question (wide); else a row is one answer, and
    the first of the columns `told_by` that is not blank names its question.
    """

    form: Form
    named: Mapping[str, Column]
    questions: tuple[Column, ...]
    width: int
    told_by: tuple[int, ...] = ()

    @property
    def long(self) -> bool:
        """Whether a row is one answer."""
        return "answer" in self.named

    def called(self, cells: Sequence[str]) -> tuple[str, ...]:
        """Whose row this is: all that its columns call the student, best first; nothing where they are blank."""
        names = []
        for columns in self.form.students:
            if len(columns) == 1:
                name = cells[columns[0]].strip() if columns[0] < len(cells) else ""
            else:
                name = " ".join(cells[at].strip() for at in columns if at < len(cells)).strip()
            if name:
                names.append(name)
        return tuple(names)


def read_header(
    row: Row,
    table: str,
    columns: "ColumnMap | None",
    notes: list[str],
    numbers: Sequence[str] | None = None,
) -> Header:
    """The columns of a table whose first row this is; what is passed over is told in `notes`.

    `numbers` are those of the printed sheet, where there is one. Raises QbankError for a column that is missing,
    without a name, or there twice, and for several in one cell.
    """
    names = _names(row, table)
    if any(sign in name for name in row.cells for sign in ",;\t"):
        from qbank.check.squeezed import demand_columns

        demand_columns(row)
    form = forms.recognised(names) or _own(names, row)
    if columns is not None:
        form = columns.over(form, names, table)
    if numbers is not None and any(meaning.turn for meaning in form.meanings.values()):
        from qbank.check.turns import in_turn

        form = in_turn(form, names, numbers, f"{table}:{row.line}", notes)
    named, questions = dict[str, Column](), dict[str, Column]()
    for at, meaning in sorted(form.meanings.items()):
        column = Column(meaning.asked, at, meaning.where or row.place(at), meaning.told)
        known, key = (questions, meaning.asked) if meaning.kind == "answers" else (named, meaning.kind)
        first = known.setdefault(key.casefold(), column)
        if first is not column:
            raise _second(
                names[at], column.place, meaning.where or form.meanings[first.at].where, first.place
            )
    told_by = tuple(named[key].at for key in ("question", "number") if key in named)
    header = Header(form, named, tuple(questions.values()), len(names), told_by)
    _demand(header, names, f"{table}:{row.line}")
    notes.extend(_notes(header, names, table))
    return header


def _names(row: Row, table: str) -> list[str]:
    if problem := row.problem or next(iter(row.faults.values()), None):
        raise problem
    names = [" ".join(cell.split()) for cell in row.cells]
    while not names[-1]:
        names.pop()
    if len(names) > limits.TABLE_COLUMNS:
        raise QbankError(f"more than {limits.TABLE_COLUMNS:,} columns", where=f"{table}:{row.line}")
    return names


def _own(names: Sequence[str], row: Row) -> Form:
    """The form of a table with the columns of qbank's own answer forms, or one column a question."""
    folded = [name.casefold() for name in names]
    if "" in folded:
        raise QbankError(
            "a column without a name", where=row.place(folded.index("")), hint="name it or remove it"
        )
    students = [at for at, name in enumerate(folded) if name == "student"]
    if len(students) > 1:
        raise _second(names[students[1]], row.place(students[1]))
    who = people(folded)
    meanings = {at: Meaning(name) for at, name in enumerate(folded) if name in _OWN}
    if "answer" not in folded:
        beside = meanings.keys() | set(students)
        asked = [at for at, name in enumerate(folded) if at not in beside and name not in PERSONAL]
        meanings |= {at: Meaning("answers", names[at]) for at in asked}
    return Form("", (*((at,) for at in students), *who.by(who.numbers, who.logins)), meanings)


def _second(name: str, where: str, mapped: str = "", first: str = "") -> QbankError:
    """The fault of two columns that mean the same, `mapped` where a map of columns says so."""
    if not mapped:
        return QbankError(f"a second column {short(name)!r}", where=where, hint="remove one of them")
    found = f"{short(name)!r} is a second column with one meaning, the first is in {first}"
    return QbankError(found, where=where, hint="let one of them mean something else in the map of columns")


def _demand(header: Header, names: Sequence[str], where: str) -> None:
    """Refuses a table that does not say what was answered, or by whom."""
    named = header.named.keys()
    if "question" in named and not header.long:
        raise QbankError("no column 'answer'", where=where, hint="write question,answer,student")
    if header.long and not named & {"question", "number"}:
        raise QbankError("no column 'question'", where=where, hint="write question,answer,student")
    if header.long and header.questions:
        asked = header.questions[0]
        found = f"a column for {asked.asked} beside a column 'answer', which makes a row one answer"
        raise QbankError(found, where=asked.place, hint="let one of them mean ignore in the map of columns")
    if not header.long and not header.form.students:
        missing = (
            "no column says whose answers these are"
            if header.form.tool
            else "no columns 'question' and 'answer', and no column 'student'"
        )
        raise QbankError(f"{missing}; found {_listed(names)}", where=where, hint=_HINT)


def _notes(header: Header, names: Sequence[str], table: str) -> list[str]:
    """Which tool made the table, and what in it is passed over."""
    form = header.form
    read = {column.at for column in (*header.named.values(), *header.questions)}
    told = {column.told for column in header.questions}
    who = {at for way in form.students for at in way}
    beside = [name for at, name in enumerate(names) if name and at not in read | told | who]
    called = ", else ".join(" ".join(repr(short(names[at])) for at in way) for way in form.students)
    tool = [f"an export of {form.tool}, students called by {called}"] if form.tool else []
    said = [*tool, *([f"passed over: {_listed(beside)}"] if beside else [])]
    return [f"{table}: {'; '.join(said)}."] if said else []


def _listed(names: Sequence[str]) -> str:
    different = list(dict.fromkeys(names))
    shown = ", ".join(repr(short(name)) for name in different[:_LISTED])
    return f"{shown} and {len(different) - _LISTED} more" if len(different) > _LISTED else shown

"""Who sits an exam: a roster becomes people with a version, a name to print and a file of their own."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from qbank.check.people import PERSONAL, folded, people
from qbank.check.rows import Row
from qbank.check.source import grids
from qbank.check.student_files import file_stem
from qbank.cli.say import note
from qbank.errors import QbankError
from qbank.unseen import without_unseen

OWN = ("student", "id")


class Student(NamedTuple):
    """One row of the roster: how they are graded, the name to print (perhaps empty), their version and file."""

    student: str
    name: str
    version: str
    stem: str


class Columns(NamedTuple):
    """Where a roster says who somebody is: the column of ids, if there is one, and those of the name."""

    unique: Sequence[int]
    name: Sequence[int]


def read_students(path: str) -> list[Student]:
    """The students in that file, in its order. Raises QbankError, naming file and line, where it is no roster.

    Nobody is made up: a row without anybody, or with an id that another row has, is refused. Two people of one name,
    where no column tells them apart, are `Ana` and `Ana (2)`, which is said.
    """
    found: dict[str, tuple[str, str]] = {}
    lines: dict[str, int] = {}
    with grids(path, frozenset(OWN) | PERSONAL) as tables:
        table = next(tables)
        header = next(table.rows, None)
        columns = _columns(header, table.name)
        for row in table.rows:
            _demand_whole(row, header)
            student, printed = _person(row, columns, lines, f"{table.name}:{row.line}")
            found[folded(student)] = student, printed
            lines[folded(student)] = row.line
    if not found:
        raise QbankError("the roster has no students", where=table.name, hint="write a row for each")
    digits = len(str(len(found)))
    return [
        Student(student, printed, f"S{number:0{digits}}", file_stem(student))
        for number, (student, printed) in enumerate(found.values(), start=1)
    ]


def _columns(header: Row | None, table: str) -> Columns:
    """The columns of what students are graded as, and of their names; says of one for versions that it is not read."""
    if header and header.problem:
        raise header.problem
    names = [folded(cell) for cell in header.cells] if header else []
    found = people(names)
    own = tuple(at for at, name in enumerate(names) if name in OWN)
    unique = (*own, *found.numbers, *found.logins)[:1]
    if not unique and not found.name:
        hint = "write student,name, or ID number,first name,last name"
        raise QbankError("no column says who the students are", where=table, hint=hint)
    if header and "version" in names:
        note(
            f"{header.place(names.index('version'))}: versions are not read: everybody gets one of their own."
        )
    return Columns(unique, found.name)


def _demand_whole(row: Row, header: Row | None) -> None:
    """Raises QbankError for a row that cannot be read, or has more cells than the header has columns."""
    if problem := row.problem or next(iter(row.faults.values()), None):
        raise problem
    wide = len(header.cells) if header else 0
    if any(cell.strip() for cell in row.cells[wide:]):
        found = f"{len(row.cells)} cells under {wide} columns"
        raise QbankError(
            found, where=row.place(wide), hint='put quotes around a cell with a comma: "Lima, Ana"'
        )


def _person(row: Row, columns: Columns, taken: Mapping[str, int], where: str) -> tuple[str, str]:
    """What the student is graded as, and the name to print. Raises QbankError for nobody, and for one who was there."""
    own, name = _joined(row, columns.unique), _joined(row, columns.name)
    if not own and not name:
        raise QbankError("a row without a student", where=where, hint="fill it in, or remove it")
    if own:
        if (line := taken.get(folded(own))) is not None:
            hint = "remove one of the rows, or correct it"
            raise QbankError(f"{own} is there already, on line {line}", where=where, hint=hint)
        return own, name or own
    student = _alone(name, taken)
    if columns.unique:
        note(f"{where}: {name} has no id, and is called {student} on the answer form.")
    elif student != name:
        note(
            f"{where}: a second {name}, called {student} on the answer form; a column student with ids helps."
        )
    return student, name


def _joined(row: Row, columns: Sequence[int]) -> str:
    """The cells on one line, without what cannot be printed."""
    cells = " ".join(row.cells[at] for at in columns if at < len(row.cells))
    words = (without_unseen(word) for word in cells.split())
    return " ".join(filter(None, words))


def _alone(student: str, taken: Collection[str]) -> str:
    """The name, with a number where somebody has it already."""
    name, number = student, 1
    while folded(name) in taken:
        number += 1
        name = f"{student} ({number})"
    return name

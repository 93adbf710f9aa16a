"""Who sits an exam: a roster becomes people with a version, a name to print and a file of their own."""

from collections.abc import Sequence
from typing import NamedTuple

from qbank.check.people import PERSONAL, folded, people
from qbank.check.rows import Row
from qbank.check.source import grids
from qbank.check.student_files import file_stem
from qbank.errors import QbankError

OWN = ("student", "id")


class Student(NamedTuple):
    """One row of the roster: how they are graded, the name to print (perhaps empty), their version and file."""

    student: str
    name: str
    version: str
    stem: str


def read_students(path: str) -> list[Student]:
    """The students in that file, in its order. Raises QbankError, naming the file, where it is no roster.

    Everybody gets a sheet: the second of two by one name is called `Ana (2)`, and somebody without a name after the
    line of the file, so that no two are graded as one.
    """
    called: dict[str, tuple[str, str]] = {}
    with grids(path, frozenset(OWN) | PERSONAL) as tables:
        table = next(tables)
        who, name = _columns(next(table.rows, None), table.name)
        for row in table.rows:
            if problem := row.problem or next(iter(row.faults.values()), None):
                raise problem
            printed = _joined(row, name) or _joined(row, who)
            student = _alone(_joined(row, who) or printed or f"line {row.line}", called)
            called[folded(student)] = student, printed
    if not called:
        raise QbankError("the roster has no students", where=table.name, hint="write a row for each")
    digits = len(str(len(called)))
    return [
        Student(student, printed, f"S{number:0{digits}}", file_stem(student))
        for number, (student, printed) in enumerate(called.values(), start=1)
    ]


def _columns(header: Row | None, table: str) -> tuple[Sequence[int], Sequence[int]]:
    """The columns of what students are graded as, and of their names."""
    if header and header.problem:
        raise header.problem
    names = [folded(cell) for cell in header.cells] if header else []
    found = people(names)
    own = tuple(at for at, name in enumerate(names) if name in OWN)
    unique = (*own, *found.numbers, *found.logins)[:1]
    if not unique and not found.name:
        hint = "write student,name, or ID number,first name,last name"
        raise QbankError("no column says who the students are", where=table, hint=hint)
    return unique or found.name, found.name


def _joined(row: Row, columns: Sequence[int]) -> str:
    """The cells on one line, without what cannot be printed."""
    cells = " ".join(row.cells[at] for at in columns if at < len(row.cells))
    words = ("".join(filter(str.isprintable, word)) for word in cells.split())
    return " ".join(filter(None, words))


def _alone(student: str, taken: dict[str, tuple[str, str]]) -> str:
    """The name, with a number where somebody has it already."""
    name, number = student, 1
    while folded(name) in taken:
        number += 1
        name = f"{student} ({number})"
    return name

"""The list of a course (`--students`): under which name each student is graded, however a table calls them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from qbank import limits
from qbank.check.layout import short
from qbank.check.people import PERSONAL, folded, people
from qbank.check.rows import Row
from qbank.check.source import grids
from qbank.errors import QbankError

_IDS = frozenset({"student", "id"})


class Listed(NamedTuple):
    """A student of the course: as the table of results calls them, and their name, perhaps empty."""

    student: str
    name: str


class Roster:
    """The students of a course, in the order of the file."""

    def __init__(self, listed: Sequence[Listed], called: Mapping[str, Sequence[Listed]]) -> None:
        self._listed, self._called = listed, called

    def __iter__(self) -> Iterator[Listed]:
        return iter(self._listed)

    def __len__(self) -> int:
        return len(self._listed)

    def listed(self, student: str) -> Listed | None:
        """The one with that id, login, e-mail address or name, whatever its case and blanks, also `Li, Ana`.

        None for nobody. Raises QbankError where only a name fits, and two bear it.
        """
        found = self._called.get(folded(student)) or self._called.get(folded(_turned(student)), ())
        if len(found) > 1:
            who = " and ".join(repr(short(one.student)) for one in found[:4])
            raise QbankError(f"{short(student)!r} is the name of {who}", hint="write the id")
        return found[0] if found else None


class Columns(NamedTuple):
    """The columns of a roster: what students are graded as, what else is theirs alone, and their names."""

    student: tuple[int, ...]
    unique: tuple[int, ...]
    name: tuple[int, ...]


def read_roster(path: str) -> Roster:
    """The list in that file, a CSV or XLSX table. Raises QbankError, naming file and line, for what is none."""
    listed: list[Listed] = []
    named: dict[str, list[Listed]] = {}
    unique: dict[str, tuple[Listed, str]] = {}
    with grids(path, _IDS | PERSONAL) as tables:
        table = next(tables)
        columns = _columns(next(table.rows, None), table.name)
        for number, row in enumerate(table.rows, start=1):
            if number > limits.TABLE_ROWS:
                raise QbankError(f"more than {limits.TABLE_ROWS:,} rows", where=table.name)
            one = _listed(row, columns)
            listed.append(one)
            for at in dict.fromkeys((columns.student, *((at,) for at in columns.unique))):
                if key := folded(_joined(row, at)):
                    other, place = unique.setdefault(key, (one, row.place(at[0])))
                    if other is not one:
                        raise _second(_joined(row, at), row.place(at[0]), place)
            for name in {folded(name) for name in (*_names(row, columns), _turned(one.student))}:
                named.setdefault(name, []).append(one)
    return Roster(listed, named | {key: [one] for key, (one, _) in unique.items()})


def _columns(header: Row | None, table: str) -> Columns:
    """Raises QbankError where no column says who the students are."""
    if header and (problem := header.problem or next(iter(header.faults.values()), None)):
        raise problem
    names = [folded(cell) for cell in header.cells] if header else []
    who = people(names)
    own = tuple(at for at, name in enumerate(names) if name in ("student", "id"))
    unique = (*own, *who.numbers, *who.logins)
    if not unique and not who.name:
        found = "no column says who the students are"
        raise QbankError(
            found, where=table, hint="write student,name,email, or ID number,first name,last name"
        )
    return Columns(unique[:1] or who.name, unique, who.name)


def _listed(row: Row, columns: Columns) -> Listed:
    if problem := row.problem or next(iter(row.faults.values()), None):
        raise problem
    student = _joined(row, columns.student)
    if not student:
        where = row.place(columns.student[0])
        raise QbankError("a row without a student", where=where, hint="fill in who it is")
    return Listed(student, _joined(row, columns.name))


def _names(row: Row, columns: Columns) -> set[str]:
    """The name as people write it: `Ana Li`, and also `Li, Ana` and `Li Ana` where that is to be seen."""
    cells = [_joined(row, (at,)) for at in columns.name]
    if len(cells) == 1 and cells[0].count(",") == 1:
        cells = _parts(cells[0])
    if not all(cells):
        return {" ".join(filter(None, cells))} - {""}
    return {" ".join(cells), " ".join(reversed(cells)), ", ".join(reversed(cells))}


def _parts(name: str) -> list[str]:
    """First and last name of `Li, Ana`."""
    return [part.strip() for part in reversed(name.split(","))]


def _turned(name: str) -> str:
    """`Ana Li` for `Li, Ana`, and any other name as it is."""
    return " ".join(_parts(name)) if name.count(",") == 1 else name


def _joined(row: Row, columns: Sequence[int]) -> str:
    cells = (row.cells[at].strip() for at in columns if at < len(row.cells))
    return " ".join(filter(None, cells))


def _second(name: str, where: str, first: str) -> QbankError:
    found = f"{short(name)!r} stands there a second time, first in {first}"
    return QbankError(found, where=where, hint="remove one of them")

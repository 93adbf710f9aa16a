"""From the names that a table uses to numbers in a ledger: of what was asked, and of students."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from qbank import limits
from qbank.check.ledger import Ledger
from qbank.check.lookup import Asked, Unnamed
from qbank.check.problems import Problems
from qbank.check.table import Typed
from qbank.errors import QbankError

if TYPE_CHECKING:
    from qbank.check.roster import Roster

Find = Callable[[str, str], Asked | None]
"""From the question that a table names, and the version of the sheet, to what was asked.

None where it is not to be graded; Unnamed where it names nothing, or several parts.
"""


class QuestionNames:
    """Looks each name up once; where there are very many, once in a while."""

    def __init__(self, ledger: Ledger, find: Find, problems: Problems) -> None:
        self._ledger, self._find, self._problems = ledger, find, problems
        self._found: dict[tuple[str, str], int | Unnamed | None] = {}
        self._told: dict[tuple[str, str], str] = {}  # from a name to where it was last complained about
        self._asked: dict[tuple[str, str], int] = {}
        self._questions: dict[str, int] = {}

    def number(self, typed: Typed) -> int | None:
        """The number of what the answer answers, None where it is not graded."""
        key = typed.question, typed.version
        if key not in self._found:
            self._look_up(key)
        found = self._found[key]
        if isinstance(found, Unnamed):
            self._tell(key, found, typed.asked)
            return None
        return found

    def add(self, asked: Asked, version: str) -> int:
        """The number of that part on that version."""
        key = asked.name, version
        if key not in self._asked:
            question = self._questions.setdefault(asked.name, len(self._questions))
            self._asked[key] = self._ledger.add_asked(asked, question)
        return self._asked[key]

    def _look_up(self, key: tuple[str, str]) -> None:
        if len(self._found) >= limits.NAMES_REMEMBERED:
            self._found.clear()
            self._told.clear()
        try:
            asked = self._find(*key)
            self._found[key] = None if asked is None else self.add(asked, key[1])
        except Unnamed as error:
            self._found[key] = error.with_traceback(None)  # which would keep the frames alive

    def _tell(self, key: tuple[str, str], error: Unnamed, place: str) -> None:
        """Once a place: of a column of the wide form the header is at fault, and not every row."""
        if self._told.get(key) != place:
            self._told[key] = place
            self._problems.append(QbankError(error.message, where=place, hint=error.hint))


class StudentNames:
    """Students under the names of the roster, where there is one; `unlisted` are those who are not on it."""

    def __init__(self, ledger: Ledger, roster: "Roster | None", problems: Problems) -> None:
        self._ledger, self._roster, self._problems = ledger, roster, problems
        self._numbers: dict[str, int | None] = {}
        self.unlisted: list[str] = []

    def number(self, typed: Typed) -> int | None:
        """The number of the student whose answer it is; None where the roster leaves open who that is."""
        if typed.student not in self._numbers:
            self._add(typed)
        return self._numbers[typed.student]

    def _add(self, typed: Typed) -> None:
        try:
            name = self._canonical(typed.student)
        except QbankError as error:
            self._numbers[typed.student] = None
            self._problems.append(QbankError(error.message, where=typed.where, hint=error.hint))
            return
        number = self._numbers.setdefault(name, len(self._ledger.students))
        if number == len(self._ledger.students):
            self._ledger.students.append(name)
        self._numbers[typed.student] = number

    def _canonical(self, student: str) -> str:
        if self._roster is None:
            return student
        listed = self._roster.listed(student)
        if listed is None:
            self.unlisted.append(student)
        return listed.student if listed else student

"""From the names that a table uses to numbers in a ledger: of what was asked, and of students."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from qbank import limits
from qbank.check.layout import short
from qbank.check.ledger import Ledger
from qbank.check.lookup import Asked, Several, Unnamed
from qbank.check.people import folded
from qbank.check.problems import Problems
from qbank.check.table import Typed
from qbank.errors import QbankError

if TYPE_CHECKING:
    from qbank.check.roster import Listed, Roster

Find = Callable[[str, str], Asked | None]
"""From the question that a table names, and the version of the sheet, to what was asked.

None where it is not to be graded; Unnamed where it names nothing, or several parts.
"""


class QuestionNames:
    """Looks each name up once; where there are very many, once in a while.

    With a sheet, which is `numbered`, a number that stands beside the name of a question must mean the same.
    """

    def __init__(self, ledger: Ledger, find: Find, problems: Problems, numbered: bool = False) -> None:
        self._ledger, self._find, self._problems, self._numbered = ledger, find, problems, numbered
        self._agreed: dict[tuple[str, str, str], bool] = {}
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
        if self._numbered and typed.number and not self._agree(typed):
            self._contradict(typed)
            return None
        return found

    def named(self, name: str, version: str) -> int | None:
        """The number of what everybody was asked, whether or not the table names it; None where it is not graded."""
        try:
            asked = self._find(name, version)
        except Unnamed as error:
            if (name, version) not in self._told:
                self._told[name, version] = ""
                found = f"full marks for {name} cannot be given: {error.message}"
                self._problems.append(QbankError(found, hint=error.hint))
            return None
        return None if asked is None else self.add(asked, version)

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

    def _agree(self, typed: Typed) -> bool:
        """Whether question and number of a row mean the same."""
        key = typed.question, typed.number, typed.version
        if key not in self._agreed:
            if len(self._agreed) >= limits.NAMES_REMEMBERED:
                self._agreed.clear()
            self._agreed[key] = self._meant(typed.question, typed.version) <= self._meant(
                typed.number, typed.version
            )
        return self._agreed[key]

    def _meant(self, name: str, version: str) -> set[str | None]:
        """The names of what it asks: several for a number with several parts, none for no number of the sheet."""
        try:
            found = [self._find(name, version)]
        except Several as several:
            found = [self._find(each, version) for each in several.names]
        except Unnamed:
            found = []
        return {asked and asked.name for asked in found}

    def _contradict(self, typed: Typed) -> None:
        question, number = short(typed.question), short(typed.number)
        found = f"question {question!r} and number {number!r} in one row mean different questions"
        hint = "correct one of them, or leave it blank"
        self._problems.append(QbankError(found, where=typed.asked, hint=hint))

    def _tell(self, key: tuple[str, str], error: Unnamed, place: str) -> None:
        """Once a place: of a column of the wide form the header is at fault, and not every row."""
        if self._told.get(key) != place:
            self._told[key] = place
            self._problems.append(QbankError(error.message, where=place, hint=lambda: error.hint))


class StudentNames:
    """Students under the names of the roster, where there is one, and else as they are first written.

    `unlisted` are those who are not on it, `joined` those who were written in two ways that are taken for one.
    """

    def __init__(self, ledger: Ledger, roster: "Roster | None", problems: Problems) -> None:
        self._ledger, self._roster, self._problems = ledger, roster, problems
        self._numbers: dict[str | tuple[str, ...], int | None] = {}
        self._spelt: dict[str, int] = {}
        self.unlisted: list[str] = []
        self.joined: list[tuple[str, str]] = []

    def number(self, typed: Typed) -> int | None:
        """The number of the student whose answer it is; None where the roster leaves open who that is."""
        key = typed.student if self._roster is None else (typed.student, *typed.others)
        if key not in self._numbers:
            self._numbers[key] = self._new(typed)
        return self._numbers[key]

    def _new(self, typed: Typed) -> int | None:
        try:
            listed = self._listed((typed.student, *typed.others))
        except QbankError as error:
            self._problems.append(QbankError(error.message, where=typed.where, hint=error.hint))
            return None
        name = listed.student if listed else typed.student
        number = self._spelt.setdefault(folded(name), len(self._ledger.students))
        if number == len(self._ledger.students):
            self._ledger.students.append(name)
            if self._roster is not None and not listed:
                self.unlisted.append(name)
        elif name != self._ledger.students[number]:
            self.joined.append((self._ledger.students[number], name))
        return number

    def _listed(self, called: tuple[str, ...]) -> "Listed | None":
        """Who of the roster is called so. Raises QbankError where that may be two."""
        if self._roster is None:
            return None
        found: dict[Listed, str] = {}
        doubt: QbankError | None = None
        for name in called:
            try:
                if listed := self._roster.listed(name):
                    found.setdefault(listed, name)
            except QbankError as error:
                doubt = doubt or error
        if len(found) > 1:
            (one, first), (other, second), *_ = found.items()
            message = f"{short(first)!r} and {short(second)!r} in one row are two students of the roster"
            hint = f"they are {short(one.student)!r} and {short(other.student)!r} there: correct the row or the roster"
            raise QbankError(message, hint=hint)
        if doubt and not found:
            raise doubt
        return next(iter(found), None)

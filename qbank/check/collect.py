"""A table's answers put into a ledger: who they are from, what they answer, and which of two counts."""

from collections import defaultdict
from collections.abc import Callable, Container, Iterable
from typing import TYPE_CHECKING, NamedTuple

from qbank import limits
from qbank.check.doubles import Attempt, Doubles
from qbank.check.ledger import Ledger
from qbank.check.lookup import Asked
from qbank.check.names import Find, QuestionNames, StudentNames
from qbank.check.problems import Problems
from qbank.check.table import Typed

if TYPE_CHECKING:
    from qbank.check.roster import Roster

Owed = Callable[[str], tuple[Asked, ...]]
"""From the version of a sheet to what everybody gets who had it, also where they typed nothing."""


class Collected(NamedTuple):
    """The answers, how many were set aside for another attempt, and who of the students is not on the roster."""

    ledger: Ledger
    set_aside: int
    unlisted: tuple[str, ...]


def collect(
    answers: Iterable[Typed],
    find: Find,
    problems: Problems,
    *,
    attempt: Attempt | None = None,
    roster: "Roster | None" = None,
    owed: Owed | None = None,
    apart: Container[str] = frozenset(),
) -> Collected:
    """The answers in order.

    One that names no question goes to `problems`, and so does a second one of a student to a question, unless
    `attempt` says which counts. With a roster students are called as it calls them. The texts of students who are
    to be judged `apart` are theirs alone.
    """
    ledger = Ledger()
    questions, students = QuestionNames(ledger, find, problems), StudentNames(ledger, roster, problems)
    doubles = Doubles(ledger, problems, attempt)
    collector = _Collector(questions, students, doubles, ledger, apart)
    lines = dict[tuple[int, str], int]()  # from a student and a version to where it is first seen
    for typed in answers:
        student = collector.add(typed)
        if owed and student is not None:
            lines.setdefault((student, typed.version), typed.line)
    for (student, version), line in lines.items():
        for asked in owed(version) if owed else ():
            collector.give(asked, version, student, line)
    return Collected(ledger, doubles.set_aside, tuple(students.unlisted))


class _Collector:
    def __init__(
        self,
        questions: QuestionNames,
        students: StudentNames,
        doubles: Doubles,
        ledger: Ledger,
        apart: Container[str],
    ) -> None:
        self._questions, self._students, self._doubles = questions, students, doubles
        self._ledger, self._apart = ledger, apart
        self._texts = defaultdict[int, dict[str, int]](dict)  # numbers by what was asked and the text
        self._told_apart = 0

    def add(self, typed: Typed) -> int | None:
        """Keep the answer where it counts. The student's number; None where it names no question, or nobody."""
        asked = self._questions.number(typed)
        student = None if asked is None else self._students.number(typed)
        if asked is None or student is None:
            return None
        if self._doubles.counts(typed, asked, student):
            self._keep(asked, student, typed.line, typed.answer, typed.attempt)
        return student

    def give(self, asked: Asked, version: str, student: int, line: int) -> None:
        """A blank answer where the student has none."""
        number = self._questions.add(asked, version)
        if not self._doubles.has(number, student):
            self._keep(number, student, line, "", "")

    def _keep(self, asked: int, student: int, line: int, text: str, attempt: str) -> None:
        shared = self._ledger.students[student] not in self._apart
        number = self._text(asked, text) if shared else self._ledger.add_text(asked, text)
        self._doubles.keep(asked, student, self._ledger.add(line, student, number), attempt)

    def _text(self, asked: int, text: str) -> int:
        """The text's number; the same text is kept once, as far as so many can be told apart."""
        number = self._texts[asked].get(text)
        if number is None:
            if self._told_apart >= limits.TEXTS_TOLD_APART:
                self._texts.clear()
                self._told_apart = 0
            number = self._texts[asked][text] = self._ledger.add_text(asked, text)
            self._told_apart += 1
        return number

"""A table's answers put into a ledger: who they are from, what they answer, and which of two counts."""

from collections import defaultdict
from collections.abc import Callable, Container, Iterable
from typing import TYPE_CHECKING, NamedTuple

from qbank import limits
from qbank.check.doubles import Attempt, Doubles
from qbank.check.ledger import Ledger
from qbank.check.names import Find, QuestionNames, StudentNames
from qbank.check.problems import Problems
from qbank.check.table import Typed

if TYPE_CHECKING:
    from qbank.check.roster import Roster

Owed = Callable[[str], tuple[str, ...]]
"""From the version of a sheet to the names of what everybody gets who had it, also where they typed nothing."""


class Collected(NamedTuple):
    """The answers, how many were set aside for another attempt, and who of the students is not on the roster.

    `joined` are names of students that are taken for one: as it was first written, and as it was then.
    """

    ledger: Ledger
    set_aside: int
    unlisted: tuple[str, ...]
    joined: tuple[tuple[str, str], ...] = ()


def collect(
    answers: Iterable[Typed],
    find: Find,
    problems: Problems,
    *,
    attempt: Attempt | None = None,
    roster: "Roster | None" = None,
    owed: Owed | None = None,
    apart: Container[str] = frozenset(),
    numbered: bool = False,
) -> Collected:
    """The answers in order.

    One that names no question goes to `problems`, and so does a second one of a student to a question, unless
    `attempt` says which counts. With a roster students are called as it calls them. The texts of students who are
    to be judged `apart` are theirs alone. Where `find` knows a sheet's numbers the questions are `numbered`.
    """
    ledger = Ledger()
    questions = QuestionNames(ledger, find, problems, numbered)
    students = StudentNames(ledger, roster, problems)
    doubles = Doubles(ledger, problems, attempt)
    collector = _Collector(questions, students, doubles, ledger, apart)
    versions = dict[int, tuple[str, int]]()  # from a student to the version that counts, and its first line
    for typed in answers:
        student = collector.add(typed)
        if (
            owed
            and student is not None
            and (student not in versions or versions[student][0] != typed.version)
        ):
            versions[student] = typed.version, typed.line
    doubles.finish()
    for student, (version, line) in versions.items():
        for name in owed(version) if owed else ():
            collector.give(name, version, student, line)
    return Collected(ledger, doubles.set_aside, tuple(students.unlisted), tuple(students.joined))


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
        """Keep the answer where it counts. The student's number; None where it does not."""
        asked = self._questions.number(typed)
        student = None if asked is None else self._students.number(typed)
        if asked is None or student is None or not self._doubles.counts(typed, asked, student):
            return None
        self._keep(asked, student, typed.line, typed.answer)
        return student

    def give(self, name: str, version: str, student: int, line: int) -> None:
        """A blank answer where the student has none."""
        asked = self._questions.named(name, version)
        if asked is not None and not self._doubles.has(asked, student):
            self._keep(asked, student, line, "")

    def _keep(self, asked: int, student: int, line: int, text: str) -> None:
        shared = self._ledger.students[student] not in self._apart
        number = self._text(asked, text) if shared else self._ledger.add_text(asked, text)
        self._doubles.keep(asked, student, self._ledger.add(line, student, number))

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

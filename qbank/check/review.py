"""What a person decides about the answers that the checker left open.

A decision is bound to a student, a question and the text as it was typed.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

from qbank import limits
from qbank.check.lookup import NUMBER, Unnamed
from qbank.check.people import folded

if TYPE_CHECKING:
    from qbank.answers import Verdict
    from qbank.check.names import Find

REVIEWED = "reviewed"
"""The code of a verdict that a person has decided."""

Binding = tuple[str, str, str]
"""What tells the student, the question, and what was typed."""


class Decision(NamedTuple):
    """A row of a review file, its cells as they stand there; without a `score` it is open."""

    student: str
    question: str
    answer: str
    read_as: str = ""
    why: str = ""
    score: str = ""
    who: str = ""
    reason: str = ""

    @property
    def share(self) -> float:
        """The score as a number from 0 to 1."""
        return float(self.score.replace(",", "."))

    @property
    def binding(self) -> Binding:
        """What the row is about: the student as a table may write the name, and the text as a row holds it."""
        return person(self.student), self.question, bound(self.answer)

    @property
    def decided(self) -> tuple[str | float, ...]:
        """What a person has written."""
        return self.share if self.score else "", self.who, self.reason


class Decisions:
    """The rows of a file in its order. It remembers which of them were asked for."""

    def __init__(self, rows: Iterable[Decision] = ()) -> None:
        self._rows = {row.binding: row for row in rows}
        self._used: set[Binding] = set()

    def __len__(self) -> int:
        return len(self.filled)

    @property
    def filled(self) -> tuple[Decision, ...]:
        """The rows with a score."""
        return tuple(row for row in self._rows.values() if row.score)

    @property
    def idle(self) -> tuple[Decision, ...]:
        """The rows with a score that no open answer has asked for: it is gone, or open no more."""
        return tuple(row for row in self.filled if row.binding not in self._used)

    @property
    def students(self) -> "Students":
        """About whose answers something was decided."""
        return Students(self.filled)

    def decided(self, student: str, question: str, answer: str) -> Decision | None:
        """What was decided about an open answer, if anything."""
        binding = Decision(student, question, answer).binding
        row = self._rows.get(binding)
        if row is None or not row.score:
            return None
        self._used.add(binding)
        return row

    def noted(self, binding: Binding) -> Decision | None:
        """A row without a score, in which a name or a reason may stand already."""
        row = self._rows.get(binding)
        return row if row and not row.score else None

    def unfinished(self) -> Iterator[Decision]:
        """The rows without a score in which something was written."""
        return (row for row in self._rows.values() if not row.score and (row.who or row.reason))


class Names:
    """Leads from what a person may call a question to the name under which it is graded.

    `unknown` are those that mean nothing, or a number that does not mean the same on all versions of a sheet.
    """

    def __init__(self, find: "Find", versions: Sequence[str] = ("",)) -> None:
        self._find, self._versions = find, versions
        self._named: dict[str, str] = {}
        self.unknown: set[str] = set()

    def __call__(self, question: str) -> str:
        """Its name; the question itself where that is unknown."""
        if question not in self._named:
            name = self._same(question)
            if name is None:
                self.unknown.add(question)
            self._named[question] = name or question
        return self._named[question]

    def _same(self, question: str) -> str | None:
        """The name that it means on all versions, an id on those that have it; None where there is none."""
        found = {self._on(version, question) for version in self._versions}
        if not re.fullmatch(NUMBER, question.strip()):
            found.discard(None)
        return found.pop() if len(found) == 1 else None

    def _on(self, version: str, question: str) -> str | None:
        try:
            asked = self._find(question, version)
        except Unnamed:
            return None
        return asked and asked.name


class Students:
    """Those that some rows are about, however their names have passed through spreadsheets."""

    def __init__(self, rows: Iterable[Decision]) -> None:
        self._names = {person(row.student) for row in rows}

    def __contains__(self, student: object) -> bool:
        return isinstance(student, str) and person(student) in self._names


def bound(text: str) -> str:
    """The text as a row holds it: line ends as spreadsheets leave them, a very long one by its beginning and digest."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if len(text) <= limits.BOUND_CHARACTERS:
        return text
    digest = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
    return f"{text[: limits.BOUND_CHARACTERS // 2]}… ({len(text):,} characters, {digest})"


def person(student: str) -> str:
    """What tells one student from another, whatever the case and the blanks of the name."""
    return folded(bound(student))


def reviewed(verdict: "Verdict", decision: Decision) -> "Verdict":
    """The verdict that a person has given; it says who, why, and what the checker had said."""
    from qbank.answers import Word

    score = decision.share
    word = Word.RIGHT if score == 1 else Word.PARTLY if score else Word.WRONG
    reason = f": {' '.join(decision.reason.split()).rstrip('.')}" if decision.reason else ""
    why = f"Decided by {' '.join(decision.who.split())}{reason}. Before that: {verdict.why}"
    return verdict._replace(verdict=word, score=score, why=why, code=REVIEWED, entries=(), diagnosis=())

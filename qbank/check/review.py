"""What a person decides about the answers that the checker left open.

A decision is bound to a student, a question and the text as it was typed.
"""

from collections.abc import Iterable, Iterator
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

from qbank import limits
from qbank.markup import literal

if TYPE_CHECKING:
    from qbank.answers import Verdict

REVIEWED = "reviewed"
"""The code of a verdict that a person has decided."""

Binding = tuple[str, str, str]
"""Student, question, and what was typed."""


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
        """What the row is about."""
        return bound(self.student), self.question, bound(self.answer)

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


def bound(text: str) -> str:
    """The text as a row holds it: line ends as spreadsheets leave them, a very long one by its beginning and digest."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if len(text) <= limits.BOUND_CHARACTERS:
        return text
    digest = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
    return f"{text[: limits.BOUND_CHARACTERS // 2]}… ({len(text):,} characters, {digest})"


def reviewed(verdict: "Verdict", decision: Decision) -> "Verdict":
    """The verdict that a person has given; it says who, why, and what the checker had said."""
    from qbank.answers import Word

    score = decision.share
    word = Word.RIGHT if score == 1 else Word.PARTLY if score else Word.WRONG
    reason = f": {literal(decision.reason).rstrip('.')}" if decision.reason else ""
    why = f"Decided by {literal(decision.who)}{reason}. Before that: {verdict.why}"
    return verdict._replace(verdict=word, score=score, why=why, code=REVIEWED, entries=(), diagnosis=())

"""A table's answers with their verdicts, as often as they are gone through, each time the same.

Verdicts are kept as far as there is room; beyond it an answer is judged again, which gives the same.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from qbank import limits
from qbank.check.grading import FAULT, Graded, Rules, is_open, judge
from qbank.check.ledger import Entry, Ledger
from qbank.errors import QbankError

if TYPE_CHECKING:
    from qbank.answers import Verdict
    from qbank.check.review import Decisions

_VERDICT_BYTES = 200  # of one without what is weighed below


class Answered:
    """The answers of a ledger. What a person has decided about an open one is its verdict.

    Students about whose answers something was decided have texts of their own in the ledger: by question each
    different text is counted once for all who gave it.
    """

    def __init__(self, ledger: Ledger, rules: Rules, decisions: "Decisions | None" = None) -> None:
        self._ledger, self._rules, self._decisions = ledger, rules, decisions
        self._kept: list[Verdict | None] = [None] * ledger.texts
        self._room = limits.VERDICTS_BYTES
        self._judges: dict[int, Callable[[str], Verdict]] = {}
        self._failed = False

    def __len__(self) -> int:
        return len(self._ledger)

    def __iter__(self) -> Iterator[Graded]:
        return self._graded(self._ledger)

    def by_student(self) -> Iterator[tuple[str, Iterator[Graded]]]:
        """Each student's answers, the students in the order in which the table first has them."""
        groups = map(self._graded, self._ledger.by_student())
        return zip(self._ledger.students, groups, strict=True)

    def by_question(self) -> Iterator[tuple[str, Iterator[tuple[Graded, int]]]]:
        """The different answers to each question, and how many gave each; both as the table first has them."""
        groups = map(self._counted, self._ledger.by_question())
        return zip(self._ledger.questions, groups, strict=True)

    def faults(self, table: str) -> Iterator[QbankError]:
        """The answers on which the checker itself has failed; `table` stands before their lines."""
        for answer in self if self._failed else ():
            if answer.verdict.code == FAULT:
                yield QbankError(answer.verdict.why, where=f"{table}:{answer.line}")

    def _counted(self, entries: Iterable[tuple[Entry, int]]) -> Iterator[tuple[Graded, int]]:
        for entry, times in entries:
            (answer,) = self._graded((entry,))
            yield answer, times

    def _graded(self, entries: Iterable[Entry]) -> Iterator[Graded]:
        students, asked, text_of = self._ledger.students, self._ledger.asked, self._ledger.text
        for line, student, part, number in entries:
            text = text_of(number)
            verdict = self._kept[number] or self._judged(part, number, text)
            if self._decisions and is_open(verdict):
                verdict = _decided(self._decisions, students[student], asked[part].name, text, verdict)
            self._failed = self._failed or verdict.code == FAULT
            yield Graded(line, students[student], asked[part], text, verdict)

    def _judged(self, part: int, number: int, text: str) -> "Verdict":
        """The checker's verdict on a text, which is kept where there is room."""
        if part not in self._judges:
            self._judges[part] = judge(self._ledger.asked[part], self._rules)
        verdict = self._judges[part](text)
        taken = _VERDICT_BYTES + len(verdict.read_as or "") + len(verdict.why) + 8 * len(verdict.entries)
        if taken <= self._room:
            self._room -= taken
            self._kept[number] = verdict
        return verdict


def _decided(decisions: "Decisions", student: str, question: str, text: str, verdict: "Verdict") -> "Verdict":
    from qbank.check.review import reviewed

    decision = decisions.decided(student, question, text)
    return verdict if decision is None else reviewed(verdict, decision)

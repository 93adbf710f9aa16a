"""Two answers of one student to one question: a problem, or the first or the last attempt counts.

A row of the wide form is an attempt as a whole; in the long form an attempt is what has one text in the column
`attempt`, and without that column each answer stands for itself.
"""

from array import array
from typing import Literal, NamedTuple

from qbank.check.ledger import Ledger
from qbank.check.places import Places
from qbank.check.problems import Problems
from qbank.check.table import Typed
from qbank.errors import QbankError

Attempt = Literal["first", "last"]

_DIGITS = 9
_NONE = 0xFFFF_FFFF
"""The attempt of an answer that another answer of the same attempt has replaced."""


class _Sent(NamedTuple):
    """The attempt of a student that counts: its number among all such, and where and how the table tells it."""

    number: int
    row: int
    attempt: str
    where: str
    empty: bool


class Doubles:
    """Decides which answers count. `set_aside` is how many do not because another attempt does."""

    def __init__(self, ledger: Ledger, problems: Problems, attempt: Attempt | None) -> None:
        self._ledger, self._problems, self._attempt = ledger, problems, attempt
        self._places, self._attempts = Places(), array("I")
        self._sent: dict[int, _Sent] = {}  # by students
        self._count = 0
        self._replaced: dict[int, bool] = {}  # attempts that count no more, and whether they were empty
        self._told_rows = (0, 0, 0)
        self._told_columns: set[str] = set()
        self.set_aside = 0

    def counts(self, typed: Typed, asked: int, student: int) -> bool:
        """Whether the answer is to be kept; an earlier one that it replaces is set aside in the ledger."""
        sent = self._sent.get(student)
        if sent is None or (sent.row != typed.row if typed.row else sent.attempt != typed.attempt):
            if sent and not self._wins(typed, sent, student):
                return False
            self._begin(typed, student, sent)
            return True
        earlier = self._places.get(self._ledger.question_of(asked), student)
        if earlier is None or self._attempts[earlier] != sent.number:
            return True
        if self._attempt is None or typed.row:
            replaces = self._is_first(typed, earlier, self._ledger.asked[asked].name)
        else:
            replaces = self._attempt == "last"
            self.set_aside += 1
        if replaces:
            self._ledger.set_aside(earlier)
            self._attempts[earlier] = _NONE
        return replaces

    def keep(self, asked: int, student: int, answer: int) -> None:
        """That is the number of the answer that counts now."""
        self._places.put(self._ledger.question_of(asked), student, answer)
        self._attempts.append(self._sent[student].number)

    def has(self, asked: int, student: int) -> bool:
        """Whether the student has answered it, in the attempt that counts."""
        answer = self._places.get(self._ledger.question_of(asked), student)
        return answer is not None and self._attempts[answer] == self._sent[student].number

    def finish(self) -> None:
        """Behind the last answer: whatever was kept of attempts that count no more is set aside."""
        for answer, attempt in enumerate(self._attempts if self._replaced else ()):
            if attempt in self._replaced:
                self._ledger.set_aside(answer)
                self.set_aside += not self._replaced[attempt]

    def _begin(self, typed: Typed, student: int, before: _Sent | None) -> None:
        """An attempt that counts from now on."""
        if before:
            self._replaced[before.number] = before.empty
        self._sent[student] = _Sent(self._count, typed.row, typed.attempt, typed.where, typed.empty)
        self._count += 1

    def _wins(self, typed: Typed, sent: _Sent, student: int) -> bool:
        """Whether another attempt counts instead of that one. One without any answer is none."""
        if typed.empty or sent.empty:
            return not typed.empty
        if self._attempt is None:
            self._tell_attempt(typed, sent, student)
            return False
        number, earlier = _number(typed.attempt), _number(sent.attempt)
        later = number > earlier if number and earlier and number != earlier else True
        wins = later == (self._attempt == "last")
        self.set_aside += not wins
        return wins

    def _is_first(self, typed: Typed, earlier: int, name: str) -> bool:
        """Whether it is the first that is no blank, which takes no other answer's place; a second one is told."""
        blank = self._ledger.is_blank(earlier)
        if typed.answer and not blank:
            self._tell(typed, f"on line {self._ledger.line(earlier)}", name)
        return blank and typed.answer != ""

    def _tell(self, typed: Typed, first: str, name: str) -> None:
        """A column that names a question anew is told once for all rows."""
        if not typed.row:
            self._second(typed, f"answers {name} a second time", first)
        elif typed.asked not in self._told_columns:
            self._told_columns.add(typed.asked)
            message = f"a second column for {name}"
            self._problems.append(QbankError(message, where=typed.asked, hint="remove one of them"))

    def _tell_attempt(self, typed: Typed, sent: _Sent, student: int) -> None:
        """Once a row in the wide form, and not for all its columns."""
        told = student, typed.row, typed.line
        if self._told_rows != told:
            self._told_rows = told
            self._second(
                typed, "has a second row" if typed.row else "has a second attempt", f"in {sent.where}"
            )

    def _second(self, typed: Typed, found: str, first: str) -> None:
        who = f"student {typed.student!r}" if typed.student else "the table"
        more = "say which counts with --attempt first or last" if typed.student else "add a column 'student'"
        hint = f"remove one of them, or {more}"
        self._problems.append(QbankError(f"{who} {found}, first {first}", where=typed.where, hint=hint))


def _number(attempt: str) -> int:
    """Its number, 0 where it has none."""
    return int(attempt) if attempt.isascii() and attempt.isdigit() and len(attempt) <= _DIGITS else 0

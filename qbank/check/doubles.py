"""Two answers of one student to one question: a problem, or the first or the last attempt counts."""

from array import array
from typing import Literal

from qbank.check.ledger import Ledger
from qbank.check.places import Places
from qbank.check.problems import Problems
from qbank.check.table import Typed
from qbank.errors import QbankError

Attempt = Literal["first", "last"]

_DIGITS = 9


class Doubles:
    """Decides which answers count. `set_aside` is how many do not because another attempt does."""

    def __init__(self, ledger: Ledger, problems: Problems, attempt: Attempt | None) -> None:
        self._ledger, self._problems, self._attempt = ledger, problems, attempt
        self._places, self._numbers = Places(), array("I")
        self._told_rows = (0, 0)
        self._told_columns: set[str] = set()
        self.set_aside = 0

    def counts(self, typed: Typed, asked: int, student: int) -> bool:
        """Whether the answer is to be kept; an earlier one that it replaces is set aside in the ledger."""
        earlier = self._places.get(self._ledger.question_of(asked), student)
        if earlier is None:
            return True
        if self._attempt is None or self._ledger.line(earlier) == typed.line:
            replaces = self._is_first(typed, earlier, self._ledger.asked[asked].name)
        else:
            replaces = self._is_chosen(_number(typed.attempt), self._numbers[earlier])
            self.set_aside += 1
        if replaces:
            self._ledger.set_aside(earlier)
        return replaces

    def keep(self, asked: int, student: int, answer: int, attempt: str) -> None:
        """That is the number of the answer that counts now."""
        self._places.put(self._ledger.question_of(asked), student, answer)
        self._numbers.append(_number(attempt))

    def has(self, asked: int, student: int) -> bool:
        """Whether the student has answered it."""
        return self._places.get(self._ledger.question_of(asked), student) is not None

    def _is_chosen(self, number: int, earlier: int) -> bool:
        """Whether the later row counts: by the numbers of the attempts, else by the order of the rows."""
        later = number > earlier if number and earlier and number != earlier else True
        return later == (self._attempt == "last")

    def _is_first(self, typed: Typed, earlier: int, name: str) -> bool:
        """Whether it is the first that is no blank, which takes no other answer's place; a second one is told."""
        blank = self._ledger.is_blank(earlier)
        if typed.answer and not blank:
            self._tell(typed, self._ledger.line(earlier), name)
        return blank and typed.answer != ""

    def _tell(self, typed: Typed, first: int, name: str) -> None:
        """A column that names a question anew is told once, a second row once and not for all its columns."""
        if first == typed.line:
            if typed.asked not in self._told_columns:
                self._told_columns.add(typed.asked)
                message = f"a second column for {name}"
                self._problems.append(QbankError(message, where=typed.asked, hint="remove one of them"))
        elif self._told_rows != (first, typed.line):
            self._told_rows = first, typed.line
            self._problems.append(_second(typed, first, name))


def _second(typed: Typed, first: int, name: str) -> QbankError:
    who = f"student {typed.student!r}" if typed.student else "the table"
    message = f"{who} answers {name} a second time, first on line {first}"
    more = "say which counts with --attempt first or last" if typed.student else "add a column 'student'"
    return QbankError(message, where=typed.where, hint=f"remove one of them, or {more}")


def _number(attempt: str) -> int:
    """Its number, 0 where it has none."""
    return int(attempt) if attempt.isascii() and attempt.isdigit() and len(attempt) <= _DIGITS else 0

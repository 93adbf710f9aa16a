"""Every typed answer of a table held against the key of the question that it names."""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from qbank.check.lookup import Asked, Unnamed
from qbank.check.table import Typed
from qbank.errors import QbankError
from qbank.question import Json, Mistake, Part

if TYPE_CHECKING:
    from qbank.answers import Verdict

_FAULTS = (
    ArithmeticError,
    AttributeError,
    LookupError,
    MemoryError,
    NameError,
    QbankError,
    RuntimeError,
    TypeError,
    ValueError,
)
"""What a fault of the checker itself, or a damaged key, can raise: nothing that speaks about the answer."""


FAULT = "fault"
"""The code of a verdict that the checker could not reach."""


class Rules(NamedTuple):
    """How numbers are written, and what answers that are nearly right earn; named as `grade` names them."""

    locale: str | None = None
    truncated: float = 0.5
    few_digits: float = 0.5
    last_digit: float = 0
    convention: float = 0


class Graded(NamedTuple):
    """One answer with its verdict."""

    line: int
    student: str
    asked: Asked
    answer: str
    verdict: "Verdict"


Find = Callable[[str, str], Asked]
"""From the question that a table names, and the version of the sheet, to what was asked; else Unnamed."""


class Grader:
    """Looks each question of a table up once and judges each different answer to it once."""

    def __init__(self, find: Find, rules: Rules) -> None:
        self._find, self._rules = find, rules
        self._asked: dict[tuple[str, str], Asked | Unnamed] = {}
        self._verdicts: dict[tuple[str, str, str], Verdict] = {}

    def asked(self, typed: Typed) -> Asked | Unnamed:
        """What the answer answers, or why that cannot be said."""
        key = typed.question, typed.version
        if key not in self._asked:
            try:
                self._asked[key] = self._find(*key)
            except Unnamed as error:
                self._asked[key] = error
        return self._asked[key]

    def verdict(self, typed: Typed, asked: Asked) -> "Verdict":
        """The verdict on it."""
        key = typed.question, typed.version, typed.answer
        if key not in self._verdicts:
            self._verdicts[key] = judged(asked.part, typed.answer, self._rules)
        return self._verdicts[key]


def graded(
    answers: Iterable[Typed], find: Find, rules: Rules, problems: list[QbankError]
) -> Iterator[Graded]:
    """Each answer with its verdict, in order.

    An answer that names no question, a second one to the same question, and one on which the checker itself
    failed go to `problems`; the first two get no verdict.
    """
    grader = Grader(find, rules)
    earlier: dict[tuple[str, str], Typed] = {}
    told: set[str] = set()

    def tell(problem: QbankError, rows: str = "") -> None:
        """Once, and of a second row of the wide form only the first column."""
        about = rows or str(problem)
        if about not in told:
            told.add(about)
            problems.append(problem)

    for typed in answers:
        asked = grader.asked(typed)
        if isinstance(asked, Unnamed):
            tell(QbankError(asked.message, where=typed.asked, hint=asked.hint))
        elif (first := earlier.setdefault((typed.student, asked.name), typed)) is not typed:
            rows = f"{first.line} {typed.line}" if first.line != typed.line else ""
            tell(_second(typed, first, asked), rows)
        else:
            verdict = grader.verdict(typed, asked)
            if verdict.code == FAULT:
                problems.append(QbankError(verdict.why, where=typed.where))
            yield Graded(typed.line, typed.student, asked, typed.answer, verdict)


def judged(part: Part, answer: str, rules: Rules) -> "Verdict":
    """The verdict on one answer. A fault of the checker is `undecided`, never `wrong`: a person must look."""
    from qbank.answers import Verdict, Word, grade

    known = [_known(mistake) for mistake in part.mistakes]
    try:
        return grade(
            part.answer,
            part.key,
            answer,
            unit=part.unit,
            options=part.options,
            known=known,
            **rules._asdict(),
        )
    except _FAULTS as fault:
        why = f"The checker failed ({fault!r}); a person will look at it."
        return Verdict(Word.UNDECIDED, why=why, code=FAULT)


def _known(mistake: Mistake) -> dict[str, Json]:
    """The mistake as a bank line holds it."""
    return {name: getattr(mistake, name) for name in ("names", "convention", "key", "display", "feedback")}


def _second(typed: Typed, first: Typed, asked: Asked) -> QbankError:
    """A second answer of one student to one question, in another row or another column."""
    if typed.line == first.line:
        return QbankError(f"a second column for {asked.name}", where=typed.asked, hint="remove one of them")
    who = f"student {typed.student!r}" if typed.student else "the table"
    message = f"{who} answers {asked.name} a second time, first on line {first.line}"
    more = "" if typed.student else ", or add a column 'student'"
    return QbankError(message, where=typed.where, hint=f"remove one of them{more}")

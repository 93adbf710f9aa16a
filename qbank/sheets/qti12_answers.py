"""How Canvas can ask a question: which of its types, and what that type takes for right."""

from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import NamedTuple

from qbank import markup
from qbank.corrections import Correction
from qbank.errors import QbankError
from qbank.question import Part, Question
from qbank.sheets import lms, lms_corrections

LEAST = Decimal("0.0001")
"""A number closer to 0 becomes 0 where Canvas keeps four decimal places."""

_ONE_ENTRY = ("integer", "decimal", "exact", "shape", "tokens")


class Number(NamedTuple):
    """A right number, and the bounds of what is right for it, as plain decimal text."""

    value: str
    low: str
    high: str


class Blank(NamedTuple):
    """One gap: the texts that are right in it, the commonest first."""

    texts: tuple[str, ...]


Rows = list[list[Blank]]
"""The gaps of a part as they stand: a vector is one row, a matrix has several."""


def kind_of(question: Question) -> str:
    """Canvas's name of the type that can ask the question. Raises QbankError where none grades it fairly."""
    kinds = {part.answer["kind"] for part in question.parts}
    if "expression" in kinds:
        raise QbankError("a formula can be typed in more ways than Canvas can be told of")
    if len(question.parts) == 1:
        return _kind_of_one(question.parts[0])
    if kinds == {"choice"}:
        return _dropdowns(question)
    if kinds & {"choice", "choices"}:
        raise QbankError("Canvas cannot ask for a choice and something else in one question")
    if len({_count(part) for part in question.parts}) > 1:
        raise QbankError(
            "Canvas gives each gap the same points, and its parts have different numbers of gaps"
        )
    return "fill_in_multiple_blanks_question"


def _kind_of_one(part: Part) -> str:
    kind = part.answer["kind"]
    if kind == "choices":
        if not part.key:
            raise QbankError("Canvas wants at least one right option")
        return "multiple_answers_question"
    if kind == "choice":
        binary = sorted((part.options or {}).values()) == ["False", "True"]
        return "true_false_question" if binary else "multiple_choice_question"
    if kind in ("vector", "matrix"):
        return "fill_in_multiple_blanks_question"
    if kind in ("integer", "decimal") and not lms.is_infinite(part):
        return "numerical_question"
    return "short_answer_question"


def _dropdowns(question: Question) -> str:
    texts = [text for part in question.parts for text in (part.options or {}).values()]
    if any(markup.plain(text) != text for text in texts):
        raise QbankError("Canvas shows options among several parts as plain text, without mathematics")
    return "multiple_dropdowns_question"


def _count(part: Part) -> int:
    return 1 if part.answer["kind"] in _ONE_ENTRY else sum(map(len, lms.entries(part)))


def numbers(part: Part, corrections: Iterable[Correction] = ()) -> list[Number]:
    """What is right for a number: the rounding that was asked for, then all within half a unit of the exact value.

    The rounding stands there by itself since Canvas shows the first answer, and forgets a margin below 0.0001 when a
    question is edited. Raises QbankError for what its floating point would change.
    """
    found: dict[Number, None] = {}
    for right in rights(part, corrections):
        value, margin = map(Decimal, lms.tolerance(right))
        if 0 < abs(value) < LEAST:
            raise QbankError("Canvas takes a number below 0.0001 for 0", hint="ask for it in other units")
        if margin:
            asked = rounded(value, margin)
            found[Number(asked, asked, asked)] = None
        elif Decimal(repr(float(value))) != value:
            raise QbankError(f"{value} has more digits than Canvas keeps")
        found[Number(*(f"{number:f}" for number in (value, value - margin, value + margin)))] = None
    return list(found)


def rounded(value: Decimal, margin: Decimal) -> str:
    """The number to the place that the margin is half a unit of."""
    place = int(margin.normalize().as_tuple().exponent) + 1
    return f"{value.quantize(Decimal((0, (1,), place))):f}"


def gaps(part: Part, corrections: Iterable[Correction] = ()) -> Rows:
    """The part's gaps. Raises QbankError where no text can be said to be right."""
    accepted_cells = [cells(right) for right in rights(part, corrections)]
    return [
        [_blank(other[row][column] for other in accepted_cells) for column in range(len(line))]
        for row, line in enumerate(accepted_cells[0])
    ]


def cells(part: Part) -> list[list[Part]]:
    """What is typed for the part, entry by entry: rows of a vector or a matrix, or the part itself."""
    return lms.entries(part) if part.answer["kind"] in ("vector", "matrix") else [[part]]


def _blank(parts: Iterator[Part]) -> Blank:
    return Blank(typings(parts))


def typings(parts: Iterable[Part]) -> tuple[str, ...]:
    """The texts that are right for any of the parts. Those that differ by capitals alone are one.

    Raises QbankError where there are none.
    """
    found: dict[str, str] = {}
    for part in parts:
        for text in lms.spellings(part, part.key):
            found.setdefault(text.casefold(), text)
    if not found:
        raise QbankError("no text can be said to be right")
    return tuple(found.values())


def rights(part: Part, corrections: Iterable[Correction]) -> list[Part]:
    """The part under its key, and under what else is accepted. Raises QbankError for a list of another length."""
    return [part, *lms_corrections.entered(part, corrections)]

"""One number as a grid of digits for Auto Multiple Choice.

A grid takes multiples of the last asked place only, so of the answers that the fair interval holds right it can
take the rounded key, and where the key lies exactly between two such numbers both of them.
"""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from qbank import exact
from qbank.answers import kind
from qbank.errors import QbankError
from qbank.exact import Value
from qbank.points import Points
from qbank.question import Part
from qbank.sheets.lms_numbers import nearest
from qbank.sheets.tex_signs import escape

MOST_DIGITS = 9
"""TeX counts no further than 2³¹ − 1."""

LEAST_DIGITS, SPARE_DIGITS, POWER_DIGITS = 3, 2, 2
MOST_PLACES = 6
"""Decimal places that an exact number may need; one that needs more is asked as a fraction."""

_CANNOT = {
    "expression": "a formula",
    "vector": "a list",
    "matrix": "a table of numbers",
    "shape": "a shape",
    "tokens": "a list of tokens",
}


class Grid(NamedTuple):
    """The columns of a grid, and the numbers that are right in it: one, or two around a tie.

    `exponent` is how many columns a power of ten has, 0 where there is none.
    """

    digits: int
    places: int
    sign: bool
    right: tuple[str, ...]
    exponent: int = 0


def written(part: Part, share: str) -> Iterator[str]:
    """The grid as LaTeX, its unit before it. Raises QbankError for what is no number that fits into one."""
    found = grid(part)
    first, *others = found.right
    also = f",alsocorrect={others[0]}" if others else ""
    power = f",exponent={found.exponent},exposign=true" if found.exponent else ""
    yield rf"\par\noindent Unit: {escape(part.unit)}" if part.unit else ""
    yield (
        rf"\AMCnumericChoices{{{first}}}{{digits={found.digits},decimals={found.places},"
        rf"sign={'true' if found.sign else 'false'},strict=false,exact=0,approx=0,"
        rf"scoreexact={share},scorewrong=0,vertical=true{power}{also}}}"
    )


def grid(part: Part) -> Grid:
    """The part's grid. Raises QbankError for what is no number that fits into one."""
    asked = part.answer.get("kind", "")
    if asked in _CANNOT or not isinstance(part.key, str):
        raise QbankError(f"{_CANNOT.get(asked, asked)} cannot be ticked in a grid")
    known = kind(part.answer)
    key = known.read_key(part.key)
    if (figures := part.answer.get("figures")) is not None:
        return _with_power(key, int(figures))
    return _fixed(part, key, [known.read_key(mistake.key) for mistake in part.mistakes])


def _fixed(part: Part, key: Value, mistakes: Sequence[Value]) -> Grid:
    """As wide as the key and the known mistakes need, within reason, so that its width gives little away."""
    places = _places(part, key)
    right = nearest(key, places)
    values = [*right, *(value for wrong in mistakes if (value := _rounded(wrong, places)) is not None)]
    needed = max(_width(value, places) for value in right)
    if needed > MOST_DIGITS:
        raise QbankError(f"a grid of {needed} digits, where {MOST_DIGITS} are the most")
    widest = max(_width(value, places) for value in values)
    digits = max(LEAST_DIGITS, places + 1, min(widest, needed + SPARE_DIGITS, MOST_DIGITS))
    sign = part.answer.get("kind") == "decimal" or any(value < 0 for value in values)
    return Grid(digits, places, sign, tuple(exact.decimal(value, places, face="text") for value in right))


def _with_power(key: Value, figures: int) -> Grid:
    """Digits with a power of ten: places alone would tell where the first digit of the key stands."""
    if figures > MOST_DIGITS:
        raise QbankError(f"a grid of {figures} digits, where {MOST_DIGITS} are the most")
    _, places = exact.rounded_figures(key, figures)
    right = tuple(_scientific(value, places) for value in nearest(key, places))
    if any(len(text.partition("e")[2].lstrip("-")) > POWER_DIGITS for text in right):
        raise QbankError(f"a power of ten of more than {POWER_DIGITS} digits")
    return Grid(figures, figures - 1, sign=True, right=right, exponent=POWER_DIGITS)


def _scientific(value: Value, places: int) -> str:
    """The multiple of the last place with its first digit before the point: `2.471e-5`."""
    units = exact.decimal(value * 10**places if places >= 0 else value / 10**-places, 0, face="text")
    digits = units.lstrip("-").rstrip("0")
    power = len(units.lstrip("-")) - 1 - places
    return f"{'-' if units.startswith('-') else ''}{digits[0]}.{digits[1:] or '0'}e{power}"


def _places(part: Part, key: Value) -> int:
    """The decimal places of the grid. Raises QbankError for an exact key that no decimals write."""
    asked = part.answer
    if asked.get("kind") == "integer":
        return 0
    if asked.get("kind") == "exact":
        return _written_out(exact.as_rational(key))
    return int(asked.get("places") or 0)


def _written_out(key: Value | None) -> int:
    found = [
        places for places in range(MOST_PLACES + 1) if key is not None and exact.rounded(key, places) == key
    ]
    if not found:
        raise QbankError("a fraction or root cannot be ticked in a grid")
    return found[0]


def _rounded(value: Value, places: int) -> Value | None:
    try:
        return exact.rounded(value, places)
    except (exact.DomainError, exact.TooLarge):
        return None


def _width(value: Value, places: int) -> int:
    return len(exact.decimal(value, places, face="text").lstrip("-").replace(".", ""))


def number(points: Points, parts: int) -> str:
    """The points of one part, as Auto Multiple Choice computes them."""
    if isinstance(points, Decimal):
        share = Fraction(points) / parts
        return f"({share.numerator}/{share.denominator})"
    return str(points // parts) if points % parts == 0 else f"({points}/{parts})"


def has_grid(parts: Sequence[Part]) -> bool:
    """Whether there is anything to tick digits for."""
    return any(part.options is None for part in parts)

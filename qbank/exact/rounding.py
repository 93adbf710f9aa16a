"""Correct rounding to the nearest, ties away from zero."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from flint import fmpq

from qbank.exact.balls import TINY, balls, ends, sign
from qbank.exact.errors import DomainError, TooLarge
from qbank.exact.infinite import Infinite
from qbank.exact.number import Number, Value, lift
from qbank.exact.terms import HALF
from qbank.limits import ROUNDED_BITS

DIGITS = ROUNDED_BITS * 30_103 // 100_000  # log10(2)


def rounded(x: Value, places: int) -> Any:
    """The multiple of 10^-places that is nearest to x, as fmpq; of two equally near, the one further from 0.

    `places` may be negative. Raises DomainError for inf, TypeError where x has names, Undecided where no
    proof is found which is nearest, and TooLarge for values of astronomic size.
    """
    unit = _power_of_ten(-places)
    return _nearest(_finite(x) / unit) * unit


def rounded_figures(x: Value, figures: int) -> tuple[Any, int]:
    """x rounded to so many significant digits, and how many decimal places that is (may be negative).

    Raises as `rounded` does, DomainError for 0, which has no significant digit, ValueError for figures < 1.
    """
    if figures < 1:
        raise ValueError("at least one significant digit")
    x = _finite(x)
    places = figures - 1 - _decimal_exponent(x)
    value = rounded(x, places)
    if abs(value) == _power_of_ten(figures - places):
        places -= 1  # 9.996 became 10.00
    return value, places


def _power_of_ten(exponent: int) -> Any:
    if abs(exponent) > DIGITS:
        raise TooLarge(f"10 to the power {exponent}")
    return fmpq(10) ** exponent


def _finite(x: Value) -> Value:
    if isinstance(x, Infinite):
        raise DomainError(f"{x!r} can't be rounded")
    if lift(x) is None:
        raise TypeError(f"{type(x).__name__} is no exact value")
    return x if isinstance(x, Number) else fmpq(x)


def _nearest(x: Value) -> Any:
    """The whole number nearest to x, ties away from zero."""
    if not isinstance(x, Number):
        return (x + HALF).floor() if x >= 0 else (x - HALF).ceil()
    low = high = fmpq(0)
    for low, high in _brackets(x):
        if (nearest := _nearest(low)) == _nearest(high):
            return nearest
    tie = _nearest(low + high) * HALF
    return _nearest(tie + sign(x - tie) * fmpq(1, 4))


def _decimal_exponent(x: Value) -> int:
    """k with 10^k <= |x| < 10^(k+1)."""
    if sign(x) == 0:
        raise DomainError("0 has no significant digit")
    if not isinstance(x, Number):
        return _exponent_of_rational(abs(x))
    size = abs(x)
    exponent = 0
    for low, high in _brackets(size):
        if high < 2 * TINY:
            raise TooLarge("a value of astronomic smallness")
        exponent = _exponent_of_rational(high)
        if low > 0 and _exponent_of_rational(low) == exponent:
            return exponent
    return exponent if sign(size - _power_of_ten(exponent)) >= 0 else exponent - 1


def _exponent_of_rational(x: Any) -> int:
    exponent = (x.p.bit_length() - x.q.bit_length()) * 30_103 // 100_000  # log10(2), to start from
    while x < _power_of_ten(exponent):
        exponent -= 1
    while x >= _power_of_ten(exponent + 1):
        exponent += 1
    return int(exponent)


def _brackets(x: Number) -> Iterator[tuple[Any, Any]]:
    """Ever narrower brackets around x; TooLarge where it has too many digits to be written down."""
    for enclosure in balls(x):
        if (bracket := ends(enclosure)) is not None:
            yield bracket

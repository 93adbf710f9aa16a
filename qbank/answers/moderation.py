"""What keeps a typed value small enough to be computed with: its terms, its weight, its exponents.

`exact` refuses what it could not hold; here stand the tighter bounds for what a person types, so that even the
deciding comparison, with balls of thousands of bits, ends within a moment.
"""

from collections.abc import Iterator
from typing import Any

from qbank import exact, limits
from qbank.exact import Value
from qbank.exact.balls import ends

SIZE_BITS = 64  # enough to see how large an exponent is


def terms(value: Value) -> int:
    """How many terms stand above and below the fraction line."""
    return len(value.over) + len(value.under) - 1 if isinstance(value, exact.Number) else 1


def weight(value: Value) -> int:
    """How much is to be done for a ball around the value: its terms, their powers, and the terms inside of these."""
    if not isinstance(value, exact.Number):
        return 0
    powers = [power for _, _, powers in _monomials(value) for power in powers]
    return terms(value) + len(powers) + sum({factor: factor.weight for factor, _ in powers}.values())


def require_moderate(value: Value) -> Value:
    """The value itself; exact.TooLarge where e^10001 or d^10001 would have to be computed with."""
    if not isinstance(value, exact.Number):
        return value
    for _, q, powers in _monomials(value):
        if abs(q) > limits.LARGEST_EXPONENT or any(
            abs(power) > limits.LARGEST_EXPONENT for _, power in powers
        ):
            raise exact.TooLarge("a power with too large an exponent")
        for factor, power in powers:
            if factor.kind == "exp" and not factor.names:
                _require_small(factor.argument * power)
    return value


def _require_small(exponent: Value) -> None:
    around = ends(exact.ball(exponent, SIZE_BITS))
    if around is None or max(abs(around[0]), abs(around[1])) > limits.LARGEST_EXPONENT:
        raise exact.TooLarge("a power of e with too large an exponent")


def _monomials(value: Any) -> Iterator[Any]:
    yield from value.over
    yield from value.under

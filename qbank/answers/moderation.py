"""What keeps a typed value small enough to be computed with: its terms, its weight, its exponents.

`exact` refuses what it could not hold; here stand the tighter bounds for what a person types, so that even the
deciding comparison, with balls of thousands of bits, ends within a moment.
"""

from collections.abc import Iterator
from math import comb
from typing import Any

from flint import fmpq

from qbank import exact, limits
from qbank.exact import Value
from qbank.exact.balls import ends

SIZE_BITS = 64  # enough to see how large an exponent is
BITS_A_STEP = 64  # of coefficients
QUOTIENT = 2  # times the steps of a product for each variable, since common factors are looked for


def terms(value: Value) -> int:
    """How many terms stand above and below the fraction line."""
    return len(value.over) + len(value.under) - 1 if isinstance(value, exact.Number) else 1


def weight(value: Value) -> int:
    """How much is to be done for a ball around the value: its terms, their powers, and the terms inside of these."""
    if not isinstance(value, exact.Number):
        return 0
    powers = [power for _, _, powers in _monomials(value) for power in powers]
    inside: int = sum({factor: factor.weight for factor, _ in powers}.values())
    return terms(value) + len(powers) + inside


def cost(left: Value, right: Value) -> int:
    """How much is to be done to multiply two values: terms by terms, more where powers and digits are many.

    Quotients cost more, since common factors are looked for.
    """
    product = terms(left) * _bulk(right) + terms(right) * _bulk(left)
    if not (_is_quotient(left) or _is_quotient(right)):
        return product
    return product * QUOTIENT * (1 + len({*_factors(left), *_factors(right)}))


def _bulk(value: Value) -> int:
    """The terms with their powers and coefficients, and what stands under roots, which may come out."""
    if isinstance(value, fmpq):
        return 1 + int(value.height_bits()) // BITS_A_STEP
    powers = 0
    for _, _, monomial in _monomials(value) if isinstance(value, exact.Number) else ():
        for factor, _ in monomial:
            powers += 1 + (factor.weight if factor.kind == "root" else 0)
    return terms(value) + powers + _bits(value) // BITS_A_STEP


def _is_quotient(value: Value) -> bool:
    return isinstance(value, exact.Number) and len(value.under) > 1


def require_moderate(value: Value) -> Value:
    """The value itself; exact.TooLarge where e^10001 or d^10001 would have to be computed with."""
    if not isinstance(value, exact.Number):
        return value
    for _, q, powers in _monomials(value):
        if abs(q) > limits.LARGEST_EXPONENT:
            raise exact.TooLarge("a power of e with too large an exponent")
        for factor, power in powers:
            if abs(power) > (
                limits.FORMULA_POWER if factor.names and factor.weight else limits.LARGEST_EXPONENT
            ):
                raise exact.TooLarge("a power with too large an exponent")
            if factor.kind == "exp" and not factor.names:
                _require_small(factor.argument * power)
    return value


def require_short(value: Value) -> None:
    """exact.TooLarge where whole numbers inside have so many digits that taking their roots apart would be long."""
    if _bits(value) > limits.ARGUMENT_BITS:
        raise exact.TooLarge("a function of a number with too many digits")


def _bits(value: Value) -> int:
    """The bits of all coefficients."""
    if isinstance(value, exact.Number):
        return int(
            sum([coefficient.height_bits() for coefficient in (*value.over.values(), *value.under.values())])
        )
    return 0 if isinstance(value, exact.Infinite) else int(exact.as_rational(value).height_bits())


def unfolding(base: Value, exponent: Value) -> int:
    """How many terms are multiplied where a power has sums under roots multiplied out, as ((a + b)^(1/3))^12.

    exact.TooLarge where that would have to be done many times, as in ((a + b)^(1/3))^64.
    """
    rational = exact.as_rational(exponent)
    if not isinstance(base, exact.Number) or rational is None:
        return 0
    factors = {power for _, _, powers in _monomials(base) for power in powers if power[0].kind == "root"}
    roots = [(terms(factor.argument), abs(power * rational)) for factor, power in factors]
    roots += [(terms(base), abs(rational))] if terms(base) > 1 and rational.q != 1 else []
    if any(power > limits.ROOT_POWER for _, power in roots):
        raise exact.TooLarge("a high power of a root")
    return sum(_multiplied(length, int(fmpq(power).floor())) for length, power in roots)


def _multiplied(length: int, power: int) -> int:
    """How many terms are multiplied in the last steps to the power of a sum of so many: a square, times the sum."""
    half = power // 2
    square = comb(length + half - 1, half) ** 2 if half else 0
    return square + (comb(length + 2 * half - 1, 2 * half) * length if half and power % 2 else 0)


def _require_small(exponent: Value) -> None:
    around = ends(exact.ball(exponent, SIZE_BITS))
    if around is None or max(abs(around[0]), abs(around[1])) > limits.LARGEST_EXPONENT:
        raise exact.TooLarge("a power of e with too large an exponent")


def _factors(value: Value) -> Iterator[Any]:
    if isinstance(value, exact.Number):
        yield from (factor for _, _, powers in _monomials(value) for factor, _ in powers)


def _monomials(value: Any) -> Iterator[Any]:
    yield from value.over
    yield from value.under

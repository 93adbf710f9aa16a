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
    powers = sum(1 + (factor.weight if factor.kind == "root" else 0) for factor in _factors(value))
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
        coefficients = (each for side in (value.over, value.under) for each in side.values())
        return int(sum(coefficient.height_bits() for coefficient in coefficients))
    return 0 if isinstance(value, exact.Infinite) else int(exact.as_rational(value).height_bits())


def require_plain_power(base: Value, exponent: Value) -> None:
    """exact.TooLarge where a sum under a root would have to be multiplied out many times, as in ((a + b)^(1/3))^64."""
    if not isinstance(base, exact.Number) or exact.as_rational(exponent) is None:
        return
    powers = [power for _, _, powers in _monomials(base) for factor, power in powers if factor.kind == "root"]
    powers += [1] if terms(base) > 1 and exact.as_rational(exponent).q != 1 else []
    if any(abs(power * exponent) > limits.ROOT_POWER for power in powers):
        raise exact.TooLarge("a high power of a root")


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

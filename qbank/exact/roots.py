"""Powers with rational exponents, roots among them."""

from __future__ import annotations

from typing import Any

from flint import fmpq

from qbank.exact.balls import sign
from qbank.exact.canonical import content
from qbank.exact.errors import DomainError, TooLarge, refuse_float
from qbank.exact.factor import Factor
from qbank.exact.infinite import Infinite
from qbank.exact.number import Number, Value, function, monomial, quotient
from qbank.exact.radicals import factors, square_part
from qbank.exact.terms import HALF, ONE, UNIT, lean, prime
from qbank.exact.whole import whole_power
from qbank.limits import VALUE_BITS

ALWAYS_POSITIVE = ("prime", "pi", "exp", "root")


def rational_power(a: Any, b: Any) -> Value:
    """a to the rational power b, exact and bounded; DomainError for roots of negative numbers."""
    b = lean(b)
    if isinstance(a, int) and isinstance(b, int):
        return whole_power(a, b)
    if isinstance(a, (int, fmpq)):
        return _power_of_rational(fmpq(a), b)
    if isinstance(a, Number):
        return a**b if isinstance(b, int) else _root(a, b)
    if isinstance(a, Infinite):
        return _power_of_infinite(a, b)
    refuse_float(a)
    raise TypeError(f"a power takes exact numbers, not {type(a).__name__}")


def _power_of_infinite(a: Infinite, b: Any) -> Value:
    if b == 0 or (a.direction < 0 and not isinstance(b, int)):
        raise DomainError(f"{a!r} to the power {b} has no value")
    if b < 0:
        return fmpq(0)
    return a if a.direction > 0 or b % 2 else -a


def _power_of_rational(a: Any, b: Any) -> Value:
    if (int(a.height_bits()) - 1) * abs(b) > VALUE_BITS:
        raise TooLarge("a power with too many digits")
    if isinstance(b, int):
        return a**b
    if a < 0:
        raise DomainError(f"{a} to the power {b} is not real")
    if a == 0:
        return fmpq(0) if b > 0 else 1 / a
    if b == HALF:
        outside, inside = square_part(int(a.p * a.q))
        return Number({(inside, 0, ()): fmpq(outside, a.q)}) if inside != 1 else fmpq(outside, a.q)
    bases = factors(int(a.p)) + [(base, -count) for base, count in factors(int(a.q))]
    result: Value = fmpq(1)
    for base, count in bases:
        whole = (b * count).floor()
        result = result * fmpq(base) ** int(whole) * monomial(factor=prime(base), exponent=b * count - whole)
    return result


def _root(a: Number, b: Any) -> Value:
    """Positive rationals, surds, powers of e and positive factors come out; the rest becomes one factor."""
    coefficient, (n, q, powers) = content(a.over)
    outside: Value = (
        _power_of_rational(coefficient, b) * _power_of_rational(fmpq(n), b / 2) * monomial(q=q * b)
    )
    inside: Value = a / quotient({(n, q, ()): coefficient})
    names_come_out = a.under is ONE and len(a.over) == 1 and next(iter(a.over.values())) > 0
    for factor, exponent in powers:
        splits = names_come_out and factor.kind == "name" and _name_comes_out(exponent, b)
        if splits or factor.kind in ALWAYS_POSITIVE:
            inside = inside / monomial(factor=factor, exponent=exponent)
            outside = outside * _power_of_factor(factor, exponent * b)
    if not isinstance(inside, Number):
        return outside * _power_of_rational(inside, b)
    if not inside.names and sign(inside) < 0:
        raise DomainError("a root of a negative number is not real")
    if fmpq(b).q == 2 and (root := _denested(inside)) is not None:
        return outside * root ** int(fmpq(b).p)
    return outside * monomial(factor=function("root", inside), exponent=b)


def _denested(inside: Number) -> Value | None:
    """√(a + b√n) as √x + √y, or √x - √y, where a² - b²n is a rational square: √(5 + 2√6) is √2 + √3."""
    a = inside.over.get(UNIT)
    if a is None or inside.under is not ONE or len(inside.over) != 2:
        return None
    ((n, q, powers), b) = next((m, c) for m, c in inside.over.items() if m != UNIT)
    square = a * a - b * b * n
    if q != 0 or powers or a < 0 or square < 0:
        return None
    difference = _power_of_rational(square, HALF)
    if isinstance(difference, Number):
        return None
    x, y = (_power_of_rational((a + way * difference) / 2, HALF) for way in (1, -1))
    return x + y if b > 0 else x - y


def _name_comes_out(exponent: Any, b: Any) -> bool:
    """Is (x^exponent)^b = x^(exponent·b), for a b that is not whole, wherever the left side is defined?"""
    if not isinstance(exponent, int) or exponent % 2:
        return True  # the left side needs x >= 0
    power = lean(exponent * b)
    return isinstance(power, int) and power % 2 == 0


def _power_of_factor(factor: Factor, exponent: Any) -> Value:
    if factor.kind == "prime":
        return rational_power(factor.argument, exponent)
    return monomial(factor=factor, exponent=exponent)

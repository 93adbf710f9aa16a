"""Natural logarithms, split as far as positive parts are seen: log(8) = 3 log(2), log(2e) = log(2) + 1."""

from __future__ import annotations

from math import gcd
from typing import Any

from flint import fmpq

from qbank.exact.balls import sign, sign_at
from qbank.exact.canonical import content
from qbank.exact.errors import DomainError
from qbank.exact.factor import Factor
from qbank.exact.number import Number, Value, function, monomial, quotient
from qbank.exact.points import points
from qbank.exact.radicals import factors
from qbank.exact.terms import ONE


def logarithm(x: Any) -> Value:
    """log x of a finite value; DomainError at 0 and below."""
    if not isinstance(x, Number):
        return _of_rational(fmpq(x))
    if not x.names and sign(x) < 0:
        raise DomainError("the logarithm of a negative number is not real")
    if x.under is ONE:
        return _of_sum(x)
    over, under = quotient(x.over), quotient(x.under)
    if _is_negative(under, x):
        over, under = -over, -under
    return logarithm(over) - logarithm(under)


def _is_negative(under: Value, x: Number) -> bool:
    """Is the denominator of x below 0 where x, of which there is a logarithm, is above it?

    With names that is seen at one point: log(p/(1 - p)) is log p - log(1 - p), which says more than of -p and p - 1.
    """
    if not x.names:
        return sign(under) < 0
    above_0 = next((point for point in points(x.names) if sign_at(x, point) == 1), None)
    return above_0 is not None and sign_at(under, above_0) == -1


def _of_rational(x: Any) -> Value:
    """x = r^k with the largest k and r > 1 is k log(r)."""
    if x <= 0:
        raise DomainError(f"the logarithm of {x} is not real")
    if x == 1:
        return fmpq(0)
    k = gcd(*(count for n in (x.p, x.q) for _, count in factors(int(n))))
    root = fmpq(x.p.root(k), x.q.root(k))
    return k * _opaque(root) if x > 1 else -k * _opaque(1 / root)


def _of_sum(x: Number) -> Value:
    coefficient, (n, q, powers) = content(x.over)
    result: Value = _of_rational(coefficient * coefficient * n) / 2 + q
    rest: Value = x / quotient({(n, q, ()): coefficient})
    names_come_out = len(x.over) == 1 and next(iter(x.over.values())) > 0
    for factor, exponent in powers:
        part = _opaque(monomial(factor=factor)) if factor.kind == "name" else _of_factor(factor)
        if part is not None and (names_come_out or factor.kind != "name"):
            result = result + part * exponent
            rest = rest / monomial(factor=factor, exponent=exponent)
    return result + (_opaque(rest) if isinstance(rest, Number) else _of_rational(rest))


def _of_factor(factor: Factor) -> Value | None:
    """The logarithm of a factor that is positive wherever it is defined, else None."""
    match factor.kind:
        case "prime":
            return _of_rational(fmpq(factor.argument))
        case "exp":
            return factor.argument
        case "root":
            return logarithm(factor.argument)
        case "pi":
            return _opaque(monomial(factor=factor))
        case _:
            return None


def _opaque(argument: Value) -> Value:
    return monomial(factor=function("log", argument))

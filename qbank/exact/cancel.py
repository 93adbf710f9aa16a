"""Cancelling the common factor of two sums of terms, as polynomials in whatever their terms are made of."""

from __future__ import annotations

from math import lcm
from typing import Any

from flint import Ordering, fmpq, fmpz, fmpz_mpoly_ctx

from qbank.exact.terms import ONE, UNIT, Monomial, Terms, lean, product, scale
from qbank.limits import CANCELLED_DEGREE, CANCELLED_TERMS

E_ITSELF = "e"  # among the variables; square roots stand there as their radicand, factors as themselves

Row = tuple[int, ...]  # one exponent for each variable


def cancelled(over: Terms, under: Terms) -> tuple[Terms, Terms]:
    """Both divided by their greatest common divisor; unchanged where that is 1 or out of bounds.

    Square roots count as variables of their own, so that a common factor which only √2·√2 = 2 shows can stay:
    the form is then not the shortest, but the value is right. A constant quotient is always seen.
    """
    if (ratio := _constant_ratio(over, under)) is not None:
        return scale(ONE, ratio), ONE
    rows = [_exponents(monomial) for terms in (over, under) for monomial in terms]
    variables = list(dict.fromkeys(variable for row in rows for variable in row))
    steps = [fmpq(1, lcm(*(int(fmpq(row.get(v, 0)).q) for row in rows))) for v in variables]
    whole_rows = [_whole(row, variables, steps) for row in rows]
    lowest = [min(column) for column in zip(*whole_rows, strict=True)]
    shifted = [tuple(k - low for k, low in zip(row, lowest, strict=True)) for row in whole_rows]
    if len(rows) > CANCELLED_TERMS or max(map(sum, shifted)) > CANCELLED_DEGREE:
        return over, under
    context = fmpz_mpoly_ctx.get([f"x{i}" for i in range(len(variables))], Ordering.lex)
    above, above_unit = _polynomial(context, shifted[: len(over)], over)
    below, below_unit = _polynomial(context, shifted[len(over) :], under)
    common = above.gcd(below)
    if common.is_constant():
        return over, under
    units = list(zip(variables, steps, strict=True))
    return _terms(above / common, above_unit, units), _terms(below / common, below_unit, units)


def _constant_ratio(over: Terms, under: Terms) -> Any:
    """c where over = c · under, else None."""
    if over.keys() != under.keys():
        return None
    first, *others = {over[monomial] / under[monomial] for monomial in under}
    return None if others else first


def _exponents(monomial: Monomial) -> dict[Any, Any]:
    n, q, powers = monomial
    exponents: dict[Any, Any] = dict(powers)
    if q != 0:
        exponents[E_ITSELF] = q
    if n != 1:
        exponents[n] = 1
    return exponents


def _whole(row: dict[Any, Any], variables: list[Any], steps: list[Any]) -> Row:
    """A row of exponents counted in steps."""
    return tuple(int((row.get(v, 0) / step).p) for v, step in zip(variables, steps, strict=True))


def _polynomial(context: Any, rows: list[Row], terms: Terms) -> tuple[Any, Any]:
    """A polynomial with whole coefficients, and the rational that it is to be multiplied by."""
    denominator = fmpz(1)
    for c in terms.values():
        denominator = denominator.lcm(c.q)
    coefficients = ((c * denominator).p for c in terms.values())
    return context.from_dict(dict(zip(rows, coefficients, strict=True))), fmpq(1, denominator)


def _terms(polynomial: Any, unit: Any, units: list[tuple[Any, Any]]) -> Terms:
    terms: Terms = {}
    for row, coefficient in polynomial.to_dict().items():
        value, behind = unit * coefficient, UNIT
        for count, (variable, step) in zip(row, units, strict=True):
            if count:
                inside, power = _power(variable, lean(step * int(count)))
                outside, behind = product(behind, power)
                value = value * inside * outside
        terms[behind] = terms.get(behind, 0) + value
    return {m: c for m, c in terms.items() if c != 0}


def _power(variable: Any, exponent: Any) -> tuple[int, Monomial]:
    """variable ^ exponent as whole coefficient and monomial."""
    if isinstance(variable, int):
        return variable ** (exponent // 2), (variable if exponent % 2 else 1, 0, ())
    if variable == E_ITSELF:
        return 1, (1, exponent, ())
    return 1, (1, 0, ((variable, exponent),))

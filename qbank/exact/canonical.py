"""The canonical form of a quotient of two sums of terms.

- A denominator of one term is inverted: 1/√2 is √2/2, 1/e is e^-1.
- A denominator of rationals and a few square roots is made rational: 1/(1+√2) is √2-1.
- Any other has whole coefficients without a common divisor, a positive first term (in the order of writing)
  and no factor that is common to its terms: e^2/(2e^2+2e) is (e/2)/(e+1).
- Common factors of both sides are cancelled: (T^2-T)/(T-1) is T.
"""

from __future__ import annotations

from typing import Any

from flint import fmpq, fmpz

from qbank.exact.cancel import cancelled
from qbank.exact.order import leading
from qbank.exact.radicals import coprime_bases
from qbank.exact.terms import (
    ONE,
    UNIT,
    Monomial,
    Terms,
    inverse,
    inverted,
    multiply,
    product,
    refined,
    require_moderate,
    scale,
)

CONJUGATED_ROOTS = 4  # independent square roots that a denominator is freed from; each can double the terms


def reduced(over: Terms, under: Terms) -> tuple[Terms, Terms]:
    """Numerator and denominator in canonical form; ZeroDivisionError where the denominator is 0."""
    over, under = refined(over, under)
    if not under:
        raise ZeroDivisionError("division by zero")
    if len(over) > 1:
        require_moderate(over)
    if len(under) > 1:
        require_moderate(under)
        over, under = _rationalised(*primitive(over, under))
    if len(under) > 1 and len(over) > 1:
        over, under = cancelled(over, under)
        over, under = primitive(over, under)
    if len(under) == 1 and under is not ONE:
        over, under = multiply(over, inverted(under)), ONE
    return over, under


def primitive(over: Terms, under: Terms) -> tuple[Terms, Terms]:
    """Both sides divided by what the denominator's terms have in common, sign and rationals included."""
    coefficient, common = content(under)
    if common != UNIT or coefficient != 1:
        outside, shared = inverse(common)
        over, under = (scale(terms, outside / coefficient, shared) for terms in (over, under))
    if under[leading(under)] < 0:
        over, under = scale(over, -1), scale(under, -1)
    return over, under


def content(terms: Terms) -> tuple[Any, Monomial]:
    """The positive rational and the monomial that divide every term and leave nothing common behind."""
    numerator, denominator, n = fmpz(0), fmpz(1), fmpz(0)
    for (radicand, _, _), c in terms.items():
        numerator, denominator = numerator.gcd(c.p), denominator.lcm(c.q)
        n = n.gcd(radicand)
    first, *others = (powers for _, _, powers in terms)
    lowest = dict(first)
    for powers in others:
        present = dict(powers)
        lowest = {f: min(lowest.get(f, 0), present.get(f, 0)) for f in lowest.keys() | present.keys()}
    shared: Monomial = UNIT
    for factor, exponent in lowest.items():
        if exponent != 0:
            _, shared = product(shared, (1, 0, ((factor, exponent),)))
    return fmpq(numerator, denominator), (int(n), min(q for _, q, _ in terms), shared[2])


def _rationalised(over: Terms, under: Terms) -> tuple[Terms, Terms]:
    """Both multiplied by conjugates until a denominator of square roots alone has none left."""
    if any(q != 0 or powers for _, q, powers in under):
        return over, under
    bases = coprime_bases(n for n, _, _ in under)
    if len(bases) > CONJUGATED_ROOTS:
        return over, under
    for base in bases:
        conjugate = {m: -c if m[0] % base == 0 else c for m, c in under.items()}
        if conjugate != under:
            over, under = multiply(over, conjugate), multiply(under, conjugate)
    return over, under

"""Sums that are 0 although their form does not show it: log a + log b = log ab, and √a √b = √ab.

Both hold wherever both sides have a value, since what stands under a logarithm is then positive, and no root is
negative. They are proved without knowing the names' signs, by multiplying what stands inside.
"""

from __future__ import annotations

from math import lcm, prod
from typing import Any, TypeAlias

from flint import fmpq

from qbank.exact.factor import Factor
from qbank.exact.number import Number, Value, monomial
from qbank.exact.terms import Monomial, Terms, inverse, product
from qbank.limits import EXPANDED_POWER, RELATED_PRODUCTS, RELATED_TERMS

HIGHEST_ROOT = 6  # equal values with roots of numbers up to this order are recognised by their powers

Powers: TypeAlias = list[tuple[Value, int]]


def cancels(terms: Terms) -> bool:
    """Is a sum proved to be 0, wherever it has a value, by its logarithms and its roots?"""
    return len(terms) <= RELATED_TERMS and _pairs_cancel(list(_without_logarithms(terms).items()))


def _without_logarithms(terms: Terms) -> Terms:
    """The sum without the logarithms that have a common factor and together are log 1."""
    left: Terms = {}
    groups: dict[Monomial, Terms] = {}
    for (n, q, powers), coefficient in terms.items():
        logs = [power for power in powers if power[0].kind == "log"]
        if len(logs) == 1 and logs[0][1] == 1:
            rest = (n, q, tuple(power for power in powers if power != logs[0]))
            groups.setdefault(rest, {})[n, q, powers] = coefficient
        else:
            left[n, q, powers] = coefficient
    for group in groups.values():
        left |= {} if _multiplies_to_one(_arguments(group)) else group
    return left


def _arguments(group: Terms) -> Powers:
    """What stands under the logarithms, to whole powers: 1/2 log a - log b is half of log a/b²."""
    whole = lcm(*(int(coefficient.q) for coefficient in group.values()))
    return [
        (factor.argument, int((coefficient * whole).p))
        for (_, _, powers), coefficient in group.items()
        for factor, _ in powers
        if factor.kind == "log"
    ]


def _pairs_cancel(left: list[tuple[Monomial, Any]]) -> bool:
    """Can the terms be paired so that each is minus the other?"""
    while left:
        one = left.pop()
        opposite = next((other for other in left if _is_opposite(one, other)), None)
        if opposite is None:
            return False
        left.remove(opposite)
    return True


def _is_opposite(one: tuple[Monomial, Any], other: tuple[Monomial, Any]) -> bool:
    """Is one / other, in which only roots occur, -1? It is where it is negative and a power of it is ±1."""
    outside, below = inverse(other[0])
    again, (n, q, powers) = product(one[0], below)
    ratio = outside * again * one[1] / other[1]
    order = lcm(2 if n != 1 else 1, *(int(fmpq(exponent).q) for _, exponent in powers))
    if (
        ratio >= 0
        or q != 0
        or order > HIGHEST_ROOT
        or any(isinstance(exponent, int) for _, exponent in powers)
    ):
        return False
    inside = [(_inside(factor), int(exponent * order)) for factor, exponent in powers]
    return _multiplies_to_one([(-ratio, order), (fmpq(n), order // 2 if n != 1 else 0), *inside])


def _inside(factor: Factor) -> Value:
    """What a root is taken of."""
    if factor.kind == "root":
        return factor.argument
    return fmpq(factor.argument) if factor.kind == "prime" else monomial(factor=factor)


def _multiplies_to_one(powers: Powers) -> bool:
    """Is the product of these powers 1? Not told where it is large."""
    sides = [[(value, way * count) for value, count in powers if way * count > 0] for way in (1, -1)]
    if any(count > EXPANDED_POWER for side in sides for _, count in side):
        return False
    if any(prod(_terms(value) ** count for value, count in side) > RELATED_PRODUCTS for side in sides):
        return False
    above, below = (prod((value**count for value, count in side), start=fmpq(1)) for side in sides)
    difference = above - below
    return not isinstance(difference, Number) and bool(difference == 0)


def _terms(value: Value) -> int:
    return max(len(value.over), len(value.under)) if isinstance(value, Number) else 1

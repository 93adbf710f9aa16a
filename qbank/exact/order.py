"""The order in which terms are written: 8d²+2df+15d+f, e³+e+1, 3√6+2."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from qbank.exact.terms import Monomial, Terms


def rank(monomial: Monomial) -> tuple[Any, ...]:
    """Sort key: names by total degree, then alphabetically; powers of e; functions; surds; rationals last."""
    return _rank_of_names(monomial) if is_of_names(monomial) else _rank(monomial)


def is_of_names(monomial: Monomial) -> bool:
    """Is it a product of names and e, as most are?"""
    n, _, powers = monomial
    for factor, _ in powers:
        if factor.kind != "name":
            return False
    return n == 1


@lru_cache(maxsize=4096)
def _rank_of_names(monomial: Monomial) -> tuple[Any, ...]:
    return _rank(monomial)


def _rank(monomial: Monomial) -> tuple[Any, ...]:
    n, q, powers = monomial
    if not powers:
        return (0, (), -q, True, (), n == 1, n)
    names = tuple((factor, -exponent) for factor, exponent in powers if factor.kind == "name")
    others = tuple((factor, -exponent) for factor, exponent in powers if factor.kind != "name")
    return (sum(exponent for _, exponent in names), names, -q, not others, others, n == 1, n)


def in_order(terms: Terms) -> list[Monomial]:
    """The monomials in the order in which they are written."""
    return sorted(terms, key=rank)


def leading(terms: Terms) -> Monomial:
    """The monomial that is written first; its sign is the sign of a denominator."""
    return min(terms, key=rank)

"""Roots of numbers whose exponents are not between 0 and 1: √(1+√2)^3 is (1+√2) √(1+√2)."""

from __future__ import annotations

from flint import fmpq

from qbank.exact.factor import Factor
from qbank.exact.terms import Powers, Terms

Outside = tuple[tuple[Factor, int], ...]


def has_whole_root(terms: Terms) -> bool:
    """Is there a root of a number out of which a whole power can be taken?"""
    for _, _, powers in terms:
        for factor, exponent in powers:
            if factor.kind == "root" and not 0 < exponent < 1:
                return True
    return False


def unfolded(terms: Terms) -> dict[Outside, Terms]:
    """What comes out of the roots, and the terms out of which it comes.

    They are taken together, so that a sum of thousands is not added up one by one.
    """
    groups: dict[Outside, Terms] = {}
    for (n, q, powers), coefficient in terms.items():
        outside, kept = _parted(powers)
        groups.setdefault(outside, {})[(n, q, kept)] = coefficient
    return groups


def _parted(powers: Powers) -> tuple[Outside, Powers]:
    outside, kept = [], []
    for factor, exponent in powers:
        whole = int(fmpq(exponent).floor()) if factor.kind == "root" else 0
        if whole:
            outside.append((factor, whole))
        if exponent != whole:
            kept.append((factor, exponent - whole))
    return tuple(outside), tuple(kept)

"""Sums of terms c · √n · e^q · factors, as dicts from what stands behind the coefficient to the coefficient.

A monomial is a tuple (n, q, powers): a whole n > 0 under a square root, a rational exponent q of e, and pairs
(factor, exponent) sorted by the factor's key. Exponents are plain ints where they are whole (an fmpq is slow
to hash) and fmpq elsewhere. A prime under another than a square root is a factor with an exponent between 0
and 1. Different monomials of settled factors are linearly independent over the rationals: products of roots
of primes by Besicovitch, powers of e by Lindemann and Weierstrass, names because they are free variables.
"""

from __future__ import annotations

import fractions  # noqa: F401  # by which flint hashes: loaded here, so that nothing that is typed loads it
from math import gcd
from operator import itemgetter
from typing import Any

from flint import fmpq

from qbank.exact.errors import TooLarge
from qbank.exact.factor import Factor
from qbank.exact.radicals import (
    CERTAINLY_PRIME,
    CERTAINLY_SQUAREFREE,
    coprime_bases,
    is_prime_for_sure,
    square_part,
    square_part_over,
)
from qbank.limits import EXPANDED_PRODUCTS, EXPANDED_TERMS

Powers = tuple[tuple[Factor, Any], ...]
Monomial = tuple[int, Any, Powers]
Terms = dict[Monomial, Any]  # none of the coefficients, all fmpq, is 0

HALF = fmpq(1, 2)
UNIT: Monomial = (1, 0, ())
ONE: Terms = {UNIT: fmpq(1)}


def prime(p: int) -> Factor:
    """A prime under a root, or a base that could not be split further."""
    return Factor("prime", p, str(p), settled=is_prime_for_sure(p))


def lean(exponent: Any) -> Any:
    """An exponent as plain int where it is whole."""
    if isinstance(exponent, int):
        return int(exponent)
    return int(exponent.p) if exponent.q == 1 else exponent


def product(a: Monomial, b: Monomial) -> tuple[Any, Monomial]:
    """a · b as rational coefficient and monomial."""
    (n, q, powers), (m, r, others) = a, b
    outside: Any = 1
    radicand = n * m
    if n != 1 and m != 1:
        outside = gcd(n, m)
        radicand //= outside * outside
        if radicand >= CERTAINLY_PRIME:
            more, radicand = square_part(radicand)
            outside *= more
    exponent = lean(q + r) if q and r else q or r
    if not powers and not others:
        return outside, (radicand, exponent, ())
    more, radicand, powers = _settled(radicand, _merged(powers, others))
    return outside * more, (radicand, exponent, powers)


def inverse(monomial: Monomial) -> tuple[Any, Monomial]:
    """1 / monomial as rational coefficient and monomial."""
    n, q, powers = monomial
    outside, radicand, powers = _settled(n, tuple((factor, -exponent) for factor, exponent in powers))
    return fmpq(1, n) * outside, (radicand, -q, powers)


def inverted(terms: Terms) -> Terms:
    """1 / terms for a sum of one term."""
    ((monomial, coefficient),) = terms.items()
    outside, above = inverse(monomial)
    return {above: outside / coefficient}


def _merged(powers: Powers, others: Powers) -> Powers:
    if not powers or not others:
        return powers or others
    exponents = dict(powers)
    for factor, exponent in others:
        exponents[factor] = exponents.get(factor, 0) + exponent
    kept = [(factor, lean(exponent)) for factor, exponent in exponents.items() if exponent != 0]
    return tuple(sorted(kept, key=itemgetter(0)))


def _settled(radicand: int, powers: Powers) -> tuple[Any, int, Powers]:
    """Whole powers of primes move to the coefficient, their square roots to √n: a product has one form."""
    if all(factor.kind != "prime" for factor, _ in powers):
        return 1, radicand, powers
    outside: Any = 1
    kept: list[tuple[Factor, Any]] = []
    for factor, exponent in powers:
        if factor.kind == "prime":
            p = factor.argument
            if radicand % p == 0:
                radicand, exponent = radicand // p, exponent + HALF
            whole = int(fmpq(exponent).floor())
            outside, exponent = outside * fmpq(p) ** whole, lean(exponent - whole)
            if exponent == HALF:
                radicand, exponent = radicand * p, 0
        if exponent != 0:
            kept.append((factor, exponent))
    if radicand >= CERTAINLY_PRIME:
        more, radicand = square_part(radicand)
        outside *= more
    return outside, radicand, tuple(kept)


def add(a: Terms, b: Terms, sign: int = 1) -> Terms:
    """a + b, or a - b with sign -1."""
    total = dict(a)
    for monomial, coefficient in b.items():
        summed = total.pop(monomial, 0) + coefficient * sign
        if summed != 0:
            total[monomial] = summed
    return total


def scale(terms: Terms, coefficient: Any, monomial: Monomial = UNIT) -> Terms:
    """terms · coefficient · monomial; the coefficient is not 0."""
    if monomial == UNIT:
        return {m: c * coefficient for m, c in terms.items()}
    scaled: Terms = {}
    for m, c in terms.items():
        outside, behind = product(m, monomial)
        scaled[behind] = scaled.get(behind, 0) + c * coefficient * outside
    return {m: c for m, c in scaled.items() if c != 0}


def multiply(a: Terms, b: Terms) -> Terms:
    """a · b; TooLarge beyond the bounds on expanding."""
    if a is ONE or b is ONE:
        return b if a is ONE else a
    if len(a) > len(b):
        a, b = b, a
    if len(a) == 1:
        ((monomial, coefficient),) = a.items()
        return scale(b, coefficient, monomial)
    if len(a) * len(b) > EXPANDED_PRODUCTS:
        raise TooLarge(f"{len(a)} terms times {len(b)}")
    total: Terms = {}
    for monomial, coefficient in a.items():
        for behind, summand in scale(b, coefficient, monomial).items():
            total[behind] = total.get(behind, 0) + summand
    return {m: c for m, c in total.items() if c != 0}


def require_moderate(terms: Terms) -> None:
    """Raise TooLarge for a sum of more terms than the bound on expanding, those inside functions included."""
    weight = len(terms) + sum(factor.weight for _, _, powers in terms for factor, _ in powers)
    if weight > EXPANDED_TERMS:
        raise TooLarge(f"a sum of {weight} terms")


def is_plain(terms: Terms) -> bool:
    """Is a sum in its form as it stands: nothing in it that is a root of a sum, or could have squares taken out?"""
    for n, _, powers in terms:
        if n >= CERTAINLY_SQUAREFREE:
            return False
        for factor, _ in powers:
            if factor.weight or factor.kind == "root":
                return False
    return len(terms) <= EXPANDED_TERMS


def refined(*sums: Terms) -> tuple[Terms, ...]:
    """The sums with squares taken out of large radicands that only their common divisors show."""
    if all(n < CERTAINLY_SQUAREFREE for terms in sums for n, _, _ in terms):
        return sums
    bases = coprime_bases({n for terms in sums for n, _, _ in terms})
    return tuple(_refined(terms, bases) for terms in sums)


def _refined(terms: Terms, bases: list[int]) -> Terms:
    total: Terms = {}
    for (n, q, powers), coefficient in terms.items():
        outside, inside = square_part_over(n, bases)
        monomial = (inside, q, powers)
        total[monomial] = total.get(monomial, 0) + coefficient * outside
    return {m: c for m, c in total.items() if c != 0}


def settled(terms: Terms) -> bool:
    """Are all terms known to be independent?"""
    for _, _, powers in terms:
        for factor, _ in powers:
            if not factor.settled:
                return False
    return True


def names_in(terms: Terms) -> frozenset[str]:
    """The declared names in a sum, also those inside functions."""
    return frozenset().union(*(factor.names for _, _, powers in terms for factor, _ in powers))

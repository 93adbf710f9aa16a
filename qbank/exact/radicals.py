"""What can be taken out of a root without factoring: trial division, perfect powers, common divisors."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import gcd, isqrt

from flint import fmpz

from qbank.limits import TRIAL_DIVISION

PRIMES_TRIED = 1_229  # those up to TRIAL_DIVISION

# What is below and has no divisor up to TRIAL_DIVISION is prime, or, where it is no square, free of squares.
CERTAINLY_PRIME = TRIAL_DIVISION**2
CERTAINLY_SQUAREFREE = TRIAL_DIVISION**3


@lru_cache(maxsize=4_096)
def square_part(n: int) -> tuple[int, int]:
    """√n = outside · √inside for n > 0, with every square outside that trial division or `isqrt` shows."""
    outside = inside = 1
    for base, count in factors(n):
        outside *= base ** (count // 2)
        inside *= base ** (count % 2)
    return outside, inside


def factors(n: int) -> list[tuple[int, int]]:
    """n > 0 as powers of coprime bases: primes as far as trial division finds them, then one rough base."""
    found: list[tuple[int, int]] = []
    for prime, count in fmpz(n).factor(trial_limit=PRIMES_TRIED):
        base, power = _perfect_power(int(prime))
        found.append((base, power * int(count)))
    return found


def is_prime_for_sure(base: int) -> bool:
    """Is a base that `factors` gave known to be prime?"""
    return base < CERTAINLY_PRIME


def _perfect_power(n: int) -> tuple[int, int]:
    """n = base ** power with the largest power, for a prime n or one without small divisors."""
    if n < CERTAINLY_PRIME:
        return n, 1
    for power in range(n.bit_length() // TRIAL_DIVISION.bit_length() + 1, 1, -1):
        root = int(fmpz(n).root(power))
        if root**power == n:
            return root, power
    return n, 1


def coprime_bases(numbers: Iterable[int]) -> list[int]:
    """Pairwise coprime bases, none a square, of whose products with whole powers every given number is one.

    Their square roots' products are linearly independent over the rationals, so that sums of surds can be
    compared although nobody factored the radicands.
    """
    bases: list[int] = []
    waiting = list(numbers)
    while waiting:
        n = waiting.pop()
        while (root := isqrt(n)) ** 2 == n and n > 1:
            n = root
        for i, base in enumerate(bases):
            if (common := gcd(n, base)) > 1:
                del bases[i]
                waiting += [n // common, common, base // common]
                break
        else:
            if n > 1:
                bases.append(n)
    return bases


def square_part_over(n: int, bases: Iterable[int]) -> tuple[int, int]:
    """√n = outside · √inside with the squares that coprime bases show."""
    outside = inside = 1
    for base in bases:
        count = 0
        while n % base == 0:
            n, count = n // base, count + 1
        outside *= base ** (count // 2)
        inside *= base ** (count % 2)
    return outside, inside

from math import gcd, isqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qbank.exact.radicals import (
    coprime_bases,
    factors,
    is_prime_for_sure,
    square_part,
    square_part_over,
)

from .values import quick

P, Q = 10_007, 1_000_003  # primes beyond trial division
LARGE, LARGER = 10**29 + 319, 10**29 + 5_277  # primes


@pytest.mark.parametrize(
    ("n", "parts"),
    [
        (1, (1, 1)),
        (12, (2, 3)),
        (7, (1, 7)),
        (9_973**2 * 5, (9_973, 5)),  # the largest prime that is tried
        (P**2, (P, 1)),  # a perfect square
        (P**2 * 18, (3 * P, 2)),
        (LARGE**2, (LARGE, 1)),
        (LARGE**3, (LARGE, LARGE)),
    ],
)
def test_square_part(n, parts):
    assert square_part(n) == parts


def test_beyond_trial_division_nothing_is_factored():
    n = P**2 * LARGE * LARGER
    assert square_part(n) == (1, n)


@quick
@given(st.integers(1, 10**30))
def test_factors_multiply_up_to_the_number(n):
    product = 1
    for base, count in factors(n):
        product *= base**count
    assert product == n
    assert all(gcd(a, b) == 1 for a, _ in factors(n) for b, _ in factors(n) if a != b)


@pytest.mark.parametrize(
    ("n", "found"),
    [(360, [(2, 3), (3, 2), (5, 1)]), (LARGE**6, [(LARGE, 6)]), (Q, [(Q, 1)]), (1, [])],
)
def test_factors(n, found):
    assert factors(n) == found


def test_a_base_is_known_to_be_prime_only_below_the_square_of_the_bound():
    assert is_prime_for_sure(99_999_989)
    assert not is_prime_for_sure(P * P)


@quick
@given(st.lists(st.integers(1, 10**6).map(lambda n: n * n if n % 3 else n), min_size=1, max_size=6))
def test_coprime_bases(numbers):
    bases = coprime_bases(numbers)
    assert all(isqrt(base) ** 2 != base for base in bases)
    assert all(gcd(a, b) == 1 for i, a in enumerate(bases) for b in bases[i + 1 :])
    for n in numbers:
        outside, inside = square_part_over(n, bases)
        assert outside**2 * inside == n
        assert inside == 1 or isqrt(inside) ** 2 != inside


def test_a_common_divisor_shows_a_square():
    bases = coprime_bases([LARGE**2 * Q, Q])
    assert square_part_over(LARGE**2 * Q, bases) == (LARGE, Q)

import pytest
from flint import fmpq

from qbank import limits
from qbank.exact import cos, exp, log, pi, power, sin, sqrt, symbol
from qbank.exact.relations import cancels

p, q, x = symbol("p"), symbol("q"), symbol("x")


@pytest.mark.parametrize(
    "zero",
    [
        log(p) + log(1 - p) - log(p - p**2),
        x * log(p) + x * log(1 - p) - x * log(p - p**2),
        2 * log(p + 1) - log(p**2 + 2 * p + 1),
        log(p + 1) / 2 - log(p**2 + 2 * p + 1) / 4,
        sqrt(p) * sqrt(1 - p) - sqrt(p - p**2),
        3 * sqrt(p + 1) * sqrt(q + 1) - 3 * sqrt(p * q + p + q + 1),
        sqrt(2 * p + 2) * sqrt(q + 1) - sqrt(2) * sqrt(p * q + p + q + 1),
        power(p + 1, fmpq(1, 3)) * power(q + 1, fmpq(1, 3)) - power(p * q + p + q + 1, fmpq(1, 3)),
        log(p) + log(1 - p) - log(p - p**2) + sqrt(p) * sqrt(1 - p) - sqrt(p - p**2),
    ],
)
def test_sums_that_are_0(zero):
    assert cancels(zero.over)
    assert cancels((-zero).over)


@pytest.mark.parametrize(
    "other",
    [
        log(p) + log(1 - p) - log(p + p**2),
        log(p) + q * log(1 - p) - log(p - p**2),
        sqrt(p) * sqrt(1 - p) + sqrt(p - p**2),
        sqrt(p) * sqrt(1 - p) - 2 * sqrt(p - p**2),
        p * sqrt(1 - p) - sqrt(p**2 - p**3),  # not below 0
        sqrt(p**2 + 2 * p + 1) - p - 1,
        sin(p) ** 2 + cos(p) ** 2 - 1,
        exp(p) - exp(q),
        log(pi * p) ** 2 - log(p) ** 2,
    ],
)
def test_sums_that_are_not_proved_to_be_0(other):
    assert not cancels(other.over)


def pairs(count):
    """A sum that is 0, of twice so many terms."""
    roots = [sqrt(k * p) * sqrt(p + k) - sqrt(k * p**2 + k * k * p) for k in range(1, count + 1)]
    return sum(roots, fmpq(0)).over


def test_the_bound_on_terms():
    most = limits.RELATED_TERMS // 2
    assert len(pairs(most)) == limits.RELATED_TERMS
    assert cancels(pairs(most))
    assert not cancels(pairs(most + 1))


def test_the_bound_on_what_is_multiplied_out():
    most = limits.RELATED_PRODUCTS.bit_length() - 1
    assert cancels((most * log(p + q) - log((p + q) ** most)).over)
    assert not cancels(((most + 1) * log(p + q) - log((p + q) ** (most + 1))).over)


def test_the_bound_on_powers():
    most = limits.EXPANDED_POWER
    assert cancels((most * log(sin(p)) - log(sin(p) ** most)).over)
    assert not cancels(((most + 1) * log(sin(p)) - log(sin(p) ** (most + 1))).over)

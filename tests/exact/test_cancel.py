import pytest
from flint import fmpq

from qbank.exact import e, pi, power, sqrt, symbol
from qbank.exact.cancel import cancelled
from qbank.limits import CANCELLED_DEGREE, CANCELLED_TERMS

T, d = symbol("T"), symbol("d")


@pytest.mark.parametrize(
    ("numerator", "denominator", "quotient"),
    [
        (T**2 - 1, T - 1, T + 1),
        (e**2 - 1, e - 1, e + 1),
        (power(e, fmpq(2, 3)) - 1, power(e, fmpq(1, 3)) - 1, power(e, fmpq(1, 3)) + 1),
        (T / d - d / T, T - d, (T + d) / (T * d)),
        (sqrt(2) * T**2 - sqrt(2) * d**2, T + d, sqrt(2) * T - sqrt(2) * d),
        (2 * T**2 / 3 + 2 * pi * T / 3, T + pi, 2 * T / 3),
        (power(2, fmpq(1, 3)) * (T + pi), (T + pi) * (T + 1), power(2, fmpq(1, 3)) / (T + 1)),
    ],
)
def test_common_factors_go(numerator, denominator, quotient):
    assert numerator / denominator == quotient
    assert (numerator / denominator).under == quotient.under
    _, below = cancelled(numerator.over, denominator.over)
    assert len(below) <= len(denominator.over)


def test_a_constant_quotient_is_seen_whatever_the_degree():
    high = e ** (10 * CANCELLED_DEGREE) + sqrt(2)
    assert cancelled((3 * high).over, high.over) == ({(1, 0, ()): 3}, {(1, 0, ()): 1})


@pytest.mark.parametrize(("degree", "left"), [(CANCELLED_DEGREE, 1), (CANCELLED_DEGREE + 1, 2)])
def test_the_bound_on_the_degree(degree, left):
    below = cancelled((T**degree - 1).over, (T - 1).over)[1]
    assert len(below) == left


@pytest.mark.parametrize(("length", "left"), [(CANCELLED_TERMS // 2 - 1, 1), (CANCELLED_TERMS // 2, 2)])
def test_the_bound_on_terms(length, left):
    above, below = sum(T**k for k in range(length)) * (d + 1), d + 1
    assert len(above.over) + len(below.over) == 2 * length + 2
    assert len(cancelled(above.over, below.over)[1]) == left


def test_coprime_sides_stay_as_they_are():
    above, below = (T + 1).over, (T + 2).over
    assert cancelled(above, below) == (above, below)

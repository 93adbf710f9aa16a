import pytest
from flint import fmpq

from qbank.exact.errors import TooLarge
from qbank.exact.factor import Factor
from qbank.exact.terms import (
    HALF,
    ONE,
    UNIT,
    add,
    inverse,
    inverted,
    lean,
    multiply,
    names_in,
    prime,
    product,
    refined,
    require_moderate,
    scale,
)
from qbank.limits import EXPANDED_PRODUCTS, EXPANDED_TERMS

LARGE = 10**29 + 319
P, Q = 10_007, 1_000_003
D = Factor("name", "d", "d", settled=True, names=frozenset("d"))
F = Factor("name", "f", "f", settled=True, names=frozenset("f"))
TWO = prime(2)


def surd(n):
    return (n, 0, ())


def powers_of_e(count, start=0):
    return {(1, k, ()): fmpq(1) for k in range(start, start + count)}


@pytest.mark.parametrize(
    ("a", "b", "result"),
    [
        (surd(6), surd(10), (2, surd(15))),
        (surd(6), surd(6), (6, UNIT)),
        ((1, 2, ()), (1, fmpq(-1, 2), ()), (1, (1, fmpq(3, 2), ()))),
        ((1, HALF, ()), (1, HALF, ()), (1, (1, 1, ()))),
        ((1, 0, ((F, 1),)), (1, 0, ((D, 2),)), (1, (1, 0, ((D, 2), (F, 1))))),
        ((1, 0, ((D, 1),)), (1, 0, ((D, -1),)), (1, UNIT)),
        ((1, 0, ((TWO, fmpq(1, 3)),)), (1, 0, ((TWO, fmpq(2, 3)),)), (2, UNIT)),
        ((1, 0, ((TWO, fmpq(1, 4)),)), (1, 0, ((TWO, fmpq(1, 4)),)), (1, surd(2))),
        ((6, 0, ()), (1, 0, ((TWO, fmpq(1, 4)),)), (1, (3, 0, ((TWO, fmpq(3, 4)),)))),
        (surd(P**2 * LARGE), surd(LARGE), (P * LARGE, UNIT)),  # the square shows when the common divisor goes
        (surd(P**2 * Q), surd(Q), (P * Q, UNIT)),
        (surd(P * Q), (1, 0, ((TWO, fmpq(1, 3)),)), (1, (P * Q, 0, ((TWO, fmpq(1, 3)),)))),
        (surd(P**2 * Q), (1, 0, ((prime(Q), fmpq(1, 4)),)), (P, (1, 0, ((prime(Q), fmpq(3, 4)),)))),
    ],
)
def test_product(a, b, result):
    assert product(a, b) == result
    assert product(b, a) == result


@pytest.mark.parametrize(
    "monomial",
    [UNIT, surd(6), (1, 2, ()), (3, HALF, ((D, 2), (F, -1))), (3, 0, ((TWO, fmpq(1, 3)),))],
)
def test_a_monomial_times_its_inverse_is_one(monomial):
    coefficient, inverted = inverse(monomial)
    outside, behind = product(monomial, inverted)
    assert (coefficient * outside, behind) == (1, UNIT)


@pytest.mark.parametrize(("exponent", "kind"), [(2, int), (True, int), (fmpq(4, 2), int), (HALF, fmpq)])
def test_whole_exponents_are_plain(exponent, kind):
    assert type(lean(exponent)) is kind
    assert lean(exponent) == exponent


def test_a_sum_of_one_term_is_inverted():
    assert inverted({(2, 1, ()): fmpq(3)}) == {(2, -1, ()): fmpq(1, 6)}


def test_sums_drop_what_cancels():
    a, b = {UNIT: fmpq(1), surd(2): fmpq(3)}, {surd(2): fmpq(3)}
    assert add(a, b, -1) == ONE
    assert add(a, b) == {UNIT: 1, surd(2): 6}
    assert a == {UNIT: 1, surd(2): 3}


def test_scaling_joins_terms_that_become_alike():
    assert scale({surd(2): fmpq(1), UNIT: fmpq(1)}, fmpq(3), surd(2)) == {UNIT: 6, surd(2): 3}


def test_multiplication_expands():
    a, b = {UNIT: fmpq(1), surd(2): fmpq(1)}, {UNIT: fmpq(1), surd(2): fmpq(-1)}
    assert multiply(a, b) == {UNIT: -1}
    assert multiply(a, ONE) is a
    assert multiply(a, {}) == {}


def test_the_bound_on_products_of_terms():
    a = powers_of_e(100)
    assert len(multiply(a, powers_of_e(EXPANDED_PRODUCTS // 100))) == 100 + EXPANDED_PRODUCTS // 100 - 1
    with pytest.raises(TooLarge):
        multiply(a, powers_of_e(EXPANDED_PRODUCTS // 100 + 1))


def test_the_bound_on_terms():
    require_moderate(powers_of_e(EXPANDED_TERMS))
    with pytest.raises(TooLarge):
        require_moderate(powers_of_e(EXPANDED_TERMS + 1))


def test_terms_inside_functions_count():
    inside = Factor("sin", None, "x", weight=EXPANDED_TERMS - 1)
    require_moderate({(1, 0, ((inside, 1),)): fmpq(1)})
    with pytest.raises(TooLarge):
        require_moderate({(1, 0, ((inside, 1),)): fmpq(1), UNIT: fmpq(1)})


def test_squares_that_only_common_divisors_show():
    square = {(LARGE**2 * Q, 0, ()): fmpq(1), (Q, 0, ()): fmpq(-LARGE)}
    assert refined(square) == ({},)
    (alone,) = refined({(LARGE**2 * Q, 0, ()): fmpq(1)})
    assert alone == {(LARGE**2 * Q, 0, ()): 1}


def test_names_inside_functions_are_found():
    inside = Factor("sin", None, "d", names=frozenset("d"))
    assert names_in({(1, 0, ((F, 1),)): fmpq(1), (1, 0, ((inside, 1),)): fmpq(1)}) == {"d", "f"}
    assert names_in(ONE) == frozenset()

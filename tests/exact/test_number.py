import operator

import pytest
from flint import fmpq
from hypothesis import assume, given
from hypothesis import strategies as st

from qbank import exact
from qbank.exact import InexactError, Number, TooLarge, Undecided, Whole, cos, e, pi, sin, sqrt, symbol
from qbank.exact.number import function, lift, monomial, quotient
from qbank.exact.terms import ONE, UNIT
from qbank.limits import EXPANDED_POWER, VALUE_BITS

from .values import CLOSE, from_ball, pairs, quick, rationals, settled

d = symbol("d")
ARITHMETIC = [operator.add, operator.sub, operator.mul, operator.truediv]
COMPARISONS = [operator.lt, operator.le, operator.gt, operator.ge]


@quick
@given(settled, settled, settled)
def test_ring_laws(a, b, c):
    assert a + b == b + a
    assert a * b == b * a
    assert (a + b) + c == a + (b + c)
    assert (a * b) * c == a * (b * c)
    assert a * (b + c) == a * b + a * c
    assert a - b == -(b - a)


@quick
@given(settled, settled)
def test_division_undoes_multiplication(a, b):
    assume(b != 0)
    assert a * b / b == a
    assert a / b * b == a
    assert 1 / (1 / b) == b


@quick
@given(settled, st.integers(0, 4))
def test_powers_are_repeated_products(a, k):
    product = fmpq(1)
    for _ in range(k):
        product = product * a
    assert a**k == product
    if product != 0:
        assert a**-k * product == 1


@quick
@given(pairs)
def test_values_agree_with_mpmath(pair):
    value, expected = pair
    assert abs(from_ball(value) - expected) <= CLOSE * (1 + abs(expected))


@quick
@given(settled, rationals)
def test_rationals_mix_from_either_side(a, r):
    assert a + r == r + a
    assert a - r == -(r - a)
    assert a * r == r * a
    if r != 0:
        assert a / r * r == a


@pytest.mark.parametrize(
    "value",
    [
        sqrt(2) * sqrt(2),
        sqrt(2) - sqrt(2) + 1,
        (1 + sqrt(2)) * (1 - sqrt(2)),
        e / (e + 1) + 1 / (e + 1),
        (2 * e + 2 * sqrt(3)) / (e + sqrt(3)),
        d / d,
        0 * pi,
        sqrt(2) ** 0,
    ],
)
def test_rational_results_are_bare(value):
    assert type(value) is fmpq


@pytest.mark.parametrize("operation", [*ARITHMETIC, *COMPARISONS, operator.pow])
def test_floats_are_refused(operation):
    with pytest.raises(InexactError):
        operation(sqrt(2), 0.5)
    if operation is not operator.pow:
        with pytest.raises(InexactError):
            operation(0.5, sqrt(2))


def test_equality_refuses_floats_too():
    with pytest.raises(InexactError):
        assert sqrt(2) == 1.5


@pytest.mark.parametrize("operation", [*ARITHMETIC, *COMPARISONS, operator.pow])
def test_strangers_are_left_to_themselves(operation):
    with pytest.raises(TypeError):
        operation(sqrt(2), "2")


@pytest.mark.parametrize("x", [sqrt(2), e / (e + 1)])
def test_whole_numbers_and_booleans_mix(x):
    assert x + Whole(1) == Whole(1) + x == x + True == x + 1
    assert Whole(2) * x == x + x
    assert Whole(1) / x * x == 1


def test_order_is_decided_exactly():
    assert sqrt(2) < fmpq(3, 2) < sqrt(3)
    assert sqrt(2) <= sqrt(2)
    assert sqrt(2) >= sqrt(2)
    assert not sqrt(2) > sqrt(2)
    assert fmpq(1, 10**30) + sqrt(2) > sqrt(2)
    assert abs(1 - sqrt(2)) == sqrt(2) - 1
    assert abs(sqrt(2)) == +sqrt(2)


@pytest.mark.parametrize("operation", COMPARISONS)
def test_names_have_no_order(operation):
    with pytest.raises(TypeError, match="d can be any number"):
        operation(d, 1)


def test_numbers_are_unhashable():
    with pytest.raises(TypeError, match="unhashable"):
        hash(sqrt(2))


def test_truth_is_not_being_zero():
    assert sqrt(2)
    with pytest.raises(Undecided):
        bool(sin(1) ** 2 + cos(1) ** 2 - 1)


@pytest.mark.parametrize("zero", [0, Whole(0), fmpq(0), sqrt(2) - sqrt(2)])
def test_division_by_zero(zero):
    with pytest.raises(ZeroDivisionError):
        sqrt(2) / zero


@pytest.mark.parametrize("zero", [sin(pi), sin(1) ** 2 + cos(1) ** 2 - 1])
def test_a_divisor_that_may_be_zero_is_undecided(zero):
    with pytest.raises(Undecided):
        1 / zero


@pytest.mark.parametrize("exponent", [fmpq(1, 2), sqrt(2)])
def test_other_exponents_are_written_with_power(exponent):
    with pytest.raises(TypeError, match=r"power\(a, b\)"):
        sqrt(2) ** exponent


@pytest.mark.parametrize(
    ("base", "most"),
    [(1 + sqrt(2), EXPANDED_POWER), (2 * sqrt(2), VALUE_BITS), (sqrt(2), VALUE_BITS), (d, VALUE_BITS)],
)
def test_the_bounds_on_powers(base, most):
    assert isinstance(base**most, (Number, fmpq))
    with pytest.raises(TooLarge):
        base ** (most + 1)


def test_the_bound_on_the_bits_of_a_power():
    base = sqrt(2) + 2**200
    assert (base ** (VALUE_BITS // 200)).under is ONE
    with pytest.raises(TooLarge):
        base ** (VALUE_BITS // 200 + 1)


def test_numbers_under_roots_are_multiplied_out():
    nested = sqrt(1 + sqrt(2))
    assert nested**2 == 1 + sqrt(2)
    assert nested**3 == nested * (1 + sqrt(2))
    assert 1 / nested == nested * (sqrt(2) - 1)


def test_lift():
    assert lift(0) == ({}, ONE)
    assert lift(fmpq(1, 2)) == ({UNIT: fmpq(1, 2)}, ONE)
    assert lift("1") is None


def test_quotient_and_monomial():
    assert quotient({UNIT: fmpq(3)}) == 3
    assert monomial(n=3, q=fmpq(4, 2)) == sqrt(3) * e**2


def test_functions_know_their_names_and_weight():
    factor = function("sin", d + e)
    assert (factor.names, factor.weight, factor.settled) == ({"d"}, 3, False)
    assert function("sin", fmpq(1)) == function("sin", 1)


def test_settled_says_whether_terms_are_independent():
    assert (sqrt(2) + e * d).settled
    assert exact.exp(sqrt(2)).settled
    assert not (sqrt(2) + pi).settled


def test_repr_is_the_key_text():
    assert repr(-sqrt(6) / 2) == "-sqrt(6)/2"

import pytest
from flint import fmpq
from hypothesis import assume, given
from hypothesis import strategies as st

from qbank.exact import DomainError, InexactError, TooLarge, e, exp, inf, pi, power, sin, sqrt, symbol, text
from qbank.exact.roots import rational_power
from qbank.limits import VALUE_BITS

from .values import CLOSE, CONTEXT, from_ball, quick, settled_pairs, to_mpmath

d, f = symbol("d"), symbol("f")
half, third = fmpq(1, 2), fmpq(1, 3)
P, Q = 10**29 + 319, 10**29 + 5_277  # primes

exponents = st.fractions(-3, 3, max_denominator=6).map(lambda x: fmpq(x.numerator, x.denominator))


@pytest.mark.parametrize(
    ("base", "exponent", "written"),
    [
        (12, half, "2*sqrt(3)"),
        (fmpq(3, 2), half, "sqrt(6)/2"),
        (16, half, "4"),
        (0, half, "0"),
        (8, third, "2"),
        (fmpq(8, 27), fmpq(-2, 3), "9/4"),
        (12, third, "2^(2/3)*3^(1/3)"),
        (1000, fmpq(1, 6), "sqrt(10)"),
        (10_000, third, "10*10^(1/3)"),
        (2, fmpq(3, 2), "2*sqrt(2)"),
        (2, fmpq(-1, 2), "sqrt(2)/2"),
        (sqrt(2), half, "2^(1/4)"),
        (4 * e**2, half, "2*e"),
        (e, half, "e^(1/2)"),
        (4 * sqrt(2) + 4, half, "2*sqrt(sqrt(2)+1)"),
        (5 + 2 * sqrt(6), half, "sqrt(2)+sqrt(3)"),
        (9 - 4 * sqrt(5), half, "sqrt(5)-2"),
        (8 + 2 * sqrt(15), half, "sqrt(3)+sqrt(5)"),
        (3 + 2 * sqrt(2), fmpq(-1, 2), "sqrt(2)-1"),
        (3 + sqrt(2), half, "sqrt(sqrt(2)+3)"),
        (e**2 + e, half, "e^(1/2)*sqrt(e+1)"),
        (exp(sqrt(2)), half, "e^(sqrt(2)/2)"),
        (power(2, third), fmpq(3, 2), "sqrt(2)"),
        (pi, half, "sqrt(pi)"),
        (4 * sin(1), half, "2*sqrt(sin(1))"),
        (4 * d, half, "2*sqrt(d)"),
        (d * f, half, "sqrt(d)*sqrt(f)"),
        (d**2, half, "sqrt(d^2)"),
        (d**4, half, "d^2"),
        (sqrt(d), half, "d^(1/4)"),
        (-d, half, "sqrt(-d)"),
        (d**2 + d, half, "sqrt(d^2+d)"),
        (d, fmpq(-3, 2), "1/d^(3/2)"),
        (d, -2, "1/d^2"),
        (1 / d, half, "1/sqrt(d)"),
        (d**3, half, "d^(3/2)"),
        (d**6, third, "d^2"),
        (d**6, half, "sqrt(d^6)"),
        (d**2, fmpq(1, 4), "(d^2)^(1/4)"),
        (5, 3, "125"),
        (sqrt(2), -2, "1/2"),
    ],
)
def test_powers(base, exponent, written):
    assert text(rational_power(base, exponent)) == written


@quick
@given(settled_pairs, exponents)
def test_powers_agree_with_mpmath(pair, exponent):
    base, expected = pair
    assume(expected > CLOSE and expected < 10**6)
    value = rational_power(base, exponent)
    expected = CONTEXT.power(expected, to_mpmath(exponent))
    assert abs(from_ball(value) - expected) <= CLOSE * (1 + expected)


@quick
@given(st.integers(1, 500), exponents, exponents)
def test_exponents_add_and_multiply(n, a, b):
    assert power(n, a) * power(n, b) == power(n, a + b)
    assert power(power(n, a), b) == power(n, a * b)


@quick
@given(st.integers(1, 10**12), st.integers(1, 10**12))
def test_roots_multiply(a, b):
    assert sqrt(a) * sqrt(b) == sqrt(a * b)
    assert sqrt(a * a * b) == a * sqrt(b)


def test_large_radicands_are_compared_without_factoring():
    assert sqrt(P * Q) * sqrt(P * Q) == P * Q
    assert sqrt(P * Q) * sqrt(P) == P * sqrt(Q)
    assert sqrt(P**2 * Q) == P * sqrt(Q)
    assert sqrt(P * Q) != sqrt(P * Q + 1)


@pytest.mark.parametrize(
    ("base", "exponent", "value"),
    [(inf, half, inf), (inf, -1, 0), (-inf, 2, inf), (-inf, 3, -inf), (-inf, -3, 0)],
)
def test_powers_of_infinity(base, exponent, value):
    assert rational_power(base, exponent) == value


@pytest.mark.parametrize(
    ("base", "exponent"),
    [(-1, half), (fmpq(-8), third), (1 - sqrt(2), half), (-pi, half), (-e, third), (-inf, half), (inf, 0)],
)
def test_what_is_not_real(base, exponent):
    with pytest.raises(DomainError):
        rational_power(base, exponent)


@pytest.mark.parametrize("exponent", [-1, fmpq(-1, 2)])
def test_zero_has_no_negative_power(exponent):
    with pytest.raises(ZeroDivisionError):
        rational_power(fmpq(0), exponent)


def test_the_bound_on_bits():
    assert rational_power(fmpq(1, 2), VALUE_BITS) == 1 / fmpq(2) ** VALUE_BITS
    with pytest.raises(TooLarge):
        rational_power(fmpq(1, 2), VALUE_BITS + 1)
    with pytest.raises(TooLarge):
        rational_power(2, fmpq(2 * VALUE_BITS + 1, 2))


def test_what_is_no_number():
    with pytest.raises(InexactError):
        rational_power(0.5, 2)
    with pytest.raises(TypeError, match="not str"):
        rational_power("2", 2)

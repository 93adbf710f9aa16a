import pytest
from flint import fmpq
from hypothesis import given

from qbank import exact
from qbank.exact import (
    DomainError,
    InexactError,
    Whole,
    cos,
    e,
    exp,
    inf,
    log,
    pi,
    power,
    sin,
    sqrt,
    symbol,
    text,
)

from .values import quick, rationals

d = symbol("d")
FUNCTIONS = [sqrt, exp, log, sin, cos]


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (exp(0), "1"),
        (exp(1), "e"),
        (exp(fmpq(1, 2)), "e^(1/2)"),
        (exp(-2), "1/e^2"),
        (exp(sqrt(2)), "e^(sqrt(2))"),
        (exp(1 + sqrt(2)), "e*e^(sqrt(2))"),
        (exp(2 * log(3)), "9"),
        (exp(log(3) / 2), "sqrt(3)"),
        (exp(1 / (e + 1)), "e^(1/(e+1))"),
        (exp(d), "e^d"),
        (exp(2 * d) / exp(d), "e^d"),
        (power(e, fmpq(-1, 2)), "1/e^(1/2)"),
        (power(e, 10**9), "e^1000000000"),
        (power(2, sqrt(2)), "2^(sqrt(2))"),
        (power(fmpq(3, 2), d), "(3/2)^d"),
        (power(2, d) * power(2, d), "2^(2*d)"),
        (power(pi, e), "e^(e*log(pi))"),
        (sin(0), "0"),
        (sin(-1), "-sin(1)"),
        (sin(1 - sqrt(2)), "-sin(sqrt(2)-1)"),
        (cos(0), "1"),
        (cos(fmpq(-1, 2)), "cos(1/2)"),
        (sin(fmpq(1, 100)), "sin(1/100)"),
        (log(e), "1"),
    ],
)
def test_values(value, written):
    assert text(value) == written


def test_infinity():
    assert exp(-inf) == 0
    assert exp(inf) == inf
    assert log(inf) == inf
    assert sqrt(inf) == inf


@pytest.mark.parametrize(
    "meaningless", [lambda: log(-inf), lambda: sin(inf), lambda: cos(-inf), lambda: power(2, inf)]
)
def test_where_infinity_has_no_value(meaningless):
    with pytest.raises(DomainError):
        meaningless()


@pytest.mark.parametrize("function", [*FUNCTIONS, exact.min, exact.max])
def test_floats_are_refused(function):
    with pytest.raises(InexactError):
        function(0.5) if function in FUNCTIONS else function(0.5, 1)


@pytest.mark.parametrize("arguments", [(0.5, 2), (2, 0.5), (0.5, sqrt(2))])
def test_powers_refuse_floats(arguments):
    with pytest.raises(InexactError):
        power(*arguments)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_strangers_are_refused(function):
    with pytest.raises(TypeError, match="takes exact numbers, not str"):
        function("1")


@quick
@given(rationals, rationals)
def test_powers_of_e_multiply(a, b):
    assert exp(a) * exp(b) == exp(a + b)
    assert exp(a) ** 3 == exp(3 * a)


def test_powers_of_e_with_surds_multiply():
    assert exp(sqrt(2)) * exp(-sqrt(2)) == 1
    assert exp(sqrt(2) / 2) ** 2 == exp(sqrt(2))


@pytest.mark.parametrize(
    ("values", "least", "most"),
    [
        ((3, fmpq(7, 2)), 3, fmpq(7, 2)),
        (([Whole(2), sqrt(2), Whole(1)],), 1, 2),
        ((-inf, 0, inf), -inf, inf),
        ((e, pi), e, pi),
        (((5,),), 5, 5),
    ],
)
def test_extremes(values, least, most):
    assert exact.min(*values) == least
    assert exact.max(*values) == most


def test_the_first_of_equals_is_kept():
    first, second = Whole(2), fmpq(2)
    assert exact.max(first, second) is first
    assert exact.min(second, first) is second


def test_extremes_of_nothing_and_of_names():
    with pytest.raises(ValueError, match="min of no values"):
        exact.min([])
    with pytest.raises(TypeError, match="can be any number"):
        exact.max(d, 1)


def test_powers_of_e_are_settled_where_their_exponents_are_independent_for_sure():
    p, q = 10**29 + 319, 1_000_003  # primes
    assert exp(sqrt(2) + power(2, fmpq(1, 3))).settled
    assert not exp(sqrt(p**2 * q)).settled  # which is exp(√q)^p, but nobody factored the radicand
    assert not exp(pi).settled
    assert not exp(d).settled

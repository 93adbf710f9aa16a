import pytest
from flint import fmpq
from hypothesis import given

from qbank.exact import (
    InexactError,
    Undecided,
    Whole,
    as_rational,
    cos,
    e,
    equal,
    exp,
    inf,
    log,
    pi,
    power,
    sin,
    sqrt,
    symbol,
)
from qbank.exact.decide import alike
from qbank.limits import BALL_BITS

from .values import CLOSE, quick, settled_pairs

d, f, x = symbol("d"), symbol("f"), symbol("x")
P, Q = 10**29 + 319, 10**29 + 5_277  # primes


@quick
@given(settled_pairs, settled_pairs)
def test_settled_values_are_always_decided(one, other):
    (a, u), (b, v) = one, other
    assert equal(a, b) == (abs(u - v) <= CLOSE * (1 + abs(u)))


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (1, Whole(1)),
        (fmpq(1, 2), Whole(1) / 2),
        (inf, inf),
        (e**2 / (e**2 + e), 1 / (1 + exp(-1))),
        (-sqrt(fmpq(3, 2)), -sqrt(6) / 2),
        (sqrt(3 + 2 * sqrt(2)), 1 + sqrt(2)),
        (power(7 + 5 * sqrt(2), fmpq(1, 3)), 1 + sqrt(2)),
        (sqrt(e**2 + 2 * e + 1), e + 1),
        (sqrt(e + 1) * sqrt(e + 2), sqrt(e**2 + 3 * e + 2)),
        (log(12), 2 * log(2) + log(3)),
        (log(10) / log(100), fmpq(1, 2)),
        (-log(fmpq(1, 4)), 2 * log(2)),
        (sin(-pi / 7), -sin(pi / 7)),
        (exp(sqrt(2)) * exp(sqrt(3)), exp(sqrt(2) + sqrt(3))),
        ((d + f) ** 2, d**2 + 2 * d * f + f**2),
        ((d**2 - f**2) / (d - f), d + f),
        (sqrt(P * Q) / sqrt(P), sqrt(Q)),
        (exp(x) / (1 + exp(x)), 1 / (1 + exp(-x))),
        (sin(d) ** 2 - 1, (sin(d) - 1) * (sin(d) + 1)),
        (sqrt(sqrt(d) + 1) * sqrt(sqrt(d) - 1), sqrt(d - 1)),
        (log(pi * d + d) - log(pi + 1), log(d)),
        (log(1 - x) + log(x), log(x - x**2)),
        (log(x / (1 - x)), log(x) - log(1 - x)),
        (1 / sqrt(x - x**2) + 1, 1 + 1 / (sqrt(1 - x) * sqrt(x))),
        (d * log(12 * x - 12 * x**2) + 1, d * log(x) + 1 + d * log(12 - 12 * x)),
    ],
)
def test_equal(a, b):
    assert equal(a, b)
    assert equal(b, a)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (1, 2),
        (inf, -inf),
        (inf, 10**9),
        (sqrt(2), fmpq(141421356, 10**8)),
        (e, fmpq(271828182845904523536, 10**20)),
        (exp(sqrt(2)), exp(sqrt(3))),
        (d, f),
        (d, d + fmpq(1, 10**50)),
        (sqrt(d), d),
        (sqrt(d**2), d),  # |d|
        (pi * d, 3 * d),
        (sin(x), sin(2 * x) / 2),
        (pi, fmpq(355, 113)),
        (pi + fmpq(1, 10**500), pi),
        (exp(10**9), exp(10**9 + 1)),
        (sqrt(P * Q), sqrt(P * Q + 2)),
        (exp(x) + 1, exp(x) + 2),
        (log(1 - x) + log(x), 2 * log(x)),
        (sqrt(1 - x) * sqrt(x), sqrt(x)),
        (x * sqrt(1 - x), sqrt(x**2 - x**3)),  # below 0
        (log(1 - d + d / f), log(1 - d + 2 * d / f)),
        (sqrt(d - f) + f, sqrt(d - f) + d),
        (sqrt(f - d) + f, sqrt(f - d) + d),
        (sqrt(d**2 * f**2), d * f),
        (log(d - 50), log(d - 51)),
    ],
)
def test_different(a, b):
    assert not equal(a, b)
    assert not equal(b, a)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (sin(1) ** 2 + cos(1) ** 2, 1),
        (sin(pi), 0),
        (sin(2), 2 * sin(1) * cos(1)),
        (sin(x) ** 2 + cos(x) ** 2, 1),
        (log(d - f), log(f - d)),  # which never have a value both
    ],
)
def test_undecided(a, b):
    with pytest.raises(Undecided):
        equal(a, b)


def test_balls_beyond_the_bound_do_not_separate():
    one = sin(1) ** 2 + cos(1) ** 2
    assert not equal(one + fmpq(1, 2) ** (BALL_BITS - 100), 1)
    with pytest.raises(Undecided):
        equal(one + fmpq(1, 2) ** (BALL_BITS + 100), 1)


def test_alike_is_no_guess():
    assert alike(log(6), log(2) + log(3))
    assert not alike(sin(2), 2 * sin(1) * cos(1))
    assert not alike(sqrt(sin(1) + 1), -sqrt(sin(1) + 1))


@pytest.mark.parametrize("value", [1, Whole(-2), fmpq(1, 3)])
def test_rational_values(value):
    assert as_rational(value) == value
    assert type(as_rational(value)) is fmpq


@pytest.mark.parametrize("value", [sqrt(2), d, inf])
def test_values_that_are_not_rational(value):
    assert as_rational(value) is None


def test_what_is_no_exact_value():
    for call in (lambda v: equal(v, 1), lambda v: equal(1, v), as_rational):
        with pytest.raises(InexactError):
            call(0.5)
        with pytest.raises(TypeError, match="str is no exact value"):
            call("1")

import pytest
from flint import fmpq
from hypothesis import given
from hypothesis import strategies as st

from qbank.exact import (
    DomainError,
    InexactError,
    TooLarge,
    Undecided,
    cos,
    e,
    exp,
    inf,
    log,
    pi,
    power,
    rounded,
    rounded_figures,
    sin,
    sqrt,
    symbol,
)
from qbank.limits import ROUNDED_BITS

from .values import CLOSE, pairs, quick, rationals, to_mpmath

ONE_BY_ATOMS = sin(1) ** 2 + cos(1) ** 2


@pytest.mark.parametrize(
    ("value", "places", "result"),
    [
        (fmpq(1, 2), 0, 1),
        (fmpq(-1, 2), 0, -1),
        (fmpq(5, 2), 0, 3),
        (fmpq(-5, 2), 0, -3),
        (fmpq(49, 100), 0, 0),
        (fmpq(1, 8), 2, fmpq(13, 100)),
        (fmpq(-1, 8), 2, fmpq(-13, 100)),
        (1250, -2, 1300),
        (-1250, -2, -1300),
        (1249, -2, 1200),
        (e / (e + 1), 4, fmpq(7311, 10_000)),
        (-sqrt(2), 3, fmpq(-1414, 1000)),
        (pi * 1000, -1, 3140),
        (sqrt(2) + 10**40, 0, 10**40 + 1),
        (fmpq(1, 2) + exp(-100), 0, 1),
        (fmpq(1, 2) - exp(-100), 0, 0),
        (fmpq(1, 2) + exp(-5_000), 0, 1),
        (fmpq(1, 2) - exp(-5_000), 0, 0),
        (-fmpq(1, 2) - exp(-5_000), 0, -1),
        (-fmpq(1, 2) + exp(-5_000), 0, 0),
        (exp(-(10**9)), 4, 0),
        (ONE_BY_ATOMS, 2, 1),
    ],
)
def test_rounding(value, places, result):
    assert rounded(value, places) == result
    assert type(rounded(value, places)) is fmpq


@quick
@given(rationals, st.integers(-2, 3))
def test_no_multiple_is_nearer(x, places):
    unit = fmpq(10) ** -places
    result = rounded(x, places)
    assert (result / unit).q == 1
    assert abs(result - x) <= unit / 2
    if abs(result - x) == unit / 2:
        assert abs(result) > abs(x)


@quick
@given(pairs, st.integers(0, 30))
def test_irrational_values_round_to_the_nearest(pair, places):
    value, expected = pair
    gap = abs(to_mpmath(rounded(value, places)) - expected)
    assert gap <= to_mpmath(fmpq(1, 2) / fmpq(10) ** places) + CLOSE * (1 + abs(expected))


@pytest.mark.parametrize(
    ("value", "result"),
    [(log(6) - log(2) - log(3) + fmpq(1, 2), 1), (log(2) + log(3) - log(6) - fmpq(5, 2), -3)],
)
def test_a_tie_that_logarithms_hide(value, result):
    assert rounded(value, 0) == result


def test_a_tie_that_stays_hidden():
    with pytest.raises(Undecided):
        rounded(ONE_BY_ATOMS / 2, 0)


@pytest.mark.parametrize(
    ("value", "figures", "result", "places"),
    [
        (fmpq(1747, 10**7), 4, fmpq(1747, 10**7), 7),
        (fmpq(9996, 1000), 3, 10, 1),
        (fmpq(-9996, 1000), 3, -10, 1),
        (12_345_678, 3, 12_300_000, -5),
        (1, 3, 1, 2),
        (fmpq(1, 3), 1, fmpq(3, 10), 1),
        (10**30, 1, 10**30, -30),
        (pi, 3, fmpq(314, 100), 2),
        (exp(-20), 2, fmpq(21, 10**10), 10),
        (log(1000) / log(10), 2, 3, 1),
        (log(6) - log(2) - log(3) + 10, 2, 10, 0),
        (10 - exp(-5_000), 3, 10, 1),
        (10 + exp(-5_000), 3, 10, 1),
    ],
)
def test_figures(value, figures, result, places):
    assert rounded_figures(value, figures) == (result, places)


@quick
@given(rationals.filter(bool), st.integers(1, 8))
def test_figures_have_so_many_digits(x, figures):
    value, places = rounded_figures(x, figures)
    digits = abs(value) * fmpq(10) ** places
    assert digits.q == 1
    assert len(str(digits.p)) == figures


@pytest.mark.parametrize("function", [rounded, rounded_figures])
def test_what_is_not_rounded(function):
    with pytest.raises(DomainError):
        function(inf, 2)
    with pytest.raises(InexactError):
        function(0.5, 2)
    with pytest.raises(TypeError, match="str is no exact value"):
        function("1", 2)
    with pytest.raises(TypeError, match="d"):
        function(symbol("d"), 2)


def test_figures_need_a_digit():
    with pytest.raises(DomainError):
        rounded_figures(0, 3)
    with pytest.raises(ValueError, match="at least one"):
        rounded_figures(1, 0)


def test_a_power_of_ten_that_stays_hidden():
    with pytest.raises(Undecided):
        rounded_figures(ONE_BY_ATOMS * 10, 2)


def test_the_bound_on_size():
    digits = ROUNDED_BITS * 30_103 // 100_000
    assert rounded(1, digits) == 1
    assert rounded_figures(sqrt(2) * power(2, 9_990) * power(2, 9_990), 2)[0] > 10**6_000
    for places in (digits + 1, -digits - 1):
        with pytest.raises(TooLarge):
            rounded(1, places)
    for value in (exp(10**9), exp(exp(50))):
        with pytest.raises(TooLarge):
            rounded(value, 0)
    for value in (exp(10**9), exp(-(10**9))):
        with pytest.raises(TooLarge):
            rounded_figures(value, 3)

import pytest
from flint import fmpq
from hypothesis import given
from hypothesis import strategies as st

from qbank.exact import (
    DomainError,
    TooLarge,
    cos,
    e,
    exp,
    log,
    names,
    pi,
    power,
    sin,
    sqrt,
    substitute,
    symbol,
)
from qbank.exact.rebuild import rebuilt

from .values import quick

d, f = symbol("d"), symbol("f")


@pytest.mark.parametrize(
    ("value", "found"),
    [(3, set()), (sqrt(2), set()), (d * f + 1, {"d", "f"}), (1 / (d + 1), {"d"}), (sin(exp(f)), {"f"})],
)
def test_names(value, found):
    assert names(value) == found


@pytest.mark.parametrize(
    ("value", "values", "result"),
    [
        (d**2 + f, {"d": 3, "f": fmpq(1, 2)}, fmpq(19, 2)),
        (d**2 + f, {"d": f}, f**2 + f),
        (d + f, {}, d + f),
        (1 / (d + 1), {"d": sqrt(2)}, sqrt(2) - 1),
        (sqrt(d), {"d": 8}, 2 * sqrt(2)),
        (sqrt(d) / d, {"d": 4}, fmpq(1, 2)),
        (exp(d) / (1 + exp(d)), {"d": 1}, e / (e + 1)),
        (exp(-d * log(2)), {"d": 3}, fmpq(1, 8)),
        (sin(d) * cos(d), {"d": 0}, 0),
        (sqrt(d**2 + 1), {"d": 2}, sqrt(5)),
        (power(10_000, -d / 512), {"d": 128}, fmpq(1, 10)),
        (pi * d, {"d": d + 1}, pi * d + pi),
        (7, {"d": 1}, 7),
    ],
)
def test_substitution(value, values, result):
    assert substitute(value, values) == result


@quick
@given(st.integers(-20, 20), st.integers(-20, 20))
def test_a_formula_gives_what_the_solver_gives(a, b):
    def solver(x, y):
        return (x * (x - 1) / 2 + y) ** 3 - x * y

    assert substitute(solver(d, f), {"d": a, "f": b}) == solver(fmpq(a), fmpq(b))


@pytest.mark.parametrize(("value", "error"), [(1 / (d - 1), ZeroDivisionError), (log(d - 2), DomainError)])
def test_where_there_is_no_value(value, error):
    with pytest.raises(error):
        substitute(value, {"d": 1})


def test_the_bounds_hold():
    with pytest.raises(TooLarge):
        substitute(d**200, {"d": 2**200})


def test_rebuilding_with_nothing_replaced_changes_nothing():
    value = (sqrt(2) * e + sin(sqrt(d + pi))) / (log(d) + power(3, fmpq(1, 3)))
    assert rebuilt(value, lambda _: None) == value

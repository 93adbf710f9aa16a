import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from qbank import exact
from qbank.exact.polynomials import divided, ring, same

HOME = ring(("d", "f"))
d, f, e = HOME.names["d"], HOME.names["f"], HOME.e
rational = st.builds(fmpq, st.integers(-50, 50), st.integers(1, 9))
polynomial = st.builds(
    lambda a, b, c, g: a * d * d + b * d * f + c * e + g * f + 1, rational, rational, rational, rational
)


@settings(max_examples=60, deadline=None)
@given(polynomial, polynomial.filter(bool), polynomial, polynomial.filter(bool))
def test_what_is_computed_is_what_numbers_come_to(a, b, c, g):
    one, other = divided(a, b), divided(c, g)
    numbers = [HOME.value(part) for part in (a, b, c, g)]
    x, y = numbers[0] / numbers[1], numbers[2] / numbers[3]
    for formula, value in ((one + other, x + y), (one - other, x - y), (one * other, x * y), (-one, -x)):
        assert exact.text(HOME.value(formula)) == exact.text(value)
        assert same(formula, HOME.of(value))


@pytest.mark.parametrize(
    "value",
    [
        fmpq(3, 4),
        fmpq(0),
        exact.symbol("d"),
        1 / exact.symbol("d"),
        exact.e / (exact.e + 1),
        1 / exact.e,
        exact.symbol("d") ** 2 / (exact.symbol("f") - exact.e),
    ],
)
def test_values_and_back(value):
    assert exact.text(HOME.value(HOME.of(value))) == exact.text(value)


@pytest.mark.parametrize(
    "value",
    [exact.sqrt(2), exact.pi, exact.exp(fmpq(1, 2)), exact.sqrt(exact.symbol("d")), exact.symbol("T")],
)
def test_what_holds_more_than_e_and_the_names(value):
    assert HOME.of(value) is None


def test_the_same_function_in_different_forms():
    assert same(divided(d * d - f * f, d - f), d + f)
    assert same(divided(2 * d, 2 * f), divided(d * e, f * e))
    assert not same(divided(d, f), divided(f, d))
    assert same(fmpq(2), divided(2 * d, d))


def test_rationals_count_as_polynomials():
    assert exact.text(HOME.value(fmpq(1, 2) + divided(d, f))) == "(2*d+f)/(2*f)"
    assert exact.text(HOME.value(1 - divided(d, f) * 2)) == "(-2*d+f)/f"
    assert HOME.value(divided(d, d)) == 1

import pytest
from flint import fmpq

from qbank import exact, limits
from qbank.answers.moderation import cost, require_moderate, require_short, terms, unfolding, weight

a, b = exact.symbol("a"), exact.symbol("b")
ROOT = exact.power(a + b, fmpq(1, 3))


@pytest.mark.parametrize(
    ("value", "count", "load"),
    [
        (fmpq(3), 1, 0),
        (a, 1, 2),
        (a + b, 2, 4),
        (a * b + 1, 2, 4),
        (a / (a + b), 2, 5),
        (exact.sqrt(2), 1, 1),
        (exact.e + 1, 2, 2),
    ],
)
def test_terms_and_weight(value, count, load):
    assert terms(value) == count
    assert weight(value) == load


def test_what_stands_inside_of_a_root_weighs_too():
    assert weight(ROOT) > weight(a) + 1


def test_a_quotient_costs_more_than_a_product():
    assert cost(a + b, a + 1) < cost(a / (a + b), a + 1)
    assert cost(a + b, a + 1) < cost((a + b) * 2**999, a + 1)


MOST = limits.LARGEST_EXPONENT


@pytest.mark.parametrize(
    ("within", "beyond"),
    [
        (exact.exp(MOST), exact.exp(MOST + 1)),
        (a**5000 * a ** (MOST - 5000), a**5000 * a ** (MOST - 4999)),
        (1 / (a**5000 * a ** (MOST - 5000)), 1 / (a**5000 * a ** (MOST - 4999))),
        (exact.exp(exact.sqrt(2) * 7071), exact.exp(exact.sqrt(2) * 7072)),
        (exact.exp(exact.pi * 3183), exact.exp(exact.pi * 3184)),
    ],
)
def test_the_bound_on_exponents(within, beyond):
    assert require_moderate(within) is within
    with pytest.raises(exact.TooLarge):
        require_moderate(beyond)


@pytest.mark.parametrize("value", [fmpq(2) ** 9999, exact.inf, exact.exp(a), a])
def test_what_has_no_large_exponent(value):
    assert require_moderate(value) is value


def test_the_bound_on_powers_of_roots():
    assert unfolding(ROOT, fmpq(3 * limits.ROOT_POWER)) == 5**2  # the fourth power of a + b, squared
    assert unfolding(a + b, fmpq(limits.ROOT_POWER * 2 - 1, 2)) == 4**2 + 7 * 2
    assert unfolding(a + b, a) == 0
    with pytest.raises(exact.TooLarge):
        unfolding(ROOT, fmpq(3 * limits.ROOT_POWER + 1))
    with pytest.raises(exact.TooLarge):
        unfolding(a + b, fmpq(limits.ROOT_POWER * 2 + 1, 2))


@pytest.mark.parametrize(
    ("base", "exponent", "products"),
    [
        (ROOT, 2, 0),
        (ROOT, 6, 2**2),
        (ROOT, 9, 2**2 + 3 * 2),
        ((a + b + 1) * ROOT, 12, 3**2),
        (a + b, 8, 0),
        (a, 99, 0),
        (fmpq(2), 9, 0),
    ],
)
def test_what_multiplying_out_takes(base, exponent, products):
    assert unfolding(base, fmpq(exponent)) == products


@pytest.mark.parametrize(
    "value", [fmpq(2) ** (limits.ARGUMENT_BITS - 1), (a + b) * fmpq(2) ** (limits.ARGUMENT_BITS // 2 - 2)]
)
def test_the_bound_on_the_digits_of_an_argument(value):
    require_short(value)
    with pytest.raises(exact.TooLarge):
        require_short(value * 8)

import operator

import pytest
from flint import fmpq

from qbank.exact import Whole, inf, sqrt, symbol
from qbank.exact.errors import DomainError, InexactError
from qbank.exact.infinite import Infinite

FINITE = [0, 7, Whole(-3), fmpq(1, 2), sqrt(2), -sqrt(2)]


@pytest.mark.parametrize("x", FINITE)
def test_sums_with_numbers_are_infinite(x):
    assert inf + x == x + inf == inf - x == inf
    assert x - inf == -inf + x == -inf


@pytest.mark.parametrize("x", FINITE)
def test_every_number_lies_between(x):
    assert -inf < x < inf
    assert inf > x > -inf
    assert -inf <= x <= inf
    assert inf >= x >= -inf
    assert x != inf


@pytest.mark.parametrize(
    ("product", "value"),
    [
        (inf * 2, inf),
        (-2 * inf, -inf),
        (fmpq(1, 2) * inf, inf),
        (inf * -sqrt(2), -inf),
        (inf * inf, inf),
        (inf * -inf, -inf),
        (inf / 3, inf),
        (-inf / fmpq(-1, 2), inf),
        (3 / inf, 0),
        (sqrt(2) / -inf, 0),
        (abs(-inf), inf),
        (+inf, inf),
        (inf + inf, inf),
        (inf - -inf, inf),
    ],
)
def test_products_and_quotients(product, value):
    assert product == value


@pytest.mark.parametrize(
    "meaningless",
    [lambda: inf - inf, lambda: -inf + inf, lambda: 0 * inf, lambda: inf / 0, lambda: inf / inf],
)
def test_what_has_no_value(meaningless):
    with pytest.raises(DomainError):
        meaningless()


def test_order_of_the_two():
    assert -inf < inf
    assert inf > -inf
    assert not inf < inf
    assert inf <= inf
    assert inf >= inf
    assert inf == Infinite(1) != Infinite(-1)
    assert len({inf, Infinite(1), -inf}) == 2


@pytest.mark.parametrize(
    "operation", [operator.add, operator.sub, operator.mul, operator.truediv, operator.lt]
)
def test_floats_and_strangers(operation):
    with pytest.raises(InexactError):
        operation(inf, 0.5)
    with pytest.raises(InexactError):
        operation(0.5, inf)
    with pytest.raises(TypeError):
        operation(inf, "1")


def test_a_name_has_no_sign():
    with pytest.raises(TypeError, match="d can be any number"):
        inf * symbol("d")


def test_repr():
    assert (repr(inf), repr(-inf)) == ("inf", "-inf")

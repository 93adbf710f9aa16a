import operator

import pytest
from flint import fmpq
from hypothesis import given
from hypothesis import strategies as st

from qbank.exact.errors import InexactError, TooLarge
from qbank.exact.functions import sqrt
from qbank.exact.number import Number
from qbank.exact.whole import Whole, whole_power
from qbank.limits import VALUE_BITS

from .values import quick

CLOSED = [operator.add, operator.sub, operator.mul, operator.floordiv, operator.mod]
BINARY = [*CLOSED, operator.truediv, operator.pow, divmod]
integers = st.integers(-50, 50)


@quick
@given(integers, integers.filter(bool))
@pytest.mark.parametrize("operation", CLOSED)
def test_it_is_closed_beside_whole_numbers_on_either_side(operation, a, b):
    for result in (operation(Whole(a), Whole(b)), operation(Whole(a), b), operation(a, Whole(b))):
        assert type(result) is Whole
        assert result == operation(a, b)


@quick
@given(integers, integers.filter(bool))
def test_quotients_are_exact(a, b):
    for result in (Whole(a) / Whole(b), Whole(a) / b, a / Whole(b)):
        assert result == fmpq(a, b)
        assert type(result) is (fmpq if a % b else Whole)


@quick
@given(integers, integers.filter(bool))
def test_divmod_stays_whole(a, b):
    assert divmod(Whole(a), b) == divmod(a, b)
    assert all(type(part) is Whole for part in divmod(Whole(a), b))


@pytest.mark.parametrize(
    ("power", "value"),
    [
        (Whole(2) ** 10, 1024),
        (2 ** Whole(10), 1024),
        (Whole(2) ** -1, fmpq(1, 2)),
        (2 ** Whole(-2), fmpq(1, 4)),
        (Whole(-1) ** -3, -1),
        (Whole(0) ** 0, 1),
    ],
)
def test_powers_are_exact(power, value):
    assert power == value
    assert type(power) is (Whole if isinstance(value, int) else fmpq)


def test_signs_keep_the_type():
    for result in (-Whole(3), +Whole(3), abs(Whole(-3))):
        assert type(result) is Whole


def test_it_indexes_loops_and_is_hashed_as_an_int():
    assert [10, 20, 30][Whole(1)] == 20
    assert list(range(Whole(3))) == [0, 1, 2]
    assert {3: "three"}[Whole(3)] == "three"
    assert f"{Whole(3)}" == repr(Whole(3)) == "3"


def test_a_sum_of_whole_numbers_divides_exactly():
    assert sum([Whole(1), Whole(2)]) / 2 == fmpq(3, 2)


@pytest.mark.parametrize("operation", BINARY)
def test_floats_are_refused(operation):
    with pytest.raises(InexactError):
        operation(Whole(3), 0.5)


def test_a_float_on_the_left_is_beyond_reach_and_refused_later():
    assert type(0.5 * Whole(3)) is float
    with pytest.raises(InexactError):
        Whole(1) + 0.5 * Whole(3)


@pytest.mark.parametrize("operation", [operator.add, operator.sub, operator.mul, operator.truediv])
def test_others_take_over(operation):
    assert type(operation(Whole(3), fmpq(1, 2))) is fmpq
    assert type(operation(fmpq(1, 2), Whole(3))) is fmpq
    assert type(operation(Whole(3), sqrt(2))) is Number
    with pytest.raises(TypeError, match="unsupported operand"):
        operation(Whole(3), None)


def test_a_fraction_as_exponent_says_what_to_write():
    with pytest.raises(TypeError, match=r"power\(a, b\)"):
        Whole(2) ** fmpq(1, 2)


@pytest.mark.parametrize("operation", [operator.truediv, operator.floordiv, operator.mod])
def test_division_by_zero(operation):
    with pytest.raises(ZeroDivisionError):
        operation(Whole(1), 0)


def test_zero_has_no_negative_power():
    with pytest.raises(ZeroDivisionError):
        whole_power(0, -1)


@pytest.mark.parametrize("sign", [1, -1])
def test_the_bound_on_powers(sign):
    assert whole_power(2, sign * VALUE_BITS) == fmpq(2) ** (sign * VALUE_BITS)
    with pytest.raises(TooLarge):
        whole_power(2, sign * (VALUE_BITS + 1))


def test_powers_of_one_are_not_bounded():
    assert Whole(-1) ** (10**30 + 1) == -1

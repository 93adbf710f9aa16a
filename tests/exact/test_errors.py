import pytest

from qbank.exact.errors import DomainError, InexactError, TooLarge, Undecided, refuse_float


def test_a_float_is_refused_with_what_to_write_instead():
    with pytest.raises(InexactError, match=r"0\.1 is a float.*Whole\(1\) / 10"):
        refuse_float(0.1)


def test_a_complex_number_is_refused_too():
    with pytest.raises(InexactError):
        refuse_float(1j)


@pytest.mark.parametrize("value", [1, True, "0.1", None])
def test_anything_else_passes(value):
    refuse_float(value)


@pytest.mark.parametrize("error", [DomainError, TooLarge, Undecided])
def test_the_others_can_be_caught_beside_a_division_by_zero(error):
    assert issubclass(error, ArithmeticError)


def test_an_inexact_operand_is_a_type_error():
    assert issubclass(InexactError, TypeError)

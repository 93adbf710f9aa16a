import pytest
from flint import fmpq
from hypothesis import assume, given

from qbank.exact import DomainError, Undecided, cos, e, exp, log, pi, power, sin, sqrt, symbol, text
from qbank.exact.logarithm import logarithm

from .values import CLOSE, CONTEXT, from_ball, quick, settled_pairs

d, f = symbol("d"), symbol("f")


@pytest.mark.parametrize(
    ("argument", "written"),
    [
        (1, "0"),
        (8, "3*log(2)"),
        (10, "log(10)"),
        (fmpq(1, 10), "-log(10)"),
        (fmpq(4, 9), "-2*log(3/2)"),
        (fmpq(2, 3), "-log(3/2)"),
        (sqrt(2), "log(2)/2"),
        (power(2, fmpq(1, 3)), "log(2)/3"),
        (e, "1"),
        (2 * e**2, "log(2)+2"),
        (e / (e + 1), "-log(e+1)+1"),
        (1 / (e - 3), None),
        (exp(sqrt(2)), "sqrt(2)"),
        (pi**2, "2*log(pi)"),
        (sqrt(e + 1), "log(e+1)/2"),
        (2 * d**2 * f, "2*log(d)+log(f)+log(2)"),
        (-d, "log(-d)"),
        (d**2 + d, "log(d^2+d)"),
        (d / (1 - d), "-log(-d+1)+log(d)"),
        (d / (d - 1), "-log(d-1)+log(d)"),
        (-d / (d**2 + 1), "log(-d)-log(d^2+1)"),
        (sin(1), "log(sin(1))"),
        (-cos(3) / 2, "log(-cos(3))-log(2)"),
        ((e - 3) / (sqrt(2) * e - 4), "log(-e+3)-log(-sqrt(2)*e+4)"),
    ],
)
def test_logarithms(argument, written):
    if written is None:
        with pytest.raises(DomainError):
            logarithm(argument)
    else:
        assert text(logarithm(argument)) == written


@quick
@given(settled_pairs)
def test_logarithms_agree_with_mpmath(pair):
    argument, expected = pair
    assume(expected > CLOSE)
    assert abs(from_ball(logarithm(argument)) - CONTEXT.log(expected)) <= CLOSE * (
        1 + abs(CONTEXT.log(expected))
    )


@quick
@given(settled_pairs)
def test_exp_undoes_log(pair):
    argument, expected = pair
    assume(expected > CLOSE)
    assert exp(log(argument)) == argument


def test_ratios_of_logarithms_of_powers_are_rational():
    assert log(8) / log(4) == fmpq(3, 2)


@pytest.mark.parametrize("argument", [0, -1, 1 - sqrt(2), -pi, 2 - e])
def test_what_has_no_logarithm(argument):
    with pytest.raises(DomainError):
        logarithm(argument)


def test_an_argument_of_unknown_sign():
    with pytest.raises(Undecided):
        logarithm(sin(pi))

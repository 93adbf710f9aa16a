import pytest
from flint import fmpq

from qbank.exact import Number, e, exp, pi, power, sqrt, symbol, text
from qbank.exact.canonical import content, reduced
from qbank.exact.terms import ONE, UNIT

T, d = symbol("T"), symbol("d")
third = fmpq(1, 3)


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (sqrt(fmpq(3, 2)), "sqrt(6)/2"),
        (sqrt(12), "2*sqrt(3)"),
        (1 / sqrt(2), "sqrt(2)/2"),
        (e**2 / (e**2 + e), "e/(e+1)"),
        (1 / (1 + sqrt(2)), "sqrt(2)-1"),
        (1 / (1 + sqrt(2) + sqrt(3)), "(sqrt(2)-sqrt(6)+2)/4"),
        (1 / (sqrt(2) * e + sqrt(6)), "sqrt(2)/(2*e+2*sqrt(3))"),
        (1 / (2 - 2 * e), "-1/(2*e-2)"),
        (1 / (d - T), "-1/(T-d)"),
        (d * (T - 1) / (2 * d), "(T-1)/2"),
        (T * (T - 1) / 2, "(T^2-T)/2"),
        ((T**2 - T) / (T - 1), "T"),
        (1 / (exp(-1) + 1), "e/(e+1)"),
        (1 / power(2, third), "2^(2/3)/2"),
        (1 / (power(2, third) * e + 2), "1/(2^(1/3)*e+2)"),
        (1 / (pi**2 + pi), "1/(pi^2+pi)"),
        (power(pi, third) / (30 - 5 * power(pi, third)), "-pi^(1/3)/(5*pi^(1/3)-30)"),
    ],
)
def test_canonical_forms(value, written):
    assert text(value) == written


@pytest.mark.parametrize(
    ("value", "coefficient", "monomial"),
    [
        (6 * sqrt(2) + 4 * sqrt(6), 2, (2, 0, ())),
        (e**3 / 2 + e / 3, fmpq(1, 6), (1, 1, ())),
        (1 / e + 1, 1, (1, -1, ())),
        (-2 * pi, 2, (1, 0, next(iter(pi.over))[2])),
        (pi + 1, 1, UNIT),
    ],
)
def test_content(value, coefficient, monomial):
    assert content(value.over) == (coefficient, monomial)


def test_a_negative_exponent_in_one_term_alone_is_common():
    _, (_, _, ((factor, exponent),)) = content((1 / T + d).over)
    assert (factor.argument, exponent) == ("T", -1)


def test_denominators_of_few_roots_are_rational():
    assert (1 / (1 + sqrt(2) + sqrt(3) + sqrt(5) + sqrt(7))).under is ONE
    more = 1 + sqrt(2) + sqrt(3) + sqrt(5) + sqrt(7) + sqrt(11)
    assert len((1 / more).under) == 6
    assert more * (1 / more) == 1


def test_an_empty_denominator():
    with pytest.raises(ZeroDivisionError):
        reduced(ONE, {})


def test_a_denominator_that_common_divisors_show_to_be_zero():
    p, q = 10**29 + 319, 1_000_003
    hidden = Number({(p**2 * q, 0, ()): fmpq(1), (q, 0, ()): fmpq(-p)})
    with pytest.raises(ZeroDivisionError):
        1 / hidden

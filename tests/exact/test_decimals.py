import pytest
from flint import fmpq

from qbank.exact import DomainError, decimal, e, exp, figures, inf, pi, sqrt


@pytest.mark.parametrize(
    ("value", "places", "text", "unicode", "latex"),
    [
        (e / (e + 1), 4, "0.7311", "0.7311", "0.7311"),
        (fmpq(-1, 2), 2, "-0.50", "−0.50", "-0.50"),
        (-sqrt(2), 0, "-1", "−1", "-1"),
        (fmpq(1, 400), 2, "0.00", "0.00", "0.00"),
        (fmpq(-1, 400), 2, "0.00", "0.00", "0.00"),
        (12_345, 1, "12345.0", "12345.0", "12345.0"),
        (12_345, -2, "12300", "12300", "12300"),
        (fmpq(999, 1000), 2, "1.00", "1.00", "1.00"),
    ],
)
def test_decimals(value, places, text, unicode, latex):
    assert decimal(value, places, face="text") == text
    assert decimal(value, places) == unicode
    assert decimal(value, places, face="latex") == latex


@pytest.mark.parametrize(
    ("value", "n", "text", "unicode", "latex"),
    [
        (fmpq(1747, 10**7), 4, "0.0001747", "0.0001747", "0.0001747"),
        (fmpq(1747, 10**10), 4, "1.747*10^-7", "1.747 × 10⁻⁷", r"1.747 \times 10^{-7}"),
        (-fmpq(1747, 10**10), 1, "-2*10^-7", "−2 × 10⁻⁷", r"-2 \times 10^{-7}"),
        (fmpq(1, 10_000), 2, "0.00010", "0.00010", "0.00010"),
        (fmpq(9_999, 10**8), 4, "9.999*10^-5", "9.999 × 10⁻⁵", r"9.999 \times 10^{-5}"),
        (fmpq(99_999, 10**9), 4, "0.0001000", "0.0001000", "0.0001000"),
        (9_999_999, 7, "9999999", "9999999", "9999999"),
        (9_999_999, 3, "1.00*10^7", "1.00 × 10⁷", r"1.00 \times 10^{7}"),
        (1234, 2, "1200", "1200", "1200"),
        (pi, 3, "3.14", "3.14", "3.14"),
        (exp(30), 3, "1.07*10^13", "1.07 × 10¹³", r"1.07 \times 10^{13}"),
    ],
)
def test_figures(value, n, text, unicode, latex):
    assert figures(value, n, face="text") == text
    assert figures(value, n) == unicode
    assert figures(value, n, face="latex") == latex


@pytest.mark.parametrize("value", [0, inf])
def test_what_has_no_figures(value):
    with pytest.raises(DomainError):
        figures(value, 3)

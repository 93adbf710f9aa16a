import pytest
from flint import fmpq
from hypothesis import given

from qbank.answers import read_expression
from qbank.exact import (
    InexactError,
    Whole,
    cos,
    e,
    equal,
    exp,
    inf,
    latex,
    log,
    pi,
    power,
    sin,
    sqrt,
    symbol,
    text,
    unicode,
)

from .values import pairs, quick

d, f, T, d_k = (symbol(name) for name in ("d", "f", "T", "d_k"))

TABLE = [
    (0, "0", "0", "0"),
    (Whole(2048), "2048", "2,048", "2{,}048"),
    (-1234567, "-1234567", "−1,234,567", "-1{,}234{,}567"),
    (fmpq(1, 10), "1/10", "1/10", r"\frac{1}{10}"),
    (fmpq(-3, 2048), "-3/2048", "−3/2,048", r"-\frac{3}{2{,}048}"),
    (inf, "inf", "∞", r"\infty"),
    (-inf, "-inf", "−∞", r"-\infty"),
    (-sqrt(6) / 2, "-sqrt(6)/2", "−√6/2", r"-\frac{\sqrt{6}}{2}"),
    (e / (e + 1), "e/(e+1)", "e/(e + 1)", r"\frac{e}{e + 1}"),
    (8 * d**2 + 2 * d * f + 15 * d + f, "8*d^2+2*d*f+15*d+f", "8d² + 2df + 15d + f", "8d^2 + 2df + 15d + f"),
    (T * (T - 1) / 2, "(T^2-T)/2", "(T² − T)/2", r"\frac{T^2 - T}{2}"),
    (2 * e + 1, "2*e+1", "2·e + 1", "2e + 1"),
    (exp(-2) + 1, "(e^2+1)/e^2", "(e² + 1)/e²", r"\frac{e^2 + 1}{e^2}"),
    (1 / (2 * d), "1/(2*d)", "1/(2d)", r"\frac{1}{2d}"),
    (1 / sqrt(d), "1/sqrt(d)", "1/√d", r"\frac{1}{\sqrt{d}}"),
    (d_k * d / 2, "d*d_k/2", "d·d_k/2", r"\frac{dd_{k}}{2}"),
    (power(10, fmpq(4, 3)), "10*10^(1/3)", "10·10^(1/3)", r"10 \cdot 10^{1/3}"),
    (2 * pi / 3, "2*pi/3", "2π/3", r"\frac{2\pi}{3}"),
    (sqrt(pi), "sqrt(pi)", "√π", r"\sqrt{\pi}"),
    (-log(10), "-log(10)", "−ln(10)", r"-\ln\left(10\right)"),
    (
        cos(2) * sin(fmpq(1, 2)) ** 2,
        "cos(2)*sin(1/2)^2",
        "cos(2)·sin(1/2)²",
        r"\cos\left(2\right) \sin\left(\frac{1}{2}\right)^2",
    ),
    (exp(sqrt(2) / 2), "e^(sqrt(2)/2)", "e^(√2/2)", r"e^{\frac{\sqrt{2}}{2}}"),
    (power(2, d), "2^d", "2^d", "2^d"),
    (power(fmpq(3, 2), d), "(3/2)^d", "(3/2)^d", r"\left(\frac{3}{2}\right)^d"),
    (power(d + 1, fmpq(1, 3)), "(d+1)^(1/3)", "(d + 1)^(1/3)", r"\left(d + 1\right)^{1/3}"),
    (sqrt(1 + sqrt(2)), "sqrt(sqrt(2)+1)", "√(√2 + 1)", r"\sqrt{\sqrt{2} + 1}"),
]


@pytest.mark.parametrize(("value", "key", "people", "math"), TABLE)
def test_the_three_faces(value, key, people, math):
    assert text(value) == key
    assert unicode(value) == people
    assert latex(value) == math


@pytest.mark.parametrize("value", [row[0] for row in TABLE if row[0] not in (inf, -inf)])
def test_key_text_reads_back(value):
    read = read_expression(text(value), ("d", "f", "T", "d_k"))
    assert equal(read, value)
    assert text(read) == text(value)


@quick
@given(pairs)
def test_every_key_text_reads_back(pair):
    value, _ = pair
    read = read_expression(text(value))
    assert equal(read, value)
    assert text(read) == text(value)


def test_without_groups():
    assert unicode(Whole(2048) * d, group=False) == "2048d"
    assert latex(Whole(2048), group=False) == "2048"


@pytest.mark.parametrize("face", [text, unicode, latex])
def test_what_is_no_exact_value(face):
    with pytest.raises(InexactError):
        face(0.5)
    with pytest.raises(TypeError, match="list is no exact value"):
        face([1])

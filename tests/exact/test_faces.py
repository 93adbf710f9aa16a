import pytest

from qbank.exact.faces import Latex, Text, Unicode

FACES = [Text(False), Unicode(True), Latex(True)]


@pytest.mark.parametrize(
    ("digits", "written"),
    [
        ("0", ("0", "0", "0")),
        ("999", ("999", "999", "999")),
        ("2048", ("2048", "2,048", "2{,}048")),
        ("1234567", ("1234567", "1,234,567", "1{,}234{,}567")),
    ],
)
def test_integers(digits, written):
    assert tuple(face.integer(digits) for face in FACES) == written


def test_without_groups():
    assert Unicode(False).integer("2048") == Latex(False).integer("2048") == "2048"


@pytest.mark.parametrize(
    ("pieces", "written"),
    [
        (["2", "d"], ("2*d", "2d", "2d")),
        (["2", "d", "f²"], ("2*d*f²", "2df²", "2df²")),
        (["2", "e"], ("2*e", "2·e", "2e")),
        (["d", "head"], ("d*head", "d·head", "dhead")),
        (["2", "10^(1/3)"], ("2*10^(1/3)", "2·10^(1/3)", r"2 \cdot 10^(1/3)")),
        (["2,048", "d"], ("2,048*d", "2,048d", "2,048d")),
        (["√2", "d"], ("√2*d", "√2·d", "√2 d")),
        (["2", "√6"], ("2*√6", "2√6", "2√6")),
        (["π", "d"], ("π*d", "πd", "πd")),
        ([r"\pi", "d"], (r"\pi*d", r"\pi·d", r"\pi d")),
    ],
)
def test_products(pieces, written):
    assert tuple(face.product(pieces) for face in FACES) == written


@pytest.mark.parametrize(
    ("base", "exponent", "written"),
    [
        ("d", "2", ("d^2", "d²", "d^2")),
        ("d", "10", ("d^10", "d¹⁰", "d^{10}")),
        ("e", "1/2", ("e^(1/2)", "e^(1/2)", "e^{1/2}")),
        ("e", "d", ("e^d", "e^d", "e^d")),
    ],
)
def test_powers(base, exponent, written):
    assert tuple(face.power(base, exponent) for face in FACES) == written


@pytest.mark.parametrize(
    ("inside", "written"),
    [
        ("6", ("sqrt(6)", "√6", r"\sqrt{6}")),
        ("π", ("sqrt(π)", "√π", r"\sqrt{π}")),
        ("d²", ("sqrt(d²)", "√(d²)", r"\sqrt{d²}")),
        ("d + 1", ("sqrt(d + 1)", "√(d + 1)", r"\sqrt{d + 1}")),
    ],
)
def test_roots(inside, written):
    assert tuple(face.root(inside) for face in FACES) == written


def test_fractions():
    assert Text(False).fraction("a+b", True, "2", True) == "(a+b)/2"
    assert Text(False).fraction("2*a", False, "3*b", False) == "2*a/(3*b)"
    assert Latex(False).fraction("a + b", True, "2b", False) == r"\frac{a + b}{2b}"


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("d", "d"),
        ("T2", "T_{2}"),
        ("d_k", "d_{k}"),
        ("d_model", r"d_{\mathrm{model}}"),
        ("vocab", r"\mathrm{vocab}"),
        ("head_2", r"\mathrm{head}_{2}"),
    ],
)
def test_names(name, written):
    assert Latex(False).name(name) == written
    assert Text(False).name(name) == Unicode(False).name(name) == name


def test_functions_parentheses_and_powers_of_ten():
    assert [face.call("sin", "1") for face in FACES] == ["sin(1)", "sin(1)", r"\sin\left(1\right)"]
    assert [face.parenthesised("3/2") for face in FACES] == ["(3/2)", "(3/2)", r"\left(3/2\right)"]
    assert [face.scientific("1.7", -7) for face in FACES] == [
        "1.7*10^-7",
        "1.7 × 10⁻⁷",
        r"1.7 \times 10^{-7}",
    ]

import pytest
from flint import fmpq

from qbank import exact, limits
from qbank.answers.computation import computed
from qbank.answers.digits import POINT
from qbank.answers.evaluate import Evaluation
from qbank.answers.grammar import Parser
from qbank.answers.tokens import tokens
from qbank.answers.vocabulary import vocabulary
from qbank.exact.polynomials import ring

NAMES = ("d", "f")


def tree(text):
    return Parser(tokens(text, POINT, vocabulary(NAMES, True, "*")), lenient=True).whole()


@pytest.mark.parametrize(
    "text",
    ["1/2+1/3", "-3*0.25", "2^10", "2^-3", "(1/2)^2", "7-7", "0*5", "1.5e3/4", "2^3^2"],
)
def test_rationals(text):
    found = computed(tree(text), NAMES)
    assert isinstance(found, fmpq)
    assert found == Evaluation().value(tree(text))


@pytest.mark.parametrize(
    "text",
    [
        "8d^2+2df+15d+f",
        "2(4d^2+4d)+2d*f+f+7d",
        "d/d",
        "(d^2-f^2)/(d-f)",
        "1/(d+f)",
        "1/d",
        "d/(2f)",
        "d^-2",
        "(d+1)^4/(d+1)^2",
        "-(d-f)/(f-d)",
        "1-1/(1-1/d)",
        "d-d",
        "3+d-d",
        "e/(e+1)",
        "(16*e^3+10)/(e^3+e^2+1)",
        "e^2/(2*e^2+2*e)",
        "1/e",
        "e*d/(e+d)",
        "(d/f+1)^2",
        "0.5*d",
    ],
)
def test_quotients_of_polynomials_have_the_same_form_as_numbers(text):
    value = ring(NAMES).value(computed(tree(text), NAMES))
    assert exact.text(value) == exact.text(Evaluation().value(tree(text)))


@pytest.mark.parametrize(
    "text", ["sqrt(2)", "pi", "log(d)", "∞", "1/0", "1/(d-d)", "0^-1", "d^(1/2)", "2^d", "d^0", "2^0.5"]
)
def test_what_is_left_to_evaluation(text):
    assert computed(tree(text), NAMES) is None


@pytest.mark.parametrize(
    ("within", "beyond"),
    [
        (f"d^{limits.QUICK_POWER}", f"d^{limits.QUICK_POWER + 1}"),
        (f"2^{limits.QUICK_POWER}", f"2^{limits.QUICK_POWER + 1}"),
        (f"(d^2)^{limits.QUICK_POWER // 2}", f"(d^2)^{limits.QUICK_POWER // 2 + 1}"),
        ("2^50*" * 9 + "2^49", "2^50*" * 9 + "2^50"),  # QUICK_BITS
    ],
)
def test_the_bounds(within, beyond):
    assert computed(tree(within), NAMES) is not None
    assert computed(tree(beyond), NAMES) is None


def test_the_bound_on_products(monkeypatch):
    """Lowered: so many cannot be typed."""
    monkeypatch.setattr(limits, "QUICK_PRODUCTS", 20)
    assert computed(tree("d" + "+d" * 20), NAMES) is not None
    assert computed(tree("d" + "+d" * 21), NAMES) is None

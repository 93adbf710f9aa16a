import pytest

from qbank.answers.digits import POINT
from qbank.answers.grammar import Parser
from qbank.answers.tokens import tokens
from qbank.answers.tree import typed_places, written_out
from qbank.answers.vocabulary import vocabulary


def read(text):
    return Parser(tokens(text, POINT, vocabulary(("d",))), lenient=True).whole()


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("0.730", 3),
        ("-0.730", 3),
        ("1.8e7", -6),
        ("1.8*10^7", -6),
        ("1.8 x 10^-7", 8),
        ("1.747 × 10^(-7)", 10),
        ("-1.8*10^7", -6),
        ("73.1%", 3),
        ("18.9M", -5),
        ("12", 0),
        ("1/2", None),
        ("1.5*2^3", None),
        ("1.5*10^0.5", None),
        ("1.5*10^999", None),
        ("sqrt(2)", None),
        ("d", None),
    ],
)
def test_decimal_places_as_typed(text, places):
    assert typed_places(read(text)) == places


@pytest.mark.parametrize(
    ("text", "bare"), [("0.5", True), ("-0.5", True), ("2e+1", True), ("1/2", False), ("d", False)]
)
def test_bare_numbers(text, bare):
    assert written_out(read(text)) == bare

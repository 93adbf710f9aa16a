import pytest

from qbank import exact
from qbank.answers.arrangement import can_be_otherwise, is_line, laid_likeliest, laid_otherwise
from qbank.answers.evaluate import Evaluation
from qbank.answers.layout import Commas
from qbank.answers.readings import Manner


def shown(laid):
    return [([exact.text(Evaluation().value(node)) for node in way.nodes], way.shape) for way in laid]


def read(general, text, sides):
    return shown(general(text, Manner(), None, Commas(), sides))


def test_the_kind_settles_first():
    text = "2 √3; 4 √5"
    products, entries = ["2*sqrt(3)", "4*sqrt(5)"], ["2", "sqrt(3)", "4", "sqrt(5)"]
    assert read(laid_likeliest, text, 1) == [(products, (2,))]
    assert read(laid_likeliest, text, 2) == [(entries, (2, 2))]
    assert read(laid_otherwise, text, 2) == [(products, (2, 1)), (products, (2,))]


def test_else_blanks_separate():
    assert read(laid_likeliest, "1 2 √3", 1) == [(["1", "2", "sqrt(3)"], (3,))]
    assert read(laid_otherwise, "1 2 √3", 1) == [(["1", "2*sqrt(3)"], (2,))]
    assert read(laid_otherwise, "1 2 3", 1) == []


def test_every_choice_of_the_grammar_is_laid_out():
    assert read(laid_likeliest, "1/2e, 3", 1) == [(["e/2", "3"], (2,)), (["1/(2*e)", "3"], (2,))]


@pytest.mark.parametrize("text", ["1 √3", "1 sqrt(3)", "√2 e", "(1) (2)", "1% e", "½ e", "1 ½"])
def test_where_a_blank_may_separate_or_multiply(text):
    assert can_be_otherwise(text)


@pytest.mark.parametrize("text", ["1 2", "[1, 2]", "1, e", "1 -e", "√3; e", "1 * e", "[1 2] "])
def test_where_it_cannot(text):
    assert not can_be_otherwise(text)


def test_one_row_or_one_column():
    assert [shape for shape in [(3,), (1, 3), (3, 1), (2, 2), (1, 1, 3)] if is_line(shape)] == [
        (1, 3),
        (3, 1),
    ]

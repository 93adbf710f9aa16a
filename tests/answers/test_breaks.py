import pytest

from qbank.answers.breaks import at_top, closing, has_break, has_doubtful_break, has_sure_break, multiplied
from qbank.answers.digits import Digits
from qbank.answers.tokens import tokens
from qbank.answers.unreadable import Unreadable
from qbank.answers.vocabulary import vocabulary


def read(text):
    return tokens(text, Digits(".", ""), vocabulary())[:-1]


@pytest.mark.parametrize(
    ("text", "sure", "doubtful"),
    [
        ("1 2", True, False),
        ("1 -2", True, False),
        ("1 - 2", False, False),
        ("1-2", False, False),
        ("sqrt(2) 3", True, False),
        ("sqrt(2) -3", True, False),
        ("5% 6", True, False),
        ("2 sqrt(3)", False, True),
        ("2sqrt(3)", False, False),
        ("sqrt(2) sqrt(3)", False, True),
        (r"2 \frac{1}{2}", False, True),
        ("2 ½", False, True),
        ("2 (3)", False, True),
        ("2 [3]", False, False),
        ("2 * sqrt(3)", False, False),
        ("-sqrt(3)", False, False),
        ("1, sqrt(3)", False, False),
        ("e pi 2", True, True),
    ],
)
def test_breaks(text, sure, doubtful):
    assert has_sure_break(read(text)) is sure
    assert has_doubtful_break(read(text)) is doubtful


@pytest.mark.parametrize(
    ("text", "found"),
    [("0 sqrt(2)", True), ("sqrt(2) 0", True), ("[1,2] [3,4]", False), ("2 (3)", False), ("[1 2],[3]", True)],
)
def test_operands_side_by_side(text, found):
    assert has_break(read(text)) is found


def test_doubtful_blanks_taken_out():
    assert multiplied(read("1 2 sqrt(3) -4 (5)")) == read("1 2sqrt(3) -4(5)")
    assert multiplied(read("1, e [2]")) == read("1, e [2]")


def test_what_stands_outside_of_brackets():
    assert [token.text for token in at_top(read("a(1, 2) 3[(4)]".replace("a", "e")))] == list("e()3[]")
    assert closing(read("([1]) 2"), 0) == 4
    with pytest.raises(Unreadable, match="not closed"):
        closing(read("(1"), 0)
    with pytest.raises(Unreadable, match="closes nothing"):
        closing(read("(1]"), 0)

import pytest
from flint import fmpq

from qbank import limits
from qbank.answers.digits import COMMA, CONTINENTAL, KEY, POINT
from qbank.answers.tokens import tokens
from qbank.answers.unreadable import Unreadable
from qbank.answers.vocabulary import vocabulary


def spelled(text, digits=POINT, names=(), **how):
    return " ".join(token.text for token in tokens(text, digits, vocabulary(names), **how)[:-1])


def value(text, digits=POINT):
    [number, _] = tokens(text, digits, vocabulary())
    return number.value, number.places


@pytest.mark.parametrize(
    ("text", "digits", "expected", "places"),
    [
        ("18,944,000", POINT, 18944000, 0),
        ("18 944 000.50", POINT, 18944000 + fmpq(1, 2), 2),
        ("4'204", POINT, 4204, 0),
        ("0,731", COMMA, fmpq(731, 1000), 3),
        ("1.234,5", CONTINENTAL, fmpq(12345, 10), 1),
        (".5", POINT, fmpq(1, 2), 1),
        (",5", COMMA, fmpq(1, 2), 1),
        ("42.", POINT, 42, 0),
        ("1.5e3", POINT, 1500, -2),
        ("1.5E-03", POINT, fmpq(15, 10**4), 4),
        ("2e+1", POINT, 20, -1),
    ],
)
def test_numbers(text, digits, expected, places):
    assert value(text, digits) == (expected, places)


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("0,731", "0 , 731"),
        ("18,94,4000", "18 , 94 , 4000"),
        ("1,2345", "1 , 2345"),
        ("1.2.3", "1.2 .3"),
        ("2df", "2 d f"),
        ("2d_1", "2 d1"),
        ("dfd1", "d f d1"),
        ("3x4", "3 × 4"),
        ("2x1.5", "2 × 1.5"),
        ("sqrt2", "sqrt 2"),
        ("SQRT(2)", "sqrt ( 2 )"),
        ("2π", "2 pi"),
        ("a**b", "a ^ b"),
    ],
)
def test_pieces(text, pieces):
    assert spelled(text, names=("d", "f", "d1", "a", "b")) == pieces


@pytest.mark.parametrize(
    ("names", "text", "pieces"),
    [
        (("df",), "2df", "2 df"),
        (("d", "f", "df"), "2df", "2 df"),
        (("x",), "2x", "2 x"),
        (("e",), "2e", "2 e"),
        (("T1", "T2"), "T2xT1", "T2 × T1"),
        (("T_1",), "T1", "T_1"),
        (("d_model",), "2dmodel", "2 d_model"),
        (("d_k",), "dk", "d_k"),
        (("d", "k", "d_k"), "dk", "d k"),
        (("eps",), "ε", "eps"),
        (("gamma", "beta"), "γβ", "gamma beta"),
    ],
)
def test_declared_names_come_first(names, text, pieces):
    assert spelled(text, names=names) == pieces


@pytest.mark.parametrize(
    ("text", "plain", "euler"),
    [
        ("2e+1", "2", "2 e + 1"),
        ("3e-2", "3", "3 e - 2"),
        ("1e-9", "1", "1"),
        ("2e-04", "2", "2"),
        ("2E+1", "2", "2"),
        ("2e3", "2", "2"),
    ],
)
def test_what_may_be_eulers_number(text, plain, euler):
    assert spelled(text) == plain
    assert spelled(text, euler=True) == euler


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("nan", "nan"),
        ("abc", "name"),
        ("d2", "name"),
        ("2dx5y", "name"),
        ("5!", "character"),
        ("a = 5", "name"),
        ("5 = 5", "character"),
    ],
)
def test_what_has_no_meaning(text, code):
    with pytest.raises(Unreadable) as unread:
        tokens(text, POINT, vocabulary(("d",)))
    assert unread.value.code == code


def test_an_unknown_name_is_told_its_neighbour():
    with pytest.raises(Unreadable, match="did you mean 'd_model'"):
        tokens("d_modle", POINT, vocabulary(("d_model", "T")))


@pytest.mark.parametrize(
    ("within", "beyond"),
    [
        ("9" * limits.NUMBER_DIGITS, "9" * (limits.NUMBER_DIGITS + 1)),
        (f"1e{limits.DECIMAL_EXPONENT}", f"1e{limits.DECIMAL_EXPONENT + 1}"),
        (f"1e-{limits.DECIMAL_EXPONENT}", f"1e-{limits.DECIMAL_EXPONENT + 1}"),
        ("+" * limits.ANSWER_TOKENS, "+" * (limits.ANSWER_TOKENS + 1)),
    ],
)
def test_the_bounds(within, beyond):
    assert tokens(within, POINT, vocabulary())
    with pytest.raises(Unreadable) as unread:
        tokens(beyond, POINT, vocabulary())
    assert unread.value.code == "bound"


def test_a_huge_exponent_is_not_even_computed():
    with pytest.raises(Unreadable):
        tokens("1e" + "9" * 1000, POINT, vocabulary())


def test_keys_have_no_bound_on_digits_and_no_split_words():
    strict = vocabulary(("d", "f"), False)
    assert tokens("9" * 1000, KEY, strict)
    with pytest.raises(Unreadable):
        tokens("df", KEY, strict)


@pytest.mark.parametrize(("without", "known"), [("", True), ("Bb", False), ("*", False)])
def test_magnitudes_that_do_not_count(without, known):
    assert ("B" in vocabulary((), True, without).words) == known

import pytest

from qbank import exact
from qbank.answers import Word, grade, kind

FORMULA = {"kind": "expression", "names": ["d", "f"]}


@pytest.mark.parametrize(
    ("key", "text", "word"),
    [
        ("d^2+d", "d(d+1)", Word.RIGHT),
        ("d^2+d", "d^2+d+1", Word.WRONG),
        ("d^2+d", "(d^3-d)/(d-1)", Word.RIGHT),
        ("d^2+d", "12", Word.WRONG),
        ("6", "12/2", Word.RIGHT),
        ("6", "6", Word.RIGHT),
        ("6", "6d/d", Word.RIGHT),
        ("sqrt(d)", "d^(1/2)", Word.RIGHT),
        ("sqrt(d)", "d", Word.WRONG),
        ("sqrt(d)", "3", Word.WRONG),
        ("e*d", "d·e", Word.RIGHT),
        ("e*d", "2.718d", Word.WRONG),
        ("log(d)", "ln d", Word.RIGHT),
    ],
)
def test_formulas_are_compared_as_functions(key, text, word):
    assert grade(FORMULA, key, text).verdict is word


@pytest.mark.parametrize(
    ("key", "text", "why"),
    [
        ("8*d^2+2*d*f+15*d+f", "8*d^2+2*d*f+14*d+f", "This is short by d."),
        ("8*d^2+2*d*f+15*d+f", "8*d^2+2*d*f+15*d+f+3", "This is too much by 3."),
        ("sqrt(d)+f+d", "sqrt(d)+f", "This is short by d."),
        ("d/f+d+1", "d/f+d", "This is short by 1."),
        ("d^2+d", "7", ""),
        ("d", "2d", "This is off by a factor of 2."),
        ("sqrt(d)", "-sqrt(d)", "The sign is the other one."),
    ],
)
def test_what_a_formula_lacks(key, text, why):
    verdict = grade(FORMULA, key, text)
    assert verdict.verdict is Word.WRONG
    assert verdict.why.removeprefix("This is not the answer.").strip() == why


def test_a_guess_for_a_list_of_formulas_is_one_of_its_entries():
    judged = kind({"kind": "vector", "of": FORMULA})
    d = exact.symbol("d")
    assert judged.target((d, d + d - d, 2 * d)).guessable == 2

import pytest

from qbank import exact, limits
from qbank.answers.evaluate import Evaluation
from qbank.answers.layout import Commas, Layout, list_tokens, other_commas, unwrapped
from qbank.answers.tokens import vocabulary
from qbank.answers.unreadable import Unreadable

WORDS = vocabulary()


def shown(tree):
    if isinstance(tree, list):
        return f"[{','.join(map(shown, tree))}]"
    return exact.text(Evaluation().value(tree))


def read(text, commas=Commas()):  # noqa: B008
    return shown(Layout(lenient=True).whole(list_tokens(unwrapped(text), WORDS, commas)))


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("1, 2, 3", "[1,2,3]"),
        ("[1,2,3]", "[1,2,3]"),
        ("(1;2;3)", "[1,2,3]"),
        ("{1 2 3}", "[1,2,3]"),
        ("1 2 3,", None),
        ("[1,2,3,]", "[1,2,3]"),
        ("1 -2 3", "[1,-2,3]"),
        ("1 - 2 3", "[-1,3]"),
        ("1-2 3", "[-1,3]"),
        ("1/2 e/(e + 1)", "[1/2,e/(e+1)]"),
        ("(1+2)*3, 4", "[9,4]"),
        ("(1+2) 4", "[3,4]"),
        ("sqrt 2 3", "[sqrt(2),3]"),
        ("5", "[5]"),
        ("[5]", "[5]"),
        ("(5)", "[5]"),
        ("[]", "[]"),
        ("1'000, 2_000", "[1000,2000]"),
        ("1;2;2√3 e", "[1,2,2*sqrt(3)*e]"),
    ],
)
def test_lists(text, items):
    if items is None:
        with pytest.raises(Unreadable):
            read(text)
    else:
        assert read(text) == items


@pytest.mark.parametrize(
    "text",
    [
        "[[1,2],[3,4]]", "[1,2],[3,4]", "((1,2),(3,4))", "{{1,2},{3,4}}", "1 2; 3 4", "[1 2; 3 4]", "[[1 2] [3 4]]",
        "[[1 2][3 4]]", "1, 2; 3, 4", "1 2\n3 4", "[[1, 2],\n [3, 4]]", "⟦1&2;3&4⟧", "[[1., 2.],\n  [3., 4.]]",
    ],
)  # fmt: skip
def test_matrices(text):
    assert read(text) == "[[1,2],[3,4]]"


@pytest.mark.parametrize(
    ("text", "commas", "items"),
    [
        ("0,5; 0,25", Commas(), "[1/2,1/4]"),
        ("0,5 0,25", Commas(), "[1/2,1/4]"),
        ("0,5\n0,25", Commas(), "[1/2,1/4]"),
        ("⟦0,5&0,25⟧", Commas("&"), "[[1/2,1/4]]"),
        ("1,2;3,4", Commas("&"), "[[1,2],[3,4]]"),
        ("0,5, 0,25", Commas(), "[0,5,0,25]"),
        ("1,5", Commas(), "[1,5]"),
        ("1,5", Commas(decimal=True), "[3/2]"),
        ("1,5,2", Commas(decimal=True), "[1,5,2]"),
        ("-1,2", Commas(), "[-1,2]"),
        ("1,-2", Commas(), "[1,-2]"),
    ],
)
def test_commas_are_decimal_only_beside_another_separator(text, commas, items):
    assert read(text, commas) == items


@pytest.mark.parametrize(
    ("text", "ways"),
    [
        ("0,84,0,04", ("0.84, 0.04 ", "0.84,0.04")),
        ("0,5, 0,25", ("0.5,  0.25 ", "0,5, 0.25")),
        ("0,84,0,04,0,0", ("0.84, 0.04, 0.0 ", "0.84,0.04,0,0")),
        ("1,000; 2,000", ("1000; 2000", "1.000 ; 2.000 ", "1.000; 2.000")),
        ("0.5; 0.25", ()),
    ],
)
def test_what_commas_may_mean_after_all(text, ways):
    assert other_commas(text, decimal=False, other_size=True) == ways


def test_where_commas_are_decimal_they_may_separate_after_all():
    assert other_commas("1,5", decimal=True, other_size=False) == ("1, 5",)


@pytest.mark.parametrize(
    ("text", "inside"),
    [
        ("1\n2", "1;2"),
        ("<1, 2>", "(1, 2)"),
        ("1 | 2", "1 , 2"),
        ("| 1 2 |\n| 3 4 |", "1 2;3 4"),
        ("1\n\n2", "1;2"),
        ("[1,\n2]", "[1, 2]"),
    ],
)
def test_unwrapped(text, inside):
    assert unwrapped(text) == inside


@pytest.mark.parametrize("text", ["[1,2", "1,2]", "[1,(2]", "1,,2", ",1", "1 ]", "[1,2]*3"])
def test_broken_lists(text):
    with pytest.raises(Unreadable):
        read(text)


def test_the_bound_on_depth():
    assert read("[" * limits.ANSWER_DEPTH + "1" + "]" * limits.ANSWER_DEPTH)
    with pytest.raises(Unreadable) as unread:
        read("[" * (limits.ANSWER_DEPTH + 2) + "1" + "]" * (limits.ANSWER_DEPTH + 2))
    assert unread.value.code == "bound"

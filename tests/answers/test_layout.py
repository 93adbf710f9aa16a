import pytest

from qbank import exact, limits
from qbank.answers.doubts import Doubt
from qbank.answers.evaluate import Evaluation
from qbank.answers.layout import Commas, Layout, list_tokens, unwrapped
from qbank.answers.unreadable import Unreadable
from qbank.answers.vocabulary import vocabulary

WORDS = vocabulary()


def shown(tree):
    if isinstance(tree, Doubt):
        return " or ".join(map(shown, tree.ways))
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
        ("(1;2;3)", "[1,2,3] or [[1],[2],[3]]"),
        ("{1 2 3}", "[1,2,3]"),
        ("1 2 3,", None),
        ("[1,2,3,]", "[1,2,3]"),
        ("1 -2 3", "[1,-2,3]"),
        ("1 - 2 3", "[-1,3]"),
        ("1-2 3", "[-1,3]"),
        ("1/2 e/(e + 1)", "[1/2,e/(e+1)] or [e/(2*e+2)]"),
        ("1 2 sqrt(3)", "[1,2,sqrt(3)] or [1,2*sqrt(3)]"),
        ("(sqrt(2) sqrt(3))", "[sqrt(2),sqrt(3)] or [sqrt(6)] or [sqrt(6)]"),
        ("(1 -sqrt(2))/2 3", "[(-sqrt(2)+1)/2,3]"),
        ("3 ½ 4", "[3,1/2,4] or [7/2,4]"),
        (r"3 \frac{1}{2}", "[3,1/2] or [3/2]"),
        ("1, 2 sqrt(3)", "[1,2*sqrt(3)]"),
        ("1, (2 sqrt(3))", "[1,[2,sqrt(3)] or [2*sqrt(3)] or 2*sqrt(3)]"),
        (
            "[2 sqrt(3); 4 sqrt(5)]",
            "[[2,sqrt(3)],[4,sqrt(5)]] or [2*sqrt(3),4*sqrt(5)] or [[2*sqrt(3)],[4*sqrt(5)]]",
        ),
        ("⟦2 sqrt(3); 4 sqrt(5)⟧", "[[2*sqrt(3)],[4*sqrt(5)]] or [[2,sqrt(3)],[4,sqrt(5)]]"),
        ("2 [3]", "[2,[3]]"),
        ("(1+2)*3, 4", "[9,4]"),
        ("(1+2) 4", "[3,4]"),
        ("sqrt 2 3", "[sqrt(2),3]"),
        ("5", "[5]"),
        ("[5]", "[5]"),
        ("(5)", "[5]"),
        ("[]", "[]"),
        ("1'000, 2_000", "[1000,2000]"),
        ("1;2;2√3 e", "[1,2,2*sqrt(3)*e] or [[1],[2],[2*sqrt(3)*e]]"),
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
        "1 2\n/1\n3 4", "[[1,2],[3,4]]", "[1,2],[3,4]", "((1,2),(3,4))", "{{1,2},{3,4}}", "1 2; 3 4", "[1 2; 3 4]", "[[1 2] [3 4]]",
        "[[1 2][3 4]]", "1, 2; 3, 4", "1 2\n3 4", "[[1, 2],\n [3, 4]]", "⟦1&2;3&4⟧", "[[1., 2.],\n  [3., 4.]]",
    ],
)  # fmt: skip
def test_matrices(text):
    assert read(text) == "[[1,2],[3,4]]"


@pytest.mark.parametrize(
    ("text", "commas", "items"),
    [
        ("0,5; 0,25", Commas(), "[1/2,1/4] or [[1/2],[1/4]]"),
        ("0,5 0,25", Commas(), "[1/2,1/4]"),
        ("0,5\n0,25", Commas(), "[1/2,1/4] or [[1/2],[1/4]]"),
        ("0,5 sqrt(2)", Commas(), "[1/2,sqrt(2)] or [sqrt(2)/2]"),
        ("sqrt(2) 0,5", Commas(), "[sqrt(2),1/2]"),
        ("[1,2];[3,4]", Commas(), "[[6/5],[17/5]]"),
        ("[1,2];[3,4]", Commas(rows=True), "[[1,2],[3,4]]"),
        ("[1,2;3,4]", Commas(rows=True), "[6/5,17/5] or [[6/5],[17/5]]"),
        ("[[0,5]; [0,25]; [2]]", Commas(rows=True, decimal=True), "[[1/2],[1/4],[2]]"),
        ("[[0,5]; [0,25]]", Commas(rows=True), "[[0,5],[0,25]]"),
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
    ("text", "inside"),
    [
        ("1\n2", "1;2"),
        ("<1, 2>", "(1, 2)"),
        ("1 | 2", "1 , 2"),
        ("| 1 2 |\n| 3 4 |", "1 2;3 4"),
        ("1\n\n2", "1;2"),
        ("[1,\n2]", "[1, 2]"),
        ("sqrt(2)\n3", "sqrt(2);3"),
        ("[1]\n[2]", "[1];[2]"),
        ("(1+2)\n/3", "(1+2) /3"),
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

import pytest

from qbank import limits
from qbank.answers.doubts import Doubt, alternatives, arrangements, either, only_list, tables, without_rows
from qbank.answers.unreadable import Unreadable


@pytest.mark.parametrize(
    ("tree", "entries", "shape"),
    [
        (["a", "b"], ("a", "b"), (2,)),
        ([["a"], ["b"]], ("a", "b"), (2, 1)),
        ([], (), (0,)),
        ([[["a"]]], ("a",), (1, 1, 1)),
        ("a", ("a",), ()),
        ([["a", "b"], Doubt((["c", "d"], ["cd"]))], ("a", "b", "c", "d"), (2, 2)),
        ([Doubt((["a", "b"], "ab")), "c"], ("ab", "c"), (2,)),
    ],
)
def test_what_can_only_be_one_array(tree, entries, shape):
    assert arrangements(tree) == [(entries, shape)]


def test_what_can_be_several_comes_with_the_likelier_first():
    row, other = Doubt((["a", "b"], ["ab"])), Doubt((["c", "d"], ["cd"]))
    assert arrangements([row, other]) == [(("a", "b", "c", "d"), (2, 2)), (("ab", "cd"), (2, 1))]
    assert arrangements(Doubt((["ab"], ["a", "b"]))) == [(("ab",), (1,)), (("a", "b"), (2,))]
    assert arrangements(Doubt((["a", "b"], ["c", "d"]))) == [(("a", "b"), (2,))]


@pytest.mark.parametrize(
    "tree", [[["a"], "b"], [["a", "b"], ["c"]], [Doubt((["a", "b", "c"], ["abc"])), ["d", "e"]]]
)
def test_rows_that_differ(tree):
    with pytest.raises(Unreadable, match="rows that differ in length"):
        arrangements(tree)


def test_the_bound_on_a_side():
    assert arrangements(["a"] * limits.ENTRIES_A_SIDE)
    with pytest.raises(Unreadable) as unread:
        arrangements(["a"] * (limits.ENTRIES_A_SIDE + 1))
    assert unread.value.code == "bound"


def test_ways_to_lay_out_one_place():
    assert either(["a"]) == "a"
    doubt = either([either(["a", "b"]), ["c"]])
    assert list(alternatives(doubt)) == ["a", "b", ["c"]]
    assert list(alternatives(["a"])) == [["a"]]


def test_rows_are_laid_out_to_one_length():
    doubtful, sure = [["a", "b"], ["ab"]], [["c", "d"]]
    assert tables([doubtful, sure]) == [[["a", "b"], ["c", "d"]]]
    assert tables([doubtful, doubtful]) == [[["a", "b"]] * 2, [["ab"]] * 2]
    assert tables([doubtful, [["c", "d", "e"]]]) == [[["a", "b"], ["c", "d", "e"]]]


def test_rows_of_one_entry_are_a_list_or_a_column():
    assert without_rows([["a"], ["b"]]) == [["a", "b"], [["a"], ["b"]]]
    assert without_rows([[["a", "b"]], [["c", "d"]]]) == [[["a", "b"], ["c", "d"]]]
    assert without_rows([["a", "b"], ["c", "d"]]) == [[["a", "b"], ["c", "d"]]]


def test_a_list_of_nothing_but_one_list():
    assert only_list([["a", "b"]]) == ["a", "b"]
    assert only_list(["a"]) == ["a"]
    assert only_list([Doubt((["a", "b"], "ab"))]) == Doubt((["a", "b"], ["ab"]))

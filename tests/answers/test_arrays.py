import pytest

from qbank import limits
from qbank.answers.arrays import Array, array, bracketed, described, flat, nested, transposed
from qbank.answers.unreadable import Unreadable
from qbank.errors import QbankError


def test_a_matrix_row_by_row_and_back():
    value = ((1, 2, 3), (4, 5, 6))
    found = array(value, 2)
    assert found.entries == (1, 2, 3, 4, 5, 6)
    assert found.shape == (2, 3)
    assert nested(found.entries, found.shape) == value
    assert transposed(found) == Array((1, 4, 2, 5, 3, 6), (3, 2))


@pytest.mark.parametrize(
    ("value", "sides"),
    [(5, 1), ("ab", 1), (((1,),), 1), ((1, 2), 2), (((1, 2), (3,)), 2), ((), 2), (((1,), 2), 2)],
)
def test_what_is_no_array(value, sides):
    with pytest.raises(QbankError):
        array(value, sides)


@pytest.mark.parametrize(
    ("tree", "entries", "shape"),
    [
        (["a", "b"], ("a", "b"), (2,)),
        ([["a"], ["b"]], ("a", "b"), (2, 1)),
        ([], (), (0,)),
        ([[["a"]]], ("a",), (1, 1, 1)),
    ],
)
def test_flat(tree, entries, shape):
    assert flat(tree) == (entries, shape)


@pytest.mark.parametrize("tree", [[["a"], "b"], [["a", "b"], ["c"]]])
def test_rows_that_differ(tree):
    with pytest.raises(Unreadable, match="rows that differ in length"):
        flat(tree)


def test_the_bound_on_a_side():
    assert flat(["a"] * limits.ENTRIES_A_SIDE)
    with pytest.raises(Unreadable) as unread:
        flat(["a"] * (limits.ENTRIES_A_SIDE + 1))
    assert unread.value.code == "bound"


def test_shown():
    assert bracketed((("1", "2"), ("3", "4")), ", ") == "[[1, 2], [3, 4]]"
    assert [described(shape) for shape in [(4,), (2, 3), (1, 2, 3)]] == [
        "a vector of 4",
        "a 2 × 3 matrix",
        "a 1 × 2 × 3 array",
    ]

import pytest

from qbank.answers.arrays import Array, array, bracketed, described, nested, transposed
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


def test_shown():
    assert bracketed((("1", "2"), ("3", "4")), ", ") == "[[1, 2], [3, 4]]"
    assert [described(shape) for shape in [(1,), (4,), (2, 3), (1, 2, 3)]] == [
        "a vector of 1 entry",
        "a vector of 4 entries",
        "a 2 × 3 matrix",
        "a 1 × 2 × 3 array",
    ]

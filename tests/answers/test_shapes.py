import pytest
from flint import fmpq

from qbank import exact
from qbank.answers.shapes import Shape
from qbank.answers.unreadable import Unreadable
from qbank.answers.verdict import Credit, Word
from qbank.errors import QbankError

NAMED = Shape(("T1", "T2", "d_model"))


@pytest.mark.parametrize(
    ("judged", "value", "text", "shown"),
    [
        (Shape(), (2, 4, 3, 5), "[2,4,3,5]", "[2, 4, 3, 5]"),
        (Shape(), (exact.Whole(2), fmpq(4096)), "[2,4096]", "[2, 4096]"),
        (Shape(), (), "[]", "[]"),
        (NAMED, ("T2", 8, "d_model"), "[T2,8,d_model]", "[T2, 8, d_model]"),
    ],
)
def test_written_shown_and_read(judged, value, text, shown):
    assert judged.write(value) == text
    assert judged.display(value) == shown
    assert judged.same(value, judged.read_key(text))
    assert all(isinstance(size, (int, str)) for size in judged.read_key(text))


@pytest.mark.parametrize(
    "text",
    [
        "[2,4,3,5]",
        "(2, 4, 3, 5)",
        "2x4x3x5",
        "2 X 4 X 3 X 5",
        "2×4×3×5",
        "2 4 3 5",
        "torch.Size([2, 4, 3, 5])",
        "[2; 4; 3; 5]",
        "2,4,3,10/2",
    ],
)
def test_ways_to_write_a_shape(text):
    [reading] = Shape().readings(text)
    assert Shape().compare(Shape().target((2, 4, 3, 5)), reading, Credit()).word is Word.RIGHT


@pytest.mark.parametrize("text", ["[2,4,5,3]", "[2,4,3]", "[2,4,3,5,1]", "120", "[2,4,3,-5]"])
def test_other_shapes(text):
    [reading] = Shape().readings(text)
    assert Shape().compare(Shape().target((2, 4, 3, 5)), reading, Credit()).word is Word.WRONG


@pytest.mark.parametrize(
    "text", ["T2 x d_model", "T2xd_model", "[T_2, d_{model}]", "(T2, dmodel)", "T₂×d_model", "[T2\nd_model]"]
)
def test_symbolic_shapes(text):
    [reading] = NAMED.readings(text)
    assert NAMED.compare(NAMED.target(("T2", "d_model")), reading, Credit()).word is Word.RIGHT
    assert NAMED.echo(reading) == "[T2, d_model]"
    assert NAMED.write(reading.value) == "[T2,d_model]"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("2*4*3*5", "form"),
        ("[[2,4],[3,5]]", "form"),
        ("[2,S]", "name"),
        ("[2,inf]", "infinite"),
        (",".join("1" * 65), "bound"),
        ("2,,3", "syntax"),
        ("2.4", "form"),
    ],
)
def test_without_a_reading(text, code):
    with pytest.raises(Unreadable) as unread:
        Shape().readings(text)
    assert unread.value.code == code


@pytest.mark.parametrize("value", [5, "ab", (2, -1), (2, "S"), (fmpq(1, 2),), (2, 0.5), (True,)])
def test_what_does_not_fit_is_refused(value):
    with pytest.raises(QbankError):
        Shape().write(value)


def test_a_key_holds_sizes_and_names_only():
    with pytest.raises(QbankError):
        NAMED.read_key("[T1*T2]")

"""The data flow: boxes from the bottom up, arrows between them, letters on the arrows that are asked about."""

import pytest

from qbank import pictures
from qbank.errors import QbankError

from .samples import FIGURES, elements, with_data


def place(figure, name):
    (text,) = [text for text in elements(figure, "text") if text.text == name]
    return float(text.get("x")), float(text.get("y"))


def test_a_later_box_lies_higher_in_its_column():
    (x0, y0), (x1, y1) = (place(FIGURES["flow"], name) for name in ("target", "output layer"))
    assert x0 == x1
    assert y1 < y0


def test_every_box_but_the_last_sends_an_arrow_and_so_does_a_marked_one():
    arrows = len(elements(FIGURES["flow"], "polygon"))
    assert arrows == 1 + 2 + 1 + 1  # within the columns, out of the encoder, and the link
    assert len(elements(with_data("flow", marks=[]), "polygon")) == arrows - 1


def test_a_letter_stands_on_the_arrow_out_of_its_box():
    box, letter, above = (place(FIGURES["flow"], name) for name in ("decoder", "B", "output layer"))
    assert box[0] == letter[0]
    assert above[1] < letter[1] < box[1]


def test_a_link_ends_at_the_side_of_its_box():
    figure = with_data("flow", links=[[0, 1, 2]])
    (link,) = [line for line in elements(figure, "polyline") if len(line.get("points").split()) > 2]
    end = float(link.get("points").split()[-1].split(",")[1])
    assert end == pytest.approx(place(figure, "output layer")[1], abs=1.5)


def test_a_link_within_one_height_is_straight():
    figure = with_data("flow", columns=[["a"], ["b"]], links=[[0, 0, 0]], marks=[])
    (line,) = elements(figure, "polyline")
    assert len({point.split(",")[1] for point in line.get("points").split()}) == 1


@pytest.mark.parametrize(
    ("changed", "complaint"),
    [
        ({"columns": []}, "list of 1 to 4"),
        ({"marks": [[0, 2, "A"]]}, "from 0 to 1"),
        ({"marks": [[2, 0, "A"]]}, "from 0 to 1"),
        ({"links": [[1, 0, 0]]}, "from 0 to 1"),
        ({"links": [[0, 0]]}, "lists of three"),
    ],
)
def test_other_data_are_refused(changed, complaint):
    with pytest.raises(QbankError, match=complaint):
        pictures.svg(with_data("flow", **changed))

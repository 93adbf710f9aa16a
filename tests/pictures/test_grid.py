"""Masks and weights: which cells are dark, how grey print tells them, what stands in the open ones."""

import pytest

from qbank import pictures
from qbank.errors import QbankError
from qbank.pictures.elements import BLUE

from .samples import FIGURES, elements, pixels, texts, with_data

NUMBERS = [["1.00", "0", "0"], ["0.25", "?", "0"], ["0.10", "0.20", "0.70"]]


def dark(figure):
    return [box for box in elements(figure, "rect") if box.get("fill") == BLUE]


def test_dark_cells_are_the_blocked_ones_and_one_in_the_legend():
    boxes = dark(FIGURES["grid"])
    assert len(boxes) == 3 + 1
    rows = sorted({float(box.get("y")) for box in boxes})
    assert [sum(float(box.get("y")) == y for box in boxes) for y in rows] == [2, 1, 1]


def test_each_dark_cell_is_hatched_so_that_grey_shows_stripes():
    assert len(elements(FIGURES["grid"], "polyline")) == 4 * 5
    grey = pixels(FIGURES["grid"], 144)
    box = dark(FIGURES["grid"])[0]
    scale = grey.width / pictures.size(FIGURES["grid"])[0]
    x, y, width = (float(box.get(name)) for name in ("x", "y", "width"))
    line = {
        grey.pixel(int((x + t * width / 20) * scale), int((y + width / 2) * scale))[0] for t in range(2, 18)
    }
    assert min(line) < 110
    assert max(line) > 180


def test_weights_stand_in_their_cells_and_larger_ones_are_darker():
    figure = with_data("grid", numbers=NUMBERS)
    assert {"1.00", "0.25", "?", "0.70"} <= set(texts(figure))
    assert "0" not in texts(figure)
    (asked,) = [text for text in elements(figure, "text") if text.text == "?"]
    assert asked.get("font-weight") == "bold"
    fills = [box.get("fill") for box in elements(figure, "rect") if box.get("fill").startswith("#")]
    assert int(fills[1][1:3], 16) < int(fills[4][1:3], 16)  # 1.00 against 0.25


def test_long_labels_widen_the_cells():
    figure = with_data("grid", columns=["tokenization", "b", "c"])
    assert pictures.size(figure)[0] > pictures.size(FIGURES["grid"])[0] + 30


@pytest.mark.parametrize(
    ("changed", "complaint"),
    [
        ({"blocked": [[True]]}, "table of 3 rows"),
        ({"blocked": [[1, 0, 0]] * 3}, "true or false"),
        ({"rows": []}, "list of 1 to"),
        ({"rows": [str(i) for i in range(65)]}, "list of 1 to 64"),
        ({"numbers": [["x", "1", "1"]] * 3}, "must be numbers"),
        ({"numbers": [["1e999999", "1", "1"]] * 3}, "must be numbers"),
        ({"legend": ["a", "b", "c"]}, "list of 0 to 2"),
        ({"column_title": None}, "one line"),
    ],
)
def test_other_data_are_refused(changed, complaint):
    with pytest.raises(QbankError, match=complaint):
        pictures.svg(with_data("grid", **changed))


def test_a_grid_needs_something_to_show():
    figure = with_data("grid")
    del figure["data"]["blocked"]
    with pytest.raises(QbankError, match="no 'blocked'"):
        pictures.svg(figure)

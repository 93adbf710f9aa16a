"""Shades of both signs: the sign shows in the hatching too, and the legend names the ends."""

import pytest

from qbank import pictures
from qbank.errors import QbankError
from qbank.pictures.elements import BLUE, ORANGE, PAPER
from qbank.pictures.heatmap import STEPS

from .samples import FIGURES, elements, texts, with_data


def fills(figure):
    """Of the cells, row by row; the paper comes first and the legend last."""
    return [box.get("fill") for box in elements(figure, "rect")][1:-STEPS]


def test_zero_is_white_and_the_ends_are_full():
    assert fills(FIGURES["heatmap"])[:2] == [PAPER, BLUE]
    assert fills(FIGURES["heatmap"])[4] == ORANGE


def test_only_what_is_below_zero_is_hatched():
    below = STEPS // 2
    assert len(elements(FIGURES["heatmap"], "polyline")) == (2 + below) * 5


def test_a_quotient_counts_as_the_number_it_is():
    assert fills(FIGURES["heatmap"])[5] == fills(with_data("heatmap", values=[["0.5"] * 3] * 2))[0]


def test_larger_numbers_are_darker_in_grey():
    figure = with_data("heatmap", values=[["0.1", "0.4", "0.9"], ["−0.1", "−0.4", "−0.9"]])
    light = [sum(int(fill[i : i + 2], 16) for i in (1, 3, 5)) for fill in fills(figure)]
    assert light[0] > light[1] > light[2]
    assert light[3] > light[4] > light[5]


def test_the_legend_names_both_ends_and_the_middle():
    assert texts(FIGURES["heatmap"])[-3:] == ["1", "0", "−1"]


@pytest.mark.parametrize(
    ("changed", "complaint"),
    [
        ({"low": "0"}, "either side of 0"),
        ({"values": [["1"] * 3]}, "table of 2 rows"),
        ({"high": True}, "one line"),
    ],
)
def test_other_data_are_refused(changed, complaint):
    with pytest.raises(QbankError, match=complaint):
        pictures.svg(with_data("heatmap", **changed))

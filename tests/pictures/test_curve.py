"""The learning rate: the marked point lies on the curve and above its step."""

import pytest

from qbank import pictures
from qbank.errors import QbankError

from .samples import FIGURES, elements, with_data


def drawn(figure):
    """The curve's points: its line is the thickest."""
    lines = elements(figure, "polyline")
    (curve,) = [line for line in lines if line.get("stroke-width") == "0.6"]
    return [tuple(map(float, point.split(","))) for point in curve.get("points").split()]


def test_the_mark_lies_half_way_down_the_falling_line():
    (dot,) = elements(FIGURES["curve"], "circle")
    (x0, y0), (x1, y1) = drawn(FIGURES["curve"])[1:]
    assert float(dot.get("cx")) == pytest.approx((x0 + x1) / 2, abs=0.01)
    assert float(dot.get("cy")) == pytest.approx((y0 + y1) / 2, abs=0.01)


def test_a_dashed_line_leads_from_the_mark_down_to_its_step():
    (dashed,) = [line for line in elements(FIGURES["curve"], "polyline") if line.get("stroke-dasharray")]
    top, foot = (tuple(map(float, point.split(","))) for point in dashed.get("points").split())
    assert top[0] == foot[0] == float(elements(FIGURES["curve"], "circle")[0].get("cx"))
    assert foot[1] == drawn(FIGURES["curve"])[0][1]


def test_a_tick_stands_below_its_number():
    (label,) = [text for text in elements(FIGURES["curve"], "text") if text.text == "100"]
    assert float(label.get("x")) == drawn(FIGURES["curve"])[2][0]


def test_larger_rates_lie_higher():
    low, high, _ = drawn(FIGURES["curve"])
    assert high[1] < low[1]


@pytest.mark.parametrize(
    ("changed", "complaint"),
    [
        ({"points": [[0, "0"]]}, "list of 2"),
        ({"points": [[0, "0"], [1]]}, "pairs"),
        ({"points": [[0, "0"], [0, "0"]], "x_ticks": [[0, "0"]], "marks": []}, "one above it"),
        ({"points": [[0, "0"], [9, "−1"]]}, "from 0 on"),
        ({"x_ticks": [["a", "b"]]}, "must be numbers"),
        ({"y_ticks": ["0"]}, "a tick"),
        ({"marks": [[1, "0.5"]]}, "marks"),
    ],
)
def test_other_data_are_refused(changed, complaint):
    with pytest.raises(QbankError, match=complaint):
        pictures.svg(with_data("curve", **changed))

"""A table of numbers of both signs as shades: blue above zero, orange and hatched below, the stronger the larger."""

from qbank.errors import QbankError

from . import data as read
from .data import Data
from .elements import BLUE, HAIR, INK, ORANGE, PAPER, SMALL, Drawing, width_of
from .frame import GAP, MARGIN, framed
from .grid import mixed

CELL = 6.0
HATCHES = 3
STEPS = 9
SWATCH = 5.0


def draw(data: Data, alt: str) -> Drawing:
    """`values` is a table of numbers from `low` to `high`, which lie on either side of 0."""
    frame = framed(data, [], CELL)
    values = read.table(data, "values", len(frame.rows), len(frame.columns))
    ends = [read.label(read.field(data, name), name) for name in ("low", "high")]
    low, high = (read.number(end, "low and high") for end in ends)
    if not low < 0 < high:
        raise QbankError("low and high of the picture must lie on either side of 0")
    edge = max(-low, high)
    x, pad = frame.right + 4 * GAP, max(width_of(end, SMALL) for end in (*ends, "0"))
    legend_height = SWATCH * STEPS
    drawing = Drawing(
        max(frame.width, x + SWATCH + GAP + pad + MARGIN),
        max(frame.bottom, frame.top + legend_height) + MARGIN,
        alt,
    )
    for row, line in enumerate(values):
        for column, value in enumerate(line):
            share = read.number(value, "values") / edge
            _shaded(drawing, frame.corner(row, column), frame.cell_width, frame.cell_height, share)
    frame.draw(drawing)
    _scale(drawing, (x, frame.top), ends)
    return drawing


def _shaded(drawing: Drawing, corner: tuple[float, float], width: float, height: float, share: float) -> None:
    """A cell of a number that is `share` of the largest."""
    share = max(-1.0, min(1.0, share))
    fill = mixed(PAPER, BLUE if share > 0 else ORANGE, abs(share))
    drawing.rectangle(corner, width, height, fill=fill, stroke=INK, weight=HAIR)
    if share < 0:
        stroke = INK if share > -0.5 else PAPER
        drawing.hatch(corner, (width, 0), (0, height), HATCHES, stroke=stroke, weight=0.25)


def _scale(drawing: Drawing, corner: tuple[float, float], ends: list[str]) -> None:
    """The shades from the largest number down to the smallest, named at both ends and in the middle."""
    x, y = corner
    for step in range(STEPS):
        share = 1 - 2 * step / (STEPS - 1)
        _shaded(drawing, (x, y + step * SWATCH), SWATCH, SWATCH, share)
    named = {0: ends[1], STEPS // 2: "0", STEPS - 1: ends[0]}
    for step, name in named.items():
        middle = (x + SWATCH + GAP, y + (step + 0.5) * SWATCH)
        drawing.text(middle, name, size=SMALL, anchor="start", scale=True)

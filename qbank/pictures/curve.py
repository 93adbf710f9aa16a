"""A curve over steps: axes with ticks, and marked points with a line down to the axis."""

from dataclasses import dataclass, replace
from typing import Any

from qbank.errors import QbankError

from . import data as read
from .data import Data
from .elements import BLUE, HAIR, INK, QUIET, SIZE, SMALL, THIN, Drawing, Point, width_of

WIDTH, HEIGHT = 78.0, 42.0  # of the field within the axes
MARGIN = 2.0
GAP = 1.4
HEADROOM = 1.1  # the field's height over the largest number
DOT = 1.0

Tick = tuple[float, str]


@dataclass(frozen=True)
class Field:
    """Where the numbers of a curve lie on the page."""

    left: float
    top: float
    last: float
    highest: float

    @property
    def foot(self) -> float:
        """The height of the steps' axis."""
        return self.top + HEIGHT

    def at(self, x: float, y: float) -> Point:
        """The place of a step and its number."""
        return self.left + WIDTH * x / self.last, self.foot - HEIGHT * y / self.highest


def draw(data: Data, alt: str) -> Drawing:
    """`points` are pairs of numbers; `x_ticks` and `y_ticks` pairs of a number and its label; `marks` name points."""
    points = [_pair(item) for item in read.items(read.field(data, "points"), "points", read.MOST_POINTS, 2)]
    marks = [_mark(item) for item in read.items(data.get("marks", []), "marks", least=0)]
    across, up = (
        [_tick(item) for item in read.items(read.field(data, name), name)] for name in ("x_ticks", "y_ticks")
    )
    under, over = (read.label(read.field(data, name), "titles") for name in ("x_title", "y_title"))
    field = Field(
        left=MARGIN + max(width_of(name, SMALL) for _, name in up) + GAP,
        top=MARGIN + SMALL + GAP,
        last=_largest([x for x, _ in points] + [value for value, _ in across] + [x for (x, _), _ in marks]),
        highest=HEADROOM
        * _largest([y for _, y in points] + [value for value, _ in up] + [y for (_, y), _ in marks]),
    )
    right = max(
        [width_of(across[-1][1], SMALL) / 2, *(width_of(name, bold=True) + 2 * DOT for _, name in marks)]
    )
    left = max(field.left, MARGIN + width_of(under, SMALL) - WIDTH)
    field = replace(field, left=left)
    drawing = Drawing(
        max(left + WIDTH + right, left + width_of(over, SMALL)) + MARGIN,
        field.foot + 2 * (SMALL + GAP) + MARGIN,
        alt,
    )
    _axes(drawing, field, across, up)
    drawing.text((left, MARGIN + SMALL / 2), over, size=SMALL, anchor="start", scale=True)
    below = (left + WIDTH, field.foot + 2 * (SMALL + GAP) - SMALL / 2)
    drawing.text(below, under, size=SMALL, anchor="end", scale=True)
    drawing.path([field.at(x, y) for x, y in points], stroke=BLUE, weight=0.6)
    for (x, y), name in marks:
        _marked(drawing, field.at(x, y), field.at(x, 0), name)
    return drawing


def _marked(drawing: Drawing, point: Point, step: Point, name: str) -> None:
    """A point with its name, and a line down to its step."""
    drawing.path([point, step], dashed=True)
    drawing.circle(point, DOT, fill=INK)
    drawing.text((point[0] + 1.6 * DOT, point[1] - SIZE / 2), name, anchor="start", bold=True)


def _axes(drawing: Drawing, field: Field, across: list[Tick], up: list[Tick]) -> None:
    """Both axes, their ticks, and a quiet line across the field from each."""
    left, right, foot, top = field.left, field.left + WIDTH, field.foot, field.top
    for value, name in up:
        y = field.at(0, value)[1]
        drawing.path([(left, y), (right, y)], stroke=QUIET, weight=HAIR / 2)
        drawing.text((left - GAP, y), name, size=SMALL, anchor="end", scale=True)
    for value, name in across:
        x = field.at(value, 0)[0]
        drawing.path([(x, foot), (x, top)], stroke=QUIET, weight=HAIR / 2)
        drawing.path([(x, foot), (x, foot + 0.8)], weight=HAIR)
        drawing.text((x, foot + GAP + SMALL / 2), name, size=SMALL, scale=True)
    drawing.path([(left, top), (left, foot), (right, foot)], weight=THIN)


def _largest(numbers: list[float]) -> float:
    """The end of an axis that begins at 0."""
    if min(numbers) < 0 or max(numbers) == 0:
        raise QbankError("the curve of a picture needs numbers from 0 on, and one above it")
    return max(numbers)


def _pair(item: Any) -> Point:
    if not isinstance(item, list) or len(item) != 2:
        raise QbankError(f"the curve of a picture needs pairs of numbers, not {item!r}")
    return read.number(item[0], "points"), read.number(item[1], "points")


def _mark(item: Any) -> tuple[Point, str]:
    if not isinstance(item, list) or len(item) != 3:
        raise QbankError(f"marks of a picture are two numbers and a letter, not {item!r}")
    return _pair(item[:2]), read.label(item[2], "marks")


def _tick(item: Any) -> Tick:
    if not isinstance(item, list) or len(item) != 2:
        raise QbankError(f"a tick of a picture is a number and its label, not {item!r}")
    return read.number(item[0], "ticks"), read.label(item[1], "ticks")

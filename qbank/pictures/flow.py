"""A data flow: columns of boxes read from the bottom up, links from one column to the next, marked arrows."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from qbank.errors import QbankError

from . import data as read
from .data import Data
from .elements import INK, PALE, PALE_BLUE, SMALL, THIN, Drawing, Point, width_of

BOX = 7.0  # height
RISE = 8.4  # between boxes: the arrow
MARGIN = 2.0
BETWEEN = 13.0  # columns
PAD = 2.0
RADIUS = 2.2
BELOW_HEAD = 0.42  # of the arrow: where a letter leaves its head in sight

Place = tuple[int, int]  # column and box


@dataclass(frozen=True)
class Stacks:
    """The columns of boxes and where they stand."""

    columns: list[list[str]]

    @cached_property
    def widths(self) -> list[float]:
        """The width of each column's boxes."""
        return [max(width_of(name, SMALL) for name in column) + 2 * PAD for column in self.columns]

    @cached_property
    def foot(self) -> float:
        """Where the lowest boxes end; above the highest one there is room for its arrow."""
        return MARGIN + max(len(column) for column in self.columns) * (BOX + RISE)

    @property
    def right(self) -> float:
        """Where the last column ends."""
        return self.corner(len(self.columns) - 1, 0)[0] + self.widths[-1]

    def corner(self, column: int, box: int) -> Point:
        """The upper left corner of a box."""
        left = MARGIN + sum(self.widths[:column]) + BETWEEN * column
        return left, self.foot - BOX - box * (BOX + RISE)

    def outlet(self, column: int, box: int) -> Point:
        """Where the arrow upwards leaves a box."""
        x, y = self.corner(column, box)
        return x + self.widths[column] / 2, y

    def place(self, column: Any, box: Any) -> Place:
        """A box that is there, by the numbers that a figure gives."""
        found = read.whole(column, "places", len(self.columns))
        return found, read.whole(box, "places", len(self.columns[found]))


def draw(data: Data, alt: str) -> Drawing:
    """`columns` are lists of box names from the bottom up; `links` are [column, box, box of the next column];
    `marks` are [column, box, letter], on the arrow that leaves this box upwards."""
    columns = read.items(read.field(data, "columns"), "columns", 4)
    stacks = Stacks([[read.label(name, "columns") for name in read.items(c, "columns")] for c in columns])
    marks = [(stacks.place(a, b), read.label(letter, "marks")) for a, b, letter in _threes(data, "marks")]
    links = [(stacks.place(a, b), stacks.place(a + 1, to)) for a, b, to in _threes(data, "links")]
    drawing = Drawing(stacks.right + MARGIN, stacks.foot + MARGIN, alt)
    marked = {place for place, _ in marks}
    for column, names in enumerate(stacks.columns):
        for box, name in enumerate(names):
            if box + 1 < len(names) or (column, box) in marked:
                x, y = stacks.outlet(column, box)
                drawing.arrow([(x, y), (x, y - RISE)])
            _box(drawing, stacks.corner(column, box), stacks.widths[column], name)
    for start, end in links:
        _link(drawing, stacks, start, end)
    for place, letter in marks:
        _mark(drawing, stacks.outlet(*place), letter)
    return drawing


def _box(drawing: Drawing, corner: Point, width: float, name: str) -> None:
    drawing.rectangle(corner, width, BOX, fill=PALE, stroke=INK, round_by=1)
    drawing.text((corner[0] + width / 2, corner[1] + BOX / 2), name, size=SMALL)


def _mark(drawing: Drawing, outlet: Point, letter: str) -> None:
    centre = outlet[0], outlet[1] - BELOW_HEAD * RISE
    drawing.circle(centre, RADIUS, fill=PALE_BLUE, weight=2 * THIN)
    drawing.text(centre, letter, size=SMALL, bold=True)


def _link(drawing: Drawing, stacks: Stacks, start: Place, end: Place) -> None:
    """From the right side of a box, up or down between the columns, to the left side of another."""
    x0, y0 = stacks.corner(*start)
    x1, y1 = stacks.corner(*end)
    middle = x1 - BETWEEN / 2
    begins, ends = (x0 + stacks.widths[start[0]], y0 + BOX / 2), (x1, y1 + BOX / 2)
    bend = [] if begins[1] == ends[1] else [(middle, begins[1]), (middle, ends[1])]
    drawing.arrow([begins, *bend, ends])


def _threes(data: Data, name: str) -> list[list[Any]]:
    """The marks or links, where there are any."""
    given = read.items(data.get(name, []), name, least=0)
    for item in given:
        if not isinstance(item, list) or len(item) != 3 or type(item[0]) is not int:
            raise QbankError(f"{name} of the picture are lists of three, a column first, not {item!r}")
    return given

"""A block of cells with three axes, seen from the upper right: shaded cells are dark and hatched."""

from collections.abc import Iterator
from typing import Any

from qbank.errors import QbankError

from . import data as read
from .data import Data
from .elements import BLUE, HAIR, PALE, SMALL, Drawing, Point, width_of

EDGE = 7.0  # of a cell, in front
DEPTH: Point = (3.4, -2.6)  # one cell further back
HATCHES = 3
MARGIN = 2.0
GAP = 1.4
MOST = 12  # cells along an axis

Face = tuple[tuple[int, int, int], Point, Point, Point]


def draw(data: Data, alt: str) -> Drawing:
    """`axes` are three pairs of name and size: across, down, back; `shaded` are cells, each counted from 0."""
    axes = [_axis(item) for item in read.items(read.field(data, "axes"), "axes", 3, 3)]
    names, (across, down, back) = [name for name, _ in axes], [size for _, size in axes]
    shaded = _cells(data, (across, down, back))
    left = MARGIN + width_of(names[1], SMALL) + GAP
    top = MARGIN - DEPTH[1] * back
    right = left + EDGE * across
    beside = right + DEPTH[0] * back / 2 + 2 * GAP
    drawing = Drawing(
        max(right + DEPTH[0] * back, beside + width_of(names[2], SMALL), left + width_of(names[0], SMALL))
        + MARGIN,
        top + EDGE * down + GAP + SMALL + MARGIN,
        alt,
    )
    for cell, corner, one, other in _faces((left, top), across, down, back):
        dark = cell in shaded
        ends = [
            corner,
            (corner[0] + one[0], corner[1] + one[1]),
            (corner[0] + one[0] + other[0], corner[1] + one[1] + other[1]),
            (corner[0] + other[0], corner[1] + other[1]),
        ]
        drawing.polygon(ends, fill=BLUE if dark else PALE, weight=HAIR)
        if dark:
            drawing.hatch(corner, one, other, HATCHES, weight=0.25)
    foot = top + EDGE * down
    drawing.text((left, foot + GAP + SMALL / 2), names[0], size=SMALL, anchor="start", scale=True)
    drawing.text((left - GAP, (top + foot) / 2), names[1], size=SMALL, anchor="end", scale=True)
    below = foot + DEPTH[1] * back / 2 + GAP
    drawing.text((beside, below), names[2], size=SMALL, anchor="start", scale=True)
    return drawing


def _faces(corner: Point, across: int, down: int, back: int) -> Iterator[Face]:
    """Every face that can be seen, with its cell: the front, the top, the right side."""
    x, y = corner
    for i in range(across):
        for j in range(down):
            yield (i, j, 0), (x + i * EDGE, y + j * EDGE), (EDGE, 0), (0, EDGE)
    for i in range(across):
        for k in range(back):
            yield (i, 0, k), (x + i * EDGE + k * DEPTH[0], y + k * DEPTH[1]), (EDGE, 0), DEPTH
    right = x + across * EDGE
    for j in range(down):
        for k in range(back):
            yield (
                (across - 1, j, k),
                (right + k * DEPTH[0], y + j * EDGE + k * DEPTH[1]),
                DEPTH,
                (0, EDGE),
            )


def _axis(item: Any) -> tuple[str, int]:
    if not isinstance(item, list) or len(item) != 2:
        raise QbankError(f"an axis of a picture is a name and a size, not {item!r}")
    name, size = read.label(item[0], "axes"), read.whole(item[1], "axes", MOST + 1)
    if size < 1:
        raise QbankError("an axis of a picture has at least one cell")
    return name, size


def _cells(data: Data, sizes: tuple[int, int, int]) -> set[tuple[int, ...]]:
    cells = read.items(read.field(data, "shaded"), "shaded", MOST**3)
    if any(not isinstance(cell, list) or len(cell) != 3 for cell in cells):
        raise QbankError("shaded of the picture must be cells such as [0, 1, 2]")
    return {
        tuple(read.whole(place, "shaded", size) for place, size in zip(cell, sizes, strict=True))
        for cell in cells
    }

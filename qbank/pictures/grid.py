"""A table of queries and keys: blocked cells dark and hatched, weights as numbers on a shade of their size."""

from typing import Any

from qbank.errors import QbankError

from . import data as read
from .data import Data
from .elements import BLUE, HAIR, INK, PAPER, SIZE, SMALL, Drawing, width_of
from .frame import GAP, MARGIN, framed

CELL = 6.4
HATCHES = 3
MISSING = "?"


def draw(data: Data, alt: str) -> Drawing:
    """`blocked` is a table of true and false, `numbers` one of texts; one of the two may be left out."""
    shape = len(read.labels(data, "rows")), len(read.labels(data, "columns"))
    texts = _texts(data, shape)
    blocked = _blocked(data, shape)
    legend = [read.label(word, "legend") for word in read.items(data.get("legend", []), "legend", 2, 0)]
    frame = framed(data, [text for row in texts for text in row], CELL)
    below = 2 * GAP + SIZE if legend else 0
    width = max(frame.width, _legend_width(frame.left, legend))
    drawing = Drawing(width, frame.bottom + below + MARGIN, alt)
    for row, cells in enumerate(texts):
        for column, text in enumerate(cells):
            corner = frame.corner(row, column)
            if blocked[row][column]:
                _dark(drawing, corner, frame.cell_width, frame.cell_height)
                continue
            _light(drawing, corner, frame.cell_width, frame.cell_height, _shade(text))
            if text:
                drawing.text(frame.middle(row, column), text, bold=text == MISSING)
    frame.draw(drawing)
    _explain(drawing, legend, (frame.left, frame.bottom + 2 * GAP))
    return drawing


def _texts(data: Data, shape: tuple[int, int]) -> list[list[str]]:
    """What stands in the cells; nothing where no numbers are given."""
    if "numbers" not in data:
        return [[""] * shape[1] for _ in range(shape[0])]
    return [[read.label(text, "numbers") for text in row] for row in read.table(data, "numbers", *shape)]


def _blocked(data: Data, shape: tuple[int, int]) -> list[list[bool]]:
    """Which cells are dark; none where there are numbers alone."""
    if "numbers" in data and "blocked" not in data:
        return [[False] * shape[1] for _ in range(shape[0])]
    return [[_truth(cell) for cell in row] for row in read.table(data, "blocked", *shape)]


def _truth(value: Any) -> bool:
    if not isinstance(value, bool):
        raise QbankError(f"blocked of the picture must be true or false, not {value!r}")
    return value


def _dark(drawing: Drawing, corner: tuple[float, float], width: float, height: float) -> None:
    drawing.rectangle(corner, width, height, fill=BLUE, stroke=INK, weight=HAIR)
    drawing.hatch(corner, (width, 0), (0, height), HATCHES)


def _light(
    drawing: Drawing, corner: tuple[float, float], width: float, height: float, fill: str = PAPER
) -> None:
    drawing.rectangle(corner, width, height, fill=fill, stroke=INK, weight=HAIR)


def _shade(text: str) -> str:
    """The larger a share, the darker its cell; figures on it stay readable."""
    if text in ("", MISSING):
        return PAPER
    share = min(1.0, abs(read.number(text, "numbers")))
    return mixed(PAPER, "#9dbcd8", share) if share else PAPER


def mixed(one: str, other: str, share: float) -> str:
    """A colour between two, `share` of the way."""
    pairs = ((int(one[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def _legend_width(left: float, legend: list[str]) -> float:
    return left + sum(SIZE + GAP + width_of(word, SMALL) + 3 * GAP for word in legend) + MARGIN


def _explain(drawing: Drawing, legend: list[str], corner: tuple[float, float]) -> None:
    """The dark box and what it means, then the light one."""
    x, y = corner
    for box, word in zip((_dark, _light), legend, strict=False):
        box(drawing, (x, y), SIZE, SIZE)
        drawing.text((x + SIZE + GAP, y + SIZE / 2), word, size=SMALL, anchor="start", scale=True)
        x += SIZE + GAP + width_of(word, SMALL) + 3 * GAP

"""The elements of a drawing: millimetres, crisp strokes, text whose width is reckoned generously.

Nothing here needs a style sheet, a pattern, a clip path or a baseline, because programs that read SVG leave one or
the other out. What must be told apart differs in more than its colour, so that a grey print reads as well.
"""

import unicodedata
import xml.etree.ElementTree as ET

NAMESPACE = "http://www.w3.org/2000/svg"

INK = "#1a1a1a"
QUIET = "#5f5f5f"
PAPER = "#ffffff"
PALE = "#f1f1ee"
BLUE = "#2b5c8a"
PALE_BLUE = "#d5e3f0"
ORANGE = "#b5651d"

SIZE = 3.4  # of text, in mm: close to 10 pt
SMALL = 2.9
HAIR = 0.2
THIN = 0.3
THICK = 0.8

Point = tuple[float, float]


def width_of(text: str, size: float = SIZE, bold: bool = False) -> float:
    """At most so wide, in any plain sans-serif; wide signs such as CJK count double."""
    ems = sum(_ems(sign) for sign in text)
    return ems * size * (1.1 if bold else 1.0)


def _ems(sign: str) -> float:
    if unicodedata.combining(sign):
        return 0.0
    if unicodedata.east_asian_width(sign) in "WF" or sign in "mwMW@%":
        return 1.0
    return 0.72 if sign.isupper() else 0.6


class Drawing:
    """An SVG document that grows; its size is known from the start."""

    def __init__(self, width: float, height: float, alt: str) -> None:
        self.width, self.height = round(width, 2), round(height, 2)
        self.said: list[str] = []  # texts that are no scale: where a key that was given away would stand
        self._root = ET.Element(
            "svg",
            {
                "xmlns": NAMESPACE,
                "width": f"{_number(width)}mm",
                "height": f"{_number(height)}mm",
                "viewBox": f"0 0 {_number(width)} {_number(height)}",
                "role": "img",
                "font-family": "sans-serif",
            },
        )
        ET.SubElement(self._root, "title").text = _first_sentence(alt)
        ET.SubElement(self._root, "desc").text = alt
        self.rectangle((0, 0), width, height, fill=PAPER)

    def rectangle(
        self,
        corner: Point,
        width: float,
        height: float,
        *,
        fill: str = "none",
        stroke: str = "none",
        weight: float = THIN,
        round_by: float = 0,
    ) -> None:
        """A box; `corner` is its upper left one."""
        box = self._shape("rect", fill, stroke, weight)
        box.set("x", _number(corner[0]))
        box.set("y", _number(corner[1]))
        box.set("width", _number(width))
        box.set("height", _number(height))
        if round_by:
            box.set("rx", _number(round_by))

    def polygon(
        self, points: list[Point], *, fill: str = "none", stroke: str = INK, weight: float = THIN
    ) -> None:
        """A closed shape."""
        self._shape("polygon", fill, stroke, weight).set("points", _joined(points))

    def path(
        self, points: list[Point], *, stroke: str = INK, weight: float = THIN, dashed: bool = False
    ) -> None:
        """Straight lines from point to point."""
        line = self._shape("polyline", "none", stroke, weight)
        line.set("points", _joined(points))
        if dashed:
            line.set("stroke-dasharray", "1.2 0.9")

    def arrow(self, points: list[Point], *, stroke: str = INK, weight: float = THIN) -> None:
        """A path with a head at its last point."""
        (x0, y0), (x1, y1) = points[-2:]
        length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
        u, v = (x1 - x0) / length, (y1 - y0) / length
        back = (x1 - 1.9 * u, y1 - 1.9 * v)
        self.path([*points[:-1], back], stroke=stroke, weight=weight)
        wings = [(back[0] - 0.8 * v, back[1] + 0.8 * u), (back[0] + 0.8 * v, back[1] - 0.8 * u)]
        self.polygon([(x1, y1), *wings], fill=stroke, stroke="none")

    def circle(
        self, centre: Point, radius: float, *, fill: str = PAPER, stroke: str = INK, weight: float = THIN
    ) -> None:
        """A circle."""
        circle = self._shape("circle", fill, stroke, weight)
        for name, value in (("cx", centre[0]), ("cy", centre[1]), ("r", radius)):
            circle.set(name, _number(value))

    def hatch(
        self,
        corner: Point,
        across: Point,
        down: Point,
        lines: int,
        *,
        stroke: str = PAPER,
        weight: float = THIN,
    ) -> None:
        """Slanting lines over the parallelogram that two edges span from a corner."""

        def at(u: float, v: float) -> Point:
            return (corner[0] + u * across[0] + v * down[0], corner[1] + u * across[1] + v * down[1])

        for number in range(1, 2 * lines):
            c = number / lines
            self.path(
                [at(max(0, c - 1), min(1, c)), at(min(1, c), max(0, c - 1))], stroke=stroke, weight=weight
            )

    def text(
        self,
        middle: Point,
        text: str,
        *,
        size: float = SIZE,
        anchor: str = "middle",
        fill: str = INK,
        bold: bool = False,
        scale: bool = False,
    ) -> None:
        """One line of text; `middle` lies half way up its figures, at its start, middle or end.

        A `scale` measures and names, as an axis or a legend does: it tells no answer.
        """
        element = ET.SubElement(self._root, "text")
        element.set("x", _number(middle[0]))
        element.set("y", _number(middle[1] + 0.36 * size))
        element.set("font-size", _number(size))
        element.set("text-anchor", anchor)
        element.set("fill", fill)
        if bold:
            element.set("font-weight", "bold")
        element.text = text
        if not scale:
            self.said.append(text)

    def document(self) -> str:
        """The whole document."""
        ET.indent(self._root, " ")
        return ET.tostring(self._root, encoding="unicode", short_empty_elements=True) + "\n"

    def _shape(self, name: str, fill: str, stroke: str, weight: float) -> ET.Element:
        shape = ET.SubElement(self._root, name, {"fill": fill})
        if stroke != "none":
            shape.set("stroke", stroke)
            shape.set("stroke-width", _number(weight))
        return shape


def _first_sentence(alt: str) -> str:
    return alt.partition(". ")[0].rstrip(".")


def _number(value: float) -> str:
    """Hundredths of a millimetre are finer than any printer."""
    return f"{round(value, 2) + 0.0:.2f}".rstrip("0").rstrip(".")


def _joined(points: list[Point]) -> str:
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in points)

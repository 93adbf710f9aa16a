"""A table's frame: row labels at the left, column labels on top, titles beside them, and where each cell lies."""

from dataclasses import dataclass

from .data import Data, field, label, labels
from .elements import SIZE, SMALL, Drawing, Point, width_of

MARGIN = 2.0
GAP = 1.2


@dataclass(frozen=True)
class Frame:
    """Labels and measures of a table; cells are square unless something wide stands in them."""

    rows: list[str]
    columns: list[str]
    row_title: str
    column_title: str
    cell_width: float
    cell_height: float

    @property
    def left(self) -> float:
        """Where the first column begins."""
        widest = max(width_of(row, SMALL) for row in self.rows)
        return MARGIN + max(widest + GAP, width_of(self.row_title, SMALL) + GAP)

    @property
    def top(self) -> float:
        """Where the first row begins."""
        return MARGIN + 2 * (SMALL + GAP)

    @property
    def right(self) -> float:
        """Where the last column ends."""
        return self.left + len(self.columns) * self.cell_width

    @property
    def bottom(self) -> float:
        """Where the last row ends."""
        return self.top + len(self.rows) * self.cell_height

    @property
    def width(self) -> float:
        """How wide a drawing must be that holds the table and its titles."""
        title = self.left + width_of(self.column_title, SMALL)
        return max(self.right, title) + MARGIN

    def corner(self, row: int, column: int) -> Point:
        """The upper left corner of a cell."""
        return self.left + column * self.cell_width, self.top + row * self.cell_height

    def middle(self, row: int, column: int) -> Point:
        """The middle of a cell."""
        x, y = self.corner(row, column)
        return x + self.cell_width / 2, y + self.cell_height / 2

    def draw(self, drawing: Drawing) -> None:
        """Titles and labels."""
        above = self.top - GAP - SMALL / 2
        drawing.text((self.left - GAP, above), self.row_title, size=SMALL, anchor="end", scale=True)
        drawing.text(
            (self.left, above - SMALL - GAP), self.column_title, size=SMALL, anchor="start", scale=True
        )
        for number, row in enumerate(self.rows):
            y = self.middle(number, 0)[1]
            drawing.text((self.left - GAP, y), row, size=SMALL, anchor="end", scale=True)
        for number, column in enumerate(self.columns):
            drawing.text((self.middle(0, number)[0], above), column, size=SMALL, scale=True)


def framed(data: Data, inside: list[str], cell: float) -> Frame:
    """The frame for these data; `inside` are the texts in its cells, `cell` is the least width and height."""
    rows, columns = labels(data, "rows"), labels(data, "columns")
    wide = [
        cell,
        *(width_of(column, SMALL) + GAP for column in columns),
        *(width_of(text, SIZE) + GAP for text in inside),
    ]
    row_title, column_title = (label(field(data, name), name) for name in ("row_title", "column_title"))
    return Frame(rows, columns, row_title, column_title, max(wide), cell)

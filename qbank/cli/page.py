"""Plain text that fits the window: wrapped paragraphs and aligned columns."""

import shutil
import textwrap
from collections.abc import Sequence
from itertools import zip_longest

from qbank import markup

WIDEST = 110
CELL = 44  # the widest column but the last
NARROWEST = 30


def width() -> int:
    """The columns to fill: the window's, up to a readable line."""
    return min(shutil.get_terminal_size((WIDEST, 24)).columns, WIDEST)


def paragraphs(text: str, indent: str = "") -> str:
    """Markup as wrapped plain text, mathematics in Unicode; tables and lists keep their lines."""
    lines: list[str] = []
    for block in _blocks(text):
        plain = markup.plain(block)
        if block.lstrip().startswith("|"):
            lines += [indent + line for line in plain.splitlines()]
        else:
            lines += textwrap.wrap(
                plain, width(), initial_indent=indent, subsequent_indent=indent, break_long_words=False
            ) or [""]
    return "\n".join(lines)


def _blocks(text: str) -> list[str]:
    """Tables, list items and paragraphs; the line ends that an author's editor made are taken out of the latter."""
    blocks: list[str] = []
    for line in text.splitlines():
        table, before = line.lstrip().startswith("|"), blocks[-1] if blocks else ""
        if table and before.lstrip().startswith("|"):
            blocks[-1] += f"\n{line}"
        elif table or not line.strip() or not before.strip() or line.lstrip().startswith("- "):
            blocks.append(line)
        else:
            blocks[-1] += f" {line.strip()}"
    return blocks


def columns(rows: Sequence[Sequence[str]]) -> str:
    """Rows of cells, aligned; a cell wider than its column wraps below itself, and the last takes what is left."""
    if not rows:
        return ""
    count = max(len(row) for row in rows)
    widths = [min(max((len(row[i]) for row in rows if i < len(row)), default=0), CELL) for i in range(count)]
    widths[-1] = max(width() - sum(widths[:-1]) - 2 * (count - 1), NARROWEST)
    lines = []
    for row in rows:
        cells = [
            textwrap.wrap(cell, size, break_long_words=False) or [""]
            for cell, size in zip(row, widths, strict=False)
        ]
        for line in zip_longest(*cells, fillvalue=""):
            lines.append(
                "  ".join(part.ljust(size) for part, size in zip(line, widths, strict=False)).rstrip()
            )
    return "\n".join(lines)

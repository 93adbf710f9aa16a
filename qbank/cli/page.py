"""Plain text that fits the window: wrapped paragraphs and aligned columns."""

import shutil
import textwrap
from collections.abc import Sequence

from qbank import markup

WIDEST = 110
_KEPT = ("|", "-", "•", "[[")


def width() -> int:
    """The columns to fill: the window's, up to a readable line."""
    return min(shutil.get_terminal_size((WIDEST, 24)).columns, WIDEST)


def paragraphs(text: str, indent: str = "") -> str:
    """Markup as wrapped plain text, mathematics in Unicode; tables and lists keep their lines."""
    lines = []
    for line in _unwrapped(markup.plain(text)):
        kept = line.lstrip().startswith(_KEPT)
        hanging = indent + ("  " if kept else "")
        wrapped = textwrap.wrap(
            line, width(), initial_indent=indent, subsequent_indent=hanging, break_long_words=False
        )
        lines += wrapped or [""]
    return "\n".join(lines)


def _unwrapped(text: str) -> list[str]:
    """The text with the line ends that its author's editor made taken out; lists, tables and gaps stay."""
    lines: list[str] = []
    for line in text.splitlines():
        own = not lines or not lines[-1].strip() or not line.strip() or line.lstrip().startswith(_KEPT)
        table = bool(lines) and lines[-1].lstrip().startswith("|")
        if own or table:
            lines.append(line)
        else:
            lines[-1] += f" {line.strip()}"
    return lines


def columns(rows: Sequence[Sequence[str]]) -> str:
    """Rows of cells, aligned; the last cell of a row may wrap below itself."""
    if not rows:
        return ""
    count = max(len(row) for row in rows)
    widths = [max((len(row[i]) for row in rows if i < len(row)), default=0) for i in range(count - 1)]
    start = sum(widths) + 2 * len(widths)
    lines = []
    for row in rows:
        cells = [*row, *[""] * (count - len(row))]
        head = "".join(cell.ljust(size + 2) for cell, size in zip(cells, widths, strict=False))
        tail = textwrap.wrap(cells[-1], max(width() - start, 30), break_long_words=False) or [""]
        lines += [(head + tail[0]).rstrip(), *(" " * start + more for more in tail[1:])]
    return "\n".join(lines)

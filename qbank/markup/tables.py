"""Pipe tables for a terminal: columns of one width."""

import re
import unicodedata

_RULE = re.compile(r"\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*")


def align(text: str) -> str:
    """The text with the columns of its pipe tables brought to one width each; all else as it was."""
    lines: list[str] = []
    table: list[str] = []
    for line in [*text.split("\n"), ""]:
        if "|" in line and (table or line.lstrip().startswith("|")):
            table.append(line)
            continue
        lines += [*_aligned(table), line]
        table = []
    return "\n".join(lines[:-1])


def _aligned(table: list[str]) -> list[str]:
    if len(table) < 2 or not _RULE.fullmatch(table[1]):
        return table
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in table]
    columns = max(len(row) for row in rows)
    rows = [row + [""] * (columns - len(row)) for row in rows]
    widths = [max(_width(row[column]) for row in rows[:1] + rows[2:]) for column in range(columns)]
    rows[1] = ["-" * width for width in widths]
    return [
        "  ".join(_padded(cell, width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


def _padded(cell: str, width: int) -> str:
    return cell + " " * (width - _width(cell))


def _width(text: str) -> int:
    """Columns of a terminal: a combining sign takes none, a wide one two."""
    return sum(
        1 + (unicodedata.east_asian_width(sign) in "WF") for sign in text if not unicodedata.combining(sign)
    )

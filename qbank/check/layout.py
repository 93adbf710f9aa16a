"""Plain aligned columns that fit a terminal: wide cells wrap, and nothing that was typed can steer it."""

import unicodedata
from collections.abc import Sequence

GAP = "  "
INDENT = "    "  # of a remark below its row
NARROWEST = 8  # a column is not squeezed further; a terminal too small for that gets long lines
LONGEST_KEPT = 24  # a word up to this length is not broken while other columns can give way
REMARK = 30  # with less room than this beside its row, a remark goes below it

Rows = Sequence[Sequence[str]]


def visible(text: str) -> str:
    """The text on one line, with control and direction characters shown by their code points."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_shown(character) for character in " ".join(text.split()))


def _shown(character: str) -> str:
    return f"<U+{ord(character):04X}>" if unicodedata.category(character) in {"Cc", "Cf", "Cs"} else character


def width(text: str) -> int:
    """The number of terminal cells that the text takes: two for wide signs, none for combining marks."""
    return len(text) if text.isascii() else sum(_cells(character) for character in text)


def _cells(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def columns(rows: Rows, limit: int | None) -> str:
    """The rows as aligned columns, the first being the header, in lines of at most `limit` cells (None: any).

    A column without any text is left out.
    """
    shown = _filled(rows)
    widths = _widths(shown, limit)
    return "".join(line + "\n" for row in shown for line in _lines(row, widths))


def remarked(rows: Rows, limit: int | None) -> str:
    """`columns` whose last cells are remarks: where little room is left beside the rows they stand below them."""
    shown = _filled([row[:-1] for row in rows])
    beside = sum(wide + len(GAP) for wide in _widths(shown, None))
    longest = max(width(visible(row[-1])) for row in rows)
    if limit is None or limit - beside >= min(REMARK, longest):
        return columns(rows, limit)
    widths = _widths(shown, limit)
    remarks = ["", *(visible(row[-1]) for row in rows[1:])]
    return "".join(
        line + "\n"
        for row, remark in zip(shown, remarks, strict=True)
        for line in (*_lines(row, widths), *_indented(remark, limit))
    )


def _filled(rows: Rows) -> list[list[str]]:
    """The rows as they are shown, without the columns that have a header only."""
    shown = [[visible(cell) for cell in row] for row in rows]
    kept = [index for index in range(len(shown[0])) if any(row[index] for row in shown[1:])]
    return [[row[index] for index in kept] for row in shown]


def _widths(rows: Rows, limit: int | None) -> list[int]:
    across = list(zip(*rows, strict=True))
    natural = [max(map(width, column)) for column in across]
    if limit is None:
        return natural
    words = [max(width(word) for cell in column for word in cell.split(" ")) for column in across]
    return fitted(natural, words, limit - len(GAP) * (len(across) - 1))


def fitted(natural: Sequence[int], words: Sequence[int], room: int) -> list[int]:
    """Widths that together fit into `room`, if they can.

    Narrow columns keep theirs, wide ones share what is left. A column is squeezed below its longest word (of
    LONGEST_KEPT at most) only where it must be, and never below NARROWEST.
    """
    share = list(natural)
    for keep in (LONGEST_KEPT, NARROWEST):
        for cap in range(max(natural, default=0), NARROWEST - 1, -1):
            if sum(share) <= room:
                return share
            share = [min(wide, max(cap, min(word, keep))) for wide, word in zip(natural, words, strict=True)]
    return share


def _lines(row: Sequence[str], widths: Sequence[int]) -> list[str]:
    wrapped = [wrap(cell, wide) for cell, wide in zip(row, widths, strict=True)]
    height = max((len(lines) for lines in wrapped), default=0)
    padded = [lines + [""] * (height - len(lines)) for lines in wrapped]
    return [
        GAP.join(text + " " * (wide - width(text)) for text, wide in zip(line, widths, strict=True)).rstrip()
        for line in zip(*padded, strict=True)
    ]


def _indented(remark: str, limit: int) -> list[str]:
    return [INDENT + line for line in wrap(remark, max(limit - len(INDENT), NARROWEST))] if remark else []


def wrap(text: str, limit: int) -> list[str]:
    """The text in lines of at most `limit` cells, broken at blanks where there are any."""
    if width(text) <= limit:
        return [text]
    lines, line = [], ""
    for word in text.split(" "):
        if not line or width(f"{line} {word}") <= limit:
            line = f"{line} {word}" if line else word
        else:
            lines.append(line)
            line = word
        while width(line) > limit:
            cut = _cut(line, limit)
            lines.append(line[:cut])
            line = line[cut:]
    return [*lines, line]


def _cut(text: str, limit: int) -> int:
    """How many characters fit, at least one."""
    taken = 0
    for index, character in enumerate(text):
        taken += _cells(character)
        if taken > limit:
            return max(index, 1)
    return len(text)

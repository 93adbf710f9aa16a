"""Text for a terminal: its width, its lines, and nothing that was typed can steer it."""

import unicodedata

from qbank.unseen import is_seen


def visible(text: str) -> str:
    """The text on one line, with control and direction characters shown by their code points."""
    if text.isprintable():
        return text
    line = " ".join(text.split())
    return "".join(_shown(line, at) for at in range(len(line)))


def short(text: str, most: int = 60) -> str:
    """The visible text, cut off where it is longer than a message can bear."""
    text = visible(text[: 2 * most])
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _shown(line: str, at: int) -> str:
    if is_seen(line, at) or unicodedata.category(line[at]) not in {"Cc", "Cf", "Cs"}:
        return line[at]
    return f"<U+{ord(line[at]):04X}>"


def width(text: str) -> int:
    """The number of terminal cells that the text takes: two for wide signs, none for marks and joiners."""
    return len(text) if text.isascii() else sum(_cells(character) for character in text)


def _cells(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) == "Cf":
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


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


def cut_off(text: str, limit: int) -> str:
    """The text in at most `limit` cells, its end replaced by an ellipsis where there is no room for it."""
    return text if width(text) <= limit else f"{text[: _cut(text, limit - 1)]}…"


def _cut(text: str, limit: int) -> int:
    """How many characters fit, at least one."""
    taken = 0
    for index, character in enumerate(text):
        taken += _cells(character)
        if taken > limit:
            return max(index, 1)
    return len(text)

"""A value with its gloss in brackets: `0.75 (3/4)` is no product.

Where both say the same it is that value. Where they do not, `9 (5)` may be a product after all.
"""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from qbank import exact
from qbank.answers.interval import step
from qbank.answers.unreadable import Unreadable

if TYPE_CHECKING:
    from qbank.answers.readings import Read

_OPENING = {")": "(", "]": "["}
_ABOUT = "=≈~: "
_NUMBER = r"[-+\d.,_'/ %½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒]+"


def readings(
    text: str, read: Callable[[str], tuple["Read", ...]], formula: bool = False
) -> tuple["Read", ...]:
    """The readings of a text that may end in a gloss. In a `formula` what is no gloss is a factor."""
    found = _parted(text)
    if not found:
        return read(text)
    try:
        values, glosses = read(found[0]), read(found[1])
    except Unreadable:
        return read(text)
    pairs = [
        (each, other)
        for each in values
        for other in glosses
        if _is_told(each, other) or _is_told(other, each)
    ]
    if pairs:
        return tuple(reading for pair in pairs for reading in pair)
    return read(text) if formula or not re.fullmatch(_NUMBER, found[0]) else (*read(text), *values, *glosses)


def _parted(text: str) -> tuple[str, str] | None:
    """What stands before a blank and one group of brackets at the end, and what stands in it; None for other texts."""
    opening, depth = _OPENING.get(text[-1:]), 0
    for at in range(len(text) - 1, 0, -1) if opening else ():
        depth += (text[at] == text[-1]) - (text[at] == opening)
        if depth == 0:
            return (text[:at].rstrip(), text[at + 1 : -1].strip(_ABOUT)) if text[at - 1].isspace() else None
    return None


def _is_told(rounded: "Read", value: "Read") -> bool:
    """Is the one the other, perhaps rounded?"""
    if isinstance(rounded.value, exact.Infinite) or isinstance(value.value, exact.Infinite):
        return rounded.value is value.value
    if rounded.places is None or exact.names(value.value):
        return exact.equal(rounded.value, value.value)
    return bool(exact.sign(abs(value.value - rounded.value) - step(rounded.places) / 2) <= 0)

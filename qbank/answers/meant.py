"""What a list may be meant to say though the rules read it otherwise.

It counts where it would earn more, and then nobody knows what was meant.
"""

import re
from collections.abc import Iterable

from qbank.answers.lines import without_dashes

_INSIDE = r"(?<=\d),(?=\d)"
_GROUPED = (r"(?<=\d),(?=\d{3}(?!\d))", "")
_DOTTED = (r"(?<=\d)\.(?=\d{3}(?!\d))", "")
_APART = r"(?<![\w.])[\d.]+ +\d+,\d"  # numbers with a blank between them, which commas then do not part
_PAIRS = ((r"(\d+),(\d+)(,?)", r"\1.\2\3 "), (r"(\d+),(\d{2,})(?!\d)", r"\1.\2"))  # all; with two digits
_MIXED = r"(?<![\w.,/])(\d+) +([½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒]|\d+/\d+)(?![\w/])"


def other_signs(text: str, whole: bool) -> tuple[str, ...]:
    """`- 1` as an item of a list, `1 ½` as one number, and `1,2 3` as three where all are `whole`."""
    ways = [without_dashes(text), re.sub(_MIXED, r"(\1+\2)", text)]
    ways += [re.sub(_INSIDE, ";" if ";" in text else " ", text)] if whole else []
    return _different(ways, text)


def other_commas(text: str, decimal: bool, other_size: bool) -> tuple[str, ...]:
    """`1,5` as two numbers where a comma is `decimal`, `1,000; 2,000` in thousands.

    Where it was read in another size than asked, also `0,73,0,27` as two numbers.
    """
    ways = [re.sub(_INSIDE, ", ", text)] if decimal and not re.search(_APART, text) else []
    ways += [re.sub(pattern, plain, text) for pattern, plain in (_GROUPED, *(_PAIRS if other_size else ()))]
    return _different(ways, text)


def other_rows(text: str) -> tuple[str, ...]:
    """`1 2 / 3 4` as two rows."""
    return _different([re.sub(" +/ +", "; ", text)], text)


def other_sizes(text: str) -> tuple[str, ...]:
    """`(2, 37,000)` and `2×37.000` as two sizes."""
    return _different([re.sub(pattern, plain, text) for pattern, plain in (_GROUPED, _DOTTED)], text)


def _different(ways: Iterable[str], text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(way for way in ways if way != text))

"""Reading what a drawing is told: every field there, of its sort and within bounds, else a plain complaint."""

import re
import unicodedata
from collections.abc import Mapping
from typing import Any

from qbank.errors import QbankError

MOST = 64  # rows, columns, boxes, ticks, nodes
MOST_POINTS = 2_000
LONGEST = 60  # signs of a label

_NUMBER = re.compile(r"(-?\d{1,20}(?:\.\d{1,20})?)(?:/([1-9]\d{0,19}))?")

Data = Mapping[str, Any]


def field(data: Data, name: str) -> Any:
    """The field of that name."""
    if name not in data:
        raise QbankError(f"the picture's data have no {name!r}", hint="the topic's @figure must give it")
    return data[name]


def label(value: Any, name: str) -> str:
    """A short text of one line."""
    if not isinstance(value, str) or len(value) > LONGEST or any(map(_forbidden, value)):
        raise QbankError(f"{name} of the picture must be text of one line, at most {LONGEST} signs")
    return value


def _forbidden(sign: str) -> bool:
    """What XML cannot hold."""
    return unicodedata.category(sign) in ("Cc", "Cs") or sign in "\ufffe\uffff"


def items(value: Any, name: str, most: int = MOST, least: int = 1) -> list[Any]:
    """A list that is not too long."""
    if not isinstance(value, list) or not least <= len(value) <= most:
        raise QbankError(f"{name} of the picture must be a list of {least} to {most} entries")
    return value


def labels(data: Data, name: str) -> list[str]:
    """A list of labels."""
    return [label(item, name) for item in items(field(data, name), name)]


def number(value: Any, name: str) -> float:
    """A whole number, a decimal or a quotient, written as text or as JSON's integer."""
    found = _NUMBER.fullmatch(str(value).replace("−", "-")) if type(value) in (int, str) else None
    if found is None:
        raise QbankError(f"{name} of the picture must be numbers such as 3, '0.25' or '1/3', not {value!r}")
    return float(found[1]) / float(found[2] or 1)


def whole(value: Any, name: str, below: int) -> int:
    """A whole number from 0 on."""
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < below:
        raise QbankError(f"{name} of the picture must be whole numbers from 0 to {below - 1}, not {value!r}")
    return value


def table(data: Data, name: str, rows: int, columns: int) -> list[list[Any]]:
    """A table of that size."""
    found = items(field(data, name), name)
    if len(found) != rows or any(not isinstance(row, list) or len(row) != columns for row in found):
        raise QbankError(f"{name} of the picture must be a table of {rows} rows and {columns} columns")
    return found

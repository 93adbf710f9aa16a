"""What a question is worth: a whole number of points, or an exact decimal such as 2.5, of two places at most."""

import re
from decimal import Decimal

Points = int | Decimal

_WRITTEN = re.compile(r"\d{1,7}(?:\.\d{1,2})?", re.ASCII)


def points_of(value: object) -> Points | None:
    """The points that a number, or a text such as `2.5`, says; None where it says none, or has more places."""
    if isinstance(value, bool) or not isinstance(value, int | float | str | Decimal):
        return None
    text = str(value)
    return plain(Decimal(text)) if _WRITTEN.fullmatch(text) else None


def plain(value: Points) -> Points:
    """The same without places that say nothing, so that it is always written in the same way."""
    return int(value) if value == int(value) else Decimal(value).normalize()


def in_json(value: Points) -> int | float:
    """As JSON has it, from which `points_of` reads the same again."""
    return value if isinstance(value, int) else float(value)


def written(value: float | Points) -> str:
    """As people read it: points as they are; a share of them in four digits, and in two places at least."""
    if value == int(value):
        return str(int(value))
    if isinstance(value, Decimal):
        return f"{value:f}"
    return f"{value:.{max(4, len(str(int(value))) + 2)}g}"

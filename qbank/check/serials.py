"""Dates in spreadsheets: numbers that a format makes a date of."""

import re
from datetime import date, timedelta

_BUILT_IN = frozenset({*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)})  # ECMA-376, 18.8.30
_LITERAL = re.compile(r'"[^"]*"|\\.|[_*].|\[(?!h+\]|m+\]|s+\])[^\]]*\]')
_LAST = 2_950_000  # a day of the year 9976: those after it may lie beyond the calendar
_LEAP = 60  # 29 February 1900, which spreadsheets believe in


def is_date_format(number: int, code: str | None) -> bool:
    """Whether the number format shows dates or times; `code` is its text, None for a built-in one."""
    if code is None:
        return number in _BUILT_IN
    first = _LITERAL.sub("", code.lower()).partition(";")[0]
    return any(sign in "dmyhs" for sign in first)


def as_date(serial: float, from_1904: bool) -> str | None:
    """`2026-03-04`, `2026-03-04 13:30` or `1:30`; None where the calendar has no such day."""
    days, minutes = divmod(round(serial * 1_440), 1_440)
    clock = f"{minutes // 60}:{minutes % 60:02}"
    if not 0 <= days <= _LAST:
        return None
    if days == 0:
        return clock
    start = date(1904, 1, 1) if from_1904 else date(1899, 12, 31 if days < _LEAP else 30)
    day = start + timedelta(days)
    return f"{day} {clock}" if minutes else f"{day}"

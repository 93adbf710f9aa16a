"""Dates and times, as spreadsheets make them out of 3/4, 2-1 or 1:30 without asking."""

import re

MONTHS = (
    "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"  # English
    "|mär|mrz|mai|okt|dez|janv|fév|avr|juin|juil|aoû|déc"  # German, French
    "|ene|abr|ago|dic|gen|mag|giu|lug|set|ott|out|fev"  # Spanish, Italian, Portuguese
)
_MONTH = rf"(?:{MONTHS})[^\W\d_]*\.?"
_DATE = re.compile(
    rf"""\s*(?:
      \d{{1,2}}\.?[-/\s]*{_MONTH}(?:[-/\s]*\d{{2,4}})?   # 4-Mar, 4. Mrz 2024
    | {_MONTH}[-/\s]*\d{{1,4}}(?:,\s*\d{{4}})?           # Mar-04, March 4, 2024
    | \d{{4}}-\d{{2}}-\d{{2}}                            # 2024-03-04
    | \d{{1,2}}/\d{{1,2}}/\d{{4}}                        # 3/4/2024
    | \d{{1,2}}\.\d{{1,2}}\.(?:\d{{2}}|\d{{4}})?         # 04.03.2024, 4.3.
    | \d{{1,2}}:\d{{2}}                                  # 1:30
    )(?:[T\s]*\d{{1,2}}:\d{{2}}(?::\d{{2}})?)?(?:\s*[ap]m)?\s*""",
    re.VERBOSE | re.IGNORECASE,
)


def is_date(text: str) -> bool:
    """Is the whole text a date or a time of day?"""
    return _DATE.fullmatch(text) is not None

"""Dates and times, as spreadsheets make them out of 3/4, 2-1 or 1:30 without asking."""

import re

from qbank.answers.unreadable import Unreadable

MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december", "januar", "februar", "märz", "maerz", "mrz", "mai", "juni", "juli", "oktober", "dezember",  # German
    "janvier", "février", "mars", "avril", "juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre",
    "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre",
    "diciembre", "gennaio", "febbraio", "aprile", "maggio", "giugno", "luglio", "settembre", "ottobre", "dicembre",
    "janeiro", "fevereiro", "março", "maio", "junho", "julho", "setembro", "outubro", "novembro", "dezembro",
)  # fmt: skip
SHORTENED = 3  # letters that a month keeps at least
_WORD = r"[^\W\d_]+"
_DATE = rf"""(?x)\s*(?:
      \d{{1,2}}\.?[-/\s]*(?P<second>{_WORD})\.?(?:[-/\s]*\d{{2,4}})?   # 4-mar, 4. mrz 2024
    | (?P<first>{_WORD})\.?[-/\s]*\d{{1,4}}(?:,\s*\d{{4}})?            # mar-04, march 4, 2024
    | \d{{4}}-\d{{2}}-\d{{2}}                                          # 2024-03-04
    | \d{{1,2}}/\d{{1,2}}/\d{{4}}                                      # 3/4/2024
    | \d{{1,2}}\.\d{{1,2}}\.(?:\d{{2}}|\d{{4}})                        # 04.03.2024
    | 0\d\.\d\d\.                                                    # 04.03., but 12.5. ends a sentence
    | \d{{1,2}}:\d{{2}}(?::\d{{2}})?                                   # 1:30, 0:45:00
    )(?:[t\s]*\d{{1,2}}:\d{{2}}(?::\d{{2}})?)?(?:\s*[ap]m)?\s*"""


def is_date(text: str) -> bool:
    """Is the whole text a date or a time of day?"""
    found = re.fullmatch(_DATE, text.lower())
    if found is None:
        return False
    month = found["first"] or found["second"]
    return month is None or (len(month) >= SHORTENED and any(name.startswith(month) for name in MONTHS))


def refuse_date(text: str) -> None:
    """Raises Unreadable where the whole text is one."""
    if is_date(text):
        raise Unreadable(
            "date", f"{text} is a date", "your spreadsheet may have made it; write the number as text"
        )

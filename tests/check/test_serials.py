"""Which number formats show dates, and which dates."""

import pytest

from qbank.answers.dates import is_date
from qbank.check.serials import as_date, is_date_format


@pytest.mark.parametrize(
    ("number", "code", "date"),
    [
        (0, None, False),
        (9, None, False),
        (14, None, True),
        (22, None, True),
        (46, None, True),
        (49, None, False),
        (164, "General", False),
        (164, "0.00%", False),
        (164, '0.00" days"', False),
        (164, r"0\d", False),
        (164, "[Red]0.0_d;[Blue]-0.0", False),
        (164, "yyyy-mm-dd", True),
        (164, "[$-407]D. MMM", True),
        (164, "[h]:mm", True),
        (164, "[ss].00", True),
        (164, "# ?/?", False),
    ],
)
def test_formats(number, code, date):
    assert is_date_format(number, code) == date


@pytest.mark.parametrize(
    ("serial", "from_1904", "text"),
    [
        (1, False, "1900-01-01"),
        (59, False, "1900-02-28"),
        (61, False, "1900-03-01"),
        (46085, False, "2026-03-04"),
        (44623, True, "2026-03-04"),
        (46085.5625, False, "2026-03-04 13:30"),
        (0.0625, False, "1:30"),
        (0, False, "0:00"),
        (-1, False, None),
        (2_949_999, False, "9976-10-26"),
        (2_950_001, False, None),
    ],
)
def test_dates(serial, from_1904, text):
    assert as_date(serial, from_1904) == text
    assert text is None or is_date(text)

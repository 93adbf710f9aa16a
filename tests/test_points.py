"""Points are exact, written in one way, and come back from JSON as they were."""

import json
from decimal import Decimal

import pytest

from qbank.points import in_json, plain, points_of, written


@pytest.mark.parametrize(
    ("value", "points"),
    [
        (2, 2), (2.0, 2), ("2", 2), ("2.50", Decimal("2.5")), (0.1, Decimal("0.1")), (0, 0), ("0.05", Decimal("0.05")),
        (9_999_999, 9_999_999), (Decimal("12.50"), Decimal("12.5")),
    ],
)  # fmt: skip
def test_what_says_points(value, points):
    found = points_of(value)
    assert (found, str(found)) == (points, str(points))
    assert points_of(json.loads(json.dumps(in_json(found)))) == found


@pytest.mark.parametrize(
    "value", [True, None, -1, "-1", "+1", "1,5", " 1", "1.", ".5", "1e2", 1e-9, 1e22, 10**7, 1 / 3, "0.125", float("nan"), "٣", []]
)  # fmt: skip
def test_what_says_none(value):
    assert points_of(value) is None


def test_sums_are_written_in_one_way():
    assert repr(plain(sum([Decimal("0.5")] * 4))) == "2"
    assert str(plain(Decimal("0.50") * 3)) == "1.5"
    assert str(plain(Decimal("1E+1"))) == "10"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (3, "3"), (Decimal("1234567.25"), "1234567.25"), (2.0, "2"), (1 / 3, "0.3333"), (100 / 3, "33.33"),
        (112.25, "112.25"), (0.05, "0.05"),
    ],
)  # fmt: skip
def test_how_they_are_read(value, text):
    assert written(value) == text

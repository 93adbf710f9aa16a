"""A typed number written back: with all the digits that were typed, and no other ones."""

import pytest

from qbank import limits
from qbank.answers.echoes import ZEROS, echoed

LONGEST = limits.NUMBER_DIGITS


@pytest.mark.parametrize(
    ("units", "places", "shown"),
    [
        (730, 3, "0.730"),
        (-5, 1, "−0.5"),
        (1, -2, "100"),
        (12, -3, "12000"),
        (0, 4, "0.0000"),
        (0, -3, "0"),
        (1, 30, "1 × 10⁻³⁰"),
        (125, 40, "1.25 × 10⁻³⁸"),
        (-1, -400, "−1 × 10⁴⁰⁰"),
        (1, -ZEROS, "1" + "0" * ZEROS),
        (1, -ZEROS - 1, "1 × 10²¹"),
        (int("9" * LONGEST), LONGEST, "0." + "9" * LONGEST),
        (int("9" * LONGEST + "9"), 0, f"9.{'9' * (LONGEST - 1)}… × 10⁶⁰"),
    ],
)
def test_written_back(units, places, shown):
    assert echoed(units, places) == shown

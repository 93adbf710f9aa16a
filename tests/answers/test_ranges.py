"""The ends of the fair interval, rounded inwards, and how numbers stand in a sentence."""

import pytest
from flint import fmpq

from qbank import exact
from qbank.answers.interval import step
from qbank.answers.ranges import MORE_PLACES, inwards, ordinal, ranged, spelled, written
from qbank.answers.registry import kind
from qbank.bank import released


@pytest.mark.parametrize(
    ("key", "half", "places", "ends"),
    [
        (fmpq(1, 3), fmpq(1, 200), 4, (fmpq(3284, 10_000), fmpq(3383, 10_000))),
        (fmpq(-1, 3), fmpq(1, 200), 4, (fmpq(-3383, 10_000), fmpq(-3284, 10_000))),
        (fmpq(3, 8), fmpq(1, 200), 3, (fmpq(370, 1000), fmpq(380, 1000))),
        (exact.sqrt(2), fmpq(1, 2), 1, (fmpq(10, 10), fmpq(19, 10))),
    ],
)
def test_ends_lie_inside_as_far_out_as_they_can(key, half, places, ends):
    assert inwards(key, half, places) == ends


@pytest.mark.parametrize(
    ("value", "places", "shown"),
    [
        (fmpq(1, 2), 4, "0.5"),
        (fmpq(-1, 20_000), 5, "−0.00005"),
        (fmpq(1200), 0, "1200"),
        (fmpq(0), 30, "0.000000000000000000000000000000".rstrip("0").rstrip(".")),
        (fmpq(5, 10**16), 16, "5 × 10⁻¹⁶"),
        (fmpq(137) * fmpq(10) ** 27, 0, "1.37 × 10²⁹"),
    ],
)
def test_numbers(value, places, shown):
    assert written(value, places) == shown


@pytest.mark.parametrize(
    ("places", "figures", "said"),
    [
        (1, None, "first decimal"),
        (10, None, "tenth decimal"),
        (11, None, "11th decimal"),
        (None, 3, "third significant digit"),
        (0, None, ""),
    ],
)
def test_places(places, figures, said):
    assert ordinal(places, figures) == said


def test_a_very_long_value_is_cut():
    assert spelled(fmpq(1, 3)) == "1/3"
    assert spelled(fmpq(10) ** 60 + 1).endswith("…")
    assert ranged(kind({"kind": "decimal", "places": 0}), fmpq(10**61 + 1, 3)).near.startswith(
        "no further from the key ≈ 3.33"
    )


def test_one_step_beyond_the_ends_of_every_released_decimal_is_not_right():
    decimals = [
        part for question in released() for part in question.parts if part.answer["kind"] == "decimal"
    ]
    assert decimals
    for part in decimals:
        judged = kind(part.answer)
        key = judged.read_key(part.key)
        target = judged.target(key)
        places = target.places + MORE_PLACES
        low, high = inwards(key, step(target.places) / 2, places)
        right = [judged.agrees(target, judged.exactly(end)) for end in (low, high)]
        beyond = [
            judged.agrees(target, judged.exactly(end)) for end in (low - step(places), high + step(places))
        ]
        assert (right, beyond) == ([True, True], [False, False])

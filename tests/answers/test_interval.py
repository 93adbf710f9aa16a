import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from qbank import exact
from qbank.answers.decimals import Decimal
from qbank.answers.interval import (
    equals,
    is_cut_off,
    is_short_rounding,
    leading_place,
    on_grid,
    step,
    target,
    within,
)

rationals = st.builds(fmpq, st.integers(-(10**9), 10**9), st.integers(1, 10**6))
roots = st.builds(lambda n, q: exact.sqrt(n) * q, st.integers(2, 200), rationals.filter(bool))
powers = st.builds(lambda q: exact.exp(q), st.builds(fmpq, st.integers(-20, 20), st.integers(1, 9)))
values = rationals | roots | powers
places = st.integers(0, 8)


def right(key, typed, asked):
    return within(typed, target(key), step(asked) / 2)


@settings(max_examples=60, deadline=None)
@given(values, places)
def test_every_correct_rounding_is_right_under_any_rule_for_ties(key, asked):
    unit = step(asked)
    below = exact.rounded(key - unit / 2, asked)
    nearest = [below + unit * steps for steps in range(-1, 4)]
    distances = [abs(candidate - key) for candidate in nearest]
    for candidate, distance in zip(nearest, distances, strict=True):
        if all(exact.sign(distance - other) <= 0 for other in distances):
            assert right(key, candidate, asked)


@settings(max_examples=60, deadline=None)
@given(values, places, st.integers(-50, 50), st.integers(0, 100))
def test_whatever_is_closer_than_a_right_answer_is_right(key, asked, off, share):
    distance = fmpq(off, 100) * step(asked)
    assert right(key, key + distance, asked)
    assert right(key, key + distance * fmpq(share, 100), asked)
    assert right(key, key - distance * fmpq(share, 100), asked)


@settings(max_examples=60, deadline=None)
@given(rationals, places)
def test_both_ends_belong_to_it_and_nothing_beyond(key, asked):
    half, hair = step(asked) / 2, step(asked + 30)
    assert right(key, key + half, asked)
    assert right(key, key - half, asked)
    assert not right(key, key + half + hair, asked)
    assert not right(key, key - half - hair, asked)


@settings(max_examples=60, deadline=None)
@given(roots | powers, places)
def test_an_irrational_key_is_decided_next_to_its_edge(key, asked):
    edge = exact.rounded(key + step(asked) / 2, 60)
    hair = step(59)
    assert right(key, edge - hair, asked)
    assert not right(key, edge + hair, asked)


def test_there_is_no_absolute_floor():
    assert not right(fmpq(1, 10**9), fmpq(1, 10**10), 10)
    assert right(fmpq(1, 10**9), fmpq(1, 10**9), 10)


def test_an_exact_form_is_compared_as_it_is():
    key = exact.e / (exact.e + 1)
    assert right(key, 1 / (1 + exact.exp(-1)), 4)
    assert not right(key, exact.sqrt(2) / 2, 4)


@settings(max_examples=80, deadline=None)
@given(values.filter(lambda value: exact.sign(value) != 0))
def test_the_leading_place(key):
    place = leading_place(target(key))
    assert step(place) <= abs(key) < step(place - 1)


@pytest.mark.parametrize(
    ("key", "place"),
    [(1, 0), (fmpq(1, 10), 1), (fmpq(999, 10000), 2), (10, -1), (fmpq(1, 10**9), 9), (-250, -2)],
)
def test_leading_places_at_powers_of_ten(key, place):
    assert leading_place(target(key)) == place


@pytest.mark.parametrize(
    ("key", "typed", "asked", "expected"),
    [
        (exact.e / (exact.e + 1), "0.7310", 4, True),
        (exact.e / (exact.e + 1), "0.7311", 4, False),
        (exact.e / (exact.e + 1), "0.7309", 4, False),
        (exact.e / (exact.e + 1), "0.73", 4, False),
        (fmpq(-2, 3), "-0.66", 2, True),
        (fmpq(-2, 3), "-0.67", 2, False),
        (fmpq(2, 3), "-0.66", 2, False),
        (fmpq(6, 10**5), "0", 4, False),
        (exact.sqrt(2), "1.41", 2, True),
    ],
)
def test_cut_off(key, typed, asked, expected):
    [reading] = Decimal(places=4).readings(typed)
    assert is_cut_off(reading.value, target(key), asked) == expected


@pytest.mark.parametrize(
    ("key", "typed", "asked", "expected"),
    [
        (exact.e / (exact.e + 1), "0.73", 4, True),
        (exact.e / (exact.e + 1), "0.7", 4, True),
        (exact.e / (exact.e + 1), "1", 4, False),
        (exact.e / (exact.e + 1), "0.7300", 4, False),
        (exact.e / (exact.e + 1), "0.74", 4, False),
        (fmpq(4, 100), "0", 4, False),
        (fmpq(1234567), "1200000", 0, True),
        (fmpq(1234567), "1300000", 0, False),
        (fmpq(2, 3), "0.667", None, True),
        (fmpq(2, 3), "0.666", None, False),
    ],
)
def test_rounded_to_too_few_digits(key, typed, asked, expected):
    [reading] = Decimal(places=4).readings(typed)
    assert is_short_rounding(reading.value, reading.places, target(key), asked) == expected


@settings(max_examples=40, deadline=None)
@given(roots | powers, rationals.filter(bool))
def test_a_scaled_target_is_the_target_of_the_product(key, factor):
    scaled, made = target(key).scaled(factor), target(key * factor)
    assert exact.equal(scaled.value, made.value)
    assert scaled.low <= made.high
    assert made.low <= scaled.high


@settings(max_examples=60, deadline=None)
@given(values, places, st.integers(-3, 3), st.sampled_from([fmpq(1, 2), fmpq(3, 2)]))
def test_on_a_grid_the_same_is_right(key, asked, beside, units):
    grid, most = asked + 4, step(asked) * units
    first, last = on_grid(target(key), most, grid)
    for end in (first, last):
        n = end + beside
        assert (first <= n <= last) == within(n * step(grid), target(key), most)


def test_a_rational_is_never_an_irrational_key():
    key = target(exact.sqrt(2))
    assert key.irrational
    assert key.scaled(fmpq(1, 3)).irrational
    assert not target(fmpq(1, 3)).irrational
    assert not equals(fmpq(14142135623730951, 10**16), key)
    assert equals(exact.sqrt(8) / 2, key)

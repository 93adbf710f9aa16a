"""Draws: uniform, addressed by seed and path, the same everywhere."""

from collections import Counter

import pytest

from qbank.draws import Draws, fresh_seed


def test_the_stream_is_pinned():
    """A change of these numbers would change every seeded bank."""
    draws = Draws("7", "mask.cells", "variants")
    assert [draws.below(1_000) for _ in range(6)] == PINNED


PINNED = [538, 346, 453, 769, 608, 427]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("7", "a", "bc"), ("7", "ab", "c")),
        (("7", "a"), ("7", "a", "")),
        (("1", "0"), ("0", "1")),
        (("7", 1), ("7", "1")),
    ],
)
def test_paths_do_not_run_into_each_other(one, other):
    assert list(Draws(*one).permutation(50)) != list(Draws(*other).permutation(50))


def test_one_stream_does_not_depend_on_another():
    first = Draws("7", "a")
    first.below(10)
    assert Draws("7", "b").below(10**9) == Draws("7", "b").below(10**9)


@pytest.mark.parametrize("n", [1, 2, 3, 10, 255, 256, 257, 1_000])
def test_a_permutation_has_every_number_once(n):
    assert sorted(Draws("seed", n).permutation(n)) == list(range(n))


def test_a_huge_space_is_permuted_without_a_table():
    drawn = Draws("seed", "huge").permutation(10**40)
    first = [next(drawn) for _ in range(1_000)]
    assert len(set(first)) == 1_000
    assert all(0 <= number < 10**40 for number in first)


def test_below_favours_nobody():
    """χ² of 60,000 draws below 6, fixed seed: 5 degrees of freedom, far below the 0.1 % point 20.5."""
    draws = Draws("uniform")
    counts = Counter(draws.below(6) for _ in range(60_000))
    assert sum((count - 10_000) ** 2 / 10_000 for count in counts.values()) < 20.5


def test_every_order_is_as_likely():
    """All 24 orders of four things, 24,000 shuffles: χ² with 23 degrees of freedom below its 0.1 % point 49.7."""
    counts = Counter(tuple(Draws("orders", i).shuffled("abcd")) for i in range(24_000))
    assert len(counts) == 24
    assert sum((count - 1_000) ** 2 / 1_000 for count in counts.values()) < 49.7


def test_nothing_to_draw_is_an_error():
    with pytest.raises(ValueError, match="no number"):
        Draws("7").below(0)


def test_fresh_seeds_have_128_bits_and_differ():
    seeds = {fresh_seed() for _ in range(100)}
    assert len(seeds) == 100
    assert all(len(seed) == 32 for seed in seeds)

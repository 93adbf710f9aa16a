"""Spaces: sizes, numbering without gaps, and the way through a bank line and back."""

import pytest
from flint import fmpq

from qbank.author.params import ListOf, OneOf, Range, Space, to_json
from qbank.errors import QbankError
from qbank.exact import Whole

SPACES = [
    ({}, 1),
    ({"T": Range(4, 16)}, 13),
    ({"T": Range(1, 3), "bias": OneOf((True, False))}, 6),
    ({"x": ListOf(Range(0, 2), 3)}, 27),
    ({"X": ListOf(ListOf(Range(0, 1), 2), 2), "w": OneOf(("a", "b", "c"))}, 48),
    ({"T": Range(1, 3), "x": ListOf(Range(0, 1), "T")}, 2 + 4 + 8),
    (
        {"T": Range(1, 2), "i": Range(1, 2), "x": ListOf(Range(0, 2), "T"), "c": OneOf((1, 2))},
        2 * 2 * (3 + 9),
    ),
]


@pytest.mark.parametrize(("domains", "size"), SPACES)
def test_every_number_is_one_variant(domains, size):
    space = Space(domains)
    variants = [space.at(number) for number in range(space.size)]
    assert space.size == size
    assert len({str(variant) for variant in variants}) == size


@pytest.mark.parametrize(("domains", "size"), SPACES)
def test_a_bank_line_gives_the_variant_back(domains, size):
    space = Space(domains)
    for number in range(space.size):
        variant = space.at(number)
        stored = {name: to_json(value) for name, value in variant.items()}
        assert space.from_json(stored) == variant


def test_a_length_that_names_a_parameter_is_obeyed():
    space = Space({"T": Range(1, 3), "x": ListOf(Range(0, 1), "T")})
    assert all(len(v["x"]) == v["T"] for v in (space.at(n) for n in range(space.size)))


@pytest.mark.parametrize(
    ("value", "stored"),
    [
        (Whole(3), 3),
        (fmpq(1, 10), "1/10"),
        (fmpq(4), 4),
        ("all", "all"),
        (True, True),
        ((Whole(1), fmpq(1, 2)), [1, "1/2"]),
    ],
)
def test_how_values_are_stored(value, stored):
    assert to_json(value) == stored
    assert type(to_json(value)) is type(stored)


@pytest.mark.parametrize(
    ("domain", "stored"),
    [
        (Range(1, 3), "2"),
        (Range(1, 3), True),
        (OneOf((True, False)), 1),
        (OneOf(("a",)), "b"),
        (ListOf(Range(0, 1), 2), 3),
    ],
)
def test_what_does_not_fit_is_refused(domain, stored):
    with pytest.raises(QbankError):
        Space({"x": domain}).from_json({"x": stored})


def test_other_names_are_refused():
    with pytest.raises(QbankError, match="are expected"):
        Space({"x": Range(1, 2)}).from_json({"y": 1})


def test_a_huge_space_is_numbered_too():
    space = Space({"X": ListOf(ListOf(Range(-9, 9), 8), 8)})
    assert space.size == 19**64
    assert space.at(space.size - 1)["X"][7][7] == 9

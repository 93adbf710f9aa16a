"""Columns that fit, and text that cannot steer a terminal."""

import pytest

from qbank.check.layout import columns, fitted, remarked, visible, width, wrap


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain  text", "plain  text"),
        ("two\nlines\tand", "two lines and"),
        ("\x1b[2Jgone", "<U+001B>[2Jgone"),
        ("a\u202eb\u200b", "a<U+202E>b<U+200B>"),
        ("−√6/2 ½ 序", "−√6/2 ½ 序"),
    ],
)
def test_visible(text, shown):
    assert visible(text) == shown


@pytest.mark.parametrize(("text", "cells"), [("abc", 3), ("８９", 4), ("e\u0301", 1), ("−∞", 2)])
def test_width(text, cells):
    assert width(text) == cells


@pytest.mark.parametrize(
    ("text", "limit", "lines"),
    [
        ("short", 10, ["short"]),
        ("one two three", 8, ["one two", "three"]),
        ("abcdefghij", 4, ["abcd", "efgh", "ij"]),
        ("a bcdefghij", 4, ["a", "bcde", "fghi", "j"]),
        ("８９８９", 4, ["８９", "８９"]),
        ("", 4, [""]),
    ],
)
def test_wrap(text, limit, lines):
    assert wrap(text, limit) == lines


@pytest.mark.parametrize(
    ("natural", "words", "room", "widths"),
    [
        ([5, 10], [5, 10], 20, [5, 10]),
        ([5, 40, 60], [5, 6, 6], 65, [5, 30, 30]),
        ([20, 60], [20, 6], 40, [20, 20]),
        ([20, 60], [20, 6], 30, [20, 10]),
        ([20, 60], [20, 6], 20, [10, 10]),
        ([20, 60], [20, 6], 5, [8, 8]),
        ([], [], 5, []),
    ],
)
def test_narrow_columns_keep_their_width_and_wide_ones_share(natural, words, room, widths):
    assert fitted(natural, words, room) == widths


def test_columns_are_aligned_and_empty_ones_left_out():
    table = columns([["who", "none", "what"], ["ana", "", "８９"], ["benedict", "", "b"]], None)
    assert table == "who       what\nana       ８９\nbenedict  b\n"


def test_wide_cells_wrap_within_the_limit():
    table = columns([["who", "what"], ["ana", "one two three four five six seven"]], 20)
    assert table == "who  what\nana  one two three\n     four five six\n     seven\n"


ROWS = [
    ["who", "what", ""],
    ["ana", "36", "the diagonal stays open, since a token sees itself"],
    ["ben", "9", ""],
]


@pytest.mark.parametrize(
    ("limit", "table"),
    [
        (None, "who  what\nana  36    the diagonal stays open, since a token sees itself\nben  9\n"),
        (
            45,
            "who  what\nana  36    the diagonal stays open, since a\n           token sees itself\nben  9\n",
        ),
        (30, "who  what\nana  36\n    the diagonal stays open,\n    since a token sees itself\nben  9\n"),
    ],
)
def test_remarks_stand_beside_their_rows_or_below(limit, table):
    assert remarked(ROWS, limit) == table


@pytest.mark.parametrize("limit", range(40, 120, 7))
def test_no_line_is_longer_than_the_limit(limit):
    rows = [["a", "b", "c"], ["x" * 30, "[1, 2, 3, 4] " * 5, "some words " * 20], ["y", "z", ""]]
    assert max(map(width, remarked(rows, limit).splitlines())) <= limit

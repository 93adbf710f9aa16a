"""Text that cannot steer a terminal, its width and its lines."""

import pytest

from qbank.check.layout import cut_off, visible, width, wrap


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain  text", "plain  text"),
        ("two\nlines\tand", "two lines and"),
        ("\x1b[2Jgone", "<U+001B>[2Jgone"),
        ("a\u202eb\u200b", "a<U+202E>b<U+200B>"),
        ("علی\u200cرضا a\u200cb", "علی\u200cرضا a<U+200C>b"),
        ("−√6/2 ½ 序", "−√6/2 ½ 序"),
    ],
)
def test_visible(text, shown):
    assert visible(text) == shown


@pytest.mark.parametrize(
    ("text", "cells"), [("abc", 3), ("８９", 4), ("e\u0301", 1), ("می\u200cر", 3), ("−∞", 2)]
)
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


def test_a_text_is_cut_off_by_cells():
    assert [cut_off(text, 3) for text in ("abc", "abcd", "例文", "例", "e\u0301e\u0301e")] == [
        "abc", "ab…", "例…", "例", "e\u0301e\u0301e",
    ]  # fmt: skip

"""Columns that fit, blocks where none do, and names that are never split."""

import pytest

from qbank.check.faces.grid import fitted, grid
from qbank.check.layout import width

WHOLE = frozenset({"who"})


def drawn(rows, limit, whole=WHOLE):
    return "".join(grid(rows, limit, whole))


@pytest.mark.parametrize(
    ("natural", "least", "room", "widths"),
    [
        ([5, 10], [[5, 8], [5, 8]], 20, [5, 10]),
        ([5, 40, 60], [[5, 8, 8], [5, 8, 8]], 65, [5, 30, 30]),
        ([20, 60], [[20, 8], [12, 8]], 40, [20, 20]),
        ([20, 60], [[20, 8], [12, 8]], 30, [20, 10]),
        ([20, 60], [[20, 8], [12, 8]], 20, [12, 8]),
        ([20, 60], [[20, 8], [12, 8]], 19, []),
        ([], [[], []], 5, []),
    ],
)
def test_narrow_columns_keep_their_width_and_wide_ones_share(natural, least, room, widths):
    assert fitted(natural, least, room) == widths


def test_columns_are_aligned_and_empty_ones_left_out():
    table = drawn([["who", "none", "what"], ["ana", "", "８９"], ["benedict", "", "b"]], None)
    assert table == "who       what\nana       ８９\nbenedict  b\n"


def test_wide_cells_wrap_within_the_limit():
    table = drawn([["who", "what"], ["ana", "one two three four five six seven"]], 20)
    assert table == "who  what\nana  one two three\n     four five six\n     seven\n"


def test_without_a_cell_there_is_no_table():
    assert drawn([["who", "what"]], 20) == drawn([["who", "what"], ["", ""]], 20) == ""


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
    assert drawn(ROWS, limit) == table


NARROW = [
    ["who", "what", "so", ""],
    ["qh47kq2ztnv.blocked", "one two", "9", "it is open"],
    ["b", "2", "1", ""],
]


def test_where_a_name_does_not_fit_beside_the_others_each_row_is_a_block():
    assert drawn(NARROW, 36).splitlines()[1] == "qh47kq2ztnv.blocked  one two  9"
    blocks = (
        "who   qh47kq2ztnv.blocked\nwhat  one two\nso    9\n    it is open\n\nwho   b\nwhat  2\nso    1\n"
    )
    assert drawn(NARROW, 30) == blocks


def test_in_a_block_names_stay_whole_and_texts_wrap():
    assert drawn(NARROW, 10).splitlines()[:4] == [
        "who   qh47kq2ztnv.blocked",
        "what  one two",
        "so    9",
        "    it is",
    ]
    assert drawn([["who", "what"], ["x" * 30, "one two three four"]], 14) == (
        "who   " + "x" * 30 + "\nwhat  one two\n      three\n      four\n"
    )


def test_a_name_of_40_cells_is_kept_and_a_longer_one_is_nobodys():
    assert f"who   {'x' * 40}\n" in drawn([["who", "what"], ["x" * 40, "one"]], 20)
    assert "x" * 41 not in drawn([["who", "what"], ["x" * 41, "one"]], 20)


@pytest.mark.parametrize("limit", range(40, 120, 7))
def test_no_line_is_longer_than_the_limit(limit):
    rows = [["who", "b", "c"], ["x" * 30, "[1, 2, 3, 4] " * 5, "some words " * 20], ["y", "z", ""]]
    remarks = [["who", "b", ""], *rows[1:]]
    assert max(map(width, (drawn(rows, limit) + drawn(remarks, limit)).splitlines())) <= limit


def test_words_are_not_broken_where_other_columns_can_give_way():
    rows = [["a", "b"], ["x" * 24, "some words " * 20]]
    assert "x" * 24 in drawn(rows, 50)
    assert "x" * 24 not in drawn(rows, 30)


def test_what_was_typed_cannot_steer_the_terminal():
    assert "\x1b" not in drawn([["who", "what", ""], ["a\x1b[2J", "b\x1b", "c\x1b"]], None)
    assert "\x1b" not in drawn([["who", "what", ""], ["a\x1b[2J", "b\x1b", "c\x1b"]], 12)


LONG = [["student", "answer"], ["ana", "36 and some words"], ["z" * 90, "45"]]


def test_a_name_that_is_too_long_loses_its_end_and_no_table_its_columns():
    cut = frozenset({"student"})
    lines = list(grid(LONG, 40, cut, cut))
    assert lines[1:] == [f"ana{' ' * 23}36 and some\n", f"{' ' * 26}words\n", f"{'z' * 23}…  45\n"]
    assert list(grid(LONG, None, cut, cut))[2] == f"{'z' * 90}  45\n"


def test_sixteen_cells_of_a_name_are_always_shown():
    cut = frozenset({"student"})
    (line,) = [line for line in grid([["student", "b"], ["z" * 17, "c" * 8]], 26, cut, cut) if "c" in line]
    assert line == f"{'z' * 15}…  cccccccc\n"

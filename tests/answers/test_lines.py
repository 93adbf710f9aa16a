"""Lines, tabs and bullets, as spreadsheets and lists bring them along."""

import pytest

from qbank.answers.lines import (
    in_cells,
    in_one_bracket,
    in_rows,
    is_drawn,
    rows_of_cells,
    without_dashes,
    without_transposition,
    without_wrapping,
)


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("1\t2", "1 & 2"),
        ("1\t½\n¼\t1", "1 & ½\n¼ & 1"),
        ("2\t- 3", "2 & - 3"),
        ("1 \t 2", "1 & 2"),
        ("1\t\t2", "1 & 2"),
        ("\t1\t2\t", "1 & 2"),
        ("1,\t2", "1,\t2"),
        ("[\t1\t]", "[\t1\t]"),
        ("x =\t1", "x =\t1"),
        (r"\begin{bmatrix}" "\t1 & 2", r"\begin{bmatrix}" "\t1 & 2"),
        ("• 1\n• 2", "1\n2"),
        ("* 1\n* 2", "1\n2"),
        ("* 1\n2", "* 1\n2"),
        ("2\n* 3", "2\n* 3"),
    ],
)
def test_a_tab_parts_cells(text, cells):
    assert in_cells(text) == cells


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("0,50;0,25\n0,75;1,00", "0,50&0,25\n0,75&1,00"),
        ("1;2;\n3;4;", "1&2\n3&4"),
        ("[1;2]\n[3;4]", "[1&2]\n[3&4]"),
        ("1 2;\n3 4;", "1 2;\n3 4;"),
        ("1;2\n3", "1;2\n3"),
        ("1;2", "1;2"),
        ("1, 2; 3, 4\n5, 6; 7, 8", "1, 2; 3, 4\n5, 6; 7, 8"),
    ],
)
def test_where_lines_are_rows_a_semicolon_parts_cells(text, rows):
    assert rows_of_cells(text) == rows


@pytest.mark.parametrize(
    ("text", "plain"),
    [("- 1;- 2", "1;2"), ("- 1\n- 2", "1\n2"), ("- 1", "- 1"), ("-1;-2", "-1;-2"), ("- 1;2", "- 1;2")],
)
def test_dashes_before_every_line_may_be_bullets(text, plain):
    assert without_dashes(text) == plain


@pytest.mark.parametrize(
    "text",
    [
        r"\begin{pmatrix} 1 \\ 2 \end{pmatrix}",
        "Matrix([[1], [2]])",
        "⎡1⎤\n⎢ ⎥\n⎣2⎦",
        "[1]\n[2]",
        "\\be\u200bgin{pmatrix} 1",
    ],
)
def test_a_drawn_matrix(text):
    assert is_drawn(text)


@pytest.mark.parametrize("text", ["[[1], [2]]", "[[1]\n [2]]", "tensor([[1, 2]])", "1\n2", "[1]"])
def test_no_drawn_matrix(text):
    assert not is_drawn(text)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("[0.5 0.25\n 0.125 1e-3]", "[0.5 0.25  0.125 1e-3]"),
        ("[1 2\n 3 4\n 5]", "[1 2  3 4  5]"),
        ("[1 2\n3 4]", "[1 2\n3 4]"),
        ("[[1 2]\n [3 4]]", "[[1 2]\n [3 4]]"),
        ("1 2\n 3 4", "1 2\n 3 4"),
        ("[1, 2\n 3, 4]", "[1, 2\n 3, 4]"),
        ("[1 x\n 2]", "[1 x\n 2]"),
    ],
)
def test_a_long_vector_as_numpy_prints_it(text, plain):
    assert without_wrapping(text) == plain


@pytest.mark.parametrize("text", ["[1, 2]", "[1, 2]^T", "[1, 2] ^ (T)", "[1, 2]^{T}", "[1, 2].T"])
def test_a_vector_that_is_stood_upright(text):
    assert without_transposition(text) == "[1, 2]"


@pytest.mark.parametrize("text", ["2^T", "[2, T]", "[1, 2]^T, 3"])
def test_what_is_not_transposed(text):
    assert without_transposition(text) == text


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("([1, 2])", "[1, 2]"),
        ("((1, 2))", "(1, 2)"),
        ("( ((1, 2)) )", "(1, 2)"),
        ("((1, 2), (3, 4))", "((1, 2), (3, 4))"),
        ("[[1, 2]]", "[[1, 2]]"),
        ("((1 + 2) / 3, 4)", "((1 + 2) / 3, 4)"),
        ("(", "("),
        ("", ""),
    ],
)
def test_round_brackets_around_a_list_in_brackets(text, plain):
    assert in_one_bracket(text) == plain


def test_a_table_in_markdown():
    assert in_cells("| 1 | 2 |\n|---|:--:|\n| 3 | 4 |") == "| 1 | 2 |\n| 3 | 4 |"


def test_line_ends_part_rows_where_rows_are_asked():
    assert in_rows("[1;2\n 3;4]", 2) == "[1&2\n3&4]"
    assert in_rows("[1 2\n 3 4]", 1) == "[1 2  3 4]"
    assert in_rows("[1, 2]^T", 1) == "[1, 2]"

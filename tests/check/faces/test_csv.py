"""The answers for spreadsheets."""

import csv
import io

import pytest

from qbank.answers import Word
from qbank.check.faces.csv import as_csv, guarded, harmless, line, unguarded
from qbank.check.grading import Rules
from qbank.check.report import report
from tests.check.faces.report import ANSWERS, REPORT
from tests.check.listed import Listed


def rows(**options):
    return list(csv.DictReader(io.StringIO("".join(as_csv(REPORT, **options)))))


def test_csv():
    found = rows()
    assert [row["line"] for row in found] == ["2", "3", "4", "5"]
    assert found[1]["diagnosis"] == "blocks the diagonal: a token sees i ≤ j."
    assert (found[2]["student"], found[2]["answer"], found[2]["score"]) == ("'=ben()", "'=1+1|<b>", "0")
    assert (found[3]["answer"], found[3]["read_as"]) == ("'-4,195,840", "−4,195,840")
    assert "rule" not in found[0]


def test_explained():
    assert [row["rule"][:22] for row in rows(explain=True)] == ["Right is exactly 36, h"] * 2 + [
        "Right is exactly 4,204"
    ] * 2


@pytest.mark.parametrize(
    "cell", ["=1+1", "+a", "-a", "@SUM(1)", "\tx", "\rx", "-1,000", "+", "-", "-1+1", "1\n".join("=")]
)
def test_formulas_are_written_as_text(cell):
    assert harmless(cell) == "'" + cell


@pytest.mark.parametrize(
    ("cell", "written"),
    [
        ("x;=cmd|'/C calc'!A0;y", "x;'=cmd|'/C calc'!A0;y"), ("a\t@b", "a\t'@b"), ("a\n+b", "a\n'+b"), ("1; -d;-d", "1; -d;'-d"),
        ("=1;=2", "'=1;'=2"), ("＝1+1", "'＝1+1"), ("a;－x", "a;'－x"), ("a;'=x", "a;''=x"), ("1;-2;+3.5", "1;-2;+3.5"),
    ],
)  # fmt: skip
def test_formulas_within_a_cell_are_text_where_other_signs_separate(cell, written):
    assert harmless(cell) == written
    assert unguarded(guarded(cell)) == cell


def test_texts_are_in_quotes_where_that_is_asked_for():
    assert line(["a", "1", 'b"'], texts=[True, False, True]) == '"a",1,"b"""\n'


@pytest.mark.parametrize("cell", ["-36", "+3.5", "-.5", "-1e-5", "-1.", "36", "a=b", "", "[-1, 1]"])
def test_numbers_and_other_text_stay(cell):
    assert harmless(cell) == cell


@pytest.mark.parametrize(
    "cells",
    [["a", ""], ['say "so"', "1,5"], ["two\nlines", "cr\rcr", "\r\n"], [" a ", "'", '"'], ["", "", ""]],
)
def test_a_line_is_what_the_csv_module_reads(cells):
    assert list(csv.reader(io.StringIO(line(cells), newline=""))) == [cells]


def test_scores_have_all_their_digits_and_points_are_those_of_the_part():
    asked = ANSWERS[0].asked._replace(points=1.5, number="2b")
    verdict = ANSWERS[0].verdict._replace(verdict=Word.PARTLY, score=5 / 6, code="entries")
    given = report(Listed([ANSWERS[0]._replace(asked=asked, verdict=verdict)]), Rules())
    row = dict(zip(*csv.reader(as_csv(given)), strict=True))
    assert (row["score"], row["points"], row["out_of"]) == ("0.833333333", "1.25", "1.5")
    assert (row["code"], row["number"]) == ("entries", "2b")

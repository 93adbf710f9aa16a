"""One bomb in every hundred rows, and the other rows are judged as they are without it, byte for byte."""

import csv
import io
import re

import pytest

from qbank.cli import group
from tests.check.samples import CELLS, CLAIM, CLAIMS, LAYER, WEIGHT, make_bank
from tests.properties.bombs import ATTACKS, BOMBS

ANSWERS = (
    (f"{CELLS.id}.blocked", ("36", "45", "thirty", "", "36.0", "4*9", "6²")),
    (f"{CELLS.id}.open", ("45", "36", "9*5", "45 cells", "1e400")),
    (WEIGHT.id, ("0.7311", "0.7310", "0,73", "e/(e+1)", "0.7312", "№", "73.11 %")),
    (LAYER.id, ("4,204,032", "4,195,840", "4.2 M", "4204032 parameters")),
    (CLAIM.id, ("A", "b", "False", "maybe")),
    (CLAIMS.id, ("A, C", "AB", "one; three", "none")),
)
APART = 100
BROKEN = (
    "zoe,{q},1,2,3\n",
    'zoe,{q},"9**9**9\n',
    "zoe,nothing,5\n",
    "zoe\n",
    '"zoe,{q},5\n',
    "zoe,{q},18,944,000\n",
)
"""Rows that are no answers: too many fields, a quote that never closes, an unknown question, too few fields."""


def plain(number):
    """Row number so and so of a table in which nothing is odd."""
    asked, typed = ANSWERS[number % len(ANSWERS)]
    return row(f"s{number // len(ANSWERS)}", asked, typed[number * 7 % len(typed)])


def row(*cells):
    file = io.StringIO()
    csv.writer(file, lineterminator="\n").writerow(cells)
    return file.getvalue()


def typeable(text):
    """Can a file hold it as a cell? A surrogate has no bytes."""
    return text.encode("utf-8", "ignore").decode() == text


def table(odd):
    """A row of each `odd` after every 99 plain ones."""
    rows, number = ["student,question,answer\n"], 0
    for strange in odd:
        rows += [plain(number + at) for at in range(APART - 1)]
        rows.append(strange)
        number += APART - 1
    return "".join(rows)


@pytest.fixture
def report(tmp_path):
    """The lines of a report as CSV, of all students but zoe."""
    make_bank(tmp_path / "bank")

    def run(text):
        given, made = tmp_path / "a.csv", tmp_path / "b.csv"
        given.write_bytes(text.encode())
        group.main(
            ["check", str(given), "--bank", str(tmp_path / "bank"), "-o", str(made)], standalone_mode=False
        )
        return re.findall(rb"(?m)^\d+,s\d+,.*\n", made.read_bytes())

    return run


def test_bombs_change_nothing_for_others(report):
    odd = [text for text in (*BOMBS, *ATTACKS) if typeable(text)]
    asked = [ANSWERS[number % len(ANSWERS)][0] for number in range(len(odd))]
    bombs = [row(f"zoe{number}", asked[number], text) for number, text in enumerate(odd)]
    calm = [
        row(f"zoe{number}", asked[number], "5" + "\n" * text.count("\n")) for number, text in enumerate(odd)
    ]
    with_bombs, without = report(table(bombs)), report(table(calm))
    assert with_bombs == without
    assert len(without) == len(odd) * (APART - 1)


@pytest.mark.parametrize("broken", BROKEN)
def test_rows_that_are_none_change_nothing_for_others(report, broken):
    strange = broken.format(q=WEIGHT.id)
    assert report(table([strange] * 3)) == report(table([row("zoe", "", "")] * 3))

"""The four faces of one report."""

import csv
import io
import json

import pytest

from qbank.answers import Diagnosis, Verdict, Word
from qbank.check.formats import amount, as_csv, as_json, as_markdown, as_table, harmless, plain
from qbank.check.grading import Graded
from qbank.check.lookup import Asked
from qbank.check.report import report
from tests.check.samples import CELLS, LAYER

KNOWN = (Diagnosis(("blocks_the_diagonal",), None, "A token sees $i \\le j$."),)
BIAS = (Diagnosis((), (("bias", False),), "Right without biases."),)
LAYERS, BLOCKED = Asked(LAYER, LAYER.parts[0]), Asked(CELLS, CELLS.parts[0])
REPORT = report(
    [
        Graded(2, "ana", BLOCKED, "36", Verdict(Word.RIGHT, 1.0, "36", "This is right.")),
        Graded(3, "ben", BLOCKED, "45", Verdict(Word.WRONG, 0.0, "45", "It is open.", "known", (), KNOWN)),
        Graded(
            4,
            "=ben()",
            LAYERS,
            "=1+1|<b>",
            Verdict(Word.UNREADABLE, why="'=' means nothing.", code="character"),
        ),
        Graded(5, "cy", LAYERS, "-4,195,840", Verdict(Word.WRONG, 0.0, "−4,195,840", "", "known", (), BIAS)),
    ]
)


def test_table():
    answers, students, questions = as_table(REPORT, None).split("\n\n")
    assert answers.splitlines()[0].split() == [
        "student",
        "question",
        "answer",
        "read",
        "as",
        "verdict",
        "score",
    ]
    assert answers.splitlines()[2].endswith("0      blocks the diagonal: a token sees i ≤ j")
    assert answers.splitlines()[3].endswith("'=' means nothing.")
    assert students.splitlines()[1].split() == ["ana", "1", "1", "0", "0", "1", "1"]
    assert questions.splitlines()[1].split() == [
        f"{CELLS.id}.blocked",
        "2",
        "0.5",
        "50%",
        "1",
        "×",
        "blocks",
        "the",
        "diagonal",
    ]
    assert questions.splitlines()[2].split()[1:5] == ["1", "0", "100%", "1"]


def test_a_table_fits_the_window():
    assert max(len(line) for line in as_table(REPORT, 70).splitlines()) <= 70


def test_nothing_graded_is_no_table():
    assert as_table(report([]), 80) == ""


def test_json():
    content = json.loads(as_json(REPORT))
    assert list(content) == ["answers", "students", "questions"]
    assert content["answers"][1] == {
        "line": 3,
        "student": "ben",
        "question": f"{CELLS.id}.blocked",
        "answer": "45",
        "verdict": "wrong",
        "score": 0.0,
        "read_as": "45",
        "why": "It is open.",
        "diagnosis": [
            {"names": ["blocks_the_diagonal"], "convention": None, "feedback": "A token sees $i \\le j$."}
        ],
    }
    assert content["answers"][3]["diagnosis"][0]["convention"] == {"bias": False}
    assert content["students"][0] == {
        "student": "ana",
        "answered": 1,
        "right": 1,
        "partly": 0,
        "wrong": 0,
        "blank": 0,
        "open": 0,
        "score": 1.0,
        "out_of": 1,
    }
    assert content["questions"][0] == {
        "question": f"{CELLS.id}.blocked",
        "n": 2,
        "mean": 0.5,
        "difficulty": 0.5,
        "open": 0,
        "mistakes": [{"diagnosis": content["answers"][1]["diagnosis"], "answer": "", "count": 1}],
    }


def test_json_of_nothing():
    assert json.loads(as_json(report([]))) == {"answers": [], "students": [], "questions": []}


def test_csv():
    rows = list(csv.DictReader(io.StringIO(as_csv(REPORT))))
    assert [row["line"] for row in rows] == ["2", "3", "4", "5"]
    assert rows[1]["diagnosis"] == "blocks the diagonal: a token sees i ≤ j"
    assert (rows[2]["student"], rows[2]["answer"], rows[2]["score"]) == ("'=ben()", "'=1+1|<b>", "0")
    assert (rows[3]["answer"], rows[3]["read_as"]) == ("'-4,195,840", "−4,195,840")


@pytest.mark.parametrize(
    "cell", ["=1+1", "+a", "-a", "@SUM(1)", "\tx", "\rx", "-1,000", "+", "-", "-1+1", "1\n".join("=")]
)
def test_formulas_are_written_as_text(cell):
    assert harmless(cell) == "'" + cell


@pytest.mark.parametrize("cell", ["-36", "+3.5", "-.5", "-1e-5", "-1.", "36", "a=b", "", "[-1, 1]"])
def test_numbers_and_other_text_stay(cell):
    assert harmless(cell) == cell


def test_markdown_means_nothing_that_was_typed():
    text = as_markdown(REPORT)
    assert [line for line in text.splitlines() if line.startswith("## ")] == [
        "## Answers",
        "## Students",
        "## Questions",
    ]
    assert r"| =1+1\|\<b\> |" in text
    assert "blocks the diagonal: a token sees i ≤ j" in text
    tables = [line for line in text.splitlines() if line.startswith("|")]
    assert {line.replace("\\|", "").count("|") for line in tables} == {8, 9, 7}


@pytest.mark.parametrize(
    ("text", "shown"), [("No markup.", "No markup."), ("It is $8d^2$.", "It is 8d²."), ("*so*", "so")]
)
def test_plain(text, shown):
    assert plain(text) == shown


@pytest.mark.parametrize(
    ("score", "shown"),
    [(1.0, "1"), (0, "0"), (1 / 3, "0.33"), (0.5, "0.5"), (1234.5, "1234.5"), (100, "100"), (None, "")],
)
def test_amounts(score, shown):
    assert amount(score) == shown

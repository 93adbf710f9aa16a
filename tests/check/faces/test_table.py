"""The report in a terminal."""

import pytest

from qbank.check.faces.table import as_table
from qbank.check.layout import width
from tests.check.faces.report import CELLS, EMPTY, REPORT


def test_four_blocks():
    answers, students, group, questions = "".join(as_table(REPORT, None)).split("\n\n")
    assert answers.splitlines()[0].split() == [
        "student",
        "question",
        "answer",
        "read",
        "as",
        "verdict",
        "score",
    ]
    assert answers.splitlines()[2].endswith("0      blocks the diagonal: a token sees i ≤ j.")
    assert answers.splitlines()[3].endswith("'=' means nothing.")
    assert students.splitlines()[1].split() == ["ana", "1", "1", "0", "0", "1", "1"]
    assert students.splitlines()[3].split() == ["=ben()", "1", "0", "0", "0", "1", "0", "1"]
    assert group == "4 students, mean 25%; 1 sum is provisional, since answers are open."
    assert questions.splitlines()[1].split() == [
        f"{CELLS.id}.blocked", "2", "0.5", "50%", "1", "×", "blocks", "the", "diagonal",
    ]  # fmt: skip
    assert questions.splitlines()[2].split()[1:5] == ["1", "0", "100%", "1"]


@pytest.mark.parametrize("limit", [40, 55, 70, 100, 200])
def test_it_fits_the_window_and_splits_no_name(limit):
    drawn = "".join(as_table(REPORT, limit))
    assert max(map(width, drawn.splitlines())) <= limit
    for answer in REPORT.answers:
        assert answer.asked.name in drawn
        assert answer.verdict.verdict.value in drawn


def test_nothing_graded_is_no_table():
    assert list(as_table(EMPTY, 80)) == []


def test_explained():
    drawn = "".join(as_table(REPORT, None, explain=True))
    assert "This is right. Right is exactly 36, however that number is spelled." in drawn
    assert "a token sees i ≤ j. Right is exactly 36, however" in drawn
    assert "Right is exactly" not in "".join(as_table(REPORT, None))


def test_a_roster_s_names_have_a_column():
    named = REPORT._replace(students=tuple(student._replace(name="Ana Ode") for student in REPORT.students))
    drawn = "".join(as_table(named, None))
    assert "student  name     answered" in drawn
    assert "ana      Ana Ode  1" in drawn

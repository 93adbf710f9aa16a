"""The cells that the faces for people share."""

from qbank.answers import Diagnosis
from qbank.check.faces.rows import answers, questions, slip_named, students
from qbank.check.report import Slip
from tests.check.faces.report import BIAS, CELLS, KNOWN, LAYER, REPORT


def test_rows_can_be_gone_through_again():
    rows = answers(REPORT, explain=False)
    assert list(rows) == list(rows)
    assert len(list(rows)) == 5


def test_an_answer():
    [_, _, wrong, *_] = answers(REPORT, explain=False)
    said = "blocks the diagonal: a token sees i ≤ j."
    assert list(wrong) == ["ben", f"{CELLS.id}.blocked", "45", "45", "wrong", "0", said]


def test_explained_every_answer_has_its_reason_and_the_rule():
    [_, right, *_] = answers(REPORT, explain=True)
    assert right[-1] == "This is right. Right is exactly 36, however that number is spelled."


def test_a_student():
    assert [list(row) for row in students(REPORT)][3] == ["=ben()", "1", "0", "0", "0", "1", "0", "1"]


def test_a_question():
    assert list(questions(REPORT))[2] == [LAYER.id, "1", "0", "100%", "1", "1 × under bias = false"]


def test_mistakes_are_named_and_others_shown():
    sign = Diagnosis(("sign",), None, "The sign is the other one.")
    assert slip_named(Slip(KNOWN, "", 2)) == "blocks the diagonal"
    assert slip_named(Slip((*BIAS, sign), "", 2)) == "under bias = false or sign"
    assert slip_named(Slip((), "45", 2)) == "45"

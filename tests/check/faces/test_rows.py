"""The cells that the faces for people share."""

from qbank.answers import Diagnosis
from qbank.check.faces.rows import answers, questions, slip_named, students
from qbank.check.grading import Rules
from qbank.check.report import Slip, report
from tests.check.faces.report import ANSWERS, BIAS, CELLS, KNOWN, LAYER, REPORT
from tests.check.listed import Listed


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
    assert list(questions(REPORT))[2] == [LAYER.id, "1", "0", "100%", "1", "1 × Right without biases"]


def test_mistakes_are_named_and_others_shown():
    sign = Diagnosis(("sign",), None, "The sign is the other one.")
    assert slip_named(Slip(KNOWN, "", 2)) == "blocks the diagonal"
    assert slip_named(Slip((*BIAS, sign), "", 2)) == "Right without biases or sign"
    assert slip_named(Slip((), "45", 2)) == "45"


def test_on_a_sheet_the_printed_number_comes_first():
    given = Listed([one._replace(asked=one.asked._replace(number=f"{one.line}a")) for one in ANSWERS])
    result, asked = report(given, Rules()), ANSWERS[0].asked._replace(number="7")
    header, first, *_ = answers(result, False)
    assert (header[:3], first[:3]) == (["student", "no.", "question"], ["ana", "2a", f"{CELLS.id}.blocked"])
    # The first is 2a on one version and 3a on another; the second 4a, and 5a.
    assert [row[0] for row in questions(result)] == ["question", f"{CELLS.id}.blocked", LAYER.id]
    header, first = questions(report(Listed([ANSWERS[0]._replace(asked=asked)]), Rules()))
    assert (header[:2], first[:2]) == (["no.", "question"], ["7", f"{CELLS.id}.blocked"])

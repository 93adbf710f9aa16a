"""Verdicts on what was typed, and what never gets one."""

import pytest

from qbank import answers
from qbank.answers import Verdict, Word
from qbank.check import grading
from qbank.check.grading import FAULT, VOID, Rules, arguments, is_open, judge, judged
from qbank.check.lookup import Asked
from qbank.corrections import Correction
from qbank.errors import QbankError
from tests.check.samples import CELLS, LAYER, WEIGHT, part

BLOCKED = Asked(CELLS, CELLS.parts[0])
PARAMETERS = Asked(LAYER, LAYER.parts[0])
SOFTMAX = Asked(WEIGHT, WEIGHT.parts[0])


@pytest.mark.parametrize(
    ("answer", "verdict", "names"),
    [
        ("36", "right", None),
        ("45", "wrong", ("blocks_the_diagonal",)),
        ("", "blank", None),
        ("abc", "unreadable", None),
        ("35", "wrong", ("off_by_one",)),
    ],
)
def test_verdicts_and_diagnoses(answer, verdict, names):
    said = judged(BLOCKED, answer, Rules())
    assert said.verdict == verdict
    assert [item.names for item in said.diagnosis] == ([names] if names else [])


def test_another_convention_is_named():
    assert judged(PARAMETERS, "4,195,840", Rules()).diagnosis[0].convention == (("bias", False),)


@pytest.mark.parametrize(
    ("rules", "asked", "answer", "score"),
    [
        (Rules(), PARAMETERS, "4195840", 0),
        (Rules(convention=0.25), PARAMETERS, "4195840", 0.25),
        (Rules(), SOFTMAX, "0.7310", 0.5),
        (Rules(truncated=0.75), SOFTMAX, "0.7310", 0.75),
        (Rules(), SOFTMAX, "0.73", 0.5),
        (Rules(few_digits=0.25), SOFTMAX, "0.73", 0.25),
        (Rules(), SOFTMAX, "0.7312", 0),
        (Rules(last_digit=0.125), SOFTMAX, "0.7312", 0.125),
        (Rules(locale="de"), PARAMETERS, "4.204.032", 1),
    ],
)
def test_rules_reach_the_verdict(rules, asked, answer, score):
    assert judged(asked, answer, rules).score == pytest.approx(score)


def test_a_judge_says_what_is_said_of_each_answer():
    verdict = judge(PARAMETERS, Rules(convention=0.5))
    for answer in ("4204032", "4,195,840", "7", "", "many"):
        assert verdict(answer) == judged(PARAMETERS, answer, Rules(convention=0.5))


def test_arguments_are_those_of_grade():
    told = arguments(PARAMETERS.part, Rules(locale="de"))
    assert answers.grade(text="4.204.032 parameters", **told).verdict is Word.RIGHT


def corrected(action, value=None):
    line = Correction(
        CELLS.id, "blocked", action, value, "the figure was missing", "", "2026-05-31T12:00:00+00:00"
    )
    return BLOCKED._replace(corrections=(line,))


@pytest.mark.parametrize(
    ("asked", "answer", "verdict", "score", "code"),
    [
        (corrected("accept", "35"), "35", "right", 1, "accepted"),
        (corrected("accept", "35"), "36", "right", 1, None),
        (corrected("rekey", "35"), "36", "wrong", 0, "off_by_one"),
        (corrected("full_marks"), "abc", "right", 1, "full_marks"),
        (corrected("void"), "36", "right", 0, VOID),
    ],
)
def test_corrections_are_obeyed(asked, answer, verdict, score, code):
    said = judged(asked, answer, Rules())
    assert (said.verdict, said.score) == (verdict, score)
    assert code is None or said.code == code or [item.names for item in said.diagnosis] == [(code,)]


@pytest.mark.parametrize(
    ("word", "code", "is_one"),
    [
        (Word.UNREADABLE, "character", True),
        (Word.UNDECIDED, FAULT, True),
        (Word.UNREADABLE, VOID, False),
        (Word.WRONG, None, False),
        (Word.BLANK, "blank", False),
    ],
)
def test_open_is_what_a_person_must_settle(word, code, is_one):
    assert is_open(Verdict(word, code=code)) is is_one


@pytest.mark.parametrize(
    "fault", [ZeroDivisionError("x"), RecursionError("x"), KeyError("x"), QbankError("bad key")]
)
def test_a_fault_of_the_checker_is_undecided(monkeypatch, fault):
    def fail(*_, **__):
        raise fault

    monkeypatch.setattr(answers, "grade", fail)
    said = judged(PARAMETERS, "7", Rules())
    assert (said.verdict, said.score, said.code) == ("undecided", 0, FAULT)
    assert said.why.startswith("The checker failed")


@pytest.mark.parametrize(
    "broken",
    [
        part({"kind": "integer"}, "1/0", "?"),
        part({"kind": "integer"}, "one", "?"),
        part({"kind": "nothing"}, "1", "?"),
        part({"kind": "decimal"}, "1", "?"),
        part({"kind": "choice"}, "B", "B", options=None),
    ],
)
def test_a_damaged_key_is_never_the_students_fault(broken):
    assert judged(Asked(LAYER, broken), "7", Rules()).verdict in ("undecided", "unreadable")


def test_faults_are_named_one_by_one():
    assert Exception not in grading._FAULTS
    assert BaseException not in grading._FAULTS

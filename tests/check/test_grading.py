"""Verdicts on a table's answers, and what never gets one."""

import pytest

from qbank import answers
from qbank.check import grading
from qbank.check.grading import FAULT, Rules, graded, judged
from qbank.check.lookup import Questions
from qbank.check.table import read_table
from qbank.errors import QbankError
from tests.check.samples import CELLS, CLAIM, LAYER, WEIGHT, make_bank, part


@pytest.fixture
def check(tmp_path):
    """The graded answers of a table and its problems."""
    find = Questions([make_bank(tmp_path)]).asked

    def run(text, rules=Rules()):  # noqa: B008  (immutable)
        problems = []
        given = list(graded(read_table(text.encode(), "a.csv", problems), find, rules, problems))
        return given, [str(problem) for problem in problems]

    return run


def test_each_answer_keeps_its_line_student_and_text(check):
    given, problems = check(
        f"question,answer,student\n{CELLS.id}.blocked,36,ana\n\n{LAYER.id},4204032 parameters,ben\n"
    )
    assert problems == []
    assert [(a.line, a.student, a.asked.name, a.answer, a.verdict.verdict) for a in given] == [
        (2, "ana", f"{CELLS.id}.blocked", "36", "right"),
        (4, "ben", LAYER.id, "4204032 parameters", "right"),
    ]


@pytest.mark.parametrize(
    ("answer", "verdict", "names"),
    [
        ("45", "wrong", ("blocks_the_diagonal",)),
        ("", "blank", None),
        ("abc", "unreadable", None),
        ("35", "wrong", ("off_by_one",)),
    ],
)
def test_verdicts_and_diagnoses(check, answer, verdict, names):
    (given,), _ = check(f"question,answer\n{CELLS.id}.blocked,{answer}\n")
    assert given.verdict.verdict == verdict
    assert [item.names for item in given.verdict.diagnosis] == ([names] if names else [])


def test_another_convention_is_named(check):
    (given,), _ = check(f'question,answer\n{LAYER.id},"4,195,840"\n')
    assert given.verdict.diagnosis[0].convention == (("bias", False),)


@pytest.mark.parametrize(
    ("rules", "question", "answer", "score"),
    [
        (Rules(), LAYER, "4195840", 0),
        (Rules(convention=0.25), LAYER, "4195840", 0.25),
        (Rules(), WEIGHT, "0.7310", 0.5),
        (Rules(truncated=0.75), WEIGHT, "0.7310", 0.75),
        (Rules(), WEIGHT, "0.73", 0.5),
        (Rules(few_digits=0.25), WEIGHT, "0.73", 0.25),
        (Rules(), WEIGHT, "0.7312", 0),
        (Rules(last_digit=0.125), WEIGHT, "0.7312", 0.125),
        (Rules(locale="de"), LAYER, "4.204.032", 1),
    ],
)
def test_rules_reach_the_verdict(check, rules, question, answer, score):
    (given,), _ = check(f'question,answer\n{question.id},"{answer}"\n', rules)
    assert given.verdict.score == pytest.approx(score)


def test_an_unknown_question_is_named_and_the_others_are_graded(check):
    given, problems = check(f"question,answer\nqzzzzzzzzzz,1\n{CELLS.id},2\n{CELLS.id}.open,45\n,3\n")
    assert [a.line for a in given] == [4]
    assert [problem.partition(";")[0] for problem in problems] == [
        "a.csv:2:1: no question 'qzzzzzzzzzz'",
        f"a.csv:3:1: {CELLS.id} asks for several parts",
        "a.csv:5:1: no question ''",
    ]


def test_an_unknown_column_is_named_once(check):
    given, problems = check(f"student,qzzzzzzzzzz,{LAYER.id}\nana,1,2\nben,3,4\n")
    assert [a.student for a in given] == ["ana", "ben"]
    assert [problem.partition(";")[0] for problem in problems] == ["a.csv:1:9: no question 'qzzzzzzzzzz'"]


def test_a_second_answer_is_not_graded(check):
    given, problems = check(
        f"question,answer,student\n{LAYER.id},1,ana\n{LAYER.id},2,ben\n{LAYER.id.upper()},3,ana\n"
    )
    assert [a.answer for a in given] == ["1", "2"]
    assert problems == [
        f"a.csv:4:13: student 'ana' answers {LAYER.id} a second time, first on line 2; remove one of them"
    ]


def test_a_second_row_of_a_student_in_wide_form_is_one_problem(check):
    given, problems = check(f"student,{LAYER.id},{CLAIM.id}\nana,1,A\nana,2,B\n")
    assert [a.answer for a in given] == ["1", "A"]
    assert len(problems) == 1


def test_two_columns_for_one_question(check):
    given, problems = check(f"student,{LAYER.id},{LAYER.id}.\nana,1,2\nben,1,2\n")
    assert [a.answer for a in given] == ["1", "1"]
    assert problems == [f"a.csv:1:21: a second column for {LAYER.id}; remove one of them"]


def test_a_damaged_bank_is_no_unknown_question(tmp_path):
    bank = make_bank(tmp_path)
    path = bank.files()[0]
    path.write_text(
        path.read_text(encoding="utf-8").replace("decoder reads", "decoder sees"), encoding="utf-8"
    )
    rows = read_table(f"question,answer\n{LAYER.id},1\n".encode(), "a.csv", [])
    with pytest.raises(QbankError, match="was edited after it was written"):
        list(graded(rows, Questions([bank]).asked, Rules(), []))


def test_the_same_answer_is_judged_once(check, monkeypatch):
    calls = []
    real = answers.grade
    monkeypatch.setattr(answers, "grade", lambda *a, **k: calls.append(a) or real(*a, **k))
    given, _ = check("question,answer,student\n" + "".join(f"{LAYER.id},7,s{n}\n" for n in range(5)))
    assert len(given) == 5
    assert len(calls) == 1


@pytest.mark.parametrize(
    "fault", [ZeroDivisionError("x"), RecursionError("x"), KeyError("x"), QbankError("bad key")]
)
def test_a_fault_of_the_checker_is_undecided_and_told(check, monkeypatch, fault):
    def fail(*_, **__):
        raise fault

    monkeypatch.setattr(answers, "grade", fail)
    (given,), problems = check(f"question,answer\n{LAYER.id},7\n")
    assert (given.verdict.verdict, given.verdict.score, given.verdict.code) == ("undecided", 0, FAULT)
    assert len(problems) == 1
    assert problems[0].startswith("a.csv:2:13: The checker failed")


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
    assert judged(broken, "7", Rules()).verdict in ("undecided", "unreadable")


def test_faults_are_named_one_by_one():
    assert Exception not in grading._FAULTS
    assert BaseException not in grading._FAULTS

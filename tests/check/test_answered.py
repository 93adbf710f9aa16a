"""Answers with their verdicts can be gone through again and again, and come out the same."""

import pytest

from qbank import answers, limits
from qbank.check.answered import Answered
from qbank.check.collect import collect
from qbank.check.grading import FAULT, Rules, judged
from qbank.check.lookup import Questions
from qbank.check.problems import Problems
from qbank.check.review import Decision, Decisions
from tests.check.samples import CELLS, LAYER, make_bank
from tests.check.tables import table

BLOCKED = f"{CELLS.id}.blocked"
ROWS = [
    ("ana", BLOCKED, "36"),
    ("ben", LAYER.id, "4195840"),
    ("ana", LAYER.id, "many"),
    ("ben", BLOCKED, "36"),
    ("cy", BLOCKED, ""),
]


@pytest.fixture
def answered(tmp_path):
    find = Questions([make_bank(tmp_path)]).asked

    def run(rows=ROWS, rules=Rules(), decisions=None):  # noqa: B008  (immutable)
        apart = {row.student for row in decisions.filled} if decisions else ()
        ledger = collect(table(*rows), find, Problems(), apart=apart).ledger
        return Answered(ledger, rules, decisions)

    return run


def test_answers_come_in_the_order_of_the_table_with_their_verdicts(answered):
    given = answered()
    assert len(given) == 5
    assert [(a.line, a.student, a.asked.name, a.answer, a.verdict.verdict) for a in given] == [
        (2, "ana", BLOCKED, "36", "right"),
        (3, "ben", LAYER.id, "4195840", "wrong"),
        (4, "ana", LAYER.id, "many", "unreadable"),
        (5, "ben", BLOCKED, "36", "right"),
        (6, "cy", BLOCKED, "", "blank"),
    ]
    assert list(given) == list(given)


def test_grouped(answered):
    given = answered()
    assert [(name, [a.line for a in theirs]) for name, theirs in given.by_student()] == [
        ("ana", [2, 4]),
        ("ben", [3, 5]),
        ("cy", [6]),
    ]
    assert [(name, [(a.line, times) for a, times in those]) for name, those in given.by_question()] == [
        (BLOCKED, [(2, 2), (6, 1)]),
        (LAYER.id, [(3, 1), (4, 1)]),
    ]


def test_rules_reach_the_verdicts(answered):
    assert [a.verdict.score for a in answered(rules=Rules(convention=0.25))][1] == 0.25


def counted(monkeypatch):
    """The texts that are judged, in order."""
    texts, real = [], answers.grade
    monkeypatch.setattr(answers, "grade", lambda **told: texts.append(told["text"]) or real(**told))
    return texts


def test_the_same_answer_is_judged_once(answered, monkeypatch):
    texts = counted(monkeypatch)
    given = answered()
    assert list(given) == list(given)
    assert texts == ["36", "4195840", "many", ""]


def test_beyond_the_bound_on_kept_verdicts_an_answer_is_judged_again(answered, monkeypatch):
    expected = list(answered())
    size = 200 + len(expected[0].verdict.read_as) + len(expected[0].verdict.why)
    texts = counted(monkeypatch)
    for room, judged_in_two_rounds in (
        (size, ["36", "4195840", "many", "", "4195840", "many", ""]),
        (size - 1, ["36", "4195840", "many", "36", "", "36", "4195840", "many", "36", ""]),
    ):
        monkeypatch.setattr(limits, "VERDICTS_BYTES", room)
        texts.clear()
        given = answered()
        assert list(given) == list(given) == expected
        assert texts[: len(judged_in_two_rounds)] == judged_in_two_rounds


def test_a_persons_decision_counts_for_that_student_and_text_while_the_answer_is_open(answered):
    decisions = Decisions(
        [
            Decision("ana", LAYER.id, "many", score="0,5", who="Dr. Lee", reason="the right idea"),
            Decision("ana", BLOCKED, "36", score="0", who="Dr. Lee", reason="no"),
            Decision("ben", LAYER.id, "many", score="1", who="Dr. Lee", reason="no"),
        ]
    )
    plain, decided = list(answered()), list(answered(decisions=decisions))
    assert [(a.verdict.verdict, a.verdict.score, a.verdict.code) for a in decided][2] == (
        "partly",
        0.5,
        "reviewed",
    )
    assert decided[:2] + decided[3:] == plain[:2] + plain[3:]


def test_faults_are_told_by_their_lines_once_they_were_met(answered, monkeypatch):
    def fail(text, **told):
        if text == "many":
            raise ZeroDivisionError("x")
        return real(text=text, **told)

    real = answers.grade
    monkeypatch.setattr(answers, "grade", fail)
    given = answered([*ROWS, ("dan", LAYER.id, "many")])
    assert [a.verdict.code == FAULT for a in given] == [False, False, True, False, False, True]
    why = judged(next(iter(given)).asked._replace(), "many", Rules()).why
    assert [str(fault) for fault in given.faults("a.csv")] == [f"a.csv:4: {why}", f"a.csv:7: {why}"]


def test_without_a_fault_nothing_is_gone_through(answered):
    given = answered()
    list(given)
    assert list(given.faults("a.csv")) == []

"""What a person decided, by student, question and text."""

import pytest

from qbank import limits
from qbank.answers import Verdict, Word
from qbank.check.review import REVIEWED, Decision, Decisions, bound, reviewed

UNREAD = Verdict(Word.UNREADABLE, why="This has *no* number.", code="syntax")
HALF = Decision("ana", "q1", "a half", score="0,5", who="Ada *Ode*", reason="the idea is right.")
OPEN = Decision("ana", "q2", "many")
NOTED = Decision("ben", "q2", "few", who="ada", reason="to be asked")


def test_a_decision_is_bound_to_student_question_and_text():
    decisions = Decisions([HALF, OPEN])
    assert decisions.decided("ana", "q1", "a half") == HALF
    for other in (
        ("ben", "q1", "a half"),
        ("ana", "q2", "a half"),
        ("ana", "q1", "a  half"),
        ("ana", "q2", "many"),
    ):
        assert decisions.decided(*other) is None


def test_only_rows_with_a_score_count():
    assert len(Decisions([HALF, OPEN, NOTED])) == 1
    assert not Decisions([OPEN])
    assert Decisions([HALF, OPEN, NOTED]).filled == (HALF,)


def test_a_decision_that_nobody_asked_for_is_idle():
    decisions = Decisions([HALF, HALF._replace(student="cy"), OPEN])
    decisions.decided("cy", "q1", "a half")
    decisions.decided("ana", "q2", "many")
    assert decisions.idle == (HALF,)


def test_what_was_begun_is_unfinished():
    assert list(Decisions([HALF, OPEN, NOTED]).unfinished()) == [NOTED]


@pytest.mark.parametrize(
    ("score", "word", "share"),
    [
        ("1", "right", 1),
        ("1.0", "right", 1),
        ("0", "wrong", 0),
        (".25", "partly", 0.25),
        ("0,5", "partly", 0.5),
    ],
)
def test_the_score_gives_the_word(score, word, share):
    verdict = reviewed(UNREAD, HALF._replace(score=score))
    assert (verdict.verdict, verdict.score, verdict.code) == (word, share, REVIEWED)


def test_the_verdict_says_who_and_why_and_what_was_before():
    why = "Decided by Ada *Ode*: the idea is right. Before that: This has *no* number."
    assert reviewed(UNREAD, HALF).why == why
    assert reviewed(UNREAD, HALF._replace(reason="")).why.startswith("Decided by Ada *Ode*. Before")


def test_line_ends_are_those_of_a_spreadsheet():
    assert Decisions([HALF._replace(answer="a\nb\nc")]).decided("ana", "q1", "a\r\nb\rc")


def test_a_long_answer_is_bound_by_its_beginning_and_its_digest():
    most = limits.BOUND_CHARACTERS
    assert bound("x" * most) == "x" * most
    long = bound("x" * (most + 1))
    assert long.startswith("x" * (most // 2) + "… (601 characters, ")
    assert bound(long) == long != bound("x" * most + "y")
    assert Decisions([HALF._replace(answer=long)]).decided("ana", "q1", "x" * (most + 1))

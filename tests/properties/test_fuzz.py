"""A few thousand of the texts that `python -m tests.properties.fuzz` tries by the million."""

import pytest

from qbank.answers import Verdict, Word

from .fuzz import case, require_sound, run


def test_whatever_is_typed_gets_a_verdict():
    words, raised, _ = run(range(2_000))
    assert raised == []
    assert set(words) >= {"right", "partly", "wrong", "unreadable", "blank"}


def test_a_text_is_always_the_same():
    assert [case(number) for number in range(20)] == [case(number) for number in range(20)]


@pytest.mark.parametrize(
    "verdict",
    [
        Verdict(Word.WRONG, 0.5, "5", "No."),
        Verdict(Word.RIGHT, 0.5, "5", "Yes."),
        Verdict(Word.WRONG, 0, None, "No."),
        Verdict(Word.UNREADABLE, 0, "5", "Why."),
        Verdict(Word.WRONG, 0, "5", ""),
        Verdict(Word.UNDECIDED, 0, None, "A fault.", "fault"),
    ],
)
def test_what_is_no_verdict_is_told(verdict):
    with pytest.raises(AssertionError):
        require_sound(verdict)


def test_what_cannot_be_shown_is_told():
    with pytest.raises(UnicodeEncodeError):
        require_sound(Verdict(Word.WRONG, 0, "\ud800", "No."))

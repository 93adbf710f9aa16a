import pytest

from qbank.answers.verdict import REMARKS, Verdict, Word, remarked


def test_words_are_their_own_text():
    assert f"{Word.PARTLY}" == "partly" == Word.PARTLY


def test_a_verdict_cannot_be_changed():
    with pytest.raises(AttributeError):
        Verdict(Word.WRONG).score = 1.0


@pytest.mark.parametrize("code", ["truncated", "few_digits", "last_digit", "not_exact"])
def test_remarks(code):
    assert remarked(Word.PARTLY, 0.5, code).why == REMARKS[code]

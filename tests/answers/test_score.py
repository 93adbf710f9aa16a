import pytest

from qbank.answers.score import share, together
from qbank.answers.verdict import REMARKS, RIGHT, WRONG, Word, remarked

CUT_OFF = remarked(Word.PARTLY, 0.5, "truncated")


@pytest.mark.parametrize(
    ("scores", "longer", "asked", "guessable", "score"),
    [
        ([1, 1, 1, 1], 4, 4, 2, 1),
        ([0, 0, 1, 1], 4, 4, 2, 0),  # all zeros, or swapped numbers beside two given zeros
        ([1, 0, 1, 1], 4, 4, 2, 0.5),
        ([1, 1, 0], 3, 3, 1, 0.5),  # two of three different numbers
        ([1, 1, 1, 1], 5, 4, 2, 2 / 3),
        ([1, 1], 3, 3, 1, 0.5),
        ([0, 1, 0, 0], 4, 4, 2, 0),
        ([1, 1, 0], 3, 3, 3, 0),  # all alike: all or nothing
        ([1, 1, 1], 4, 3, 3, 0),
        ([0.5, 0.5, 0.5], 3, 3, 3, 0.5),
        ([0.5, 0.5, 1, 1], 4, 4, 2, 0.5),
        ([], 1, 0, 0, 0),
    ],
)
def test_what_stands_above_guessing(scores, longer, asked, guessable, score):
    assert share(scores, longer, asked, guessable) == pytest.approx(score)


@pytest.mark.parametrize(
    ("outcomes", "typed", "asked", "guessable", "word", "code"),
    [
        ([RIGHT, RIGHT], 2, 2, 1, Word.RIGHT, None),
        ([RIGHT, WRONG, RIGHT], 3, 3, 1, Word.PARTLY, "entries"),
        ([RIGHT, WRONG], 2, 2, 1, Word.WRONG, "entries"),
        ([RIGHT, CUT_OFF], 2, 2, 1, Word.PARTLY, "truncated"),
        ([RIGHT, CUT_OFF, WRONG], 3, 3, 1, Word.PARTLY, "entries"),
        ([RIGHT, RIGHT], 3, 2, 1, Word.PARTLY, "length"),
        ([RIGHT, RIGHT], 2, 3, 1, Word.PARTLY, "length"),
    ],
)
def test_the_outcome_of_all_entries(outcomes, typed, asked, guessable, word, code):
    outcome = together(outcomes, typed, asked, guessable)
    assert (outcome.word, outcome.code) == (word, code)
    assert len(outcome.entries) == max(typed, asked)


def test_one_common_fault_is_explained():
    assert REMARKS["truncated"] in together([CUT_OFF, RIGHT], 2, 2, 1).why


def test_one_entry_is_counted_as_one():
    assert together([RIGHT], 1, 2, 1).why.startswith("1 entry was read")
    assert together([RIGHT, RIGHT], 2, 3, 1).why.startswith("2 entries were read")

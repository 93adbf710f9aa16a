import pytest

from qbank.errors import LONGEST_MISSPELT, QbankError, did_you_mean, one_slip_away


@pytest.mark.parametrize(
    ("word", "close"),
    [
        ("vectr", "vector"),
        ("vecotr", "vector"),
        ("vectorr", "vector"),
        ("wector", "vector"),
        ("MASK", "mask"),
        ("t", "T"),
    ],
)
def test_a_near_miss_is_named(word, close):
    assert did_you_mean(word, ["mask", "vector", "T"]) == f"did you mean {close!r}?"


@pytest.mark.parametrize("word", ["x", "vtcr", "v" * (LONGEST_MISSPELT + 1)])
def test_otherwise_what_is_known_is_listed(word):
    assert did_you_mean(word, ("vector", "d")) == "known here: vector, d"


def test_nothing_is_known():
    assert did_you_mean("mask", []) == "known here: none"


def test_words_that_are_too_long_are_not_searched():
    assert "v" * (LONGEST_MISSPELT - 1) in one_slip_away("v" * LONGEST_MISSPELT, "v")
    assert list(one_slip_away("v" * (LONGEST_MISSPELT + 1), "v")) == []


def test_an_error_is_one_line():
    error = QbankError("no such topic", where="bank.yaml:3", hint="write mask")
    assert str(error) == "bank.yaml:3: no such topic; write mask"

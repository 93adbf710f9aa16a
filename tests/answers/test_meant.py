"""What a list may be meant to say though the rules read it otherwise."""

import pytest

from qbank.answers.meant import other_commas, other_signs


@pytest.mark.parametrize(
    ("text", "ways"),
    [
        ("0,84,0,04", ("0.84, 0.04 ", "0.84,0.04")),
        ("0,5, 0,25", ("0.5,  0.25 ", "0,5, 0.25")),
        ("0,84,0,04,0,0", ("0.84, 0.04, 0.0 ", "0.84,0.04,0,0")),
        ("1,000; 2,000", ("1000; 2000", "1.000 ; 2.000 ", "1.000; 2.000")),
        ("0.5; 0.25", ()),
    ],
)
def test_what_commas_may_mean_after_all(text, ways):
    assert other_commas(text, decimal=False, other_size=True) == ways


def test_where_commas_are_decimal_they_may_separate_after_all():
    assert other_commas("1,5", decimal=True, other_size=False) == ("1, 5",)


@pytest.mark.parametrize(
    ("text", "ways"),
    [
        ("- 1;- 2", ("1;2",)),
        ("-1;-2", ()),
        ("- 1;2", ()),
        ("1 ½ ¼", ("(1+½) ¼",)),
        ("1 1/2", ("(1+1/2)",)),
        ("0.1 ½", ()),
        ("1,2 3", ("1 2 3",)),
        ("1;2,3", ("1;2;3",)),
        ("1, 2", ()),
    ],
)
def test_what_blanks_and_dashes_may_mean_after_all(text, ways):
    assert other_signs(text, whole=True) == ways


def test_among_decimals_a_comma_may_be_the_decimal_sign():
    assert other_signs("1,2 3", whole=False) == ()

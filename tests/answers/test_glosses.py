"""A value with its gloss in brackets is no product."""

import pytest

from qbank import exact
from qbank.answers import Unreadable, glosses
from qbank.answers.readings import Manner
from qbank.answers.readings import readings as read


def values(text, names=()):
    return [exact.text(reading.value) for reading in read(text, Manner(names=names))]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("0.75 (3/4)", ["3/4", "3/4"]),
        ("2/3 (0.67)", ["2/3", "67/100"]),
        ("0.67 (2/3)", ["67/100", "2/3"]),
        ("2/3 (≈ 0.67)", ["2/3", "67/100"]),
        ("3/4 [75 %]", ["3/4", "3/4"]),
        ("p = 3/4 (0.75)", ["3/4", "3/4"]),
        ("1.5 = 3/2 (1.5)", ["3/2", "3/2", "3/2"]),
        ("9 (5)", ["45", "9", "5"]),
        ("9(5)", ["45"]),
        ("sqrt (4)", ["2"]),
        ("2 * (3)", ["6"]),
        ("pi (2)", ["2*pi"]),
    ],
)
def test_a_gloss_or_a_factor(text, meant):
    assert values(text) == meant


def test_in_a_formula_what_is_no_gloss_is_a_factor():
    assert values("2 (d+f)", ("d", "f")) == ["2*d+2*f"]
    assert values("2d+2f (2(d+f))", ("d", "f")) == ["2*d+2*f", "2*d+2*f"]


def test_infinity_is_told_by_infinity_alone():
    assert values("inf (∞)") == ["inf", "inf"]
    with pytest.raises(Unreadable):
        read("inf (1)", Manner())


def test_a_text_without_a_gloss_is_read_once():
    asked = []
    glosses.readings("(1) 2", lambda text: asked.append(text) or ())
    glosses.readings("2)", lambda text: asked.append(text) or ())
    assert asked == ["(1) 2", "2)"]

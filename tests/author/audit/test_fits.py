"""How published texts stand to exact values."""

from types import SimpleNamespace

import pytest

from qbank.answers import kind
from qbank.author.audit.fits import Fit, fit
from qbank.exact import Whole, exp, inf, log, sqrt


def stands(spec, value, text, unit=None, names=None):
    return fit(SimpleNamespace(kind=kind(spec), unit=unit), value, text, names)


FOUR = {"kind": "decimal", "places": 4}
LIST = {"kind": "vector", "of": FOUR}


@pytest.mark.parametrize(
    ("spec", "value", "text", "expected"),
    [
        ("integer", Whole(13_015_864_320), "13,015,864,320", Fit.EXACTLY),
        ("integer", Whole(13_015_864_320), "13.0e9", Fit.ROUNDED),
        ("integer", Whole(13_015_864_320), "about 13 billion", Fit.ROUNDED),
        ("integer", Whole(13_015_864_320), "13.1e9", Fit.NEARLY),  # one off in its last digit, 0.6 %
        ("integer", Whole(13_015_864_320), "12.8e9", Fit.NOT),
        ("integer", Whole(13_015_864_320), "13,015,864,321", Fit.NOT),  # no rounding: a wrong count
        ("integer", Whole(63_082_496), "65 million", Fit.NOT),
        ("exact", Whole(14) / 15, "14/15", Fit.EXACTLY),
        ("exact", Whole(14) / 15, "0.93", Fit.EXACTLY),
        ("exact", Whole(14) / 15, "0.934", Fit.NEARLY),
        ("exact", Whole(14) / 15, "0.94", Fit.NEARLY),
        ("exact", Whole(14) / 15, "0.9", Fit.ROUNDED),
        ("exact", Whole(14) / 15, "0.8", Fit.NOT),
        (FOUR, log(28), "3.3322", Fit.EXACTLY),
        (FOUR, log(28), "ln 28", Fit.EXACTLY),
        (FOUR, log(28), "3.33", Fit.EXACTLY),
        (FOUR, log(28), "3.332204", Fit.EXACTLY),
        (FOUR, log(28), "3.3323", Fit.NEARLY),
        (FOUR, log(28), "3.4", Fit.NOT),
        (FOUR, sqrt(2), "no number", Fit.NOT),
        ("exact", sqrt(2) / 2, "1", Fit.NOT),
        ("exact", sqrt(2) / 2, "7.071 × 10^-1", Fit.EXACTLY),
        ("integer", Whole(499_500), "500k", Fit.ROUNDED),
        ("integer", Whole(499_500), "1e6", Fit.NOT),
        (LIST, (exp(-1), Whole(0)), "[0.37, 0.0]", Fit.EXACTLY),
        (LIST, (Whole(14) / 15, Whole(1) / 30), "[0.93, 0.03333]", Fit.EXACTLY),
        (LIST, (Whole(14) / 15, Whole(1) / 30), "[0.93, 1/30]", Fit.EXACTLY),
        (LIST, (Whole(14) / 15, Whole(1) / 30), "p = [93.3%, 3.33%]", Fit.EXACTLY),
        (LIST, (Whole(14) / 15, Whole(1) / 30), "[0.9, 0.0]", Fit.ROUNDED),
        (LIST, (Whole(14) / 15, Whole(1) / 30), "[0.9, 0.1]", Fit.NOT),
        (LIST, (exp(-1), Whole(0)), "[0.36, 0]", Fit.NOT),
        (LIST, (exp(-1), Whole(0)), "[0.35, 0.0]", Fit.NOT),
        (LIST, (exp(-1), Whole(0)), "[0.37]", Fit.NOT),
        (LIST, (exp(-1), Whole(0)), "[0.3679, 0]", Fit.EXACTLY),
        ({**LIST, "infinite": True}, (exp(-1), -inf), "[0.37, -inf]", Fit.EXACTLY),
        ({**LIST, "infinite": True}, (exp(-1), -inf), "[0.37, 0]", Fit.NOT),
        ({"kind": "vector", "of": "integer"}, (Whole(3), Whole(4)), "[3, 4]", Fit.EXACTLY),
        ({"kind": "vector", "of": "integer"}, (Whole(3), Whole(4)), "[3.0, 4.1]", Fit.NOT),
        ("shape", (Whole(2), Whole(3)), "2x3", Fit.EXACTLY),
        ("tokens", ("BOS", "A"), "[<BOS>, A]", Fit.EXACTLY),
        ("tokens", ("BOS", "A"), "[A, BOS]", Fit.NOT),
    ],
)
def test_fits(spec, value, text, expected):
    assert stands(spec, value, text) is expected


def test_bytes_are_read_in_their_units():
    size = Whole(2**30)
    found = {
        text: stands("integer", size, text, "bytes") for text in ("1 GiB", "1.07 GB", "1,073,741,824", "2 GB")
    }
    assert list(found.values()) == [Fit.EXACTLY, Fit.ROUNDED, Fit.EXACTLY, Fit.NOT]


OPTIONS = {"post_ln": "After the residual sum", "pre_ln": "Before the sub-layer"}


@pytest.mark.parametrize(
    ("text", "value", "expected"),
    [
        ("post_ln", "post_ln", Fit.EXACTLY),
        ("after the residual sum.", "post_ln", Fit.EXACTLY),
        ("pre_ln", "post_ln", Fit.NOT),
        ("[pre_ln, post_ln]", frozenset(OPTIONS), Fit.EXACTLY),
        ("pre_ln", frozenset(OPTIONS), Fit.NOT),
        ("something else", "post_ln", Fit.NOT),
        ("none", frozenset(), Fit.EXACTLY),
    ],
)
def test_options_by_name_or_words(text, value, expected):
    assert stands("choice", value, text, names=OPTIONS) is expected


@pytest.mark.parametrize(("text", "expected"), [("yes", Fit.EXACTLY), ("T", Fit.EXACTLY), ("no", Fit.NOT)])
def test_claims_are_answered_as_people_do(text, expected):
    assert stands("choice", "true", text, names={"true": "True", "false": "False"}) is expected

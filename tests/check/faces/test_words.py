"""How scores, shares and markup are written."""

import pytest

from qbank.check.faces.words import amount, percent, plain, verdict_json
from tests.check.faces.report import ANSWERS


@pytest.mark.parametrize(
    ("text", "shown"), [("No markup.", "No markup."), ("It is $8d^2$.", "It is 8d²."), ("*so*", "so")]
)
def test_plain(text, shown):
    assert plain(text) == shown


@pytest.mark.parametrize(
    ("score", "shown"),
    [(1.0, "1"), (0, "0"), (1 / 3, "0.33"), (0.5, "0.5"), (1234.5, "1234.5"), (100, "100"), (None, "")],
)
def test_amounts(score, shown):
    assert amount(score) == shown


@pytest.mark.parametrize(("share", "shown"), [(0.5, "50%"), (1 / 3, "33%"), (0, "0%"), (None, "")])
def test_shares(share, shown):
    assert percent(share) == shown


def test_a_verdict_as_json():
    assert verdict_json(ANSWERS[3].verdict) == {
        "verdict": "wrong",
        "score": 0.0,
        "read_as": "−4,195,840",
        "why": "",
        "diagnosis": [{"names": [], "convention": {"bias": False}, "feedback": "Right without biases."}],
    }

"""How scores, shares and markup are written."""

import pytest

from qbank.check.faces.words import amount, counted, exact, percent, plain, verdict_json
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
        "code": "known",
        "read_as": "−4,195,840",
        "why": "",
        "diagnosis": [{"names": [], "convention": {"bias": False}, "feedback": "Right without biases."}],
    }


@pytest.mark.parametrize(
    ("score", "said"),
    [
        (0, "0"),
        (1, "1"),
        (0.5, "0.5"),
        (5 / 6, "0.833333333"),
        (10.0, "10"),
        (1e-9, "0.000000001"),
        (0.1 + 0.2, "0.3"),
    ],
)
def test_exact(score, said):
    assert exact(score) == said


def test_counted():
    assert [counted(count, "answer") for count in (0, 1, 2, 1_000)] == [
        "0 answers", "1 answer", "2 answers", "1,000 answers",
    ]  # fmt: skip

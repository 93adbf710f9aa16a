"""What is said of a token that fits nowhere."""

import pytest

from qbank.answers import grade


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[0.5, 1]", "Several values where one is asked"),
        ("(0.5; 1)", "Several values"),
        ("0.5; 1", "Several values"),
        ("(0.5", "A '(' that is not closed; close it"),
        ("(0.5]", "write )"),
        ("2pi 10000^2", "* between factors"),
        ("1.2.3", "a second point"),
        ("2*", "ends too early"),
        ("1\n2", "second"),
        ("^2", "'^' fits nowhere"),
        (r"\sin^2 x", "a power between sin"),
    ],
)
def test_what_is_said(text, said):
    assert said.casefold() in grade({"kind": "decimal", "places": 4}, "1/3", text).why.casefold()

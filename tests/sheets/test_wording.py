from dataclasses import replace
from decimal import Decimal

import pytest

from qbank.question import Mistake, Proof
from qbank.sheets import wording
from qbank.sheets.sheet import Slot

TURNED = Slot(1, "q", ("",), 1, {"A": "C", "B": "A", "C": "B"})
PLAIN = replace(TURNED, options=None)


@pytest.mark.parametrize(
    ("count", "text"),
    [(1, "1 point"), (2, "2 points"), (Decimal("0.5"), "0.5 points"), (1 / 3, "0.3333 points")],
)
def test_points(count, text) -> None:
    assert wording.points(count) == text


def test_answers_carry_their_unit_and_printed_letters(asks) -> None:
    options = {"A": "one", "B": "two", "C": "three"}
    assert wording.answer(PLAIN, asks("integer", "5", "5")) == "5"
    assert wording.answer(PLAIN, asks("integer", "5", "5", unit="bytes")) == "5 bytes"
    assert wording.answer(TURNED, asks("choice", "A", "A", options=options)) == "B"
    assert wording.answer(TURNED, asks("choices", ("A", "C"), "A, C", options=options)) == "A, B"
    assert wording.answer(TURNED, asks("choices", (), "", options=options)) == "none"
    assert wording.right_option(TURNED, asks("choice", "A", "A", options=options)) == "one"
    assert wording.right_option(TURNED, asks("choices", ("A",), "A", options=options)) is None
    assert wording.right_option(PLAIN, asks("integer", "5", "5")) is None


def test_wrong_answers_too(asks) -> None:
    mistake = Mistake(("m",), None, "A", "A", "No.")
    choice = asks("choice", "B", "B", options={"A": "one", "B": "two", "C": "three"})
    assert wording.wrong_answer(TURNED, choice, mistake) == "B"
    assert (
        wording.wrong_answer(PLAIN, asks("integer", "5", "5"), mistake._replace(display="4,096")) == "4,096"
    )


@pytest.mark.parametrize(
    ("proof", "line"),
    [
        (
            Proof("measured", "zero_weights", "equal", "1.14.0", "2.13.0", "cpu", "float64"),
            "Measured with PyTorch 2.13.0 (zero weights): equal; SymPy 1.14.0 agrees.",
        ),
        (
            Proof("derived", "a_recurrence", "1e-9", None, "2.13.0", "cpu", "float64"),
            "Derived again with PyTorch 2.13.0 by another road (a recurrence): within 1e-9.",
        ),
        (Proof("asserted", "Ada", "equal", None, None, None, None), "Unproven: asserted by Ada."),
    ],
)
def test_the_proof_in_a_line(proof, line) -> None:
    assert wording.proof(proof) == line

"""What is said beside a verdict."""

import pytest

from qbank.answers import Diagnosis, Verdict, Word
from qbank.check.sentences import diagnosed, named, remark

OPEN = Diagnosis(("blocks_the_diagonal",), None, "A token may attend to itself.")
SAME = Diagnosis(("all_keys", "no_mask"), None, "LayerNorm is no mask.")
BIAS = Diagnosis((), (("bias", False),), "Right without biases.")
SLIP = Diagnosis(("off_by_one",), None, "This is off by one.")
TWO = Diagnosis(("not_normalized",), None, "The row sums to 2. It must sum to 1.")
WORDLESS = Diagnosis((), None, "It is late.")
PHRASED = Diagnosis((), (("count", "zero"),), "That is the answer for “counted from 0; or so”; not “from 1”.")
BARE = Diagnosis((), (("bias", False),), "")


@pytest.mark.parametrize(
    ("diagnosis", "said"),
    [
        ((), ""),
        ((OPEN,), "blocks the diagonal: a token may attend to itself."),
        ((SAME,), "all keys and no mask: LayerNorm is no mask."),
        ((BIAS,), "Right without biases."),
        ((BARE,), "under bias = false"),
        ((SLIP,), "This is off by one."),
        ((TWO,), "not normalized: the row sums to 2. It must sum to 1."),
        ((OPEN, BIAS), "either blocks the diagonal: a token may attend to itself; or Right without biases."),
        ((SLIP, BARE), "either this is off by one; or under bias = false"),
    ],
)
def test_diagnosed(diagnosis, said):
    assert diagnosed(diagnosis, str) == said


@pytest.mark.parametrize(
    ("item", "name"),
    [
        (WORDLESS, "It is late"),
        (SAME, "all keys and no mask"),
        (BIAS, "Right without biases"),
        (PHRASED, "answer for “counted from 0; or so”"),
        (BARE, "under bias = false"),
    ],
)
def test_named(item, name):
    assert named(item, str) == name


@pytest.mark.parametrize(
    ("verdict", "said"),
    [
        (Verdict(Word.RIGHT, 1, "36", "This is right."), ""),
        (Verdict(Word.BLANK, why="No answer was given.", code="blank"), ""),
        (Verdict(Word.WRONG, why="This is not the answer."), ""),
        (Verdict(Word.WRONG, why="Rounded too early?", code="last_digit"), "Rounded too early?"),
        (Verdict(Word.WRONG, why="…", code="known", diagnosis=(BIAS,)), "Right without biases."),
        (
            Verdict(Word.PARTLY, 0.5, why="2 of 4. It is cut off.", diagnosis=(SLIP,)),
            "2 of 4. It is cut off.",
        ),
        (Verdict(Word.UNREADABLE, why="'x' is no digit."), "'x' is no digit."),
        (Verdict(Word.UNDECIDED, why="A person will look."), "A person will look."),
    ],
)
def test_remark(verdict, said):
    assert remark(verdict, str) == said


def test_markup_in_feedback_is_turned_into_what_is_shown():
    assert (
        diagnosed((Diagnosis((), None, "It is $d^2$."),), lambda text: text.replace("$d^2$", "d²"))
        == "It is d²."
    )

"""The calculator: every convention, proven; and one clear line for what it cannot answer."""

import pytest

from qbank.author.solve import solve
from qbank.errors import QbankError


def test_the_decoder_layer(packs, lab):
    solution = solve(packs.template("parameters.decoder_layer"), {"d": "512", "f": "2048"}, lab)
    by_bias = {answer.conventions[0].value: answer.parts[0] for answer in solution.answers}
    assert by_bias[True].display == "4,204,032"
    assert by_bias[True].formula == "8d² + 2df + 15d + f"
    assert by_bias[False].display == "4,195,840"
    assert by_bias[False].formula == "8d² + 2df + 3d"
    assert all(answer.proof.how == "measured" for answer in solution.answers)


@pytest.mark.parametrize("value", [5, "5", "2+3", "10/2"])
def test_a_number_in_any_form(packs, lab, value):
    (answer,) = solve(packs.template("mask.cells"), {"T": value}, lab).answers
    assert {part.name: part.key for part in answer.parts} == {"blocked": "10", "open": "15"}


def test_a_list_and_a_fixed_convention(packs, lab):
    solution = solve(packs.template("mask.masked_weights"), {"scores": "[2, 1, 5, 3]", "i": 2}, lab)
    assert solution.answers[0].parts[0].key == "[e/(e+1),1/(e+1),0,0]"
    solution = solve(packs.template("parameters.decoder_layer"), {"d": 8, "f": 16, "bias": "true"}, lab)
    assert len(solution.answers) == 1


@pytest.mark.parametrize(
    ("title", "given", "found"),
    [
        ("mask.cells", {}, r"mask\.cells needs T; write T=…"),
        ("mask.cells", {"T": "five"}, r"T=five is no number"),
        ("mask.cells", {"T": ""}, r"T= is no number"),
        ("mask.cells", {"T": "5", "t": "5"}, r"has no parameter 't'"),
        ("mask.cells", {"T": 0.5}, r"T=0\.5 is a float"),
        ("mask.cells", {"T": "9**9**9"}, r"T=9\*\*9\*\*9"),
        ("mask.cells", {"T": "__import__('os')"}, r"is no number"),
        ("mask.masked_weights", {"scores": "two", "i": 2}, r"scores=two is no list of numbers"),
        ("mask.masked_weights", {"scores": "[2, 1]", "i": 7}, r"has no answer for scores=\[2, 1\], i=7: "),
        ("mask.cells", {"T": "-5"}, r"T=-5: no negative number"),
        (
            "parameters.decoder_layer",
            {"d": 8, "f": 8, "bias": "maybe"},
            r"bias=maybe is not known here; write one of",
        ),
    ],
)
def test_what_it_cannot_answer(packs, lab, title, given, found):
    with pytest.raises(QbankError, match=found):
        solve(packs.template(title), given, lab)

"""The seeds' facts on the output layer and on tied tables, through the project's own solvers and PyTorch."""

import pytest

from qbank.answers import kind
from qbank.author.claims import measure
from qbank.author.solve import solve

H = "[[-1,-1,1,1],[1.373,-0.526,-1.284,0.437],[-0.029,-1.623,0.833,0.819],[-1.062,-0.067,-0.492,1.621]]"
W = (
    "[[0.3,-0.2,0.4,0.1,-0.3,0.2],[-0.4,0.3,-0.1,0.2,0.1,-0.2],"
    "[0.2,0.4,-0.3,-0.1,0.3,-0.4],[-0.1,-0.3,0.2,0.4,-0.2,0.3]]"
)
B = "[0.1,0.1,0.2,-0.1,-0.2,-0.1]"

CASES = [
    ("s0-par-01", "weights", {"d": 512, "V": 37_000, "bias": "false"}, {"": "18944000"}),
    ("s0-par-02", "weights", {"d": 512, "V": 37_000, "bias": "true"}, {"": "18981000"}),
    ("s1-c-08 no bias", "weights", {"d": 512, "V": 37_000, "bias": "false"}, {"": "18944000"}),
    ("s1-c-08 bias", "weights", {"d": 512, "V": 37_000, "bias": "true"}, {"": "18981000"}),
    ("s4-15 with its bias", "weights", {"d": 4, "V": 6, "bias": "true"}, {"": "30"}),
    (
        "s4-15",
        "shapes",
        {"B": 1, "T": 4, "d": 4, "V": 6, "stored": "product"},
        {"logits": "[1,4,6]", "weight": "[4,6]"},
    ),
    (
        "s2-04",
        "shapes",
        {"B": 1, "T": 1, "d": 8, "V": 35, "stored": "linear"},
        {"logits": "[1,1,35]", "weight": "[35,8]"},
    ),
    ("s2-24", "tied_tables", {"V": 37_000, "d": 512, "jobs": 3}, {"kept": "18944000", "saved": "37888000"}),
]

CLAIMS = [
    ("s2-04 each position by itself", "positions_stay_apart", True),
    ("s2-24 tied rows", "every_tied_row_learns", True),
    ("s2-20 a right pick still costs", "a_right_pick_costs_nothing", False),
]


def parts(packs, lab, name, **given):
    """The parts of the one answer that parameters and conventions leave."""
    (answer,) = solve(packs.template(f"output_layer.{name}"), given, lab).answers
    return {part.name: part for part in answer.parts}


@pytest.mark.parametrize(("name", "given", "expected"), [pytest.param(*c, id=i) for i, *c in CASES])
def test_a_fact_is_what_the_solver_says(packs, lab, name, given, expected):
    assert {part.name: part.key for part in parts(packs, lab, name, **given).values()} == expected


def test_word_probabilities(packs, lab):
    """s4-16: two printed cells, 0.034 and 0.106, are not what these numbers round to; the others are.

    s4-18: each row is a distribution, though rows that were rounded may miss 1 by a thousandth.
    """
    shown = parts(packs, lab, "word_probabilities", H=H, W=W, b=B)[""].display
    rows = kind({"kind": "matrix", "of": "exact"}).read_key(shown)
    printed = [
        [221, 181, 134, 148, 181, 134],
        [159, 39, 373, 132, 34, 263],
        [323, 106, 184, 118, 108, 161],
        [100, 106, 202, 253, 109, 230],
    ]
    thousandths = [[int(1000 * cell) for cell in row] for row in rows]
    off = {
        (i, j): cell
        for i, row in enumerate(thousandths)
        for j, cell in enumerate(row)
        if cell != printed[i][j]
    }
    assert off == {(1, 4): 33, (2, 1): 105}
    assert [sum(row) for row in thousandths] == [999, 999, 999, 1000]


def test_exact_rows_sum_to_one(packs):
    """s4-18, before any rounding."""
    template = packs.template("output_layer.word_probabilities")
    for number in range(template.space.size):
        for row in template.solver.solve(template.space.at(number))[""]:
            assert sum(row) == 1


def test_embeddings_are_multiplied_by_the_root_of_the_width(packs, lab):
    """s2-25: √512 = 16√2, about 22.63."""
    found = parts(packs, lab, "embedding_scale", d=512, e="[1]")
    assert found["factor"].display == "16√2"
    assert found["scaled"].display == "[22.63]"


@pytest.mark.parametrize(("name", "holds"), [pytest.param(*c, id=i) for i, *c in CLAIMS])
def test_claim(packs, lab, name, holds):
    (topic,) = packs.select(["output_layer"])
    assert measure(topic.claims[name]) is holds


@pytest.mark.parametrize(
    ("name", "given", "expected"),
    [
        ("softmax_row", {"z": "[2,1,0.1]"}, "[0.6590, 0.2424, 0.0986]"),
        ("temperature", {"z": "[2,1,0.1]", "tau": "0.5"}, "[0.864, 0.117, 0.019]"),
        ("cross_entropy", {"z": "[2,1,0.1]", "y": 1}, "0.417"),
        ("loss_gradient", {"z": "[2,1,0.1]", "y": 1}, "[−0.341, 0.242, 0.099]"),
        ("perplexity", {"p": "[1/2,1/4,1/8]"}, "4.00"),
        ("greedy_pick", {"z": "[1,5,2]", "tie": "first", "origin": "zero"}, "1"),
    ],
)
def test_questions_of_other_sizes(packs, lab, name, given, expected):
    """Well-known examples from lectures, which are not in the templates' own spaces."""
    assert parts(packs, lab, name, **given)[""].display == expected

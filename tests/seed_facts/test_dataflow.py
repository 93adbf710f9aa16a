"""The seeds' facts on the whole model's data flow and on embeddings, by the topic's own solvers and on PyTorch."""

import pytest

from qbank.author.claims import measure, measure_broken
from qbank.author.solve import solve
from qbank.exact import Whole, decimal

E = ((1, 0, 3, 2), (4, 1, 0, 2), (0, 3, 1, 4), (2, 2, 4, 0), (3, 0, 2, 1), (1, 4, 0, 3))
VOCABULARY = ["I", "think", "understand", "love", "dog", "cat"]
SIX = {"L": 6, "M": 6, "final": False}


def keys(packs, lab, name, **given):
    """The confirmed keys of one template for one set of parameters and conventions, by part."""
    (answer,) = solve(packs.template(f"dataflow.{name}"), given, lab).answers
    return {part.name: part.key for part in answer.parts}


CASES = [
    (
        "s0-flow-01, s4-13",
        "layer_order",
        {"kind": "decoder", "L": 1, "norm": "post", "final": False},
        {"": "[SELF,NORM,CROSS,NORM,FFN,NORM]"},
    ),
    ("s2-01, s3-01", "sublayers", SIX, {"sublayers": "30", "attention": "18", "norms": "30"}),
    (
        "s0-flow-05",
        "stations",
        {"B": 2, "S": 4, "T": 3, "d": 4, "f": 8, "V": 7},
        {"memory": "[2,4,4]", "hidden": "[2,3,8]", "states": "[2,3,4]", "logits": "[2,3,7]"},
    ),
    (
        "s4-01",
        "lookup",
        {
            "vocabulary": VOCABULARY,
            "sentence": ["I", "think", "I", "understand"],
            "table": [list(row) for row in E],
            "origin": "zero",
        },
        {"ids": "[0,1,0,2]", "rows": "[[1,0,3,2],[4,1,0,2],[1,0,3,2],[0,3,1,4]]"},
    ),
]


@pytest.mark.parametrize(("name", "given", "expected"), [pytest.param(*case, id=i) for i, *case in CASES])
def test_a_fact_is_what_the_solver_says(packs, lab, name, given, expected):
    assert keys(packs, lab, name, **given) == expected


def test_decoder_input(packs):
    """s4-02: embeddings of the ids 0, 1, 0, 2 with their positions added, to two places."""
    table = tuple(tuple(map(Whole, row)) for row in E)
    tokens = tuple(map(Whole, (0, 1, 0, 2)))
    given = {"table": table, "tokens": tokens, "layout": "interleaved", "scaled": False}
    rows = packs.template("dataflow.decoder_input").solver.solve(given)[""]
    assert [[decimal(entry, 2, face="text") for entry in row] for row in rows] == [
        ["1.00", "1.00", "3.00", "3.00"],
        ["4.84", "1.54", "0.01", "3.00"],
        ["1.91", "-0.42", "3.02", "3.00"],
        ["0.14", "2.01", "1.03", "5.00"],
    ]


CLAIMS = [
    ("s0-flow-02", "dataflow", "source_positions_serve_the_target", False),
    ("s0-flow-03", "dataflow", "decoder_gets_words_from_the_encoder_alone", False),
    ("s0-flow-04", "mask", "masking_the_first_layer_is_enough", False),
    ("s4-23", "dataflow", "a_shared_table_gives_both_sides_one_vector", True),
]


@pytest.mark.parametrize(("topic", "name", "holds"), [pytest.param(*case, id=i) for i, *case in CLAIMS])
def test_a_claim_is_measured(packs, lab, topic, name, holds):
    claim = packs.topic(topic).claims[name]
    assert (claim.holds, measure(claim), measure_broken(claim)) == (holds, holds, not holds)

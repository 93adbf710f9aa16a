"""The seeds' facts on cross-attention, computed by the topic's own solvers and run on PyTorch."""

import pytest
import torch

from qbank.answers import kind
from qbank.author.claims import measure, measure_broken
from qbank.author.solve import solve
from qbank.exact import Whole, decimal


def keys(packs, lab, name, **given):
    """The confirmed keys of one template for one set of parameters and conventions, by part."""
    (answer,) = solve(packs.template(f"cross_attention.{name}"), given, lab).answers
    return {part.name: part.key for part in answer.parts}


SIZES = {"B": 2, "S": 5, "T": 3, "d": 16, "h": 4}

SHAPES = [
    ("s0-cross-01", SIZES, "weights", "[2,4,3,5]"),
    ("s0-cross-02", SIZES, "output", "[2,3,16]"),
    ("s0-cross-04", {**SIZES, "B": 1, "S": 6, "h": 1}, "weights", "[1,1,3,6]"),
    ("s1-c-03, queries", SIZES, "query", "[2,4,3,4]"),
    ("s1-c-03, keys", SIZES, "key", "[2,4,5,4]"),
]


@pytest.mark.parametrize(
    ("given", "part", "shape"), [case[1:] for case in SHAPES], ids=[case[0] for case in SHAPES]
)
def test_a_shape_is_what_the_solver_says(packs, lab, given, part, shape):
    assert keys(packs, lab, "shapes", **given)[part] == shape


NAMES = [("s1-q-01", "T1", "T2", "[T2,T1]"), ("s1-f-02", "S", "T", "[T,S]"), ("s3-02", "M", "N", "[N,M]")]


@pytest.mark.parametrize(
    ("source", "target", "shape"), [case[1:] for case in NAMES], ids=[case[0] for case in NAMES]
)
def test_rows_are_the_target_and_columns_the_source(packs, lab, source, target, shape):
    found = keys(packs, lab, "symbolic_weights_shape", source=source, target=target, attention="cross")
    assert found == {"": shape}


CLAIMS = [
    ("s0-cross-05, s1-t-03", "earlier_outputs_ignore_later_targets", True),
    ("s0-cross-05, s4-10", "source_padding_needs_no_mask", False),
    ("s4-11", "values_may_be_longer_than_keys", False),
    ("s4-11, special case", "self_attention_is_a_special_case", True),
    ("s0-cross-06", "a_decoder_layer_is_as_large_as_an_encoder_layer", False),
    ("s4-24", "equal_source_vectors_share_equally", True),
]


@pytest.mark.parametrize(("name", "holds"), [case[1:] for case in CLAIMS], ids=[case[0] for case in CLAIMS])
def test_a_claim_is_measured(packs, lab, name, holds):
    claim = packs.topic("cross_attention").claims[name]
    assert (claim.holds, measure(claim), measure_broken(claim)) == (holds, holds, not holds)


def test_the_encoder_gives_a_vector_for_each_source_token(packs, lab):
    """s0-cross-03: what keys and values are made from, in a model whose other sizes do not matter."""
    sizes = {"B": 2, "S": 5, "T": 3, "d": 16, "f": 64, "V": 1000}
    (answer,) = solve(packs.template("dataflow.stations"), sizes, lab).answers
    assert {part.name: part.key for part in answer.parts}["memory"] == "[2,5,16]"


def test_a_decoder_layer_has_more_than_a_mask(packs, lab):
    """s0-cross-06: one sub-layer and one set of projections more, with its norm."""
    assert keys(packs, lab, "added_parameters", d=512, f=2048, bias=True) == {"": "1051648"}
    assert keys(packs, lab, "projections", L=1, M=1) == {"blocks": "3", "matrices": "12", "from_source": "2"}


def test_only_padding_hides_source_tokens(packs, lab):
    """s0-cross-05: the second target token sees all three real source tokens."""
    found = keys(packs, lab, "padded_weights", scores=[2, 1, 5, 3], n=3, t=2)[""]
    weights = kind({"kind": "vector", "of": "exact"}).read_key(found)
    assert [weight > 0 for weight in weights] == [True, True, True, False]


BELIEFS = [
    ("cross-causal", "open_cells", {"T": 3, "S": 3, "n": 3}, "masks_the_source_causally", "cross", 9, 6),
    ("cross-shape-swapped", "shapes", SIZES, "swaps_rows_and_columns", "weights", (2, 4, 3, 5), (2, 4, 5, 3)),
    ("cross-qkv-sources", "shapes", SIZES, "queries_from_the_source", "output", (2, 3, 16), (2, 5, 16)),
    ("weights-shape-vs-output", "shapes", SIZES, "output_is_the_table", "output", (2, 3, 16), (2, 3, 5)),
]


@pytest.mark.parametrize(
    ("name", "given", "belief", "part", "right", "wrong"),
    [case[1:] for case in BELIEFS],
    ids=[case[0] for case in BELIEFS],
)
def test_a_known_belief_gives_its_known_answer(packs, name, given, belief, part, right, wrong):
    solver = packs.template(f"cross_attention.{name}").solver
    known = solver.work({name: Whole(value) for name, value in given.items()})
    assert solver.solve(known)[part] == right
    assert solver.mistakes(known)[belief][part] == wrong


# The cross-attention of seed 4: its scores, to nine decimals, go into the project's solver.


def projected(x, *columns):
    """x times a matrix of 0 and 1/4, given by the rows that each column takes up."""
    return torch.stack([x[:, list(rows)].sum(1) / 4 for rows in columns], dim=1)


@pytest.fixture
def heads(lab):
    """Queries of four target tokens, keys and values of four source tokens. (4, 2) each"""
    tokens = torch.tensor([[1.0, 0, 3, 2], [4, 1, 0, 2], [1, 0, 3, 2], [0, 3, 1, 4]])
    angles = torch.arange(4.0).unsqueeze(1) / torch.tensor([1.0, 100.0])  # (4, 2): position, pair
    target = tokens + torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)
    source = torch.tensor(
        [
            [-1.198, 1.239, -0.738, 0.696],
            [-1.237, 1.279, -0.666, 0.624],
            [-1.213, 1.256, -0.711, 0.668],
            [-1.208, 1.251, -0.719, 0.677],
        ]
    )
    value = projected(source, (1, 2), (0, 1, 3))
    return projected(target, (1, 2), (0, 3)), projected(source, (0, 3), (1, 2)), value


@pytest.fixture
def scores(heads):
    """Scores of four target tokens for four source tokens. (4, 4)"""
    query, key, _ = heads
    return (query @ key.T / 2**0.5).tolist()


@pytest.mark.parametrize(
    ("t", "printed"),
    [
        (1, ["0.2500", "0.2500", "0.2500", "0.2500"]),
        (2, ["0.2467", "0.2546", "0.2498", "0.2489"]),
        (3, ["0.2488", "0.2517", "0.2499", "0.2496"]),
    ],
)
def test_nearly_equal_keys_get_nearly_equal_weights(packs, lab, scores, t, printed):
    """s4-08 and s4-24."""
    row = "[" + ", ".join(f"{round(score * 10**9)}/{10**9}" for score in scores[t - 1]) + "]"
    found = keys(packs, lab, "padded_weights", scores=row, n=4, t=t)[""]
    weights = kind({"kind": "vector", "of": "exact"}).read_key(found)
    assert [decimal(weight, 4) for weight in weights] == printed


def in_text(matrix):
    """Numbers as a solver is given them: fractions of a thousand million."""
    rows = [", ".join(f"{round(x * 10**9)}/{10**9}" for x in row) for row in matrix.tolist()]
    return f"[{', '.join(f'[{row}]' for row in rows)}]"


def test_weights_and_output_of_four_targets(packs, lab, heads):
    """s4-08 and s4-09."""
    given = {name: in_text(matrix) for name, matrix in zip("QKV", heads, strict=True)}
    found = keys(packs, lab, "output", **given, scaled=True)
    rows = kind({"kind": "matrix", "of": "exact"}).read_key
    assert [[decimal(x, 4) for x in row] for row in rows(found["weights"])] == [
        ["0.2500", "0.2500", "0.2500", "0.2500"],
        ["0.2467", "0.2546", "0.2498", "0.2489"],
        ["0.2488", "0.2517", "0.2499", "0.2496"],
        ["0.2489", "0.2515", "0.2499", "0.2497"],
    ]
    assert [[decimal(x, 4) for x in row] for row in rows(found["output"])] == [
        ["0.1369", "0.1771"],
        ["0.1371", "0.1771"],
        ["0.1370", "0.1771"],
        ["0.1370", "0.1771"],
    ]

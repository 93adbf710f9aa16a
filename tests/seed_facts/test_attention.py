"""The seeds' facts on attention's output, its shapes and shuffled tokens, computed by the topic's own solvers."""

import pytest
import torch

from qbank.answers import kind
from qbank.author.claims import measure, measure_broken
from qbank.author.solve import solve
from qbank.exact import Whole, decimal

MATRIX = kind({"kind": "matrix", "of": "exact"})


def keys(packs, lab, name, **given):
    """The confirmed keys of one template for one set of parameters and conventions, by part."""
    (answer,) = solve(packs.template(f"attention.{name}"), given, lab).answers
    return {part.name: part.key for part in answer.parts}


NARROW_HEAD = {"d": 4, "h": 1, "groups": 1, "width": 2}
IDENTITY = [[1, 0], [0, 1]]
MEMBERS = [[1, 2, 3], [1, 2, 1], [0, 1, -1]]

SHAPES = [
    ("s4-06", "projection_shapes", NARROW_HEAD, {"query": "[4,2]", "key": "[4,2]", "output": "[2,4]"}),
    ("s4-14", "projection_shapes", NARROW_HEAD, {"query": "[4,2]", "key": "[4,2]", "output": "[2,4]"}),
    (
        "pq-43",
        "symbolic_shapes",
        {"n_q": "n_q", "n_k": "n_k", "d_v": "d_v", "what": "output"},
        {"": "[n_q,d_v]"},
    ),
    ("pq-35", "costs", {"B": 1, "T": 10, "d": 64, "h": 1}, {"multiplications": "12800", "numbers": "100"}),
    (
        "s0-pe-11",
        "permuted_outputs",
        {"outputs": "[a, b, c, e]", "order": [2, 3, 1, 4]},
        {"": "[b,c,a,e]"},
    ),
]


@pytest.mark.parametrize(
    ("name", "given", "expected"), [case[1:] for case in SHAPES], ids=[case[0] for case in SHAPES]
)
def test_a_fact_is_what_the_solver_says(packs, lab, name, given, expected):
    assert keys(packs, lab, name, **given) == expected


CLAIMS = [
    ("s0-pe-11", "shuffling_tokens_shuffles_outputs", True),
    ("scale-missing", "the_scale_is_optional", False),
    ("mask-softmax-over-queries", "each_query_shares_out_one", True),
]


@pytest.mark.parametrize(("name", "holds"), [case[1:] for case in CLAIMS], ids=[case[0] for case in CLAIMS])
def test_a_claim_is_measured(packs, lab, name, holds):
    claim = packs.topic("attention").claims[name]
    assert (claim.holds, measure(claim), measure_broken(claim)) == (holds, holds, not holds)


NUMBERS = [
    (
        "pq-41",
        "context",
        {"q": [1, 2, 1], "K": MEMBERS, "V": MEMBERS, "scaled": False},
        {"weights": "[0.88, 0.12, 0.00]", "output": "[1.00, 2.00, 2.76]"},
    ),
    (
        "pq-44",
        "self_attention",
        {"X": IDENTITY, "Wq": IDENTITY, "Wk": IDENTITY, "Wv": [[1, 2], [3, 4]], "scaled": True},
        {"weights": "[[0.67, 0.33], [0.33, 0.67]]", "output": "[[1.66, 2.66], [2.34, 3.34]]"},
    ),
    (
        "pq-46",
        "heads_joined",
        {"Q": IDENTITY, "K": IDENTITY, "V": IDENTITY, "h": 2},
        {"": "[[0.73, 0.50], [0.50, 0.73]]"},
    ),
]


@pytest.mark.parametrize(
    ("name", "given", "shown"), [case[1:] for case in NUMBERS], ids=[case[0] for case in NUMBERS]
)
def test_a_published_number_is_found(packs, lab, name, given, shown):
    (answer,) = solve(packs.template(f"attention.{name}"), given, lab).answers
    assert {part.name: part.display for part in answer.parts} == shown


# The masked self-attention of seed 4, from its inputs and matrices to its output.


def projected(x, *columns):
    """x times a matrix of 0 and 1/4, given by the rows that each column takes up; to nine decimals, as text."""
    made = torch.stack([x[:, list(rows)].sum(1) / 4 for rows in columns], dim=1)
    rows = [", ".join(f"{round(entry * 10**9)}/{10**9}" for entry in row) for row in made.tolist()]
    return f"[{', '.join(f'[{row}]' for row in rows)}]"


@pytest.fixture
def masked(packs, lab):
    """Weights (4, 4) and output (4, 2)."""
    tokens = torch.tensor([[1.0, 0, 3, 2], [4, 1, 0, 2], [1, 0, 3, 2], [0, 3, 1, 4]])
    angles = torch.arange(4.0).unsqueeze(1) / torch.tensor([1.0, 100.0])  # (4, 2): position, pair
    x = tokens + torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)
    found = keys(
        packs,
        lab,
        "given_matrices",
        Q=projected(x, (0, 2), (1, 3)),
        K=projected(x, (1, 3), (0, 2)),
        V=projected(x, (0, 2), (0, 3)),
        scaled=True,
        mask="causal",
    )
    return {
        part: [[decimal(x, 3) for x in row] for row in MATRIX.read_key(key)] for part, key in found.items()
    }


def test_masked_weights(masked):
    """s4-03 and s4-05."""
    assert masked["weights"] == [
        ["1.000", "0.000", "0.000", "0.000"],
        ["0.429", "0.571", "0.000", "0.000"],
        ["0.327", "0.406", "0.267", "0.000"],
        ["0.246", "0.329", "0.305", "0.120"],
    ]


def test_masked_output(masked):
    """s4-04, whose second row the seed prints as 1.121 and 1.548, from inputs that it had rounded before."""
    assert masked["output"] == [
        ["1.000", "1.000"],
        ["1.122", "1.549"],
        ["1.148", "1.450"],
        ["1.056", "1.420"],
    ]


def mistake(packs, name, belief, **given):
    """What a belief gives for exact parameters, and what is right."""
    solver = packs.template(f"attention.{name}").solver
    known = solver.work(given)
    return solver.solve(known), solver.mistakes(known)[belief]


def test_heads_are_scaled_by_their_own_width(packs):
    """scale-dmodel: scores 4 and 0 of a head that is 4 wide, in a model that is 16 wide."""
    row = [Whole(x) for x in (2, *[0] * 15)]
    matrix = (tuple(row), tuple(Whole(0) for _ in row))
    right, wrong = mistake(
        packs, "heads_joined", "scales_by_the_model_width", Q=matrix, K=matrix, V=matrix, h=Whole(4)
    )
    assert decimal(right[""][0][0] / 2, 4) == "0.8808"
    assert decimal(wrong[""][0][0] / 2, 4) == "0.7311"


def test_weights_have_another_shape_than_the_output(packs):
    """weights-shape-vs-output."""
    right, wrong = mistake(
        packs, "symbolic_shapes", "answers_for_the_other", n_q="n_q", n_k="n_k", d_v="d_v", what="output"
    )
    assert (right[""], wrong[""]) == (("n_q", "d_v"), ("n_q", "n_k"))

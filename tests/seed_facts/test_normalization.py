"""The seeds' facts on normalization, computed by the topic's own solvers and run on PyTorch."""

import pytest
import torch
from flint import fmpq

from qbank.author.claims import measure, measure_broken
from qbank.author.solve import solve
from qbank.exact import Whole, decimal, text

BIASED = {"unbiased": False}
UNBIASED = {"unbiased": True}
SQUARE = [[1, 2], [3, 4]]


def keys(packs, lab, name, **given):
    """The confirmed keys of one template for one set of parameters and conventions, by part."""
    (answer,) = solve(packs.template(f"normalization.{name}"), given, lab).answers
    return {part.name: part.key for part in answer.parts}


CASES = [
    ("s0-ln-01", "layer_norm", {"x": [1, 2, 3], **BIASED}, "[-sqrt(6)/2,0,sqrt(6)/2]"),
    ("s0-ln-01, note", "layer_norm", {"x": [1, 2, 3], **UNBIASED}, "[-1,0,1]"),
    ("s1-c-06", "layer_norm", {"x": [1, 2, 3], **BIASED}, "[-sqrt(6)/2,0,sqrt(6)/2]"),
    ("s0-bn-01", "batch_norm", {"X": SQUARE, **BIASED}, "[[-1,-1],[1,1]]"),
    ("s1-q-04, row 1", "batch_norm_row_sum", {"X": SQUARE, "i": 1, **BIASED}, "-2"),
    ("s1-q-04, row 2", "batch_norm_row_sum", {"X": SQUARE, "i": 2, **BIASED}, "2"),
    ("pq-61", "batch_norm", {"X": [[1, 2], [3, 4], [5, 6]], **UNBIASED}, "[[-1,-1],[0,0],[1,1]]"),
    ("pq-64", "deviation_ratio", {"n": 4}, "2*sqrt(3)/3"),
    ("pq-65", "deviation_ratio", {"n": 32}, "4*sqrt(62)/31"),
    ("rms-is-ln", "rms_norm", {"x": [1, 2, 3]}, "[sqrt(42)/14,sqrt(42)/7,3*sqrt(42)/14]"),
    (
        "ln-eps-outside",
        "layer_norm_eps",
        {"x": [1, 2, 3], "eps": "1/2", **BIASED},
        "[-sqrt(42)/7,0,sqrt(42)/7]",
    ),
]


@pytest.mark.parametrize(
    ("name", "given", "key"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_a_fact_is_what_the_solver_says(packs, lab, name, given, key):
    assert keys(packs, lab, name, **given)[""] == key


def test_both_norms_of_one_matrix(packs, lab):
    """s0-bn-01 and s0-ln-03."""
    found = keys(packs, lab, "both_norms", X=SQUARE, **BIASED)
    assert found == {"layer_norm": "[[-1,1],[-1,1]]", "batch_norm": "[[-1,-1],[1,1]]"}


@pytest.mark.parametrize(
    ("norm", "sharing", "means"),
    [("LayerNorm", "4", "6"), ("BatchNorm", "6", "4")],
    ids=["s0-norm-01, LN", "s0-norm-01, BN"],
)
def test_how_many_numbers_share_a_mean(packs, lab, norm, sharing, means):
    found = keys(packs, lab, "shared_mean_count", B=2, T=3, d=4, norm=norm)
    assert found == {"sharing": sharing, "means": means}


def test_the_running_variance_is_unbiased(packs, lab):
    """bn-running-biased: 0.9 · 1 + 0.1 · 2, not 0.9 · 1 + 0.1 · 1."""
    found = keys(packs, lab, "batch_norm_running", batch=[1, 3], x=5, m="1/10")
    assert (found["mean"], found["variance"]) == ("1/5", "11/10")


WORKINGS = [
    ("s0-ln-01", "layer_norm", {"x": (1, 2, 3), **BIASED}, {"mean": "2", "variance": "2/3"}),
    ("s0-ln-02", "layer_norm", {"x": (1, 2, 3), **BIASED}, {"mean": "2", "variance": "2/3"}),
    ("s0-bn-02", "layer_norm", {"x": (1, 3), **BIASED}, {"mean": "2", "sigma": "1"}),
    ("s0-bn-02, unbiased", "layer_norm", {"x": (1, 3), **UNBIASED}, {"sigma": "sqrt(2)"}),
]


@pytest.mark.parametrize(
    ("name", "given", "expected"), [case[1:] for case in WORKINGS], ids=[case[0] for case in WORKINGS]
)
def test_a_fact_is_a_working_value(packs, name, given, expected):
    known = packs.template(f"normalization.{name}").solver.work({**given, "x": tuple(map(Whole, given["x"]))})
    assert {working: text(known[working]) for working in expected} == expected


def decimals(rows, places):
    """Exact rows as they are printed."""
    return [[decimal(value, places, face="text") for value in row] for row in rows]


def test_the_printed_decimals(packs):
    """s0-ln-01 and s1-c-06."""
    solver = packs.template("normalization.layer_norm").solver
    (row,) = solver.solve({"x": (Whole(1), Whole(2), Whole(3)), **BIASED}).values()
    assert decimals([row], 4) == [["-1.2247", "0.0000", "1.2247"]]


@pytest.mark.parametrize(
    ("convention", "printed"),
    [
        (BIASED, [["1.3363", "1.2247"], ["-1.0690", "0.0000"], ["-0.2673", "-1.2247"]]),
        (UNBIASED, [["1.0911", "1.0000"], ["-0.8729", "0.0000"], ["-0.2182", "-1.0000"]]),
    ],
    ids=["pq-62", "pq-62, as published"],
)
def test_a_published_batch(packs, convention, printed):
    X = tuple(tuple(map(Whole, row)) for row in ((10, 4), (4, 2), (6, 0)))
    (rows,) = packs.template("normalization.batch_norm").solver.solve({"X": X, **convention}).values()
    assert decimals(rows, 4) == printed


def test_a_published_tensor(packs):
    """pq-68: two sequences of two tokens; every token has its own mean."""
    table = (
        ("4967141530", "-1382643012", "6476885381"),
        ("15230298564", "-2341533747", "-2341369569"),
        ("15792128155", "7674347292", "-4694743859"),
        ("5425600436", "-4634176928", "-4657297536"),
    )
    X = tuple(tuple(fmpq(int(value), 10**10) for value in row) for row in table)
    given = {"B": Whole(2), "X": X, "eps": fmpq(1, 10**5), **BIASED}
    (rows,) = packs.template("normalization.layer_norm_rows").solver.solve(given).values()
    assert decimals(rows, 3) == [
        ["0.474", "-1.391", "0.917"],
        ["1.414", "-0.707", "-0.707"],
        ["1.132", "0.168", "-1.300"],
        ["1.414", "-0.705", "-0.710"],
    ]


def test_what_batch_norm_learns(packs, lab):
    """pq-67: γ and β of each feature; the running statistics are kept, and one example is enough at test time."""
    assert keys(packs, lab, "norm_numbers", L=1, d=64, norm="BatchNorm") == {"learned": "128", "kept": "128"}
    claim = packs.topic("normalization").claims["evaluation_refuses_one_example"]
    assert claim.holds is measure(claim) is False


def residual_after_masked_attention():
    """The seed's decoder input plus its masked self-attention through W_O. (4, 4)"""
    words = torch.tensor([[1.0, 0, 3, 2], [4, 1, 0, 2], [1, 0, 3, 2], [0, 3, 1, 4]])
    angles = torch.arange(4.0).unsqueeze(1) / torch.tensor([1.0, 100.0])  # (4, 2)
    x = words + torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)
    query = x @ torch.tensor([[0.25, 0], [0, 0.25], [0.25, 0], [0, 0.25]])
    key = x @ torch.tensor([[0, 0.25], [0.25, 0], [0, 0.25], [0.25, 0]])
    value = x @ torch.tensor([[0.25, 0.25], [0, 0], [0.25, 0], [0, 0.25]])
    attended = torch.nn.functional.scaled_dot_product_attention(
        query[None], key[None], value[None], is_causal=True
    )
    return x + attended[0] @ torch.tensor([[0.5, 0.5, 0, 0], [0, 0, 0.5, 0.5]])


def test_add_and_norm(packs, lab):
    """s4-12 at full precision; the seed prints 0.437, -0.029 and 0.819, from an input rounded to two decimals."""
    solver = packs.template("normalization.layer_norm_eps").solver
    rows = []
    for row in residual_after_masked_attention().tolist():
        x = tuple(fmpq(round(entry * 10**9), 10**9) for entry in row)
        rows += solver.solve({"x": x, "eps": fmpq(1, 10**6), **BIASED}).values()
    assert decimals(rows, 3) == [
        ["-1.000", "-1.000", "1.000", "1.000"],
        ["1.373", "-0.526", "-1.284", "0.436"],
        ["-0.030", "-1.623", "0.833", "0.820"],
        ["-1.062", "-0.067", "-0.492", "1.621"],
    ]


def test_a_single_observation_becomes_beta(packs):
    """s0-bn-04: the difference from its own mean is 0; ε > 0 keeps the root from being 0."""
    solver = packs.template("normalization.batch_norm_eps").solver
    assert solver.solve({"X": ((Whole(5), Whole(7)),), "eps": Whole(1), **BIASED}) == {"": ((0, 0),)}


CLAIMS = [
    ("s0-bn-03", "batch_norm_refuses_a_single_value", True),
    ("s0-bn-05", "equal_examples_pass_batch_norm_unchanged", False),
    ("s1-t-01", "equal_examples_pass_batch_norm_unchanged", False),
    ("s1-q-04", "batch_norm_rows_sum_to_zero", False),
    ("bn-running-biased", "running_variance_divides_by_one_less", True),
    ("pq-67, test time", "evaluation_refuses_one_example", False),
]


@pytest.mark.parametrize(("name", "holds"), [case[1:] for case in CLAIMS], ids=[case[0] for case in CLAIMS])
def test_a_claim_is_measured(packs, lab, name, holds):
    claim = packs.topic("normalization").claims[name]
    assert claim.holds is holds
    assert measure(claim) is holds
    assert measure_broken(claim) is not holds


BELIEFS = [
    ("ln-no-sqrt", "layer_norm", "divides_by_the_variance", {"x": (1, 2, 3)}, "[-3/2,0,3/2]"),
    ("ln-eps-outside", "layer_norm_eps", "adds_epsilon_outside_the_root", {"x": (1, 2, 3), "eps": 1}, None),
    ("rms-is-ln", "rms_norm", "takes_the_mean_away", {"x": (1, 2, 3)}, "[-sqrt(6)/2,0,sqrt(6)/2]"),
]


@pytest.mark.parametrize(
    ("name", "belief", "given", "wrong"), [case[1:] for case in BELIEFS], ids=[case[0] for case in BELIEFS]
)
def test_a_known_belief_gives_its_known_answer(packs, name, belief, given, wrong):
    solver = packs.template(f"normalization.{name}").solver
    whole = {k: tuple(map(Whole, v)) if isinstance(v, tuple) else Whole(v) for k, v in given.items()}
    (answer,) = solver.mistakes(solver.work({**whole, **BIASED}))[belief].values()
    (key,) = solver.solve({**whole, **BIASED}).values()
    assert answer != key
    assert wrong is None or f"[{','.join(map(text, answer))}]" == wrong

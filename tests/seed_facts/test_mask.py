"""The seeds' facts on masks and the masked softmax, computed by the topic's own solvers and run on PyTorch."""

import pytest
import torch

from qbank import exact
from qbank.answers import kind
from qbank.author.claims import measure, measure_broken
from qbank.author.formula import formulas
from qbank.author.solve import solve
from qbank.exact import Whole, decimal, symbol

FIRST_TWO = {"scores": [2, 1, 5, 3], "i": 2}
VECTOR = kind({"kind": "vector", "of": "exact"})


def keys(packs, lab, name, **given):
    """The confirmed keys of one template for one set of parameters and conventions, by part."""
    (answer,) = solve(packs.template(f"mask.{name}"), given, lab).answers
    return {part.name: part.key for part in answer.parts}


CASES = [
    (
        "s0-mask-01",
        "mask_matrix",
        {"T": 4, "entries": "hidden"},
        {"": "[[0,1,1,1],[0,0,1,1],[0,0,0,1],[0,0,0,0]]"},
    ),
    (
        "pq-47",
        "mask_matrix",
        {"T": 4, "entries": "visible"},
        {"": "[[1,0,0,0],[1,1,0,0],[1,1,1,0],[1,1,1,1]]"},
    ),
    (
        "s1-f-01, s2-02",
        "mask_matrix",
        {"T": 3, "entries": "added"},
        {"": "[[0,-inf,-inf],[0,0,-inf],[0,0,0]]"},
    ),
    ("s0-mask-02, s3-14", "cells", {"T": 4}, {"blocked": "6", "open": "10"}),
    ("s0-mask-03", "cells", {"T": 5}, {"blocked": "10", "open": "15"}),
    ("s0-mask-05, s1-c-02", "masked_weights", FIRST_TWO, {"": "[e/(e+1),1/(e+1),0,0]"}),
    ("s0-mask-06", "weights_zeroed_too_late", FIRST_TWO, {"": "(e+1)/(e^4+e^2+e+1)"}),
    ("s1-q-03", "masked_row", {"scores": [1, 2, 0, 2], "i": 3}, {"": "[1,2,0,-inf]"}),
    ("s3-13", "visible_keys", {"T": 6, "i": 3, "count": "one"}, {"visible": "3", "hidden": "3"}),
]


@pytest.mark.parametrize(
    ("name", "given", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_a_fact_is_what_the_solver_says(packs, lab, name, given, expected):
    assert keys(packs, lab, name, **given) == expected


CLAIMS = [
    ("s0-mask-06, s2-13", "zeroing_weights_is_masking", False),
    ("s0-mask-08", "a_query_sees_itself", True),
    ("s0-mask-09, s2-14", "a_row_of_infinities_gives_zeros", False),
    ("s2-13, note", "dividing_by_the_row_sum_rescues", True),
    ("s2-14, note", "a_billion_less_hides_a_whole_row", False),
    ("mask-bool-polarity", "boolean_masks_mean_the_same", False),
    ("is-causal-alignment", "is_causal_lines_up_at_the_end", False),
    ("pq-52", "ones_and_zeros_hide", False),
]


@pytest.mark.parametrize(("name", "holds"), [case[1:] for case in CLAIMS], ids=[case[0] for case in CLAIMS])
def test_a_claim_is_measured(packs, lab, name, holds):
    claim = packs.topic("mask").claims[name]
    assert (claim.holds, measure(claim), measure_broken(claim)) == (holds, holds, not holds)


def test_blocked_cells_in_general(packs):
    """s0-mask-04."""
    T = symbol("T")
    formula = formulas(packs.template("mask.cells"), {"T": Whole(4)})["blocked"]
    assert exact.equal(formula, T * (T - 1) / 2)


def test_the_weights_of_a_masked_row(packs):
    """s1-q-03, note."""
    solver = packs.template("mask.masked_weights").solver
    weights = solver.solve({"scores": tuple(map(Whole, (1, 2, 0, 2))), "i": Whole(3)})[""]
    assert [decimal(weight, 4) for weight in weights] == ["0.2447", "0.6652", "0.0900", "0.0000"]


def test_a_row_whose_scores_the_seed_keeps_to_itself(packs):
    """s0-mask-07: [0.3100, 0.6900, 0, 0] fits scores 0.8001 apart; which ones they were, the seed does not say."""
    solver = packs.template("mask.masked_weights").solver
    scores = (Whole(0), Whole(8001) / 10000, Whole(1), Whole(2))
    weights = solver.solve({"scores": scores, "i": Whole(2)})[""]
    assert [decimal(weight, 4) for weight in weights] == ["0.3100", "0.6900", "0.0000", "0.0000"]


def test_a_row_in_which_all_is_hidden(packs):
    """s2-14: written over it is uniform; with a large number added the softmax stays what it was."""
    solver = packs.template("mask.hidden_row").solver
    found = {
        fill: solver.solve({"scores": tuple(map(Whole, (1, 2, 3))), "fill": fill})[""]
        for fill in ("written", "added")
    }
    assert [decimal(weight, 4) for weight in found["written"]] == ["0.3333", "0.3333", "0.3333"]
    assert [decimal(weight, 4) for weight in found["added"]] == ["0.0900", "0.2447", "0.6652"]


def test_masked_weights_know_nothing_of_hidden_scores(packs, lab):
    """s2-12 and s3-12: the softmax runs over the visible scores only, and sums to 1."""
    one, other = (
        keys(packs, lab, "masked_weights", scores=[2, 1, *behind], i=2)[""] for behind in ([5, 3], [0, 4])
    )
    assert one == other
    assert exact.equal(sum(VECTOR.read_key(one)), 1)


def test_zeroing_too_late_leaves_less_than_one(packs, lab):
    """s2-13: how much less hangs on the future score."""
    sums = [
        kind("exact").read_key(
            keys(packs, lab, "weights_zeroed_too_late", scores=f"[3/10, -1, 2, {future}]", i=3)[""]
        )
        for future in (5, 1)
    ]
    assert sums[0] < sums[1] < 1


BELIEFS = [
    ("mask-diagonal-blocked", "cells", {"T": 5}, "blocks_the_diagonal", {"blocked": "15"}),
    ("mask-count-allowed", "cells", {"T": 4}, "blocks_the_diagonal", {"blocked": "10"}),
    (
        "mask-softmax-over-queries",
        "weight_table",
        {"scores": [[0, 1, 2], [2, 1, 0], [1, 2, 0]]},
        "softmax_down_the_columns",
        "[[0.09, 0.00, 0.00], [0.67, 0.27, 0.00], [0.24, 0.73, 1.00]]",
    ),
    (
        "mask-zero-after",
        "masked_weights",
        FIRST_TWO,
        "zeroes_after_the_softmax",
        "[0.0414, 0.0152, 0.0000, 0.0000]",
    ),
    ("mask-zero-scores", "masked_weights", FIRST_TWO, "hides_with_zero", "[0.6103, 0.2245, 0.0826, 0.0826]"),
    (
        "mask-sum-normalise",
        "masked_weights",
        FIRST_TWO,
        "divides_by_the_sum",
        "[0.6667, 0.3333, 0.0000, 0.0000]",
    ),
    (
        "mask-transposed",
        "mask_matrix",
        {"T": 3, "entries": "hidden"},
        "hides_the_past",
        "[[0, 0, 0], [1, 0, 0], [1, 1, 0]]",
    ),
]


@pytest.mark.parametrize(
    ("name", "given", "belief", "shown"), [case[1:] for case in BELIEFS], ids=[case[0] for case in BELIEFS]
)
def test_a_known_belief_gives_its_known_answer(packs, name, given, belief, shown):
    template = packs.template(f"mask.{name}")
    wrong = template.solver.mistakes(template.solver.work(_exactly(given)))[belief]
    kinds = {part.name: part.kind for part in template.parts}
    for part, expected in shown.items() if isinstance(shown, dict) else [("", shown)]:
        assert kinds[part].display(wrong[part]) == expected


def _exactly(given):
    """Parameters as a solver takes them."""
    if isinstance(given, dict):
        return {name: _exactly(value) for name, value in given.items()}
    if isinstance(given, list):
        return tuple(map(_exactly, given))
    return given if isinstance(given, str) else Whole(given)


# The masked self-attention of seed 4: its scores, to nine decimals, go into the project's solvers.


def decoder_input():
    """Embeddings of the four tokens and their positions, as seed 4 has them. (4, 4)"""
    tokens = torch.tensor([[1.0, 0, 3, 2], [4, 1, 0, 2], [1, 0, 3, 2], [0, 3, 1, 4]])
    angles = torch.arange(4.0).unsqueeze(1) / torch.tensor([1.0, 100.0])  # (4, 2): position, pair
    return tokens + torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)


def projected(x, *columns):
    """x times a matrix of 0 and 1/4, given by the rows that each column takes up."""
    return torch.stack([x[:, list(rows)].sum(1) / 4 for rows in columns], dim=1)


def in_text(rows):
    """Numbers as a solver is given them: fractions of a thousand million."""
    return (
        "["
        + ", ".join(f"{round(x * 10**9)}/{10**9}" if isinstance(x, float) else in_text(x) for x in rows)
        + "]"
    )


@pytest.fixture
def seed_4(lab):
    """Scores (4, 4) and values (4, 2)."""
    x = decoder_input()
    query, key = projected(x, (0, 2), (1, 3)), projected(x, (1, 3), (0, 2))
    return (query @ key.T / 2**0.5).tolist(), projected(x, (0, 2), (0, 3)).T.tolist()


def test_masked_attention_weights(packs, lab, seed_4):
    """s4-03 and s4-05."""
    table = keys(packs, lab, "weight_table", scores=in_text(seed_4[0]))[""]
    rows = kind({"kind": "matrix", "of": "exact"}).read_key(table)
    assert [[decimal(weight, 3) for weight in row] for row in rows] == [
        ["1.000", "0.000", "0.000", "0.000"],
        ["0.429", "0.571", "0.000", "0.000"],
        ["0.327", "0.406", "0.267", "0.000"],
        ["0.246", "0.329", "0.305", "0.120"],
    ]


@pytest.mark.parametrize(
    ("i", "output"), [(2, ["1.122", "1.549"]), (3, ["1.148", "1.450"]), (4, ["1.056", "1.420"])]
)
def test_masked_attention_output(packs, lab, seed_4, i, output):
    """s4-04, whose second row the seed prints as 1.121 and 1.548, from inputs that it had rounded before."""
    scores, values = seed_4
    found = [
        keys(packs, lab, "masked_output", scores=in_text(scores[i - 1]), values=in_text(column), i=i)[""]
        for column in values
    ]
    assert [decimal(kind("exact").read_key(key), 3) for key in found] == output


def test_a_row_that_no_score_is_printed_for(packs, lab):
    """s0-mask-07: 0.31 and 0.69 belong to scores ln(69/31) apart; hidden weights are exactly 0 and the row sums to 1."""
    gap = "8001/10000"  # ln(69/31) to four decimals
    found = keys(packs, lab, "masked_weights", scores=f"[0, {gap}, 5, 3]", i=2)[""]
    row = VECTOR.read_key(found)
    assert [decimal(weight, 2) for weight in row] == ["0.31", "0.69", "0.00", "0.00"]
    assert row[2] == row[3] == 0
    assert exact.equal(sum(row), 1)

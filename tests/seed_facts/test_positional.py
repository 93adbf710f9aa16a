"""The seeds' facts on positions, computed by the topic's own solvers and run on PyTorch."""

import pytest
import torch

from qbank.author.claims import measure
from qbank.author.solve import solve
from qbank.exact import Whole, ball, decimal, sqrt, text

INTERLEAVED = {"layout": "interleaved"}
HALVES = {"layout": "halves"}


def solved(packs, lab, name, **given):
    """The confirmed answer of one template by part, for parameters and conventions that leave one."""
    (answer,) = solve(packs.template(f"positional.{name}"), given, lab).answers
    return {part.name: part for part in answer.parts}


def wholes(**given):
    """Parameters as solvers take them; words stay words."""
    return {name: Whole(value) if isinstance(value, int) else value for name, value in given.items()}


def printed(values, places=4):
    """Exact values as they are printed."""
    return [decimal(value, places, face="text") for value in values]


VECTORS = [
    ("s0-pe-02 s1-c-04", {"p": 0, "d": 4, **INTERLEAVED}, "[0,1,0,1]"),
    ("s0-pe-03", {"p": 1, "d": 4, **INTERLEAVED}, "[sin(1),cos(1),sin(1/100),cos(1/100)]"),
    ("pe-half-split", {"p": 1, "d": 4, **HALVES}, "[sin(1),sin(1/100),cos(1),cos(1/100)]"),
    ("pq-53", {"p": 0, "d": 8, **HALVES}, "[0,0,0,0,1,1,1,1]"),
]


@pytest.mark.parametrize(("given", "key"), [pytest.param(*case, id=i) for i, *case in VECTORS])
def test_vector(packs, lab, given, key):
    assert solved(packs, lab, "vector", **given)[""].key == key


def test_speeds_of_width_four(packs):
    """s0-pe-01: 1 and 1/100, the angles at position 1."""
    known = packs.template("positional.vector").solver.work(wholes(p=1, d=4, **INTERLEAVED))
    assert [text(angle) for angle in known["angles"]] == ["1", "1/100"]


TABLES = [
    ("pq-53 interleaved", "interleaved", "0.8415 0.5403 0.0998 0.9950 0.0100 1.0000 0.0010 1.0000"),
    ("pq-53 halves", "halves", "0.8415 0.0998 0.0100 0.0010 0.5403 0.9950 1.0000 1.0000"),
]


@pytest.mark.parametrize(("layout", "second"), [pytest.param(*case, id=i) for i, *case in TABLES])
def test_table(packs, layout, second):
    rows = packs.template("positional.table").solver.solve(wholes(P=2, d=8, base=10000, layout=layout))[""]
    assert printed(rows[1]) == second.split()


def test_shape_of_a_table(packs, lab):
    """pq-59: 50 positions, 512 wide."""
    assert solved(packs, lab, "table_shapes", B=1, T=49, P=50, d=512)["table"].key == "[50,512]"


def test_speeds_as_powers_of_e(packs):
    """pq-58: −2 ln(10000) / 256, where a program without brackets has −1."""
    solver = packs.template("positional.log_speed").solver
    known = solver.work(wholes(d=256, base=10000))
    assert printed([solver.answer(known)[""]], places=10) == ["-0.0719557842"]
    assert text(solver.mistakes(known)["divides_down_to_a_whole_number"][""]) == "-1"


def test_float32_table(packs):
    """s0-pe-06: the largest error of a float32 table against the exact entries is a few units of 2^−24, not a constant."""
    rows = packs.template("positional.table").solver.solve(wholes(P=50, d=4, base=10000, **INTERLEAVED))[""]
    angles = torch.arange(50, dtype=torch.float32).unsqueeze(1) * torch.tensor([1, 0.01], dtype=torch.float32)
    single = torch.stack([angles.sin(), angles.cos()], -1).flatten(1)
    exact = torch.tensor(
        [[float(ball(entry, 64).mid()) for entry in row] for row in rows], dtype=torch.float64
    )
    assert 1e-8 < (single - exact).abs().max() < 5e-7


def test_rotary_score_hangs_on_the_gap(packs):
    """Rotated pairs at positions 5 and 3 have the dot product of those at 2 and 0."""
    solver = packs.template("positional.rotary").solver

    def score(p, q):
        pair = (Whole(3), Whole(4)), (Whole(2), Whole(-1))
        one, other = (
            solver.solve({"x": x, "p": Whole(n), "pairing": "neighbours"})[""]
            for x, n in zip(pair, (p, q), strict=True)
        )
        return sum(a * b for a, b in zip(one, other, strict=True))

    assert printed([score(5, 3)], places=12) == printed([score(2, 0)], places=12)


@pytest.mark.parametrize("d", [2, 4, 8, 512])
def test_squared_length_is_half_the_width(packs, d):
    """s0-pe-04 s1-c-04: the dot product of a vector with itself."""
    assert packs.template("positional.similarity").solver.solve(wholes(p=3, q=3, d=d))[""] == d // 2


def test_rotation(packs, lab):
    """s0-pe-07 s1-c-05: rows [cos, sin] and [−sin, cos] where the sine stands first."""
    found = solved(packs, lab, "pair_rotation", k=3, d=4, i=0, order="sine_first")[""]
    assert found.key == "[[cos(3),sin(3)],[-sin(3),cos(3)]]"


def test_distances_from_position_zero(packs):
    """s0-pe-08: |a − b|² is twice the squared length less twice the dot product, here 4 − 2 · similarity."""
    solver = packs.template("positional.similarity").solver
    distances = [sqrt(4 - 2 * solver.solve(wholes(p=0, q=k, d=4))[""]) for k in range(12)]
    assert printed(distances) == [
        "0.0000", "0.9589", "1.6831", "1.9952", "1.8190", "1.1980",
        "0.2885", "0.7050", "1.5157", "1.9571", "1.9205", "1.4154",
    ]  # fmt: skip


def test_coordinate_taken_for_a_pair(packs, lab):
    """s0-pe-10: sin(1/100) is right, sin(1/10000) is the belief."""
    given = {"p": 1, "d": 4, "n": 2, "index": "coordinate", **INTERLEAVED}
    solver = packs.template("positional.value").solver
    assert solved(packs, lab, "value", **given)[""].key == "sin(1/100)"
    assert text(solver.mistakes(solver.work(wholes(**given)))["coordinate_as_pair"][""]) == "sin(1/10000)"


SUMS = [
    (0, [1, 0, 3, 2], ["1.00", "1.00", "3.00", "3.00"]),
    (1, [4, 1, 0, 2], ["4.84", "1.54", "0.01", "3.00"]),
    (2, [1, 0, 3, 2], ["1.91", "-0.42", "3.02", "3.00"]),
    (3, [0, 3, 1, 4], ["0.14", "2.01", "1.03", "5.00"]),
]


@pytest.mark.parametrize(("p", "x", "expected"), SUMS, ids=[f"s4-02, row {p}" for p, _, _ in SUMS])
def test_decoder_input(packs, p, x, expected):
    solver = packs.template("positional.token_plus_position").solver
    given = {"p": Whole(p), "x": tuple(map(Whole, x)), "scaled": False, **INTERLEAVED}
    assert printed(solver.solve(given)["sum"], places=2) == expected


WRONG = [
    (
        "pe-coordinate-index",
        "takes_every_coordinate_for_a_pair",
        4,
        ["0.8415", "1.0000", "0.0001", "1.0000"],
    ),
    ("pe-step-two-doubled", "doubles_the_index_twice", 8,
     ["0.8415", "0.5403", "0.0100", "1.0000", "0.0001", "1.0000", "0.0000", "1.0000"]),
    ("pe-base-1000", "all_in_base_of_a_thousand", 4, ["0.8415", "0.5403", "0.0316", "0.9995"]),
    ("pe-degrees", "all_in_degrees", 4, ["0.0175", "0.9998", "0.0002", "1.0000"]),
    ("pq-56 with the base 10000", "every_coordinate_its_own_speed", 4, ["0.8415", "0.9950", "0.0100", "1.0000"]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "d", "expected"), [pytest.param(*case, id=i) for i, *case in WRONG])
def test_known_wrong_vector(packs, name, d, expected):
    solver = packs.template("positional.vector").solver
    known = solver.work(wholes(p=1, d=d, **INTERLEAVED))
    assert printed(solver.mistakes(known)[name][""]) == expected


CLAIMS = [
    ("s0-pe-04", "squared_length_is_half_the_width", True),
    ("s0-pe-05", "entries_stay_within_one", True),
    ("s0-pe-02", "position_zero_is_all_zeros", False),
    ("s0-pe-07", "one_map_serves_every_position", True),
    ("s0-pe-08 s1-t-04", "distance_grows_with_the_gap", False),
    ("s0-pe-11", "shuffled_tokens_only_shuffle_the_outputs", True),
    ("pe-norm-one", "every_vector_has_length_one", False),
    ("RoPE", "rotary_scores_hang_on_the_gap_alone", True),
    ("learned tables", "a_learned_table_has_rows_past_its_end", False),
]


@pytest.mark.parametrize(("name", "holds"), [pytest.param(*case, id=i) for i, *case in CLAIMS])
def test_claim(packs, lab, name, holds):
    assert measure(packs.topic("positional").claims[name]) is holds

"""The seeds' facts on decoding and the cache of keys and values, computed by the topic's own solvers."""

import pytest

from qbank.answers import kind
from qbank.author.claims import measure, measure_broken
from qbank.author.solve import solve
from qbank.exact import Whole, decimal


def keys(packs, lab, name, **given):
    """The confirmed keys of one template for one set of parameters and conventions, by part."""
    (answer,) = solve(packs.template(f"decoding.{name}"), given, lab).answers
    return {part.name: part.key for part in answer.parts}


@pytest.mark.parametrize("n", [1, 6, 10])
def test_a_cache_projects_one_row_a_step(packs, lab, n):
    """s2-16: n rows instead of n(n + 1)/2, counting from a single token."""
    assert keys(packs, lab, "projections", n=n, p=1) == {"without": str(n * (n + 1) // 2), "cached": str(n)}


@pytest.mark.parametrize("t", [1, 2, 3, 4])
def test_the_input_grows_by_a_row_a_step(packs, lab, t):
    """s4-07: without a cache all t rows ask, t × t scores; with one, the newest alone."""
    found = keys(packs, lab, "step_shapes", B=1, h=1, width=4, t=t)
    assert found == {
        "query": "[1,1,1,4]",
        "key": f"[1,1,{t},4]",
        "scores": f"[1,1,1,{t}]",
        "uncached": f"[1,1,{t},{t}]",
    }


@pytest.mark.parametrize(
    ("alpha", "penalty", "second", "wins"),
    [
        ("3/5", "gnmt", "-7.3602", "first"),
        ("3/5", "length", "-3.8073", "second"),
        ("1", "length", "-2.0000", "second"),
    ],
    ids=["s2-26", "s2-26, note", "pq-83"],
)
def test_length_penalties(packs, lab, alpha, penalty, second, wins):
    found = keys(packs, lab, "length_penalty", scores=[-4, -10], lengths=[1, 5], alpha=alpha, penalty=penalty)
    assert decimal(kind("exact").read_key(found["second"]), 4) == second.replace("-", "−")
    assert found["wins"] == wins


def test_sums_favour_the_short(packs):
    """s2-26: without a penalty the short hypothesis has the larger score."""
    solver = packs.template("decoding.length_penalty").solver
    given = {
        "scores": (Whole(-4), Whole(-10)),
        "lengths": (Whole(1), Whole(5)),
        "alpha": Whole(1),
        "penalty": "length",
    }
    plain = solver.mistakes(solver.work(given))["compares_the_sums"]
    assert plain["first"] > plain["second"]


def test_greedy_can_end_worse(packs, lab):
    """s2-27 and pq-79."""
    found = keys(
        packs, lab, "path_probabilities", greedy="[0.5, 0.4, 0.4, 0.6]", other="[0.5, 0.3, 0.6, 0.6]"
    )
    assert found == {"greedy": "6/125", "other": "27/500", "likelier": "other"}


def test_greedy_takes_the_largest_and_repeats_itself(packs, lab):
    """s4-22: deterministic, so the same table gives the same tokens."""
    table = "[[0.2, 0.5, 0.3], [0.6, 0.1, 0.3], [0.1, 0.2, 0.7]]"
    runs = [keys(packs, lab, "greedy_decoding", table=table, T=4) for _ in range(2)]
    assert runs[0] == runs[1]
    assert runs[0]["tokens"] == "[1,0,1,0]"


@pytest.mark.parametrize(
    ("picks", "cap", "passes"), [([3, 7, 0, 3], 4, "3"), ([3, 7, 7, 0], 3, "3")], ids=["s4-21", "s4-21, cap"]
)
def test_decoding_stops_at_the_end_token_or_the_cap(packs, lab, picks, cap, passes):
    assert keys(packs, lab, "stopping", picks=picks, cap=cap)["passes"] == passes


CLAIMS = [
    ("s2-15, s4-20", "cache_changes_nothing", True),
    ("dec-greedy-optimal", "greedy_can_miss_the_best", True),
    ("dec-length-penalty-sign", "dividing_by_length_helps_the_short", False),
    ("dec-alpha-formula", "both_penalties_choose_alike", False),
    ("dec-beam-per-parent", "beams_keep_one_child_a_parent", False),
    ("s2-15, keys", "earlier_keys_stay", True),
]


@pytest.mark.parametrize(("name", "holds"), [case[1:] for case in CLAIMS], ids=[case[0] for case in CLAIMS])
def test_a_claim_is_measured(packs, lab, name, holds):
    claim = packs.topic("decoding").claims[name]
    assert (claim.holds, measure(claim), measure_broken(claim)) == (holds, holds, not holds)


CACHE = {"L": 32, "S": 2048, "B": 1, "heads": 32, "width": 128, "dtype": "float16"}


def test_beliefs_about_the_cache(packs):
    """kv-forget-two, kv-query-heads and kv-units."""
    size = packs.template("decoding.cache_size").solver
    given = size.work(
        {name: value if isinstance(value, str) else Whole(value) for name, value in CACHE.items()}
    )
    assert size.solve(given)["gb"] * 10**9 == 1_073_741_824
    assert size.mistakes(given)["stores_keys_alone"]["gb"] * 10**9 == 536_870_912
    assert size.mistakes(given)["mixes_the_units"]["gb"] == 1
    token = packs.template("decoding.cache_per_token").solver
    known = {"L": Whole(80), "h": Whole(64), "heads": Whole(8), "width": Whole(128), "dtype": "float16"}
    assert token.solve(known)["bytes"] == 327_680
    assert token.mistakes(token.work(known))["uses_the_query_heads"]["bytes"] == 2_621_440


GROUPED = {"L": 32, "S": 32768, "h": 32, "G": 4, "width": 128, "dtype": "bfloat16"}


@pytest.mark.parametrize(
    ("groups", "heads", "size"), [("queries", 8, 4_294_967_296), ("heads", 4, 2_147_483_648)]
)
def test_a_group_is_a_head_or_those_who_share_one(packs, lab, groups, heads, size):
    """kv-groups-meaning and pq-37."""
    found = keys(packs, lab, "grouped_cache", **GROUPED, groups=groups)
    assert found["heads"] == str(heads)
    assert kind("exact").read_key(found["gb"]) * 10**9 == size


@pytest.mark.parametrize(("dtype", "size"), [("bfloat16", 327_680), ("int8", 163_840), ("int4", 81_920)])
def test_a_token_of_a_large_model(packs, lab, dtype, size):
    """pq-22, whose table has none of the three."""
    assert keys(packs, lab, "cache_per_token", L=80, h=64, heads=8, width=128, dtype=dtype)["bytes"] == str(
        size
    )


def test_the_decoders_words(packs, lab):
    """s4-17: the likeliest word of each row of printed probabilities (in thousandths as the seed has them)."""
    printed = [
        [221, 181, 134, 148, 181, 134],
        [159, 39, 373, 132, 34, 263],
        [323, 106, 184, 118, 108, 161],
        [100, 106, 202, 253, 109, 230],
    ]
    words = ["I", "think", "understand", "love", "dog", "cat"]
    table = "[" + ", ".join("[" + ", ".join(f"{n}/1000" for n in row) + "]" for row in printed) + "]"
    (answer,) = solve(packs.template("output_layer.picked_words"), {"P": table, "words": words}, lab).answers
    assert answer.parts[0].key == "[I,understand,I,love]"


def test_a_wider_beam_keeps_two_children_of_one_parent(packs, lab):
    """dec-beam-per-parent."""
    found = keys(packs, lab, "kept_beams", parents="[-1, -3]", steps="[[-0.1, -0.2], [-0.1, -0.2]]", k=2)
    assert found[""] == "[-11/10,-6/5]"


def test_adding_probabilities_ranks_otherwise(packs, lab):
    """dec-product-vs-sum: 0.9 and 0.1 have the larger sum, 0.4 and 0.5 the larger product."""
    found = keys(packs, lab, "path_probabilities", greedy="[0.9, 0.1]", other="[0.4, 0.5]")
    assert found == {"greedy": "9/100", "other": "1/5", "likelier": "other"}


@pytest.mark.parametrize(
    ("template", "given", "answers"),
    [
        (
            "latent_cache",
            {"L": 61, "h": 128, "width": 128, "c": 512, "r": 64, "dtype": "bfloat16"},
            {"bytes": "70272", "factor": "512/9"},
        ),
        (
            "window_cache",
            {"full": 0, "local": 32, "W": 4096, "S": 8192, "heads": 8, "width": 128, "dtype": "bfloat16"},
            {"bytes": str(512 * 2**20), "share": "1/2"},
        ),
        (
            "drafted_tokens",
            {"accepted": "4/5", "n": 4, "c": 0},
            {"tokens": "2101/625", "speedup": "2101/625"},
        ),
        (
            "draft_check",
            {"large": "[0.1, 0.6, 0.3]", "small": "[0.4, 0.4, 0.2]"},
            {"accepted": "7/10", "instead": "[0,2/3,1/3]"},
        ),
    ],
    ids=["one vector for all heads", "a window in every layer", "a free draft", "what a refusal gives"],
)
def test_other_sizes_than_the_questions_have(packs, lab, template, given, answers):
    assert keys(packs, lab, template, **given) == answers

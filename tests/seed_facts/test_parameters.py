"""Facts on counting parameters: the seeds', and published counts of real models, each confirmed by PyTorch."""

import pytest

from qbank import exact
from qbank.author.claims import measure
from qbank.author.solve import solve
from qbank.exact import Whole

BASE = {"d": 512, "f": 2048}
TINY = {"d": 4, "f": 8}
TOY = {"d": 8, "V": 35, "bias": True, "norms": "layers", "tables": "one"}
PAPER = {"d": 512, "f": 2048, "L": 6, "V": 37000}
SIX_DECODERS = {**BASE, "L": 6, "side": "decoder", "bias": True, "norms": "both", "final": False}
SIX_ENCODERS = {**SIX_DECODERS, "side": "encoder"}
TWELVE_OF_768 = {"d": 768, "f": 3072, "L": 12, "side": "encoder", "norms": "both", "final": False}

COUNTS = [
    # the output matrix of 512 × 37,000, which a tied embedding adds nothing to; with a bias a token
    (
        "s0-par-01 s0-par-12",
        "embedding_and_output",
        {"V": 37000, "d": 512, "tied": True, "output_bias": False},
        18_944_000,
    ),
    (
        "s0-par-02 s1-c-08",
        "embedding_and_output",
        {"V": 37000, "d": 512, "tied": True, "output_bias": True},
        18_981_000,
    ),
    (
        "s0-par-12 twice",
        "embedding_and_output",
        {"V": 37000, "d": 512, "tied": False, "output_bias": False},
        37_888_000,
    ),
    ("s4-15", "embedding_and_output", {"V": 6, "d": 4, "tied": True, "output_bias": True}, 30),
    ("s2-04", "embedding_and_output", {"V": 35, "d": 8, "tied": True, "output_bias": False}, 280),
    ("s0-par-03", "attention", {"d": 512, "h": 8, "bias": True}, 1_050_624),
    ("s0-par-04", "feed_forward", {**BASE, "bias": True}, 2_099_712),
    ("s0-par-07 ffn", "feed_forward", {**TINY, "bias": True}, 76),
    ("s0-par-07 attention", "attention", {"d": 4, "h": 2, "bias": True}, 160 // 2),
    ("s0-par-07", "decoder_layer", {**TINY, "bias": True}, 260),
    ("s0-par-08 s1-c-07", "decoder_layer", {**BASE, "bias": True}, 4_204_032),
    ("without biases", "decoder_layer", {**BASE, "bias": False}, 4_195_840),
    ("tiny without biases", "decoder_layer", {**TINY, "bias": False}, 204),
    ("s0-par-09", "stack", SIX_DECODERS, 25_224_192),
    ("s0-par-11", "encoder_layer", {**BASE, "bias": True}, 3_152_384),
    ("encoder without biases", "encoder_layer", {**BASE, "bias": False}, 3_146_752),
    ("s0-cross-06", "decoder_minus_encoder", {**BASE, "bias": True}, 1_051_648),
    (
        "s2-10 three ways",
        "transformer",
        {**PAPER, "bias": True, "norms": "layers", "tables": "one"},
        63_082_496,
    ),
    (
        "s2-10 final norms",
        "transformer",
        {**PAPER, "bias": True, "norms": "final", "tables": "one"},
        63_084_544,
    ),
    (
        "s2-10 attention",
        "transformer",
        {**PAPER, "bias": "no_attention", "norms": "layers", "tables": "one"},
        63_045_632,
    ),
    ("s2-10 matrices", "transformer", {**PAPER, "bias": False, "norms": "none", "tables": "one"}, 62_984_192),
    (
        "s2-10 separate output",
        "transformer",
        {**PAPER, "bias": True, "norms": "layers", "tables": "two"},
        82_026_496,
    ),
    (
        "s2-10 three tables",
        "transformer",
        {**PAPER, "bias": True, "norms": "layers", "tables": "three"},
        100_970_496,
    ),
    ("s2-11 one layer", "transformer", {**TOY, "L": 1, "f": 32}, 2_328),
    ("s2-11 two layers", "transformer", {**TOY, "L": 2, "f": 32}, 4_376),
    ("s2-11 narrow", "transformer", {**TOY, "L": 1, "f": 16}, 1_784),
    ("s3-19", "encoder_layer", {"d": 64, "f": 256, "bias": "no_qkv"}, 49_792),
    ("s3-19 with all biases", "encoder_layer", {"d": 64, "f": 256, "bias": True}, 49_984),
    ("the paper's six encoder layers", "stack", SIX_ENCODERS, 18_914_304),
    ("twelve layers of GPT-2", "stack", {**TWELVE_OF_768, "bias": True}, 85_054_464),
    ("six layers of DistilBERT", "stack", {**TWELVE_OF_768, "L": 6, "bias": True}, 42_527_232),
]

FORMULAS = [
    ("s0-par-03", "attention", {"d": 512, "h": 8, "bias": True}, "4d² + 4d"),
    ("s0-par-04 s1-f-03", "feed_forward", {**BASE, "bias": True}, "2df + d + f"),
    ("s0-par-06 s1-f-03", "decoder_layer", {**BASE, "bias": True}, "8d² + 2df + 15d + f"),
    ("without biases", "decoder_layer", {**BASE, "bias": False}, "8d² + 2df + 3d"),
    ("s0-cross-06", "decoder_minus_encoder", {**BASE, "bias": True}, "4d² + 6d"),
    ("s3-19", "encoder_layer", {"d": 64, "f": 256, "bias": "no_qkv"}, "4d² + 2df + 6d + f"),
]

CLAIMS = [
    ("s0-par-11", "encoder_layer_attends_twice", False),
    ("s0-par-12", "tied_table_counts_once", True),
    ("s0-cross-06", "decoder_layer_counts_as_an_encoder_layer", False),
    ("s3-19", "norm_order_leaves_the_count", True),
    ("heads", "heads_leave_the_count", True),
    ("final norms", "transformer_is_its_layers", False),
    ("bias=False", "bias_false_keeps_the_shifts", False),
    ("buffers", "running_statistics_are_learned", False),
    ("state_dict", "state_dict_repeats_a_tied_table", True),
]


def solved(packs, lab, name, given):
    """The one answer that parameters and conventions leave."""
    (answer,) = solve(packs.template(f"parameters.{name}"), given, lab).answers
    return answer.parts[0]


def count(packs, lab, name, **given):
    """The same as a number."""
    return int(solved(packs, lab, name, given).key)


@pytest.mark.parametrize(("name", "given", "expected"), [pytest.param(*c, id=i) for i, *c in COUNTS])
def test_count(packs, lab, name, given, expected):
    assert count(packs, lab, name, **given) == expected


@pytest.mark.parametrize(("name", "given", "expected"), [pytest.param(*f, id=i) for i, *f in FORMULAS])
def test_formula(packs, lab, name, given, expected):
    assert solved(packs, lab, name, given).formula == expected


@pytest.mark.parametrize(("name", "holds"), [pytest.param(*c, id=i) for i, *c in CLAIMS])
def test_claim(packs, lab, name, holds):
    (topic,) = packs.select(["parameters"])
    assert measure(topic.claims[name]) is holds


@pytest.mark.parametrize(
    ("sizes", "expected"), [(TINY, 24), (BASE, 3_072)], ids=["s0-par-07", "s0-par-05 s0-par-08"]
)
def test_three_norms_are_what_a_decoder_layer_has_beside_its_maps(packs, lab, sizes, expected):
    layer = count(packs, lab, "decoder_layer", **sizes, bias=True)
    attention = count(packs, lab, "attention", d=sizes["d"], h=2, bias=True)
    assert layer - 2 * attention - count(packs, lab, "feed_forward", **sizes, bias=True) == expected


@pytest.mark.parametrize(("rounded", "places"), [("4", 0), ("4.204", 3)])
def test_about_four_million_a_layer(packs, lab, rounded, places):  # s0-par-10
    layer = count(packs, lab, "decoder_layer", **BASE, bias=True)
    assert exact.decimal(Whole(layer) / 10**6, places) == rounded


def test_a_final_norm_is_two_vectors(packs, lab):  # s3-16
    stack = {**TWELVE_OF_768, "bias": True}
    ending = count(packs, lab, "stack", **{**stack, "final": True})
    assert ending - count(packs, lab, "stack", **stack) == 1_536


def test_torch_transformer_by_default(packs, lab):
    encoders = count(packs, lab, "stack", **{**SIX_ENCODERS, "final": True})
    decoders = count(packs, lab, "stack", **{**SIX_DECODERS, "final": True})
    assert encoders + decoders == 44_140_544


def test_gpt2_small(packs, lab):
    """Twelve layers with a final norm, a tied table of 50,257 tokens, 1,024 learned positions."""
    layers = count(packs, lab, "stack", **{**TWELVE_OF_768, "bias": True, "final": True})
    table = count(packs, lab, "embedding_and_output", V=50257, d=768, tied=True, output_bias=False)
    assert layers + table + 1024 * 768 == 124_439_808


def test_gpt2_small_without_biases(packs, lab):
    layers = count(packs, lab, "stack", **{**TWELVE_OF_768, "bias": False, "norms": "scale", "final": True})
    table = count(packs, lab, "embedding_and_output", V=50257, d=768, tied=True, output_bias=False)
    assert layers + table + 1024 * 768 == 124_337_664


def test_encoder_block_of_a_lecture(packs, lab):
    """Attention without biases, biased feed-forward network, no LayerNorm: 12d² + 5d."""
    layer = count(packs, lab, "encoder_layer", **BASE, bias="no_attention")
    assert layer - 2 * 2 * 512 == 3_148_288


BLOCKS = [("all", 49_984), ("output", 49_792), ("none", 49_728)]


@pytest.mark.parametrize(("attention", "expected"), BLOCKS)
def test_one_block_by_places(packs, lab, attention, expected):
    """s3-19: 49,792 with no biases for queries, keys and values; PyTorch's own layer has 49,984."""
    given = {"d": 64, "f": 256, "attention": attention, "ffn": True, "norms": "both"}
    assert count(packs, lab, "layer_by_places", **given) == expected


def test_the_base_model_from_its_configuration(packs, lab):
    """s2-10: about 65 million is 63,082,496 with one table, and 82,026,496 with an output layer of its own."""
    config = {"d": 512, "L": 6, "L_decoder": 6, "f": 2048, "h": 8, "V": 37000, "positions": "fixed"}
    config |= {"attention_bias": "all", "ffn_bias": True, "norm": "layer"}
    for head, expected in (("tied", 63_082_496), ("untied", 82_026_496)):
        given = {"config": {**config, "head": head}, "counted": "distinct"}
        assert int(solved(packs, lab, "model", given).key) == expected


def test_the_toy_model_from_its_configuration(packs, lab):
    """s2-11: a few thousand weights, d = 8 and V = 35."""
    config = {
        "d": 8,
        "L": 1,
        "L_decoder": 1,
        "h": 2,
        "V": 35,
        "attention_bias": "all",
        "ffn_bias": True,
        "norm": "layer",
    }
    for f, expected in ((32, 2_328), (16, 1_784)):
        given = {"config": {**config, "f": f, "head": "tied"}, "counted": "distinct"}
        assert int(solved(packs, lab, "model", given).key) == expected

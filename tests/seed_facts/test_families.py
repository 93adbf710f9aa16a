"""The seeds' facts on BERT, T5 and the three families, through the project's own solvers."""

import pytest

from qbank.author.claims import measure
from qbank.author.solve import solve

UNCHANGED = [
    ("pq-85 given the choice", "of_the_chosen", "1/10"),
    ("pq-85 chosen and kept", "chosen_and_kept", "3/200"),
    ("s3-03 pq-85 in the end", "same_in_the_end", "173/200"),
    ("s3-03 pq-86 with hits", "hits_count", "17303/20000"),
]

SPANS = [
    (
        "s3-06",
        "[Thank,you,for,inviting,me,to,your,party,last,week.]",
        "[[3,4],[9,9]]",
        "[Thank,you,<X>,me,to,your,party,<Y>,week.]",
        "[<X>,for,inviting,<Y>,last,<Z>]",
    ),
    (
        "pq-88",
        "[The,quick,brown,fox,jumps,over,the,lazy,dog]",
        "[[4,5]]",
        "[The,quick,brown,<X>,over,the,lazy,dog]",
        "[<X>,fox,jumps,<Y>]",
    ),
    (
        "pq-89",
        "[CLS,The,puppies,are,frolicking,outside,the,house,.]",
        "[[5,5],[7,8]]",
        "[CLS,The,puppies,are,<X>,outside,<Y>,.]",
        "[<X>,frolicking,<Y>,the,house,<Z>]",
    ),
]

LENGTHS = [
    ("s3-06", 10, 3, 2, "sentinel", "9", "6"),
    ("512 read and 114 written", 568, 85, 28, "eos", "512", "114"),
]

PATTERNS = [
    ("s3-08 BERT and T5's encoder", "[4,4,4,4]", "both_ways"),
    ("s3-08 GPT and T5's decoder", "[1,2,3,4]", "causal"),
]

CLAIMS = [
    ("s3-05 outputs change with each word", "an_encoder_can_be_run_word_by_word", False),
    ("s3-05 both sides are read", "a_masked_token_is_read_off_both_sides", True),
    ("s3-04", "loss_stands_at_masks_alone", False),
    ("s3-08 cross-attention", "a_decoder_layer_is_no_larger", False),
    ("pq-86", "a_random_token_is_another_one", False),
    ("fam-bert-preln", "bert_like_layers_normalize_first", False),
    ("fam-llama-encdec", "llama_has_no_cross_attention", True),
]


def answer(packs, lab, name, **given):
    """The parts of the one answer that parameters and conventions leave."""
    (found,) = solve(packs.template(f"families.{name}"), given, lab).answers
    return {part.name: part for part in found.parts}


def keys(packs, lab, name, **given):
    """The keys of these parts."""
    return {part: found.key for part, found in answer(packs, lab, name, **given).items()}


def test_counts(packs, lab):
    """s3-03: 12 %, 1.5 % and 1.5 % of all tokens; s3-04: all 15 % are predicted."""
    found = keys(packs, lab, "masked_counts", n=1000, s="0.15", m="0.8", r="0.1")
    assert found == {"masked": "120", "random": "15", "kept": "15", "predicted": "150"}


@pytest.mark.parametrize(("reading", "expected"), [pytest.param(*t, id=i) for i, *t in UNCHANGED])
def test_unchanged(packs, lab, reading, expected):
    found = keys(packs, lab, "unchanged", s="0.15", m="0.8", r="0.1", V=100, reading=reading)[""]
    assert found == expected


def test_the_loss_sums_over_all_that_was_chosen(packs, lab):
    """s3-04: masks, random tokens and kept ones alike, and nothing else: ln 2 + ln 4 + ln 8 = ln 64."""
    given = {"probs": "[1/2,1/4,1/8,1/10]", "fates": "[mask,random,keep,out]"}
    (found,) = answer(packs, lab, "masked_loss", **given, average="sum").values()
    assert found.display == "4.16"


@pytest.mark.parametrize(("text", "spans", "read", "target"), [pytest.param(*t, id=i) for i, *t in SPANS])
def test_span_corruption(packs, lab, text, spans, read, target):
    given = {"text": text, "spans": spans, "names": "letters", "end": "sentinel"}
    assert keys(packs, lab, "span_corruption", **given) == {"input": read, "target": target}


@pytest.mark.parametrize(
    ("n", "m", "k", "end", "read", "target"), [pytest.param(*t, id=i) for i, *t in LENGTHS]
)
def test_span_lengths(packs, lab, n, m, k, end, read, target):
    assert keys(packs, lab, "span_lengths", n=n, m=m, k=k, end=end) == {"input": read, "target": target}


@pytest.mark.parametrize(("counts", "family"), [pytest.param(*t, id=i) for i, *t in PATTERNS])
def test_pattern(packs, lab, counts, family):
    assert keys(packs, lab, "pattern", counts=counts) == {"": family}


def test_each_family_sees_its_own_pairs(packs, lab):
    """s3-08: all to all; causal; and all, causal and across."""
    found = keys(packs, lab, "visible_pairs", S=3, T=2)
    assert found == {"encoder_only": "25", "decoder_only": "15", "encoder_decoder": str(9 + 3 + 6)}


def test_masks_alone_would_teach_masks_alone(packs, lab):
    """s3-22: if every chosen token became MASK, each label would stand below a MASK; the rule puts some elsewhere."""
    text = "[the,cat,sat,down]"
    only = keys(packs, lab, "masked_input", text=text, fates="[mask,out,mask,out]", word="blue")
    assert only == {"input": "[MASK,cat,MASK,down]", "predicted": "[the,sat]"}
    mixed = keys(packs, lab, "masked_input", text=text, fates="[mask,keep,random,out]", word="blue")
    assert mixed == {"input": "[MASK,cat,blue,down]", "predicted": "[the,cat,sat]"}


@pytest.mark.parametrize(("name", "holds"), [pytest.param(*c, id=i) for i, *c in CLAIMS])
def test_claim(packs, lab, name, holds):
    (topic,) = packs.select(["families"])
    assert measure(topic.claims[name]) is holds

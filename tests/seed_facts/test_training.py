"""The seeds' facts on training, and published figures on its cost, computed by the topic's own solvers and counted."""

import pytest

from qbank.author.claims import measure
from qbank.author.solve import solve


def solved(packs, lab, name, **given):
    """The confirmed answers of one template, by part."""
    (answer,) = solve(packs.template(f"training.{name}"), given, lab).answers
    return {part.name: part.key for part in answer.parts}


def test_the_papers_training_in_twelve_hours(packs, lab):
    """s2-09: 100,000 steps in 12 hours on 8 devices are 0.432 seconds a step."""
    answer = solved(packs, lab, "throughput", steps=100_000, hours=12, G=8, b=25_000)
    assert answer["step"] == "54/125"
    assert answer["device_hours"] == "96"


GPT2 = {"T": 1024, "L": 12, "d": 768}
WIDE = {"L": 48, "d": 1600, "f": 6400, "V": 50_257, "ffn": "gated", "cells": "full", "head": True}


def test_flops_of_gpt2(packs, lab):
    forms = {"f": 3072, "V": 50_257, "ffn": "plain", "cells": "full", "head": True}
    assert solved(packs, lab, "model_flops", **GPT2, **forms) == {
        "forward": "291648307200",
        "training": "874944921600",
    }


def test_estimated_flops_of_gpt2(packs, lab):
    assert solved(packs, lab, "estimated_flops", **GPT2, N=123_551_232)["sequence"] == "875062886400"


@pytest.mark.parametrize(("T", "flops"), [(1024, "4513336524800"), (16_384, "149522795724800")])
def test_flops_of_a_wide_model(packs, lab, T, flops):
    assert solved(packs, lab, "model_flops", T=T, **WIDE)["forward"] == flops


@pytest.mark.parametrize(("cells", "length"), [("full", "8192"), ("half", "16384")])
def test_length_where_attention_meets_its_projections(packs, lab, cells, length):
    assert solved(packs, lab, "balance_length", d=4096, h=32, h_kv=32, cells=cells)[""] == length


CLAIMS = [
    ("dropout_rests_in_evaluation", True),
    ("functional_dropout_hears_eval", False),
    ("adam_forgets_the_scale", True),
    ("decay_in_adam_is_adamw", False),
    ("means_of_parts_add_up", False),
]


@pytest.mark.parametrize(("name", "holds"), CLAIMS)
def test_claim(packs, lab, name, holds):
    assert measure(packs.topic("training").claims[name]) is holds

"""The seeds' facts on label smoothing, through the project's own solvers, each confirmed by PyTorch."""

import pytest

from qbank.author.claims import measure
from qbank.author.solve import solve

TARGETS = [
    ("s0-ls-01", 5, 3, "all", "[1/50,1/50,23/25,1/50,1/50]"),
    ("s0-ls-02", 4, 3, "all", "[1/40,1/40,37/40,1/40]"),
    ("s0-ls-05 s2-06", 5, 3, "others", "[1/40,1/40,9/10,1/40,1/40]"),
    ("s1-c-09 s1-f-04, class 2 counted from 0", 5, 3, "all", "[1/50,1/50,23/25,1/50,1/50]"),
    ("three classes", 3, 1, "all", "[14/15,1/30,1/30]"),
    ("two classes", 2, 1, "all", "[19/20,1/20]"),
    ("pq-70", 3, 1, "all", "[14/15,1/30,1/30]"),
]

FLOORS = [
    ("s2-17 all", 37_000, "all", "1.3769"),
    ("s2-17 others", 37_000, "others", "1.3769"),
    ("s2-18 others", 35, "others", "0.6777"),
    ("s2-18 all", 35, "all", "0.6613"),
    ("s0-ls-03", 4, "all", "0.3488"),
    ("s2-19", 5, "all", "0.3897"),
]

LOSSES = [
    ("true class 3 of 5", "[1/20,1/20,4/5,1/20,1/20]", 3, "all", "0.4450"),
    ("the target itself", "[1/50,1/50,23/25,1/50,1/50]", 3, "all", "0.3897"),
    ("the others' target itself", "[1/40,1/40,9/10,1/40,1/40]", 3, "others", "0.4637"),
]

LOGITS = [("pq-70 all", "all", "log(28)"), ("pq-70 others", "others", "log(18)")]

CLAIMS = [
    ("s0-ls-04", "torch_spares_the_true_class", False),
    ("s0-tr-01", "wrong_classes_matter", True),
    ("s2-19", "least_loss_at_the_target", True),
    ("s2-19 not 0", "smoothed_loss_reaches_zero", False),
    ("s2-20", "surer_costs_more_in_the_end", True),
    ("pq-71", "sparing_the_true_class_is_the_mixture", False),
    ("pq-74", "ignored_rows_stay_out", True),
    ("s2-20 without smoothing", "sure_predictions_keep_gaining", True),
]


def solved(packs, lab, name, **given):
    """The one answer that parameters and conventions leave."""
    (answer,) = solve(packs.template(f"smoothing.{name}"), given, lab).answers
    return answer.parts[0]


@pytest.mark.parametrize(("V", "y", "share", "expected"), [pytest.param(*t, id=i) for i, *t in TARGETS])
def test_target(packs, lab, V, y, share, expected):
    assert solved(packs, lab, "target", V=V, y=y, eps="0.1", share=share).key == expected


@pytest.mark.parametrize(("V", "share", "expected"), [pytest.param(*f, id=i) for i, *f in FLOORS])
def test_floor(packs, lab, V, share, expected):
    assert solved(packs, lab, "loss_floor", V=V, eps="0.1", share=share).display == expected


@pytest.mark.parametrize(("p", "y", "share", "expected"), [pytest.param(*x, id=i) for i, *x in LOSSES])
def test_loss(packs, lab, p, y, share, expected):
    assert solved(packs, lab, "loss", p=p, y=y, eps="0.1", share=share).display == expected


@pytest.mark.parametrize(
    ("V", "q", "share", "expected"),
    [
        pytest.param(5, "0.92", "all", "1/10", id="s0-ls-01"),
        pytest.param(5, "0.9", "others", "1/10", id="s0-ls-05 s2-20"),
        pytest.param(35, "0.9", "others", "1/10", id="s2-20"),
        pytest.param(35, "316/350", "all", "1/10", id="s2-20 under the other rule"),
    ],
)
def test_epsilon(packs, lab, V, q, share, expected):
    assert solved(packs, lab, "recovered_epsilon", V=V, q=q, share=share).key == expected


@pytest.mark.parametrize(("name", "holds"), [pytest.param(*c, id=i) for i, *c in CLAIMS])
def test_claim(packs, lab, name, holds):
    (topic,) = packs.select(["smoothing"])
    assert measure(topic.claims[name]) is holds


@pytest.mark.parametrize(("share", "expected"), [pytest.param(*x, id=i) for i, *x in LOGITS])
def test_logit_that_reproduces_the_target(packs, lab, share, expected):
    assert solved(packs, lab, "reproducing_logit", V=3, eps="0.1", share=share).key == expected


def test_the_two_rules_differ_by_the_factor_in_epsilon(packs, lab):  # s0-ls-05, pq-71
    others = solved(packs, lab, "target", V=5, y=3, eps="0.1", share="others").key
    assert solved(packs, lab, "target", V=5, y=3, eps="1/8", share="all").key == others


def test_two_classes_are_a_binary_label(packs, lab):  # pq-73
    assert solved(packs, lab, "target", V=2, y=1, eps="0.2", share="all").key == "[9/10,1/10]"
    assert solved(packs, lab, "binary_targets", labels="[1,0]", eps="0.2").key == "[9/10,1/10]"


def test_padding_is_no_class(packs, lab):
    """The target of a well-known walk-through: five classes of which the first is padding, ε = 0.4."""
    assert solved(packs, lab, "padded_target", V=5, y=3, pad=1, eps="0.4").key == "[0,2/15,3/5,2/15,2/15]"


def test_the_best_that_a_model_can_do(packs, lab):  # s2-20, s2-17
    """90 % under one rule, 90.29 % under the other, for 35 classes; and e to the floor of 37,000 as perplexity."""
    for share, best in {"others": "0.9", "all": "316/350"}.items():
        assert solved(packs, lab, "recovered_epsilon", V=35, q=best, share=share).key == "1/10"
        assert solved(packs, lab, "perplexity_floor", V=37_000, eps="0.1", share=share).display == "3.96"


def test_the_printed_loss_lies_above_the_floor(packs, lab):  # s0-ls-03
    floor = solved(packs, lab, "loss_floor", V=4, eps="0.1", share="all")
    assert float(floor.display) < 0.66827178

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

CLAIMS = [
    ("s0-ls-04", "torch_spares_the_true_class", False),
    ("s0-tr-01", "wrong_classes_matter", True),
    ("s2-19", "least_loss_at_the_target", True),
    ("s2-19 not 0", "smoothed_loss_reaches_zero", False),
    ("s2-20", "surer_costs_more_in_the_end", True),
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


def test_the_printed_loss_lies_above_the_floor(packs, lab):  # s0-ls-03
    floor = solved(packs, lab, "loss_floor", V=4, eps="0.1", share="all")
    assert float(floor.display) < 0.66827178

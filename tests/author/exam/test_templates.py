"""Which templates may fill a slot."""

from types import MappingProxyType

import pytest

from qbank.author.exam.blueprint import Slot
from qbank.author.exam.templates import in_turn, sources
from qbank.draws import Draws
from qbank.errors import QbankError

PLACES = MappingProxyType({"": "exam.yaml:2:5", "topic": "exam.yaml:2:6", "template": "exam.yaml:2:6",
                           "level": "exam.yaml:2:20", "conventions": "exam.yaml:2:30"})  # fmt: skip


def slot(topics=(), templates=(), levels=(), **conventions):
    return Slot(tuple(topics), tuple(templates), tuple(levels), conventions, None, False, PLACES)


def test_a_topic_gives_its_templates_of_these_levels(packs):
    found = sources(slot(["mask"], levels=[1]), packs)
    assert {source.template.level for source in found} == {1}
    named = {t.title for t in packs.topic("mask").templates.values() if t.level == 1}
    assert {source.template.title for source in found} == named


def test_conventions_leave_those_variants_alone(packs):
    (whole,) = sources(slot(templates=["parameters.decoder_layer"]), packs)
    (found,) = sources(slot(templates=["parameters.decoder_layer"], bias=(True,)), packs)
    size = found.template.space.size
    assert size * len(whole.template.conventions["bias"]) == whole.template.space.size
    assert {found.template.space.at(at)["bias"] for at in range(size)} == {True}
    assert found.template.conventions == whole.template.conventions  # the others are still known mistakes


def test_a_topic_keeps_what_has_the_convention(packs):
    found = sources(slot(["mask"], count=("zero",)), packs)
    assert found
    assert all("count" in source.template.conventions for source in found)


@pytest.mark.parametrize(
    ("wanted", "place", "said"),
    [
        (slot(["maks"]), "2:6", "no topic 'maks'; did you mean 'mask'?"),
        (slot(templates=["mask.cels"]), "2:6", "no template 'mask.cels'; did you mean 'mask.cells'?"),
        (slot(templates=["mask.cells"], levels=[3]), "2:20", "no template of level 3; there is level 1"),
        (slot(["mask"], cuont=("one",)), "2:30", "no convention 'cuont'; did you mean 'count'?"),
        (slot(["mask"], count=("noe",)), "2:30", "count: noe; did you mean 'one'?"),
        (slot(["parameters"], bias=("true",)), "2:30", "bias: true; "),
    ],
)
def test_what_does_not_exist_is_refused_where_it_stands(packs, wanted, place, said):
    with pytest.raises(QbankError) as caught:
        sources(wanted, packs)
    assert str(caught.value).startswith(f"exam.yaml:{place}: {said}")


def test_claims_take_one_turn(packs):
    found = sources(slot(["mask"]), packs)
    claims = [source for source in found if source.of_claims]
    assert len(claims) > 3
    first = [in_turn(found, Draws(str(seed), "t"))[0].of_claims for seed in range(400)]
    by_number, by_kind = len(claims) / len(found), 1 / (1 + len(found) - len(claims))
    assert sum(first) / len(first) < (by_number + by_kind) / 2
    assert sorted(s.template.title for s in in_turn(found, Draws("1"))) == sorted(
        s.template.title for s in found
    )

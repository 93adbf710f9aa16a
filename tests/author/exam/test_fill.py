"""Slots filled: one template a slot, a variant a version, and nothing that was seen before."""

import re
from dataclasses import replace
from types import MappingProxyType

import pytest

from qbank.author.exam.blueprint import Slot
from qbank.author.exam.fill import Exam, Seen, fill
from qbank.author.generate import Order, generate
from qbank.author.pack import Packs
from qbank.errors import QbankError

PLAIN = Slot(("mask",), (), (1,), {}, 2, False, MappingProxyType({"": "exam.yaml:7:5"}))


def of(*templates, **more):
    return replace(PLAIN, topics=(), templates=templates, levels=(), **more)


def filled(slots, lab, packs, seen=None, **exam):
    given = {"versions": 3, "same": False, "seed": "7"} | exam
    return fill(slots, Exam(**given), packs, lab, Seen() if seen is None else seen)


@pytest.fixture
def course(write_pack):
    """The built-in packs and a topic of seven variants, x = 3 … 9."""
    return Packs([write_pack()])


def numbers(each):
    return [question.params["x"] for question in each.questions]


def test_every_version_has_its_own_variant_of_one_template(packs, lab):
    each = filled([PLAIN, PLAIN], lab, packs, versions=4)
    for one in each:
        assert {(q.template, q.level) for q in one.questions} == {(one.template, 1)}
    assert len({question.id for one in each for question in one.questions}) == 8
    assert each[0].template != each[1].template
    assert all(q.proof.torch and q.proof.symbolic for one in each for q in one.questions)


def test_the_same_values_are_one_question(packs, lab):
    (each,) = filled([PLAIN], lab, packs, same=True, versions=4)
    assert len(each.questions) == 4
    assert len({question.id for question in each.questions}) == 1


def test_the_seed_says_what_is_chosen(packs, lab):
    one, again, other = (filled([PLAIN] * 3, lab, packs, seed=seed) for seed in ("1", "1", "2"))
    assert one == again
    assert {q.id for e in one for q in e.questions} != {q.id for e in other for q in e.questions}


def test_conventions_and_choice_are_kept(packs, lab):
    wanted = of("parameters.decoder_layer", conventions={"bias": (True,)}, as_choice=True)
    (each,) = filled([wanted], lab, packs, versions=5)
    assert {next(c.value for c in q.conventions if c.name == "bias") for q in each.questions} == {True}
    assert all(part.options for question in each.questions for part in question.parts)


def test_what_was_asked_before_is_not_asked_again(course, lab):
    before = generate([course.topic("double")], Order(3, "1"), lab).questions
    seen = Seen()
    seen.asked_before(before)
    (each,) = filled([of("double.double")], lab, course, seen, versions=4)
    assert not {question.params["x"] for question in before} & set(numbers(each))


def test_the_same_numbers_in_another_form_are_no_new_question(packs, lab):
    """A choice has another id than the free question with its numbers."""
    wanted = of("mask.cells", as_choice=True)
    free = generate([packs.topic("mask")], Order(30, "1", questions=("mask.cells",)), lab).questions
    for refuse in (Seen.public, Seen.asked_before):
        seen = Seen()
        refuse(seen, free)
        (each,) = filled([wanted], lab, packs, seen, versions=3)
        assert not {q.params["T"] for q in free} & {q.params["T"] for q in each.questions}


def test_too_few_variants_say_how_many_there_are(course, lab):
    with pytest.raises(QbankError) as caught:
        filled([of("double.double")], lab, course, versions=8)
    assert str(caught.value).startswith(
        "exam.yaml:7:5: too few variants for 8 versions: double.double has 7 variants; "
    )
    assert "values: same" in str(caught.value)


def test_what_is_left_of_them_is_said_too(course, lab):
    seen = Seen()
    seen.public(generate([course.topic("double")], Order(5, "1"), lab).questions)
    with pytest.raises(QbankError, match=r"double.double has 7 variants, 2 left \(5 asked already\)"):
        filled([of("double.double")], lab, course, seen, versions=3)
    (each,) = filled([of("double.double")], lab, course, seen, versions=2)
    assert len(each.questions) == 2


def test_what_is_said_of_them_adds_up(packs, lab):
    with pytest.raises(QbankError) as caught:
        filled([of("parameters.decoder_layer", conventions={"bias": (True,)})], lab, packs, versions=60)
    all_of_them, left, *gone = map(
        int, re.findall(r"(?<=[ (])\d+(?= )", str(caught.value).partition(": too")[2])[1:]
    )
    assert "not admitted" in str(caught.value)
    assert all_of_them == left + sum(gone)


def test_a_slot_that_nobody_can_fill_lists_its_templates(course, lab):
    seen = Seen()
    seen.public(generate([course.topic("double")], Order(7, "1"), lab).questions)
    with pytest.raises(
        QbankError, match=r"nothing is left to fill this slot: double\.double has 7 variants, 0 left"
    ):
        filled([of("double.double")], lab, course, seen, same=True)


def test_what_a_paper_cannot_carry_is_passed_over_and_named(course, lab):
    def objection(question):
        return None if question.params["x"] > 6 else "too small"

    (each,) = filled([of("double.double")], lab, course, versions=3, objection=objection)
    assert sorted(numbers(each)) == [7, 8, 9]
    with pytest.raises(QbankError, match=r"3 left \(4 too small\)"):
        filled([of("double.double")], lab, course, versions=4, objection=objection)


def test_slots_with_few_variants_come_first(course, lab):
    """Else the first slot could take the only variants that the second one has."""
    either, only = of("double.double", "mask.cells"), of("double.double")
    for seed in "1234":
        found = filled([either, only], lab, course, versions=7, seed=seed)
        assert [each.template for each in found] == ["mask.cells", "double.double"]
        assert [each.slot for each in found] == [either, only]


def test_two_slots_share_the_variants_of_a_template(course, lab):
    for seed in "12345":
        one, other = filled([of("double.double")] * 2, lab, course, versions=3, seed=seed)
        assert len({*numbers(one), *numbers(other)}) == 6


def test_a_template_comes_again_only_when_all_have_come(course, lab):
    either = of("double.double", "mask.cells")
    for seed in "12345":
        found = filled([either] * 4, lab, course, same=True, seed=seed)
        assert sorted(each.template for each in found) == ["double.double"] * 2 + ["mask.cells"] * 2

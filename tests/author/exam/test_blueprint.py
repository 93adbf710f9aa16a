"""A blueprint is read as it is meant, or refused where the fault stands, with what to write instead."""

from decimal import Decimal

import pytest

from qbank.author.exam.blueprint import QUESTIONS, SLOT_QUESTIONS, VERSIONS, read_blueprint
from qbank.errors import QbankError

FORMATS = ("md", "tex", "pdf")
WHOLE = """
title: Midterm
course: Deep  Learning
date: 2026-03-01
instructions: Write *clearly*; $x$ is given.
versions: 4
values: same
avoid: [quiz1-sheet.json, old/final-sheet.json]
seed: 007
formats: [tex, md]
slots:
  - {topic: mask, level: 1, points: 2, count: 2}
  - {template: parameters.decoder_layer, conventions: {bias: true, form: [a, b]}, points: 4}
  - {topic: [normalization, mask], level: [2, 3], points: 0, as: choice}
"""


@pytest.fixture
def read(tmp_path):
    """Reads that text as a blueprint."""

    def blueprint(text):
        path = tmp_path / "exam.yaml"
        path.write_text(text.lstrip("\n"), encoding="utf-8")
        return read_blueprint(path, FORMATS)

    return blueprint


def test_every_key_is_read_as_it_is_meant(read):
    found = read(WHOLE)
    assert (found.title, found.course, found.date) == ("Midterm", "Deep Learning", "2026-03-01")
    assert found.instructions == "Write *clearly*; $x$ is given."
    assert (found.versions, found.same, found.seed) == (4, True, "007")
    assert list(found.avoid) == ["quiz1-sheet.json", "old/final-sheet.json"]
    assert list(found.formats) == ["tex", "md"]
    one, again, decoder, mixed = found.slots
    assert one is again
    assert (one.topics, one.levels, one.points, one.as_choice) == (("mask",), (1,), 2, False)
    assert decoder.templates == ("parameters.decoder_layer",)
    assert decoder.conventions == {"bias": (True,), "form": ("a", "b")}
    assert (mixed.topics, mixed.levels, mixed.points) == (("normalization", "mask"), (2, 3), 0)
    assert mixed.as_choice


def test_what_is_left_out_has_a_plain_meaning(read):
    found = read("slots:\n  - topic: mask\n")
    assert (found.title, found.versions, found.same, found.seed) == ("Exam", 1, False, None)
    assert not found.avoid
    assert not found.formats
    assert (found.slots[0].points, found.slots[0].levels, found.slots[0].conventions) == (None, (), {})


@pytest.mark.parametrize(
    ("text", "place", "said"),
    [
        ("title: x\n", "1:1", "an exam needs slots; write slots:"),
        ("slots: []\n", "1:1", "an exam needs slots"),
        ("[1, 2]\n", "1:1", "an exam is expected here; its keys are title"),
        ("titel: x\nslots: [{topic: mask}]\n", "1:1", "unknown key 'titel'; did you mean 'title'?"),
        ("slots:\n  - {topic: mask, ponits: 2}\n", "2:19", "unknown key 'ponits'; did you mean 'points'?"),
        ("slots:\n  - {topic: mask, wibble: 2}\n", "2:19", "unknown key 'wibble'; known here: topic"),
        ("slots:\n  - mask\n", "2:5", "a slot is expected here"),
        ("slots:\n  - {level: 1}\n", "2:5", "a slot without a topic; write topic: mask"),
        ("slots:\n  - {topic: mask, template: mask.cells}\n", "2:5", "topic and template in one slot"),
        ("slots: [{topic: mask, level: 4}]\n", "1:23", "level: 4; write a whole number from 1 to 3"),
        ("slots: [{topic: mask, level: [1, 0]}]\n", "1:34", "level: 0; write a whole number"),
        ("slots: [{topic: mask, points: 1.125}]\n", "1:23", "points: 1.125; write a number from 0 to 1,000,000, with"),
        ("slots: [{topic: mask, points: -1}]\n", "1:23", "points: -1"),
        ("slots: [{topic: mask, points: 1000000.5}]\n", "1:23", "points: 1000000.5"),
        ("slots: [{topic: mask, points: '2'}]\n", "1:23", "points: 2"),
        ("slots: [{topic: mask, points: [2]}]\n", "1:23", "points: "),
        ("slots: [{topic: mask, points: true}]\n", "1:23", "points: true"),
        ("slots: [{topic: mask, count: 0}]\n", "1:23", "count: 0"),
        (f"slots: [{{topic: mask, count: {SLOT_QUESTIONS + 1}}}]\n", "1:23", "count: 101"),
        ("slots: [{topic: mask, as: chioce}]\n", "1:23", "'chioce' is not known here; did you mean 'choice'?"),
        ("slots: [{topic: mask, conventions: bias}]\n", "1:23", "conventions is no mapping"),
        ("slots: [{topic: mask, conventions: {bias: }}]\n", "1:37", "bias has no value"),
        ("slots: [{topic: [mask, '']}]\n", "1:10", "an empty name in topic"),
        ("slots: [{topic: mask}]\nversions: 27\n", "2:1", "versions: 27; write a whole number from 1 to 26"),
        ("slots: [{topic: mask}]\nvalues: diferent\n", "2:1", "did you mean 'different'?"),
        ("slots: [{topic: mask}]\nformats: [pdf, tx]\n", "2:16", "'tx' is not known here; known here: md"),
        ("slots: [{topic: mask}]\ntitle: {a: b}\n", "2:1", "title is no text"),
        ('slots: [{topic: mask}]\ntitle: "a\\u0007b"\n', "2:1", "the character U+0007 cannot be printed"),
        ('slots: [{topic: mask}]\ntitle: "a\u202eb"\n', "2:1", "the character U+202E (RIGHT-TO-LEFT OVERRIDE)"),
        ("slots: [{topic: mask}]\ninstructions: <b>x</b>\n", "2:1", "instructions: "),
        ("slots: [{topic: mask}]\nslots: [{topic: mask}]\n", "2:1", "the key 'slots' stands here twice"),
        ("slots:\n" + "- {topic: mask, count: 100}\n" * 3, "1:1", f"300 questions a version; write at most {QUESTIONS}"),
    ],
)  # fmt: skip
def test_a_fault_says_where_it_is_and_what_to_write(read, tmp_path, text, place, said):
    with pytest.raises(QbankError) as caught:
        read(text)
    assert caught.value.where == f"{tmp_path / 'exam.yaml'}:{place}"
    assert said in str(caught.value)


def test_points_may_be_parts_of_points(read):
    found = read(
        "slots: [{topic: mask, points: 2.5}, {topic: mask, points: 0.05}, {topic: mask, points: 2.0}]\n"
    )
    assert [slot.points for slot in found.slots] == [Decimal("2.5"), Decimal("0.05"), 2]


def test_the_bounds_themselves_are_allowed(read):
    found = read(
        f"versions: {VERSIONS}\nslots: [{{topic: mask, count: {SLOT_QUESTIONS}, points: 1000000}}]\n"
    )
    assert (found.versions, len(found.slots)) == (VERSIONS, SLOT_QUESTIONS)


def test_a_text_of_many_signs_is_kept(read):
    title = "& < > % # { } ~ ^ _ 😀 देवनागरी שלום می\u200cخواهم " + "x" * 300
    assert read(f'title: "{title}"\nslots: [{{topic: mask}}]\n').title == title

import re
from base64 import b64decode
from dataclasses import replace
from decimal import Decimal

import pytest
from defusedxml.ElementTree import fromstring

from qbank import markup
from qbank.answers import grade
from qbank.bank import released
from qbank.corrections import Correction
from qbank.errors import QbankError
from qbank.question import Mistake
from qbank.sheets import lms, moodle
from qbank.sheets.sheet import Look, lay_out
from tests.sheets.moodle_reader import read, words

ENTRIES = ("vector", "matrix")
BITES = "50 % & 3 < 4 > 2 \" ' # {x} ~ $5 ^ _ \\ } ]]> =a {1:SHORTANSWER:=x} {#1} * 😀 नमस्ते שלום %50%"


@pytest.fixture(scope="module")
def bank():
    return [question for question in released() if moodle.objection(question) is None]


@pytest.fixture(scope="module")
def sheet(bank):
    return lay_out(bank, "Quiz", points=2)


@pytest.fixture(scope="module")
def imported(bank, sheet):
    return dict(zip([q.id for q in bank], read(moodle.compose(sheet, bank)[""]), strict=True))


def typed(part) -> str:
    """A display as it can be typed on a keyboard."""
    text = part.display.replace("−", "-")
    power = re.fullmatch(r"(.*) × 10(.*)", text)
    digits = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
    return f"{power[1]}e{power[2].translate(digits)}" if power else text


def responses(part, item_of) -> list:
    """What somebody enters who knows the key, a response a gap."""
    if part.answer["kind"] in ENTRIES:
        return [typed(entry) for row in lms.entries(part) for entry in row]
    if part.options is None:
        return [typed(part)]
    texts = [words(answer.text) for answer in item_of.answers]
    letters = [part.key] if isinstance(part.key, str) else part.key
    return [{texts.index(shown(part.options[letter])) for letter in letters}]


def shown(source: str) -> str:
    """A text as words that stand in HTML, its mathematics as it is written."""
    return words(moodle.line(source))


def known(part, mistake):
    """The part of somebody who makes the mistake; None where its gaps do not take it."""
    wrong = part._replace(key=mistake.key, display=mistake.display)
    if part.answer["kind"] in ENTRIES:
        shapes = [[len(row) for row in lms.entries(one)] for one in (part, wrong)]
        return wrong if shapes[0] == shapes[1] else None
    return wrong


def remarks(question, points=1):
    return list(moodle.remark(lay_out([question], "", points=points).slots[0], question))


def split(question, items):
    """The items of each part."""
    counts = [
        len([e for row in lms.entries(part) for e in row]) if part.answer["kind"] in ENTRIES else 1
        for part in question.parts
    ]
    starts = [sum(counts[:at]) for at in range(len(counts))]
    return [items[start : start + count] for start, count in zip(starts, counts, strict=True)]


def only(question, sheet=None):
    (found,) = read(moodle.compose(sheet or lay_out([question], "Quiz"), [question])[""])
    return found


def test_every_released_question_is_carried(bank, imported) -> None:
    refused = [question for question in released() if moodle.objection(question) is not None]
    assert all(question.figure is not None for question in refused)
    assert len(bank) >= 300
    assert [found.idnumber for found in imported.values()] == [question.id for question in bank]


def test_every_key_is_right(bank, imported) -> None:
    for question in bank:
        found = imported[question.id]
        parts = split(question, found.items)
        entered = [
            r for part, items in zip(question.parts, parts, strict=True) for r in responses(part, items[0])
        ]
        assert found.earned(entered) == pytest.approx(1), question.id


def test_every_known_mistake_is_wrong(bank, imported) -> None:
    tried = untypable = 0
    for question in bank:
        for part, items in zip(question.parts, split(question, imported[question.id].items), strict=True):
            for mistake in part.mistakes:
                wrong = known(part, mistake)
                if wrong is None:
                    untypable += 1
                    continue
                tried += 1
                entered = responses(wrong, items[0])
                earned = [item.earned(response) for item, response in zip(items, entered, strict=True)]
                if part.answer["kind"] in ENTRIES:
                    assert sum(earned) < len(items), (question.id, mistake)
                else:
                    assert earned == [0], (question.id, mistake)
    assert tried > 50 * untypable
    assert tried > 1000


def test_feedback_stands_at_each_mistake(bank, imported) -> None:
    for question in bank:
        found = imported[question.id]
        for part, (item, *_) in zip(question.parts, split(question, found.items), strict=True):
            if part.answer["kind"] in ENTRIES:
                assert all(shown(mistake.feedback) in words(found.general) for mistake in part.mistakes)
                continue
            said = {words(answer.feedback) for answer in item.answers if answer.share == 0}
            assert {shown(mistake.feedback) for mistake in part.mistakes} <= said


def test_points_are_the_same(bank, sheet, imported) -> None:
    for question, slot in zip(bank, sheet.slots, strict=True):
        found = imported[question.id]
        if found.grade != slot.points:
            assert "set the marks" in " ".join(remarks(question, 2))
        worth = [sum(item.weight for item in items) for items in split(question, found.items)]
        assert len(set(worth)) == 1, question.id


def test_decimals_are_judged_as_our_checker_does(bank, imported) -> None:
    tried = 0
    for question in bank:
        for part, (item, *_) in zip(
            question.parts, split(question, imported[question.id].items), strict=True
        ):
            if "places" not in part.answer:
                continue
            places, mistakes = part.answer["places"], [mistake._asdict() for mistake in part.mistakes]
            value = float(lms.tolerance(part)[0])
            for off in (-1.6, -0.6, -0.51, -0.49, 0.3, 0.49, 0.51, 0.6, 1.6):
                text = f"{value + off * 10**-places:.{places + 3}f}"
                verdict = grade(part.answer, part.key, text, known=mistakes)
                assert item.earned(text) == verdict.score, (question.id, text)
                tried += 1
            for fewer in range(places):
                text = f"{value:.{fewer}f}"
                alike = [f"{float(text):.{more}f}" for more in range(fewer, places + 1)]
                scores = {grade(part.answer, part.key, one, known=mistakes).score for one in alike}
                assert item.earned(text) in scores, (question.id, text)
    assert tried > 500


def test_ends_of_the_interval_are_right(ask, asks) -> None:
    (item,) = only(ask("?", asks({"kind": "decimal", "places": 2}, "1/8", "0.13"))).items
    assert [item.earned(text) for text in ("0.12", "0.13", "0.125", "0.1301", "0.1199")] == [1, 1, 1, 0, 0]


def test_a_cut_off_decimal_earns_half_and_hears_why(ask, asks) -> None:
    (item,) = only(ask("?", asks({"kind": "decimal", "places": 4}, "73106/100000", "0.7311"))).items
    assert [item.earned(text) for text in ("0.7310", "0.73", "0.7", "0.72")] == [0.5, 0.5, 0.5, 0]
    assert item.found("0.73").feedback == "This is rounded correctly, but to fewer digits than asked."


def test_units_may_be_typed(questions) -> None:
    (item,) = only(questions[1]).items
    assert [item.earned(text) for text in ("4204032", "4,204,032 parameters", "4204032 bytes")] == [1, 1, 0]


@pytest.mark.parametrize("text", ["[2,4]", "[2, 4]", "(2, 4)", "2,4", "2 x 4", "2×4", "torch.Size([2, 4])"])
def test_usual_typings_of_a_shape(ask, asks, text) -> None:
    (item,) = only(ask("?", asks("shape", "[2,4]", "[2, 4]"))).items
    assert item.earned(text) == 1
    assert item.earned(text.replace("4", "5")) == 0


def test_a_star_is_a_star(ask, asks) -> None:
    alone, first = asks("tokens", "[a,*]", "[a, *]", name="x"), asks("tokens", "[*,b]", "[*, b]", name="y")
    for question in (ask("?", alone._replace(name="")), ask("?", alone, first)):
        item = only(question).items[0]
        assert [item.earned(text) for text in ("[a, *]", "[a, b]", "[A, *]")] == [1, 0, 0]


def test_ticks_take_each_other_back(ask, asks) -> None:
    options = {"A": "one", "B": "two", "C": "three", "D": "four", "E": "five"}
    part = asks("choices", ("A", "C", "D"), "A, C, D", options=options)
    alone, beside = ask("?", part), ask("?", part._replace(name="x"), asks("integer", "1", "1", name="y"))
    for question in (alone, beside):
        item = only(question).items[0]
        for ticks in ({0, 2, 3}, {0}, {0, 2, 1}, {1, 4}, {0, 1, 2, 3, 4}, set()):
            mine = grade("choices", part.key, ",".join("ABCDE"[at] for at in ticks), options=options).score
            assert item.earned(ticks) == pytest.approx(mine, abs=1e-4)


def test_texts_that_bite_survive(ask, asks) -> None:
    text = markup.literal(BITES)
    wrong = Mistake(("m",), None, "B", "B", text)
    options = {"A": text, "B": f"{text} B", "C": r"$\{x\} < \frac{1}{2}$"}
    choice = asks("choice", "A", "A", options=options, mistakes=(wrong,), ask=text)
    number = asks("integer", "1", "1", name="y", ask=text, unit=BITES, mistakes=(wrong._replace(key="2"),))
    for question in (ask(text, choice, explanation=text), ask(text, choice._replace(name="x"), number)):
        found = only(question)
        item = found.items[0]
        expected = [words(moodle.line(option)) for option in options.values()]
        assert [words(answer.text) for answer in item.answers] == expected
        assert BITES in expected
        assert words(item.answers[1].feedback) == BITES
        assert words(found.text).count(BITES) >= 2
        assert f"Answer: {BITES}" in words(found.general)
    assert words(found.items[1].found("2").feedback) == BITES
    assert f"Unit: {BITES}." in words(found.text)


def test_tokens_that_bite_survive(ask, asks) -> None:
    tokens = ["a}b", "c~d", "#e", "%f%", "=g", "&amp", "<X>", "i/j", "l\\#", "m:n", "{1:SA:=o}"]
    display = f"[{', '.join(tokens)}]"
    part = asks("tokens", f"[{','.join(tokens)}]", display)
    assert grade(part.answer, part.key, display).score == 1
    for question in (ask("?", part), ask("?", part._replace(name="x"), asks("integer", "1", "1", name="y"))):
        assert only(question).items[0].earned(display) == 1


def test_every_construct_that_bites_is_written(unkind) -> None:
    assert [moodle.objection(question) for question in unkind] == [None] * len(unkind)
    found = read(moodle.compose(lay_out(unkind, "Unkind"), unkind)[""])
    assert [one.idnumber for one in found] == [question.id for question in unkind]


def test_mathematics_stands_between_brackets(ask) -> None:
    assert r"\(i &lt; j\)" in only(ask("If $i < j$.")).text
    assert "$" not in only(ask("If $i < j$ and $$x$$.")).text


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Week 1/2", "Week 1//2"),
        ("/ Week/ ", "Week"),
        ("//", "Questions"),
        ("a <b> & c", "a ‹b› & c"),
        ("x" * 300, "x" * 199 + "…"),
        ("שלום 😀", "שלום 😀"),
    ],
)
def test_titles_are_categories(questions, title, name) -> None:
    found = read(moodle.compose(lay_out(questions[:3], title), questions[:3])[""])
    assert [one.category for one in found] == [
        f"$course$/top/{name}/{topic}" for topic in ("mask", "parameters", "normalization")
    ]
    assert found[1].tags == ["parameters", "level 2", "transformers"]


def test_control_characters_are_refused(ask, asks, questions) -> None:
    assert "U+0007" in moodle.objection(ask("a\x07b"))
    assert "U+0007" in moodle.objection(ask("a", asks("integer", "1", "1", unit="a\x07b")))
    with pytest.raises(QbankError, match="U\\+0007"):
        moodle.compose(lay_out(questions, "a\x07b"), questions)


@pytest.mark.parametrize(
    ("kind", "key", "display", "why"),
    [
        ({"kind": "expression", "names": ["d"]}, "2*d", "2d", "which formulas are equal"),
        ("exact", "sqrt(2)+1", "√2 + 1", "too many ways"),
        ("integer", "10000000000001", "10,000,000,000,001", "neighbours"),
        ({"kind": "decimal", "places": 12}, "1/3", "0.333333333333", "does not keep"),
    ],
)
def test_what_moodle_cannot_grade_is_refused(ask, asks, kind, key, display, why) -> None:
    assert why in moodle.objection(ask("?", asks(kind, key, display)))


def test_a_picture_comes_as_a_file_that_the_text_names(pictured) -> None:
    quiz = fromstring(moodle.compose(lay_out([pictured], "Quiz"), [pictured])[""].encode())
    (text,) = (found for found in quiz.iter("questiontext") if found.find("file") is not None)
    name, image = text.find("file").get("name"), b64decode(text.findtext("file"))
    assert f"@@PLUGINFILE@@/{name}" in text.findtext("text")
    assert pictured.figure["alt"] in text.findtext("text")
    assert b"<svg" in image


def test_eleven_right_ticks_are_refused(ask, asks) -> None:
    letters = "ABCDEFGHIJKL"
    part = asks("choices", tuple(letters[:11]), "…", options={letter: f"o{letter}" for letter in letters})
    assert "11 right options" in moodle.objection(ask("?", part))


def test_variants_become_pools(ask) -> None:
    alike = [ask(f"How many, {n}?") for n in range(5)] + [ask("And?", topic="loss")]
    sheet = replace(lay_out(alike, "Quiz"), look=Look(variants=3))
    xml = moodle.compose(sheet, alike)[""]
    assert [one.category for one in read(xml)] == ["$course$/top/Quiz/01 mask.sample"] * 3 + [
        "$course$/top/Quiz/06 loss.sample"
    ]
    assert "A pool of 3: add one random question" in xml


def test_corrections_hold(ask, asks) -> None:
    number, shape = asks("integer", "36", "36"), asks("shape", "[2,4]", "[2, 4]")
    for part, value, text in ((number, "45", "45"), (shape, "[4,2]", "4 x 2")):
        question = ask("?", part)
        accept = Correction(question.id, "", "accept", value, "r", "", "2026-01-01T00:00:00+00:00")
        for line, given in ((accept, [text, part.display]), (accept._replace(action="full_marks"), ["x y"])):
            sheet = lay_out([question], "Quiz", {(question.id, ""): (line,)})
            assert [only(question, sheet).earned([one]) for one in given] == [1] * len(given)


def test_an_accepted_list_is_right_entry_by_entry(ask, asks) -> None:
    part = asks({"kind": "vector", "of": {"kind": "decimal", "places": 2}}, "[1/3,2]", "[0.33, 2.00]")
    question = ask("?", part)
    right, other, wrong = ["0.33", "2"], ["0.44", "2.5"], ["0.55", "7"]
    assert [only(question).earned(given) for given in (right, other, wrong)] == [1, 0, 0]
    accept = Correction(question.id, "", "accept", "[0.44,2.5]", "r", "", "2026-01-01T00:00:00+00:00")
    sheet = lay_out([question], "Quiz", {(question.id, ""): (accept,)})
    assert [only(question, sheet).earned(given) for given in (right, other, wrong)] == [1, 1, 0]


@pytest.mark.parametrize("points", [0, 1, 3, 12, Decimal("0.5")])
def test_the_remark_on_marks_is_about_the_points_that_are_asked_for(bank, points) -> None:
    mask = [question for question in bank if question.topic == "mask"]
    sheet = lay_out(mask, "Quiz", points=points)
    said = [any("set the marks" in told for told in remarks(question, points)) for question in mask]
    found = read(moodle.compose(sheet, mask)[""])
    assert said == [one.grade != slot.points for one, slot in zip(found, sheet.slots, strict=True)]
    assert any(said)


def test_exact_entries_say_how_they_are_typed(ask, asks) -> None:
    kind = {"kind": "vector", "of": {"kind": "exact"}}
    found = only(ask("?", asks(kind, "[1/2,2]", "[1/2, 2]")))
    assert "Type each as a whole number, a fraction in lowest terms" in words(found.text)
    assert found.earned(["2/4", "+2"]) == 1
    whole = only(ask("?", asks({"kind": "vector", "of": {"kind": "integer"}}, "[1,2]", "[1, 2]")))
    assert "Type" not in words(whole.text)


def test_what_known_mistakes_share_is_said(bank) -> None:
    said = [told for question in bank for told in remarks(question)]
    assert sum("shares with the key" in told for told in said) > 10


def test_the_order_of_options_is_the_sheets(questions) -> None:
    plain = lay_out(questions[3:4], "Quiz")
    turned = replace(plain, slots=(replace(plain.slots[0], options={"A": "B", "B": "C", "C": "A"}),))
    (item,) = only(questions[3], turned).items
    assert [answer.share for answer in item.answers] == [1, 0, 0]
    assert item.answers[2].feedback == "The future is hidden."


def test_the_same_sheet_gives_the_same_file(questions) -> None:
    carried = [question for question in questions if moodle.objection(question) is None]
    assert moodle.compose(lay_out(carried, "Q"), carried) == moodle.compose(lay_out(carried, "Q"), carried)

"""Each correction in each format for platforms and models: obeyed, left out by name, or said; never passed over."""

import re
from functools import cache

import pytest

from qbank.answers.keys import rekeyed
from qbank.corrections import Correction
from qbank.question import Mistake
from qbank.sheets import evaluation, load, remark, replies, unsaid
from qbank.sheets.corrected import corrected
from qbank.sheets.sheet import lay_out
from tests.sheets import test_gift, test_moodle, test_qti12, test_qti21
from tests.sheets.conftest import part, question
from tests.sheets.moodle_reader import read

OPTIONS = {"A": "one", "B": "two", "C": "three", "D": "four"}
DECIMAL = {"kind": "decimal", "places": 2}
PARTS = {  # the part, another key, and an answer that is right by neither
    "integer": (part("integer", "7", "7"), "8", "9"),
    "decimal": (part(DECIMAL, "1/4", "0.25"), "3/4", "5/4"),
    "exact": (part("exact", "1/2", "1/2"), "1/3", "1/5"),
    "shape": (part("shape", "[2,3]", "[2, 3]"), "[3,2]", "[5,5]"),
    "tokens": (part("tokens", "[a,b]", "[a, b]"), "[b,c]", "[d]"),
    "vector": (part({"kind": "vector", "of": {"kind": "integer"}}, "[1,2]", "[1, 2]"), "[3,4]", "[8,9]"),
    "matrix": (part({"kind": "matrix", "of": DECIMAL}, "[[1,2]]", "[[1.00, 2.00]]"), "[[3,4]]", "[[8,9]]"),
    "choice": (part("choice", "A", "A", options=OPTIONS), "B", "C"),
    "true or false": (part("choice", "A", "A", options={"A": "True", "B": "False"}), "B", None),
    "choices": (part("choices", ("A", "B"), "A, B", options=OPTIONS), ("B", "C"), ("D",)),
}
FORMATS = ("moodle", "gift", "qti12", "qti21", "amc", "lm-eval", "inspect")
LEFT_OUT = {
    ("accept", "moodle"): {"choices"},
    ("accept", "gift"): {"matrix", "choices", "true or false"},
    ("accept", "amc"): set(PARTS),
    ("rekey", "gift"): {"matrix"},
    ("rekey", "amc"): {"exact", "vector", "matrix", "shape", "tokens"},
    ("full_marks", "gift"): {"matrix", "choice", "choices", "true or false"},
    **{("full_marks", name): set(PARTS) for name in ("qti12", "amc", "lm-eval", "inspect")},
}


def line(one, action, value=None):
    return Correction(one.id, "", action, value, "why", "", "2026-05-31T12:00:00+00:00")


def under(one, *lines):
    """The question, its sheet, and its corrections, as `qbank export` has them."""
    found = {(one.id, ""): lines}
    made = corrected(one, found)
    return made, lay_out([made], "Quiz", found), found


def left_out(name, made, found):
    form = load(name)
    return form.objection(made) or unsaid(form, made, found)


def by_moodle(made, sheet, given):
    [found] = read(load("moodle").compose(sheet, [made])[""])
    return found.earned(test_moodle.responses(given, found.items[0]))


@cache
def gift_reader():
    return test_gift.reader()


def by_gift(made, sheet, given):
    [found] = gift_reader()(load("gift").compose(sheet, [made])[""])
    judged = test_gift.item(found)
    whole = given._replace(answer={"kind": "tokens"}) if given.answer["kind"] == "vector" else given
    return judged.earned(*test_moodle.responses(whole, judged))


def canvas(made, sheet):
    files = test_qti12.opened(load("qti12").compose(sheet, [made])[""])
    [content] = [text for name, text in files.items() if re.fullmatch(r"(g\w+)/\1\.xml", name)]
    return test_qti12.Item(next(test_qti12.parsed(content).iter(f"{test_qti12.NS}item")))


def by_canvas(made, sheet, given):
    item = canvas(made, sheet)
    if given.options is None:
        return item.score(test_qti12.answers(item, [given.display])) / 100
    ids = test_qti12.stored_ids(item)
    return item.score({"response1": {ids[letter] for letter in given.key}}) / 100


def package(made, sheet):
    files = test_qti12.opened(load("qti21").compose(sheet, [made])[""])
    return test_qti21.read(files[f"items/{made.id}.xml"])


def by_qti21(made, sheet, given):
    item = package(made, sheet)
    return float(test_qti21.Attempt(item, test_qti21.fill(item, 1, given, given.display, given.key)).score)


def by_model(made, sheet, given):
    [record] = evaluation.records_of(sheet, [made])
    shown = given.display if given.options is None else ", ".join(given.key) or "none"
    return replies.metrics(replies.judged(record, f"Answer: {shown}"))["acc"]


def by_amc(made, sheet, given):
    source = load("amc").compose(sheet, [made])[""]
    if given.options is None:
        return float(f"AMCnumericChoices{{{given.display}}}" in source)
    right = re.findall(r"^\\(correct|wrong)choice\{", source, re.MULTILINE)
    return float({"ABCD"[at] for at, what in enumerate(right) if what == "correct"} == set(given.key))


READERS = {
    "moodle": by_moodle,
    "gift": by_gift,
    "qti12": by_canvas,
    "qti21": by_qti21,
    "amc": by_amc,
    "lm-eval": by_model,
    "inspect": by_model,
}


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("action", ["accept", "rekey", "full_marks"])
@pytest.mark.parametrize("kind", PARTS)
def test_a_correction_is_obeyed_or_the_question_left_out(name, action, kind) -> None:
    old, value, wrong = PARTS[kind]
    one = question("What?", old)
    made, sheet, found = under(one, line(one, action, None if action == "full_marks" else value))
    out = left_out(name, made, found)
    assert bool(out) == (kind in LEFT_OUT.get((action, name), ())), out
    if out:
        return
    earned = READERS[name]
    assert earned(made, sheet, rekeyed(old, value)) == pytest.approx(1)
    assert earned(made, sheet, old) == pytest.approx(float(action != "rekey"))
    if wrong is not None:
        assert earned(made, sheet, rekeyed(old, wrong)) == pytest.approx(float(action == "full_marks"))


@pytest.mark.parametrize("name", ["moodle", "qti12", "qti21"])
@pytest.mark.parametrize("kind", ["integer", "decimal", "exact", "shape", "vector"])
def test_a_correction_of_one_part_leaves_the_other_as_it_is(name, kind) -> None:
    old, value, _wrong = PARTS[kind]
    one = question("What?", old._replace(name="x"), old._replace(name="y"))
    found = {(one.id, "y"): (line(one, "accept", value)._replace(part="y"),)}
    sheet = lay_out([one], "Quiz", found)
    assert left_out(name, one, found) is None
    other = rekeyed(old, value)
    for first, second, right in ((old, old, 2), (old, other, 2), (other, other, 1)):
        assert BOTH[name](one, sheet, (first, second)) == pytest.approx(right / 2)


def both_by_moodle(made, sheet, given):
    [found] = read(load("moodle").compose(sheet, [made])[""])
    items = test_moodle.split(made, found.items)
    entered = [test_moodle.responses(one, first) for one, (first, *_) in zip(given, items, strict=True)]
    return found.earned([response for each in entered for response in each])


def both_by_canvas(made, sheet, given):
    item = canvas(made, sheet)
    return item.score(test_qti12.answers(item, [each.display for each in given])) / 100


def both_by_qti21(made, sheet, given):
    item, responses = package(made, sheet), {}
    for at, each in enumerate(given, start=1):
        responses |= test_qti21.fill(item, at, each, each.display, each.key)
    return float(test_qti21.Attempt(item, responses).score) / 2


BOTH = {"moodle": both_by_moodle, "qti12": both_by_canvas, "qti21": both_by_qti21}

BEYOND = [  # formats that cannot say the value, and why
    (part("exact", "1/2", "1/2"), "e/(e+1)", ("moodle", "gift"), "too many ways"),
    (part("integer", "7", "7"), "99999999999999", ("moodle", "gift"), "its neighbours"),
    (part(DECIMAL, "1/4", "0.25"), "1/" + "1" + "0" * 30, ("qti12",), "below 0.0001"),
    (part("tokens", "[a,b]", "[a, b]"), "[A->B,c]", ("gift",), "for a pair"),
    (PARTS["vector"][0], "[2,1,3]", ("moodle", "qti12", "qti21"), "one for each entry"),
    (PARTS["vector"][0], "[1]", ("moodle", "qti12", "qti21"), "one for each entry"),
    (PARTS["matrix"][0], "[[1]]", ("moodle", "qti12", "qti21"), "one for each entry"),
    (PARTS["matrix"][0], "[[1],[2]]", ("moodle", "qti12", "qti21"), "one for each entry"),
    (PARTS["choices"][0], ("B", "C"), ("moodle", "gift"), "B, C is right as well"),
    (PARTS["choices"][0], (), ("moodle", "gift"), "none is right as well"),
    (part({"kind": "vector", "of": {"kind": "integer"}, "infinite": True}, "[0,1]", "[0, 1]"),
     "[0,inf]", ("moodle",), "a number and a text"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "value", "names", "why"), BEYOND)
def test_a_value_that_cannot_be_said_is_named_before_anything_is_written(old, value, names, why) -> None:
    one = question("What?", old)
    made, sheet, found = under(one, line(one, "accept", value))
    for name in FORMATS:
        if load(name).objection(made) is not None:
            continue
        out = unsaid(load(name), made, found)
        if name in names:
            assert out.startswith("its correction cannot be said there: "), name
            assert why in out
        elif out is None:
            assert READERS[name](made, sheet, rekeyed(old, value)) == pytest.approx(1), name
        else:
            assert name == "amc"


@pytest.mark.parametrize(
    ("name", "action", "kind", "said"),
    [
        ("moodle", "accept", "vector", "entry by entry"),
        ("qti12", "accept", "matrix", "entry by entry"),
        ("qti21", "accept", "vector", "as a whole"),
        ("qti21", "accept", "choices", "as a whole"),
        ("moodle", "full_marks", "choice", "not to none"),
        ("moodle", "full_marks", "matrix", "not to none"),
        ("gift", "full_marks", "integer", "not to none"),
    ],
)
def test_what_a_correction_scores_otherwise_is_said(name, action, kind, said) -> None:
    old, value, _wrong = PARTS[kind]
    one = question("What?", old)
    made, sheet, _found = under(one, line(one, action, None if action == "full_marks" else value))
    assert said in " ".join(remark(load(name), made, sheet.slots[0]))
    assert said not in " ".join(remark(load(name), one))


@pytest.mark.parametrize("name", ["moodle", "gift", "qti21"])
def test_an_accepted_number_earns_half_where_digits_are_missing(name) -> None:
    old = part({"kind": "decimal", "places": 3}, "1/4", "0.250")
    one = question("What?", old)
    made, sheet, _found = under(one, line(one, "accept", "31/40"))
    assert READERS[name](made, sheet, old._replace(display="0.77")) == 0.5
    assert READERS[name](made, sheet, old._replace(display="0.78")) == 0.5


@pytest.mark.parametrize("name", ["moodle", "gift", "qti12", "qti21"])
@pytest.mark.parametrize("kind", ["integer", "vector", "choice"])
def test_an_accepted_answer_is_called_right_and_no_known_mistake(name, kind) -> None:
    old, value, _wrong = PARTS[kind]
    wrong = Mistake(("m",), None, value, rekeyed(old, value).display, "canary feedback")
    one = question("What?", old._replace(mistakes=(wrong,)))
    before, after = (written(name, *under(one, *lines)[:2]) for lines in ((), (line(one, "accept", value),)))
    assert "canary feedback" in before
    assert "canary feedback" not in after
    assert "also right since 2026-05-31" in after


def written(name, made, sheet):
    content = load(name).compose(sheet, [made])[""]
    files = test_qti12.opened(content).values() if isinstance(content, bytes) else [content.encode()]
    return b"".join(files).decode()


@pytest.mark.parametrize("name", ["moodle", "gift", "qti21"])
def test_full_marks_are_told(name) -> None:
    one = question("What?")
    assert "full marks for everybody since 2026-05-31" in written(
        name, *under(one, line(one, "full_marks"))[:2]
    )

import json
import os
import re
import shutil
import subprocess
from base64 import b64decode
from dataclasses import replace
from pathlib import Path

import pytest

from qbank import markup, pictures
from qbank.answers import grade
from qbank.bank import released
from qbank.corrections import Correction
from qbank.errors import QbankError
from qbank.question import Mistake
from qbank.sheets import gift
from qbank.sheets.sheet import Look, lay_out
from tests.sheets.moodle_reader import Answer, Item, words
from tests.sheets.test_moodle import BITES, responses, shown

HERE = Path(__file__).parent
INSTALL = "install with: npm ci --prefix tests/sheets"
READ = """
const { parse } = require("gift-pegjs");
const text = require("fs").readFileSync(0, "utf8");
process.stdout.write(JSON.stringify(parse(text)));
"""


@pytest.fixture(scope="module")
def read():
    return reader()


def reader():
    """gift-pegjs: a file as questions, or the reader's complaint."""
    node = shutil.which("node")
    if node is None or not (HERE / "node_modules" / "gift-pegjs").is_dir():
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(INSTALL)

    def run(text: str) -> list[dict]:
        done = subprocess.run(
            [node, "-e", READ],
            input=text,
            cwd=HERE,
            capture_output=True,
            encoding="utf-8",
            timeout=60,
            check=False,
        )
        assert done.returncode == 0, done.stderr[-2000:]
        return [one for one in json.loads(done.stdout) if one["type"] != "Category"]

    return run


@pytest.fixture(scope="module")
def bank():
    return [question for question in released() if gift.objection(question) is None]


@pytest.fixture(scope="module")
def imported(bank, read):
    return dict(zip([q.id for q in bank], read(gift.compose(lay_out(bank, "Quiz"), bank)[""]), strict=True))


@pytest.fixture
def only(read):
    def run(question, sheet=None):
        (found,) = read(gift.compose(sheet or lay_out([question], "Quiz"), [question])[""])
        return found

    return run


def item(found: dict) -> Item:
    """What the reader found, graded by Moodle's rules."""
    several = found["type"] == "MC" and not any(choice["isCorrect"] for choice in found["choices"])
    sort = {"Numerical": "numerical", "Short": "shortanswer", "MC": "multichoice"}[found["type"]]
    answers = [answer(choice, sort) for choice in found["choices"]]
    return Item("multiresponse" if several else sort, answers)


def answer(choice: dict, sort: str) -> Answer:
    share = choice["weight"] / 100 if choice["weight"] is not None else float(choice["isCorrect"])
    feedback = choice["feedback"]["text"] if choice["feedback"] else ""
    if sort == "numerical":
        number = choice["text"]
        return Answer(str(number["number"]), share, feedback, number["range"])
    return Answer(choice["text"]["text"], share, feedback)


def test_what_is_carried_and_why_not(bank) -> None:
    for question in released():
        why = gift.objection(question)
        kinds = {part.answer.get("of", part.answer)["kind"] for part in question.parts}
        alone = len(question.parts) == 1 and question.parts[0].answer["kind"] != "matrix"
        rounded = question.parts[0].answer["kind"] == "vector" and kinds == {"decimal"}
        assert (why is None) == (alone and not rounded) or "picture" in str(why), (question.id, why)
    assert len(bank) > 100


def test_every_key_is_right_and_every_known_mistake_wrong(bank, imported) -> None:
    mistakes = 0
    for question in bank:
        (part,), judged = question.parts, item(imported[question.id])
        whole = part._replace(answer={"kind": "tokens"}) if part.answer["kind"] == "vector" else part
        assert judged.earned(*responses(whole, judged)) == pytest.approx(1), question.id
        for mistake in part.mistakes:
            wrong = whole._replace(key=mistake.key, display=mistake.display)
            assert judged.earned(*responses(wrong, judged)) == 0, (question.id, mistake)
            said = {words(one.feedback) for one in judged.answers}
            assert shown(mistake.feedback) in said
            mistakes += 1
    assert mistakes > 400


def test_ids_and_tags_are_kept(bank, imported) -> None:
    for question in bank:
        found = imported[question.id]
        assert found["id"] == question.id
        assert found["tags"] == [question.topic, f"level {question.level}", question.pack]
        assert words(found["globalFeedback"]["text"]).startswith("Answer: ")
        assert found["stem"]["format"] == "html"
        assert not found["hasEmbeddedAnswers"]


def test_mathematics_is_not_read_as_answers(only, ask) -> None:
    found = only(ask(r"Is $\frac{1}{2} \neq x_{\max} = \sqrt{4}$, and $\{a\} \sim b$?"))
    assert r"\(\frac{1}{2} \neq x_{\max} = \sqrt{4}\)" in found["stem"]["text"]
    assert r"\(\{a\} \sim b\)" in found["stem"]["text"]
    assert item(found).earned("36") == 1


def test_texts_that_bite_survive(only, ask, asks) -> None:
    text = markup.literal(BITES)
    wrong = Mistake(("m",), None, "B", "B", text)
    options = {"A": text, "B": f"{text} B", "C": "%50% c"}
    choice = asks("choice", "A", "A", options=options, mistakes=(wrong,), ask=text)
    found = only(ask(text, choice, explanation=text))
    judged = item(found)
    assert [words(one.text) for one in judged.answers] == [BITES, f"{BITES} B", "%50% c"]
    assert [one.share for one in judged.answers] == [1, 0, 0]
    assert words(judged.answers[1].feedback) == BITES
    assert words(found["stem"]["text"]) == f"{BITES}{BITES}"
    assert BITES in words(found["globalFeedback"]["text"])


def test_tokens_that_bite_survive(only, ask, asks) -> None:
    tokens = ["%f%", "c~d", "#e", "a}b", "=g", "&amp", "<X>", "i/j", "l\\#", "m:n", "*"]
    display = f"[{', '.join(tokens)}]"
    judged = item(only(ask("?", asks("tokens", f"[{','.join(tokens)}]", display))))
    assert judged.earned(display) == 1
    assert judged.earned(", ".join(tokens)) == 1
    assert judged.earned(display.replace("*", "n")) == 0


def test_code_keeps_its_lines(only, ask) -> None:
    found = only(ask("```python\nif x:\n\n    y = {1: 2}\n```"))
    assert "if x:\n\n    y = {1: 2}\n" in found["stem"]["text"]


def test_every_construct_that_bites_is_written(read, unkind) -> None:
    assert [gift.objection(question) for question in unkind] == [None] * len(unkind)
    found = read(gift.compose(lay_out(unkind, "Unkind"), unkind)[""])
    assert [one["id"] for one in found] == [question.id for question in unkind]


def test_ticks_take_each_other_back(only, ask, asks) -> None:
    options = {"A": "one", "B": "two", "C": "three", "D": "four", "E": "five"}
    part = asks("choices", ("A", "C", "D"), "A, C, D", options=options)
    judged = item(only(ask("?", part)))
    for ticks in ({0, 2, 3}, {0}, {0, 1, 2}, {1, 4}, {0, 1, 2, 3, 4}):
        mine = grade("choices", part.key, ",".join("ABCDE"[at] for at in ticks), options=options).score
        assert judged.earned(ticks) == pytest.approx(mine, abs=1e-4)


def test_a_cut_off_decimal_earns_half_and_a_unit_is_named(only, ask, asks) -> None:
    part = asks({"kind": "decimal", "places": 4}, "73106/100000", "0.7311", unit="nats")
    found = only(ask("?", part))
    assert [item(found).earned(text) for text in ("0.7311", "0.7310", "0.73", "0.72")] == [1, 0.5, 0.5, 0]
    assert "Unit: nats." in words(found["stem"]["text"])


@pytest.mark.parametrize(
    ("key", "mistake", "why"),
    [("[a,B]", "[a,b]", "which has other capitals"), ("[a->b]", "[b]", "for a pair")],
)
def test_what_gift_cannot_tell_is_refused(ask, asks, key, mistake, why) -> None:
    wrong = Mistake(("m",), None, mistake, mistake, "No.")
    assert why in gift.objection(ask("?", asks("tokens", key, key, mistakes=(wrong,))))


def test_control_characters_are_refused(ask, questions) -> None:
    assert "U+0007" in gift.objection(ask("a\x07b"))
    with pytest.raises(QbankError, match="U\\+0007"):
        gift.compose(lay_out(questions[1:2], "a\x07b"), questions[1:2])


def test_a_picture_stands_in_the_text(only, pictured) -> None:
    found = only(pictured)
    told = found["stem"]["text"]
    image = re.search(r'src="data:image/svg\+xml;base64,([\w+/=]+)"', told)[1]
    assert b64decode(image).decode("utf-8") == pictures.svg(pictured.figure)
    assert pictured.figure["alt"] in told
    assert item(found).earned("1") == 1


def test_variants_become_pools(ask) -> None:
    alike = [ask(f"How many, {n}?") for n in range(5)] + [ask("And?", topic="loss")]
    sheet = replace(lay_out(alike, "Quiz"), look=Look(variants=3))
    lines = gift.compose(sheet, alike)[""].splitlines()
    assert [line for line in lines if line.startswith("$")] == [
        "$CATEGORY: $course$/top/Quiz/01 mask.sample",
        "$CATEGORY: $course$/top/Quiz/06 loss.sample",
    ]
    assert sum(line.startswith("::") for line in lines) == 4


def test_corrections_hold(only, questions) -> None:
    question = questions[1]
    accept = Correction(question.id, "", "accept", "45", "r", "", "2026-01-01T00:00:00+00:00")
    for line, given in ((accept, "45"), (accept._replace(action="full_marks"), "x")):
        sheet = lay_out([question], "Quiz", {(question.id, ""): (line,)})
        assert item(only(question, sheet)).earned(given) == 1

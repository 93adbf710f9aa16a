"""What the benchmarks time: an equal mix of distinct answers, each judged as the mix wants it."""

import ast
import csv
import json
import re
from collections import Counter

import pytest

from benchmarks import answered, quiz, rival
from benchmarks.mix import A_KIND, mix
from benchmarks.parts import KINDS, released
from qbank.answers import grade


@pytest.fixture(scope="module")
def items():
    return mix()


def test_the_ten_kinds_are_equally_many(items):
    assert len(KINDS) == 10
    assert Counter(item.kind for item in items) == dict.fromkeys(KINDS, A_KIND)
    assert A_KIND >= 200


def test_half_is_right_a_quarter_known_and_a_quarter_other(items):
    sorts = Counter((item.kind, item.sort) for item in items)
    shares = {"right": A_KIND // 2, "known": A_KIND // 4, "other": A_KIND // 4}
    assert sorts == {(name, sort): count for name in KINDS for sort, count in shares.items()}


def test_no_answer_stands_twice(items):
    distinct = {(json.dumps(item.part, sort_keys=True), item.typed) for item in items}
    assert len(distinct) == len(items) >= 2_000


@pytest.mark.parametrize("kind", KINDS)
def test_every_answer_gets_the_verdict_that_the_mix_wants(items, kind):
    verdicts = [(item, item.verdict()) for item in items if item.kind == kind]
    assert [(item.part["key"], item.typed, v) for item, v in verdicts if v.verdict not in item.wanted] == []
    known = [verdict for item, verdict in verdicts if item.sort == "known"]
    assert {(verdict.code, verdict.score) for verdict in known} == {("known", 0.0)}


def test_the_same_seed_draws_the_same_answers():
    assert mix(8, "one") == mix(8, "one")
    assert mix(8, "one") != mix(8, "another")


def test_the_peers_are_pinned():
    pins = [line for line in rival.PINS.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    assert pins
    assert all(re.fullmatch(r"[a-z0-9_-]+==[0-9.]+", pin) for pin in pins)


@pytest.mark.parametrize(
    ("script", "peer"), [(rival.SCRIPT, "math_verify"), (quiz.THEIRS, "text2qti")], ids=["answers", "quiz"]
)
def test_a_peer_knows_nothing_of_qbank(script, peer):
    tree = ast.parse(script.read_text(encoding="utf-8"))
    names = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    names += [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    roots = {name.split(".")[0] for name in names}
    assert peer in roots
    assert roots.isdisjoint({"qbank", "benchmarks"})


def test_the_peer_is_given_each_key_once_and_each_answer_without_dollars(items):
    put = json.loads(rival.request([(item.part, item.typed) for item in items], ()))
    assert len(put["answers"]) == len(items)
    assert len(put["golds"]) == len({id(item.part) for item in items})
    for item, answer in zip(items, put["answers"], strict=True):
        boxed = rf"\boxed{{{item.typed.replace('$', '')}}}"
        assert answer["typed"] == (item.typed if item.kind == "choice" else boxed)
        assert put["golds"][answer["gold"]]["texts"]


def test_a_long_and_a_wide_table_hold_the_same_answers(tmp_path):
    pools = answered.pools(20)
    assert len(pools) == answered.QUESTIONS
    assert pools.keys() <= released().keys()
    assert all(len(set(pool)) == len(pool) > 0 for pool in pools.values())
    assert answered.long_table(tmp_path / "long.csv", 3, pools) == 3 * answered.QUESTIONS
    answered.wide_table(tmp_path / "wide.csv", 3, pools)
    with (tmp_path / "long.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    with (tmp_path / "wide.csv").open(encoding="utf-8", newline="") as file:
        wide = {row["student"]: row for row in csv.DictReader(file)}
    assert len(rows) == 3 * answered.QUESTIONS
    assert all(wide[row["student"]][row["question"]] == row["answer"] for row in rows)


def test_answers_to_the_released_bank_name_it(tmp_path):
    table = tmp_path / "answers.csv"
    items = answered.released_answers(table, 40)
    with table.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["answer"] for row in rows] == [item.typed for item in items]
    assert all(released()[row["question"]] is item.part for row, item in zip(rows, items, strict=True))
    assert len({(row["student"], row["question"]) for row in rows}) == 40


def test_the_quiz_beside_text2qti_asks_every_question_with_its_key():
    asked = quiz.questions()
    assert len(asked) > 2 * quiz.WARM
    items = quiz.as_text(asked).rstrip("\n").split("\n\n")
    assert len(items) == len(asked)
    for number, (item, question) in enumerate(zip(items, asked, strict=True), 1):
        (part,) = question.parts
        first, *answers = item.splitlines()
        assert first.startswith(f"{number}. ")
        if part.options is None:
            value, _, margin = answers[0].removeprefix("= ").partition(" +- ")
            assert grade(part.answer, part.key, value).verdict == "right"
            assert bool(margin) == (part.answer["kind"] == "decimal")
        else:
            assert [line[1] for line in answers if line.startswith("*")] == [part.key.lower()]
            assert len(answers) == len(part.options)

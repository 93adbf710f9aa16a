"""Questions and banks: frozen lines, ids that say nothing, and one clear line for each way to damage a file."""

import json

import pytest

from qbank.bank import Bank, open_bank
from qbank.errors import QbankError
from qbank.question import Mistake, Part, Proof, Question, canonical, digest_of, question_id
from qbank.stored import question_from_json

PROOF = Proof("measured", "counted", "equal", "1.14.0", "2.13.0", "cpu", "float64")


def make(prompt="How many?", key="6", topic="mask", **more):
    parts = (
        Part(
            "",
            "",
            {"kind": "integer"},
            None,
            key,
            key,
            None,
            None,
            (Mistake(("half",), None, "8", "8", "No."),),
        ),
    )
    fields = {
        "id": question_id(prompt, None, parts),
        "pack": "transformers",
        "topic": topic,
        "template": f"{topic}.cells",
        "level": 1,
        "params": {"T": 4, "eps": "1/10"},
        "conventions": (),
        "prompt": prompt,
        "figure": None,
        "parts": parts,
        "explanation": "Because.",
        "proof": PROOF,
        "made_by": {"qbank": "0.1.0", "template": "0"},
    }
    return Question(**{**fields, **more})


def test_a_line_comes_back_as_it_went():
    question = make()
    assert question_from_json(json.loads(question.to_line()), "here") == question
    assert question.to_line() == canonical(json.loads(question.to_line()))


def test_the_id_is_of_what_is_asked_and_keyed():
    question = make()
    assert len(question.id) == 11
    assert question.id.startswith("q")
    assert not set(question.id[1:]) & set("ilou")
    assert make(explanation="Otherwise.", level=3, topic="other").id == question.id
    assert make(key="7").id != question.id
    assert make(prompt="How many cells?").id != question.id


def test_questions_are_frozen():
    with pytest.raises(AttributeError):
        make().prompt = "other"


@pytest.fixture
def bank(tmp_path):
    bank = Bank(tmp_path / "bank")
    bank.add([make(), make("And how many?"), make("One more?", topic="other")])
    return bank


def test_adding_appends_and_changes_no_line(bank):
    before = (bank.folder / "mask.jsonl").read_bytes()
    added = bank.add([make(explanation="Edited."), make("New?")])
    after = (bank.folder / "mask.jsonl").read_bytes()
    assert [question.prompt for question in added] == ["New?"]
    assert after.startswith(before)
    assert after.count(b"\n") == 3


def test_another_question_under_an_id_is_refused_and_nothing_written(bank):
    before = {path: path.read_bytes() for path in bank.files()}
    impostor = make("Else?")._replace(id=make().id)
    with pytest.raises(QbankError, match="stands for another question"):
        bank.add([make("Fresh?"), impostor])
    assert {path: path.read_bytes() for path in bank.files()} == before


def test_a_bank_without_questions_is_stood_in_for(tmp_path, bank):
    assert open_bank(str(bank.folder)).folder == bank.folder
    assert open_bank(str(tmp_path / "none")).folder.parts[-2:] == ("bank", "released")
    assert open_bank("released").folder.parts[-2:] == ("bank", "released")


def edited(line, **changes):
    return canonical({**json.loads(line), **changes})


def resealed(line, **changes):
    content = {**json.loads(line), **changes}
    content = {name: value for name, value in content.items() if name != "digest" and value is not ...}
    return canonical({**content, "digest": digest_of(content)})


@pytest.mark.parametrize(
    ("damage", "found"),
    [
        (
            lambda line: edited(line, prompt="How few?"),
            r"mask\.jsonl:2: q\w{10} was edited after it was written; restore the line",
        ),
        (lambda line: line[: len(line) // 2], r"mask\.jsonl:2:\d+: this line is no complete JSON object"),
        (
            lambda line: edited(line, format=2),
            r"mask\.jsonl:2: format 2 is newer than this qbank reads \(1\); update qbank",
        ),
        (
            lambda line: '{"level":' + "9" * 5_000 + "}",
            r"mask\.jsonl:2:\d+: this line is no complete JSON object",
        ),
        (lambda line: "[1, 2]", r"mask\.jsonl:2: a line must be one JSON object"),
        (lambda line: "[" * 100_000, r"mask\.jsonl:2:\d+: this line is no complete JSON object"),
        (lambda line: "{}", r"mask\.jsonl:2: the question has no field 'conventions'"),
        (lambda line: resealed(line, level=...), r"mask\.jsonl:2: the question has no field 'level'"),
        (lambda line: resealed(line, more=1), r"mask\.jsonl:2: the question has an unknown field 'more'"),
        (
            lambda line: resealed(line, level="1"),
            r"mask\.jsonl:2: the question's field 'level' is of the wrong type",
        ),
        (lambda line: resealed(line, parts=[1]), r"mask\.jsonl:2: a part must be an object"),
        (lambda line: resealed(line, proof={}), r"mask\.jsonl:2: the proof has no field 'by'"),
        (lambda line: "x" * 1_000_001, r"mask\.jsonl:2: a line of 1,000,001 characters"),
    ],
)
def test_a_damaged_line_is_named_and_nothing_lost(bank, damage, found):
    path = bank.folder / "mask.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join([lines[0], damage(lines[1])]) + "\n", encoding="utf-8")
    before = path.read_bytes()
    with pytest.raises(QbankError, match=found):
        list(bank)
    with pytest.raises(QbankError, match=found):
        bank.add([make("Fresh?")])
    assert path.read_bytes() == before


def test_one_id_for_two_questions_is_named(bank):
    impostor = make("Else?", topic="other")._replace(id=make().id)
    (bank.folder / "third.jsonl").write_text(impostor.to_line() + "\n", encoding="utf-8")
    with pytest.raises(QbankError, match="two different questions have the id"):
        bank.by_id()


def test_runs(bank):
    with pytest.raises(QbankError, match="no run is recorded here; run qbank generate first"):
        bank.last_run()
    for text, found in (
        ("", "no run is recorded"),
        ("{}\n", "no run's record"),
        ('{"ids":5}\n', "no run's record"),
    ):
        bank.runs.write_text(text)
        with pytest.raises(QbankError, match=found):
            bank.last_run()
    bank.runs.write_text("")
    bank.record_run({"ids": ["qa"], "seed": "1"})
    bank.record_run({"ids": ["qb", "qc"], "seed": "2"})
    assert bank.last_run() == ["qb", "qc"]


def test_a_line_separator_inside_a_text_cuts_no_line(tmp_path):
    bank = Bank(tmp_path)
    bank.add([make("a\u2028b\u0085c")])
    assert [question.prompt for question in bank] == ["a\u2028b\u0085c"]


def test_renewing_keeps_order_and_the_rest(bank):
    before = list(bank)
    bank.replace({before[0].id: before[0]._replace(explanation="Better.")})
    after = list(bank)
    assert [q.id for q in after] == [q.id for q in before]
    assert after[0].explanation == "Better."
    assert after[1:] == before[1:]

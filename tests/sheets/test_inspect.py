"""The folder is run by inspect_ai itself, without a network, with its mock model and prepared replies."""

import json
import subprocess
import sys

import pytest

from qbank.bank import released
from qbank.sheets import evaluation, inspect_task
from qbank.sheets.sheet import lay_out

RUN = r"""
import asyncio, json, sys
from pathlib import Path
from types import SimpleNamespace

from inspect_ai import eval
from inspect_ai.model import ModelOutput, ModelUsage, get_model

logs = Path(sys.argv[1])
lines = Path("questions.jsonl").read_text(encoding="utf-8").splitlines()
records = {record["prompt"]: record for record in map(json.loads, lines)}

def key(record):
    return record["target"]

def first_mistake(record):
    lines = []
    for part in record["parts"]:
        label = f"Answer ({part['name']})" if part["name"] else "Answer"
        wrong = part["mistakes"][0]["display"] if part["mistakes"] else ""
        lines.append(f"**{label}:** {wrong}")
    return "\n".join(lines)

def ran(answer, **given):
    def reply(input, tools, tool_choice, config):
        output = ModelOutput.from_content("mockllm/model", "Let me see: 5, 25.\n\n" + answer(records[input[-1].text]))
        output.usage = ModelUsage()  # else it is counted with a vocabulary from the network
        return output

    model = get_model("mockllm/model", custom_outputs=reply)
    [log] = eval("task.py", model=model, task_args=given, log_dir=str(logs), display="none", log_realtime=False)
    assert log.status == "success", log.error
    return {
        "location": log.location,
        "results": {score.name: {name: it.value for name, it in score.metrics.items()} for score in log.results.scores},
        "samples": {sample.id: sample.scores["qbank_grade"].metadata for sample in log.samples},
    }

async def scored():
    sys.path.insert(0, ".")
    from task import qbank_grade

    grade = qbank_grade()
    for record in records.values():
        yield await grade(SimpleNamespace(metadata=record, output=SimpleNamespace(completion=key(record))), None)

async def accuracies():
    return [score.value["accuracy"] async for score in scored()]

print("RESULT " + json.dumps({
    "key": ran(key, split="test"),
    "mistake": ran(first_mistake),
    "scored": asyncio.run(accuracies()),
}))
"""


@pytest.fixture(scope="module")
def bank():
    return list(released())


@pytest.fixture(scope="module")
def folder(bank, tmp_path_factory):
    place = tmp_path_factory.mktemp("released.inspect")
    for name, content in inspect_task.compose(lay_out(bank, "Released"), bank).items():
        (place / name).write_text(content, encoding="utf-8")
    return place


@pytest.fixture(scope="module")
def ran(folder, tmp_path_factory):
    call = [sys.executable, "-c", RUN, str(tmp_path_factory.mktemp("logs"))]
    done = subprocess.run(call, capture_output=True, encoding="utf-8", timeout=120, check=False, cwd=folder)
    assert done.returncode == 0, done.stderr[-3000:]
    [line] = [line for line in done.stdout.splitlines() if line.startswith("RESULT ")]
    return json.loads(line.removeprefix("RESULT "))


def means(run):
    return {name: metrics["mean"] for name, metrics in run["results"].items()}


def test_all_keys_are_right(ran, folder) -> None:
    assert means(ran["key"]) == {"accuracy": 1, "score": 1, "known_mistakes": 0, "unread": 0}
    held_out = evaluation.read(folder / evaluation.FILE, "test")
    assert ran["key"]["samples"].keys() == {record["id"] for record in held_out}


def test_the_scorer_finds_every_released_key_right(ran, bank) -> None:
    assert ran["scored"] == [1.0] * len(bank)
    assert len(bank) >= 360


def test_all_mistakes_are_wrong_and_named(ran, folder) -> None:
    records = {record["id"]: record for record in evaluation.read(folder / evaluation.FILE, "test")}
    found = means(ran["mistake"])
    assert (found["accuracy"], found["score"]) == (0, 0)
    assert 0.8 < found["known_mistakes"] < 1
    assert found["unread"] == pytest.approx(1 - found["known_mistakes"])
    assert ran["mistake"]["samples"].keys() == records.keys()
    for name, scored in ran["mistake"]["samples"].items():
        for part, told in zip(records[name]["parts"], scored["parts"], strict=True):
            assert told["verdict"] == ("wrong" if part["mistakes"] else "blank")
            named = part["mistakes"][0]["names"] if part["mistakes"] else []
            assert set(named) <= set(told["diagnosis"])
            assert bool(told["mistakes"]) == bool(part["mistakes"])


def test_errors_are_clustered_by_template(ran) -> None:
    assert set(ran["mistake"]["results"]["known_mistakes"]) == {"mean", "stderr"}
    assert ran["mistake"]["results"]["known_mistakes"]["stderr"] > 0


def test_the_table_of_mistakes_is_printed(ran, folder) -> None:
    call = [sys.executable, "mistakes.py", ran["mistake"]["location"]]
    done = subprocess.run(call, capture_output=True, encoding="utf-8", timeout=60, check=True, cwd=folder)
    header, *rows = done.stdout.splitlines()
    assert header.split() == ["misconception", "times", "of"]
    times = {
        name: (int(made), int(possible)) for name, made, possible in (row.rsplit(maxsplit=2) for row in rows)
    }
    assert all(0 < made <= possible for made, possible in times.values())
    scored = [
        mistake for sample in ran["mistake"]["samples"].values() for mistake in sample["misconceptions"]
    ]
    assert {name: scored.count(name) for name in scored} == {name: made for name, (made, _) in times.items()}
    assert len(times) > 40


def test_the_task_asks_what_is_held_out_or_all(ask) -> None:
    for template, split in (("attention.self_attention", "test"), ("mask.cells", "all")):
        one = ask("How many?", template=template)
        files = inspect_task.compose(lay_out([one], "One"), [one])
        assert f"def qbank(split='{split}'):" in files["task.py"]
        assert f"-T split={split} " in files["README.md"]

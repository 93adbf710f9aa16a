"""The folder is run by lm-evaluation-harness itself, without a network, with a model whose replies are prepared."""

import json
import os
import subprocess
import sys

import pytest
import yaml

from qbank.bank import released
from qbank.sheets import evaluation, lm_eval
from qbank.sheets.sheet import lay_out

RUN = r"""
import json, sys
from pathlib import Path

import lm_eval
from lm_eval.api.model import LM
from lm_eval.tasks import TaskManager

folder = Path(sys.argv[1])
lines = (folder / "questions.jsonl").read_text(encoding="utf-8").splitlines()
records = {record["prompt"]: record for record in map(json.loads, lines)}

class Prepared(LM):
    def __init__(self, answer):
        super().__init__()
        self.answer, self.asked = answer, []

    def loglikelihood(self, requests):
        raise NotImplementedError

    def loglikelihood_rolling(self, requests):
        raise NotImplementedError

    def generate_until(self, requests):
        self.asked += [request.args for request in requests]
        prompts = ["### Question" + context.rpartition("### Question")[2] for context, _ in self.asked]
        return ["Let me see: 5, 25, 125.\n\n" + self.answer(records[prompt]) for prompt in prompts]

def key(record):
    return record["target"]

def first_mistake(record):
    lines = []
    for part in record["parts"]:
        label = f"Answer ({part['name']})" if part["name"] else "Answer"
        wrong = part["mistakes"][0]["display"] if part["mistakes"] else ""
        lines.append(f"**{label}:** {wrong}")
    return "\n".join(lines)

def ran(task, answer, shots=None):
    model = Prepared(answer)
    manager = TaskManager(include_path=str(folder), include_defaults=False)
    out = lm_eval.simple_evaluate(
        model=model, tasks=[task], task_manager=manager, num_fewshot=shots, bootstrap_iters=100
    )
    samples = folder / f"samples_{task}.jsonl"
    samples.write_text("".join(json.dumps(row, default=str) + "\n" for row in out["samples"][task]), encoding="utf-8")
    return {"results": out["results"][task], "asked": model.asked}

print("RESULT " + json.dumps({
    "key": ran("qbank_released_all", key),
    "mistake": ran("qbank_released_all", first_mistake),
    "shots": ran("qbank_released", key, 2),
}))
"""


def offline(home):
    """The environment in which nothing can be loaded from elsewhere."""
    told = {
        "HF_HUB_OFFLINE": "1",
        "HF_DATASETS_OFFLINE": "1",
        "TRANSFORMERS_OFFLINE": "1",
        "HF_HOME": str(home),
    }
    return os.environ | told


@pytest.fixture(scope="module")
def bank():
    return list(released())


@pytest.fixture(scope="module")
def folder(bank, tmp_path_factory):
    place = tmp_path_factory.mktemp("released.lm-eval")
    for name, content in lm_eval.compose(lay_out(bank, "Released"), bank).items():
        (place / name).write_text(content, encoding="utf-8")
    return place


@pytest.fixture(scope="module")
def ran(folder, tmp_path_factory):
    call = [sys.executable, "-c", RUN, str(folder)]
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    done = subprocess.run(
        call,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
        cwd=elsewhere,
        env=offline(elsewhere),
    )
    assert done.returncode == 0, done.stderr[-3000:]
    [line] = [line for line in done.stdout.splitlines() if line.startswith("RESULT ")]
    return json.loads(line.removeprefix("RESULT "))


def values(run):
    return {
        name.removesuffix(",none"): value for name, value in run["results"].items() if name.endswith(",none")
    }


def test_all_keys_are_right(ran, bank) -> None:
    found = values(ran["key"])
    assert ran["key"]["results"]["sample_len"] == len(bank) >= 360
    assert (found["acc"], found["score"], found["unread"], found["misconceptions"]) == (1, 1, 0, 0)
    assert found["acc_stderr"] == 0


def test_all_mistakes_are_wrong_and_counted(ran, bank) -> None:
    found = values(ran["mistake"])
    shown = [bool(part.mistakes) for question in bank for part in question.parts]
    assert (found["acc"], found["score"]) == (0, 0)
    assert found["misconceptions"] >= sum(shown) > 500
    shares = [sum(bool(part.mistakes) for part in question.parts) / len(question.parts) for question in bank]
    assert found["known_mistakes"] == pytest.approx(sum(shares) / len(shares))
    assert found["unread"] == pytest.approx(1 - found["known_mistakes"])


def test_a_model_is_asked_plainly_and_stopped_at_the_next_question(ran) -> None:
    prompt, settings = ran["key"]["asked"][0]
    assert prompt.startswith("### Question\n\n")
    assert settings["until"] == ["\n### Question"]
    assert settings["temperature"] == 0
    assert settings["do_sample"] is False


def test_examples_are_of_templates_that_are_not_asked(ran, folder) -> None:
    records = {record["prompt"]: record for record in evaluation.read(folder / evaluation.FILE)}
    held_out = evaluation.read(folder / evaluation.FILE, "test")
    assert ran["shots"]["results"]["sample_len"] == len(held_out) == len(ran["shots"]["asked"])
    for context, _ in ran["shots"]["asked"]:
        *examples, asked = ["### Question" + text for text in context.split("### Question")[1:]]
        assert records[asked]["split"] == "test"
        assert len(examples) == 2
        for example in examples:
            prompt, _, target = example.rpartition(">\n\n")
            assert records[prompt + ">"]["split"] == "train"
            assert records[prompt + ">"]["target"] == target.strip()
    assert values(ran["shots"])["acc"] == 1


def test_the_table_of_mistakes_is_printed(ran, folder) -> None:
    call = [sys.executable, "mistakes.py", "samples_qbank_released_all.jsonl"]
    done = subprocess.run(call, capture_output=True, encoding="utf-8", timeout=60, check=True, cwd=folder)
    header, *rows = done.stdout.splitlines()
    assert header.split() == ["misconception", "times", "of"]
    times = {
        name: (int(made), int(possible)) for name, made, possible in (row.rsplit(maxsplit=2) for row in rows)
    }
    assert times["blocks_the_diagonal"][0] > 1
    assert all(0 < made <= possible for made, possible in times.values())
    assert sum(made for made, _ in times.values()) == values(ran["mistake"])["misconceptions"]


def tasks_of(files):
    return {name: yaml.safe_load(text) for name, text in files.items() if name.endswith(".yaml")}


def test_a_small_sheet_has_only_the_tasks_that_have_questions(ask) -> None:
    one = ask("How many?", template="mask.cells")
    files = lm_eval.compose(lay_out([one], "Small"), [one])
    assert evaluation.split_of(one.template) == "validation"
    assert [task["test_split"] for task in tasks_of(files).values()] == ["validation", "all"]
    assert [task.get("fewshot_split") for task in tasks_of(files).values()] == [None, "all"]
    assert (
        "`qbank_small_validation` (the split validation), `qbank_small_all` (all questions)"
        in files["README.md"]
    )
    assert "--tasks qbank_small_validation" in files["README.md"]


def test_every_task_has_its_file(bank) -> None:
    found = tasks_of(lm_eval.compose(lay_out(bank, "Released"), bank))
    assert {name: (task["task"], task["test_split"]) for name, task in found.items()} == {
        "qbank_released.yaml": ("qbank_released", "test"),
        "qbank_released_validation.yaml": ("qbank_released_validation", "validation"),
        "qbank_released_all.yaml": ("qbank_released_all", "all"),
    }

"""A folder with a task for lm-evaluation-harness, scored by qbank: its own metrics know no tolerance.

The questions come in through a function of `task.py`. `dataset_path: json` would look for them in the directory from
which the harness is called, and keep a copy in a cache.
"""

import json
from collections.abc import Sequence

from qbank.question import Question
from qbank.sheets import carry, evaluation
from qbank.sheets.evaluation import ALL, FILE
from qbank.sheets.evaluation_prompt import OPENING
from qbank.sheets.evaluation_readme import readme
from qbank.sheets.sheet import Sheet

PAPER = False
FOLDER = True
UNSAID = ("full_marks",)
"""A question whose marks everybody was given measures nothing."""

objection = carry.problem

_COMMON = "_common_yaml"

_SETTINGS = f"""\
custom_dataset: !function task.load
output_type: generate_until
doc_to_text: prompt
doc_to_target: target
target_delimiter: "\\n\\n"
generation_kwargs:
  do_sample: false
  temperature: 0.0
  max_gen_toks: 2048
  until: [{json.dumps(chr(10) + OPENING)}]
process_results: !function task.process_results
metric_list:
  - {{metric: acc, aggregation: mean, higher_is_better: true}}
  - {{metric: score, aggregation: mean, higher_is_better: true}}
  - {{metric: known_mistakes, aggregation: mean, higher_is_better: false}}
  - {{metric: unread, aggregation: mean, higher_is_better: false}}
  - {{metric: misconceptions, aggregation: !function task.count, higher_is_better: false}}
metadata:
  version: 1.0
"""

_TASK = '''\
"""The questions, and the scorer: qbank's own judge reads the answers."""

from pathlib import Path

from datasets import Dataset
from qbank.sheets import evaluation, replies

QUESTIONS = Path(__file__).with_name("questions.jsonl")


def load(**_given):
    """The splits that have questions, and all questions as one."""
    records = evaluation.read(QUESTIONS)
    splits = {"all": records}
    for record in records:
        splits.setdefault(record["split"], []).append(record)
    return {split: Dataset.from_list(found) for split, found in splits.items()}


def process_results(doc, results):
    """What one reply counts for; the verdicts stand in the log of samples."""
    parts = replies.judged(doc, results[0])
    return {**replies.metrics(parts), "misconceptions": replies.fallen_for(parts)}


def count(found):
    """How many answers show a known mistake."""
    return sum(map(len, found))
'''

_MISTAKES = '''\
"""Which mistakes a model made: python mistakes.py samples_….jsonl, from a run with --log_samples."""

import json
import sys

from qbank.sheets import replies

rows = []
for name in sys.argv[1:]:
    with open(name, encoding="utf-8") as samples:
        rows += map(json.loads, samples)
print(replies.table((row["doc"], row["misconceptions"]) for row in rows), end="")
'''

_RUN = """\
## Running it

With `qbank` and `lm_eval` (0.4.9 or newer) installed, and without a network:

```console
lm_eval --model hf --model_args pretrained=MODEL --include_path . --tasks {task} \\
    --apply_chat_template --log_samples --output_path results
```

Tasks: {tasks}.

Models that are not tuned to follow instructions need examples: `--num_fewshot 4` takes them from `train` (the task over
all questions, from the other ones). For a model with a small window, or one that thinks at length:
`--gen_kwargs max_gen_toks=…`.
"""


def compose(sheet: Sheet, questions: Sequence[Question]) -> dict[str, str]:
    """The folder's files by name."""
    records = evaluation.records_of(sheet, questions)
    there = {record["split"] for record in records}
    name = f"qbank_{evaluation.slug(sheet.title)}"
    tasks = {
        split: _task_name(name, split) for split in ("test", "validation", ALL) if split in there | {ALL}
    }
    shots = "train" if "train" in there else None
    return {
        FILE: evaluation.to_lines(records),
        "task.py": _TASK,
        _COMMON: _SETTINGS,
        **{f"{task}.yaml": _yaml(task, split, shots) for split, task in tasks.items()},
        "mistakes.py": _MISTAKES,
        "README.md": readme(
            sheet,
            records,
            run=_RUN.format(task=next(iter(tasks.values())), tasks=", ".join(map(_said, tasks.items()))),
            acc="acc",
            errors="The harness's standard errors take them for independent, and are too small.",
            mistakes="python mistakes.py results/…/samples_….jsonl",
        ),
    }


def _task_name(name: str, split: str) -> str:
    return name if split == "test" else f"{name}_{split}"


def _said(task: tuple[str, str]) -> str:
    split, name = task
    return f"`{name}` ({'all questions' if split == ALL else f'the split {split}'})"


def _yaml(task: str, split: str, shots: str | None) -> str:
    """One task; where it asks all questions, an example is another of these, never the one that is asked."""
    lines = [f"include: {_COMMON}", f"task: {task}", f"test_split: {split}"]
    if fewshot := ALL if split == ALL else shots:
        lines.append(f"fewshot_split: {fewshot}")
    return "\n".join(lines) + "\n"

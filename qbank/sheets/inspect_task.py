"""A folder with a task for inspect_ai, scored by qbank: one of its own scorers accepts 25 where 5 is right."""

from collections.abc import Sequence

from qbank.question import Question
from qbank.sheets import carry, evaluation
from qbank.sheets.evaluation import ALL, FILE
from qbank.sheets.evaluation_readme import readme
from qbank.sheets.sheet import Sheet

PAPER = False
FOLDER = True
UNSAID = ("full_marks",)
"""A question whose marks everybody was given measures nothing."""

objection = carry.problem

_TASK = '''\
"""The questions as a task of inspect_ai; qbank's own judge reads the answers."""

from pathlib import Path

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.scorer import Score, mean, scorer, stderr
from inspect_ai.solver import generate
from qbank.sheets import evaluation, replies

QUESTIONS = Path(__file__).with_name("questions.jsonl")


@task
def qbank(split=%(split)r):
    """The questions of a split: test, validation, train, or all."""
    samples = [_sample(record) for record in evaluation.read(QUESTIONS, split)]
    return Task(dataset=MemoryDataset(samples, name=f"qbank-{split}"), solver=generate(), scorer=qbank_grade())


def _sample(record):
    return Sample(id=record["id"], input=record["prompt"], target=record["target"], metadata=record)


@scorer(metrics={"*": [mean(), stderr(cluster="template")]})
def qbank_grade():
    """Verdicts by part, and the mistakes that the answers show, stand in the score's metadata."""

    async def score(state, target):
        parts = replies.judged(state.metadata, state.output.completion)
        found = replies.metrics(parts)
        return Score(
            value={"accuracy": found.pop("acc"), **found},
            answer="\\n".join(part.answer or "" for part in parts),
            explanation="\\n".join(part.verdict.why for part in parts),
            metadata={"parts": replies.shown(parts), "misconceptions": replies.fallen_for(parts)},
        )

    return score
'''

_MISTAKES = '''\
"""Which mistakes a model made: python mistakes.py logs/….eval"""

import sys

from inspect_ai.log import read_eval_log
from qbank.sheets import replies

rows = []
for name in sys.argv[1:]:
    for sample in read_eval_log(name).samples or []:
        if score := (sample.scores or {}).get("qbank_grade"):
            rows.append((sample.metadata, score.metadata["misconceptions"]))
print(replies.table(rows), end="")
'''

_RUN = """\
## Running it

With `qbank` and `inspect_ai` installed:

```console
inspect eval task.py --model PROVIDER/MODEL -T split={split} --temperature 0
```

`split` is `test`, `validation`, `train` or `all`; without it, it is `{split}`.
"""


def compose(sheet: Sheet, questions: Sequence[Question]) -> dict[str, str]:
    """The folder's files by name. The task asks what is held out, or everything where nothing is."""
    records = evaluation.records_of(sheet, questions)
    split = "test" if any(record["split"] == "test" for record in records) else ALL
    return {
        FILE: evaluation.to_lines(records),
        "task.py": _TASK % {"split": split},
        "mistakes.py": _MISTAKES,
        "README.md": readme(
            sheet,
            records,
            run=_RUN.format(split=split),
            acc="accuracy",
            errors="The standard errors allow for it: they are clustered by template.",
            mistakes="python mistakes.py logs/….eval",
        ),
    }

"""The README of an evaluation set's folder."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from qbank.sheets.evaluation import ALL, CANARY, FILE, SPLITS
from qbank.sheets.markdown import heading
from qbank.sheets.sheet import Sheet

Record = Mapping[str, Any]

_SHEET = """\
# {title}

{kept} of `qbank`, one a line of `{file}`: prompt, exact keys, known mistakes by name. Licence: same as the bank.

{canary}
"""

_SPLITS = """\
## Splits

| split | questions | templates |
|---|--:|--:|
{rows}

A digest of its template's name says where a question belongs, so no template is in two splits, nor in another split of
another export. `test` is held out: build prompts and fine-tune on `train`, choose on `validation`. `{all}` takes every
question; it is for those that no model can have seen, such as those of `qbank generate` with a seed of your own. The
keys of the released bank are public.
"""

_SCORES = """\
## What the numbers mean

A reply ends with `Answer: …`, or with `Answer (a): …` for each part. The last such lines count, and nothing else in
the reply is searched. `qbank.grade` judges them as it judges people: exactly, or within half a unit of the last decimal
asked for, whatever the notation.

| metric | meaning |
|---|---|
| `{acc}` | share of questions of which every part is right |
| `score` | mean of the parts' scores; an answer cut off instead of rounded earns half, and so on |
| `known_mistakes` | share of answers that are exactly what a known mistake leads to |
| `unread` | share of answers that are missing or cannot be read; they earn nothing, and are not counted as mistakes |

Questions of one template are alike, so their scores are not independent. {errors}

To ask whether a model has seen the set, let it go on from the first half of the sentence with the canary above.
"""

_MISTAKES = """\
## Which mistakes it makes

```console
{call}
```

prints a table: misconception, how many answers show it, and of how many that could. A convention other than the one
that the question names is listed as such.
"""


def readme(sheet: Sheet, records: Sequence[Record], *, run: str, acc: str, errors: str, mistakes: str) -> str:
    """What the folder is, how it is run, and what its numbers mean.

    `run` is the section on running it, `acc` the name of the first metric, `errors` a sentence on standard errors,
    `mistakes` the call that prints the table of mistakes.
    """
    opening = _SHEET.format(title=heading(sheet.title), kept=_kept(sheet, records), file=FILE, canary=CANARY)
    splits = _SPLITS.format(rows=_rows(records), all=ALL)
    scores = _SCORES.format(acc=acc, errors=errors)
    return "\n".join((opening, run, splits, scores, _MISTAKES.format(call=mistakes)))


def _kept(sheet: Sheet, records: Sequence[Record]) -> str:
    out = len(sheet.slots) - len(records)
    questions = f"{len(records)} question{'s' if len(records) != 1 else ''}"
    return (
        f"{questions} ({out} left out, since a correction gives everybody full marks)" if out else questions
    )


def _rows(records: Sequence[Record]) -> str:
    questions = Counter(record["split"] for record in records)
    templates = Counter(split for split, _ in {(record["split"], record["template"]) for record in records})
    return "\n".join(f"| `{split}` | {questions[split]} | {templates[split]} |" for split in SPLITS)

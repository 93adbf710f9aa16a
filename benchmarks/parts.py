"""The questions of the mix: parts of the released bank, and made ones for the kinds that it has too few of.

A part is what a bank line holds: `answer`, `key`, `unit`, `options`, `mistakes`. The bank asks for no expressions,
tokens or choices of several yet: expressions are the formulas behind its integers, the rest is made here.
"""

import json
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

from qbank import exact
from qbank.answers import kind
from qbank.answers.registry import KEYS
from qbank.draws import Draws

KINDS = tuple(KEYS)
A_KIND = 16  # parts of each kind
LETTERS = "ABCDE"
RELEASED = {"choice": 4, "exact": 8}  # claims know no mistakes, and few exact keys have a root
WORDS = (
    "the",
    "cat",
    "sat",
    "on",
    "mat",
    "we",
    "see",
    "dogs",
    "run",
    "un",
    "##happy",
    "mask",
    "<PAD>",
    "x_1",
)
CLAIMS = (
    "softmax rows sum to 1", "the mask blocks the diagonal", "keys come from the source", "heads share the width",
    "LayerNorm has no bias", "dropout is off at inference", "queries come from the target", "weights are tied",
    "positions are learned", "attention is causal",
)  # fmt: skip

Part = dict[str, Any]


@cache
def released() -> dict[str, Part]:
    """Every part of the released bank by the name under which a table of answers names it."""
    folder = Path(__file__).parent.parent / "bank" / "released"
    texts = (path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.jsonl")))
    lines = (line for text in texts for line in text.splitlines())
    return {
        q["id"] + (f".{part['name']}" if part["name"] else ""): part | {"params": q["params"]}
        for q in map(json.loads, lines)
        for part in q["parts"]
    }


@cache
def of_kind(name: str) -> tuple[Part, ...]:
    """The parts of one kind: drawn from the bank where it has enough, and made where it has too few."""
    draws = Draws("parts", name)
    stored = [part for part in released().values() if part["answer"]["kind"] == name]
    different = {(str(part["answer"]), str(part["key"]), part["unit"]): part for part in stored}
    found = draws.shuffled([*different.values()])[: RELEASED.get(name, A_KIND)]
    return (*found, *islice(_made(name, draws), A_KIND - len(found)))


def part(answer: Part, key: Any, mistakes: dict[str, Any], **fields: Any) -> Part:
    """A part with its known mistakes, name → key."""
    known = [
        {
            "names": [name],
            "convention": None,
            "key": wrong,
            "display": str(wrong),
            "feedback": f"This is {name}.",
        }
        for name, wrong in mistakes.items()
    ]
    return {"answer": answer, "key": key, "unit": None, "options": None, "mistakes": known, **fields}


def _made(name: str, draws: Draws) -> Iterator[Part]:
    makers = {"exact": _exact, "tokens": _tokens, "choice": _choice, "choices": _choices}
    if name == "expression":
        yield from draws.shuffled(list(_expressions()))
    elif name in makers:
        while True:
            yield makers[name](draws)


def _exact(draws: Draws) -> Part:
    root, over, under = (draws.below(n) + 2 for n in (30, 7, 12))
    value = over * exact.sqrt(root) / under
    keys = {
        "reciprocal": 1 / value,
        "without_the_root": exact.Whole(over * root) / under,
        "squared": value * value,
    }
    return part(
        {"kind": "exact"}, exact.text(value), {name: exact.text(wrong) for name, wrong in keys.items()}
    )


def _expressions() -> Iterator[Part]:
    """The formulas behind the released integers and decimals, each once; those with logarithms nobody would type."""
    for asked in {part["formula"]: part for part in released().values() if part["formula"]}.values():
        formula, names = asked["formula"], sorted(asked["params"])
        if "log" in formula or formula in names:
            continue
        answer = {"kind": "expression", "names": names}
        judged = kind(answer)
        value = judged.read_key(formula)
        first = exact.symbol(sorted(exact.names(value))[0])
        keys = {"twice": 2 * value, "one_bias_more": value + first, "width_times": value * first}
        wrong = {name: judged.write(other) for name, other in keys.items()}
        yield part(answer, formula, wrong, params=asked["params"])


def _tokens(draws: Draws) -> Part:
    words = ["BOS", *draws.shuffled(WORDS)[: 3 + draws.below(3)]]
    keys = {"not_shifted": [*words[1:], "EOS"], "without_start": words[1:], "backwards": words[::-1]}
    judged = kind("tokens")
    wrong = {name: judged.write(other) for name, other in keys.items()}
    return part({"kind": "tokens"}, judged.write(words), wrong)


def _choice(draws: Draws) -> Part:
    """Five counts, of which three that are wrong have names."""
    width = 64 * (2 + draws.below(60))
    counts = (width, 2 * width, width + 1, width * width, 3 * width)
    options = {
        letter: f"{count:,} weights" for letter, count in zip(LETTERS, draws.shuffled(counts), strict=True)
    }
    key, *wrong = draws.shuffled(LETTERS)
    names = ("counts_twice", "forgets_a_bias", "squares")
    return part({"kind": "choice"}, key, dict(zip(names, wrong, strict=False)), options=options)


def _choices(draws: Draws) -> Part:
    options = dict(zip(LETTERS, draws.shuffled(CLAIMS), strict=False))
    letters = draws.shuffled(LETTERS)
    right = 2 + draws.below(2)
    key, rest = sorted(letters[:right]), sorted(letters[right:])
    return part({"kind": "choices"}, key, {"the_others": rest, "only_a_wrong_one": rest[:1]}, options=options)

"""`qbank.generate` and `qbank.solve`: the pipeline as two functions."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from qbank.author.confirm import laboratory
from qbank.author.generate import Order
from qbank.author.generate import generate as run
from qbank.author.pack import Packs
from qbank.author.solve import Solution
from qbank.author.solve import solve as calculate
from qbank.draws import fresh_seed
from qbank.errors import QbankError
from qbank.question import Question


def generate(
    topics: Sequence[str] = (),
    n: int = 10,
    seed: str | int | None = None,
    *,
    questions: Sequence[str] = (),
    level: int | None = None,
    as_choice: bool = False,
    packs: Sequence[str | Path] = (),
    device: str = "auto",
) -> list[Question]:
    """Up to `n` different proven questions; nothing is written.

    `topics` are names such as `mask` (none: all, in turn); `questions` are templates such as `mask.cells`. The same
    `seed` gives the same questions; without one it is 128 random bits. Fewer than `n` come back where no more
    exist. Raises QbankError for unknown names, and where SymPy or PyTorch contradicts a solver.
    """
    if isinstance(topics, str) or isinstance(questions, str):
        raise QbankError("topics and questions are lists of names", hint='write topics=["mask"]')
    if type(n) is not int or n < 1 or level not in (None, 1, 2, 3):
        raise QbankError(
            f"n={n!r}, level={level!r}", hint="n is a number from 1 on, level is 1, 2, 3 or None"
        )
    known = Packs(packs)
    for title in questions:
        known.template(title)
    chosen = list(dict.fromkeys([*topics, *(title.partition(".")[0] for title in questions)]))
    order = Order(n, fresh_seed() if seed is None else str(seed), as_choice, level, tuple(questions))
    with laboratory(device) as lab:
        return run(list(known.select(chosen)), order, lab).questions


def solve(
    template: str, /, *, packs: Sequence[str | Path] = (), device: str = "auto", **parameters: Any
) -> Solution:
    """The answer of a template such as `parameters.decoder_layer` for given parameters, confirmed.

    Conventions that are not given are gone through, so that the solution shows every answer that the question could
    have. Numbers are whole, or text such as `"1/10"`; lists are lists of these. Raises QbankError for parameters
    that are missing, unknown or senseless.
    """
    with laboratory(device) as lab:
        return calculate(Packs(packs).template(template), parameters, lab)

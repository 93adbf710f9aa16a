"""Right of the bank: questions as papers and files. A format is one module with `compose` and `objection`."""

import importlib
from collections.abc import Callable, Sequence
from typing import Protocol

from qbank.errors import QbankError, did_you_mean
from qbank.question import Question
from qbank.sheets.sheet import Sheet

FORMATS = {"md": "markdown", "tex": "latex", "jsonl": "jsonl"}
"""Each format's ending, which is also its name, and its module."""


class Format(Protocol):
    """What a format's module offers."""

    PAPER: bool
    """Whether people read it: it then comes with a form for answers and a manifest."""

    compose: Callable[[Sheet, Sequence[Question]], dict[str, str]]
    """The files by what stands between name and ending: `""`, and perhaps `-key` and `-solutions`."""

    objection: Callable[[Question], str | None]
    """Why the format cannot carry the question; None where it can."""


def load(name: str) -> Format:
    """The format of that name. Raises QbankError for an unknown one."""
    if name not in FORMATS:
        raise QbankError(f"no format {name!r}", hint=did_you_mean(name, list(FORMATS)))
    module: Format = importlib.import_module(f"qbank.sheets.{FORMATS[name]}")
    return module

"""How a published text stands to an exact value: exactly right, right but rounded, or neither."""

import re
from collections.abc import Mapping
from enum import IntEnum
from typing import Any

from flint import fmpq

from qbank import exact
from qbank.answers import Unreadable, Word, grade, kind
from qbank.answers.kinds import Setting
from qbank.author.template import PartTemplate
from qbank.errors import QbankError

_FIRST_NUMBER = re.compile(r"(?a)\d[\d,_' ]*(?:\.(\d+))?")
_TIMES_TEN = re.compile(r"[×x*·]\s*10\s*\^")
_NUMBERS = ("integer", "decimal", "exact")
_LISTS = ("vector", "matrix")
SHARP = fmpq(1, 100)  # of the value: how far off a rounded real number may be and still be called right
COARSE = fmpq(1, 20)  # and how far anything rounded may be
_SAID = {"yes": "true", "t": "true", "correct": "true", "no": "false", "f": "false", "incorrect": "false"}


class Fit(IntEnum):
    """How well; the larger the better."""

    NOT = 0
    NEARLY = 1  # the last digit is one off
    ROUNDED = 2  # a count written in fewer digits, or a real number in very few
    EXACTLY = 3


def fit(part: PartTemplate, value: Any, published: str, names: Mapping[str, str] | None = None) -> Fit:
    """How `published` stands to the value of a part; `names` are the options of a choice, name → text.

    A real number fits exactly where it is rounded correctly to the digits that it has and comes within 1 %: nobody
    could write all of it. A count that is rounded is not the count.
    """
    if names is not None:
        return Fit.EXACTLY if _chosen(published, names) == _as_set(value) else Fit.NOT
    try:
        key = part.kind.write(value)
    except QbankError:  # of another kind, such as half a cell where an integer is asked
        return Fit.NOT
    if grade(part.kind.spec(), key, published, unit=part.unit).verdict is Word.RIGHT:
        return Fit.EXACTLY
    if part.kind.name in _NUMBERS:
        return max(
            (_held(value, *way, part.kind.name != "integer") for way in _written(part, published)),
            default=Fit.NOT,
        )
    return _list(part, value, published) if part.kind.name in _LISTS else Fit.NOT


def _held(value: Any, typed: fmpq, step: fmpq, real: bool, size: Any = None) -> Fit:
    """A number held against the digits that it is written with; `size` is what its error is measured by."""
    away, size = abs(value - typed), abs(value) if size is None else size
    if not real and step <= 1:
        return Fit.NOT  # a count written out
    if away * 2 <= step:
        sharp = real and away <= size * SHARP
        return Fit.EXACTLY if sharp else Fit.ROUNDED if away <= size * COARSE else Fit.NOT
    return Fit.NEARLY if away <= step and away <= size * SHARP else Fit.NOT


def _written(part: PartTemplate, published: str) -> list[tuple[fmpq, fmpq]]:
    """Each reading of a number, with one unit of its last digit: `13.1e9` is 131 units of 10⁸."""
    found = _FIRST_NUMBER.search(published)
    computed = any(sign in published for sign in "/^√") and not _TIMES_TEN.search(published)
    try:
        readings = kind("exact").readings(published, Setting(part.unit))
    except (Unreadable, ArithmeticError):
        return []
    if found is None or computed:
        return []
    one = fmpq(1, 10 ** len(found[1] or ""))
    digits = int(re.sub(r"\D", "", found[0])) * one
    values = [exact.as_rational(reading.value) for reading in readings]
    return [(value, abs(value) * one / digits) for value in values if value and digits]


def _list(part: PartTemplate, value: Any, published: str) -> Fit:
    """A list of reals, each entry held against its own digits and, where it is small, against the largest one."""
    if part.kind.spec()["of"]["kind"] == "integer":
        return Fit.NOT
    try:
        readings = kind({**part.kind.spec(), "of": "exact"}).readings(published)
    except (QbankError, Unreadable, ArithmeticError):
        return Fit.NOT
    return max(_entries(value, typed) for typed in readings)


def _entries(value: Any, typed: Any) -> Fit:
    keys = _flat(value)
    if _shape(value) != tuple(typed.shape):
        return Fit.NOT
    finite = [abs(key) for key in keys if not isinstance(key, exact.Infinite)]
    largest = exact.max(*finite) if len(finite) > 1 else finite[0] if finite else fmpq(0)
    return min(_entry(key, read, largest) for key, read in zip(keys, typed.entries, strict=True))


def _entry(key: Any, read: Any, largest: Any) -> Fit:
    if isinstance(key, exact.Infinite) or isinstance(read.value, exact.Infinite) or read.places is None:
        return Fit.EXACTLY if exact.equal(key, read.value) else Fit.NOT
    step = fmpq(1, 10**read.places) if read.places > 0 else fmpq(10**-read.places)
    return _held(key, read.value, step, True, largest)


def _flat(value: Any) -> list[Any]:
    return [entry for row in value for entry in _flat(row)] if isinstance(value, tuple) else [value]


def _shape(value: Any) -> tuple[int, ...]:
    return (len(value), *(_shape(value[0]) if value else ())) if isinstance(value, tuple) else ()


def _chosen(published: str, names: Mapping[str, str]) -> frozenset[str]:
    """The options that a text names, by their names or their words."""
    by_text = {_folded(text): name for name, text in names.items()} | {_folded(name): name for name in names}
    said = _folded(published)
    whole = by_text.get(_SAID.get(said, said) if set(names) == {"true", "false"} else said)
    if whole is not None:
        return frozenset({whole})
    if said == "none":
        return frozenset()
    listed = re.split(r"[,;]", published.strip().strip("[]"))
    return frozenset(by_text.get(_folded(word), word) for word in listed if word.strip())


def _folded(text: str) -> str:
    return " ".join(text.replace("_", " ").casefold().split()).rstrip(".")


def _as_set(value: Any) -> frozenset[str]:
    return frozenset({value}) if isinstance(value, str) else frozenset(value)

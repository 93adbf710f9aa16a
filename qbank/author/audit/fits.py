"""How a published text stands to an exact value: exactly right, right but rounded, or neither."""

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from flint import fmpq

from qbank import exact
from qbank.answers import Unreadable, Word, grade, kind
from qbank.answers.kinds import Setting
from qbank.author.template import PartTemplate
from qbank.errors import QbankError

_FIRST_NUMBER = re.compile(r"(?a)\d[\d,_' ]*(?:\.(\d+))?")
_NUMBERS = ("integer", "decimal", "exact")
_LISTS = ("vector", "matrix")
NEAR = fmpq(1, 100)  # of the value, by which a coarsely rounded one may be one off in its last digit


class Fit(StrEnum):
    """How well."""

    EXACTLY = "exactly"
    ROUNDED = "rounded"  # a count written in fewer digits, or a last digit that is one off
    NOT = "not"


def fit(part: PartTemplate, value: Any, published: str, names: Mapping[str, str] | None = None) -> Fit:
    """How `published` stands to the value of a part; `names` are the options of a choice, name → text.

    A real number fits exactly where it is rounded correctly to the digits that it has: nobody could write more of
    it. A count that is rounded is not the count, so it is `ROUNDED`, as is any last digit that is off by one.
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
        return _number(part, value, published)
    return _list(part, value, published) if part.kind.name in _LISTS else Fit.NOT


def _number(part: PartTemplate, value: Any, published: str) -> Fit:
    """A number held against the digits that it is written with."""
    for typed, step in _written(part, published):
        away = abs(value - typed)
        if part.kind.name != "integer":
            if away * 2 <= step:
                return Fit.EXACTLY
        elif step <= 1:
            return Fit.NOT  # a count written out
        if away <= step and (away * 2 <= step or away <= abs(value) * NEAR):
            return Fit.ROUNDED
    return Fit.NOT


def _written(part: PartTemplate, published: str) -> list[tuple[fmpq, fmpq]]:
    """Each reading of a number, with one unit of its last digit: `13.1e9` is 131 units of 10⁸."""
    found = _FIRST_NUMBER.search(published)
    try:
        readings = kind("exact").readings(published, Setting(part.unit))
    except (Unreadable, ArithmeticError):
        return []
    if found is None or any(sign in published for sign in "/^√"):
        return []
    digits = fmpq(int(re.sub(r"\D", "", found[0])), 10 ** len(found[1] or ""))
    values = [exact.as_rational(reading.value) for reading in readings]
    one = fmpq(1, 10 ** len(found[1] or ""))
    return [
        (value, abs(value) * one / digits)
        for value in values
        if value is not None and value != 0 and digits != 0
    ]


def _list(part: PartTemplate, value: Any, published: str) -> Fit:
    """A list of reals, held against the places that its longest entry has."""
    places = max((len(found[1] or "") for found in _FIRST_NUMBER.finditer(published)), default=0)
    if part.kind.spec()["of"]["kind"] == "integer" or places == 0:
        return Fit.NOT
    try:
        typed = kind({**part.kind.spec(), "of": "exact"}).read_key(published)
    except (QbankError, Unreadable, ArithmeticError):
        return Fit.NOT
    pairs = _pairs(value, typed)
    if pairs is None:
        return Fit.NOT
    off = max((_away(*pair) for pair in pairs), default=fmpq(0))
    step = fmpq(1, 10**places)
    if off * 2 <= step:
        return Fit.EXACTLY
    return Fit.ROUNDED if off <= step else Fit.NOT


def _pairs(value: Any, typed: Any) -> list[tuple[Any, Any]] | None:
    """Entries side by side; None where the sizes differ."""
    if not isinstance(value, tuple) or not isinstance(typed, tuple):
        return None if isinstance(value, tuple) or isinstance(typed, tuple) else [(value, typed)]
    if len(value) != len(typed):
        return None
    inner = [_pairs(one, other) for one, other in zip(value, typed, strict=True)]
    return None if None in inner else [pair for pairs in inner if pairs for pair in pairs]


def _away(value: Any, typed: Any) -> Any:
    """How far apart two entries are; infinities are equal or far apart."""
    if isinstance(value, exact.Infinite) or isinstance(typed, exact.Infinite):
        return fmpq(0) if value == typed else fmpq(10)
    return abs(value - typed)


def _chosen(published: str, names: Mapping[str, str]) -> frozenset[str]:
    """The options that a text names, by their names or their words."""
    by_text = {_folded(text): name for name, text in names.items()} | {_folded(name): name for name in names}
    whole = by_text.get(_folded(published))
    if whole is not None:
        return frozenset({whole})
    listed = re.split(r"[,;]", published.strip().strip("[]"))
    return frozenset(by_text.get(_folded(word), word) for word in listed if word.strip())


def _folded(text: str) -> str:
    return " ".join(text.replace("_", " ").casefold().split()).rstrip(".")


def _as_set(value: Any) -> frozenset[str]:
    return frozenset({value}) if isinstance(value, str) else frozenset(value)

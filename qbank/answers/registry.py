"""From what a template writes behind `answer:` to a kind.

A kind's module is loaded when that kind is first asked for: before anything typed is read, whatever it says.
"""

import importlib
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from qbank.answers.kinds import Kind
from qbank.errors import QbankError, did_you_mean

MOST_PLACES = 50
ENTRIES = ("integer", "decimal", "exact", "expression")  # what vectors and matrices can be of

KEYS: dict[str, tuple[str, ...]] = {
    "integer": (), "exact": (), "tokens": (), "choice": (), "choices": (),
    "decimal": ("places", "figures"), "vector": ("of", "infinite"), "matrix": ("of", "infinite"),
    "shape": ("names",), "expression": ("names",),
}  # fmt: skip


def kind(spec: str | Mapping[str, Any]) -> Kind:
    """The kind that `integer` or `{kind: decimal, places: 4}` names; QbankError with what to write instead."""
    return _kind(_frozen(spec))


def _frozen(spec: Any) -> Any:
    """A hashable twin, so that a kind is made once; texts stand for themselves, other values beside their type."""
    if isinstance(spec, str):
        return spec
    if isinstance(spec, (dict, Mapping)):  # what it mostly is first: a protocol is slow to ask for
        return dict, tuple([(key, _frozen(value)) for key, value in spec.items()])
    return (list, tuple(map(_frozen, spec))) if isinstance(spec, (list, tuple)) else (type(spec), spec)


def _thawed(twin: Any) -> Any:
    if isinstance(twin, str):
        return twin
    made, inner = twin
    if made is dict:
        return {key: _thawed(value) for key, value in inner}
    return [_thawed(value) for value in inner] if made is list else inner


@lru_cache(maxsize=1024)
def _kind(twin: Any) -> Kind:
    spec = _thawed(twin)
    given = {"kind": spec} if isinstance(spec, str) else spec
    if not isinstance(given, dict) or not isinstance(given.get("kind"), str):
        raise QbankError(
            f"{spec!r} is no kind of answer", hint="write integer, or {kind: decimal, places: 4}"
        )
    name = given["kind"]
    if name not in KEYS:
        raise QbankError(f"unknown kind of answer {name!r}", hint=did_you_mean(name, tuple(KEYS)))
    settings = {key: value for key, value in given.items() if key != "kind"}
    for key in settings:
        if key not in KEYS[name]:
            raise QbankError(
                f"unknown key {key!r} in an answer of kind {name}", hint=did_you_mean(str(key), KEYS[name])
            )
    home, made, checked = _KINDS[name]
    made_of: type[Kind] = getattr(importlib.import_module(f"qbank.answers.{home}"), made)
    return made_of(*checked(name, settings))


def _nothing(name: str, settings: dict[str, Any]) -> tuple[()]:
    return ()


def _digits(name: str, settings: dict[str, Any]) -> tuple[int | None, int | None]:
    if len(settings) != 1:
        raise QbankError("a decimal needs either places or figures", hint="write {kind: decimal, places: 4}")
    [(key, asked)] = settings.items()
    least = 0 if key == "places" else 1
    if type(asked) is not int or not least <= asked <= MOST_PLACES:
        raise QbankError(f"{key} is {asked!r}", hint=f"write a whole number from {least} to {MOST_PLACES}")
    return settings.get("places"), settings.get("figures")


def _entries(name: str, settings: dict[str, Any]) -> tuple[Kind, bool]:
    if "of" not in settings:
        raise QbankError(f"a {name} needs `of`, the kind of its entries", hint="write of: integer")
    of, infinite = kind(settings["of"]), settings.get("infinite", False)
    if of.name not in ENTRIES:
        raise QbankError(f"a {name} of {of.name}", hint=f"its entries are {', '.join(ENTRIES)}")
    if type(infinite) is not bool:
        raise QbankError(f"infinite is {infinite!r}", hint="write true or false")
    return of, infinite


def _names(name: str, settings: dict[str, Any]) -> tuple[tuple[str, ...]]:
    from qbank.answers.vocabulary import (  # the grammar, which a letter or a token needs not
        FUNCTIONS,
        is_name,
    )

    names = settings.get("names", [])
    if not isinstance(names, list) or not all(isinstance(given, str) for given in names):
        raise QbankError(f"names is {names!r}", hint="write a list of names: [d, f]")
    for given in names:
        if not is_name(given) or given in FUNCTIONS:
            raise QbankError(
                f"{given!r} cannot be a name in an answer", hint="a name is a letter, then letters, digits, _"
            )
    if len(set(names)) < len(names):
        raise QbankError(f"a name stands twice in {names}")
    if not names and name == "expression":
        raise QbankError("an expression needs `names`", hint="write {kind: expression, names: [d, f]}")
    return (tuple(names),)


_KINDS: dict[str, tuple[str, str, Callable[[str, dict[str, Any]], tuple[Any, ...]]]] = {
    "integer": ("numbers", "Integer", _nothing),
    "decimal": ("decimals", "Decimal", _digits),
    "exact": ("numbers", "Exact", _nothing),
    "vector": ("lists", "Vector", _entries),
    "matrix": ("lists", "Matrix", _entries),
    "shape": ("shapes", "Shape", _names),
    "tokens": ("words", "Tokens", _nothing),
    "expression": ("formulas", "Expression", _names),
    "choice": ("options", "Choice", _nothing),
    "choices": ("options", "Choices", _nothing),
}
"""The module and the class of each kind, and what makes its settings of those given."""

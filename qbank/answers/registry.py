"""From what a template writes behind `answer:` to a kind."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from qbank.answers.decimals import Decimal
from qbank.answers.kinds import Kind
from qbank.answers.lists import Matrix, Vector
from qbank.answers.numbers import Exact, Expression, Integer, NumberKind
from qbank.answers.options import Choice, Choices
from qbank.answers.shapes import Shape
from qbank.answers.tokens import FUNCTIONS, is_name
from qbank.answers.words import Tokens
from qbank.errors import QbankError, did_you_mean

MOST_PLACES = 50

KEYS: dict[str, tuple[str, ...]] = {
    "integer": (), "exact": (), "tokens": (), "choice": (), "choices": (),
    "decimal": ("places", "figures"), "vector": ("of", "infinite"), "matrix": ("of", "infinite"),
    "shape": ("names",), "expression": ("names",),
}  # fmt: skip


def kind(spec: str | Mapping[str, Any]) -> Kind:
    """The kind that `integer` or `{kind: decimal, places: 4}` names; QbankError with what to write instead."""
    return _kind(_frozen(spec))


def _frozen(spec: Any) -> Any:
    """A hashable twin, so that a kind is made once."""
    if isinstance(spec, Mapping):
        return dict, tuple((key, _frozen(value)) for key, value in spec.items())
    return (list, tuple(map(_frozen, spec))) if isinstance(spec, (list, tuple)) else (type(spec), spec)


def _thawed(twin: Any) -> Any:
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
    return _MAKERS[name](settings)


def _decimal(settings: dict[str, Any]) -> Kind:
    if len(settings) != 1:
        raise QbankError("a decimal needs either places or figures", hint="write {kind: decimal, places: 4}")
    [(key, asked)] = settings.items()
    least = 0 if key == "places" else 1
    if type(asked) is not int or not least <= asked <= MOST_PLACES:
        raise QbankError(f"{key} is {asked!r}", hint=f"write a whole number from {least} to {MOST_PLACES}")
    return Decimal(**settings)


def _array(made: type[Vector] | type[Matrix]) -> Callable[[dict[str, Any]], Kind]:
    def make(settings: dict[str, Any]) -> Kind:
        if "of" not in settings:
            raise QbankError(f"a {made.name} needs `of`, the kind of its entries", hint="write of: integer")
        of, infinite = kind(settings["of"]), settings.get("infinite", False)
        if not isinstance(of, NumberKind):
            raise QbankError(
                f"a {made.name} of {of.name}", hint="its entries are integer, decimal, exact or expression"
            )
        if type(infinite) is not bool:
            raise QbankError(f"infinite is {infinite!r}", hint="write true or false")
        return made(of, infinite)

    return make


def _names(settings: dict[str, Any]) -> tuple[str, ...]:
    names = settings.get("names", [])
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise QbankError(f"names is {names!r}", hint="write a list of names: [d, f]")
    for name in names:
        if not is_name(name) or name in FUNCTIONS:
            raise QbankError(
                f"{name!r} cannot be a name in an answer", hint="a name is a letter, then letters, digits, _"
            )
    if len(set(names)) < len(names):
        raise QbankError(f"a name stands twice in {names}")
    return tuple(names)


def _expression(settings: dict[str, Any]) -> Kind:
    if not (names := _names(settings)):
        raise QbankError("an expression needs `names`", hint="write {kind: expression, names: [d, f]}")
    return Expression(names)


_MAKERS: dict[str, Callable[[dict[str, Any]], Kind]] = {
    "integer": lambda _: Integer(),
    "decimal": _decimal,
    "exact": lambda _: Exact(),
    "vector": _array(Vector),
    "matrix": _array(Matrix),
    "shape": lambda settings: Shape(_names(settings)),
    "tokens": lambda _: Tokens(),
    "expression": _expression,
    "choice": lambda _: Choice(),
    "choices": lambda _: Choices(),
}

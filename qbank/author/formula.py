"""Formulas: the solver run on names instead of numbers, or what the author wrote where it cannot be."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from qbank import exact
from qbank.answers import read_expression
from qbank.author.params import OneOf, Range, Value
from qbank.author.template import Template
from qbank.errors import QbankError


def formulas(template: Template, variant: Mapping[str, Value]) -> dict[str, Any]:
    """The formula of each part that has one, for the conventions of this variant."""
    return _formulas(template, tuple((name, variant[name]) for name in template.conventions))


@lru_cache(maxsize=4_096)
def _formulas(template: Template, conventions: tuple[tuple[str, Value], ...]) -> dict[str, Any]:
    if template.formulas is None:
        return {}
    names = tuple(name for name in template.space.domains if name not in template.conventions)
    found = _derived(template, names, dict(conventions))
    for part, text in template.formulas.items():
        try:
            found[part] = read_expression(text, names)
        except QbankError as error:
            raise QbankError(f"formula {text!r}: {error.message}", where=template.where) from error
    return found


def _derived(template: Template, names: tuple[str, ...], conventions: dict[str, Value]) -> dict[str, Any]:
    if not names or not all(_numeric(template.space.domains[name]) for name in names):
        return {}
    symbols = {name: exact.symbol(name) for name in names}
    try:
        parts = template.solver.solve({**symbols, **conventions})
    except (TypeError, ValueError, IndexError, ArithmeticError):
        return {}  # the solver loops, indexes or compares, for which a name has no value
    scalar = {part.name for part in template.parts if part.kind.name in ("integer", "decimal", "exact")}
    return {name: value for name, value in parts.items() if name in scalar and exact.names(value)}


def _numeric(domain: Any) -> bool:
    if isinstance(domain, OneOf):
        return not any(isinstance(value, (str, bool, tuple)) for value in domain.values)
    return isinstance(domain, Range)

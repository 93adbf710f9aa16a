"""Computing a value anew with some of its factors replaced."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from flint import fmpq

from qbank.exact import functions
from qbank.exact.factor import Factor
from qbank.exact.number import Number, Value, monomial, quotient
from qbank.exact.terms import ONE, Monomial, Terms

Replace: TypeAlias = Callable[[Factor], Value | None]


def names(x: Value) -> frozenset[str]:
    """The declared names that occur in a value."""
    return x.names if isinstance(x, Number) else frozenset()


def substitute(x: Value, values: Mapping[str, Value]) -> Value:
    """x with names replaced by values; names that are not mentioned stay.

    Raises ZeroDivisionError and DomainError where x has no value there, TooLarge beyond the bounds.
    """
    return rebuilt(x, lambda factor: values.get(factor.argument) if factor.kind == "name" else None)


def rebuilt(x: Value, replace: Replace) -> Value:
    """x with every factor, also inside functions, replaced by what `replace` gives for it (None: left)."""
    if not isinstance(x, Number):
        return x
    over = _sum(x.over, replace)
    return over if x.under is ONE else over / _sum(x.under, replace)


def _sum(terms: Terms, replace: Replace) -> Value:
    values = [_term(term, coefficient, replace) for term, coefficient in terms.items()] or [fmpq(0)]
    while len(values) > 1:  # two by two, since every sum is brought into its form as a whole
        pairs = zip(values[::2], values[1::2], strict=False)
        values = [one + other for one, other in pairs] + values[len(values) // 2 * 2 :]
    return values[0]


def _term(term: Monomial, coefficient: Any, replace: Replace) -> Value:
    n, q, powers = term
    result: Value = quotient({(n, q, ()): coefficient})
    for factor, exponent in powers:
        value = replace(factor)
        result = result * functions.power(_again(factor, replace) if value is None else value, exponent)
    return result


def _again(factor: Factor, replace: Replace) -> Value:
    if not isinstance(factor.argument, Number):
        return monomial(factor=factor)
    argument = rebuilt(factor.argument, replace)
    return argument if factor.kind == "root" else getattr(functions, factor.kind)(argument)

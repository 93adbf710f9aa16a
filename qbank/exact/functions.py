"""The functions of solvers: sqrt, power, exp, log, sin, cos, min, max, and the constants e and pi.

They take int, Whole, fmpq, Number and inf, and SymPy's objects, for which SymPy's own function answers. A
float raises InexactError, an argument for which there is no real value DomainError, and what would pass the
bounds of `qbank.limits` TooLarge.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from flint import fmpq

from qbank.exact.errors import DomainError, refuse_float
from qbank.exact.factor import Factor, named
from qbank.exact.infinite import Infinite, inf
from qbank.exact.logarithm import logarithm
from qbank.exact.number import Number, Value, function, lift, monomial
from qbank.exact.order import leading
from qbank.exact.radicals import CERTAINLY_SQUAREFREE
from qbank.exact.roots import rational_power
from qbank.exact.terms import HALF, ONE, UNIT, Monomial, Terms, lean
from qbank.exact.witness import sympy_for, to_sympy

pi: Number = monomial(factor=Factor("pi", None, ""))
e: Number = monomial(q=1)


@lru_cache(maxsize=1024)
def symbol(name: str) -> Number:
    """A declared name, as a variable that is independent of all others."""
    number: Number = monomial(factor=named(name))
    return number


def sqrt(x: Any) -> Value:
    """√x; DomainError below 0."""
    return power(x, HALF)


def power(a: Any, b: Any) -> Value:
    """a to the power b: for every rational b, and for other b where a is positive (e^x, 2^√2)."""
    if sympy := sympy_for(a, b):
        return sympy.Pow(to_sympy(a, sympy), to_sympy(b, sympy))
    if isinstance(a, Number) and a.over == e.over and a.under is ONE:
        return exp(b)
    if isinstance(b, (int, fmpq)):
        return rational_power(a, b)
    _finite(b, "a power")
    return exp(b * log(a))


def exp(x: Any) -> Value:
    """e^x; exp(-inf) is 0."""
    if isinstance(x, (int, fmpq)):
        return Number({(1, lean(x), ()): fmpq(1)}) if x != 0 else fmpq(1)
    if sympy := sympy_for(x):
        return sympy.exp(x)
    if isinstance(x, Infinite):
        return inf if x.direction > 0 else fmpq(0)
    over, under = _finite(x, "exp")
    result: Value = fmpq(1)
    for behind, coefficient in over.items():
        result = result * _exp_of_term(behind, coefficient, under)
    return result


def _exp_of_term(behind: Monomial, coefficient: Any, under: Terms) -> Value:
    """e^(coefficient · behind / under), as a power of e^(behind / under), so that products of these meet."""
    n, q, powers = behind
    if under is ONE and behind == UNIT:
        return monomial(q=coefficient)
    match powers:
        case ((Factor(kind="log", argument=argument), 1),) if under is ONE and n == 1 and q == 0:
            return power(argument, coefficient)
    algebraic = under is ONE and q == 0 and all(f.kind == "prime" and f.settled for f, _ in powers)
    settled = algebraic and n < CERTAINLY_SQUAREFREE
    argument = Number({behind: fmpq(1)}, under)
    return monomial(factor=function("exp", argument, settled=settled), exponent=coefficient)


def log(x: Any) -> Value:
    """The natural logarithm; log(inf) is inf, and at 0 and below it raises DomainError."""
    if sympy := sympy_for(x):
        return sympy.log(x)
    if isinstance(x, Infinite) and x.direction > 0:
        return inf
    _finite(x, "log")
    return logarithm(x)


def sin(x: Any) -> Value:
    """The sine of x in radians; nothing is reduced but sin(0) = 0 and sin(-x) = -sin(x)."""
    return _circular("sin", x, at_zero=0, mirrored=-1)


def cos(x: Any) -> Value:
    """The cosine of x in radians; nothing is reduced but cos(0) = 1 and cos(-x) = cos(x)."""
    return _circular("cos", x, at_zero=1, mirrored=1)


def _circular(kind: str, x: Any, at_zero: int, mirrored: int) -> Value:
    if sympy := sympy_for(x):
        return getattr(sympy, kind)(x)
    over, _ = _finite(x, kind)
    if not over:
        return fmpq(at_zero)
    if over[leading(over)] < 0:
        return mirrored * monomial(factor=function(kind, -x))
    return monomial(factor=function(kind, x))


def min(*values: Any) -> Value:  # noqa: A001  (it stands in for the built-in one)
    """The smallest of the values, or of one sequence of them."""
    return _extreme("Min", values, lambda a, b: a < b)


def max(*values: Any) -> Value:  # noqa: A001  (it stands in for the built-in one)
    """The largest of the values, or of one sequence of them."""
    return _extreme("Max", values, lambda a, b: a > b)


def _extreme(name: str, values: tuple[Any, ...], better: Callable[[Any, Any], bool]) -> Value:
    if len(values) == 1:
        values = tuple(values[0])
    if not values:
        raise ValueError(f"{name.lower()} of no values")
    if sympy := sympy_for(*values):
        return getattr(sympy, name)(*(to_sympy(value, sympy) for value in values))
    for value in values:
        refuse_float(value)
    best, *others = values
    for value in others:
        best = value if better(value, best) else best
    return best


def _finite(x: Any, what: str) -> tuple[Terms, Terms]:
    if isinstance(x, Infinite):
        raise DomainError(f"{what} of {x!r} has no value")
    if (lifted := lift(x)) is None:
        raise TypeError(f"{what} takes exact numbers, not {type(x).__name__}")
    return lifted

"""Meeting SymPy without importing it: the same solver runs on SymPy's objects, and they meet ours."""

from __future__ import annotations

import sys
from typing import Any

from flint import fmpq

from qbank.exact.errors import refuse_float
from qbank.exact.factor import Factor
from qbank.exact.infinite import Infinite
from qbank.exact.number import Number
from qbank.exact.terms import Terms


def sympy_for(*values: object) -> Any:
    """The module sympy where one of the values is its object (then it must be loaded), else None."""
    sympy = sys.modules.get("sympy")
    basic = getattr(sympy, "Basic", None)  # None also while another thread is still importing SymPy
    return sympy if basic and any(isinstance(value, basic) for value in values) else None


def to_sympy(value: Any, sympy: Any) -> Any:
    """A value of the house as SymPy's; SymPy's own pass."""
    if isinstance(value, int):
        return sympy.Integer(int(value))
    if isinstance(value, fmpq):
        return sympy.Rational(int(value.p), int(value.q))
    if isinstance(value, Infinite):
        return value.direction * sympy.oo
    if isinstance(value, Number):
        return _sum(value.over, sympy) / _sum(value.under, sympy)
    refuse_float(value)
    return value


def _sum(terms: Terms, sympy: Any) -> Any:
    return sympy.Add(
        *(
            sympy.Mul(
                to_sympy(coefficient, sympy),
                sympy.sqrt(n),
                sympy.exp(to_sympy(q, sympy)),
                *(
                    sympy.Pow(_factor(factor, sympy), to_sympy(exponent, sympy))
                    for factor, exponent in powers
                ),
            )
            for (n, q, powers), coefficient in terms.items()
        )
    )


def _factor(factor: Factor, sympy: Any) -> Any:
    if factor.kind == "name":
        return sympy.Symbol(factor.argument)
    if factor.kind == "pi":
        return sympy.pi
    argument = to_sympy(factor.argument, sympy)
    return argument if factor.kind in ("prime", "root") else getattr(sympy, factor.kind)(argument)

"""SymPy as the symbolic witness: the same solver on SymPy's numbers, compared at 50 digits, never as texts."""

from collections.abc import Mapping
from typing import Any

import sympy
from flint import arb, ctx, fmpq

from qbank import exact
from qbank.author.configuration import Configuration
from qbank.author.params import Value
from qbank.author.solver import Solver

VERSION: str = sympy.__version__
DIGITS = 50
_BITS = 256  # more than 50 digits and some guard


def symbolic(solver: Solver, variant: Mapping[str, Value]) -> dict[str, Any]:
    """The answer of each part as SymPy gives it."""
    return solver.solve({name: _as_sympy(value) for name, value in variant.items()})


def same(key: Value, value: Any) -> bool:
    """Whether an exact value and SymPy's are the same number to 50 digits; lists entry by entry."""
    if isinstance(key, (str, frozenset)) or isinstance(value, (str, frozenset)):
        return bool(key == value)
    if isinstance(key, (tuple, list)):
        alike = isinstance(value, (tuple, list)) and len(key) == len(value)
        return alike and all(same(k, v) for k, v in zip(key, value, strict=True))
    number = value if isinstance(value, sympy.Basic) else _as_sympy(value)
    if key in (exact.inf, -exact.inf) or number in (sympy.oo, -sympy.oo):
        return number in (sympy.oo, -sympy.oo) and (key == exact.inf) == (number == sympy.oo)
    if isinstance(number, sympy.Rational) and (rational := exact.as_rational(key)) is not None:
        return bool(rational == fmpq(int(number.p), int(number.q)))
    return _near(exact.ball(key, _BITS), _digits(number))


def _digits(number: sympy.Basic) -> arb:
    """SymPy's value to ten digits more than are compared, as a ball."""
    with ctx.workprec(_BITS):
        return arb(str(sympy.N(number, DIGITS + 10)))


def _near(one: arb, other: arb) -> bool:
    with ctx.workprec(_BITS):
        scale = max(one.abs_upper(), other.abs_upper())
        return bool(abs(one - other) <= scale * arb(10) ** -DIGITS)


def _as_sympy(value: Value) -> Any:
    if isinstance(value, (bool, str)):
        return value
    if isinstance(value, int):
        return sympy.Integer(int(value))
    if isinstance(value, fmpq):
        return sympy.Rational(int(value.p), int(value.q))
    if isinstance(value, Configuration):
        return value.each(sympy.Integer)
    if isinstance(value, tuple):
        return tuple(_as_sympy(item) for item in value)
    return value._sympy_()

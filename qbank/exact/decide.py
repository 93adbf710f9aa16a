"""Equal or different: proved, never guessed from floats or samples."""

from __future__ import annotations

from math import lcm
from typing import Any

from flint import fmpq

from qbank.exact.balls import separated_sign, sign_at
from qbank.exact.errors import Undecided
from qbank.exact.factor import Factor
from qbank.exact.functions import log
from qbank.exact.infinite import Infinite
from qbank.exact.number import Number, Value, lift, quotient
from qbank.exact.points import points
from qbank.exact.radicals import factors
from qbank.exact.rebuild import names, rebuilt
from qbank.exact.relations import HIGHEST_ROOT, cancels
from qbank.exact.terms import Terms, add, multiply

VANISHING = 4  # points at which a difference is seen to be nearly 0, after which it is not told from 0


def as_rational(x: Value) -> Any:
    """x as fmpq where it is rational, else None; TypeError for what is no exact value."""
    if isinstance(x, fmpq):
        return x
    if isinstance(x, (Infinite, Number)):
        return None
    _sides(x)
    return fmpq(x)


def equal(a: Value, b: Value) -> bool:
    """Is a = b? Names are independent variables. Undecided where no proof is found either way."""
    if isinstance(a, fmpq) and isinstance(b, fmpq):
        return bool(a == b)
    if isinstance(a, Infinite) or isinstance(b, Infinite):
        return isinstance(a, Infinite) and a == b
    difference = _difference(a, b)
    if not isinstance(difference, Number):
        return bool(difference == 0)
    if difference.settled or _separated(difference):
        return False
    if alike(a, b):
        return True
    raise Undecided("neither equal nor different could be proved")


def alike(a: Value, b: Value) -> bool:
    """Is a proof of a = b found by logarithms, split into those of primes, by roots, or by raising to a power?"""
    difference = _difference(rebuilt(a, _logs_of_primes), rebuilt(b, _logs_of_primes))
    if _is_zero(difference) or (isinstance(difference, Number) and cancels(difference.over)):
        return True
    order = lcm(_root_order(a), _root_order(b))
    if not 1 < order <= HIGHEST_ROOT or names(a) | names(b) or separated_sign(a) * separated_sign(b) != 1:
        return False
    return _is_zero(_difference(a**order, b**order))


def _difference(a: Value, b: Value) -> Value:
    """The numerator of a - b."""
    (over, under), (other_over, other_under) = _sides(a), _sides(b)
    if under == other_under:
        return quotient(add(over, other_over, -1))
    return quotient(add(multiply(over, other_under), multiply(other_over, under), -1))


def _sides(x: Value) -> tuple[Terms, Terms]:
    if (lifted := lift(x)) is None:
        raise TypeError(f"{type(x).__name__} is no exact value")
    return lifted


def _is_zero(x: Value) -> bool:
    return not isinstance(x, Number) and bool(x == 0)


def _separated(difference: Number) -> bool:
    """Is it certainly not 0? One point at which it is not 0 proves that for an expression in names."""
    vanishing = 0
    for point in points(difference.names):
        direction = sign_at(difference, point)
        if direction:
            return True
        vanishing += direction is not None
        if vanishing == VANISHING:
            break
    return False


def _root_order(x: Value) -> int:
    """The least power in which no root of a number is left, if x is a single term."""
    every_power = (power for terms in _sides(x) for _, _, powers in terms for power in powers)
    return lcm(*(int(fmpq(exponent).q) for factor, exponent in every_power if factor.kind == "root"))


def _logs_of_primes(factor: Factor) -> Value | None:
    """log(12) as 2 log(2) + log(3)."""
    if factor.kind != "log" or isinstance(factor.argument, Number):
        return None
    above, below = (factors(int(n)) for n in (factor.argument.p, factor.argument.q))
    parts = [*above, *((base, -count) for base, count in below)]
    return sum((count * log(fmpq(base)) for base, count in parts), fmpq(0))

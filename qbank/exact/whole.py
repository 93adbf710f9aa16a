"""Whole numbers that stay exact: the int that reaches a solver.

An `fmpq` cannot index, loop or be an exponent, and an `int` becomes a float when it is divided. `Whole` is an
int that does the first and not the second. Beside anything but an int it steps back (NotImplemented), so that
fmpq, Number and SymPy's objects take over. A float on its right is refused; one on its left (0.5 * T) computes
with it before it is asked, and is refused by the next exact value that it meets.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flint import fmpq

from qbank.exact.errors import TooLarge, refuse_float
from qbank.limits import VALUE_BITS


def _closed(operation: Callable[[int, int], int]) -> Callable[[Any, Any], Any]:
    """An int's operation whose result is Whole again."""

    def method(self: Any, other: Any) -> Any:
        return Whole(operation(self, other)) if isinstance(other, int) else _step_back(other)

    return method


class Whole(int):
    """A whole number, closed under + - * // % ** with ints; `/` and negative powers are exact.

    A quotient that does not come out whole is a bare `fmpq`. Raises InexactError beside a float,
    ZeroDivisionError as int does, and TooLarge for a power beyond the bound on bits.
    """

    __slots__ = ()

    __add__ = _closed(int.__add__)
    __radd__ = _closed(int.__radd__)
    __sub__ = _closed(int.__sub__)
    __rsub__ = _closed(int.__rsub__)
    __mul__ = _closed(int.__mul__)
    __rmul__ = _closed(int.__rmul__)
    __floordiv__ = _closed(int.__floordiv__)
    __rfloordiv__ = _closed(int.__rfloordiv__)
    __mod__ = _closed(int.__mod__)
    __rmod__ = _closed(int.__rmod__)

    def __truediv__(self, other: Any) -> Any:
        return _quotient(self, other) if isinstance(other, int) else _step_back(other)

    def __rtruediv__(self, other: Any) -> Any:
        return _quotient(other, self) if isinstance(other, int) else _step_back(other)

    def __pow__(self, other: Any, modulus: None = None) -> Any:  # type: ignore[override]
        if isinstance(other, fmpq):
            raise TypeError("`**` takes whole exponents; write power(a, b)")
        return whole_power(self, other) if isinstance(other, int) else _step_back(other)

    def __rpow__(self, other: Any, modulus: None = None) -> Any:  # type: ignore[override]
        return whole_power(other, self) if isinstance(other, int) else _step_back(other)

    def __divmod__(self, other: Any) -> Any:
        return (self // other, self % other) if isinstance(other, int) else _step_back(other)

    def __neg__(self) -> Whole:
        return Whole(int.__neg__(self))

    def __pos__(self) -> Whole:
        return self

    def __abs__(self) -> Whole:
        return Whole(int.__abs__(self))


def whole_power(a: int, b: int) -> Any:
    """a ** b for ints: Whole, or fmpq where b < 0 leaves a fraction; TooLarge beyond the bound on bits."""
    if (abs(a).bit_length() - 1) * abs(b) > VALUE_BITS:
        raise TooLarge(f"{a} to the power {b}")
    return Whole(int(a) ** int(b)) if b >= 0 else _quotient(1, int(a) ** -int(b))


def _quotient(a: int, b: int) -> Any:
    whole, rest = divmod(int(a), int(b))
    return fmpq(int(a), int(b)) if rest else Whole(whole)


def _step_back(other: object) -> Any:
    refuse_float(other)
    return NotImplemented

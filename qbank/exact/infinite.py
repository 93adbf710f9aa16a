"""Plus and minus infinity, as the mask of an attention score needs them."""

from __future__ import annotations

import sys
from typing import Any

from flint import fmpq

from qbank.exact.errors import DomainError, refuse_float


class Infinite:
    """inf or -inf, with the arithmetic of the extended reals; inf - inf and 0 * inf raise DomainError."""

    __slots__ = ("direction",)

    def __init__(self, direction: int) -> None:
        self.direction = direction  # 1 or -1

    def __neg__(self) -> Infinite:
        return _infinities[-self.direction]

    def __pos__(self) -> Infinite:
        return self

    def __abs__(self) -> Infinite:
        return inf

    def __add__(self, other: Any) -> Any:
        if isinstance(other, Infinite) and other.direction != self.direction:
            raise DomainError("inf - inf has no value")
        return self if isinstance(other, Infinite) or _is_finite(other) else NotImplemented

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        return self + -other if isinstance(other, Infinite) or _is_finite(other) else NotImplemented

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, Infinite):
            return _infinities[self.direction * other.direction]
        return self._times_sign(other) if _is_finite(other) else NotImplemented

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        if isinstance(other, Infinite):
            raise DomainError("inf / inf has no value")
        return self._times_sign(other) if _is_finite(other) else NotImplemented

    def __rtruediv__(self, other: Any) -> Any:
        return fmpq(0) if _is_finite(other) else NotImplemented

    def _times_sign(self, other: Any) -> Infinite:
        if other == 0:
            raise DomainError("0 * inf and inf / 0 have no value")
        return self if other > 0 else -self

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Infinite) and other.direction == self.direction

    def __hash__(self) -> int:
        return self.direction

    def __lt__(self, other: Any) -> Any:
        if isinstance(other, Infinite):
            return self.direction < other.direction
        return self.direction < 0 if _is_finite(other) else NotImplemented

    def __gt__(self, other: Any) -> Any:
        if isinstance(other, Infinite):
            return self.direction > other.direction
        return self.direction > 0 if _is_finite(other) else NotImplemented

    def __le__(self, other: Any) -> Any:
        return self == other or self < other

    def __ge__(self, other: Any) -> Any:
        return self == other or self > other

    def __repr__(self) -> str:
        return "inf" if self.direction > 0 else "-inf"

    def _sympy_(self) -> Any:
        return self.direction * sys.modules["sympy"].oo


inf = Infinite(1)
_infinities = {1: inf, -1: Infinite(-1)}


def _is_finite(other: object) -> bool:
    """Is it a number of the house? Floats raise InexactError."""
    from qbank.exact.number import Number

    refuse_float(other)
    return isinstance(other, (int, fmpq, Number))

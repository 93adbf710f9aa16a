"""Exact numbers beyond the rationals: quotients of sums of terms, kept in one canonical form.

A value of the house is an int (or Whole), a bare `fmpq`, a `Number`, or `inf` / `-inf`. What comes out
rational collapses to `fmpq`. Beside SymPy's objects a Number steps back, and SymPy takes it over through
`_sympy_`. SymPy knows `fmpq` by itself (from 1.13 on), so that Whole / Whole may give one in a run on SymPy.
"""

from __future__ import annotations

import sys
from typing import Any, TypeAlias

from flint import fmpq

from qbank.exact.canonical import reduced
from qbank.exact.errors import TooLarge, refuse_float
from qbank.exact.factor import Factor
from qbank.exact.terms import (
    ONE,
    UNIT,
    Terms,
    add,
    inverted,
    is_plain,
    lean,
    multiply,
    names_in,
    product,
    scale,
    settled,
)
from qbank.exact.unfolding import has_whole_root, unfolded
from qbank.limits import EXPANDED_POWER, VALUE_BITS

Value: TypeAlias = Any  # int | fmpq | Number | Infinite; flint has no types, so nothing finer can be checked


class Number:
    """An immutable quotient of two sums of terms; made by the functions of this package, never by hand.

    + - * / and whole powers are exact and mix with int, Whole and fmpq; floats raise InexactError.
    Comparisons are decided exactly: they raise Undecided where no proof is found, and `<` and its kin raise
    TypeError where declared names occur.
    """

    __slots__ = ("enclosed", "over", "under")
    __hash__ = None  # type: ignore[assignment]  # equal values can have different forms

    over: Terms
    under: Terms
    enclosed: tuple[Any, Any] | None  # what `balls.enclosing` found, which is asked for often

    def __init__(self, over: Terms, under: Terms = ONE) -> None:
        self.over, self.under, self.enclosed = over, under, None

    @property
    def names(self) -> frozenset[str]:
        """The declared names that occur."""
        return names_in(self.over) | names_in(self.under)

    @property
    def settled(self) -> bool:
        """Are all terms known to be independent, so that different forms are different values?"""
        return settled(self.over) and settled(self.under)

    def __add__(self, other: Any) -> Value:
        if (lifted := lift(other)) is None:
            return NotImplemented
        over, under = lifted
        if under is self.under or under == self.under:
            return quotient(add(self.over, over), self.under)
        crossed = add(multiply(self.over, under), multiply(over, self.under))
        return quotient(crossed, multiply(self.under, under))

    __radd__ = __add__

    def __neg__(self) -> Number:
        return Number(scale(self.over, -1), self.under)

    def __pos__(self) -> Number:
        return self

    def __abs__(self) -> Number:
        return -self if self < 0 else self

    def __sub__(self, other: Any) -> Value:
        return NotImplemented if lift(other) is None else self + -other

    def __rsub__(self, other: Any) -> Value:
        return NotImplemented if lift(other) is None else -self + other

    def __mul__(self, other: Any) -> Value:
        if isinstance(other, (int, fmpq)):
            return Number(scale(self.over, other), self.under) if other != 0 else fmpq(0)
        if (lifted := lift(other)) is None:
            return NotImplemented
        return quotient(multiply(self.over, lifted[0]), multiply(self.under, lifted[1]))

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Value:
        if isinstance(other, (int, fmpq)):
            return Number(scale(self.over, 1 / fmpq(other)), self.under)
        return NotImplemented if (lifted := lift(other)) is None else _divide((self.over, self.under), lifted)

    def __rtruediv__(self, other: Any) -> Value:
        return NotImplemented if (lifted := lift(other)) is None else _divide(lifted, (self.over, self.under))

    def __pow__(self, exponent: Any) -> Value:
        if not isinstance(exponent, int):
            refuse_float(exponent)
            if isinstance(exponent, (fmpq, Number)):
                raise TypeError("`**` takes whole exponents; write power(a, b)")
            return NotImplemented
        if exponent < 0:
            return 1 / self**-exponent
        return quotient(_power(self.over, exponent), _power(self.under, exponent))

    def __eq__(self, other: object) -> bool:
        from qbank.exact.decide import equal  # decide computes with Numbers

        return NotImplemented if lift(other) is None else equal(self, other)

    def __lt__(self, other: Any) -> bool:
        return NotImplemented if lift(other) is None else _compare(self, other) < 0

    def __le__(self, other: Any) -> bool:
        return NotImplemented if lift(other) is None else _compare(self, other) <= 0

    def __gt__(self, other: Any) -> bool:
        return NotImplemented if lift(other) is None else _compare(self, other) > 0

    def __ge__(self, other: Any) -> bool:
        return NotImplemented if lift(other) is None else _compare(self, other) >= 0

    def __bool__(self) -> bool:
        return self != 0

    def __repr__(self) -> str:
        from qbank.exact.show import text  # show prints Numbers

        return text(self)

    def _sympy_(self) -> Any:
        from qbank.exact.witness import to_sympy  # only where SymPy asks

        return to_sympy(self, sys.modules["sympy"])


def lift(value: object) -> tuple[Terms, Terms] | None:
    """Numerator and denominator of a finite value, None for what is none; InexactError for a float."""
    if isinstance(value, Number):
        return value.over, value.under
    if isinstance(value, (int, fmpq)):
        return ({UNIT: fmpq(value)} if value != 0 else {}), ONE
    refuse_float(value)
    return None


def quotient(over: Terms, under: Terms = ONE) -> Value:
    """over / under in canonical form: a bare fmpq where it is rational, else a Number."""
    if under is not ONE or not is_plain(over):
        if has_whole_root(over) or has_whole_root(under):
            return _unfolded(over) / _unfolded(under)
        over, under = reduced(over, under)
    if not over:
        return fmpq(0)
    if under is not ONE:
        return Number(over, under)
    if has_whole_root(over):
        return _unfolded(over)
    return over[UNIT] if len(over) == 1 and UNIT in over else Number(over)


def monomial(n: int = 1, q: Any = 0, factor: Factor | None = None, exponent: Any = 1) -> Value:
    """One term √n · e^q · factor^exponent as a value; n without square divisors, q and exponent rational."""
    powers = ((factor, lean(exponent)),) if factor else ()
    outside, behind = product(UNIT, (n, lean(q), powers))
    return quotient({behind: fmpq(outside)})


def function(kind: str, argument: Value, settled: bool = False) -> Factor:
    """The factor that stands for a function's value at an argument."""
    if not isinstance(argument, Number):
        return Factor(kind, fmpq(argument), str(argument), settled=settled)
    sides = (argument.over, argument.under)
    key = "/".join("+".join(sorted(f"{c}*{behind}" for behind, c in terms.items())) for terms in sides)
    powers = [power for terms in sides for _, _, powers in terms for power in powers]
    weight = sum(map(len, sides)) + sum(factor.weight for factor, _ in powers)
    return Factor(kind, argument, key, settled=settled, names=argument.names, weight=weight)


def _divide(a: tuple[Terms, Terms], b: tuple[Terms, Terms]) -> Value:
    over, under = b
    if not settled(over) and not names_in(over):
        _compare(Number(over), 0)  # Undecided for a zero that nobody sees, such as sin(1)^2 + cos(1)^2 - 1
    if len(over) == 1:
        return quotient(multiply(multiply(a[0], under), inverted(over)), a[1])
    return quotient(multiply(a[0], under), multiply(a[1], over))


def _compare(a: Value, b: Value) -> int:
    from qbank.exact.balls import sign  # balls are computed from Numbers

    return sign(a - b)


def _power(terms: Terms, exponent: int) -> Terms:
    """terms ** exponent by repeated squaring, refused beyond the bounds."""
    most = VALUE_BITS if len(terms) == 1 else EXPANDED_POWER
    if exponent > most or _height(terms) * exponent > VALUE_BITS:
        raise TooLarge(f"{len(terms)} terms to the power {exponent}")
    result = ONE
    for bit in f"{exponent:b}" if terms is not ONE else "":
        result = multiply(result, result)
        if bit == "1":
            result = multiply(result, terms)
    return result


def _height(terms: Terms) -> int:
    """A measure of the numbers in a sum: no more bits than its power has for each factor of it, roughly."""
    numbers = [int(coefficient.height_bits()) for coefficient in terms.values()]
    for n, _, powers in terms:
        numbers += [n.bit_length(), *(f.argument.bit_length() for f, _ in powers if f.kind == "prime")]
    return max(numbers) - 1


def _unfolded(terms: Terms) -> Value:
    """The sum with whole powers of numbers under roots multiplied out."""
    total: Value = fmpq(0)
    for outside, rest in unfolded(terms).items():
        value = quotient(rest)
        for factor, whole in outside:
            value = value * factor.argument**whole
        total = total + value
    return total

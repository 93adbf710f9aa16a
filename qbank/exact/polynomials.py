"""Quotients of polynomials in e and in names, as flint computes them: a tenth of the time that Numbers take.

A polynomial is flint's own, beside which a rational counts as one; another quotient is a `Quotient`. Nothing is
reduced on the way, so that equal ones can look different; `same` multiplies crosswise. A ring's `value` is the one
value that Numbers would have come to.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, TypeAlias

from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx

from qbank.exact.canonical import primitive
from qbank.exact.factor import Factor
from qbank.exact.functions import symbol
from qbank.exact.number import Number, Value, quotient
from qbank.exact.terms import UNIT, Monomial, Terms

Formula: TypeAlias = Any  # fmpq | fmpq_mpoly | Quotient; flint has no types, so nothing finer can be checked


class Quotient:
    """over / under, two polynomials of one ring; it computes with polynomials and rationals too."""

    __slots__ = ("over", "under")

    def __init__(self, over: Any, under: Any) -> None:
        self.over, self.under = over, under

    def __len__(self) -> int:
        """The terms above and below the fraction line; none where it is 0."""
        return len(self.over) + len(self.under) if self.over else 0

    def __neg__(self) -> Quotient:
        return Quotient(-self.over, self.under)

    def __add__(self, other: Formula) -> Quotient:
        over, under = sides(other)
        if under is None:
            return Quotient(self.over + over * self.under, self.under)
        if under == self.under:
            return Quotient(self.over + over, under)
        return Quotient(self.over * under + over * self.under, self.under * under)

    __radd__ = __add__

    def __sub__(self, other: Formula) -> Quotient:
        return self.__add__(-other)

    def __rsub__(self, other: Formula) -> Quotient:
        return (-self).__add__(other)

    def __mul__(self, other: Formula) -> Quotient:
        over, under = sides(other)
        return Quotient(self.over * over, _times(self.under, under))

    __rmul__ = __mul__

    def __pow__(self, exponent: int) -> Quotient:
        return Quotient(self.over**exponent, self.under**exponent)

    def total_degree(self) -> int:
        """The largest above or below the fraction line; named as flint names it."""
        return max(int(self.over.total_degree()), int(self.under.total_degree()))

    def coeffs(self) -> list[Any]:
        """Those above and below the fraction line."""
        return [*self.over.coeffs(), *self.under.coeffs()]


def divided(left: Formula, right: Formula) -> Formula:
    """left / right, where right is no rational and not 0."""
    (over, left_under), (right_over, right_under) = sides(left), sides(right)
    if isinstance(over, fmpq):
        over = right_over.context().constant(over)
    over, under = _times(over, right_under), _times(right_over, left_under)
    return over * (1 / under.leading_coefficient()) if under.is_constant() else Quotient(over, under)


def same(one: Formula, other: Formula) -> bool:
    """Are both the same function of their names?"""
    (over, under), (other_over, other_under) = sides(one), sides(other)
    return bool(_times(over, other_under) == _times(other_over, under))


def sides(formula: Formula) -> tuple[Any, Any]:
    """What stands above and below the fraction line; None for 1."""
    return (formula.over, formula.under) if isinstance(formula, Quotient) else (formula, None)


class Ring:
    """All quotients in e and some names."""

    def __init__(self, names: tuple[str, ...]) -> None:
        ordered = sorted(names)  # as factors are
        self._context = fmpq_mpoly_ctx.get(["e", *(f"x{at}" for at in range(len(ordered)))], Ordering.lex)
        self.e, *variables = self._context.gens()
        self.names = dict(zip(ordered, variables, strict=True))
        self._factors = tuple(_factor(name) for name in ordered)

    def of(self, value: Value) -> Formula | None:
        """The formula that has this value; None where it holds more than e, names and rationals."""
        if not isinstance(value, Number):
            return self._context.constant(value)
        over, under = self._sum(value.over), self._sum(value.under)
        return None if over is None or under is None else divided(over, under)

    def _sum(self, terms: Terms) -> Formula | None:
        total: Formula = self._context.constant(0)
        for (n, q, powers), coefficient in terms.items():
            term: Formula = self._context.constant(coefficient)
            for base, exponent in [(self.e, q), *((self._variable(factor), k) for factor, k in powers)]:
                if base is None or not isinstance(exponent, int):
                    return None
                term = term * base**exponent if exponent >= 0 else divided(term, base**-exponent)
            if n != 1:
                return None
            total = total + term
        return total

    def _variable(self, factor: Factor) -> Any:
        return self.names.get(factor.argument) if factor.kind == "name" else None

    def value(self, formula: Formula) -> Value:
        """The value, in its canonical form."""
        over, under = sides(formula)
        if under is None:
            terms = self._terms(over) if isinstance(over, fmpq_mpoly) else {UNIT: over}
            return terms.get(UNIT, fmpq(0)) if not terms.keys() - {UNIT} else Number(terms)
        common = over.gcd(under)
        over, under = over / common, under / common
        if under.is_constant():
            return self.value(over * (1 / under.leading_coefficient()))
        if len(under) == 1:
            return quotient(self._terms(over), self._terms(under))
        return Number(*primitive(self._terms(over), self._terms(under)))

    def _terms(self, polynomial: Any) -> Terms:
        exponents = [tuple(map(int, powers)) for powers in polynomial.monoms()]
        return {
            _monomial(self._factors, powers): coefficient
            for powers, coefficient in zip(exponents, polynomial.coeffs(), strict=True)
        }


@lru_cache(maxsize=256)
def ring(names: tuple[str, ...]) -> Ring:
    """The ring of these names."""
    return Ring(names)


@lru_cache(maxsize=4096)
def _monomial(factors: tuple[Factor, ...], exponents: tuple[int, ...]) -> Monomial:
    """What stands behind a coefficient; there are few different ones."""
    q, *powers = exponents
    return 1, q, tuple([(factor, k) for factor, k in zip(factors, powers, strict=True) if k])


@lru_cache(maxsize=1024)
def _factor(name: str) -> Factor:
    """The name as it stands in a Number."""
    (((_, _, ((factor, _),)), _),) = symbol(name).over.items()
    return factor


def _times(a: Any, b: Any) -> Any:
    """a · b, where None is 1."""
    return b if a is None else a if b is None else a * b

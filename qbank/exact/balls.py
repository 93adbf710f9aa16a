"""Rigorous enclosures: a ball that surely contains the value, as narrow as its precision allows."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

from flint import arb, ctx, fmpq

from qbank.exact.errors import TooLarge, Undecided, refuse_float
from qbank.exact.factor import Factor, named
from qbank.exact.infinite import Infinite
from qbank.exact.number import Number, Value, lift
from qbank.exact.points import Point
from qbank.exact.terms import Terms
from qbank.limits import BALL_BITS, ROUNDED_BITS

FIRST_BITS = 64
TINY = fmpq(2) ** -ROUNDED_BITS

_one_at_a_time = threading.Lock()  # flint has one precision for all threads


def ball(x: Value, bits: int, at: Point | None = None) -> Any:
    """An `arb` that contains x at a point, computed with that many bits; not finite where x has no value there.

    TypeError where x is infinite or has names without a value.
    """
    if (lifted := lift(x)) is None:
        raise TypeError(f"{x!r} is no finite exact value")
    with _one_at_a_time:
        before = ctx.prec
        ctx.prec = bits
        try:
            seen: dict[Factor, Any] = {named(name): arb(value) for name, value in (at or {}).items()}
            return _sum(lifted[0], seen) / _sum(lifted[1], seen)
        finally:
            ctx.prec = before


def balls(x: Value, at: Point | None = None) -> Iterator[Any]:
    """Ever narrower balls around x, up to the bound on bits."""
    bits = FIRST_BITS
    while bits <= BALL_BITS:
        yield ball(x, bits, at)
        bits *= 2


def enclosing(x: Value) -> tuple[Any, Any] | None:
    """Rationals around x, which a Number remembers; None where none are found. Raises as `ball` and `ends` do."""
    if isinstance(x, Number) and x.enclosed:
        return x.enclosed
    found = next((both for enclosure in balls(x) if (both := ends(enclosure)) is not None), None)
    if isinstance(x, Number):
        x.enclosed = found
    return found


def ends(enclosure: Any) -> tuple[Any, Any] | None:
    """Both ends of a ball as fmpq, at most 2^-ROUNDED_BITS too far out; None where it is not finite.

    TooLarge where they have too many digits before the point to be written down.
    """
    if not enclosure.is_finite():
        return None
    (middle, more), (radius, still_more) = _near(enclosure.mid()), _near(enclosure.rad())
    radius += more + still_more
    return middle - radius, middle + radius


def _near(part: Any) -> tuple[Any, Any]:
    """An exact ball as fmpq, and how far that is off: what is much nearer to 0 than TINY counts as 0."""
    mantissa, exponent = map(int, part.man_exp())
    if mantissa.bit_length() + exponent > ROUNDED_BITS:
        raise TooLarge("a value of astronomic size")
    if exponent < -2 * ROUNDED_BITS:
        return fmpq(0), TINY / 2
    return fmpq(mantissa) * fmpq(2) ** exponent, fmpq(0)


def sign(x: Value) -> int:
    """1, 0 or -1.

    TypeError where x has names; Undecided where it can neither be separated from 0 nor be proved equal to it.
    """
    if isinstance(x, Infinite):
        return x.direction
    if not isinstance(x, Number):
        refuse_float(x)
        return int(x > 0) - int(x < 0)
    if x.names:
        raise TypeError(f"{x!r} has no sign: {', '.join(sorted(x.names))} can be any number")
    if direction := separated_sign(x):
        return direction
    from qbank.exact.decide import alike  # which computes with functions that ask for signs

    if alike(x, fmpq(0)):
        return 0
    raise Undecided("a value too near to 0 to tell its sign")


def separated_sign(x: Value) -> int:
    """1 or -1 where a ball around x, which has no names, leaves no doubt, else 0."""
    return sign_at(x, {}) or 0


def sign_at(x: Value, point: Point) -> int | None:
    """1 or -1 where a ball around x at this point leaves no doubt, else 0; None where x has no value there."""
    found = None
    for enclosure in balls(x, point):
        if enclosure > 0:
            return 1
        if enclosure < 0:
            return -1
        if not enclosure.is_finite() and point:
            return None
        found = 0
    return found


def _sum(terms: Terms, seen: dict[Factor, Any]) -> Any:
    total = arb(0)
    for (n, q, powers), coefficient in terms.items():
        term = arb(coefficient)
        if n != 1:
            term = term * arb(n).sqrt()
        if q != 0:
            term = term * arb(fmpq(q)).exp()
        for factor, exponent in powers:
            if factor not in seen:
                seen[factor] = _factor(factor, seen)
            term = term * _power(seen[factor], exponent)
        total = total + term
    return total


def _power(base: Any, exponent: Any) -> Any:
    """flint's own power is no number for a base around 0, even for whole exponents."""
    if not isinstance(exponent, int):
        return base ** arb(exponent)
    result = arb(1)
    for bit in f"{abs(exponent):b}":
        result = result * result
        if bit == "1":
            result = result * base
    return result if exponent > 0 else 1 / result


def _factor(factor: Factor, seen: dict[Factor, Any]) -> Any:
    match factor.kind:
        case "name":
            raise TypeError(f"{factor.argument} is a name and can be any number")
        case "pi":
            return arb.pi()
        case "prime":
            return arb(factor.argument)
    inside = factor.argument
    value = _sum(inside.over, seen) / _sum(inside.under, seen) if isinstance(inside, Number) else arb(inside)
    return value if factor.kind == "root" else getattr(value, factor.kind)()

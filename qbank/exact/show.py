"""The faces of an exact value: key text, Unicode, LaTeX. Nothing else in the house prints mathematics."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from flint import fmpq, fmpz

from qbank.exact.faces import Latex, Text, Unicode
from qbank.exact.factor import Factor
from qbank.exact.infinite import Infinite
from qbank.exact.number import Number, Value, lift
from qbank.exact.order import in_order, is_of_names
from qbank.exact.terms import HALF, UNIT, Monomial, Powers, Terms, product, scale

KINDS = ("pi", "name", "exp", "root", "cos", "log", "sin")  # in the order of writing, behind √n and e^q


def text(x: Value) -> str:
    """x in the grammar of keys, which reads back to the same value: `-sqrt(6)/2`, `e/(e+1)`, `-inf`."""
    return _show(x, Text(False))


def unicode(x: Value, group: bool = True) -> str:
    """x for people: `−√6/2`, `8d² + 2df + f`, `2,048`; whole numbers in groups of three if `group`."""
    return _show(x, Unicode(group))


def latex(x: Value, group: bool = True) -> str:
    r"""x for LaTeX's math mode: `-\frac{\sqrt{6}}{2}`, `2{,}048`; `group` as in `unicode`."""
    return _show(x, Latex(group))


def _show(x: Value, face: Text) -> str:
    if isinstance(x, Infinite):
        return face.infinity if x.direction > 0 else face.minus + face.infinity
    if isinstance(x, fmpq):
        return _rational(x, face)
    if (lifted := lift(x)) is None:
        raise TypeError(f"{type(x).__name__} is no exact value")
    if not isinstance(x, Number):
        return _rational(fmpq(x), face)
    over, under = _without_negative_powers(*lifted)
    sign = ""
    if len(over) == 1 and next(iter(over.values())) < 0:
        sign, over = face.minus, scale(over, -1)
    above = _sum(over, face)
    if under == {UNIT: 1}:
        return sign + above
    pieces = _pieces(*next(iter(under.items())), face) if len(under) == 1 else []
    below = face.product(pieces) if pieces else _sum(under, face)
    return sign + face.fraction(above, len(over) > 1, below, len(pieces) == 1)


def _rational(x: Any, face: Text) -> str:
    above, below = x.p.str(), x.q.str()
    sign, over = (face.minus, above[1:]) if above[0] == "-" else ("", above)
    if below == "1":
        return sign + face.integer(over)
    return sign + face.fraction(face.integer(over), False, face.integer(below), True)


def _without_negative_powers(over: Terms, under: Terms) -> tuple[Terms, Terms]:
    """Both sides multiplied by the least that makes all coefficients whole and all exponents positive."""
    denominator = fmpz(1)
    lowest: dict[Factor, Any] = {}
    for (_, _, powers), coefficient in over.items():
        denominator = denominator.lcm(coefficient.q)
        for factor, exponent in powers:
            if exponent < 0:
                lowest[factor] = min(exponent, lowest.get(factor, 0))
    shift: Monomial = (1, max(-q for _, q, _ in [UNIT, *over]), ())
    for factor, exponent in lowest.items():
        _, shift = product(shift, (1, 0, ((factor, -exponent),)))
    if denominator == 1 and shift == UNIT:
        return over, under
    return scale(over, denominator, shift), scale(under, denominator, shift)


def _sum(terms: Terms, face: Text) -> str:
    first, *others = in_order(terms)
    written = face.minus if terms[first] < 0 else ""
    written += face.product(_pieces(first, terms[first], face))
    for behind in others:
        written += face.less if terms[behind] < 0 else face.plus
        written += face.product(_pieces(behind, terms[behind], face))
    return written


def _pieces(behind: Monomial, coefficient: Any, face: Text) -> list[str]:
    """The factors of a term as they are written, its coefficient's size first where it is not 1."""
    size = abs(coefficient).p.str()
    pieces = [] if size == "1" and behind != UNIT else [face.integer(size)]
    if is_of_names(behind):
        made: Any = type(face)
        return [*pieces, *_names(behind, face.group, made)]
    return pieces + _behind(behind, face)


@lru_cache(maxsize=4096)
def _names(behind: Monomial, group: bool, face: Callable[[bool], Text]) -> tuple[str, ...]:
    """A product of names: there are few different ones, and each is written often."""
    return tuple(_behind(behind, face(group)))


def _behind(behind: Monomial, face: Text) -> list[str]:
    """What is written behind the coefficient."""
    n, q, powers = behind
    pieces = []
    if n != 1:
        pieces.append(face.root(face.integer(fmpz(n).str())))
    pieces += _radicals(powers, face)
    if q != 0:
        pieces.append(_power("e", q, face))
    others = [power for power in powers if power[0].kind != "prime"]
    if len({factor.kind for factor, _ in others}) > 1:
        others.sort(key=lambda power: KINDS.index(power[0].kind))
    return pieces + [_factor(factor, exponent, face) for factor, exponent in others]


def _radicals(powers: Powers, face: Text) -> list[str]:
    """Primes under the same root are written together: 2^(1/3) 5^(1/3) as 10^(1/3)."""
    together: dict[str, int] = {}
    for factor, exponent in powers:
        if factor.kind == "prime":
            root = _exponent(exponent, face)
            together[root] = together.get(root, 1) * factor.argument
    return [face.power(face.integer(fmpz(base).str()), root) for root, base in together.items()]


def _factor(factor: Factor, exponent: Any, face: Text) -> str:
    match factor.kind:
        case "pi":
            return face.root(face.pi) if exponent == HALF else _power(face.pi, exponent, face)
        case "exp":
            return _exponential(factor.argument * exponent, face)
        case "name":
            name = face.name(factor.argument)
            return face.root(name) if exponent == HALF else _power(name, exponent, face)
        case "root":
            inside = _show(factor.argument, face)
            if exponent == HALF:
                return face.root(inside)
            return _power(face.parenthesised(inside), exponent, face)
        case kind:
            function = face.log if kind == "log" else kind
            return _power(face.call(function, _show(factor.argument, face)), exponent, face)


def _exponential(exponent: Number, face: Text) -> str:
    """e^exponent, or 2^x where the exponent is log(2) x."""
    ((_, _, powers), *others) = exponent.over
    for factor, count in powers:
        if factor.kind == "log" and count == 1 and not others and isinstance(factor.argument, fmpq):
            base = _show(factor.argument, face)
            rest = exponent / Number({(1, 0, ((factor, 1),)): fmpq(1)})
            return _power(base if factor.argument.q == 1 else face.parenthesised(base), rest, face)
    return _power("e", exponent, face)


def _power(base: str, exponent: Value, face: Text) -> str:
    return (
        base if isinstance(exponent, int) and exponent == 1 else face.power(base, _exponent(exponent, face))
    )


def _exponent(exponent: Value, face: Text) -> str:
    """Fractions are written on one line in an exponent."""
    if isinstance(exponent, int):
        return face.integer(str(exponent)) if exponent >= 0 else _show(exponent, face)
    return str(exponent.str()) if isinstance(exponent, fmpq) else _show(exponent, face)

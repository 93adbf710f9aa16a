"""The fair interval: an answer s to a key v is right exactly when |s - v| <= u/2, u one unit of the last place.

Every correct rounding is right under any rule for ties, and whatever lies closer than a right answer is right.
Decided exactly: against a rational bracket of v, which is v itself where v is rational, and by `exact.sign` where s
falls between the bracket's ends. There is no absolute floor: at v = 1e-9 the answer 1e-10 is wrong.
"""

from typing import Any, NamedTuple

from flint import fmpq

from qbank import exact
from qbank.errors import QbankError
from qbank.exact import Value
from qbank.exact.balls import ball, enclosing, ends

ONE = fmpq(1)
KEY_BITS = 256  # of a ball around a key


class Target(NamedTuple):
    """A finite key, `base` times the rational `factor`, and rationals around it: low <= value <= high."""

    base: Value
    low: Any
    high: Any
    factor: Any = ONE
    irrational: bool = False  # for sure

    @property
    def value(self) -> Value:
        """The key exactly."""
        return self.base * self.factor

    def scaled(self, factor: Any) -> "Target":
        """The target of the key times a rational that is not 0."""
        low, high = self.low * factor, self.high * factor
        if self.low is self.high:
            high = low
        elif low > high:
            low, high = high, low
        return Target(self.base, low, high, self.factor * factor, self.irrational)


def target(value: Value) -> Target:
    """`value` made ready for many comparisons; QbankError where it is too large to be compared."""
    try:
        around = _narrow(value) or _bracket(value)
    except exact.TooLarge as fault:
        raise QbankError(f"the key is {fault}") from None
    if around is None:
        raise QbankError(f"the key {value!r} cannot be enclosed")
    irrational = isinstance(value, exact.Number) and value.settled  # what is rational collapses
    return Target(value, *around, irrational=irrational)


def _narrow(value: Value) -> tuple[Any, Any] | None:
    """A bracket so narrow that it leaves few typed values in doubt; None where a few balls do not find one."""
    return ends(ball(value, KEY_BITS)) if isinstance(value, exact.Number) else None


def _bracket(value: Value) -> tuple[Any, Any] | None:
    """Rationals around a value, which are the value itself where it is rational; None where none are found."""
    if isinstance(value, exact.Number):
        return value.enclosed or enclosing(value)
    rational = exact.as_rational(value)
    return enclosing(value) if rational is None else (rational, rational)


def on_grid(key: Target, most: Any, places: int) -> tuple[int, int] | None:
    """The first and the last whole n with |n / 10^places - key| <= most; None where the key's bracket leaves a doubt.

    Whole numbers are compared much faster than rationals, and nearly all that is typed lies on such a grid.
    """
    unit = step(places)
    firsts = {int(((end - most) / unit).ceil()) for end in (key.low, key.high)}
    lasts = {int(((end + most) / unit).floor()) for end in (key.low, key.high)}
    return (firsts.pop(), lasts.pop()) if len(firsts) == len(lasts) == 1 else None


def within(typed: Value, key: Target, most: Any) -> bool:
    """Is |typed - key| <= most? Raises exact.Undecided where that cannot be settled."""
    if _is_written_alike(typed, key):
        return True
    around = _bracket(typed)
    if around is not None:
        low, high = around
        if key.high - low <= most and high - key.low <= most:
            return True
        if low - key.high > most or key.low - high > most:
            return False
    return bool(exact.sign(abs(typed - key.value) - most) <= 0)


def equals(typed: Value, key: Target) -> bool:
    """Is it the key itself? Settled by the brackets where these lie apart or are points, else by exact.equal."""
    if isinstance(typed, fmpq) and key.irrational:
        return False
    if _is_written_alike(typed, key):
        return True
    if isinstance(typed, fmpq) and key.low is key.high:
        return bool(typed == key.low)
    around = _bracket(typed)
    if around is not None:
        low, high = around
        if high < key.low or low > key.high:
            return False
    return exact.equal(typed, key.value)


def _is_written_alike(typed: Value, key: Target) -> bool:
    """Has the typed value the very form of the key? Then it is the key, and nothing needs to be enclosed."""
    if not isinstance(typed, exact.Number) or not isinstance(key.base, exact.Number) or key.factor is not ONE:
        return False
    return typed.over == key.base.over and typed.under == key.base.under


def step(places: int) -> Any:
    """One unit of the last of so many decimal places; negative places are tens, hundreds and so on."""
    return fmpq(10) ** -places


def leading_place(key: Target) -> int:
    """The decimal place of the first significant digit: 1 for 0.73, 0 for 7.3, -1 for 73. The key is not 0."""
    low, high = sorted((abs(key.low), abs(key.high)))
    place = len(str(high.q)) - len(str(high.p))
    while high < step(place):
        place += 1
    while high >= step(place - 1):
        place -= 1
    if low < step(place) and exact.sign(abs(key.value) - step(place)) < 0:
        place += 1  # the bracket holds a power of ten, and the key lies below it
    return place


def is_cut_off(typed: Value, key: Target, places: int) -> bool:
    """Is it the key cut off after `places` decimal places, and not 0?"""
    rational = exact.as_rational(typed)
    if not rational or (rational / step(places)).q != 1 or not within(rational, key, step(places)):
        return False
    outwards = 1 if rational > 0 else -1
    gap = (key.value - rational) * outwards
    return bool(exact.sign(gap) >= 0 and exact.sign(gap - step(places)) < 0)


def is_short_rounding(typed: Value, places: int | None, key: Target, asked: int | None = None) -> bool:
    """Is it a correct rounding to fewer places than asked (None: to any), of which one at least is significant?

    `1` is no such rounding of 0.73, which has no digit there.
    """
    rational = exact.as_rational(typed)
    if places is None or not rational:
        return False
    while places <= 0 and (rational / step(places - 1)).q == 1:
        places -= 1  # in 1200 the zeros need not be significant
    if (asked is not None and places >= asked) or max(abs(key.low), abs(key.high)) < step(places):
        return False
    return within(rational, key, step(places) / 2)

"""The fair interval around a decimal key, written down: its ends, and what it is around."""

from typing import TYPE_CHECKING, Any, NamedTuple

from flint import fmpq

from qbank import exact
from qbank.answers.interval import step
from qbank.labels import ENGLISH, Labels, passage

if TYPE_CHECKING:
    from qbank.answers.decimals import Decimal

MORE_PLACES = 2  # than asked, to which ends are rounded inwards
WRITTEN_OUT = 15  # digits before or behind the point; longer numbers get a power of ten
SPELLED = 60  # characters of an exact value in a sentence
ORDINALS = (
    passage("first"), passage("second"), passage("third"), passage("fourth"), passage("fifth"),
    passage("sixth"), passage("seventh"), passage("eighth"), passage("ninth"), passage("tenth"),
)  # fmt: skip


class Ranged(NamedTuple):
    """What is right around a key: `near` it by how much, from one of its `ends` to the other, and are these exact?"""

    near: str
    ends: str
    exact: bool
    labels: Labels = ENGLISH

    @property
    def included(self) -> str:
        """What is to be said of the ends."""
        if self.exact:
            return self.labels.say("both ends included")
        return self.labels.say("both ends included, which are rounded inwards here")


def ranged(asked: "Decimal", key: exact.Value, labels: Labels = ENGLISH) -> Ranged:
    """The values that are right for a key, in words. The ends are right; where not exact they lie inside."""
    places = asked.target(key).places
    half, shown = step(places) / 2, max(places + MORE_PLACES, 0)
    low, high = inwards(key, half, shown)
    around = {"key": _approximately(key, shown, labels), "distance": written(half, places + 1)}
    if place := ordinal(asked.places, asked.figures, labels):
        near = labels.say(
            "no further from {key} than {distance}, half a unit of the {place}", place=place, **around
        )
    else:
        near = labels.say("no further from {key} than {distance}", **around)
    ends = labels.say("from {low} to {high}", low=written(low, shown), high=written(high, shown))
    return Ranged(near, ends, exact.equal(key - half, low) and exact.equal(key + half, high), labels)


def inwards(key: exact.Value, half: Any, places: int) -> tuple[Any, Any]:
    """The outermost numbers of so many places that are no further from the key than `half`."""
    unit = step(places)
    low, high = exact.rounded(key - half, places), exact.rounded(key + half, places)
    if exact.sign(low - (key - half)) < 0:
        low += unit
    if exact.sign(high - (key + half)) > 0:
        high -= unit
    return low, high


def ordinal(places: int | None, figures: int | None, labels: Labels = ENGLISH) -> str:
    """`fourth decimal`, `third significant digit`; empty where whole numbers are asked."""
    count = figures or places or 0
    if not count:
        return ""
    word = labels.say(ORDINALS[count - 1]) if count <= len(ORDINALS) else labels.say("{n}th", n=count)
    if figures is None:
        return labels.say("{ordinal} decimal", ordinal=word)
    return labels.say("{ordinal} significant digit", ordinal=word)


def written(value: Any, places: int) -> str:
    """A number of at most so many decimal places, without closing zeros."""
    if max(places, len(str(abs(value).ceil()))) > WRITTEN_OUT and value:
        digits = str((abs(value) * fmpq(10) ** places).p.str()).rstrip("0")
        return exact.figures(value, max(len(digits), 1))
    shown = exact.decimal(value, max(places, 0))
    return shown.rstrip("0").rstrip(".") if "." in shown else shown


def spelled(value: exact.Value) -> str:
    """An exact value in a sentence; cut where it is very long."""
    shown = exact.unicode(value, group=False)
    return shown if len(shown) <= SPELLED else f"{shown[: SPELLED - 1]}…"


def _approximately(key: exact.Value, places: int, labels: Labels) -> str:
    """`e/(e + 1) ≈ 0.731059`, or `0.375` where that is all of it."""
    rounded = exact.rounded(key, places)
    shown = written(rounded, places)
    if exact.equal(key, rounded):
        return shown
    form = exact.unicode(key, group=False)
    return f"{form} ≈ {shown}" if len(form) <= SPELLED else labels.say("the key ≈ {number}", number=shown)

"""Decimals: a number to so many places or figures, judged by the fair interval."""

from functools import cached_property
from typing import Any

from flint import fmpq

from qbank import exact
from qbank.answers import digits, interval
from qbank.answers.interval import Target
from qbank.answers.kinds import Face
from qbank.answers.numbers import NUMBER, NumberKind, shown, why_not_finite
from qbank.answers.readings import Read
from qbank.answers.verdict import RIGHT, WRONG, Credit, Outcome, Word, remarked

RIGHT_WITHIN, NEAR_WITHIN = fmpq(1, 2), fmpq(3, 2)  # units of the last asked place
SPARE_PLACES = 12  # beyond those asked, which people type rarely


class Asked:
    """A key and the decimal places that are asked of it."""

    def __init__(self, key: Target, places: int) -> None:
        self.key, self.places, self.grid = key, places, max(places, 0) + SPARE_PLACES

    @cached_property
    def right(self) -> tuple[int, int] | None:
        """What is right, on the grid."""
        return self._on_grid(RIGHT_WITHIN)

    @cached_property
    def near(self) -> tuple[int, int] | None:
        """What is off in the last digit only, on the grid."""
        return self._on_grid(NEAR_WITHIN)

    def holds(self, reading: Read, units: Any, span: tuple[int, int] | None) -> bool:
        """Is the reading no more than so many units of the last place off? `span` says so on the grid."""
        if span and reading.places is not None and reading.places <= self.grid:
            on_grid: int = reading.units * 10 ** (self.grid - reading.places)
            return span[0] <= on_grid <= span[1]
        return interval.within(reading.value, self.key, interval.step(self.places) * units)

    def _on_grid(self, units: Any) -> tuple[int, int] | None:
        return interval.on_grid(self.key, interval.step(self.places) * units, self.grid)


class Decimal(NumberKind):
    """A number to so many decimal places or significant figures, judged by the fair interval."""

    name = "decimal"
    rounded = True
    manner = NUMBER

    def __init__(self, places: int | None = None, figures: int | None = None) -> None:
        self.places, self.figures = places, figures

    def spec(self) -> dict[str, Any]:
        asked = {"places": self.places} if self.figures is None else {"figures": self.figures}
        return {"kind": "decimal", **asked}

    def fits(self, value: exact.Value) -> str | None:
        fault = why_not_finite(value)
        if not fault and self.figures is not None and exact.sign(value) == 0:
            return "has no significant figures; ask for decimal places"
        return fault

    def display(self, value: exact.Value, face: Face = "unicode", locale: str | None = None) -> str:
        if isinstance(value, exact.Infinite):
            return shown(value, face, group=False)
        if self.figures is not None:
            return digits.localised(exact.figures(value, self.figures, face=face), locale, face)
        return digits.localised(exact.decimal(value, self.places or 0, face=face), locale, face)

    def target(self, value: exact.Value) -> Asked:
        return self._asked(interval.target(value))

    def scaled(self, target: Asked, factor: Any) -> Asked:
        return self._asked(target.key.scaled(factor))

    def around(self, target: Asked) -> tuple[Any, Any]:
        return target.key.low, target.key.high

    def guess(self, target: Asked) -> Read:
        """The upper end, up to which the intervals of larger keys can reach down."""
        key, unit = target.key, interval.step(target.places)
        return Read(key.low + unit * RIGHT_WITHIN if key.high - key.low <= unit else key.value)

    def agrees(self, target: Asked, reading: Read) -> bool:
        return target.holds(reading, RIGHT_WITHIN, target.right)

    def compare(self, target: Asked, reading: Read, credit: Credit) -> Outcome:
        if self.agrees(target, reading):
            return RIGHT
        key, places = target.key, target.places
        beside = target.holds(reading, NEAR_WITHIN, target.near)
        short = interval.is_short_rounding(reading.value, reading.places, key, places)
        cut = beside and reading.places is not None and interval.is_cut_off(reading.value, key, places)
        if cut and not (
            short and (reading.places or 0) < places
        ):  # 0.731 is rounded to three, 0.7310 cut off
            return remarked(Word.PARTLY, credit.truncated, "truncated")
        if short:
            return remarked(Word.PARTLY, credit.few_digits, "few_digits")
        return remarked(Word.WRONG, credit.last_digit, "last_digit") if beside else WRONG

    def _asked(self, key: Target) -> Asked:
        """The key with the decimal places that are asked of it."""
        if self.figures is not None:
            return Asked(key, interval.leading_place(key) + self.figures - 1)
        return Asked(key, self.places or 0)

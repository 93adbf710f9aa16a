"""Decimals: a number to so many places or figures, judged by the fair interval."""

from typing import Any

from flint import fmpq

from qbank import exact
from qbank.answers import digits, interval
from qbank.answers.interval import Target
from qbank.answers.kinds import Face
from qbank.answers.numbers import NUMBER, NumberKind, shown, why_not_finite
from qbank.answers.readings import Read
from qbank.answers.verdict import RIGHT, WRONG, Credit, Outcome, Word, remarked


class Decimal(NumberKind):
    """A number to so many decimal places or significant figures, judged by the fair interval."""

    name = "decimal"
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

    def target(self, value: exact.Value) -> tuple[Target, int]:
        return self._placed(interval.target(value))

    def scaled(self, target: tuple[Target, int], factor: Any) -> tuple[Target, int]:
        return self._placed(target[0].scaled(factor))

    def around(self, target: tuple[Target, int]) -> tuple[Any, Any]:
        return target[0].low, target[0].high

    def agrees(self, target: tuple[Target, int], reading: Read) -> bool:
        key, places = target
        return interval.within(reading.value, key, interval.step(places) / 2)

    def compare(self, target: tuple[Target, int], reading: Read, credit: Credit) -> Outcome:
        if self.agrees(target, reading):
            return RIGHT
        key, places = target
        if reading.places is not None and interval.is_cut_off(reading.value, key, places):
            return remarked(Word.PARTLY, credit.truncated, "truncated")
        if interval.is_short_rounding(reading.value, reading.places, key, places):
            return remarked(Word.PARTLY, credit.few_digits, "few_digits")
        if interval.within(reading.value, key, interval.step(places) * fmpq(3, 2)):
            return remarked(Word.WRONG, credit.last_digit, "last_digit")
        return WRONG

    def _placed(self, key: Target) -> tuple[Target, int]:
        """The key with the decimal places that are asked of it."""
        if self.figures is not None:
            return key, interval.leading_place(key) + self.figures - 1
        return key, self.places or 0

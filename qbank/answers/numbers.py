"""Kinds whose value is one number, compared exactly: integer, exact; and what all kinds of one value have in common."""

import re
from abc import abstractmethod
from collections.abc import Iterable
from typing import Any

from flint import fmpq

from qbank import exact
from qbank.answers import digits, interval, slips
from qbank.answers.echoes import echoed
from qbank.answers.habits import otherwise
from qbank.answers.interval import Target
from qbank.answers.kinds import ALONE, Face, Key, Kind, Setting
from qbank.answers.moderation import terms
from qbank.answers.readings import GROUP, Manner, Read, expression, other_readings, readings
from qbank.answers.unreadable import Unreadable
from qbank.answers.verdict import RIGHT, WRONG, Credit, Diagnosis, Outcome, Word, remarked
from qbank.errors import QbankError

NUMBER = Manner()
WHOLE = Manner(percent=False, grouped=True)
_MANTISSA = r"\s*[-−+]?\d\.\d+\s*[·⋅×*xX]\s*10\b"  # whose digits nobody groups
ECHOED = 200  # characters of an echo, which need not repeat a whole expansion
BITS_A_DIGIT = 4  # at most
ECHOED_TERMS = 60
_POINT_READ = WRONG._replace(
    why=f"{WRONG.why} The sign before the last three digits was read as the decimal sign;"
    " write thousands with a comma, a blank or no sign."
)


class NumberKind(Kind):
    """What all kinds of one number or expression have in common."""

    manner: Manner  # what a person may write

    @abstractmethod
    def fits(self, value: exact.Value) -> str | None:
        """Why the value is no key of this kind; None where it is one."""

    def write(self, value: exact.Value) -> str:
        if not is_exact(value):
            raise QbankError(f"{value!r} is no exact number", hint="compute with qbank.exact")
        if fault := self.fits(value):
            raise QbankError(f"{exact.text(value)} {fault}")
        return exact.text(value)

    def read_key(self, text: Any) -> exact.Value:
        value = expression(str(text), self.manner.names)
        if fault := self.fits(value):
            raise QbankError(f"the key {text} {fault}")
        return value

    def display(self, value: exact.Value, face: Face = "unicode", locale: str | None = None) -> str:
        return shown(value, face, group=False)

    def display_entry(self, value: exact.Value, face: Face, locale: str | None) -> str:
        """The value as an entry of a list, where nothing groups digits."""
        return self.display(value, face, locale)

    def target(self, value: exact.Value) -> Any:
        return value

    def scaled(self, target: Any, factor: Any) -> Any:
        """The target of the key times a rational that is not 0."""
        return target * factor

    def around(self, target: Any) -> tuple[Any, Any]:
        """Rationals below and above the key."""
        return target, target

    def guess(self, target: Any) -> Read:
        """An answer that is right, and of all right ones so for the most other keys."""
        return Read(target)

    def readings(self, text: str, setting: Setting = ALONE) -> tuple[Read, ...]:
        found = readings(text, self.manner, setting.unit, setting.locale)
        return tuple(self.admit(reading) for reading in found)

    def spares(self, text: str, setting: Setting, code: str | None) -> tuple[Read, ...]:
        ways = otherwise(text)
        if digits.of_locale(setting.locale) == digits.CONTINENTAL and re.match(_MANTISSA, text):
            ways.append(text.replace(".", ",", 1))
        return tuple(reading for meant in ways for reading in self.readings(meant, setting))

    def admit(self, reading: Read, infinite: bool = False) -> Read:
        """The reading itself; Unreadable for an infinity where none can be."""
        if isinstance(reading.value, exact.Infinite) and not infinite:
            raise Unreadable("infinite", "an infinite value where a finite one is asked")
        return reading

    def echo(self, reading: Read) -> str:
        value, places, units = reading[:3]
        if places is not None:
            return echoed(units, places)
        if terms(value) > ECHOED_TERMS:
            return f"an expression of {terms(value)} terms"
        written = exact.unicode(value, group=False)
        return written if len(written) <= ECHOED else written[: ECHOED - 1] + "…"

    def echo_entry(self, reading: Read) -> str:
        """The reading of an entry as it is shown."""
        return self.echo(reading)

    def slips(self, key: Key, reading: Read, outcome: Outcome) -> Iterable[Diagnosis]:
        return slips.of_number(self, key, reading) if outcome.word is Word.WRONG else ()

    def is_telling(self, reading: Read) -> bool:
        if reading.places is None or not self.rounded:
            return self.rounded
        return bool(abs(reading.value) >= interval.step(reading.places - 1))

    def exactly(self, value: exact.Value) -> Read:
        return Read(value)


class ValueKind(NumberKind):
    """A number that is compared exactly."""

    def target(self, value: exact.Value) -> Target:
        return interval.target(value)

    def scaled(self, target: Target, factor: Any) -> Target:
        return target.scaled(factor)

    def around(self, target: Target) -> tuple[Any, Any]:
        return target.low, target.high

    def guess(self, target: Target) -> Read:
        return Read(target.value)

    def agrees(self, target: Target, reading: Read) -> bool:
        return interval.equals(reading.value, target)


class Integer(ValueKind):
    """Whole numbers, compared exactly: no tolerance."""

    name = "integer"
    manner = WHOLE

    def spec(self) -> dict[str, Any]:
        return {"kind": "integer"}

    def fits(self, value: exact.Value) -> str | None:
        rational = exact.as_rational(value)
        return None if rational is not None and rational.q == 1 else "is no whole number"

    def display(self, value: exact.Value, face: Face = "unicode", locale: str | None = None) -> str:
        return digits.localised(shown(value, face, group=True), locale, face)

    def display_entry(self, value: exact.Value, face: Face, locale: str | None) -> str:
        return shown(value, face, group=False)

    def echo(self, reading: Read) -> str:
        rational = exact.as_rational(reading.value)
        if rational is None or rational.q != 1 or rational.height_bits() > BITS_A_DIGIT * ECHOED:
            return super().echo(reading)
        shown = f"{int(rational.p):,}".replace("-", "−")
        return shown if len(shown.replace(",", "")) <= ECHOED else super().echo(reading)

    def echo_entry(self, reading: Read) -> str:
        return super().echo(reading)

    def spares(self, text: str, setting: Setting, code: str | None) -> tuple[Read, ...]:
        other = other_readings(text, self.manner, setting.unit, setting.locale)
        return (*super().spares(text, setting, code), *other)

    def compare(self, target: Target, reading: Read, credit: Credit) -> Outcome:
        if self.agrees(target, reading):
            return RIGHT
        return _POINT_READ if reading.places == GROUP and 1 <= abs(reading.value) < 10**GROUP else WRONG


class Exact(ValueKind):
    """Rationals, roots, powers of e, multiples of π: compared exactly."""

    name = "exact"
    rounded = True
    manner = NUMBER

    def spec(self) -> dict[str, Any]:
        return {"kind": "exact"}

    def fits(self, value: exact.Value) -> str | None:
        if not (fault := why_not_finite(value)) and isinstance(value, exact.Number):
            written = exact.text(value)
            if "sin(" in written or "cos(" in written:
                return "has a sine or cosine, which only decimals can be asked of"
        return fault

    def compare(self, target: Target, reading: Read, credit: Credit) -> Outcome:
        if self.agrees(target, reading):
            return RIGHT
        if (reading.places or 0) > 0 and interval.is_short_rounding(reading.value, reading.places, target):
            return remarked(Word.PARTLY, credit.few_digits, "not_exact")
        return WRONG


def is_exact(value: object) -> bool:
    """Is it a value of `qbank.exact`, which a float and True are not?"""
    return isinstance(value, (int, fmpq, exact.Number, exact.Infinite)) and not isinstance(value, bool)


def why_not_finite(value: exact.Value) -> str | None:
    """Why the value is no finite number; None where it is one."""
    if isinstance(value, exact.Infinite):
        return "is infinite"
    return f"has names: {', '.join(sorted(exact.names(value)))}" if exact.names(value) else None


def shown(value: exact.Value, face: Face, group: bool) -> str:
    """The exact value in one of its faces."""
    if face == "text":
        return exact.text(value)
    return exact.latex(value, group=group) if face == "latex" else exact.unicode(value, group=group)

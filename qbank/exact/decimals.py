"""Decimals in the three faces, correctly rounded."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from flint import fmpq

from qbank.exact.faces import Latex, Text, Unicode
from qbank.exact.number import Value
from qbank.exact.rounding import rounded, rounded_figures

Face: TypeAlias = Literal["text", "unicode", "latex"]

SMALLEST, LARGEST = fmpq(1, 10_000), fmpq(10_000_000)  # outside, figures are written with a power of ten
_FACES: dict[Face, type[Text]] = {"text": Text, "unicode": Unicode, "latex": Latex}


def decimal(x: Value, places: int, face: Face = "unicode") -> str:
    """x with exactly so many places: `0.7311`, `−0.50`. Raises as `rounded` does."""
    return _written(rounded(x, places), places, _FACES[face])


def figures(x: Value, n: int, face: Face = "unicode") -> str:
    """x with n significant digits: `0.0001747`, `1.747 × 10⁻⁷`. Raises as `rounded_figures` does."""
    value, places = rounded_figures(x, n)
    if SMALLEST <= abs(value) < LARGEST:
        return _written(value, places, _FACES[face])
    exponent = n - 1 - places
    mantissa = _written(value / fmpq(10) ** exponent, n - 1, _FACES[face])
    return _FACES[face](False).scientific(mantissa, exponent)


def _written(value: Any, places: int, face: type[Text]) -> str:
    """A multiple of 10^-places, never grouped."""
    return point_shifted(str((value * fmpq(10) ** max(places, 0)).p.str()), places, face)


def point_shifted(units: str, places: int, face: type[Text] = Unicode) -> str:
    """So many units of the last of so many places, never grouped: `-50` with two places is `−0.50`."""
    sign = face.minus if units[0] == "-" else ""
    if places <= 0:
        return sign + units.removeprefix("-")
    digits = units.removeprefix("-").rjust(places + 1, "0")
    return f"{sign}{digits[:-places]}.{digits[-places:]}"

"""Formulas in declared names, compared as functions: identically equal or not.

Most are quotients of polynomials, and are compared as such.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from flint import fmpq, fmpq_mpoly

from qbank import exact
from qbank.answers import slips
from qbank.answers.kinds import Key
from qbank.answers.moderation import terms, weight
from qbank.answers.numbers import NumberKind
from qbank.answers.readings import Manner, Read
from qbank.answers.units import ONE
from qbank.answers.verdict import Diagnosis, Outcome, Word
from qbank.exact.polynomials import ring, same

SHOWN_TERMS = 4  # of a difference between formulas


class Expression(NumberKind):
    """A formula in declared names, compared as a function: identically equal or not."""

    name = "expression"

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names
        self.manner = Manner(names=names, magnitudes=False)

    def spec(self) -> dict[str, Any]:
        return {"kind": "expression", "names": list(self.names)}

    def fits(self, value: exact.Value) -> str | None:
        unknown = sorted(exact.names(value) - set(self.names))
        if unknown:
            return f"has names that are not declared: {', '.join(unknown)}"
        return "is infinite" if isinstance(value, exact.Infinite) else None

    def target(self, value: exact.Value) -> Read:
        return Read(value, formula=ring(self.names).of(value))

    def guess(self, target: Read) -> Read:
        return target

    def agrees(self, target: Read, reading: Read) -> bool:
        return _same(reading, target)

    def slips(self, key: Key, reading: Read, outcome: Outcome) -> Iterable[Diagnosis]:
        return self._slips(key.target, reading) if outcome.word is Word.WRONG else ()

    def _slips(self, key: Read, typed: Read) -> Iterator[Diagnosis]:
        """A formula that is the key but for its sign, a factor of two or a few terms."""
        if weight(typed.value) > slips.HEAVY:
            return
        for name in ("sign", "factor_2"):
            if any(_same(typed, key, factor) for factor in slips.FACTORS[name]):
                yield slips.slip(name)
                return
        if (difference := self._difference(key, typed)) is None:
            return
        short, over = exact.unicode(difference, group=False), exact.unicode(-difference, group=False)
        if len(over) < len(short):  # the one without a leading minus sign
            yield Diagnosis(("over_by",), None, f"This is too much by {over}.")
        else:
            yield Diagnosis(("short_by",), None, f"This is short by {short}.")

    def _difference(self, key: Read, typed: Read) -> exact.Value | None:
        """What is missing; None where it is not shorter than the key, or too long to be shown."""
        most = min(SHOWN_TERMS, terms(key.value) - 1)
        one, other = _formula(key), _formula(typed)
        if one is None or other is None:
            difference = key.value - typed.value
        else:
            found = one - other
            short = not isinstance(found, fmpq_mpoly) or len(found) <= most
            difference = ring(self.names).value(found) if short else None
        return None if difference is None or terms(difference) > most else difference


def _same(typed: Read, key: Read, factor: fmpq = ONE) -> bool:
    """Is it the key times a factor?"""
    one, other = _formula(typed), _formula(key)
    if one is not None and other is not None:
        return same(one, other if factor is ONE else other * factor)
    return exact.equal(typed.value, key.value * factor)


def _formula(read: Read) -> Any:
    return read.value if isinstance(read.value, fmpq) else read.formula

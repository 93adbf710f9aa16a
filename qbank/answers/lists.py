"""Vectors and matrices of numbers."""

import re
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from typing import Any, ClassVar

from flint import fmpq

from qbank import exact, limits
from qbank.answers import digits, score, slips, units
from qbank.answers.arrangement import can_be_otherwise, is_line, laid_likeliest, laid_otherwise
from qbank.answers.arrays import Array, array, bracketed, described, nested
from qbank.answers.doubts import arrangements
from qbank.answers.evaluate import Evaluation
from qbank.answers.kinds import ALONE, Face, Key, Kind, Setting
from qbank.answers.layout import Commas, Layout, list_tokens, unwrapped
from qbank.answers.lines import in_cells, in_rows, is_drawn
from qbank.answers.meant import other_commas, other_rows, other_signs
from qbank.answers.numbers import NumberKind, is_exact
from qbank.answers.outline import General, Laid, laid_out
from qbank.answers.readings import Read, measured, prepared, read
from qbank.answers.unreadable import Unreadable
from qbank.answers.verdict import NEARLY, RIGHT, WRONG, Credit, Diagnosis, Outcome, Word
from qbank.answers.vocabulary import vocabulary
from qbank.errors import QbankError

OTHER_SIZE = ("length", "shape")
SURELY_TYPED = 200  # characters of a display that is well within what a person may type


class ArrayTarget:
    """A key with its entries made ready, row by row; `shape` as in `Array`."""

    def __init__(self, kind: "ArrayKind", key: Array) -> None:
        texts = [exact.text(entry) for entry in key.entries]
        different = dict(zip(texts, key.entries, strict=True))
        self._kind = kind
        self._targets = {text: kind.entry_target(entry) for text, entry in different.items()}
        self.entries, self.shape = tuple(self._targets[text] for text in texts), key.shape

    @cached_property
    def guessable(self) -> int:
        """How many entries the best single guess would match; only partial credit asks."""
        guesses = map(self._kind.guess, self._targets.values())
        matches = (sum(self._kind.entry_agrees(entry, guess) for entry in self.entries) for guess in guesses)
        return max(matches, default=0)

    @cached_property
    def is_distribution(self) -> bool:
        """Do the entries sum to 1?"""
        ends = [self._kind.of.around(entry) for entry in self.entries]
        low, high = (sum(side, fmpq(0)) for side in zip(*ends, strict=True))
        return bool(low <= 1 <= high)


class ArrayKind(Kind):
    """What vectors and matrices have in common: entries of one kind, ±inf where `infinite` says so."""

    sides: ClassVar[int]

    def __init__(self, of: NumberKind, infinite: bool = False) -> None:
        self.of, self.infinite = of, infinite

    def spec(self) -> dict[str, Any]:
        infinite = {"infinite": True} if self.infinite else {}
        return {"kind": self.name, "of": self.of.spec(), **infinite}

    def write(self, value: Any) -> str:
        found = self._fitting(value)
        shown = self.display(value)
        if len(shown) > SURELY_TYPED:
            try:
                self.readings(shown)
            except Unreadable as unread:
                raise QbankError(f"{len(found.entries)} entries cannot be typed: {unread}") from None
        return bracketed(nested(tuple(map(exact.text, found.entries)), found.shape))

    def read_key(self, text: Any) -> Any:
        words = vocabulary(self.of.manner.names, False)
        found = list_tokens(str(text).strip(), words, Commas(""), bound=limits.KEY_TOKENS)
        laid = arrangements(Layout(lenient=False).whole(found))[0]
        value = self._read(laid, Evaluation(limits.KEY_STEPS)).value
        self._fitting(value)
        return value

    def display(self, value: Any, face: Face = "unicode", locale: str | None = None) -> str:
        found = self._fitting(value)
        entries = tuple(self.of.display_entry(entry, face, locale) for entry in found.entries)
        rows = nested(entries, found.shape)
        if face == "latex" and self.sides == 2:
            inside = r" \\ ".join(" & ".join(row) for row in rows)
            return rf"\begin{{bmatrix}} {inside} \end{{bmatrix}}"
        return bracketed(rows, ", " if digits.of_locale(locale) in (None, digits.POINT) else "; ")

    def target(self, value: Any) -> ArrayTarget:
        return ArrayTarget(self, self._fitting(value))

    def readings(self, text: str, setting: Setting = ALONE) -> tuple[Array, ...]:
        found = tuple(self._readings(self._prepared(text), setting, self._commas(setting.locale)))
        return self._as_asked(found, text)

    def spares(self, text: str, setting: Setting, code: str | None) -> tuple[Array, ...]:
        plain, found, commas = self._prepared(text), list[Array](), self._commas(setting.locale)
        ways = [
            (other, Commas(""), laid_likeliest) for other in self._other_commas(plain, setting.locale, code)
        ]
        ways += [(other, commas, laid_likeliest) for other in other_signs(plain, self.of.manner.grouped)]
        if self.sides == 2:
            ways += [(other, commas, laid_likeliest) for other in other_rows(plain)]
        if can_be_otherwise(plain):
            ways.append((plain, commas, laid_otherwise))
        for other, signs, general in ways:
            try:
                found += self._readings(other, setting, signs, general)
            except Unreadable:
                continue
        return self._as_asked(tuple(found), text)

    def agrees(self, target: ArrayTarget, reading: Array) -> bool:
        return reading.shape == target.shape and all(map(self.entry_agrees, target.entries, reading.entries))

    def compare(self, target: ArrayTarget, reading: Array, credit: Credit) -> Outcome:
        if len(reading.shape) != self.sides or (self.sides == 2 and reading.shape != target.shape):
            return Outcome(Word.WRONG, 0.0, "shape", f"This was read as {described(reading.shape)}.")
        pairs = zip(target.entries, reading.entries, strict=False)
        outcomes = [self._entry(key, entry, credit) for key, entry in pairs]
        nearly = any(outcome is not RIGHT and outcome.score > 0 for outcome in outcomes)
        if nearly and _is_one_value(reading.entries) and target.guessable < len(target.entries):
            outcomes = [outcome if outcome.word is Word.RIGHT else WRONG for outcome in outcomes]
        found = score.together(outcomes, len(reading.entries), len(target.entries), target.guessable)
        hints = {
            outcome.why.removeprefix(WRONG.why) for outcome in outcomes if outcome.why.startswith(WRONG.why)
        }
        return found._replace(why=found.why + "".join(sorted(hints)))

    def is_near(self, target: ArrayTarget, reading: Array, credit: Credit) -> bool:
        """What `compare` says, which goes on behind the first entry that is wrong."""
        pairs = zip(target.entries, reading.entries, strict=False)
        outcomes = (self._entry(key, entry, credit) for key, entry in pairs)
        return (
            reading.shape == target.shape
            and all(outcome is RIGHT or outcome.code in NEARLY for outcome in outcomes)
            and super().is_near(target, reading, credit)
        )

    def is_telling(self, reading: Array) -> bool:
        return self.of.rounded

    def entry_agrees(self, target: Any, entry: Read) -> bool:
        """Is one entry right?"""
        if entry.places is None and isinstance(entry.value, exact.Infinite):
            return target is entry.value
        return not isinstance(target, exact.Infinite) and self.of.agrees(target, entry)

    def guess(self, target: Any) -> Read:
        """What is right for this entry and, beside it, for as many others as it can be."""
        return Read(target) if isinstance(target, exact.Infinite) else self.of.guess(target)

    def slips(self, key: Key, reading: Array, outcome: Outcome) -> Iterable[Diagnosis]:
        return slips.of_array(self, key.target, reading)

    def echo(self, reading: Array) -> str:
        return bracketed(nested(tuple(map(self.of.echo_entry, reading.entries)), reading.shape), ", ")

    def exactly(self, value: Any) -> Array:
        found = array(value, self.sides)
        return found._replace(entries=tuple(map(self.of.exactly, found.entries)))

    def _fitting(self, value: Any) -> Array:
        """The value as an array; QbankError for an entry that is not of its kind."""
        found = array(value, self.sides)
        for entry in found.entries:
            if not is_exact(entry):
                raise QbankError(f"the entry {entry!r} is no exact number", hint="compute with qbank.exact")
            infinite = self.infinite and isinstance(entry, exact.Infinite)
            if fault := None if infinite else self.of.fits(entry):
                raise QbankError(f"the entry {exact.text(entry)} {fault}")
        return found

    def entry_target(self, entry: exact.Value) -> Any:
        """One entry of a key, made ready."""
        return entry if isinstance(entry, exact.Infinite) else self.of.target(entry)

    def _entry(self, target: Any, entry: Read, credit: Credit) -> Outcome:
        if entry.places is None and isinstance(entry.value, exact.Infinite):
            return RIGHT if target is entry.value else WRONG
        return WRONG if isinstance(target, exact.Infinite) else self.of.compare(target, entry, credit)

    def _commas(self, locale: str | None) -> Commas:
        """In a matrix a semicolon ends a row, so that it says nothing about commas, unless the locale does."""
        decimal = digits.of_locale(locale) in (digits.COMMA, digits.CONTINENTAL)
        beside = ";&" if self.sides == 1 or decimal else "&"
        return Commas(beside, decimal and not self.of.manner.grouped, self.sides == 2)

    def _other_commas(self, text: str, locale: str | None, code: str | None) -> tuple[str, ...]:
        """The text with its commas as they may have been meant after all."""
        way = digits.of_locale(locale)
        if "," not in text or way == digits.POINT:
            return ()
        separated = way is not None or re.search("[ ;&]", text) is not None
        return other_commas(text, separated, code in OTHER_SIZE)

    def _prepared(self, text: str) -> str:
        return _prepared(text, self.of.manner.names, self.sides)

    def _as_asked(self, found: tuple[Array, ...], text: str) -> tuple[Array, ...]:
        """A drawn row or column as the vector that it is; typed as a list of lists it has two dimensions."""
        if self.sides == 2 or not any(is_line(reading.shape) for reading in found) or not is_drawn(text):
            return found
        return tuple(
            reading._replace(shape=(len(reading.entries),)) if is_line(reading.shape) else reading
            for reading in found
        )

    def _readings(
        self, text: str, setting: Setting, commas: Commas, general: General = laid_likeliest
    ) -> Iterator[Array]:
        """Every reading of a prepared text."""
        text, factors = measured(text, self.of.manner, setting.unit)
        asked = (self.of.manner, setting.unit, commas, self.sides)
        found, evaluation = laid_out(general, text, *asked), Evaluation()
        yield from (self._read(laid, evaluation, factor) for laid in found for factor in factors)

    def _read(self, laid: Laid, evaluation: Evaluation, factor: fmpq = units.ONE) -> Array:
        names = self.of.manner.names
        reads = [self.of.admit(read(entry, evaluation, factor, names), self.infinite) for entry in laid.nodes]
        return Array(tuple(reads), laid.shape)


@lru_cache(maxsize=1)  # spares are asked of the text that was read just now
def _prepared(text: str, names: tuple[str, ...], sides: int) -> str:
    return unwrapped(in_rows(prepared(in_cells(text), names), sides))


def _is_one_value(entries: tuple[Read, ...]) -> bool:
    """Does one value stand everywhere? It may be nearly right for many entries, and is a guess all the same."""
    return all(entry.value == entries[0].value for entry in entries[1:])


class Vector(ArrayKind):
    """A list of numbers, compared entry by entry from the front."""

    name = "vector"
    sides = 1


class Matrix(ArrayKind):
    """Rows of numbers, compared entry by entry; another shape earns nothing."""

    name = "matrix"
    sides = 2

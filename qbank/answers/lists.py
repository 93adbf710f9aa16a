"""Vectors and matrices of numbers."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any, ClassVar

from flint import fmpq

from qbank import exact, limits
from qbank.answers import digits, score, slips, units
from qbank.answers.arrays import Array, array, bracketed, described, flat, nested
from qbank.answers.evaluate import Evaluation
from qbank.answers.kinds import ALONE, Face, Key, Kind, Setting
from qbank.answers.layout import Commas, Layout, Nested, list_tokens, unwrapped
from qbank.answers.numbers import NumberKind, is_exact
from qbank.answers.readings import Read, measured, prepared, read
from qbank.answers.tokens import Token, Vocabulary, vocabulary
from qbank.answers.unreadable import Unreadable
from qbank.answers.verdict import RIGHT, WRONG, Credit, Diagnosis, Outcome, Word
from qbank.errors import QbankError

OTHER_SIZE = ("length", "shape")
SURELY_TYPED = 200  # characters of a display that is well within what a person may type


class ArrayTarget:
    """A key with its entries made ready, row by row; `shape` as in `Array`."""

    def __init__(self, kind: "ArrayKind", key: Array) -> None:
        texts = [exact.text(entry) for entry in key.entries]
        self._kind, self._different = kind, dict(zip(texts, key.entries, strict=True))
        targets = {text: kind.entry_target(entry) for text, entry in self._different.items()}
        self.entries, self.shape = tuple(targets[text] for text in texts), key.shape

    @cached_property
    def guessable(self) -> int:
        """How many entries the best single guess would match; only partial credit asks."""
        guesses = map(self._kind.of.exactly, self._different.values())
        matches = (sum(self._kind.agrees(entry, guess) for entry in self.entries) for guess in guesses)
        return max(matches, default=0)


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
        found, _ = list_tokens(str(text).strip(), words, Commas(""), bound=limits.KEY_TOKENS)
        value = self._read(Layout(lenient=False).whole(found), Evaluation(limits.KEY_STEPS)).value
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
        text, factors = measured(unwrapped(prepared(text)), self.of.manner, setting.unit)
        words = self.of.manner.words(setting.unit)
        commas = self._commas(setting.locale)
        found, other = list_tokens(text, words, commas)
        column = text.startswith("⟦") and self.sides == 1  # a vector, as LaTeX writes it
        trees, evaluation = list(self._trees(found, text, words, commas)), Evaluation()
        spare = None if other is None else self._spare(other, evaluation, factors[0])
        ways = [(tree, factor) for tree in trees for factor in factors]
        return tuple(self._read(tree, evaluation, factor, column, spare) for tree, factor in ways)

    def compare(self, target: ArrayTarget, reading: Array, credit: Credit) -> Outcome:
        outcome = self._compare(target, reading, credit)
        if outcome.code not in OTHER_SIZE or reading.other is None:
            return outcome
        if self._compare(target, reading.other, credit).code not in OTHER_SIZE:
            ways = f"{self.echo(reading)} or as {self.echo(reading.other)}"
            raise Unreadable("ambiguous", f"this can be read as {ways}", "put semicolons between the entries")
        return outcome

    def agrees(self, target: Any, entry: Read) -> bool:
        """Is one entry right?"""
        if isinstance(target, exact.Infinite) or isinstance(entry.value, exact.Infinite):
            return target is entry.value
        return self.of.agrees(target, entry)

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

    def _compare(self, target: ArrayTarget, reading: Array, credit: Credit) -> Outcome:
        if len(reading.shape) != self.sides or (self.sides == 2 and reading.shape != target.shape):
            return Outcome(Word.WRONG, 0.0, "shape", f"This was read as {described(reading.shape)}.")
        pairs = zip(target.entries, reading.entries, strict=False)
        outcomes = [self._entry(key, entry, credit) for key, entry in pairs]
        return score.together(outcomes, len(reading.entries), len(target.entries), target.guessable)

    def _entry(self, target: Any, entry: Read, credit: Credit) -> Outcome:
        if isinstance(target, exact.Infinite) or isinstance(entry.value, exact.Infinite):
            return RIGHT if target is entry.value else WRONG
        return self.of.compare(target, entry, credit)

    def _commas(self, locale: str | None) -> Commas:
        """In a matrix a semicolon ends a row, so that it says nothing about commas, unless the locale does."""
        decimal = digits.of_locale(locale) in (digits.COMMA, digits.CONTINENTAL)
        whole = self.of.manner.grouped
        return Commas(";&" if self.sides == 1 or decimal else "&", decimal and not whole)

    def _trees(
        self, found: list[Token], text: str, words: Vocabulary, commas: Commas
    ) -> Iterator[list[Nested]]:
        """Every reading of the tokens as a nested list."""
        layout = Layout(lenient=True)
        yield layout.whole(found)
        if "tight" in layout.choices:
            yield Layout(lenient=True, tight=True).whole(found)
        if "euler" in layout.choices:
            yield Layout(lenient=True).whole(list_tokens(text, words, commas, euler=True)[0])

    def _spare(self, found: list[Token], evaluation: Evaluation, factor: fmpq) -> Array | None:
        try:
            return self._read(Layout(lenient=True).whole(found), evaluation, factor)
        except Unreadable:
            return None

    def _read(
        self,
        tree: list[Nested],
        evaluation: Evaluation,
        factor: fmpq = units.ONE,
        column: bool = False,
        other: Array | None = None,
    ) -> Array:
        entries, shape = flat(tree)
        if column and len(shape) == 2 and 1 in shape:
            shape = (len(entries),)
        reads = (self.of.admit(read(entry, evaluation, factor), self.infinite) for entry in entries)
        return Array(tuple(reads), shape, other)


class Vector(ArrayKind):
    """A list of numbers, compared entry by entry from the front."""

    name = "vector"
    sides = 1


class Matrix(ArrayKind):
    """Rows of numbers, compared entry by entry; another shape earns nothing."""

    name = "matrix"
    sides = 2

"""Every reading of a text as one number or expression.

The kind says what can be meant (`Manner`). Where a text can be read in two ways all are returned; whether they
lead to one verdict is for `grading` to see.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from flint import fmpq

from qbank import exact, limits
from qbank.answers import digits, units
from qbank.answers.characters import mathematics
from qbank.answers.dates import is_date
from qbank.answers.digits import Digits
from qbank.answers.evaluate import Evaluation
from qbank.answers.grammar import Parser
from qbank.answers.latex import rewritten
from qbank.answers.tokens import Vocabulary, tokens, vocabulary
from qbank.answers.tree import Literal, Node, Operation, typed_places
from qbank.answers.unreadable import Unreadable

_QUOTES = ('"', "'", "`")
_HABITS = ("=", "≈", "~")  # a spreadsheet's =1+2, an estimate's ≈
_PYTHON = r"""(?x)(?:float|torch\.tensor)\(\s*(["']?)([-+]?(?:inf|nan|[\d.eE+-]+))\1\s*\)   # float('-inf')
    | \b(?:math|np|numpy|torch)\.(?=[a-z])                                     # np.sqrt
    """


class Manner(NamedTuple):
    """What a kind of answer can hold."""

    names: tuple[str, ...] = ()
    percent: bool = True
    magnitudes: bool = True
    grouped: bool = False  # an integer, in which a comma groups and never is the decimal sign

    def ways(self, locale: str | None) -> tuple[tuple[Digits, ...], ...]:
        """Ways to write digits that are tried together; a later group only where an earlier one reads nothing."""
        plain = (digits.POINT,) if self.grouped else (digits.POINT, digits.COMMA)
        said = digits.of_locale(locale)
        return ((said,), plain) if said else (plain,)

    def words(self, unit: str | None) -> Vocabulary:
        """The vocabulary of an answer in `unit`."""
        return vocabulary(
            self.names, True, "*" if not self.magnitudes else "Bb" if units.is_bytes(unit) else ""
        )


class Read(NamedTuple):
    """One reading of one number or expression; `places` are the decimal places of a number written out."""

    value: exact.Value
    places: int | None = None


def prepared(text: str) -> str:
    """`text` in the grammar's characters, without quotes around it, LaTeX fences or a leading = or ≈."""
    text = mathematics(text).strip()
    if len(text) > 1 and text[0] == text[-1] and text.startswith(_QUOTES):
        text = text[1:-1].strip()
    text = rewritten(text.removeprefix("'")).strip()
    if "(" in text or "." in text:
        text = re.sub(_PYTHON, lambda found: found[2] or "", text)
    return text[1:].lstrip() if text.startswith(_HABITS) else text


def readings(
    text: str, manner: Manner, unit: str | None = None, locale: str | None = None
) -> tuple[Read, ...]:
    """All readings of what a person typed, at least one; Unreadable where there is none."""
    text = prepared(text)
    if not manner.names and is_date(text):
        raise Unreadable(
            "date", f"{text} is a date", "your spreadsheet may have made it; write the number as text"
        )
    text, factors = measured(text, manner, unit)
    trees, evaluation = readable(text, manner, unit, locale), Evaluation()
    return tuple(read(tree, evaluation, factor) for tree in trees for factor in factors)


def measured(text: str, manner: Manner, unit: str | None) -> tuple[str, tuple[fmpq, ...]]:
    """A prepared text without its unit, and the factors that the unit can stand for."""
    text, factors = units.without_unit(text, unit)
    if not text:
        raise Unreadable("syntax", "a unit without a number", "write the number before it")
    if "%" in text and not manner.percent:
        raise Unreadable("form", "a percentage where a whole number is asked", "write the number itself")
    return text, factors


def readable(text: str, manner: Manner, unit: str | None, locale: str | None) -> list[Node]:
    """The trees of all readings of a prepared text."""
    words, fault = manner.words(unit), None
    for group in manner.ways(locale):
        found: list[Node] = []
        for way in group if "," in text or len(group) == 1 else group[:1]:
            try:
                found += [tree for tree in _trees(text, way, words) if tree not in found]
            except Unreadable as unread:
                fault = fault or unread
        if found:
            return found
    raise fault or Unreadable("syntax", "nothing that can be read")


def _trees(text: str, way: Digits, words: Vocabulary) -> Iterator[Node]:
    """The first reading, then those in which an ambiguous 1/2d or 2e+1 is read the other way."""
    parser = Parser(tokens(text, way, words), lenient=True)
    tree = parser.whole()
    yield tree
    doubts = parser.doubts(tree)
    for euler in (False, True) if "euler" in doubts else (False,) if doubts else ():
        found = tokens(text, way, words, euler)
        for tight in (False, True) if "tight" in doubts else (False,):
            if euler or tight:
                yield Parser(found, lenient=True, tight=tight).whole()


def read(tree: Node, evaluation: Evaluation, factor: fmpq = units.ONE) -> Read:
    """The reading of one tree, in a unit that is `factor` times the one asked."""
    if factor != 1:
        tree = Operation("*", tree, Literal(factor, 0))
    return Read(evaluation.value(tree), typed_places(tree))


def expression(text: str, names: tuple[str, ...] = ()) -> exact.Value:
    """The exact value of key text: the strict grammar, without implicit products and units."""
    if len(text) > limits.KEY_CHARACTERS:
        raise Unreadable("bound", f"a key of {len(text):,} characters")
    found = tokens(text.strip(), digits.KEY, vocabulary(names, False), bound=limits.KEY_TOKENS)
    return Evaluation(limits.KEY_STEPS).value(Parser(found, lenient=False).whole())

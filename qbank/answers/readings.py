"""Every reading of a text as one number or expression.

The kind says what can be meant (`Manner`). Where a text can be read in two ways all are returned; whether they
lead to one verdict is for `grading` to see.
"""

import re
from collections.abc import Collection, Iterator
from functools import partial
from itertools import combinations
from typing import Any, NamedTuple, TypeAlias

from flint import fmpq

from qbank import exact, limits
from qbank.answers import digits, units
from qbank.answers.characters import mathematics
from qbank.answers.computation import computed
from qbank.answers.dates import refuse_date
from qbank.answers.digits import Digits
from qbank.answers.evaluate import Evaluation
from qbank.answers.grammar import Parser
from qbank.answers.habits import bare, sides
from qbank.answers.latex import rewritten
from qbank.answers.tokens import number_alone, tokens
from qbank.answers.tree import Literal, Negative, Node, Operation, typed_places
from qbank.answers.unreadable import Unreadable
from qbank.answers.vocabulary import Vocabulary, vocabulary

GROUP = 3  # digits that a comma groups
_QUOTES = ('"', "'", "`")
_ALONE = r"(?a)[ \t\r\n]*([-+]?)([.,]?\d(?:[\d.,_' ]*\d)?)[ \t\r\n]*"


Ways: TypeAlias = tuple[tuple[Digits, ...], ...]


_EITHER: Ways = ((digits.POINT, digits.COMMA),)
_GROUPED: Ways = ((digits.POINT,), (digits.COMMA,))


class Manner(NamedTuple):
    """What a kind of answer can hold."""

    names: tuple[str, ...] = ()
    percent: bool = True
    magnitudes: bool = True
    grouped: bool = False  # an integer, in which a comma groups and never is the decimal sign

    def ways(self, locale: str | None) -> Ways:
        """Ways to write digits that are tried together; a later group only where an earlier one reads nothing."""
        plain = _GROUPED if self.grouped else _EITHER
        return ((said,), *plain[:1]) if locale and (said := digits.of_locale(locale)) else plain

    def words(self, unit: str | None) -> Vocabulary:
        """The vocabulary of an answer in `unit`."""
        return vocabulary(
            self.names, True, "*" if not self.magnitudes else "Bb" if units.is_bytes(unit) else ""
        )


class Read(NamedTuple):
    """One reading of one number or expression.

    A number written out has so many decimal `places`, negative with 1e7, and is `units` times one unit of the last;
    `formula` is what it was quickly computed as, if it was (see `qbank.exact.polynomials`).
    """

    value: exact.Value
    places: int | None = None
    units: int = 0
    formula: Any = None


def prepared(text: str, names: tuple[str, ...] = ()) -> str:
    """`text` in the grammar's characters, without quotes, LaTeX's fences or what else stands around an answer."""
    text = mathematics(text).strip()
    if len(text) > 1 and text[0] == text[-1] and text.startswith(_QUOTES):
        text = text[1:-1].strip()
    return bare(rewritten(text.removeprefix("'")).strip(), names)


def readings(
    text: str, manner: Manner, unit: str | None = None, locale: str | None = None
) -> tuple[Read, ...]:
    """All readings of what a person typed, at least one; Unreadable where there is none."""
    ways, doubted = manner.ways(locale), _doubted(manner, locale)
    if (unit or "unit")[0].isalpha() and (alone := _alone(text, ways, doubted)):
        return alone
    if not manner.names and not text.isascii():
        refuse_date(text)  # 4. März, whose letters are no mathematics
    text = prepared(text, manner.names)
    if not manner.names:
        refuse_date(text)
    read_one = partial(_read_as, manner=manner, unit=unit, ways=ways, doubted=doubted)
    if text[-1:] in (")", "]") and " " in text:
        from qbank.answers import glosses  # which few answers have

        read_one = partial(glosses.readings, read=read_one, formula=bool(manner.names))
    if "=" not in text and ("≈" not in text or text[-1:] == ")"):
        return read_one(text)
    found = (read_one(side) for side in sides(text))
    return tuple(reading for readings in found for reading in readings)


def _alone(text: str, ways: Ways, doubted: Digits | None) -> tuple[Read, ...]:
    """The readings of a text that is nothing but a number; none of any other.

    Most answers are. In such a text no character needs to be replaced and nothing stands around the number, it is no
    date, and either it is one number or it has no reading: two numbers side by side never have one.
    """
    found = re.fullmatch(_ALONE, text) if len(text) <= limits.NUMBER_DIGITS else None
    if not found:
        return ()
    negative, written = found[1] == "-", found[2]
    for group in ways:
        numbers = [
            number
            for way in (group if "," in written else group[:1])
            if (number := number_alone(written, way)) and (way != doubted or _is_surely_decimal(number))
        ]
        if numbers:
            return tuple([_written_out(number, negative) for number in numbers])
    return ()


def other_readings(text: str, manner: Manner, unit: str | None, locale: str | None) -> tuple[Read, ...]:
    """What is read where the comma of a whole number is the other sign: `18,944 M`, or `38,400` in German."""
    said = digits.of_locale(locale)
    if "," not in text or said == digits.POINT:
        return ()
    try:
        ways, doubted = ((digits.POINT if said else digits.COMMA,),), _doubted(manner, locale)
        if re.fullmatch(_ALONE, text):
            return _alone(text, ways, doubted)
        return _read_as(prepared(text, manner.names), manner, unit, ways, doubted)
    except Unreadable:
        return ()


def _read_as(
    text: str, manner: Manner, unit: str | None, ways: Ways, doubted: Digits | None
) -> tuple[Read, ...]:
    text, factors = measured(text, manner, unit)
    if factors == (units.ONE,) and (alone := _alone(text, ways, doubted)):
        return alone
    if doubted and max(factors) >= 10**GROUP:
        doubted = None
    trees, evaluation = _readable(text, manner.words(unit), ways, doubted), Evaluation()
    return tuple([read(tree, evaluation, factor, manner.names) for tree in trees for factor in factors])


def _doubted(manner: Manner, locale: str | None) -> Digits | None:
    """A way to write digits in which only that is read what can be meant in no other."""
    return digits.COMMA if manner.grouped and not locale else None


def measured(text: str, manner: Manner, unit: str | None) -> tuple[str, tuple[fmpq, ...]]:
    """A prepared text without its unit, and the factors that the unit can stand for."""
    if not text:
        raise Unreadable("syntax", "no value", "write one")
    text, factors = units.without_unit(text, unit)
    if not text:
        raise Unreadable("syntax", "a unit without a number", "write the number before it")
    if unit and units.is_inside(text, unit):
        raise Unreadable(
            "form", "a unit that does not stand at the end", "write the number, then the unit once"
        )
    if "%" in text and not manner.percent:
        raise Unreadable("form", "a percentage where a whole number is asked", "write the number itself")
    return text, factors


def _readable(text: str, words: Vocabulary, ways: Ways, doubted: Digits | None) -> list[Node]:
    """The trees of all readings; in the `doubted` way only those that can be meant in no other."""
    fault = None
    for group in ways:
        found: list[Node] = []
        for way in group if "," in text or len(group) == 1 else group[:1]:
            try:
                trees = [tree for tree in _trees(text, way, words) if tree not in found]
                found += filter(_is_surely_decimal, trees) if way == doubted else trees
            except Unreadable as unread:
                fault = fault or unread
        if found:
            return found
    raise fault or Unreadable("syntax", "nothing that can be read")


def _trees(text: str, way: Digits, words: Vocabulary) -> Iterator[Node]:
    """The first reading, then those in which an ambiguous 1/2d, 2e+1 or 3 1/2 is read the other way."""
    parser = Parser(tokens(text, way, words), lenient=True)
    tree = parser.whole()
    yield tree
    for ways in other_ways(parser.doubts(tree)):
        yield Parser(tokens(text, way, words, "euler" in ways), lenient=True, ways=ways).whole()


def other_ways(doubts: Collection[str]) -> Iterator[tuple[str, ...]]:
    """Every choice but the first where some are open."""
    for count in range(1, len(doubts) + 1):
        yield from combinations(sorted(doubts), count)


def _is_surely_decimal(tree: Node) -> bool:
    """Can the comma of a whole number only be the decimal sign, as in 2,36 million, 18944000,0 and 45,0?"""
    places = typed_places(tree)
    if places is None or places <= 0:
        return places is not None
    value = Evaluation().value(tree)
    return places < GROUP and value.q == 1 and (places == 1 or abs(value) >= 10**GROUP)


def read(tree: Node, evaluation: Evaluation, factor: fmpq = units.ONE, names: tuple[str, ...] = ()) -> Read:
    """The reading of one tree, in a unit that is `factor` times the one asked; `names` are declared."""
    if factor != 1:
        tree = Operation("*", tree, Literal(factor, 0))
    elif isinstance(tree, Literal) and tree.units is not None:
        return _written_out(tree, negative=False)
    elif isinstance(tree, Negative) and isinstance(tree.operand, Literal) and tree.operand.units is not None:
        return _written_out(tree.operand, negative=True)
    found = computed(tree, names)
    if found is None:
        value = evaluation.value(tree)
    elif isinstance(found, fmpq):
        value = found
    else:
        from qbank.exact.polynomials import ring  # which rationals need not

        value = ring(names).value(found)
    places = typed_places(tree)
    count = 0 if places is None else int((value * fmpq(10) ** places).p)
    return Read(value, places, count, found)


def _written_out(number: Literal, negative: bool) -> Read:
    value, places, units = number
    return Read(-value, places, -(units or 0)) if negative else Read(value, places, units or 0)


def expression(text: str, names: tuple[str, ...] = ()) -> exact.Value:
    """The exact value of key text: the strict grammar, without implicit products and units."""
    if len(text) > limits.KEY_CHARACTERS:
        raise Unreadable("bound", f"a key of {len(text):,} characters")
    found = tokens(text.strip(), digits.KEY, vocabulary(names, False), bound=limits.KEY_TOKENS)
    return Evaluation(limits.KEY_STEPS).value(Parser(found, lenient=False).whole())

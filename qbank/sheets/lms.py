"""What learning platforms need of an answer: a decimal with its margin, usual typings, and what scores get lost.

A platform compares numbers within a margin and texts letter by letter; it cannot read as `qbank.answers` does. So
whatever is offered here as right is right to our own checker: it was judged, or is so by construction.
"""

from collections.abc import Container, Iterator, Sequence, Sized
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple

from qbank import exact
from qbank.answers import Kind, Word, grade, kind
from qbank.answers.decimals import Asked
from qbank.answers.numbers import NumberKind
from qbank.errors import QbankError
from qbank.question import Part, Question
from qbank.sheets.lms_numbers import ended, nearest, rational
from qbank.sheets.lms_typings import certain, typings

DIGITS = 20
"""Significant digits of a number without an end: more than a platform's floating point holds."""

ROUNDED_PLACES = 6
"""Places to which an exact number is rounded by those who round it."""

KEPT = 4096  # keys: a sheet asks for the same ones again and again

SHORT = 100  # signs: what is longer is judged, since the checker has bounds

_NUMBERS = ("integer", "decimal", "exact")

Key = str | tuple[str, ...]


class Near(NamedTuple):
    """A number that is nearly right: what it earns of the points, and what is said about it."""

    value: str
    share: float
    why: str


def tolerance(part: Part) -> tuple[str, str]:
    """The key as plain decimal text, and how far an answer may lie from it, ends included.

    Half a unit of the last asked place for a decimal, `0` for what is exact. Raises QbankError for a key that has no
    such text: an infinite one, one third where it is asked exactly, or another kind of answer.
    """
    return about(part, str(part.key))


def about(part: Part, key: str) -> tuple[str, str]:
    """`tolerance` with another key of the part, such as that of a known mistake."""
    return _about(kind(part.answer), key)


def nearly(part: Part) -> list[Near]:
    """The numbers for which our checker gives some of the points: cut off, or rounded to fewer digits."""
    known = kind(part.answer)
    if known.name not in ("decimal", "exact"):
        return []
    mistakes = tuple(str(mistake.key) for mistake in part.mistakes if mistake.key != part.key)
    return list(_nearly(known, str(part.key), part.unit, mistakes))


def spellings(part: Part, key: Key, most: int | None = None) -> list[str]:
    """The usual typings of an answer, each of which our checker takes for `key`; the `most` commonest, first of all."""
    return list(_spelled(kind(part.answer), str(key), part.unit, most))


def entries(part: Part, key: Key | None = None) -> list[list[Part]]:
    """A vector or a matrix as rows of parts, one an entry; a vector is one row. `key` stands in for the part's own.

    An infinite entry is a vector of one: no kind of number has it as a key.
    """
    return [list(row) for row in _entries(kind(part.answer), str(part.key if key is None else key))]


def same_shape(one: Sequence[Sized], other: Sequence[Sized]) -> bool:
    """Whether both have as many rows, and as many entries in each."""
    return [*map(len, one)] == [*map(len, other)]


def is_infinite(part: Part) -> bool:
    """Whether an entry is `inf` or `-inf`, which no platform takes for a number."""
    return part.key in ("[inf]", "[-inf]")


def lost(part: Part) -> str | None:
    """What our checker gives some of the points for and a plain right or wrong does not; None where nothing is."""
    return _LOST.get(part.answer["kind"])


def unequal(question: Question, given: Container[str] = ()) -> Iterator[str]:
    """`lost`, once for each sort of part, as a remark; but not for kinds whose part marks the platform has given."""
    losing = (part for part in question.parts if part.answer["kind"] not in given)
    for said in dict.fromkeys(filter(None, map(lost, losing))):
        yield f"not there: {said}"


def by_entries(question: Question) -> Iterator[str]:
    """What a platform scores otherwise that has a gap for each entry of a list, as remarks."""
    listed = [part for part in question.parts if part.answer["kind"] in ("vector", "matrix")]
    if listed:
        yield "each entry of a list or table earns its share, what guessing would give included"
    if any(_shares(part, mistake.key) for part in listed for mistake in part.mistakes):
        yield "a known mistake earns points for the entries that it shares with the key; qbank check gives it none"


def _shares(part: Part, wrong: Key) -> bool:
    """Whether the wrong list has entries that are right where they stand."""
    right, other = entries(part), entries(part, wrong)
    if not same_shape(right, other):
        return False
    pairs = (pair for rows in zip(right, other, strict=True) for pair in zip(*rows, strict=True))
    return any(_same(one, two) for one, two in pairs)


def _same(one: Part, other: Part) -> bool:
    if one.answer != other.answer or one.key == other.key:
        return one.key == other.key
    known = kind(one.answer)
    try:
        return known.accepts(_read(known, str(one.key))[1], _read(known, str(other.key))[0])
    except exact.Undecided:
        return False


_BY_ENTRIES = "points by the entries that are right beyond guessing"
_LOST = {
    "decimal": "half the points where the last digit is cut off or digits are missing",
    "exact": "half the points for a rounded value",
    "vector": _BY_ENTRIES,
    "matrix": _BY_ENTRIES,
    "choices": "points by right ticks less wrong ones",
}


@lru_cache(KEPT)
def _about(known: Kind, key: str) -> tuple[str, str]:
    if known.name not in _NUMBERS:
        raise QbankError(f"{key} is no number to a learning platform")
    value, target = _read(known, key)
    if isinstance(value, exact.Infinite):
        raise QbankError("an infinite value is no number to a learning platform")
    if isinstance(target, Asked):
        return _digits(value), _half_unit(target.places)
    text = ended(value)
    if text is None:
        raise QbankError(f"{key} has no end as a decimal")
    return text, "0"


@lru_cache(KEPT)
def _nearly(known: Kind, key: str, unit: str | None, mistakes: tuple[str, ...]) -> tuple[Near, ...]:
    value, target = _read(known, key)
    if isinstance(value, exact.Infinite):
        return ()
    places = target.places if isinstance(target, Asked) else ROUNDED_PLACES
    beside = [{"key": mistake, "names": ("mistake",)} for mistake in mistakes]
    tried = dict.fromkeys((_cut(value, places), *_rounded(value, places)))
    judged = [(text, grade(known.spec(), key, text, unit=unit, known=beside)) for text in tried]
    return tuple(
        Near(text, one.score, one.why) for text, one in judged if one.verdict is Word.PARTLY and one.score > 0
    )


@lru_cache(KEPT)
def _spelled(known: Kind, key: str, unit: str | None, most: int | None) -> tuple[str, ...]:
    tried = dict.fromkeys(typings(known, key, _read(known, key)[0]))
    if unit is None and certain(known, key) and max(map(len, tried)) <= SHORT:
        return tuple(tried)[:most]
    judged = ((text, grade(known.spec(), key, text, unit=unit)) for text in tried)
    return tuple(islice((text for text, verdict in judged if verdict.verdict is Word.RIGHT), most))


@lru_cache(KEPT)
def _entries(known: Kind, key: str) -> tuple[tuple[Part, ...], ...]:
    of = kind(known.spec()["of"])
    value, _target = _read(known, key)
    rows = [value] if known.name == "vector" else value
    return tuple(tuple(_entry(of, entry) for entry in row) for row in rows)


def _entry(of: Kind, value: exact.Value) -> Part:
    if isinstance(value, exact.Infinite):
        answer = {"kind": "vector", "of": of.spec(), "infinite": True}
        inner: Any = (value,)
    else:
        answer, inner = of.spec(), value
    known = kind(answer)
    return Part("", "", answer, None, known.write(inner), known.display(inner), None, None, ())


@lru_cache(KEPT)
def _read(known: Kind, key: str) -> tuple[Any, Any]:
    """The key's value, and what answers are compared with."""
    value = _value(known, key)
    return value, None if isinstance(value, exact.Infinite) else known.target(value)


def _value(known: Kind, key: str) -> Any:
    """What the key says, without the grammar where it is a plain number."""
    if isinstance(known, NumberKind) and (plain := rational(key)) is not None and not known.fits(plain):
        return plain
    return known.read_key(key)


def _digits(value: exact.Value) -> str:
    """The value in plain digits, exactly where it ends soon, else to more digits than a platform keeps."""
    text = ended(value)
    if text is not None:
        return text
    rounded, places = exact.rounded_figures(value, DIGITS)
    return exact.decimal(rounded, max(places, 0), face="text")


def _half_unit(places: int) -> str:
    """Half a unit of that decimal place: `0.005` for 2, `50` for -2."""
    return exact.decimal(exact.as_rational(5) / exact.power(10, places + 1), max(places + 1, 0), face="text")


def _cut(value: exact.Value, places: int) -> str:
    """The value cut off after so many places."""
    near = exact.rounded(value, places)
    unit = exact.as_rational(1) / exact.power(10, places)
    beyond = exact.sign(value) * exact.sign(value - near) < 0
    cut = near - exact.sign(value) * unit if beyond else near
    return exact.decimal(cut, max(places, 0), face="text")


def _rounded(value: exact.Value, places: int) -> Iterator[str]:
    """The value rounded to fewer and fewer places, down to one significant digit; where it is a tie, both ways."""
    if exact.sign(value) == 0:
        return
    _, first = exact.rounded_figures(value, 1)
    for fewer in range(places, first - 1, -1):
        for near in nearest(value, fewer):
            yield exact.decimal(near, max(fewer, 0), face="text")

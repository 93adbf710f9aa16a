"""What learning platforms need of an answer: a decimal with its margin, usual typings, and what scores get lost.

A platform compares numbers within a margin and texts letter by letter; it cannot read as `qbank.answers` does. So
whatever is written here was judged by our own checker first.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from qbank import exact
from qbank.answers import Verdict, Word, grade, kind
from qbank.answers.decimals import Asked
from qbank.errors import QbankError
from qbank.question import Json, Part, Question
from qbank.sheets.lms_typings import ended, typings

DIGITS = 20
"""Significant digits of a number without an end: more than a platform's floating point holds."""

ROUNDED_PLACES = 6
"""Places to which an exact number is rounded by those who round it."""

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
    if part.answer["kind"] not in _NUMBERS:
        raise QbankError(f"{key} is no number to a learning platform")
    value, target = _read(part, key)
    if isinstance(value, exact.Infinite):
        raise QbankError("an infinite value is no number to a learning platform")
    if isinstance(target, Asked):
        return _digits(value), _half_unit(target.places)
    text = ended(value)
    if text is None:
        raise QbankError(f"{key} has no end as a decimal")
    return text, "0"


def nearly(part: Part) -> list[Near]:
    """The numbers for which our checker gives some of the points: cut off, or rounded to fewer digits."""
    value, target = _read(part, str(part.key))
    if isinstance(value, exact.Infinite) or part.answer["kind"] not in ("decimal", "exact"):
        return []
    places = target.places if isinstance(target, Asked) else ROUNDED_PLACES
    tried = dict.fromkeys((_cut(value, places), *_rounded(value, places)))
    judged = [(text, _judged(part, part.key, text)) for text in tried]
    return [
        Near(text, one.score, one.why) for text, one in judged if one.verdict is Word.PARTLY and one.score > 0
    ]


def spellings(part: Part, key: Key) -> list[str]:
    """The usual typings of an answer, each of which our checker takes for `key`; the commonest first."""
    tried = dict.fromkeys(typings(part, str(key)))
    return [text for text in tried if _judged(part, key, text).verdict is Word.RIGHT]


def entries(part: Part, key: Key | None = None) -> list[list[Part]]:
    """A vector or a matrix as rows of parts, one an entry; a vector is one row. `key` stands in for the part's own.

    An infinite entry is a vector of one: no kind of number has it as a key.
    """
    known, of = kind(part.answer), part.answer["of"]
    value = known.read_key(part.key if key is None else key)
    rows = [value] if part.answer["kind"] == "vector" else value
    return [[_entry(part, of, entry) for entry in row] for row in rows]


def is_infinite(part: Part) -> bool:
    """Whether an entry is `inf` or `-inf`, which no platform takes for a number."""
    return part.key in ("[inf]", "[-inf]")


def lost(part: Part) -> str | None:
    """What our checker gives some of the points for and a plain right or wrong does not; None where nothing is."""
    return _LOST.get(part.answer["kind"])


def unequal(question: Question) -> Iterator[str]:
    """`lost`, once for each sort of part, as a remark on what a platform without part marks scores otherwise."""
    for said in dict.fromkeys(filter(None, map(lost, question.parts))):
        yield f"not there: {said}"


_BY_ENTRIES = "points by the entries that are right beyond guessing"
_LOST = {
    "decimal": "half the points where the last digit is cut off or digits are missing",
    "exact": "half the points for a rounded value",
    "vector": _BY_ENTRIES,
    "matrix": _BY_ENTRIES,
    "choices": "points by right ticks less wrong ones",
}


def _entry(part: Part, of: dict[str, Json], value: exact.Value) -> Part:
    infinite = isinstance(value, exact.Infinite)
    answer = {"kind": "vector", "of": of, "infinite": True} if infinite else of
    known = kind(answer)
    inner = (value,) if infinite else value
    fields: dict[str, Any] = {"answer": answer, "key": known.write(inner), "display": known.display(inner)}
    return part._replace(**fields, name="", ask="", unit=None, mistakes=(), formula=None)


def _read(part: Part, key: str) -> tuple[Any, Any]:
    """The key's value, and what answers are compared with."""
    known = kind(part.answer)
    value = known.read_key(key)
    return value, None if isinstance(value, exact.Infinite) else known.target(value)


def _judged(part: Part, key: Key, text: str) -> Verdict:
    known = [mistake._asdict() for mistake in part.mistakes if mistake.key != key]
    return grade(part.answer, key, text, unit=part.unit, options=part.options, known=known)


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
    """The value rounded to fewer and fewer places, down to one significant digit."""
    if exact.sign(value) == 0:
        return
    _, first = exact.rounded_figures(value, 1)
    for fewer in range(places, first - 1, -1):
        yield exact.decimal(exact.rounded(value, fewer), max(fewer, 0), face="text")

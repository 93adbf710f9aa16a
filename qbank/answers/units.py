"""The question's unit behind an answer, and sizes of memory where that unit is bytes."""

import re
from collections.abc import Iterator
from functools import lru_cache

from flint import fmpq

ONE = fmpq(1)
SHORTENED = 3  # letters that a unit keeps at least where it is cut short
PREFIXES = {
    "k": ("kilo", "kibi", 1),
    "M": ("mega", "mebi", 2),
    "G": ("giga", "gibi", 3),
    "T": ("tera", "tebi", 4),
}


def _byte_units() -> Iterator[tuple[str, tuple[int, ...]]]:
    """Spelling → the bytes it can mean. KB is 1,000 to some and 1,024 to others, so that both are tried."""
    yield from dict.fromkeys(("B", "byte", "bytes", "Byte", "Bytes"), (1,)).items()
    for letter, (decimal, binary, power) in PREFIXES.items():
        tens, twos = 1000**power, 1024**power
        yield f"{letter}B", (tens,)
        yield from dict.fromkeys(
            (f"{letter}iB", f"{letter.upper()}iB", binary + "byte", binary + "bytes"), (twos,)
        ).items()
        yield from dict.fromkeys((decimal + "byte", decimal + "bytes"), (tens,)).items()
    yield "KB", (1000, 1024)


BYTES = dict(_byte_units())
_WORD = r"[A-Za-z]+"
_LAST_WORD = r"(?<![A-Za-z])[A-Za-z]+\Z"


def is_bytes(unit: str | None) -> bool:
    """Is an answer in this unit a size of memory?"""
    return unit in BYTES


def without_unit(text: str, unit: str | None) -> tuple[str, tuple[fmpq, ...]]:
    """`text` without the unit behind it, and the factors by which it may have to be multiplied."""
    plain = (ONE,)
    if not unit:
        return text, plain
    if unit in BYTES:
        word = re.search(_LAST_WORD, text)
        if word is None or word[0] not in BYTES:
            return text, plain
        asked = BYTES[unit][0]
        return text[: word.start()].rstrip(), tuple(fmpq(size, asked) for size in BYTES[word[0]])
    found = _unit(unit).search(text)
    return (text[: found.start()].rstrip(), plain) if found else (text, plain)


def is_inside(text: str, unit: str) -> bool:
    """Does the unit, as a word that can be nothing else, stand in a text from whose end it was taken?"""
    words = re.findall(_WORD, text)
    if unit in BYTES:
        return any(word in BYTES for word in words)
    return unit.isalpha() and len(unit) > SHORTENED - 1 and unit in words


@lru_cache(maxsize=256)
def _unit(unit: str) -> re.Pattern[str]:
    """The unit at the end, in singular or plural, whatever its case; it does not begin inside of a word.

    A long word may be cut short: `params`.
    """
    stem = unit.strip()
    stem = stem[:-1] if stem.endswith("s") and len(stem) > 2 else stem
    start = r"(?<![A-Za-z_])" if stem[:1].isalpha() else ""
    written = re.escape(stem)
    if stem.isalpha() and len(stem) > SHORTENED:
        rest = stem[SHORTENED:]
        written = stem[:SHORTENED] + "".join(f"(?:{letter}" for letter in rest) + ")?" * len(rest)
    return re.compile(rf"(?:{start}{written}s?|\[{written}s?\]|\({written}s?\))\Z", re.IGNORECASE)

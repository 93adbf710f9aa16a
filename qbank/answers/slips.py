"""Slips that need no knowledge of the question: a sign, a factor, an order.

They are looked for only where no known mistake of the question fits. Several that fit are all possible.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from flint import fmpq

from qbank import exact
from qbank.answers.arrays import Array, transposed
from qbank.answers.kinds import Key, Kind
from qbank.answers.moderation import weight
from qbank.answers.readings import Read
from qbank.answers.verdict import Credit, Diagnosis, Outcome, Word

if TYPE_CHECKING:  # each kind imports this module and says which slips it looks for
    from qbank.answers.lists import ArrayKind, ArrayTarget
    from qbank.answers.numbers import NumberKind

FEEDBACK = {
    "sign": "The sign is the other one.",
    "percent": "This is off by a factor of 100: a percentage, or none?",
    "power_of_ten": "This is off by a power of ten.",
    "factor_2": "This is off by a factor of 2.",
    "off_by_one": "This is off by one.",
    "reciprocal": "This is the reciprocal.",
    "length": "The number of entries is another.",
    "transposed": "Rows and columns are swapped.",
    "permuted": "These are the right entries in another order.",
    "sum": "The entries do not sum to 1.",
}
FACTORS = {
    "sign": [fmpq(-1)],
    "percent": [fmpq(100), fmpq(1, 100)],
    "power_of_ten": [fmpq(10) ** power for power in (-6, -4, -3, -1, 1, 3, 4, 6)],
    "factor_2": [fmpq(2), fmpq(1, 2)],
}
NOTHING = Read(fmpq(0))
CLOSE = fmpq(1, 20)
HEAVY = 60  # terms and powers; what is that long is no slip of the key


def found(judged: Kind, key: Key, reading: Any, outcome: Outcome) -> tuple[Diagnosis, ...]:
    """The slips by which the reading may have come from the key."""
    if outcome.code in ("truncated", "length"):
        return (Diagnosis((outcome.code,), None, outcome.why),)
    try:
        return tuple(judged.slips(key, reading, outcome))
    except ArithmeticError:
        return ()  # what cannot be decided is not said


def slip(name: str) -> Diagnosis:
    """A slip with its feedback."""
    return Diagnosis((name,), None, FEEDBACK[name])


def of_sequence(key: tuple[Any, ...], typed: tuple[Any, ...]) -> Iterator[Diagnosis]:
    """The slips in a shape or in tokens."""
    if sorted(map(str, typed)) == sorted(map(str, key)):
        yield slip("permuted")
    elif len(typed) != len(key):
        yield slip("length")


def of_number(judged: "NumberKind", key: Key, reading: Read) -> Iterator[Diagnosis]:
    """A number that would be right if the key were another by one false step."""
    if weight(reading.value) > HEAVY or (isinstance(reading.value, fmpq) and not reading.value):
        return
    if (
        isinstance(reading.value, exact.Number)
        and not reading.value.settled
        and exact.sign(reading.value) == 0
    ):
        return
    for name, targets in _one_step_away(judged, key):
        for target in targets:
            if judged.agrees(target, reading) and _is_close(judged, target, reading):
                yield slip(name)
                break


def _is_close(judged: "NumberKind", target: Any, reading: Read) -> bool:
    """Is it that number in its first digits too? At few places much that is no slip rounds to the same."""
    end, _ = judged.around(target)
    return bool(exact.sign(abs(reading.value - end) - abs(end) * CLOSE) <= 0)


@lru_cache(maxsize=1024)
def _one_step_away(judged: "NumberKind", key: Key) -> tuple[tuple[str, tuple[Any, ...]], ...]:
    """Each slip with the targets at which it leads; those do not count for which 0 would be right."""
    if exact.sign(key.value) == 0:
        return ()
    scaled = {name: [judged.scaled(key.target, factor) for factor in FACTORS[name]] for name in FACTORS}
    apart = {
        name: [target for target in targets if not judged.agrees(target, NOTHING)]
        for name, targets in scaled.items()
    }
    if judged.name == "integer":
        apart["off_by_one"] = [judged.target(key.value + step) for step in (-1, 1)]
    else:
        apart["reciprocal"] = [judged.target(1 / key.value)]
    return tuple((name, tuple(targets)) for name, targets in apart.items())


def of_array(judged: "ArrayKind", key: "ArrayTarget", reading: Array) -> Iterator[Diagnosis]:
    """Entries in another order, of the other sign, or without their sum."""
    if judged.sides == 2 and _is_transposed(judged, key, reading):
        yield slip("transposed")
        return
    if len(reading.shape) != judged.sides or len(reading.entries) != len(key.entries):
        return
    if _is_permuted(judged, key, reading):
        yield slip("permuted")
    entries = [*key.entries, *(entry.value for entry in reading.entries)]
    if any(isinstance(entry, exact.Infinite) for entry in entries):
        return
    pairs = zip(key.entries, reading.entries, strict=True)
    if all(judged.of.agrees(entry, _negated(read)) for entry, read in pairs):
        yield slip("sign")
    if judged.sides == 1 and judged.of.name != "expression" and _misses_one(key, reading):
        yield slip("sum")


def _is_transposed(judged: "ArrayKind", key: "ArrayTarget", reading: Array) -> bool:
    if len(reading.shape) != judged.sides:
        return False
    return judged.compare(key, transposed(reading), Credit()).word is Word.RIGHT


def _is_permuted(judged: "ArrayKind", key: "ArrayTarget", reading: Array) -> bool:
    """Do the typed entries match the key's in another order?"""
    left = list(reading.entries)
    for entry in key.entries:
        fits = next((at for at, read in enumerate(left) if judged.entry_agrees(entry, read)), None)
        if fits is None:
            return False
        left.pop(fits)
    return True


def _negated(read: Read) -> Read:
    return Read(-read.value, read.places, -read.units, None if read.formula is None else -read.formula)


def _misses_one(key: "ArrayTarget", reading: Array) -> bool:
    """Is the key a distribution, and the answer further from one than rounding to two digits explains?"""
    if not key.is_distribution:
        return False
    total = sum((entry.value for entry in reading.entries), fmpq(0))
    return exact.sign(abs(total - 1) - fmpq(len(key.entries), 200)) > 0

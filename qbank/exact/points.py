"""Points at which expressions in names are evaluated, to prove them different: one where they differ is enough.

A name can be a size, a probability or anything else, and an expression may have a value only where one is large and
another is not: log(1 - p), √(d - h), log(1 - eps + eps/V). So each name is tried on either side of 1 and of 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from flint import fmpq

Point: TypeAlias = dict[str, fmpq]


def points(names: Iterable[str]) -> Iterator[Point]:
    """A few points, each name at another number; those where most expressions have a value come first."""
    ordered = sorted(names)
    count = len(ordered)
    large = [fmpq(131 + 37 * place, 89) for place in range(count)]
    small = [fmpq(23, 29 * (count + 1) + 7 * place) for place in range(count)]  # together below 1
    below = [-value for value in large]
    either = [value if place % 2 else -value for place, value in enumerate(large)]
    rows = [large, small, below, either]
    if count > 1:
        rows += [large[::-1], small[::-1]]
        rows += [[*large[:place], small[place], *large[place + 1 :]] for place in range(count)]
        rows += [[*small[:place], large[place], *small[place + 1 :]] for place in range(count)]
    rows.append([1_000 * value for value in large])
    return (dict(zip(ordered, row, strict=True)) for row in rows)

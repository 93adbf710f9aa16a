"""Nested lists in which a place can be laid out in several ways, and the arrays that these can be.

Whether `2 √3` is two entries or one is often settled by the rows around it, which have one length, or by what is
asked, a vector or a matrix. So the ways are kept side by side until it is seen which ones come to an array.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from qbank import limits
from qbank.answers.outline import Laid
from qbank.answers.tree import Node
from qbank.answers.unreadable import Unreadable

Nested: TypeAlias = "Node | list[Nested] | Doubt"


class Doubt(NamedTuple):
    """The ways to lay out one place, the likelier first."""

    ways: tuple[Nested, ...]


def either(ways: Sequence[Nested]) -> Nested:
    """One of these ways, at least one."""
    return ways[0] if len(ways) == 1 else Doubt(tuple(ways))


def alternatives(tree: Nested) -> Iterator[Nested]:
    """All ways to lay out this place; parts of it can be in doubt still."""
    if not isinstance(tree, Doubt):
        yield tree
        return
    for way in tree.ways:
        yield from alternatives(way)


def tables(rows: Sequence[Sequence[list[Nested]]]) -> list[list[Nested]]:
    """Rows, each laid out so that all have one length, for every length that is possible; longer ones first.

    Where none is possible they are left as they are likeliest.
    """
    lengths = set.intersection(*({len(way) for way in row} for row in rows))
    found: list[list[Nested]] = []
    for length in sorted(lengths, reverse=True):
        found.append([next(way for way in row if len(way) == length) for row in rows])
    return found or [[row[0] for row in rows]]


def without_rows(table: list[Nested]) -> list[Nested]:
    """The ways to see a table: rows of one entry each may be meant as one list, or as a column."""
    only = [row[0] for row in table if isinstance(row, list) and len(row) == 1]
    if len(only) < len(table):
        return [table]
    return [only] if any(isinstance(entry, (list, Doubt)) for entry in only) else [only, table]


def only_list(tree: Nested) -> Nested:
    """A list of nothing but one list as that list."""
    if not isinstance(tree, list) or len(tree) != 1 or not isinstance(tree[0], (list, Doubt)):
        return tree
    return either([way if isinstance(way, list) else [way] for way in alternatives(tree[0])])


def arrangements(tree: Nested) -> list[Laid]:
    """Everything that a nested list can be, the likelier first; Unreadable where its rows differ in length."""
    found = _arranged(tree)
    if not found:
        raise Unreadable("form", "rows that differ in length", "write rows of one length")
    return [Laid(entries, shape) for shape, entries in found.items()]


def _arranged(tree: Nested) -> dict[tuple[int, ...], tuple[Node, ...]]:
    """Shape → entries row by row."""
    if isinstance(tree, Doubt):
        found: dict[tuple[int, ...], tuple[Node, ...]] = {}
        for way in tree.ways:
            found = {**found, **_arranged(way), **found}  # what is likelier stays, and stays before
        return found
    if not isinstance(tree, list):
        return {(): (tree,)}
    if len(tree) > limits.ENTRIES_A_SIDE:
        raise Unreadable("bound", f"more than {limits.ENTRIES_A_SIDE} entries on a side")
    inner = [_arranged(item) for item in tree] or [{(): ()}]
    return {
        (len(tree), *shape): tuple([entry for each in inner for entry in each[shape]])
        for shape in inner[0]
        if all(shape in each for each in inner)
    }

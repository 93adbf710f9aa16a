"""Entries with a shape: what vectors and matrices are read into and written from."""

from typing import Any, NamedTuple

from qbank.errors import QbankError


class Array(NamedTuple):
    """Entries row by row and their shape: one side for a vector, two for a matrix."""

    entries: tuple[Any, ...]
    shape: tuple[int, ...]

    @property
    def value(self) -> tuple[Any, ...]:
        """The entries' values as nested tuples."""
        return nested(tuple(entry.value for entry in self.entries), self.shape)


def array(value: Any, sides: int) -> Array:
    """A tuple, or a tuple of rows, as an array; QbankError where it is none of that many sides."""
    what = "matrix" if sides == 2 else "vector"
    if not isinstance(value, (tuple, list)) or any(_is_row(row) != (sides == 2) for row in value):
        raise QbankError(f"{value!r} is no {what}")
    if sides == 1:
        return Array(tuple(value), (len(value),))
    if len({len(row) for row in value}) != 1:
        raise QbankError("the rows of a matrix differ in length, or there are none")
    return Array(tuple(entry for row in value for entry in row), (len(value), len(value[0])))


def nested(entries: tuple[Any, ...], shape: tuple[int, ...]) -> tuple[Any, ...]:
    """Entries row by row as nested tuples of that shape."""
    if len(shape) <= 1:
        return entries
    size = len(entries) // shape[0] if shape[0] else 0
    return tuple(nested(entries[row * size : (row + 1) * size], shape[1:]) for row in range(shape[0]))


def transposed(matrix: Array) -> Array:
    """A matrix with rows and columns swapped."""
    rows, columns = matrix.shape
    entries = tuple(
        matrix.entries[row * columns + column] for column in range(columns) for row in range(rows)
    )
    return Array(entries, (columns, rows))


def bracketed(texts: Any, separator: str = ",") -> str:
    """Nested tuples of texts in brackets."""
    if isinstance(texts, str):
        return texts
    return f"[{separator.join(bracketed(inner, separator) for inner in texts)}]"


def described(shape: tuple[int, ...]) -> str:
    """`a vector of 4 entries`, `a 2 × 2 matrix`, `a 2 × 2 × 3 array`."""
    if len(shape) == 1:
        return f"a vector of {shape[0]} entr{'y' if shape[0] == 1 else 'ies'}"
    return f"a {' × '.join(map(str, shape))} {'matrix' if len(shape) == 2 else 'array'}"


def _is_row(entry: Any) -> bool:
    return isinstance(entry, (tuple, list))

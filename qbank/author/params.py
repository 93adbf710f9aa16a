"""Finite spaces of parameters: how large, which variant has which number, and back from a bank line."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from flint import fmpq

from qbank.author.configuration import Configuration
from qbank.errors import QbankError
from qbank.exact import Whole
from qbank.question import Json

Value = Any  # Whole, fmpq, str, bool, a Configuration, or tuples of these
Length = int | str  # a number, or the name of a parameter that comes earlier


class Domain(Protocol):
    """The values that one parameter can take, given the parameters before it."""

    def size(self, known: Mapping[str, Value]) -> int: ...
    def at(self, index: int, known: Mapping[str, Value]) -> Value: ...
    def from_json(self, value: Json) -> Value: ...
    def needs(self) -> tuple[str, ...]: ...


@dataclass(frozen=True)
class Range:
    """The whole numbers from `first` to `last`, both included."""

    first: int
    last: int

    def size(self, known: Mapping[str, Value]) -> int:
        return self.last - self.first + 1

    def at(self, index: int, known: Mapping[str, Value]) -> Value:
        return Whole(self.first + index)

    def from_json(self, value: Json) -> Value:
        if not isinstance(value, int) or isinstance(value, bool):
            raise QbankError(f"{value!r} is no whole number")
        return Whole(value)

    def needs(self) -> tuple[str, ...]:
        return ()


@dataclass(frozen=True)
class OneOf:
    """Listed values: numbers, words, or the two sides of a convention."""

    values: tuple[Value, ...]

    def size(self, known: Mapping[str, Value]) -> int:
        return len(self.values)

    def at(self, index: int, known: Mapping[str, Value]) -> Value:
        return self.values[index]

    def from_json(self, value: Json) -> Value:
        for own in self.values:
            if to_json(own) == value and isinstance(value, bool) == isinstance(own, bool):
                return own
        raise QbankError(f"{value!r} is none of {', '.join(str(to_json(v)) for v in self.values)}")

    def needs(self) -> tuple[str, ...]:
        return ()


@dataclass(frozen=True)
class ListOf:
    """Lists of `length` values; lists of lists are matrices."""

    of: Domain
    length: Length

    def size(self, known: Mapping[str, Value]) -> int:
        return int(self.of.size(known) ** _number(self.length, known))

    def at(self, index: int, known: Mapping[str, Value]) -> Value:
        base, items = self.of.size(known), []
        for _ in range(_number(self.length, known)):
            index, digit = divmod(index, base)
            items.append(self.of.at(digit, known))
        return tuple(items)

    def from_json(self, value: Json) -> Value:
        if not isinstance(value, list):
            raise QbankError(f"{value!r} is no list")
        return tuple(self.of.from_json(item) for item in value)

    def needs(self) -> tuple[str, ...]:
        own = (self.length,) if isinstance(self.length, str) else ()
        return own + self.of.needs()


def _number(length: Length, known: Mapping[str, Value]) -> int:
    return int(known[length]) if isinstance(length, str) else length


class Space:
    """All combinations of the parameters' values, numbered from 0, before any filter."""

    def __init__(self, domains: Mapping[str, Domain]) -> None:
        self.domains = dict(domains)
        self._needed = {name for domain in domains.values() for name in domain.needs()}
        self.size = self._size(tuple(self.domains), {})

    def _size(self, names: Sequence[str], known: dict[str, Value]) -> int:
        """How many combinations of `names` there are, given those before them."""
        if not names:
            return 1
        domain, rest = self.domains[names[0]], names[1:]
        count = domain.size(known)
        if names[0] not in self._needed:
            return count * self._size(rest, known)
        return sum(self._size(rest, {**known, names[0]: domain.at(i, known)}) for i in range(count))

    def at(self, index: int) -> dict[str, Value]:
        """The variant with this number."""
        known: dict[str, Value] = {}
        names = tuple(self.domains)
        for position, name in enumerate(names):
            domain, rest = self.domains[name], names[position + 1 :]
            if name in self._needed:
                known[name], index = self._descend(domain, name, rest, known, index)
            else:
                choice, index = divmod(index, self._size(rest, known))
                known[name] = domain.at(choice, known)
        return known

    def _descend(
        self, domain: Domain, name: str, rest: Sequence[str], known: dict[str, Value], index: int
    ) -> tuple[Value, int]:
        for choice in range(domain.size(known)):
            value = domain.at(choice, known)
            below = self._size(rest, {**known, name: value})
            if index < below:
                return value, index
            index -= below
        raise IndexError("there is no such variant")

    def from_json(self, values: Mapping[str, Json]) -> dict[str, Value]:
        """The parameters of a bank line. Raises QbankError where they do not fit this space."""
        if set(values) != set(self.domains):
            raise QbankError(f"parameters {sorted(values)} where {sorted(self.domains)} are expected")
        return {name: domain.from_json(values[name]) for name, domain in self.domains.items()}


def to_json(value: Value) -> Json:
    """A parameter as a bank line holds it: whole numbers as numbers, fractions as text such as `1/10`."""
    if isinstance(value, (bool, str)):
        return value
    if isinstance(value, int):
        return int(value)
    if isinstance(value, fmpq):
        return f"{value.p}/{value.q}" if value.q != 1 else int(value.p)
    if isinstance(value, Configuration):
        return {name: to_json(item) for name, item in value.given.items()}
    return [to_json(item) for item in value]

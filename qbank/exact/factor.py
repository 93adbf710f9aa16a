"""What a term can be multiplied with besides √n and e^q."""

from __future__ import annotations

from typing import Any, Self

from qbank.digests import blake2b
from qbank.exact.errors import TooLarge
from qbank.limits import EXPANDED_TERMS

LONGEST_KEY = 256  # characters; longer keys are digested, since keys of nested functions hold those inside


class Factor(str):
    """A name, a prime under a root, π, or the value of a function that is not taken further.

    kind is `name`, `prime`, `pi`, `root` (of a number that is no prime), `exp`, `sin`, `cos` or `log`. As a text it
    is its key, which tells factors apart and orders them: they are hashed and compared all the time. `settled` factors
    are independent of each other (`qbank.exact.terms` says how); the others can satisfy relations that nobody sees.
    `names` are the declared names inside and `weight` is the number of terms inside: TooLarge beyond the bound on
    expanding, so that every walk ends.
    """

    __slots__ = ("argument", "kind", "names", "settled", "weight")

    argument: Any
    kind: str
    names: frozenset[str]
    settled: bool
    weight: int

    def __new__(
        cls,
        kind: str,
        argument: Any,
        key: str,
        *,
        settled: bool = False,
        names: frozenset[str] = frozenset(),
        weight: int = 0,
    ) -> Self:
        if weight > EXPANDED_TERMS:
            raise TooLarge(f"{weight} terms inside {kind}")
        if len(key) > LONGEST_KEY:
            key = blake2b(key.encode()).hexdigest()
        factor = super().__new__(cls, f"{kind} {key}")
        factor.kind, factor.argument = kind, argument
        factor.settled, factor.names, factor.weight = settled, names, weight
        return factor

    def __repr__(self) -> str:
        return f"[{self!s}]"


def named(name: str) -> Factor:
    """A declared name."""
    return Factor("name", name, name, settled=True, names=frozenset({name}))

"""What a term can be multiplied with besides √n and e^q."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

from qbank.exact.errors import TooLarge
from qbank.limits import EXPANDED_TERMS

LONGEST_KEY = 256  # characters; longer keys are digested, since keys of nested functions hold those inside


class Factor:
    """A name, a prime under a root, π, or the value of a function that is not taken further.

    kind is `name`, `prime`, `pi`, `root` (of a number that is no prime), `exp`, `sin`, `cos` or `log`; `key`
    tells factors apart and orders them. `settled` factors are independent of each other (`qbank.exact.terms`
    says how); the others can satisfy relations that nobody sees. `names` are the declared names inside and
    `weight` is the number of terms inside: TooLarge beyond the bound on expanding, so that every walk ends.
    """

    __slots__ = ("argument", "key", "kind", "names", "settled", "weight")

    def __init__(
        self,
        kind: str,
        argument: Any,
        key: str,
        *,
        settled: bool = False,
        names: frozenset[str] = frozenset(),
        weight: int = 0,
    ) -> None:
        if weight > EXPANDED_TERMS:
            raise TooLarge(f"{weight} terms inside {kind}")
        if len(key) > LONGEST_KEY:
            key = blake2b(key.encode()).hexdigest()
        self.kind, self.argument, self.key = kind, argument, f"{kind} {key}"
        self.settled, self.names, self.weight = settled, names, weight

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Factor) and self.key == other.key)

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        return f"[{self.key}]"

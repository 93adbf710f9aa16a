"""All randomness: streams of whole numbers that depend on a seed and a path of names, and on nothing else.

A stream is BLAKE2b in counter mode, so the same seed and path give the same numbers on every machine, Python
version, hash seed and number of workers, and one stream never depends on how much was read from another.
"""

import hashlib
import json
import secrets
from collections.abc import Iterator, Sequence
from typing import TypeVar

Item = TypeVar("Item")


def fresh_seed() -> str:
    """A seed of 128 random bits, as 32 hexadecimal digits: a secret until the exam is over."""
    return secrets.token_hex(16)


class Draws:
    """The stream that belongs to `seed` and `path`, for example `Draws("7", "mask.cells", "variants")`."""

    def __init__(self, seed: str, *path: str | int) -> None:
        # JSON keeps ("a", "bc") and ("ab", "c") apart, and the text "7" from the number 7.
        name = json.dumps([seed, *path], ensure_ascii=False).encode("utf-8")
        self._key = hashlib.blake2b(name, digest_size=32, person=b"qbank draws").digest()
        self._counter = 0
        self._buffer = b""

    def _take(self, count: int) -> bytes:
        while len(self._buffer) < count:
            block = self._counter.to_bytes(8, "big")
            self._buffer += hashlib.blake2b(block, key=self._key, digest_size=64).digest()
            self._counter += 1
        taken, self._buffer = self._buffer[:count], self._buffer[count:]
        return taken

    def below(self, n: int) -> int:
        """A uniform whole number in 0 … n − 1; values past the last are rejected, so none is favoured."""
        if n < 1:
            raise ValueError(f"below({n}): there is no number to draw")
        bits = (n - 1).bit_length()
        size = (bits + 7) // 8
        while True:
            value = int.from_bytes(self._take(size), "big") >> (8 * size - bits)
            if value < n:
                return value

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        """The items in a uniformly drawn order."""
        return [items[i] for i in self.permutation(len(items))]

    def permutation(self, n: int) -> Iterator[int]:
        """0 … n − 1 in a uniformly drawn order, one at a time, without a table of n entries.

        This is Fisher and Yates' shuffle in which only the cells that were touched are kept, so that a space
        of 10^30 variants is permuted as easily as one of ten.
        """
        moved: dict[int, int] = {}
        for left in range(n, 0, -1):
            pick = self.below(left)
            yield moved.get(pick, pick)
            moved[pick] = moved.pop(left - 1, left - 1)

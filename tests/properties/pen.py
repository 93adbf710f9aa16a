"""Choices while writing: a seed, from which the same spelling always follows."""

from qbank.draws import Draws


class Pen:
    """Draws, with the few ways in which texts are made of them."""

    def __init__(self, *path):
        self._draws = Draws("pen", *path)

    def below(self, n):
        """0 … n − 1."""
        return self._draws.below(n)

    def one(self, items):
        """One of several."""
        return items[self._draws.below(len(items))]

    def chance(self, n):
        """Once in n times."""
        return self._draws.below(n) == 0

    def shuffled(self, items):
        """The items in another order."""
        return self._draws.shuffled(items)

    def bytes(self, n):
        """n bytes."""
        return self._draws.below(256**n).to_bytes(n, "big") if n else b""

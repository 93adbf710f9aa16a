"""Whose page is made next: a few at a time, and of one visitor one.

Threads that compute at the same time wait for each other in Python, and that costs more than it brings, so that pages
queue. Whoever asks for many at once queues with one of them, and keeps nobody else waiting for the rest.
"""

from asyncio import Lock
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

from anyio import CapacityLimiter


class Turns:
    """A queue in which everybody stands once."""

    def __init__(self, at_once: int) -> None:
        self._free = CapacityLimiter(at_once)
        # Threads of their own: the shared ones may all wait for a commit or a password.
        self.threads = CapacityLimiter(at_once)
        self._visitors: WeakValueDictionary[str, Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def of(self, visitor: str) -> AsyncIterator[None]:
        """The visitor's turn, when it has come."""
        mine = self._visitors.setdefault(visitor, Lock())
        async with mine, self._free:
            yield

"""The time of the service: milliseconds since 1970 in UTC, which never run backward."""

import time
from threading import Lock
from typing import Protocol

SECOND = 1_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR


class Clock(Protocol):
    """Whatever says what time it is."""

    def now(self) -> int:
        """Milliseconds since 1970 in UTC."""


class ServerClock:
    """The machine's clock, carried on by the steady one while it is set back.

    A deadline is held against it: were the clock followed back, an answer that came too late would have come in
    time, and an answer could be older than the one before it.
    """

    def __init__(self) -> None:
        self._ahead = 0
        self._lock = Lock()

    def now(self) -> int:
        """Milliseconds since 1970 in UTC."""
        steady = time.monotonic_ns() // 1_000_000
        with self._lock:
            self._ahead = max(self._ahead, time.time_ns() // 1_000_000 - steady)
            return steady + self._ahead

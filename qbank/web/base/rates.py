"""How often something may be asked for. Counted in memory: a restart forgives."""

import math
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import NoReturn

from limits import RateLimitItem, RateLimitItemPerMinute, RateLimitItemPerSecond
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from qbank.web.base.refusals import busy

GUESS = RateLimitItemPerMinute(10)  # wrong passwords for one name from one address
GUESS_NAME = RateLimitItemPerMinute(100)  # for one name from anywhere: nobody is kept out by one other
GUESS_ADDRESS = RateLimitItemPerMinute(300)  # from one address, behind which there may be a school
JOIN = RateLimitItemPerMinute(20)
SIGN_UP = RateLimitItemPerMinute(300)  # by address; hashing is bounded by itself, a few at a time
SAVE = RateLimitItemPerMinute(300)  # by person; the page saves while somebody types
PRACTICE = RateLimitItemPerMinute(120)
API = RateLimitItemPerSecond(50)
UPLOAD = RateLimitItemPerMinute(20)


Measure = tuple[RateLimitItem, *tuple[str, ...]]
"""How often something may be, and of whom it is counted."""


class Guess:
    """Something that is counted if it fails."""

    failed = False


class Rates:
    """Counts what each caller has asked for."""

    def __init__(self) -> None:
        self._limiter = MovingWindowRateLimiter(MemoryStorage())
        self._tried: Counter[Measure] = Counter()
        self._lock = Lock()

    def take(self, rate: RateLimitItem, *who: str) -> None:
        """Count one. Raises Refusal(429), with the seconds to wait, where there were too many."""
        if not self._limiter.hit(rate, *who):
            self._refuse(rate, *who)

    @contextmanager
    def guessing(self, *measures: Measure) -> Iterator[Guess]:
        """Count one by each measure if it fails: whoever is right is never counted.

        Those that are being looked at count as failures meanwhile, so that nobody gets more by asking at once.
        Raises Refusal(429) where there were too many.
        """
        with self._lock:
            for measure in measures:
                if not self._limiter.test(*measure, cost=self._tried[measure] + 1):
                    self._refuse(*measure)
            self._tried.update(measures)
        guess = Guess()
        try:
            yield guess
        finally:
            with self._lock:
                self._tried.subtract(measures)
                self._tried = +self._tried
                if guess.failed:
                    for measure in measures:
                        self._limiter.hit(*measure)

    def _refuse(self, rate: RateLimitItem, *who: str) -> NoReturn:
        again = self._limiter.get_window_stats(rate, *who).reset_time
        raise busy(max(1, math.ceil(again - time.time())))

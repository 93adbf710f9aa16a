"""How often something may be asked for. Counted in memory: a restart forgives."""

import math
import time

from limits import RateLimitItem, RateLimitItemPerMinute, RateLimitItemPerSecond
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from qbank.web.base.refusals import busy

SIGN_IN = RateLimitItemPerMinute(10)  # by address and by name
JOIN = RateLimitItemPerMinute(20)
SIGN_UP = RateLimitItemPerMinute(20)
SAVE = RateLimitItemPerMinute(300)  # by person; the page saves while somebody types
PRACTICE = RateLimitItemPerMinute(120)
API = RateLimitItemPerSecond(50)
UPLOAD = RateLimitItemPerMinute(20)


class Rates:
    """Counts what each caller has asked for."""

    def __init__(self) -> None:
        self._limiter = MovingWindowRateLimiter(MemoryStorage())

    def take(self, rate: RateLimitItem, *who: str) -> None:
        """Count one. Raises Refusal(429), with the seconds to wait, where there were too many."""
        if not self._limiter.hit(rate, *who):
            again = self._limiter.get_window_stats(rate, *who).reset_time
            raise busy(max(1, math.ceil(again - time.time())))

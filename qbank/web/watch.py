"""What the service does by itself while it runs: attempts end at their deadline, and are marked."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

from qbank.web.base.site import Site
from qbank.web.sitting import attempts

EVERY_SECONDS = 1.0


@contextmanager
def watching(site: Site) -> Iterator[None]:
    """Look once a second, in a thread of its own, until the block ends."""
    over = Event()
    thread = Thread(target=_look, args=(site, over), name="watch", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def _look(site: Site, over: Event) -> None:
    while not over.wait(EVERY_SECONDS):
        try:
            attempts.end_overdue(site)
        except Exception:
            logging.getLogger("qbank").exception("the watch over deadlines failed")

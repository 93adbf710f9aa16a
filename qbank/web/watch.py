"""What the service does by itself while it runs: attempts end at their deadline, and are marked.

It also keeps its turn to write, and carries on what a sudden end has interrupted.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread

from qbank.web.base.refusals import Refusal
from qbank.web.base.site import Site
from qbank.web.course import publishing
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
    _done(site, publishing.carry_on)
    while not over.wait(EVERY_SECONDS):
        _done(site, _end_overdue)


def _end_overdue(site: Site) -> None:
    site.store.hold()
    attempts.end_overdue(site)


def _done(site: Site, work: Callable[[Site], None]) -> None:
    """Do it; what goes wrong ends nothing else. That the database is away is in the log already."""
    try:
        work(site)
    except Refusal:
        return
    except Exception:
        logging.getLogger("qbank").exception("the watch over deadlines failed")

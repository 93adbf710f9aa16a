"""Writing what somebody else may write at the same moment."""

from collections.abc import Callable
from typing import TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from qbank.web.base.refusals import Refusal
from qbank.web.base.store import Store

TRIES = 5

Result = TypeVar("Result")


def settled(store: Store, work: Callable[[Connection], Result]) -> Result:
    """Do the work; where another was first and a constraint says so, look again at what there is now.

    One writer at a time never meets that; two services on one PostgreSQL can. Raises Refusal(409) where somebody
    else was first each time.
    """
    for _ in range(TRIES):
        try:
            return store.write(work)
        except IntegrityError:
            continue
    raise Refusal(409, "Somebody did the same at the same moment. Load the page again and look.")

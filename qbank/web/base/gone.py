"""A database that is there no more, or is another's by now: said as the driver says that it cannot be reached."""

from sqlalchemy.exc import OperationalError


class Gone(Exception):
    """Why nothing can be kept, for whoever runs the service."""


def gone(reason: str) -> OperationalError:
    """The error that stands for it; visitors are told 503, as for a database that is locked."""
    return OperationalError(None, None, Gone(reason))

"""The file of an SQLite database has to stay where it is: what is written into one that was taken away is lost.

The system lets a program go on with a file that was deleted or moved. So each transaction first looks whether the
path still leads to the file that was opened, and one that wrote looks once more before anybody is told "saved".
"""

from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, event

from qbank.web.base.gone import gone

_Identity = tuple[int, int]


class SameFile:
    """The file of one engine, as it is now or is made by the first connection."""

    def __init__(self, path: Path) -> None:
        self._path, self._journal = path, path.with_name(f"{path.name}-wal")
        self._opened = _identity(path)
        self._has_journal = False

    @classmethod
    def watched(cls, engine: Engine) -> "SameFile | None":
        """The file of that engine, looked at before each connection and transaction; None for PostgreSQL."""
        if engine.dialect.name != "sqlite":
            return None
        file = cls(Path(engine.url.database or ""))
        event.listen(engine, "do_connect", file._before_connecting)
        event.listen(engine, "connect", file._connected)
        event.listen(engine, "begin", file._begun, insert=True)
        return file

    def demand(self) -> None:
        """Raises OperationalError where the path leads to another file by now, or to none."""
        if self._opened is not None and _identity(self._path) != self._opened:
            raise gone(
                f"{self._path} was moved, removed or replaced while it was open; put it back, or restart"
            )

    def demand_kept(self) -> None:
        """Do the same for what was just committed, whose journal must be there too."""
        self.demand()
        there = self._journal.exists()
        if self._has_journal and not there:
            raise gone(f"{self._journal} was removed while it was open; restart the service")
        self._has_journal = there

    def _before_connecting(self, *_: Any) -> None:
        self.demand()  # SQLite would make an empty file in its place

    def _connected(self, *_: Any) -> None:
        self._opened = self._opened or _identity(self._path)

    def _begun(self, _connection: Connection) -> None:
        self.demand()


def _identity(path: Path) -> _Identity | None:
    """What tells a file from every other one; None where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino

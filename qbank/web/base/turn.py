"""Whose turn it is to write a PostgreSQL database: one session holds a lock for it, and that session does the writing.

The lock ends with its session: where the server was restarted, or the connection was cut, another service may have
taken it meanwhile. A lock that is held beside the writing would not notice. Here whoever writes has the lock, since
both are of one session; a new session takes the lock before it writes, or writes nothing.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, Engine, RootTransaction, func, select
from sqlalchemy.exc import DBAPIError

from qbank.web.base.gone import gone

_SERVED = 7_223_602_952  # PostgreSQL's advisory lock of whoever serves or rebuilds a database


class Turn:
    """The session of the one writer. One thread at a time uses it."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._session: Connection | None = None

    def taken(self) -> bool:
        """Whether it is ours now, taken where nobody else has it."""
        if self._session is None:
            session = self._engine.connect()
            if not session.scalar(select(func.pg_try_advisory_lock(_SERVED))):
                session.close()
                return False
            session.commit()  # the lock is the session's, and stays
            self._session = session
        return True

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction of the session that has the lock. Raises OperationalError where it is another's by now."""
        session, transaction = self._begun()
        with transaction:
            yield session

    def end(self) -> None:
        """Give it back. The connection may be lost already, so it is dropped and not asked."""
        if self._session is not None:
            self._session.invalidate()
            self._session.close()
            self._session = None

    def _begun(self) -> tuple[Connection, RootTransaction]:
        """A transaction in a session that answers: where the old one does not, a new one takes its turn."""
        if self._session is not None:
            try:
                return self._answering(self._session)
            except DBAPIError:
                self.end()
        if not self.taken() or self._session is None:
            raise gone("another service has taken this database over; end one of the two")
        return self._answering(self._session)

    def _answering(self, session: Connection) -> tuple[Connection, RootTransaction]:
        if session.invalidated:  # it would connect anew by itself, without the lock
            raise gone("the session has ended")
        transaction = session.begin()
        session.scalar(select(1))
        return session, transaction

"""Reaching the database: what keeps it from being used is said in one sentence, without its password."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from filelock import FileLock, Timeout
from sqlalchemy import Connection, Engine, func, make_url, select
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from qbank.errors import QbankError
from qbank.files import explained
from qbank.web.base.store import engine_for

CONNECT_SECONDS = 5
LOCK_SECONDS = 5  # for what another process has locked; SQLite's connections wait as long
HINT = "see whether it runs, and whether this user may write to it"
_SERVED = 7_223_602_952  # PostgreSQL's advisory lock of whoever serves or rebuilds a database


def reach(url: str) -> Engine:
    """The engine of a database that answers. Raises QbankError where it does not."""
    engine = engine_for(_with_patience(url))
    try:
        with told(), engine.connect():
            return engine
    except QbankError:
        engine.dispose()
        raise


@contextmanager
def reached(url: str) -> Iterator[Engine]:
    """The engine, with nothing left open afterwards."""
    engine = reach(url)
    try:
        yield engine
    finally:
        engine.dispose()


def file_of(url: str) -> Path | None:
    """The file of an SQLite database; None for PostgreSQL."""
    prefix = "sqlite:///"
    return Path(url.removeprefix(prefix)) if url.startswith(prefix) else None


@contextmanager
def told() -> Iterator[None]:
    """What the database refuses inside becomes a QbankError with its first sentence."""
    try:
        yield
    except DBAPIError as error:
        raise QbankError(f"the database cannot be used: {_reason(error)}", hint=HINT) from error
    except PoolTimeout as error:
        raise QbankError("the database cannot be used: it does not answer", hint=HINT) from error


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """One transaction that writes, ended as a whole or not at all."""
    with told(), engine.connect().execution_options(qbank_writes=True) as connection, connection.begin():
        yield connection


@contextmanager
def alone(engine: Engine, folder: Path) -> Iterator[None]:
    """While nobody else serves or rebuilds this database, nor serves from this folder.

    Raises QbankError where somebody does: answers of two services would be numbered twice.
    """
    file = file_of(engine.url.render_as_string(hide_password=False))
    with ExitStack() as held:
        if file is not None:
            _lock_file(held, file.with_name(f"{file.name}.lock"))
        else:
            _lock_database(held, engine)
            _lock_file(held, folder / "serve.lock")
        yield


def _lock_file(held: ExitStack, path: Path) -> None:
    with explained(path):
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        try:
            held.enter_context(FileLock(path, timeout=0))
        except Timeout as error:
            raise _taken(str(path)) from error


def _lock_database(held: ExitStack, engine: Engine) -> None:
    with told():
        connection = held.enter_context(engine.connect().execution_options(isolation_level="AUTOCOMMIT"))
        if not connection.scalar(select(func.pg_try_advisory_lock(_SERVED))):
            raise _taken(engine.url.render_as_string())
    # The connection may be lost while it is held, and then the lock is too; closing it must not fail.
    held.callback(connection.invalidate)


def _taken(where: str) -> QbankError:
    hint = "end that one first, or give this one another --data or --database"
    return QbankError("qbank serves this database already, or works on it", where=where, hint=hint)


def _with_patience(url: str) -> str:
    """The address, with a bound on how long a server may take to answer. Raises QbankError for no address."""
    if not url.startswith("postgresql+psycopg://"):
        if ":memory:" in url or url == "sqlite:///":
            raise QbankError("a database in memory ends with the program", hint="write sqlite:///FILE")
        return url
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError) as error:
        hint = (
            "write postgresql+psycopg://USER@HOST/NAME; a password's @, : and / are written %40, %3A and %2F"
        )
        raise QbankError("--database is no address of a database", hint=hint) from error
    patient = {
        "connect_timeout": str(CONNECT_SECONDS),
        "options": f"-c lock_timeout={LOCK_SECONDS}s",
        **parsed.query,
    }
    return parsed.set(query=patient).render_as_string(hide_password=False)


def _reason(error: DBAPIError) -> str:
    """The driver's own words, on one line."""
    return (str(error.orig).strip() or type(error.orig).__name__).splitlines()[0]

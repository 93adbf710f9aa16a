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
from qbank.web.base.store import engine_for, transaction
from qbank.web.base.turn import Turn

CONNECT_SECONDS = 5
LOCK_SECONDS = 5  # for what another process has locked; SQLite's connections wait as long
HINT = "see whether it runs, and whether this user may write to it"
_UNTIL_GONE = {
    "tcp_user_timeout": "15000",  # ms
    "keepalives_idle": "10", "keepalives_interval": "5", "keepalives_count": "2",
}  # fmt: skip
"""When a server is given up whose machine or network no longer answers."""
_ENCODING = "UTF8"


def reach(url: str) -> Engine:
    """The engine of a database that answers. Raises QbankError where it does not."""
    engine = engine_for(_with_patience(url))
    try:
        with told(), engine.connect() as connection:
            _demand_every_sign(connection)
            return engine
    except QbankError:
        engine.dispose()
        raise


def _demand_every_sign(connection: Connection) -> None:
    """Raises QbankError for a PostgreSQL database that keeps some alphabets alone."""
    if connection.dialect.name != "postgresql":
        return
    encoding = connection.scalar(select(func.current_setting("server_encoding")))
    if encoding != _ENCODING:
        where = connection.engine.url.render_as_string()
        hint = "make it anew: createdb --encoding=UTF8 --template=template0 NAME"
        raise QbankError(f"this database keeps {encoding}, not every sign (UTF8)", where=where, hint=hint)


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
def writing(engine: Engine, turn: Turn | None = None) -> Iterator[Connection]:
    """A transaction that writes (see `store.transaction`). Raises QbankError for what the database refuses."""
    with told(), transaction(engine, turn) as connection:
        yield connection


@contextmanager
def alone(engine: Engine, folder: Path) -> Iterator[Turn | None]:
    """While nobody else serves or rebuilds this database, nor serves from this folder.

    What comes is PostgreSQL's turn to write, which a service has to hold as long as it writes. Raises QbankError
    where somebody does: answers of two services would be numbered twice.
    """
    file = file_of(engine.url.render_as_string(hide_password=False))
    with ExitStack() as held:
        if file is not None:
            _lock_file(held, file.with_name(f"{file.name}.lock"))
            yield None
            return
        turn = _turn(held, engine)
        _lock_file(held, folder / "serve.lock")
        yield turn


def _lock_file(held: ExitStack, path: Path) -> None:
    with explained(path):
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        try:
            held.enter_context(FileLock(path, timeout=0))
        except Timeout as error:
            raise _taken(str(path)) from error


def _turn(held: ExitStack, engine: Engine) -> Turn:
    turn = Turn(engine)
    held.callback(turn.end)
    with told():
        if not turn.taken():
            raise _taken(engine.url.render_as_string())
    return turn


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
        **_UNTIL_GONE,
        **parsed.query,
    }
    return parsed.set(query=patient).render_as_string(hide_password=False)


def _reason(error: DBAPIError) -> str:
    """The driver's own words, on one line."""
    return (str(error.orig).strip() or type(error.orig).__name__).splitlines()[0]

"""The database: many readers, and one writer that commits in groups.

A commit waits for the disk. Were each answer a commit of its own, a class that submits at once would queue for it;
so whatever has come in while one commit was on its way goes into the next, together. Nobody is told "saved" before
the commit that holds their work has returned.
"""

import logging
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DataError, DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from qbank.errors import QbankError
from qbank.web.base.refusals import Refusal
from qbank.web.base.same_file import SameFile
from qbank.web.base.turn import Turn

Result = TypeVar("Result")
Work = Callable[[Connection], Any]

GROUP = 200  # jobs in one commit
WAIT_SECONDS = 30.0  # for an answer from the writer; longer, and the disk is not to be trusted
READERS = 40


class _Job(NamedTuple):
    work: Work
    done: "Future[Any]"


def engine_for(url: str) -> Engine:
    """The engine for `sqlite:///FILE` or `postgresql+psycopg://…`. Raises QbankError for another database."""
    if url.startswith("sqlite:///"):
        engine = create_engine(
            url, pool_size=READERS, max_overflow=10, connect_args={"check_same_thread": False}
        )
        event.listen(engine, "connect", _sqlite_connected)
        event.listen(engine, "begin", _sqlite_begun)
        return engine
    if url.startswith("postgresql+psycopg://"):
        try:
            return create_engine(url, pool_size=20, max_overflow=30, pool_pre_ping=True)
        except ModuleNotFoundError as error:
            raise QbankError(
                "PostgreSQL needs another package", hint="pip install 'qbank[postgres]'"
            ) from error
    hint = "write sqlite:///FILE or postgresql+psycopg://USER@HOST/NAME"
    raise QbankError("--database names no database that qbank knows", hint=hint)


class Store:
    """Reads in the caller's thread, writes in the writer's."""

    def __init__(self, engine: Engine, turn: Turn | None = None) -> None:
        """With a `turn` nothing is written while it is another's; it is for whoever serves PostgreSQL."""
        self.engine = engine
        # A statement of PostgreSQL's sees one state with BEGIN and ROLLBACK around it and without: two ways less.
        self._readable = (
            engine
            if engine.dialect.name == "sqlite"
            else engine.execution_options(isolation_level="AUTOCOMMIT")
        )
        self._turn = turn
        self._file = SameFile.watched(engine)
        self._trouble = ""
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._writer = Thread(target=self._write_on, name="writer", daemon=True)
        self._writer.start()

    @property
    def at_once(self) -> int:
        """How many looks at it pay at the same time: a file answers at once, a server is waited for."""
        return 1 if self.engine.dialect.name == "sqlite" else 3

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A snapshot of the database; nothing that is changed in it stays."""
        with _told(), self._readable.connect() as connection:
            yield connection

    def write(self, work: Callable[[Connection], Result]) -> Result:
        """Do the work in a transaction and return what it returned once that is on the disk.

        The work may be run twice, so it changes nothing but the database. What it raises, this raises, and then
        nothing of it stays. Raises Refusal(503) where the database cannot be written.
        """
        done: Future[Any] = Future()
        self._jobs.put(_Job(work, done))
        with _told():
            try:
                result: Result = done.result(WAIT_SECONDS)
            except TimeoutError as error:
                if done.cancel():  # it will not be done later either: whoever was told so sends it again
                    raise _away() from error
                result = done.result()  # it is being done, and ends within the patience of the database
        return result

    def hold(self) -> None:
        """See to it that the turn to write is still ours, or ours again, also while nobody writes."""
        if self._turn is not None:
            self.write(lambda _: None)

    def close(self) -> None:
        """End when all that was asked for is written."""
        self._jobs.put(None)
        self._writer.join()
        self.engine.dispose()

    def _write_on(self) -> None:
        while (job := self._jobs.get()) is not None:
            group, ends = self._with_waiting(job)
            if group:
                self._commit(group)
            if ends:
                return

    def _with_waiting(self, job: _Job) -> tuple[list[_Job], bool]:
        """The job and those that wait behind it, and whether the writer is to end after them."""
        group = [job] if job.done.set_running_or_notify_cancel() else []
        while len(group) < GROUP:
            try:
                waiting = self._jobs.get_nowait()
            except Empty:
                break
            if waiting is None:
                return group, True
            if waiting.done.set_running_or_notify_cancel():
                group.append(waiting)
        return group, False

    def _commit(self, group: list[_Job]) -> None:
        """All jobs in one transaction; where one fails, each in one of its own."""
        try:
            with self._transaction() as connection:
                results = [job.work(connection) for job in group]
        except BaseException as error:  # noqa: BLE001 - whatever it is, it belongs to whoever waits for it
            self._note(error)
            self._one_by_one(group) if len(group) > 1 else group[0].done.set_exception(error)
            return
        self._note(None)
        for job, result in zip(group, results, strict=True):
            job.done.set_result(result)

    def _note(self, error: BaseException | None) -> None:
        """Tell the log, once, that the database cannot be written, and that it can be again."""
        if error is not None and not isinstance(error, OperationalError):
            return
        trouble = "" if error is None else str(error.orig).strip().partition("\n")[0]
        if trouble != self._trouble:
            said = f"cannot be written: {trouble}" if trouble else "can be written again"
            logging.getLogger("qbank").warning("the database %s", said)
        self._trouble = trouble

    def _one_by_one(self, group: list[_Job]) -> None:
        """Each job alone, until two in a row find the database locked, full or gone: then so will the rest."""
        away = 0
        for at, job in enumerate(group):
            self._commit([job])
            error = job.done.exception()
            away = away + 1 if isinstance(error, OperationalError) else 0
            if away > 1:
                for waiting in group[at + 1 :]:
                    waiting.done.set_exception(error)
                return

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        with transaction(self.engine, self._turn) as connection:
            yield connection
        if self._file is not None:
            self._file.demand_kept()


@contextmanager
def transaction(engine: Engine, turn: Turn | None = None) -> Iterator[Connection]:
    """One transaction that writes, ended as a whole or not at all; with a `turn` only while that is ours."""
    if turn is not None:
        with turn.writing() as connection:
            yield connection
        return
    with engine.connect().execution_options(qbank_writes=True) as connection, connection.begin():
        yield connection


def _sqlite_connected(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # transactions are begun by `_sqlite_begun`, not guessed by the driver
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _sqlite_begun(connection: Connection) -> None:
    writes = connection.get_execution_options().get("qbank_writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


@contextmanager
def _told() -> Iterator[None]:
    """What the database refuses for reasons of its own (locked, full, gone) as a sentence for whoever asked."""
    try:
        yield
    except (OperationalError, PoolTimeout) as error:
        raise _away() from error
    except (DataError, OverflowError, UnicodeEncodeError) as error:
        logging.getLogger("qbank").warning("a value that no column holds", exc_info=error)
        raise Refusal(
            422, "A number in this is too large, or a text is none, so that it cannot be kept."
        ) from error
    except DBAPIError as error:
        if error.connection_invalidated:
            raise _away() from error
        raise


def _away() -> Refusal:
    return Refusal(
        503,
        "The database cannot be reached just now, and nothing was saved. Send it again in a few seconds.",
        again=5,
    )

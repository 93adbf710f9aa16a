"""Bringing a backup back, into either database: all of it in one transaction, or none."""

import math
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Engine,
    Float,
    Integer,
    Table,
    func,
    insert,
    inspect,
    select,
    text,
)
from sqlalchemy.exc import DataError, IntegrityError
from sqlalchemy.schema import CreateSchema

from qbank.errors import QbankError
from qbank.question import Json
from qbank.web.base.begun import mark
from qbank.web.base.migrate import migrate, revision, revisions
from qbank.web.base.reach import alone, file_of, reached, writing
from qbank.web.base.turn import Turn
from qbank.web.upkeep.backup import AT_ONCE, Written, tables_of
from qbank.web.upkeep.backup_read import Backup, opened

LARGEST = 2**63 - 1


class Restored(NamedTuple):
    """What came back, and where what was there before is kept now."""

    written: Written
    kept: str | None


def restore(url: str, folder: Path, path: Path, *, replace: bool) -> Restored:
    """Fill the database from that backup; `replace` moves one that is in use aside first.

    Raises QbankError, and leaves everything as it was, where the backup is damaged or of a newer release, the
    database is in use, or a service runs on it.
    """
    with opened(path) as backup:
        if backup.schema not in revisions():
            raise QbankError("this backup was written by a newer qbank", where=str(path), hint="update qbank")
        with reached(url) as engine, alone(engine, folder) as turn:
            restored = _restored(engine, turn, backup, replace=replace)
        mark(file_of(url))
        return restored


def _restored(engine: Engine, turn: Turn | None, backup: Backup, *, replace: bool) -> Restored:
    with engine.connect() as connection:
        used = in_use(connection)
    if used and not replace:
        raise QbankError(
            "there is something in this database already",
            where=engine.url.render_as_string(),
            hint="--replace keeps it beside and puts the backup in its place",
        )
    file = file_of(engine.url.render_as_string(hide_password=False))
    if not used or file is None:
        with writing(engine, turn) as connection:
            kept = _put_aside(connection) if used else None
            return Restored(_fill(connection, backup), kept)
    return _swapped(engine, file, backup)


def in_use(connection: Connection) -> bool:
    """Whether any table has a row."""
    return any(
        connection.execute(select(table).limit(1)).first() is not None for table in tables_of(connection)
    )


def _swapped(engine: Engine, file: Path, backup: Backup) -> Restored:
    """A new SQLite file takes the place of the old one, once it is whole."""
    new = file.with_name(f"{file.name}.new")
    new.unlink(missing_ok=True)
    try:
        with reached(f"sqlite:///{new}") as beside, writing(beside) as connection:
            written = _fill(connection, backup)
        engine.dispose()  # the last connection takes SQLite's journal into the file
        kept = next(name for name in _names(file.name) if not file.with_name(name).exists())
        file.rename(file.with_name(kept))
        new.rename(file)
    finally:
        for ending in ("", "-wal", "-shm"):
            new.with_name(new.name + ending).unlink(missing_ok=True)
    return Restored(written, str(file.with_name(kept)))


def _put_aside(connection: Connection) -> str:
    """The tables that are there go into a PostgreSQL schema of their own, with all that belongs to them."""
    there = inspect(connection)
    taken = there.get_schema_names()
    kept = next(name for name in _names("qbank", "_") if name not in taken)
    connection.execute(CreateSchema(kept))
    for table in there.get_table_names():
        name = connection.dialect.identifier_preparer.quote(table)
        connection.execute(text(f"ALTER TABLE {name} SET SCHEMA {kept}"))
    return f"the schema {kept}"


def _names(name: str, between: str = ".") -> Iterator[str]:
    return (f"{name}{between}before{between}{number}" for number in range(1, 10_000))


def _fill(connection: Connection, backup: Backup) -> Written:
    """The backup's own schema, its rows, then what this release changed since."""
    if revision(connection) not in (None, backup.schema):
        raise QbankError(
            f"the database has another schema than the backup ({backup.schema})",
            hint="restore into a new database; it is brought up to date afterwards",
        )
    migrate(connection, backup.schema)
    tables = {table.name: table for table in tables_of(connection)}
    if tables.keys() != backup.tables.keys():
        raise QbankError("the backup has other tables than its schema", hint="take another backup")
    rows = sum(_load(connection, table, backup) for table in tables.values())
    migrate(connection)
    return Written(len(tables), rows)


def _load(connection: Connection, table: Table, backup: Backup) -> int:
    listed = backup.tables[table.name]
    if sorted(listed.columns) != sorted(table.columns.keys()):
        raise QbankError(f"the backup has other columns in {table.name!r} than its schema")
    takers = [(name, _taker(table.columns[name])) for name in listed.columns]
    count, waiting = 0, list[dict[str, Any]]()
    for row in backup.rows(table.name):
        count += 1
        waiting.append({
            name: take(value, f"{table.name}:{count}, {name}")
            for (name, take), value in zip(takers, row, strict=True)
        })  # fmt: skip
        if len(waiting) == AT_ONCE:
            _insert(connection, table, waiting)
            waiting = []
    _insert(connection, table, waiting)
    _count_on(connection, table)
    return count


def _insert(connection: Connection, table: Table, rows: list[dict[str, Any]]) -> None:
    try:
        if rows:
            connection.execute(insert(table), rows)
    except (IntegrityError, DataError) as error:
        reason = str(error.orig).splitlines()[0]
        raise QbankError(
            f"a row of {table.name!r} does not fit: {reason}", hint="take another backup"
        ) from error


def _count_on(connection: Connection, table: Table) -> None:
    """PostgreSQL goes on counting after the highest number that came back; SQLite does so by itself."""
    if connection.dialect.name != "postgresql" or "id" not in table.columns:
        return
    column = table.columns["id"]
    if isinstance(column.type, BigInteger):
        highest = connection.scalar(select(func.max(column)))
        sequence = func.pg_get_serial_sequence(table.name, "id")
        connection.execute(select(func.setval(sequence, highest or 1, highest is not None)))


def _taker(column: Column[Any]) -> Callable[[Json, str], Any]:
    """Takes a value of that column's type, and raises QbankError for any other."""
    kinds = {Boolean: _truth, Float: _real, Integer: _whole}
    take = next((each for kind, each in kinds.items() if isinstance(column.type, kind)), _text)

    def taken(value: Json, where: str) -> Any:
        if value is None and column.nullable:
            return None
        found = take(value)
        if found is None:
            raise QbankError("this value is of another type than its column", where=where)
        return found

    return taken


def _truth(value: Json) -> bool | None:
    return value if isinstance(value, bool) else None


def _whole(value: Json) -> int | None:
    fits = isinstance(value, int) and not isinstance(value, bool) and abs(value) <= LARGEST
    return value if fits else None


def _real(value: Json) -> float | None:
    fits = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if fits and abs(value) < LARGEST and math.isfinite(value) else None


def _text(value: Json) -> str | None:
    """A text without half a sign, as a lone surrogate would be."""
    whole = isinstance(value, str) and not any("\ud800" <= sign <= "\udfff" for sign in value)
    return value if whole else None

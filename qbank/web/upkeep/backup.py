"""A backup: one file, the same for SQLite and PostgreSQL, that says of each row what it holds.

A zip of `manifest.json` and `tables/NAME.jsonl`, one row a line. It is read in one snapshot while the service goes
on: all that was acknowledged before is in it, and nothing by half. Rows pass through one by one, so that a large
database needs no more memory than a small one. The same rows give the same bytes.
"""

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from sqlalchemy import Column, ColumnElement, Connection, Engine, MetaData, Table, Text, select

from qbank.errors import QbankError
from qbank.files import replacing
from qbank.home import VERSION
from qbank.question import canonical
from qbank.web.base.migrate import VERSION_TABLE, revision
from qbank.web.base.reach import told

FORMAT = 1
MANIFEST = "manifest.json"
AT_ONCE = 500  # rows that the database hands over together
_DATE = (1980, 1, 1, 0, 0, 0)


class Written(NamedTuple):
    """What a backup holds."""

    tables: int
    rows: int


def backup(engine: Engine, path: Path) -> Written:
    """Write a backup into that file, as a whole or not at all. Raises QbankError where there is nothing to save."""
    with told(), _snapshot(engine) as connection:
        schema = revision(connection)
        if schema is None:
            raise QbankError(
                "this database is empty", hint="see whether --database and --data name the right one"
            )
        with replacing(path) as file:
            return _zipped(connection, file, schema)


def tables_of(connection: Connection) -> list[Table]:
    """The tables as the database has them, each after those that it refers to."""
    found = MetaData()
    found.reflect(connection)
    return [table for table in found.sorted_tables if table.name != VERSION_TABLE]


def member(table: str) -> str:
    """Where a table's rows are."""
    return f"tables/{table}.jsonl"


@contextmanager
def _snapshot(engine: Engine) -> Iterator[Connection]:
    """Every read in it sees the same moment, whatever is written meanwhile."""
    with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            connection = connection.execution_options(
                isolation_level="REPEATABLE READ", postgresql_readonly=True
            )
        with connection.begin():
            yield connection


def _zipped(connection: Connection, file: BinaryIO, schema: str) -> Written:
    listed: dict[str, Any] = {}
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for table in tables_of(connection):
            with archive.open(_entry(member(table.name)), "w", force_zip64=True) as into:
                listed[table.name] = _rows_into(connection, table, into)
        manifest = {"format": FORMAT, "made_by": f"qbank {VERSION}", "schema": schema, "tables": listed}
        archive.writestr(_entry(MANIFEST), json.dumps(manifest, indent=1, sort_keys=True) + "\n")
    return Written(len(listed), sum(each["rows"] for each in listed.values()))


def _entry(name: str) -> ZipInfo:
    entry = ZipInfo(name, _DATE)
    entry.compress_type = ZIP_DEFLATED
    entry.external_attr = 0o600 << 16
    return entry


def _rows_into(connection: Connection, table: Table, into: Any) -> dict[str, Any]:
    """Write a table's rows by their primary key; returns what the manifest says of them."""
    digest, count = hashlib.sha256(), 0
    asked = select(table).order_by(*(_by_signs(connection, each) for each in table.primary_key.columns))
    for row in connection.execute(asked, execution_options={"yield_per": AT_ONCE}):
        line = (canonical(list(row)) + "\n").encode("utf-8")
        digest.update(line)
        into.write(line)
        count += 1
    columns = [column.name for column in table.columns]
    return {"columns": columns, "rows": count, "sha256": digest.hexdigest()}


def _by_signs(connection: Connection, column: Column[Any]) -> ColumnElement[Any]:
    """To be ordered by: texts by their signs on both databases, whatever language PostgreSQL was set up for."""
    texts = isinstance(column.type, Text) and connection.dialect.name == "postgresql"
    return column.collate("C") if texts else column

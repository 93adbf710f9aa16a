"""Bringing a database to the schema of this release, in one transaction: it ends as a whole or stays as it was."""

from importlib.resources import files

from alembic.autogenerate import compare_metadata
from alembic.command import upgrade
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, func, inspect, select

from qbank.errors import QbankError
from qbank.web.base.schema import metadata

VERSION_TABLE = "alembic_version"
_TURN = 7_223_602_951  # PostgreSQL's advisory lock under which one process at a time migrates


def migrate(connection: Connection, to: str = "head") -> None:
    """Run what is missing, while no other process does. On SQLite the caller holds the one write lock.

    Raises QbankError for a database that a newer release has used, or another program.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(_TURN)))
    config, current = _config(), revision(connection)
    if current is None:
        _demand_empty(connection)
    elif current not in revisions():
        raise QbankError(
            "this database was used by a newer qbank", where=current, hint="update qbank, or restore a backup"
        )
    config.attributes["connection"] = connection
    upgrade(config, to)


def revision(connection: Connection) -> str | None:
    """Which schema the database has; None for an empty one."""
    return MigrationContext.configure(connection).get_current_revision()


def revisions() -> list[str]:
    """The schemas that were ever released, oldest first."""
    script = ScriptDirectory.from_config(_config())
    return [each.revision for each in script.walk_revisions()][::-1]


def newest() -> str:
    """The schema of this release."""
    return revisions()[-1]


def differences(connection: Connection) -> list[str]:
    """In what the database differs from the schema of this release; nothing, where it was migrated."""
    context = MigrationContext.configure(connection, opts={"compare_type": True})
    return [str(each) for each in compare_metadata(context, metadata)]


def _demand_empty(connection: Connection) -> None:
    """Raises QbankError where the tables of something else are, which would be mixed with ours."""
    there = sorted(set(inspect(connection).get_table_names()) - {VERSION_TABLE})
    if there:
        raise QbankError(
            f"this database belongs to another program: it has a table {there[0]!r}",
            hint="give qbank a database of its own",
        )


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(files("qbank.web") / "migrations").replace("%", "%%"))
    return config

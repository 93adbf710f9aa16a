"""A mark beside an SQLite database that says it was made: where only the mark is left, the database was lost.

Without it a service would begin anew in silence, and nobody would look for what is gone.
"""

from pathlib import Path

from qbank.errors import QbankError
from qbank.files import write_atomic

_SAID = (
    "qbank has made {name} beside this file. Where that is gone, qbank does not make an empty one in its place:\n"
    "put it back, or bring a backup back with qbank admin restore. To begin anew, remove this file.\n"
)


def demand_there(file: Path | None) -> None:
    """Raises QbankError where there was a database in that file, and now there is no file. None is PostgreSQL's."""
    if file is not None and _mark(file).exists() and not file.exists():
        raise _lost(file, "missing")


def demand_filled(file: Path | None, schema: str | None) -> None:
    """Raises QbankError where there was a database in that file, and now it is one without a schema."""
    if file is not None and _mark(file).exists() and schema is None:
        raise _lost(file, "empty")


def mark(file: Path | None) -> None:
    """Write down that the database was made."""
    if file is not None and not _mark(file).exists():
        write_atomic(_mark(file), _SAID.format(name=file.name))


def _mark(file: Path) -> Path:
    return file.with_name(f"{file.name}.made")


def _lost(file: Path, how: str) -> QbankError:
    hint = f"put it back, or bring a backup back with qbank admin restore; to begin anew, remove {_mark(file).name}"
    return QbankError(f"there was a database, and now it is {how}", where=str(file), hint=hint)

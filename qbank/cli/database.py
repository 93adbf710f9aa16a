"""Which database is meant, for `serve` and `admin`, and that the web service is installed at all."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import click

from qbank.errors import QbankError

F = TypeVar("F", bound=Callable[..., Any])


class Place(NamedTuple):
    """The address of a database, and the folder beside which, or in which, it is."""

    database: str
    folder: Path
    said: str  # the options that lead there, for a command that is to be typed

    @classmethod
    def of(cls, given: dict[str, Any]) -> "Place":
        """What `--database` and `--data` mean. Paths of SQLite files are made absolute."""
        from qbank.web.start import DATABASE, data_folder

        folder = Path(given["data"]) if given["data"] else data_folder()
        database = given["database"] or f"sqlite:///{(folder / DATABASE).resolve()}"
        said = f" --data {given['data']}" if given["data"] else ""
        return cls(database, folder, said + (" --database …" if given["database"] else ""))


def options(f: F) -> F:
    """`--database URL` and `--data DIR`."""
    data = click.option(
        "--data",
        envvar="QBANK_DATA",
        metavar="DIR",
        help="Where the service keeps its files; without it the user's data folder.",
    )
    database = click.option(
        "--database",
        envvar="QBANK_DATABASE",
        metavar="URL",
        help="postgresql+psycopg://…; without it SQLite in --data.",
    )
    return database(data(f))


@contextmanager
def service() -> Iterator[None]:
    """Work of the web service: what is not installed is said, and new files are this user's alone."""
    mask = os.umask(0o077)
    try:
        yield
    except ModuleNotFoundError as error:
        raise QbankError(f"serving needs {error.name}", hint="pip install 'qbank[web]'") from error
    finally:
        os.umask(mask)

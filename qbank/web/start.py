"""Opening a site: its folder, its database brought to this release, its secret, the released bank."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from platformdirs import user_data_path
from sqlalchemy import exists, select

from qbank.errors import QbankError
from qbank.files import explained
from qbank.web.asking.stock import load_released
from qbank.web.base.begun import demand_filled, demand_there, mark
from qbank.web.base.migrate import migrate, newest, revision
from qbank.web.base.reach import HINT, alone, file_of, reach, reached, told, writing
from qbank.web.base.refusals import Refusal
from qbank.web.base.schema import people
from qbank.web.base.site import Settings, Site, secret_of
from qbank.web.base.store import Store
from qbank.web.base.texts import ENGLISH, Texts
from qbank.web.door.people import INSTRUCTOR

DATABASE = "qbank.sqlite"


def data_folder() -> Path:
    """Where this user's programs keep their data."""
    return user_data_path("qbank", appauthor=False)


def made(folder: Path) -> Path:
    """The folder, there and open to this user alone. Raises QbankError where nothing can be written into it."""
    with explained(folder):
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not os.access(folder, os.W_OK | os.X_OK):
            raise QbankError(
                "this folder cannot be written", where=str(folder), hint="give another with --data"
            )
    return folder


@contextmanager
def open_site(settings: Settings, texts: Texts = ENGLISH) -> Iterator[Site]:
    """The site, ready to be served, while no other process serves its database.

    When the block ends, all that was asked for is written. Raises QbankError, in one sentence, where something of
    it is not to be had.
    """
    made(settings.folder)
    file = file_of(settings.database)
    demand_there(file)
    with reached(settings.database) as engine, alone(engine, settings.folder) as turn:
        with writing(engine, turn) as connection:
            demand_filled(file, revision(connection))
            migrate(connection)
        mark(file)
        store = Store(engine, turn)
        try:
            yield _filled(Site(settings, store, _secret(store), texts=texts))
        finally:
            store.close()


def ready(database: str, folder: Path) -> Store:
    """A database for one command. Raises QbankError where it is of another release while a service runs on it."""
    made(folder)
    file = file_of(database)
    demand_there(file)
    with reached(database) as engine:
        with told(), engine.connect() as connection:
            current = revision(connection)
        if current != newest():
            demand_filled(file, current)
            with alone(engine, folder) as turn, writing(engine, turn) as connection:
                migrate(connection)
        mark(file)
    return Store(reach(database))


def _secret(store: Store) -> bytes:
    with _at_the_start():
        return secret_of(store)


def _filled(site: Site) -> Site:
    with _at_the_start():
        load_released(site)
    return site


@contextmanager
def _at_the_start() -> Iterator[None]:
    """A refusal is meant for whoever looks at a page; here nobody does yet."""
    try:
        yield
    except Refusal as refusal:
        reason = getattr(refusal.__cause__, "orig", None) or "it does not answer"
        raise QbankError(f"the database cannot be written: {reason}", hint=HINT) from refusal


def has_instructor(site: Site) -> bool:
    """Whether there is anybody who could make a course."""
    with site.store.read() as connection:
        return bool(connection.scalar(select(exists().where(people.c.role == INSTRUCTOR))))

"""The database goes away, is full or locked: nothing by half, a sentence for whoever asked, and it goes on by itself."""

import sqlite3
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest
from sqlalchemy import create_engine, event, func, insert, select, text

from qbank.errors import QbankError
from qbank.web.base.reach import reach
from qbank.web.base.refusals import Refusal
from qbank.web.base.schema import notices
from qbank.web.base.schema import people as table
from qbank.web.base.store import GROUP, Store, engine_for
from qbank.web.door import people

from .conftest import PASSWORD, Browser

SAID = "and nothing was saved. Send it again in a few seconds."


def count(site):
    with site.store.read() as connection:
        return connection.scalar(select(func.count()).select_from(table))


def notice(kind):
    return lambda connection: (
        connection.execute(insert(notices).values(kind=kind, sentence="s", made=1)) and None
    )


def kinds(store):
    with store.read() as connection:
        return sorted(connection.scalars(select(notices.c.kind)))


def sign_up(browser, word, name):
    return browser.http.post(
        "/sign-up", data={"csrf": word, "name": name, "sign_in": name, "password": PASSWORD}
    )


@contextmanager
def gone(site):
    """The database refuses connections, and drops those that there were."""
    name = site.store.engine.url.database
    admin = create_engine(site.store.engine.url.set(database="postgres"), isolation_level="AUTOCOMMIT")
    with admin.connect() as connection:
        connection.execute(text(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false"))
        connection.execute(
            text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = :name"),
            {"name": name},
        )
        yield
        connection.execute(text(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true"))
    admin.dispose()


@contextmanager
def locked(site):
    """Another process writes, and does not end."""
    engine = site.store.engine
    if engine.dialect.name == "sqlite":
        other = sqlite3.connect(engine.url.database)
        other.execute("BEGIN IMMEDIATE")
        yield
        other.close()
    else:
        other = create_engine(engine.url)
        with other.connect() as connection:
            connection.execute(text("LOCK TABLE people IN SHARE MODE"))
            yield
        other.dispose()


@contextmanager
def full(site):
    """There is no room for another page in an SQLite file."""

    def without_room(connection, _record):
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count={pages}")

    site.store.engine.dispose()
    event.listen(site.store.engine, "connect", without_room)
    yield
    event.remove(site.store.engine, "connect", without_room)
    site.store.engine.dispose()


def impatient(site):
    """Waiting for a lock is cut short, so that the tests are."""

    def hurried(connection, _record):
        connection.execute(
            "PRAGMA busy_timeout=200"
            if site.store.engine.dialect.name == "sqlite"
            else "SET lock_timeout='200ms'"
        )
        connection.commit()

    site.store.engine.dispose()
    event.listen(site.store.engine, "connect", hurried)


def refused_and_recovered(site, trouble):
    browser = Browser(site)
    word = browser.csrf()
    before = count(site)
    with trouble(site):
        answer = sign_up(browser, word, "ben")
        assert answer.status_code == 503
        assert SAID in answer.text
        assert answer.headers["retry-after"] == "5"
        told = browser.http.post(
            "/sign-up", data={"csrf": word, "name": "x", "sign_in": "x", "password": PASSWORD},
            headers={"accept": "application/json"},
        )  # fmt: skip
        assert (told.status_code, told.json()["status"]) == (503, 503)
    assert count(site) == before, "nothing of it is saved, also not later"
    assert sign_up(browser, word, "ben").status_code == 303
    assert count(site) == before + 1


def test_a_locked_database(both):
    impatient(both)
    refused_and_recovered(both, locked)


def test_a_database_that_is_gone(tmp_path, server, some_questions):
    from .conftest import make_site, new_database

    site = make_site(new_database(server), tmp_path, some_questions)
    try:
        refused_and_recovered(site, gone)
        with gone(site):
            assert Browser(site).get("/").status_code == 503
        assert Browser(site).get("/").status_code == 200
    finally:
        site.store.close()


def test_a_full_disk(site):
    """Small rows still fit into the pages that there are; these do not."""
    big = people.add_person
    with full(site):
        with pytest.raises(Refusal) as caught:
            site.store.write(lambda c: big(c, 1, name="x" * 2_000_000, role=people.STUDENT))
        assert caught.value.status == 503
        assert count(site) == 0, "it is still read"
    site.store.write(lambda c: big(c, 1, name="x" * 2_000_000, role=people.STUDENT))
    assert count(site) == 1


def test_one_that_fails_takes_nobody_along(both):
    """Many at once go into one commit; the one that fails is alone in that."""

    def work(number):
        if number % 7 == 0:
            raise Refusal(422, f"not {number}")
        return notice(f"{number:03}")

    def written(number):
        try:
            both.store.write(lambda connection: work(number)(connection))
        except Refusal as refusal:
            return refusal.sentence
        return None

    with ThreadPoolExecutor(40) as crowd:
        said = list(crowd.map(written, range(140)))
    assert said == [f"not {number}" if number % 7 == 0 else None for number in range(140)]
    assert kinds(both.store) == [f"{number:03}" for number in range(140) if number % 7]


def test_what_breaks_a_constraint_is_undone_as_a_whole(both):
    both.store.write(notice("taken"))

    def two(connection):
        notice("first")(connection)
        notice("taken")(connection)

    with pytest.raises(Exception, match=r"(?i)unique"):
        both.store.write(two)
    assert kinds(both.store) == ["taken"]


def test_closing_writes_all_that_was_asked_for(tmp_path):
    from qbank.web.base.migrate import migrate

    url = f"sqlite:///{tmp_path / 'x.sqlite'}"
    store = Store(engine_for(url))
    store.write(migrate)
    begun, may_end = threading.Event(), threading.Event()

    def slow(connection):
        begun.set()
        may_end.wait(20)
        return notice("000")(connection)

    first = threading.Thread(target=store.write, args=(slow,))
    first.start()
    begun.wait(5)
    crowd = [threading.Thread(target=store.write, args=(notice(f"{n:03}"),)) for n in range(1, 2 * GROUP)]
    for each in crowd:
        each.start()
    while store._jobs.qsize() < len(crowd):
        time.sleep(0.01)
    may_end.set()
    store.close()
    for each in [first, *crowd]:
        each.join(40)
    again = Store(engine_for(url))
    there = kinds(again)
    again.close()
    assert there == [f"{n:03}" for n in range(2 * GROUP)]


@pytest.mark.parametrize("url", ["mysql://x", "sqlite://", "", "postgresql://x/y", "sqlite:///"])
def test_what_is_no_database(url):
    with pytest.raises(QbankError):
        reach(url)


def test_postgresql_is_asked_with_patience_that_ends(server):
    engine = reach(server + "postgres")
    with engine.connect() as connection:
        assert connection.scalar(text("SHOW lock_timeout")) == "5s"
        given = connection.connection.dbapi_connection.info.get_parameters()
    assert engine.url.query["connect_timeout"] == "5"
    assert (given["connect_timeout"], given["tcp_user_timeout"], given["keepalives_idle"]) == (
        "5",
        "15000",
        "10",
    )
    engine.dispose()


def test_who_names_another_patience_in_the_address_gets_it(server):
    engine = reach(f"{server}postgres?connect_timeout=60&keepalives_idle=99")
    with engine.connect() as connection:
        given = connection.connection.dbapi_connection.info.get_parameters()
    assert (given["connect_timeout"], given["tcp_user_timeout"], given["keepalives_idle"]) == (
        "60",
        "15000",
        "99",
    )
    engine.dispose()

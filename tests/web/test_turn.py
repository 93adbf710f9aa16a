"""Who may write: a lock that was lost with its connection is taken again before anything is written, or nothing is."""

import os
import time
from contextlib import contextmanager

import httpx
import pytest
from sqlalchemy import create_engine, func, insert, select, text

from qbank.errors import QbankError
from qbank.web.base.reach import reach, writing
from qbank.web.base.refusals import Refusal
from qbank.web.base.schema import notices
from qbank.web.base.store import Store
from qbank.web.base.turn import Turn

from . import postgres
from .conftest import new_database
from .process import qbank, serving
from .test_store import kinds, notice


@pytest.fixture
def url(server, made_database):
    return new_database(server, made_database)


def cut(url):
    """Every connection to that database is dropped, as by a restart or a failover."""
    address, _, name = url.rpartition("/")
    admin = create_engine(f"{address}/postgres", isolation_level="AUTOCOMMIT")
    with admin.connect() as connection:
        connection.execute(
            text("SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = :name"),
            {"name": name},
        )
    admin.dispose()


def soon(true):
    """Whether it is so within a while: a server ends a session, and frees its lock, some time after it was left."""
    end = time.monotonic() + 10
    while not (found := true()) and time.monotonic() < end:
        time.sleep(0.05)
    return found


def writes(store, kind):
    """Whether it may write that."""
    try:
        store.write(notice(kind))
    except Refusal:
        return False
    return True


@contextmanager
def turn_at(url):
    """The turn of another process, with connections of its own."""
    engine = reach(url)
    turn = Turn(engine)
    yield turn
    turn.end()
    engine.dispose()


@contextmanager
def served(url):
    """What a service writes with; at its end the turn is given back."""
    with turn_at(url) as turn:
        store = Store(turn._engine, turn)
        yield store
        store.close()


def test_a_turn_that_was_cut_off_is_taken_again(url):
    with turn_at(url) as other:
        with served(url) as store:
            store.write(notice("a"))
            assert not other.taken()
            cut(url)
            store.write(notice("b"))  # in a session of its own, that has the lock first
            assert not other.taken()
            cut(url)
            store.hold()  # as the watch does each second
            assert not other.taken()
            assert kinds(store) == ["a", "b"]
        assert soon(other.taken)


def test_never_do_two_write(url, caplog):
    with served(url) as a:
        a.write(notice("a1"))
        with served(url) as b:
            with pytest.raises(Refusal) as refused:
                b.write(notice("b1"))
            assert refused.value.status == 503
            cut(url)
            b.write(notice("b2"))
            caplog.clear()
            for _ in range(3):
                with pytest.raises(Refusal) as refused:
                    a.write(notice("a2"))
                assert refused.value.status == 503
            assert [line.message for line in caplog.records] == [
                "the database cannot be written: another service has taken this database over; end one of the two"
            ]
            assert kinds(b) == ["a1", "b2"]
        assert soon(lambda: writes(a, "a3"))
        assert kinds(a) == ["a1", "a3", "b2"]


def test_a_lock_that_goes_while_a_transaction_runs_takes_its_work_along(url):
    with turn_at(url) as other, served(url) as store:

        def interrupted(connection):
            connection.execute(insert(notices).values(kind="half", sentence="s", made=1))
            if not other.taken():
                cut(url)
            connection.execute(select(func.count()).select_from(notices))

        with pytest.raises(Refusal):
            store.write(interrupted)
        assert kinds(store) == []


def test_what_is_rebuilt_alone_is_written_in_its_turn(url):
    with turn_at(url) as turn, turn_at(url) as other:
        with writing(turn._engine, turn) as connection:
            connection.execute(insert(notices).values(kind="k", sentence="s", made=1))
            assert not other.taken()
        turn.end()
        assert soon(other.taken)
        with pytest.raises(QbankError, match="taken this database over"), writing(turn._engine, turn):
            pass


def sent(origin):
    """What becomes of a new account."""
    with httpx.Client(base_url=origin, timeout=20) as browser:
        page = browser.get("/sign-up")
        word = page.text.partition('name="csrf" value="')[2].partition('"')[0]
        name = f"p{time.monotonic_ns()}"
        fields = {"csrf": word, "name": name, "sign_in": name, "password": "correct horse battery"}
        return browser.post("/sign-up", data=fields).status_code


def test_a_server_that_is_restarted_serves_one_service(tmp_path):
    if postgres.programs() is None:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(postgres.WANTED)
    with postgres.restartable() as server:
        database = new_database(server.address)
        with serving("--port", 0, "--data", tmp_path / "a", "--database", database) as first:
            assert sent(first.origin) == 303
            server.stop()
            server.start()
            end = time.monotonic() + 20
            while sent(first.origin) != 303 and time.monotonic() < end:
                time.sleep(0.2)
            second = qbank("serve", "--port", 0, "--data", tmp_path / "b", "--database", database)
            assert second.returncode == 2
            assert "serves this database already" in second.stderr
            assert sent(first.origin) == 303

"""Migrations: what they make is the schema, rows stay, and two at once do no harm."""

import threading

import pytest
from sqlalchemy import func, insert, inspect, select

from qbank.errors import QbankError
from qbank.web.base.migrate import VERSION_TABLE, differences, migrate, newest, revision, revisions
from qbank.web.base.reach import reach, writing
from qbank.web.base.schema import metadata, notices
from qbank.web.door import people
from qbank.web.upkeep.backup import tables_of

from .conftest import make_school, make_site, new_database
from .rows import attempt_of


@pytest.fixture
def engine(database):
    reached = reach(database)
    yield reached
    reached.dispose()


def test_what_is_migrated_is_the_schema(engine):
    with writing(engine) as connection:
        migrate(connection)
        assert revision(connection) == newest()
        assert differences(connection) == []
        assert set(inspect(connection).get_table_names()) == {*metadata.tables, VERSION_TABLE}


def test_a_difference_is_seen(engine):
    with writing(engine) as connection:
        migrate(connection)
        notices.drop(connection)
        assert any("notices" in each for each in differences(connection))


@pytest.mark.parametrize("start", revisions())
def test_every_released_schema_keeps_its_rows(database, tmp_path, some_questions, start):
    """From each release, with the rows that its own tables can hold of a school with an attempt."""
    source = make_site(f"sqlite:///{tmp_path / 'source.sqlite'}", tmp_path, some_questions)
    school = make_school(source)
    source.store.write(lambda connection: attempt_of(connection, school, 1))
    engine = reach(database)
    with source.store.read() as old, writing(engine) as connection:
        migrate(connection, start)
        kept = {table.name: table for table in tables_of(connection)}
        for table in metadata.sorted_tables:
            rows = [dict(row._mapping) for row in old.execute(select(table))]
            if rows and table.name in kept:
                names = kept[table.name].columns.keys()
                connection.execute(insert(kept[table.name]), [{n: row[n] for n in names} for row in rows])
        before = counted(connection)
    for _ in range(2):  # the second finds nothing to do
        with writing(engine) as connection:
            migrate(connection)
            assert revision(connection) == newest()
            assert differences(connection) == []
            assert {name: counted(connection)[name] for name in before} == before
    assert before["attempts"] == 1
    assert before["people"] == 4
    source.store.close()
    engine.dispose()


def counted(connection):
    return {
        table.name: connection.scalar(select(func.count()).select_from(table))
        for table in tables_of(connection)
    }


def test_two_that_migrate_at_once_both_end_well(database):
    failed = []

    def one():
        engine = reach(database)
        try:
            with writing(engine) as connection:
                migrate(connection)
        except QbankError as error:
            failed.append(error)
        finally:
            engine.dispose()

    threads = [threading.Thread(target=one) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert failed == []


def test_a_migration_that_fails_leaves_nothing(engine):
    def interrupted():
        with writing(engine) as connection:
            migrate(connection)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        interrupted()
    with engine.connect() as connection:
        assert inspect(connection).get_table_names() == []


def test_a_newer_database_is_refused(engine):
    with writing(engine) as connection:
        migrate(connection)
        (version,) = inspect(connection).get_columns(VERSION_TABLE)
        assert version["name"] == "version_num"
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(QbankError, match="newer qbank"), writing(engine) as connection:
        migrate(connection)


def test_a_database_of_something_else_is_refused(engine):
    with writing(engine) as connection:
        connection.exec_driver_sql("CREATE TABLE songs (title TEXT)")
    with pytest.raises(QbankError, match="'songs'"), writing(engine) as connection:
        migrate(connection)


def test_postgresql_keeps_every_sign(server, tmp_path):
    """Whatever language it was set up for."""
    site = make_site(new_database(server), tmp_path, [])
    name = "Ægir ∑ 学生 🎓 e\u0301"
    site.store.write(lambda connection: people.add_person(connection, 1, name=name, role=people.STUDENT))
    with site.store.read() as connection:
        assert connection.scalars(select(people.people.c.name)).all() == [name]
    site.store.close()

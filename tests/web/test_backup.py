"""Backups: the same for both databases, taken while the service writes, restored as a whole or not at all."""

import hashlib
import json
import threading
import time
import zipfile

import pytest
from sqlalchemy import insert, select

from qbank import limits
from qbank.errors import QbankError
from qbank.web.base.reach import reach, reached
from qbank.web.base.schema import answers, metadata, notices, practised
from qbank.web.door import people
from qbank.web.sitting import attempts
from qbank.web.upkeep.backup import MANIFEST, backup, tables_of
from qbank.web.upkeep.restore import restore

from .conftest import make_school, make_site, new_database


def saved(url, path):
    """A backup of that database."""
    with reached(url) as engine:
        return backup(engine, path)


def rows_of(url):
    """Every row of every table, by the table's name."""
    with reached(url) as engine, engine.connect() as connection:
        return {
            table.name: sorted(map(tuple, connection.execute(select(table))), key=repr)
            for table in tables_of(connection)
        }


def filled(site):
    """A school with an attempt, and texts of every sort."""
    school = make_school(site)
    odd = ["∑ ε = 1/2 · √2", "", "a\tb\r\nc", "'; DROP TABLE people; --", "🎓", "\u2028", "x" * 5_000]

    def written(connection):
        from .rows import attempt_of

        attempt = attempt_of(connection, school, site.clock.now())
        for revision, text in enumerate(odd, 1):
            connection.execute(
                insert(answers).values(
                    attempt_id=attempt, position=1, part="", revision=revision, typed=text,
                    request=f"r{revision}", received=site.clock.now(), standing=attempts.COUNTS,
                )
            )  # fmt: skip

    site.store.write(written)
    return school


@pytest.fixture
def school_site(tmp_path, some_questions):
    """A site on SQLite with a school, and its address."""
    url = f"sqlite:///{tmp_path / 'qbank.sqlite'}"
    site = make_site(url, tmp_path, some_questions)
    filled(site)
    yield site, url
    site.store.close()


def test_sqlite_to_postgresql_and_back_is_the_same_row_by_row(school_site, tmp_path, server):
    site, first = school_site
    second, third = new_database(server), f"sqlite:///{tmp_path / 'third.sqlite'}"
    one, two, three = (tmp_path / f"{n}.zip" for n in (1, 2, 3))
    written = backup(site.store.engine, one)
    assert written.tables == len(metadata.tables)
    assert restore(second, tmp_path, one, replace=False).written == written
    saved(second, two)
    restore(third, tmp_path, two, replace=False)
    saved(third, three)
    assert rows_of(first) == rows_of(second) == rows_of(third)
    assert one.read_bytes() == two.read_bytes() == three.read_bytes()
    assert sum(map(len, rows_of(first).values())) == written.rows > 100


def test_postgresql_goes_on_counting_after_the_highest_number(school_site, tmp_path, server):
    site, _ = school_site
    backup(site.store.engine, tmp_path / "b.zip")
    other = new_database(server)
    restore(other, tmp_path, tmp_path / "b.zip", replace=False)
    restored = make_site(other, tmp_path, [])
    with restored.store.read() as connection:
        highest = max(connection.scalars(select(people.people.c.id)))
    new = restored.store.write(lambda c: people.add_person(c, 1, name="New", role=people.STUDENT))
    restored.store.write(lambda c: c.execute(insert(notices).values(kind="k", sentence="s", made=1)) and None)
    assert new.id == highest + 1
    restored.store.close()


def test_a_backup_under_writes_holds_all_that_was_acknowledged_and_nothing_by_half(both, tmp_path):
    question = both.store.write(lambda c: c.scalars(select(metadata.tables["questions"].c.id)).first())
    who = both.store.write(lambda c: people.add_person(c, 1, name="Guest", role=people.GUEST)).id
    over, acknowledged = threading.Event(), []

    def pair(number):  # two rows that belong together
        row = {"person_id": who, "question_id": question, "topic": "t", "template": "t", "texts": "[]",
               "verdicts": "[]", "score": 1.0, "made": number}  # fmt: skip
        return lambda c: (
            c.execute(insert(practised), [row | {"request": f"{number}{half}"} for half in "ab"]) and number
        )

    def write_on():
        began = time.monotonic()
        for number in range(100_000):
            if over.is_set():
                return
            acknowledged.append(both.store.write(pair(number)))
            time.sleep(max(0, began + number / 500 - time.monotonic()))

    thread = threading.Thread(target=write_on)
    thread.start()
    try:
        found = []
        for run in range(3):
            time.sleep(0.3)
            before = len(acknowledged)
            backup(both.store.engine, tmp_path / f"{run}.zip")
            found.append((before, len(acknowledged)))
    finally:
        over.set()
        thread.join()
    for run, (before, after) in enumerate(found):
        url = f"sqlite:///{tmp_path / f'restored{run}.sqlite'}"
        restore(url, tmp_path, tmp_path / f"{run}.zip", replace=False)
        requests = sorted((row[8], row[9]) for row in rows_of(url)["practised"])
        numbers = [number for number, _ in requests[::2]]
        assert requests == [(n, f"{n}{half}") for n in numbers for half in "ab"]
        assert numbers == list(range(len(numbers))), "a prefix, in the order of the writes"
        assert before <= len(numbers) <= after + 1
    assert found[-1][0] > found[0][0] > 0


def test_a_database_in_use_is_kept_beside(school_site, tmp_path, server):
    site, first = school_site
    backup(site.store.engine, tmp_path / "b.zip")
    for url in (f"sqlite:///{tmp_path / 'used.sqlite'}", new_database(server)):
        used = make_site(url, tmp_path, [])
        used.store.write(lambda c: people.add_person(c, 1, name="Old", role=people.STUDENT))
        used.store.close()
        with pytest.raises(QbankError, match="--replace"):
            restore(url, tmp_path, tmp_path / "b.zip", replace=False)
        kept = restore(url, tmp_path, tmp_path / "b.zip", replace=True).kept
        assert rows_of(url) == rows_of(first)
        again = restore(url, tmp_path, tmp_path / "b.zip", replace=True).kept
        assert kept != again, "what was kept is kept"
    assert [row[3] for row in rows_of(f"sqlite:///{tmp_path / 'used.sqlite.before.1'}")["people"]] == ["Old"]


def test_nothing_is_restored_under_a_running_service(school_site, tmp_path, server):
    from qbank.web.base.reach import alone

    site, _ = school_site
    backup(site.store.engine, tmp_path / "b.zip")
    for url in (f"sqlite:///{tmp_path / 'other.sqlite'}", new_database(server)):
        with (
            alone(reach(url), tmp_path / "elsewhere"),
            pytest.raises(QbankError, match="serves this database"),
        ):
            restore(url, tmp_path, tmp_path / "b.zip", replace=True)
        restore(url, tmp_path, tmp_path / "b.zip", replace=True)


def test_an_empty_database_is_no_backup(tmp_path):
    with pytest.raises(QbankError, match="empty"):
        saved(f"sqlite:///{tmp_path / 'x.sqlite'}", tmp_path / "b.zip")
    assert not (tmp_path / "b.zip").exists()


# What is damaged or made up.


def unpacked(path):
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def packed(path, members):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)


def signed(members, table, lines):
    """The members with other rows for a table, and a manifest that says so."""
    body = b"".join(lines)
    manifest = json.loads(members[MANIFEST])
    manifest["tables"][table] |= {"rows": len(lines), "sha256": hashlib.sha256(body).hexdigest()}
    return members | {f"tables/{table}.jsonl": body, MANIFEST: json.dumps(manifest).encode()}


def changed_manifest(members, change):
    manifest = json.loads(members[MANIFEST])
    change(manifest)
    return members | {MANIFEST: json.dumps(manifest).encode()}


def rows_changed(table, change):
    def made(members):
        lines = members[f"tables/{table}.jsonl"].splitlines(keepends=True)
        return signed(members, table, change(lines))

    return made


def first_row(table, at, value):
    def change(lines):
        row = json.loads(lines[0])
        row[at] = value
        return [json.dumps(row).encode() + b"\n", *lines[1:]]

    return rows_changed(table, change)


DAMAGES = {
    "a byte of a row": lambda m: m | {"tables/people.jsonl": m["tables/people.jsonl"].replace(b"ada", b"eve", 1)},
    "a row less": lambda m: m | {"tables/people.jsonl": b"".join(m["tables/people.jsonl"].splitlines(True)[1:])},
    "a row more": lambda m: m | {"tables/people.jsonl": m["tables/people.jsonl"] * 2},
    "no manifest": lambda m: {name: body for name, body in m.items() if name != MANIFEST},
    "a file less": lambda m: {name: body for name, body in m.items() if "people" not in name},
    "a file more": lambda m: m | {"../../evil": b"x"},
    "an absolute path": lambda m: m | {"/etc/passwd": b"x"},
    "a newer format": lambda m: changed_manifest(m, lambda x: x.update(format=2)),
    "a newer schema": lambda m: changed_manifest(m, lambda x: x.update(schema="9999")),
    "an unknown field": lambda m: changed_manifest(m, lambda x: x.update(more=1)),
    "another table": lambda m: changed_manifest(m, lambda x: x["tables"].update(evil=x["tables"].pop("people"))),
    "another column": lambda m: changed_manifest(m, lambda x: x["tables"]["people"]["columns"].reverse()
                                                 or x["tables"]["people"]["columns"].append("evil")),
    "columns that are no names": lambda m: changed_manifest(m, lambda x: x["tables"]["people"].update(columns=[1])),
    "a text for a number": first_row("people", 0, "1"),
    "a truth for a number": first_row("people", 0, True),
    "a number beyond 64 bits": first_row("people", 0, 2**63),
    "a number of many digits": rows_changed("people", lambda rows: [b"[" + b"9" * 5_000 + b"]\n", *rows]),
    "a number for a text": first_row("people", 3, 1),
    "half a sign": first_row("people", 3, "\ud800"),
    "nothing where something must be": first_row("people", 3, None),
    "not a number": rows_changed("marks", lambda _: [b"[1,1,1,\"\",\"right\",NaN,1,1,null,null,\"\",null,\"[]\",null,\"\",null,1]\n"]),
    "somebody twice": rows_changed("people", lambda rows: [*rows, rows[0]]),
    "a person that is not there": first_row("members", 1, 999_999),
    "an unknown depth": rows_changed("people", lambda rows: [b"[" * 100_000 + b"\n", *rows]),
    "no row": rows_changed("people", lambda rows: [b"{}\n", *rows]),
    "bytes that are no UTF-8": rows_changed("people", lambda rows: [b"[\"\xff\"]\n", *rows]),
}  # fmt: skip


BESIDES = {
    "behind": lambda content, _at: content + b"junk",
    "behind, and much": lambda content, _at: content + b"\0" * 70_000,
    "before": lambda content, _at: b"junk" + content,
    "between": lambda content, at: content[:at] + b"junk" + content[at:],
    "a comment": lambda content, _at: content[:-2] + b"\4\0junk",
}


@pytest.mark.parametrize("where", BESIDES)
def test_bytes_besides_the_tables_are_refused(school_site, tmp_path, where):
    site, _ = school_site
    backup(site.store.engine, tmp_path / "b.zip")
    with zipfile.ZipFile(tmp_path / "b.zip") as archive:
        at = archive.start_dir
    (tmp_path / "b.zip").write_bytes(BESIDES[where]((tmp_path / "b.zip").read_bytes(), at))
    with pytest.raises(QbankError, match=r"bytes that are of none of its files|no zip"):
        restore(f"sqlite:///{tmp_path / 'new.sqlite'}", tmp_path, tmp_path / "b.zip", replace=False)
    assert not (tmp_path / "new.sqlite").exists()


UNFIT = ("nothing where something must be", "somebody twice", "a person that is not there", "a row more")
"""What the database itself refuses, and one that it does not."""


def test_a_damaged_backup_changes_nothing(school_site, tmp_path, server):
    site, _ = school_site
    backup(site.store.engine, tmp_path / "good.zip")
    members, said = unpacked(tmp_path / "good.zip"), {}
    for url, tried in ((f"sqlite:///{tmp_path / 'target.sqlite'}", DAMAGES), (new_database(server), UNFIT)):
        engine = reach(url)
        for what in tried:
            damage = DAMAGES[what]
            packed(tmp_path / "bad.zip", damage(members))
            with pytest.raises(QbankError) as caught:
                restore(url, tmp_path, tmp_path / "bad.zip", replace=False)
            said[what] = str(caught.value)
            with engine.connect() as connection:
                assert tables_of(connection) == [], what
        engine.dispose()
    assert all("\n" not in sentence for sentence in said.values())


def test_no_zip_is_no_backup(tmp_path):
    for content in (b"", b"hello", b"PK\x05\x06" + b"\0" * 18, b"PK\x03\x04" + b"\0" * 100):
        (tmp_path / "b.zip").write_bytes(content)
        with pytest.raises(QbankError):
            restore(f"sqlite:///{tmp_path / 'x.sqlite'}", tmp_path, tmp_path / "b.zip", replace=False)
    with pytest.raises(QbankError, match="no such file"):
        restore(f"sqlite:///{tmp_path / 'x.sqlite'}", tmp_path, tmp_path / "none.zip", replace=False)


def test_a_name_that_stands_twice_is_refused(school_site, tmp_path):
    site, _ = school_site
    backup(site.store.engine, tmp_path / "good.zip")
    members = unpacked(tmp_path / "good.zip")
    with zipfile.ZipFile(tmp_path / "bad.zip", "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
        with pytest.warns(UserWarning, match="Duplicate"):
            archive.writestr(MANIFEST, members[MANIFEST])
    with pytest.raises(QbankError, match="same name"):
        restore(f"sqlite:///{tmp_path / 'x.sqlite'}", tmp_path, tmp_path / "bad.zip", replace=False)


def test_a_backup_cut_short_anywhere_is_refused(school_site, tmp_path):
    site, _ = school_site
    backup(site.store.engine, tmp_path / "good.zip")
    whole = (tmp_path / "good.zip").read_bytes()
    for share in (0.1, 0.5, 0.9, 0.999):
        (tmp_path / "bad.zip").write_bytes(whole[: int(len(whole) * share)])
        with pytest.raises(QbankError):
            restore(f"sqlite:///{tmp_path / 'x.sqlite'}", tmp_path, tmp_path / "bad.zip", replace=False)


@pytest.mark.parametrize(
    ("name", "measured"),
    [
        ("BACKUP_MEMBERS", lambda infos: len(infos)),
        ("BACKUP_BYTES", lambda infos: sum(info.file_size for info in infos)),
        ("BACKUP_RATIO", lambda infos: max(-(-info.file_size // max(info.compress_size, 1_000)) for info in infos)),
        ("BACKUP_MANIFEST_BYTES", lambda infos: next(i.file_size for i in infos if i.filename == MANIFEST)),
        ("BACKUP_ROW_BYTES", None),
    ],
)  # fmt: skip
def test_each_bound_holds_at_it_and_past_it(school_site, tmp_path, monkeypatch, name, measured):
    site, _ = school_site
    backup(site.store.engine, tmp_path / "good.zip")
    with zipfile.ZipFile(tmp_path / "good.zip") as archive:
        longest = max(len(line) for each in archive.namelist() if each != MANIFEST
                      for line in archive.read(each).splitlines(keepends=True))  # fmt: skip
        at = measured(archive.infolist()) if measured else longest
    monkeypatch.setattr(limits, name, at - 1)
    with pytest.raises(QbankError):
        restore(f"sqlite:///{tmp_path / 'x.sqlite'}", tmp_path, tmp_path / "good.zip", replace=False)
    monkeypatch.setattr(limits, name, at)
    restore(f"sqlite:///{tmp_path / 'x.sqlite'}", tmp_path, tmp_path / "good.zip", replace=False)

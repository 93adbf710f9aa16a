"""`qbank admin`, as a command: people, backups, restoring, checking; beside a running service where it says so."""

import resource
import secrets
import sqlite3
import stat
import subprocess
import sys

import httpx
import pytest
from click.testing import CliRunner
from sqlalchemy import create_engine, insert, text

from qbank import limits
from qbank.cli import group
from qbank.errors import QbankError
from qbank.web.base.migrate import newest
from qbank.web.base.reach import reached, writing
from qbank.web.base.schema import notices
from qbank.web.door import people, tokens

from .conftest import PASSWORD, new_database
from .process import environment, qbank, serving


@pytest.fixture
def place(database, tmp_path):
    """The options that lead to an empty database, on SQLite and once more on PostgreSQL."""
    return ["--database", database, "--data", str(tmp_path / "data")]


def admin(command, place, *arguments, stdin="", status=0):
    """What the command says, on stdout or as its error; the database is another process's where a service runs."""
    call = ["admin", command, *map(str, arguments), *place]
    done = CliRunner().invoke(group, call, input=stdin, standalone_mode=False)
    if status == 2:
        assert isinstance(done.exception, QbankError), done.output
        assert "\n" not in str(done.exception)
        return str(done.exception)
    assert done.exception is None, done.exception
    assert (done.return_value or 0) == status
    return done.stdout


def signed_in(origin, name, password=PASSWORD):
    """Whether one gets in by that password."""
    with httpx.Client(base_url=origin) as browser:
        word = browser.get("/sign-in").text.partition('name="csrf" value="')[2].partition('"')[0]
        answer = browser.post("/sign-in", data={"csrf": word, "sign_in": name, "password": password})
        return answer.status_code == 303


def test_the_life_of_a_service(place, tmp_path):
    """An instructor is made beside the running service, a backup taken, restored elsewhere, and checked."""
    file, other = tmp_path / "b.zip", ["--data", str(tmp_path / "other")]
    with serving("--port", 0, *place) as process:
        said = admin("instructor", place, "Ada", "--name", "Ada Lovelace", stdin=f"{PASSWORD}\nmore\n")
        assert said == "Ada Lovelace is an instructor, and signs in as ada\n"
        assert signed_in(process.origin, "ada")
        assert "There is an account" in admin("instructor", place, "ADA", stdin=PASSWORD, status=2)
        assert "new password" in admin("password", place, "ada", stdin="another password")
        assert not signed_in(process.origin, "ada")
        assert newest() in admin("migrate", place)
        assert admin("check", place) == "the database is whole\n"
        assert "rows of" in admin("backup", place, file)
        assert "serves this database already" in admin("restore", place, file, "--replace", status=2)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600, "it holds keys and answers"
    assert "--replace" in admin("backup", place, file, status=2)
    admin("backup", place, file, "--replace")
    assert "restored" in admin("restore", other, file)
    assert "something in this database" in admin("restore", other, file, status=2)
    assert "kept in" in admin("restore", other, file, "--replace")
    assert admin("check", other) == "the database is whole\n"
    with serving("--port", 0, *other) as process:
        assert signed_in(process.origin, "ada", "another password")
        assert "nobody teaches" not in process.said


def test_an_instructor_can_be_made_before_the_first_start(tmp_path):
    place = ["--data", str(tmp_path)]
    admin("instructor", place, "ada", stdin=PASSWORD)
    assert "8 to 200" in admin("instructor", place, "bob", stdin="short", status=2)
    assert "8 to 200" in admin("instructor", place, "bob", status=2), "no stdin, no password"
    assert "one line" in admin(
        "instructor", place, "x" * (limits.TITLE_CHARACTERS + 1), stdin=PASSWORD, status=2
    )
    assert "x" * 200 in admin("instructor", place, "x" * limits.TITLE_CHARACTERS, stdin=PASSWORD)
    assert "nobody" in admin("password", place, "cleo", stdin=PASSWORD, status=2)


@pytest.mark.parametrize("command", ["backup", "check"])
def test_looking_at_a_database_does_not_make_it(tmp_path, command):
    arguments = [tmp_path / "b.zip"] if command == "backup" else []
    assert "there is no database" in admin(command, ["--data", str(tmp_path / "none")], *arguments, status=2)
    assert not (tmp_path / "none").exists()


def test_a_folder_is_not_made_of_a_slip(tmp_path):
    place = ["--data", str(tmp_path)]
    admin("migrate", place)
    assert "no such folder" in admin("backup", place, tmp_path / "none" / "b.zip", status=2)
    assert not (tmp_path / "none").exists()


def test_a_password_that_is_no_text_is_said_in_a_line(tmp_path):
    place = ["--data", str(tmp_path)]
    admin("instructor", place, "ada", stdin=PASSWORD)
    for command, name in (("password", "ada"), ("instructor", "bob"), ("password", b"\xff\xfe")):
        done = subprocess.run(
            [sys.executable, "-m", "qbank", "admin", command, name, *place],
            input=b"\xff\xfe-longenough\n", capture_output=True, timeout=60, check=False, env=environment(),
        )  # fmt: skip
        assert done.returncode == 2
        assert done.stderr.startswith(b"qbank: ")
        assert done.stderr.count(b"\n") == 1, done.stderr


def test_another_password_takes_the_tokens_of_programs_back(place):
    admin("instructor", place, "ada", stdin=PASSWORD)
    with reached(place[1]) as engine:
        with engine.connect() as connection:
            ada, _ = people.by_sign_in(connection, "ada")
        with writing(engine) as connection:
            for label in ("one", "two"):
                tokens.add_token(connection, ada, label, [tokens.Scope.LEARN], label, 1)
        assert "taken back: 2\n" in admin("password", place, "ada", stdin="another password")
        with engine.connect() as connection:
            assert tokens.holder(connection, "one", 2) is None
            assert tokens.of_person(connection, ada) == []
    assert "token" not in admin("password", place, "ada", stdin=PASSWORD)


def test_a_database_of_some_alphabets_alone_is_refused(server, tmp_path):
    admin_engine = create_engine(server + "postgres", isolation_level="AUTOCOMMIT")
    with admin_engine.connect() as connection:
        connection.execute(
            text("CREATE DATABASE qbank_latin TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'")
        )
    admin_engine.dispose()
    done = qbank("serve", "--port", 0, "--data", tmp_path, "--database", server + "qbank_latin")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1, done.stderr
    assert "LATIN1" in done.stderr
    assert "createdb --encoding=UTF8" in done.stderr


def test_a_password_is_no_option():
    from qbank.cli.admin import command

    names = [name for each in command.commands.values() for option in each.params for name in option.opts]
    assert not any("pass" in name for name in names)


def test_findings_are_listed_and_counted(tmp_path):
    place = ["--data", str(tmp_path)]
    admin("migrate", place)
    other = sqlite3.connect(tmp_path / "qbank.sqlite")
    rows = [(f"x{n}", 77, 88, n, 1) for n in range(limits.FINDINGS_SHOWN + 1)]
    insert = "INSERT INTO attempts (public, quiz_id, person_id, number, started) VALUES (?, ?, ?, ?, ?)"
    other.executemany(insert, rows[: limits.FINDINGS_SHOWN // 2])
    other.commit()
    lines = admin("check", place, status=1).splitlines()
    assert len(lines) == limits.FINDINGS_SHOWN + 1
    assert lines[-1] == f"{limits.FINDINGS_SHOWN} findings"
    other.execute("INSERT INTO sessions VALUES ('d', 99, 1, 1)")
    other.commit()
    other.close()
    lines = admin("check", place, status=1).splitlines()
    assert lines[-2] == "reference: and 1 more"
    assert lines[-1] == f"{limits.FINDINGS_SHOWN + 1} findings"


def test_an_older_database_under_a_running_service_is_left_alone(server, tmp_path):
    """Whoever has installed a new release beside a service that still runs the old one."""
    place = ["--database", new_database(server), "--data", str(tmp_path)]
    with serving("--port", 0, *place):
        engine = create_engine(place[1])
        with engine.begin() as connection:
            connection.execute(text("DELETE FROM alembic_version"))
        engine.dispose()
        assert "serves this database already" in admin("migrate", place, status=2)


@pytest.mark.parametrize("command", ["instructor", "password", "migrate", "backup", "restore", "check"])
def test_a_database_that_cannot_be_reached(tmp_path, command):
    place = ["--database", "postgresql+psycopg://u:secret-word@127.0.0.1:1/x", "--data", str(tmp_path)]
    (tmp_path / "b.zip").write_bytes(b"x")
    arguments = {
        "instructor": ["ada"],
        "password": ["ada"],
        "backup": [tmp_path / "c.zip"],
        "restore": [tmp_path / "b.zip"],
    }
    said = admin(command, place, *arguments.get(command, []), status=2)
    assert "cannot be used" in said or "zip" in said
    assert "secret-word" not in said


def test_the_process_says_one_line(tmp_path):
    done = qbank("admin", "restore", tmp_path / "none.zip", "--data", tmp_path)
    assert done.returncode == 2
    assert (
        done.stderr
        == f"qbank: {tmp_path / 'none.zip'}: cannot be read or written: no such file or directory\n"
    )


def test_a_backup_that_finds_no_room_leaves_the_old_one(tmp_path):
    """A process that may write files of 40 KB at most."""
    place, file = ["--data", str(tmp_path)], tmp_path / "b.zip"
    admin("instructor", place, "ada", "--name", "Ada", stdin=PASSWORD)
    with reached(f"sqlite:///{tmp_path / 'qbank.sqlite'}") as engine, writing(engine) as connection:
        row = {"kind": "long", "sentence": secrets.token_hex(100_000), "made": 1}
        connection.execute(insert(notices).values(row))
    admin("backup", place, file)
    old = file.read_bytes()
    done = qbank(
        "admin", "backup", file, "--replace", *place,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, 40_000)),
    )  # fmt: skip
    assert done.returncode == 2
    assert "file too large" in done.stderr
    assert "Traceback" not in done.stderr
    assert file.read_bytes() == old
    assert not list(tmp_path.glob(".b.zip*"))

"""`qbank serve` as a process: what it says, what it refuses, how it ends."""

import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time

import httpx
import pytest

from .process import qbank, serving


def refused(*arguments, **given):
    """The one line that the command says, ended with status 2."""
    done = qbank("serve", "--no-generate", *arguments, **given)
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    assert done.stderr.startswith("qbank: ")
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr


def test_the_first_start_needs_nothing_and_says_where_it_is(tmp_path):
    began = time.monotonic()
    with serving("--port", 0, "--data", tmp_path / "new" / "folder") as process:
        seconds = time.monotonic() - began
        assert re.fullmatch(r"http://127\.0\.0\.1:[1-9]\d+", process.origin)
        page = httpx.get(process.origin)
        said = process.stdout.readline()
    assert page.status_code == 200
    assert "Transformers" in page.text
    assert f"qbank admin instructor --data {tmp_path / 'new' / 'folder'} NAME" in said
    assert seconds < 15, "a few seconds, on a machine that others use too"
    assert (tmp_path / "new" / "folder").stat().st_mode & 0o077 == 0
    assert (tmp_path / "new" / "folder" / "qbank.sqlite").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_by_itself_when_asked(tmp_path, ending):
    with serving("--port", 0, "--data", tmp_path) as process:
        httpx.get(process.origin)
        process.send_signal(ending)
        assert process.wait(20) == 0
        assert process.stderr.read() == ""
    assert not (tmp_path / "qbank.sqlite-wal").exists(), "the journal is taken into the file"


def test_what_was_begun_is_finished_and_nothing_new_is_taken(tmp_path):
    """A request whose body is still on its way when the service is asked to end."""
    with serving("--port", 0, "--data", tmp_path) as process:
        with httpx.Client(base_url=process.origin) as browser:
            word = re.search(r'name="csrf" value="([0-9a-f]+)"', browser.get("/sign-up").text)[1]
            cookie = browser.cookies["qbank"]
        body = f"csrf={word}&name=Ben&sign_in=ben&password=correct+horse+battery"
        host, port = process.origin.removeprefix("http://").split(":")
        with socket.create_connection((host, int(port)), timeout=20) as begun:
            head = (
                f"POST /sign-up HTTP/1.1\r\nHost: {host}:{port}\r\nCookie: qbank={cookie}\r\n"
                f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n"
            )
            begun.sendall((head + body[:20]).encode())
            time.sleep(0.3)
            process.send_signal(signal.SIGTERM)
            time.sleep(0.7)
            with pytest.raises(OSError):  # noqa: PT011 - refused or reset, as the system has it
                socket.create_connection((host, int(port)), timeout=2).close()
            begun.sendall(body[20:].encode())
            assert begun.recv(200).startswith(b"HTTP/1.1 303")
        assert process.wait(20) == 0
    with sqlite3.connect(tmp_path / "qbank.sqlite") as connection:
        assert connection.execute("SELECT sign_in FROM people").fetchall() == [("ben",)]
    connection.close()


def test_a_second_service_on_the_same_folder_is_refused(tmp_path):
    with serving("--port", 0, "--data", tmp_path):
        assert "serves this database already" in refused("--port", 0, "--data", tmp_path)
    with serving("--port", 0, "--data", tmp_path) as process:
        process.kill()
        process.wait()
    with serving("--port", 0, "--data", tmp_path):
        pass


def test_a_second_service_on_the_same_postgresql_is_refused(server, tmp_path):
    from .conftest import new_database

    url = new_database(server)
    with serving("--port", 0, "--data", tmp_path / "a", "--database", url) as process:
        assert httpx.get(process.origin).status_code == 200
        said = refused("--port", 0, "--data", tmp_path / "b", "--database", url)
        assert "serves this database already" in said


def test_a_port_that_is_taken(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = refused("--port", port, "--data", tmp_path)
    assert f"--port {port}" in said
    assert "already in use" in said
    assert not list(tmp_path.iterdir()), "nothing is made for a service that cannot start"


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [
        (["--host", "nowhere.invalid"], "no address of this machine"),
        (["--host", "192.0.2.1"], "cannot listen here"),
        (["--host", "a" * 70], "no address of this machine"),
        (["--host", "::"], "without HTTPS"),
        (["--origin", "http://quiz.example.org"], "without HTTPS"),
        (["--origin", "quiz.example.org"], "no address"),
        (["--origin", "https://quiz.example.org/path"], "no address"),
        (["--origin", "https://user@quiz.example.org"], "no address"),
        (["--origin", "https://quiz.example.org:port"], "no address"),
        (["--origin", "https://["], "no address"),
        (["--origin", "https://quiz.example.org?x"], "no address"),
        (["--database", "mysql://localhost/x"], "no database that qbank knows"),
        (["--database", "sqlite:///:memory:"], "in memory"),
        (["--database", "postgresql+psycopg://u:secret-word@127.0.0.1:a/x"], "no address of a database"),
        (["--database", "postgresql+psycopg://u:secret-word@127.0.0.1:1/x"], "cannot be used"),
        (["--database", "postgresql+psycopg://u:secret-word@nowhere.invalid/x"], "cannot be used"),
        (["--database", "postgresql+psycopg://u:secret-word@127.0.0.1/x?nonsense=1"], "cannot be used"),
    ],
)
def test_what_cannot_be_started(tmp_path, arguments, wanted):
    port = [] if "--origin" in arguments else ["--port", 0]
    said = refused(*port, "--data", tmp_path, *arguments)
    assert wanted in said
    assert "secret-word" not in said


def test_a_wrong_password_or_name(server, tmp_path):
    address = server.replace("postgres@", "nobody:secret-word@") + "none"
    said = refused("--port", 0, "--data", tmp_path, "--database", address)
    assert "does not exist" in said
    assert "secret-word" not in said


def test_a_folder_that_is_a_file(tmp_path):
    (tmp_path / "file").write_text("")
    assert "file" in refused("--port", 0, "--data", tmp_path / "file")
    assert "not a directory" in refused("--port", 0, "--data", tmp_path / "file" / "below")


def test_a_folder_that_cannot_be_written(tmp_path):
    folder = tmp_path / "closed"
    folder.mkdir(mode=0o500)
    if os.access(folder, os.W_OK):  # root may write everywhere but into a file system of the kernel's
        folder = "/proc/self"
    said = refused("--port", 0, "--data", folder)
    assert "cannot be written" in said or "unable to open" in said or "cannot be read or written" in said


def test_a_file_that_is_no_database(tmp_path):
    (tmp_path / "qbank.sqlite").write_bytes(b"hello, this is a text and no database\n" * 100)
    assert "not a database" in refused("--port", 0, "--data", tmp_path)


def test_a_file_that_was_damaged(tmp_path):
    with serving("--port", 0, "--data", tmp_path):
        pass
    file = tmp_path / "qbank.sqlite"
    content = bytearray(file.read_bytes())
    content[100:] = b"\xff" * (len(content) - 100)
    file.write_bytes(content)
    assert "malformed" in refused("--port", 0, "--data", tmp_path)


def test_a_database_of_another_program(tmp_path):
    with sqlite3.connect(tmp_path / "qbank.sqlite") as connection:
        connection.execute("CREATE TABLE songs (title TEXT)")
    connection.close()
    assert "another program: it has a table 'songs'" in refused("--port", 0, "--data", tmp_path)


def test_a_database_of_a_newer_release(tmp_path):
    with sqlite3.connect(tmp_path / "qbank.sqlite") as connection:
        connection.execute("CREATE TABLE alembic_version (version_num TEXT)")
        connection.execute("INSERT INTO alembic_version VALUES ('9999')")
    connection.close()
    assert "9999: this database was used by a newer qbank" in refused("--port", 0, "--data", tmp_path)


def test_a_database_that_another_process_has_locked(tmp_path):
    with serving("--port", 0, "--data", tmp_path):
        pass
    locked = sqlite3.connect(tmp_path / "qbank.sqlite")
    locked.execute("BEGIN IMMEDIATE")
    assert "locked" in refused("--port", 0, "--data", tmp_path)
    locked.close()


def test_the_service_without_its_packages_says_what_to_install(tmp_path):
    code = (
        "import sys; sys.modules['uvicorn'] = None; sys.argv = ['qbank', 'serve', '--port', '0', '--data', sys.argv[1]];"
        "from qbank.cli import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr == "qbank: serving needs uvicorn; pip install 'qbank[web]'\n"

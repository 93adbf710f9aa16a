"""A PostgreSQL of the tests' own: a cluster in a temporary folder, on a free port of this machine alone."""

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Callable
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

WANTED = "PostgreSQL is missing: run make system (apt-get install postgresql)"


def programs():
    """The folder with `initdb` and `pg_ctl`, None where there is none."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if found:
        return found[-1].parent
    on_path = shutil.which("initdb")
    return Path(on_path).parent if on_path else None


@contextmanager
def cluster():
    """The address of a running server up to the database's name; it is stopped and gone afterwards."""
    with restartable() as server:
        yield server.address


class Server(NamedTuple):
    """Such an address; what breaks the server off, and what starts it again."""

    address: str
    stop: Callable[[], None]
    start: Callable[[], None]


@contextmanager
def restartable():
    """A server that can go away and come back."""
    folder = Path(tempfile.mkdtemp(prefix="qbank-postgres-"))
    as_root = os.geteuid() == 0
    user = "postgres" if as_root else os.environ.get("USER", "postgres")
    prefix = ["runuser", "-u", "postgres", "--"] if as_root else []
    if as_root:
        shutil.chown(folder, "postgres")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    data, tools = folder / "data", programs()

    def run(*call):
        subprocess.run(
            [*prefix, *map(str, call)], check=True, cwd="/", stdout=subprocess.DEVNULL, timeout=120
        )

    run(
        tools / "initdb",
        "-D",
        data,
        "-A",
        "trust",
        "-U",
        user,
        "--no-sync",
        "--encoding=UTF8",
        "--locale=C.UTF-8",
    )
    options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c max_connections=200"
    control = partial(run, tools / "pg_ctl", "-D", data, "-w", "-t", "60")
    start = partial(control, "-l", folder / "log", "-o", options, "start")
    stop = partial(control, "-m", "immediate", "stop")
    start()
    try:
        yield Server(f"postgresql+psycopg://{user}@127.0.0.1:{port}/", stop, start)
    finally:
        with suppress(subprocess.CalledProcessError):  # a test may have left it stopped
            stop()
        shutil.rmtree(folder, ignore_errors=True)

"""`qbank` as a process of its own, as whoever runs a service starts it."""

import os
import select
import signal
import subprocess
import sys
import time
from contextlib import contextmanager

START_SECONDS = 30


def qbank(*arguments, stdin=None, **given):
    """The finished command: what it said, and its status."""
    return subprocess.run(
        [sys.executable, "-m", "qbank", *map(str, arguments)],
        input=stdin, capture_output=True, text=True, encoding="utf-8", timeout=60, check=False,
        stdin=subprocess.DEVNULL if stdin is None else None, env=environment(), **given,
    )  # fmt: skip


def environment():
    """Nothing of the caller's own settings."""
    return {name: value for name, value in os.environ.items() if not name.startswith("QBANK_")}


@contextmanager
def serving(*arguments, wait=True):
    """A running service with its `origin`; it is ended by SIGTERM unless it has ended."""
    process = subprocess.Popen(
        [sys.executable, "-m", "qbank", "serve", "--no-generate", *map(str, arguments)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True, env=environment(),
    )  # fmt: skip
    try:
        process.said = _first_line(process) if wait else ""
        process.origin = process.said.partition("qbank serves ")[2].partition(" ")[0]
        yield process
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()
        process.stdout.close()
        process.stderr.close()
        process.wait()


def _first_line(process):
    """What it says once it can be reached."""
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        if select.select([process.stdout], [], [], 0.2)[0]:
            line = process.stdout.readline()
            assert line, process.stderr.read()
            return line
    raise AssertionError("it did not start in time")

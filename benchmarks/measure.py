"""What is measured, and how: seconds of one thread, medians, processes run from bytecode, peaks of memory."""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from benchmarks.mix import Item

CACHE = tempfile.TemporaryDirectory()
ENVIRONMENT = {**os.environ, "PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": CACHE.name}
RUNNER = Path(__file__).with_name("raised.py")


class Pass(NamedTuple):
    """Every answer judged once: the processor's seconds for each, and the clock's for all."""

    seconds: list[float]
    wall: float

    @property
    def rate(self) -> float:
        """Answers a second of one core."""
        return len(self.seconds) / sum(self.seconds)


class Process(NamedTuple):
    """A whole process: the clock's seconds and the peak of its memory in bytes."""

    wall: float
    peak: int


def judge(items: Sequence[Item]) -> Pass:
    """qbank's time for these answers. The thread's own time counts, so that other processes do not."""
    seconds, start = [], time.perf_counter()
    for item in items:
        before = time.thread_time()
        item.verdict()
        seconds.append(time.thread_time() - before)
    return Pass(seconds, time.perf_counter() - start)


def quantile(values: Sequence[float], share: float) -> float:
    """The value that this share of the values does not exceed."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


@contextmanager
def kept(folder: str) -> Iterator[str]:
    """A folder that stays, for `with`."""
    yield folder


def wall(command: Sequence[str], stdin: str | None = None) -> float:
    """Seconds from the start of a process to its end."""
    start = time.perf_counter()
    done = subprocess.run(command, input=stdin, capture_output=True, text=True, env=ENVIRONMENT, check=False)
    seconds = time.perf_counter() - start
    if done.returncode:
        raise SystemExit(f"{' '.join(command)} failed:\n{done.stderr}")
    return seconds


def alternately(ours: Sequence[str], theirs: Sequence[str], stdin: str, rounds: int) -> tuple[float, float]:
    """The medians of two commands' times, A B A B after one round to warm up; `stdin` is for the second."""
    wall(ours), wall(theirs, stdin)
    pairs = [(wall(ours), wall(theirs, stdin)) for _ in range(rounds)]
    return statistics.median(a for a, _ in pairs), statistics.median(b for _, b in pairs)


def check(arguments: Sequence[str], rows: int, size: int) -> Process:
    """`qbank check` with the bounds on tables raised to so many rows and bytes."""
    with tempfile.NamedTemporaryFile("r", encoding="ascii") as told:
        command = [sys.executable, str(RUNNER), str(rows), str(size), told.name, "check", *arguments]
        seconds = wall(command)
        return Process(seconds, int(told.read()))

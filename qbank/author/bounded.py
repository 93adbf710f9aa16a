"""A bound on the time and memory that a calculation may take: parameters that people give may be of any size."""

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from qbank.errors import QbankError

SMALLER = "give smaller parameters"


class TooLarge(QbankError):
    """A calculation that would take more than it may."""


@contextmanager
def bounded(seconds: int, memory: int) -> Iterator[None]:
    """Raises TooLarge once the body has run for so long, or asks for so many bytes more than the process has.

    Time is bounded in the main thread of systems that have alarms, memory on Linux; elsewhere nothing is.
    """
    try:
        with _alarm(seconds), _address_space(memory):
            yield
    except TimeoutError as error:
        raise TooLarge(f"this takes more than {seconds} seconds", hint=SMALLER) from error
    except MemoryError as error:
        raise _too_much(memory) from error
    except RuntimeError as error:  # PyTorch's way to say the same
        if "allocate memory" not in str(error):
            raise
        raise _too_much(memory) from error


def _too_much(memory: int) -> TooLarge:
    return TooLarge(f"this takes more than {memory / 2**30:.3g} GiB of memory", hint=SMALLER)


@contextmanager
def _alarm(seconds: int) -> Iterator[None]:
    if not hasattr(signal, "SIGALRM") or threading.current_thread() is not threading.main_thread():
        yield
        return
    former = signal.signal(signal.SIGALRM, _stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, former)


def _stop(number: int, frame: FrameType | None) -> None:
    raise TimeoutError


@contextmanager
def _address_space(memory: int) -> Iterator[None]:
    if sys.platform != "linux":
        yield
        return
    import resource

    former = resource.getrlimit(resource.RLIMIT_AS)
    wanted = _mapped(resource.getpagesize()) + memory
    most = wanted if former[0] == resource.RLIM_INFINITY else min(wanted, former[0])
    resource.setrlimit(resource.RLIMIT_AS, (most, former[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, former)


def _mapped(page: int) -> int:
    """Bytes of address space that the process has."""
    counts = Path("/proc/self/statm").read_text(encoding="ascii")
    return int(counts.split()[0]) * page

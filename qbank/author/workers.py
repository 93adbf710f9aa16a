"""Verifying topics side by side: one process a core, each with its own PyTorch."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from qbank.author.confirm import laboratory
from qbank.author.pack import Packs
from qbank.author.verify import Report, verify_topic


def verify_side_by_side(
    folders: Sequence[str], topics: Sequence[str], device: str, most: int, jobs: int
) -> Iterator[list[Report]]:
    """The reports of each topic, in the order of `topics`; `folders` are the packs beside the built-in one.

    Processes are started afresh: PyTorch's threads do not survive a fork.
    """
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        yield from pool.map(
            _reports, *zip(*((tuple(folders), topic, device, most) for topic in topics), strict=True)
        )


def _reports(folders: Sequence[str], topic: str, device: str, most: int) -> list[Report]:
    with laboratory(device) as lab:
        return verify_topic(Packs(folders).topic(topic), lab, most)

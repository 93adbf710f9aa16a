"""What several tests share: packs, a laboratory, and the rule that in CI nothing is skipped."""

import os
from itertools import pairwise

import pytest

from qbank.author.confirm import laboratory
from qbank.author.pack import Packs

LONG = ("tests/test_topics.py", "tests/test_wheel.py", "tests/test_docs.py", "tests/test_mutants.py")


def pytest_collection_modifyitems(items):
    """What takes long comes first, each worker's share of it: one that comes last keeps the other workers waiting."""
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    long = [item for item in items if item.nodeid.startswith(LONG)]
    others = [item for item in items if not item.nodeid.startswith(LONG)]
    bounds = [len(others) * at // workers for at in range(workers + 1)]
    items[:] = [
        item
        for at, (start, end) in enumerate(pairwise(bounds))
        for item in (*long[at::workers], *others[start:end])
    ]


@pytest.fixture(scope="session")
def packs():
    """The built-in pack."""
    return Packs()


@pytest.fixture
def lab():
    """PyTorch on the CPU, set up for confirmations."""
    with laboratory("cpu") as lab:
        yield lab


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    """With CI=true a skipped test has failed: install what is missing with `make system`."""
    outcome = yield
    report = outcome.get_result()
    if report.skipped and os.environ.get("CI") == "true" and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped in CI: {report.longrepr}"

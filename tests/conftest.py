"""What several tests share: packs, a laboratory, and the rule that in CI nothing is skipped."""

import os

import pytest

from qbank.author.confirm import laboratory
from qbank.author.pack import Packs


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

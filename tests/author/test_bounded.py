"""The bound on what one answer may take, with real work on either side of it."""

import math
import signal
import time

import pytest
import torch

from qbank import limits
from qbank.author.bounded import TooLarge, bounded
from qbank.author.pack import Packs
from qbank.author.solve import solve

MEBIBYTE = 2**20


def test_work_within_the_bounds_goes_through_and_leaves_no_alarm():
    with bounded(5, 512 * MEBIBYTE):
        assert torch.ones(MEBIBYTE).sum() == MEBIBYTE
    assert signal.alarm(0) == 0


def test_what_takes_longer_is_stopped():
    started = time.monotonic()
    with pytest.raises(TooLarge, match="more than 1 seconds"), bounded(1, 512 * MEBIBYTE):
        sum(math.sin(i) for i in range(10**10))
    assert time.monotonic() < started + 5


@pytest.mark.parametrize("allocate", [lambda size: torch.empty(size, dtype=torch.uint8), bytearray])
def test_what_takes_more_memory_is_stopped_whoever_asks_for_it(allocate):
    with bounded(5, 512 * MEBIBYTE):
        allocate(256 * MEBIBYTE)
    with pytest.raises(TooLarge, match=r"more than 0\.5 GiB"), bounded(5, 512 * MEBIBYTE):
        allocate(600 * MEBIBYTE)
    allocate(600 * MEBIBYTE)  # the bound is gone


def test_other_faults_pass():
    with pytest.raises(RuntimeError, match="singular"), bounded(5, limits.SOLVED_BYTES):
        torch.linalg.inv(torch.zeros(2, 2))


def test_a_parameter_of_any_size_is_answered_or_refused(lab):
    template = Packs().template("mask.cells")
    (answer,) = solve(template, {"T": 2_000}, lab).answers
    assert answer.parts[0].key == "1999000"
    with pytest.raises(TooLarge, match=r"T=100000: this takes more than 4 GiB.*smaller") as caught:
        solve(template, {"T": 100_000}, lab)
    assert "T=100000" in str(caught.value)


def test_an_answer_that_takes_too_long_is_refused(lab, monkeypatch):
    monkeypatch.setattr(limits, "SOLVED_SECONDS", 1)
    with pytest.raises(TooLarge, match="more than 1 seconds"):
        solve(Packs().template("mask.mask_matrix"), {"T": 600, "entries": "hidden"}, lab)

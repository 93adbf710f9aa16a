"""Learning rates as PyTorch's own schedulers make them, one update at a time."""

import math
from itertools import islice

import torch
from torch.optim import Optimizer, lr_scheduler

SIMULATED = 1_000_000  # updates, about three seconds


class Rate(Optimizer):
    """An optimiser without anything to learn: it only carries the rate that a scheduler changes.

    It leaves out what `Optimizer.__init__` does besides, which imports a compiler and takes a second.
    """

    def __init__(self, rate):
        self.defaults, self.state = {}, {}
        self.param_groups = [{"params": [], "lr": rate}]

    def step(self):
        """Update nothing."""


def rates(make, first=1.0):
    """The rates of update 1, 2, … without end; `make` gives the optimiser its scheduler."""
    optimizer = Rate(first)
    scheduler = make(optimizer)
    while True:
        yield optimizer.param_groups[0]["lr"]
        optimizer.step()
        scheduler.step()


def decay(first=1.0):
    """The rates of update 1, 2, … without end; from update e to the next they fall by √(e / (e + 1))."""
    return rates(lambda o: lr_scheduler.MultiplicativeLR(o, lambda e: math.sqrt(e / (e + 1))), first)


def warmed_up(w, last, first=1.0):
    """The rates of updates 1 to `last`: a straight ramp up to update w, then the decay. (last,)

    The decay would begin at update 1 with the rate `first`; the ramp takes its place until the two meet.
    """
    if max(w, last) > SIMULATED:
        raise ValueError(f"more than {SIMULATED:,} updates are not simulated")
    falling = list(islice(decay(first), max(w, last)))
    ramp = rates(lambda o: lr_scheduler.LinearLR(o, 1 / w, total_iters=w - 1), falling[w - 1])
    return torch.tensor([*islice(ramp, w), *falling[w:]])[:last]


def from_formula(d, w, last):
    """The same rates as LambdaLR makes them from the formula; its first argument is 0. (last,)"""

    def eta(s):
        return d**-0.5 * min(s**-0.5, s * w**-1.5)

    return torch.tensor(list(islice(rates(lambda o: lr_scheduler.LambdaLR(o, lambda e: eta(e + 1))), last)))


def ramped(peak, w, last, make):
    """The rates of updates 1 to `last`: a straight ramp up to `peak` at update w, then what `make` does. (last,)"""

    def both(optimizer):
        ramp = lr_scheduler.LinearLR(optimizer, 1 / w, total_iters=w - 1)
        return lr_scheduler.SequentialLR(optimizer, [ramp, make(optimizer)], [w - 1])

    return torch.tensor(list(islice(rates(both, peak), last)))

"""The schedule η(s) = d^(−1/2) · min(s^(−1/2), s · w^(−3/2)): w steps of warm-up, then a slow decay."""

from itertools import islice, takewhile

import torch
from torch.optim import lr_scheduler
from torch.optim.adam import adam

from qbank import claim, solver
from qbank.exact import max, min, sqrt

from ._schedulers import decay, from_formula, rates, warmed_up

COMPOSED = "PyTorch's LinearLR up to the peak and MultiplicativeLR after it, stepped"


# The rate at a step


@solver
def rate(width, falling, rising):
    """Up to step w the ramp s · w^(−3/2) is the smaller of the two, after it the decay s^(−1/2)."""
    return width * min(falling, rising)


@rate.working
def width(d):
    return 1 / sqrt(d)


@rate.working
def falling(s):
    return 1 / sqrt(s)


@rate.working
def rising(s, w):
    return s / (w * sqrt(w))


@rate.working
def peak(d, w):
    return 1 / sqrt(d * w)


@rate.confirm(derived=COMPOSED, batch=["d", "s"])
def rates_of_the_schedulers(d, w, s):
    """Step as far as step s, and divide by the length of a vector of d ones."""
    lengths = torch.stack([torch.ones(width).norm() for width in d.tolist()])  # (B,)
    return warmed_up(w, int(s.max()))[s - 1] / lengths


@rate.misconception
def takes_the_larger(s, w, width, falling, rising):
    return width * max(falling, rising) if s != w else None


@rate.misconception
def leaves_out_the_width(falling, rising):
    return min(falling, rising)


@rate.misconception
def divides_by_the_width(d, falling, rising):
    return min(falling, rising) / d


@rate.misconception
def decays_like_one_over_the_step(s, w, peak):
    return peak * w / s if s > w else None


@rate.misconception
def counts_from_zero(d, w, s):
    """As a LambdaLR does that is given η itself; later the difference is too small to be seen."""
    return (s - 1) / (w * sqrt(d * w)) if 1 < s <= 100 else None


# The rate as a share of the peak


@solver
def ratio_to_peak(w, s, quotient):
    """Both branches give the peak at step w; before it the rate goes with s, after it with s^(−1/2)."""
    return quotient if s < w else sqrt(quotient)


@ratio_to_peak.working
def quotient(w, s):
    return s / w if s < w else w / s


@ratio_to_peak.confirm(derived=COMPOSED, batch=["s"])
def share_of_the_largest_rate(w, s):
    """Step past the peak and divide by the largest rate that was seen."""
    seen = warmed_up(w, max(2 * w, int(s.max())))
    return seen[s - 1] / seen.max()


@ratio_to_peak.where
def not_the_peak_itself(w, s):
    return s != w


@ratio_to_peak.misconception
def other_branch(w, s):
    return sqrt(w / s) if s < w else s / w


@ratio_to_peak.misconception
def peak_over_rate(w, s):
    return w / s if s < w else sqrt(s / w)


@ratio_to_peak.misconception
def rises_like_a_root(w, s):
    return sqrt(s / w) if s < w else None


@ratio_to_peak.misconception
def falls_like_one_over_the_step(w, s):
    return w / s if s > w else None


@ratio_to_peak.misconception
def stays_at_the_peak(w, s):
    return 1 if s > w else None


# The later step that has the same rate


@solver
def step_with_same_rate(w, s):
    """The decay t^(−1/2) comes down to the ramp's s · w^(−3/2) at t = w³/s²."""
    return w**3 / s**2


@step_with_same_rate.working
def share(w, s):
    return s / w


@step_with_same_rate.confirm(derived=COMPOSED, batch=["s"])
def steps_that_are_no_slower(w, s):
    """Count the steps of the decay until it has come down to the rate that the ramp has at step s."""
    wanted = warmed_up(w, w)[s - 1] * (1 - 1e-9)  # (B,)
    lowest = float(wanted.min())
    falling = torch.tensor(list(takewhile(lambda rate: rate >= lowest, decay())))
    return (falling >= wanted.unsqueeze(1)).sum(1)


@step_with_same_rate.where
def whole_step_after_the_peak(w, s):
    return s < w <= 6 * s and w**3 % s**2 == 0


@step_with_same_rate.misconception
def falls_as_it_rose(w, s):
    return 2 * w - s


@step_with_same_rate.misconception
def decay_of_one_over_the_step(w, s):
    return w**2 / s


@step_with_same_rate.misconception
def decay_counted_from_the_peak(w, s):
    return w + w**3 / s**2


# Two widths at the same step


@solver
def width_ratio(a, b):
    """The minimum is the same for both models and cancels, which leaves a^(−1/2) / b^(−1/2)."""
    return sqrt(b) / sqrt(a)


@width_ratio.working
def common(w, s):
    return min(1 / sqrt(s), s / (w * sqrt(w)))


@width_ratio.confirm(derived=COMPOSED, batch=["a", "b"])
def rates_of_two_models(a, b, w, s):
    """Step one schedule for each width, its first rate over the length of a vector of that many ones."""
    widths = {*a.tolist(), *b.tolist()}
    reached = {d: warmed_up(w, s, first=1 / float(torch.ones(d).norm()))[-1] for d in widths}
    return torch.stack(
        [reached[one] / reached[other] for one, other in zip(a.tolist(), b.tolist(), strict=True)]
    )


@width_ratio.where
def widths_differ(a, b):
    return a != b


@width_ratio.misconception
def wider_is_faster(a, b):
    return sqrt(a) / sqrt(b)


@width_ratio.misconception
def forgets_the_root(a, b):
    return b / a


@width_ratio.misconception
def width_does_not_matter():
    return 1


# Claims


def triangle(d, w, last):
    """A rate that rises for w steps and falls as fast again. (last,)"""
    steps = torch.arange(1, last + 1)
    return d**-0.5 * torch.minimum(steps, 2 * w - steps).clamp(min=0) / w


def without_warm_up(d, w, last):
    """The decay from the first step on. (last,)"""
    return torch.tensor(list(islice(decay(d**-0.5), last)))


def one_over_the_step(d, w, last):
    """A decay that goes with 1/s, not with its root, from the same peak. (last,)"""
    return (d * w) ** -0.5 * w / torch.arange(1, last + 1)


def wider_and_faster(d, w, last):
    """A rate that grows with the root of the width. (last,)"""
    return d * from_formula(d, w, last)


@claim(broken=without_warm_up)
def peak_at_the_end_of_warm_up(schedule=from_formula):
    """Look for the largest rate of a run with 16 steps of warm-up."""
    return schedule(512, 16, 64).argmax() == 16 - 1


@claim(broken=without_warm_up)
def twice_the_warm_up_lowers_the_peak(schedule=from_formula):
    """Compare the peaks of two runs, one with twice the warm-up of the other, with √2."""
    return schedule(512, 16, 64).max() / schedule(512, 32, 64).max() - 2**0.5


@claim(broken=wider_and_faster)
def wider_models_get_larger_rates(schedule=from_formula):
    """Compare the rates of two widths step by step."""
    return (schedule(1024, 16, 64) > schedule(512, 16, 64)).all()


@claim(broken=without_warm_up)
def twice_the_step_is_twice_the_rate(schedule=from_formula):
    """Compare steps 2, 4, …, 16 of a warm-up of 16 steps with steps 1, 2, …, 8."""
    seen = schedule(512, 16, 16)
    return (seen[1::2] / seen[:8] - 2).abs().max()


@claim(broken=one_over_the_step)
def twice_the_step_is_half_the_rate(schedule=from_formula):
    """Compare steps 40, 42, …, 64 with steps 20, 21, …, 32, all after a warm-up of 16 steps."""
    seen = schedule(512, 16, 64)
    return (seen[39::2] / seen[19:32] - 1 / 2).abs().max()


@claim(broken=one_over_the_step)
def late_rates_forget_the_warm_up(schedule=from_formula):
    """Compare two runs with other warm-ups at the steps after both of them."""
    return (schedule(512, 16, 64)[32:] / schedule(512, 32, 64)[32:] - 1).abs().max()


@claim(broken=triangle)
def rate_is_back_at_zero_after_twice_the_warm_up(schedule=from_formula):
    """Measure the rate at step 2w as a share of the largest one."""
    seen = schedule(512, 16, 64)
    return seen[2 * 16 - 1] / seen.max()


@claim(broken=lr_scheduler.MultiplicativeLR)
def lambda_lr_begins_with_zero(scheduler=lr_scheduler.LambdaLR):
    """Write down what the scheduler hands its function for the first three updates."""
    handed = []
    list(islice(rates(lambda o: scheduler(o, lambda e: handed.append(e) or 1.0)), 3))
    return handed[0] == 0


@claim(broken=lambda: torch.ones(8))
def adam_moves_by_the_rate(gradients=lambda: torch.linspace(1, -1, 8)):
    """Give one weight a row of gradients and measure how far Adam's updates move it at the rate 1."""
    weight, first, second, steps = (torch.zeros(()) for _ in range(4))
    moves = []
    for gradient in gradients():
        before = weight.clone()
        adam(
            [weight], [gradient], [first], [second], [], [steps],
            beta1=0.9, beta2=0.999, lr=1.0, weight_decay=0, eps=0, amsgrad=False, maximize=False, foreach=False,
        )  # fmt: skip
        moves.append((weight - before).abs())
    return (torch.stack(moves) - 1).abs().max()

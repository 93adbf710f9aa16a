"""The schedule η(s) = d^(−1/2) · min(s^(−1/2), s · w^(−3/2)): w steps of warm-up, then a slow decay."""

from itertools import islice, takewhile

import torch
from torch.optim import lr_scheduler
from torch.optim.adam import adam

from qbank import claim, solver
from qbank.exact import Whole, cos, decimal, max, min, pi, sqrt

from ._optimizers import run_sgd
from ._pictures import rate_curve
from ._schedulers import decay, from_formula, ramped, rates, warmed_up

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


# The schedule with a base rate in front


@solver
def scaled_rate(base, unscaled):
    """A base rate multiplies the whole schedule, ramp and decay alike."""
    return base * unscaled


@scaled_rate.working
def down(s):
    return 1 / sqrt(s)


@scaled_rate.working
def up(s, w):
    return s / (w * sqrt(w))


@scaled_rate.working
def unscaled(d, up, down):
    return min(up, down) / sqrt(d)


@scaled_rate.confirm(derived=COMPOSED, batch=["d", "s"])
def scaled_by_the_scheduler(base, d, w, s):
    """Start the schedulers with the base rate, and divide by the length of a vector of d ones."""
    lengths = torch.stack([torch.ones(width).norm() for width in d.tolist()])  # (B,)
    return warmed_up(w, int(s.max()), first=base)[s - 1] / lengths


@scaled_rate.misconception
def forgets_the_base(unscaled):
    return unscaled


@scaled_rate.misconception
def peaks_at_the_base(base, s, w):
    return base * s / w if s <= w else base * sqrt(w / s)


@scaled_rate.misconception
def larger_branch(base, d, w, s, up, down):
    return base * max(up, down) / sqrt(d) if s != w else None


@scaled_rate.misconception
def divides_by_d(base, d, up, down):
    return base * min(up, down) / d


@solver
def first_rates(base, w, n):
    """On the ramp √w · s · w^(−3/2) is s/w, so the first rates are multiples of base/w."""
    return [base * s / w for s in range(1, int(n) + 1)]


@first_rates.working
def once(base, w):
    return base / w


@first_rates.confirm(derived=COMPOSED)
def first_steps(base, w, n):
    """Step the schedulers to the peak and scale what was seen so that the peak is the base rate."""
    seen = warmed_up(w, w)
    return base * (seen / seen[-1])[:n]


@first_rates.where
def still_on_the_ramp(w, n):
    return 1 < n < w


@first_rates.misconception
def repeats_the_first(base, w, n):
    """What comes of max(1, e) with a number e that counts from 0."""
    return [base * max(1, e) / w for e in range(int(n))]


@first_rates.misconception
def begins_with_zero(base, w, n):
    return [base * e / w for e in range(int(n))]


@first_rates.misconception
def begins_at_the_base(base, n):
    return [base / sqrt(s) for s in range(1, int(n) + 1)]


@first_rates.misconception
def ignores_the_root_of_w(base, w, n):
    return [base * s / (w * sqrt(w)) for s in range(1, int(n) + 1)]


# Other decays after a warm-up


@solver
def linear_decay(peak, ramp, rest):
    """Of the two straight lines the lower one counts: up to the peak at step w, and down to 0 at step N."""
    return peak * min(ramp, rest)


@linear_decay.working
def ramp(s, w):
    return s / w


@linear_decay.working
def rest(s, w, N):
    return (N - s) / (N - w)


@linear_decay.confirm(batch=["s"])
def linear_schedulers(peak, w, N, s):
    """Step PyTorch's LinearLR twice, up and down."""
    return ramped(peak, w, N, lambda o: lr_scheduler.LinearLR(o, 1.0, 0.0, total_iters=N - w))[s - 1]


@linear_decay.where
def between_the_ends(s, w, N):
    return 1 < w < N and 0 < s < N and s != w


@linear_decay.misconception
def falls_from_the_start(peak, s, N):
    return peak * (N - s) / N


@linear_decay.misconception
def falls_for_all_n_steps(peak, s, w, N):
    return peak * (1 - (s - w) / N) if s > w else None


@linear_decay.misconception
def takes_the_other_line(peak, s, w, ramp, rest):
    return peak * (ramp if s > w else rest)


@linear_decay.misconception
def gives_what_is_lost(peak, s, w, rest):
    return peak * (1 - rest) if s > w else None


def cosine_of_half_turns(share):
    """cos(π · share) for a share between 0 and 1, as a rational number where it is one."""
    thirds = 3 * share
    if thirds in (1, 2):
        return (3 - 2 * thirds) / 2  # 1/2 after one third, −1/2 after two
    return 0 * share if 2 * share == 1 else cos(pi * share)


@solver
def cosine_decay(low, drop, share_left):
    """Half a cosine takes the rate from the peak to the lowest rate: slowly at both ends, fast between them."""
    return low + drop * share_left


@cosine_decay.working
def drop(peak, low):
    return peak - low


@cosine_decay.working
def progress(s, w, N):
    return (s - w) / (N - w)


@cosine_decay.working
def share_left(progress):
    return (1 + cosine_of_half_turns(progress)) / 2


@cosine_decay.confirm(batch=["s"])
def cosine_scheduler(peak, low, w, N, s):
    """Step PyTorch's LinearLR and then its CosineAnnealingLR, which makes each rate from the one before."""
    make = lr_scheduler.CosineAnnealingLR
    return ramped(peak, w, N, lambda o: make(o, N - w, eta_min=low))[s - 1]


@cosine_decay.where
def on_the_way_down(peak, low, s, w, N):
    return 1 < w < s < N and low < peak


@cosine_decay.misconception
def falls_in_a_line(low, drop, progress):
    return low + drop * (1 - progress) if 2 * progress != 1 else None


@cosine_decay.misconception
def counts_from_the_start(low, drop, s, N):
    return low + drop * (1 + cosine_of_half_turns(s / N)) / 2


@cosine_decay.misconception
def takes_a_quarter_turn(low, drop, progress):
    return low + drop * cosine_of_half_turns(progress / 2)


@cosine_decay.misconception
def adds_the_lowest_rate(peak, low, share_left):
    return low + peak * share_left if low else None


@cosine_decay.misconception
def falls_to_zero(peak, low, share_left):
    return peak * share_left if low else None


@solver
def inverse_root(peak, s, w, warm_up, quotient_of_steps):
    """After the warm-up the rate goes with s^(−1/2), and at step w it still is the peak."""
    if s > w:
        return peak * sqrt(quotient_of_steps)
    return peak * quotient_of_steps if warm_up == "ramp" else peak


@inverse_root.working
def quotient_of_steps(s, w):
    return w / s if s > w else s / w


@inverse_root.confirm(derived=COMPOSED, batch=["s"])
def decay_held_or_ramped(peak, w, s, warm_up):
    """Step as far as step s and scale to the peak; where the rate is held, the ramp's updates have it too."""
    seen = warmed_up(w, max(w, int(s.max())))
    seen = peak * seen / seen[w - 1]
    if warm_up == "held":
        seen[:w] = seen[w - 1]
    return seen[s - 1]


@inverse_root.where
def not_where_it_turns(s, w):
    return s != w and s > 0


@inverse_root.misconception
def goes_with_one_over_s(peak, w, s):
    return peak * w / s if s > w else None


@inverse_root.misconception
def counts_from_the_end_of_warm_up(peak, w, s):
    return peak / sqrt(s - w) if s > w else None


@inverse_root.misconception
def forgets_the_peak_step(peak, s):
    return peak / sqrt(s)


@inverse_root.misconception
def decays_from_the_first_step(peak, w, s):
    return peak * sqrt(s / w) if s < w else None


# Pictures

LAST = 16_000  # steps in the picture
DRAWN = 320  # steps from one point of the curve to the next


@solver
def peak_picture(w, s):
    """The rate is largest where the ramp ends; of the two branches the lower one counts."""
    return {"warm_up": w, "share": min(s / w, sqrt(w / s))}


def of_the_peak(s, w):
    """The rate as a share of the largest one."""
    return s / w if s < w else sqrt(w / s)


@peak_picture.figure
def the_schedule_drawn(w, s):
    """Steps in thousands, and no number at the rate: it follows from the steps."""
    falling = [(step, of_the_peak(step, w)) for step in range(w, LAST + 1, DRAWN)]
    points = [(0, Whole(0)), *falling, (LAST, of_the_peak(Whole(LAST), w))]
    ticks = [[1000 * k, str(k) if k % 2 == 0 else ""] for k in range(17)]
    alt = (
        f"A curve of the learning rate over the steps. It rises in a straight line from 0 at step 0, has its top at "
        f"{w // 1000} thousand steps, and falls from there on, ever more slowly. Point A lies on the curve at "
        f"{thousands(s)} thousand steps."
    )
    return rate_curve(points, (s, of_the_peak(s, w)), ticks, [[0, "0"]], "step, in thousands", alt)


def thousands(s):
    """Steps in thousands, halves as a decimal."""
    return decimal(s / 1000, 0 if s % 1000 == 0 else 1)


@peak_picture.confirm(derived=COMPOSED)
def the_largest_rate_of_the_schedulers(w, s):
    """Step as far as the picture goes, and see where the rate is largest and what is left at step s."""
    seen = warmed_up(w, LAST)
    return {"warm_up": int(seen.argmax()) + 1, "share": seen[s - 1] / seen.max()}


@peak_picture.where
def the_mark_is_not_at_the_top(w, s):
    return s != w


@peak_picture.misconception
def takes_the_marked_step(s):
    return {"warm_up": s}


@peak_picture.misconception
def lets_it_fall_with_the_step(w, s):
    return {"share": w / s} if s > w else None


@peak_picture.misconception
def lets_it_rise_like_a_root(w, s):
    return {"share": sqrt(s / w)} if s < w else None


@peak_picture.misconception
def gives_the_peak_in_rates(w, s):
    return {"share": sqrt(s / w) if s > w else w / s}


@solver
def linear_picture(peak, risen, left_over):
    """Up to the peak the ramp counts, after it the line down to 0."""
    return peak * min(risen, left_over)


@linear_picture.working
def risen(s, w):
    return s / w


@linear_picture.working
def left_over(s, w, N):
    return (N - s) / (N - w)


@linear_picture.figure
def the_two_lines_drawn(peak, w, N, s, risen, left_over):
    ticks = [[100 * k, str(100 * k) if k % 2 == 0 else ""] for k in range(N // 100 + 1)]
    points = [(0, Whole(0)), (w, peak), (N, Whole(0))]
    alt = (
        f"A curve of the learning rate over the steps. It rises in a straight line from 0 at step 0 to "
        f"{decimal(peak, 3)} at step {w}, and falls in a straight line from there to 0 at step {N}. "
        f"Point A lies on the curve at step {s}."
    )
    rates = [[0, "0"], [decimal(peak, 3), decimal(peak, 3)]]
    return rate_curve(points, (s, peak * min(risen, left_over)), ticks, rates, "step", alt)


@linear_picture.confirm
def linear_schedulers_stepped(peak, w, N, s):
    """Step PyTorch's LinearLR twice, up and down."""
    return ramped(peak, w, N, lambda o: lr_scheduler.LinearLR(o, 1.0, 0.0, total_iters=N - w))[s - 1]


@linear_picture.where
def the_mark_is_on_a_line(w, N, s):
    return 0 < s < N and s != w


@linear_picture.misconception
def falls_from_step_zero(peak, N, s):
    return peak * (N - s) / N


@linear_picture.misconception
def divides_by_all_steps(peak, w, N, s):
    return peak * (1 - (s - w) / N) if s > w else None


@linear_picture.misconception
def stays_on_the_ramp(peak, s, N, w, risen):
    return peak * risen if s > w else peak * s / N


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


@claim(broken=lambda o: lr_scheduler.PolynomialLR(o, 40, power=2.0))
def cosine_is_half_way_down_in_the_middle(scheduler=lambda o: lr_scheduler.CosineAnnealingLR(o, 40)):
    """Measure the rate in the middle of 40 updates, as a part of the first one."""
    seen = torch.tensor(list(islice(rates(scheduler), 41)))
    return seen[20] / seen[0] - 1 / 2


@claim(broken=lambda: 0.5)
def warm_up_saves_any_peak(peak=lambda: 3.0):
    """Descend a parabola of curvature 1 through a warm-up and on, and see whether the weight ends nearer to 0."""
    weight = torch.tensor(1.0)
    ramp = ramped(peak(), 20, 100, lambda o: lr_scheduler.ConstantLR(o, 1.0))
    for rate in ramp.tolist():
        weight = run_sgd(weight, weight.unsqueeze(-1), rate)[0]
    return weight.abs() < 1

"""Training: dropout, optimiser steps, batches and losses, and what it all costs in FLOPs and bytes."""

from datetime import timedelta
from itertools import product as combinations

import torch
from torch import nn
from torch.nn import functional as F
from torch.nn.utils import clip_grad_norm_, clip_grad_value_
from torch.utils.data.sampler import BatchSampler

from qbank import claim, solver
from qbank.exact import min, power, sqrt

from ._flops import attended, counted, layer_parts, linear, model, trained
from ._modules import META
from ._optimizers import run_adam, run_sgd

# Dropout


def factors(p, scaling):
    """What a kept value is multiplied by in training, and each value in evaluation."""
    return (1 / (1 - p), 1) if scaling == "inverted" else (1, 1 - p)


@solver
def dropped_values(in_training, in_evaluation):
    """Dropout lets each value keep its expectation: kept ones grow in training, or all shrink in evaluation."""
    return {"training": in_training, "evaluation": in_evaluation}


@dropped_values.working
def factor(p, scaling):
    return factors(p, scaling)[0]


@dropped_values.working
def evaluation_factor(p, scaling):
    return factors(p, scaling)[1]


@dropped_values.working
def in_training(x, kept, factor):
    return [value * keep * factor for value, keep in zip(x, kept, strict=True)]


@dropped_values.working
def in_evaluation(x, evaluation_factor):
    return [value * evaluation_factor for value in x]


@dropped_values.confirm
def a_draw_with_this_mask(x, kept, p, scaling):
    """Run nn.Dropout until it keeps just these; without its scale, evaluation has to make up for it."""
    dropout = nn.Dropout(p)
    draws = dropout(x.expand(1 << 14, -1))
    drawn = draws[((draws != 0) == (kept == 1)).all(1)][0]
    scale = 1.0 if scaling == "inverted" else dropout(torch.ones(1 << 10)).max()
    return {"training": drawn / scale, "evaluation": dropout.eval()(x) / scale}


@dropped_values.where
def some_are_kept_and_some_not(x, kept):
    return len(x) == len(kept) and all(x) and 0 < sum(kept) < len(x) <= 2 * sum(kept)


@dropped_values.misconception
def does_not_scale(x, kept, scaling):
    """Only the inverted kind scales in training."""
    return {"training": [a * b for a, b in zip(x, kept, strict=True)]} if scaling == "inverted" else None


@dropped_values.misconception
def multiplies_by_the_share_kept(x, kept, p, scaling):
    return (
        {"training": [a * b * (1 - p) for a, b in zip(x, kept, strict=True)]}
        if scaling == "inverted"
        else None
    )


@dropped_values.misconception
def drops_the_others(x, kept, factor):
    return {"training": [a * (1 - b) * factor for a, b in zip(x, kept, strict=True)]}


@dropped_values.misconception
def scales_twice(x, p, scaling):
    return {"evaluation": [(1 - p) * value for value in x]} if scaling == "inverted" else None


@dropped_values.misconception
def drops_in_evaluation(in_training):
    return {"evaluation": in_training}


@solver
def dropout_counts(p, values):
    """Each value is zeroed with probability p by itself, so the expected number is p of them all."""
    return {"zeroed": p * values, "factor": 1 / (1 - p)}


@dropout_counts.working
def values(B, T, d):
    return B * T * d


@dropout_counts.confirm
def chances_added_up(B, T, d, p):
    """The means of PyTorch's Bernoulli variables over the tensor, and the scale that nn.Dropout is seen to use."""
    zeroed = torch.distributions.Bernoulli(torch.full((B, T, d), p))
    return {"zeroed": zeroed.mean.sum(), "factor": nn.Dropout(p)(torch.ones(1 << 10)).max()}


@dropout_counts.misconception
def counts_the_kept(p, values):
    return {"zeroed": (1 - p) * values}


@dropout_counts.misconception
def drops_whole_vectors(B, T, p):
    return {"zeroed": p * B * T}


@dropout_counts.misconception
def multiplies_by_the_share(p):
    return {"factor": 1 - p}


@dropout_counts.misconception
def divides_by_the_dropped(p):
    return {"factor": 1 / p}


@solver
def dropout_moments(p, terms, squares, scaling):
    """Kept or not, each input is an independent coin: the scale restores the mean and leaves a variance."""
    keep = 1 - p
    mean, variance = sum(terms), sum(squares) * p / keep
    if scaling == "inverted":
        return {"mean": mean, "variance": variance}
    return {"mean": mean * keep, "variance": variance * keep**2}


@dropout_moments.working
def terms(w, x):
    return [a * b for a, b in zip(w, x, strict=True)]


@dropout_moments.working
def squares(terms):
    return [term**2 for term in terms]


@dropout_moments.confirm
def all_masks(w, x, p, scaling):
    """Every mask with its probability, kept values multiplied by what nn.Dropout is seen to multiply them by."""
    scale = nn.Dropout(p)(torch.ones(1 << 10)).max() if scaling == "inverted" else 1.0
    masks = torch.tensor(list(combinations([0.0, 1.0], repeat=len(x))))
    chances = torch.distributions.Bernoulli(1 - p).log_prob(masks).sum(1).exp()
    outputs = (masks * x * scale) @ w
    mean = chances @ outputs
    return {"mean": mean, "variance": chances @ (outputs - mean) ** 2}


@dropout_moments.where
def every_input_counts(w, x):
    return len(w) == len(x) and all(w) and all(x) and sum(a * b for a, b in zip(w, x, strict=True)) != 0


@dropout_moments.misconception
def shrinks_the_mean(p, terms, scaling):
    return {"mean": (1 - p) * sum(terms)} if scaling == "inverted" else None


@dropout_moments.misconception
def keeps_the_mean_without_scaling(terms, scaling):
    return {"mean": sum(terms)} if scaling == "plain" else None


@dropout_moments.misconception
def takes_the_variance_of_one_coin(p):
    return {"variance": p * (1 - p)}


@dropout_moments.misconception
def squares_the_sum(p, terms, scaling):
    total = sum(terms) ** 2 * p
    return {"variance": total / (1 - p) if scaling == "inverted" else total * (1 - p)}


@dropout_moments.misconception
def nothing_varies():
    return {"variance": 0}


# Optimiser steps


def running(gradients, keep, of=lambda g: g):
    """Each old value kept by the share `keep`, the rest from what is new; it begins with 0."""
    values, value = [], 0
    for gradient in gradients:
        value = keep * value + (1 - keep) * of(gradient)
        values.append(value)
    return values


def corrected(values, keep):
    """Divided by 1 − keep^t, the share of the weights that a mean which began with 0 has given out."""
    return [value / (1 - power(keep, t)) for t, value in enumerate(values, 1)]


def moved(rate, means, squares):
    """How far each update goes down."""
    return [rate * m / sqrt(v) for m, v in zip(means, squares, strict=True)]


@solver
def adam_updates(start, moments, squared_moments, moves):
    """Adam divides a mean of the gradients by the root of a mean of their squares, both corrected for starting at 0."""
    return {"m": moments[-1], "v": squared_moments[-1], "weight": start - sum(moves)}


@adam_updates.working
def moments(gradients, b1):
    return running(gradients, b1)


@adam_updates.working
def squared_moments(gradients, b2):
    return running(gradients, b2, lambda g: g**2)


@adam_updates.working
def corrected_moments(moments, b1):
    return corrected(moments, b1)


@adam_updates.working
def corrected_squares(squared_moments, b2):
    return corrected(squared_moments, b2)


@adam_updates.working
def moves(rate, corrected_moments, corrected_squares):
    return moved(rate, corrected_moments, corrected_squares)


@adam_updates.confirm(batch=["start", "gradients"])
def adam_runs(start, gradients, rate, b1, b2):
    """Run PyTorch's Adam without ε."""
    weight, first, second = run_adam(start, gradients, rate, b1, b2)
    return {"m": first, "v": second, "weight": weight}


@adam_updates.where
def gradients_differ(gradients):
    return all(gradients) and len({g**2 for g in gradients}) == len(gradients)


@adam_updates.misconception
def skips_the_correction(start, rate, moments, squared_moments):
    return {"weight": start - sum(moved(rate, moments, squared_moments))}


@adam_updates.misconception
def goes_up(start, moves):
    return {"weight": start + sum(moves)}


@adam_updates.misconception
def forgets_the_root(start, rate, corrected_moments, corrected_squares):
    pairs = zip(corrected_moments, corrected_squares, strict=True)
    return {"weight": start - sum(rate * m / v for m, v in pairs)}


@adam_updates.misconception
def steps_down_the_gradient(start, gradients, rate):
    return {"weight": start - rate * sum(gradients)}


@adam_updates.misconception
def swaps_the_shares(gradients, b1, b2):
    return {
        "m": running(gradients, 1 - b1)[-1],
        "v": running(gradients, 1 - b2, lambda g: g**2)[-1],
    }


@adam_updates.misconception
def forgets_the_square(gradients, b2):
    return {"v": running(gradients, b2)[-1]}


@solver
def adam_epsilon(rate, gradient, weighed):
    """The gradient's own size stands below it, so ε decides once it is no smaller than that."""
    return rate * gradient / weighed


@adam_epsilon.working
def gradient(k):
    return 1 / power(10, k)


@adam_epsilon.working
def epsilon(e):
    return 1 / power(10, e)


@adam_epsilon.working
def weighed(gradient, epsilon, b2, place):
    return gradient + (epsilon if place == "corrected" else epsilon / sqrt(1 - b2))


@adam_epsilon.confirm
def adam_with_epsilon(k, e, rate, b2, place):
    """Run PyTorch's Adam, which corrects first; for the other order its ε is larger by the correction of a 1."""
    eps, one = torch.tensor(10.0) ** -e, torch.ones(())
    if place == "uncorrected":
        eps = eps / run_adam(one, torch.ones(1), rate, b2=b2)[2].sqrt()
    weight = run_adam(torch.zeros(()), torch.tensor([10.0**-k]), rate, b2=b2, eps=float(eps))[0]
    return weight.abs()


@adam_epsilon.where
def epsilon_is_felt(k, e, place):
    return -1 <= k - e <= 1 if place == "corrected" else -3 <= k - e <= 0


@adam_epsilon.misconception
def ignores_epsilon(rate):
    return rate


@adam_epsilon.misconception
def moves_by_rate_times_gradient(rate, gradient):
    return rate * gradient


@adam_epsilon.misconception
def puts_it_under_the_root(rate, gradient, epsilon):
    return rate * gradient / sqrt(gradient**2 + epsilon)


@adam_epsilon.misconception
def takes_one_tenth_of_the_gradient(rate, gradient, weighed):
    return rate * gradient / (10 * weighed)


def sign_of(value):
    """What Adam's first update, without ε, makes of a gradient."""
    return value / sqrt(value**2)


@solver
def weight_decay(start, g, rate, penalised, shrinkage):
    """As a part of the gradient the decay goes through Adam's division and loses its size; AdamW keeps it apart."""
    return {
        "sgd": start - rate * penalised,
        "adam": start - rate * sign_of(penalised),
        "adamw": start - shrinkage - rate * sign_of(g),
    }


@weight_decay.working
def penalised(start, g, decay):
    return g + decay * start


@weight_decay.working
def shrinkage(start, rate, decay):
    return rate * decay * start


@weight_decay.confirm(batch=["start", "g"])
def optimisers_with_decay(start, g, rate, decay):
    """Run PyTorch's three optimisers for one update."""
    gradients = g.unsqueeze(-1)  # (B, 1)
    return {
        "sgd": run_sgd(start, gradients, rate, decay=decay)[0],
        "adam": run_adam(start, gradients, rate, decay=decay)[0],
        "adamw": run_adam(start, gradients, rate, decay=decay, decoupled=True)[0],
    }


@weight_decay.where
def both_pull(start, g, decay):
    return start != 0 and g != 0 and g + decay * start != 0


@weight_decay.misconception
def forgets_the_decay(start, g, rate):
    return {"sgd": start - rate * g, "adamw": start - rate * sign_of(g)}


@weight_decay.misconception
def adam_decays_by_size(start, g, rate, shrinkage):
    return {"adam": start - shrinkage - rate * sign_of(g)}


@weight_decay.misconception
def adamw_steps_down_the_gradient(start, g, rate, shrinkage):
    return {"adamw": start - shrinkage - rate * g}


@weight_decay.misconception
def decays_without_the_rate(start, g, rate, decay):
    return {"adamw": start - decay * start - rate * sign_of(g)}


@weight_decay.misconception
def lets_the_weight_grow(start, g, rate, decay):
    return {
        "sgd": start - rate * (g - decay * start),
        "adamw": start + rate * decay * start - rate * sign_of(g),
    }


def velocities_of(gradients, mu, velocity):
    """The old velocity times μ, and what is new: the gradient or its share 1 − μ."""
    new = 1 if velocity == "sum" else 1 - mu
    values, value = [], 0
    for gradient in gradients:
        value = mu * value + new * gradient
        values.append(value)
    return values


@solver
def momentum(start, rate, velocities):
    """Each update goes down the velocity, in which earlier gradients live on."""
    return {"velocity": velocities[-1], "weight": start - rate * sum(velocities)}


@momentum.working
def velocities(gradients, mu, velocity):
    return velocities_of(gradients, mu, velocity)


@momentum.confirm(batch=["start", "gradients"])
def sgd_runs(start, gradients, rate, mu, velocity):
    """Run PyTorch's SGD; a gradient of 0 comes first, so that its velocity begins with 0."""
    padded = F.pad(gradients, (1, 0))
    dampening = mu if velocity == "mean" else 0.0
    weight, buffer = run_sgd(start, padded, rate, mu, dampening)
    return {"velocity": buffer, "weight": weight}


@momentum.where
def several_gradients(gradients):
    return len(gradients) > 1 and all(gradients)


@momentum.misconception
def has_no_memory(start, gradients, rate):
    return {"velocity": gradients[-1], "weight": start - rate * sum(gradients)}


@momentum.misconception
def moves_once(start, rate, velocities):
    return {"weight": start - rate * velocities[-1]}


@momentum.misconception
def climbs(start, rate, velocities):
    return {"weight": start + rate * sum(velocities)}


@momentum.misconception
def forgets_the_factor(gradients):
    return {"velocity": sum(gradients)}


@solver
def clipped_gradient(a, b, norm, share):
    """All gradients together have one norm, and where it is too large all are multiplied by one factor."""
    return {"norm": norm, "first": [share * g for g in a], "second": [share * g for g in b]}


@clipped_gradient.working
def sum_of_squares(a, b):
    return sum(g**2 for g in (*a, *b))


@clipped_gradient.working
def norm(sum_of_squares):
    return sqrt(sum_of_squares)


@clipped_gradient.working
def share(norm, c):
    return min(1, c / norm)


@clipped_gradient.confirm(within=1e-5)
def pytorch_clips(a, b, c):
    """Run PyTorch's clip_grad_norm_, which adds 1e-6 to the norm."""
    weights = [nn.Parameter(torch.zeros(len(part))) for part in (a, b)]
    for weight, gradient in zip(weights, (a, b), strict=True):
        weight.grad = gradient.clone()
    norm = clip_grad_norm_(weights, c)
    return {"norm": norm, "first": weights[0].grad, "second": weights[1].grad}


@clipped_gradient.where
def no_gradient_is_missing(a, b, c):
    return any(a) and any(b) and sum(g**2 for g in (*a, *b)) != c**2


@clipped_gradient.misconception
def clips_each_by_itself(a, b, c):
    shares = [min(1, c / sqrt(sum(g**2 for g in part))) for part in (a, b)]
    return {"first": [shares[0] * g for g in a], "second": [shares[1] * g for g in b]}


@clipped_gradient.misconception
def cuts_each_value(a, b, c):
    cut = [[min(c, -min(c, -g)) for g in part] for part in (a, b)]
    return {"first": cut[0], "second": cut[1]}


@clipped_gradient.misconception
def divides_by_the_norm(a, b, c, norm):
    return {"first": [g / norm for g in a], "second": [g / norm for g in b]} if c != 1 else None


@clipped_gradient.misconception
def stretches_short_ones(a, b, c, norm):
    return {"first": [c / norm * g for g in a], "second": [c / norm * g for g in b]} if norm < c else None


@clipped_gradient.misconception
def adds_the_norms(a, b):
    return {"norm": sqrt(sum(g**2 for g in a)) + sqrt(sum(g**2 for g in b))}


@clipped_gradient.misconception
def forgets_the_root_of_the_norm(sum_of_squares):
    return {"norm": sum_of_squares}


# Batches and losses


@solver
def updates(E, T, effective, batches):
    """Devices and accumulated steps multiply the batch of an update; an epoch has as many updates as batches."""
    return {"effective": effective, "updates": E * batches, "tokens": effective * T}


@updates.working
def effective(b, G, k):
    return b * G * k


@updates.working
def batches(N, effective, last):
    full = N // effective
    return full + 1 if last == "kept" and N % effective else full


@updates.confirm
def batches_of_the_sampler(N, E, b, G, k, T, last):
    """Let PyTorch's BatchSampler cut one epoch, and count the tokens of the tensor that one update sees."""
    seen = torch.empty(G, k, b, T, device=META)
    sampler = BatchSampler(range(N), seen[..., 0].numel(), drop_last=last == "dropped")
    return {
        "effective": seen[..., 0].numel(),
        "updates": sum(len(sampler) for _ in range(E)),
        "tokens": seen.numel(),
    }


@updates.where
def something_is_left_over(N, b, G, k):
    return 0 < b * G * k < N and N % (b * G * k) != 0


@updates.misconception
def forgets_to_accumulate(N, E, b, G, T):
    return {"effective": b * G, "updates": E * (N // (b * G)), "tokens": b * G * T}


@updates.misconception
def forgets_the_devices(N, E, b, k, T):
    return {"effective": b * k, "updates": E * (N // (b * k)), "tokens": b * k * T}


@updates.misconception
def counts_one_epoch(batches):
    return {"updates": batches}


@updates.misconception
def counts_sequences(effective):
    return {"tokens": effective}


@solver
def averaged_loss(counts, averaged, totals, means):
    """A mean over tokens lets long sequences count for more; a mean over sequences lets each count once."""
    return sum(totals) / sum(counts) if averaged == "tokens" else sum(means) / len(means)


@averaged_loss.working
def totals(means, counts):
    return [mean * count for mean, count in zip(means, counts, strict=True)]


@averaged_loss.confirm
def cross_entropies(means, counts, averaged):
    """Give each token of a sequence the same chances, and average PyTorch's losses in either order."""
    chances = (-means).exp().unsqueeze(1)
    logits = torch.cat([chances, 1 - chances], 1).log()  # (sequences, 2)
    labels = torch.zeros(int(counts.max()), dtype=torch.long)
    rows = [row.expand(int(n), -1) for row, n in zip(logits, counts, strict=True)]
    if averaged == "tokens":
        every = torch.cat(rows)
        return F.cross_entropy(every, torch.zeros(len(every), dtype=torch.long))
    return torch.stack([F.cross_entropy(row, labels[: len(row)]) for row in rows]).mean()


@averaged_loss.where
def sequences_differ(means, counts):
    same = len(means) == len(counts) > 1
    return same and len(set(counts)) > 1 and len(set(means)) > 1 and all(m > 0 for m in means)


@averaged_loss.misconception
def adds_the_means(means):
    return sum(means)


@averaged_loss.misconception
def adds_all_tokens(totals):
    return sum(totals)


@averaged_loss.misconception
def divides_by_the_padded_length(counts, totals):
    return sum(totals) / (len(counts) * sorted(counts)[-1])


@averaged_loss.misconception
def divides_tokens_by_sequences(totals):
    return sum(totals) / len(totals)


# FLOPs


@solver
def training_flops(N, D):
    """Each weight multiplies and adds once a token; for each product forward there are two backward."""
    return {"forward": 2 * N * D, "training": 6 * N * D}


@training_flops.confirm(gradients=True)
def passes_through_as_many_weights(N, D):
    """Count one token's passes through a layer of N weights and repeat them for all tokens."""
    forward, both = trained(N)
    return {"forward": forward * D, "training": both * D}


@training_flops.misconception
def counts_products_without_sums(N, D):
    return {"forward": N * D, "training": 3 * N * D}


@training_flops.misconception
def backward_costs_as_much(N, D):
    return {"training": 4 * N * D}


@training_flops.misconception
def forgets_the_backward_pass(N, D):
    return {"training": 2 * N * D}


@training_flops.misconception
def forward_takes_all_six(N, D):
    return {"forward": 6 * N * D}


@solver
def estimated_flops(T, each):
    """Six FLOPs a weight, and for each layer and token three times the 4dT of scores and values."""
    return {"token": each, "sequence": T * each}


@estimated_flops.working
def by_weights(N):
    return 6 * N


@estimated_flops.working
def by_attention(L, d, T):
    return 12 * L * d * T


@estimated_flops.working
def each(by_weights, by_attention):
    return by_weights + by_attention


@estimated_flops.confirm(gradients=True)
def weights_and_attention_counted(N, L, d, T):
    """Count a layer of N weights for each token, and both passes through every layer's attention."""
    q, k, v = (torch.empty(1, T, d, device=META, requires_grad=True) for _ in range(3))
    sequence = T * trained(N)[1] + L * counted(lambda: (q @ k.mT @ v).sum().backward())
    return {"token": sequence // T, "sequence": sequence}


@estimated_flops.misconception
def leaves_attention_out(N, T):
    return {"token": 6 * N, "sequence": 6 * N * T}


@estimated_flops.misconception
def counts_attention_forward_only(N, L, d, T):
    return {"token": 6 * N + 4 * L * d * T, "sequence": T * (6 * N + 4 * L * d * T)}


@estimated_flops.misconception
def estimates_the_forward_pass(N, L, d, T):
    return {"token": 2 * N + 4 * L * d * T, "sequence": T * (2 * N + 4 * L * d * T)}


@estimated_flops.misconception
def estimates_one_layer(N, d, T):
    return {"token": 6 * N + 12 * d * T, "sequence": T * (6 * N + 12 * d * T)}


@solver
def training_days(speed, flops):
    """The FLOPs of the training over those that the devices really make in a day."""
    return flops / speed


@training_days.working
def flops(N, D):
    return 6 * N * D


@training_days.working
def speed(G, peak, used):
    return G * peak * power(10, 12) * used / 100 * 86400


@training_days.confirm(
    derived="the tokens of a day, whose FLOPs are counted while PyTorch makes them", gradients=True
)
def tokens_of_a_day(N, D, G, peak, used):
    per_token = trained(N)[1]
    second = torch.full((G,), peak * 1e12).sum() * used / 100
    return D / (second * timedelta(days=1).total_seconds() / per_token)


@training_days.misconception
def runs_at_the_peak(speed, flops, used):
    return flops / (speed * 100 / used)


@training_days.misconception
def only_forward(speed, flops):
    return flops / (3 * speed)


@training_days.misconception
def uses_one_device(speed, flops, G):
    return flops * G / speed


@training_days.misconception
def answers_in_hours(speed, flops):
    return 24 * flops / speed


@solver
def compute_optimal(size, r):
    """With r tokens a parameter the 6ND FLOPs are 6rN², so parameters and tokens both grow with the root."""
    return {"parameters": size, "tokens": r * size}


@compute_optimal.working
def budget(c, k):
    return c * power(10, k)


@compute_optimal.working
def squared_size(budget, r):
    return budget / (6 * r)


@compute_optimal.working
def size(squared_size):
    return sqrt(squared_size)


@compute_optimal.confirm(
    derived="the interval halved until the FLOPs, as PyTorch counts them, are the budget", gradients=True
)
def size_that_fits(c, k, r):
    each = trained(1)[1]
    low, high = 0.0, 10.0**k
    for _ in range(140):
        middle = (low + high) / 2
        low, high = (middle, high) if middle * (r * middle) * each < c * 10.0**k else (low, middle)
    return {"parameters": high, "tokens": r * high}


@compute_optimal.misconception
def shares_linearly(budget, r):
    return {"parameters": budget / (6 * r), "tokens": budget / 6}


@compute_optimal.misconception
def counts_two_flops(budget, r):
    return {"parameters": sqrt(budget / (2 * r)), "tokens": r * sqrt(budget / (2 * r))}


@compute_optimal.misconception
def as_many_tokens_as_weights(budget):
    return {"parameters": sqrt(budget / 6), "tokens": sqrt(budget / 6)}


@compute_optimal.misconception
def swaps_tokens_and_weights(size, r):
    return {"parameters": r * size, "tokens": size}


def table_share(cells):
    """Products that are made of those that a whole table of scores takes, as a divisor."""
    return 1 if cells == "full" else 2


def matrices_of(ffn):
    """Weight matrices of a feed-forward block."""
    return 3 if ffn == "gated" else 2


def flops_of_layer(T, d, f, ffn, cells):
    """Projections, scores with values, and the feed-forward block of one layer over T tokens."""
    attention = 4 * T**2 * d / table_share(cells)
    return 8 * T * d**2, attention, 2 * matrices_of(ffn) * T * d * f


@solver
def layer_flops(B, each_sequence):
    """A product of m × n and n × p takes 2mnp FLOPs; only scores and values grow with the square of the length."""
    projections, attention, feed_forward = each_sequence
    return {"projections": B * projections, "attention": B * attention, "feed_forward": B * feed_forward}


@layer_flops.working
def each_sequence(T, d, f, ffn, cells):
    return flops_of_layer(T, d, f, ffn, cells)


@layer_flops.working
def matrices(ffn):
    return matrices_of(ffn)


@layer_flops.working
def tokens(B, T):
    return B * T


@layer_flops.confirm
def layer_as_counted(B, T, d, f, ffn, cells):
    """Run the products on the device "meta" and let PyTorch count."""
    return layer_parts(B, T, d, f, ffn, cells)


@layer_flops.misconception
def one_flop_for_two(B, each_sequence):
    return {name: flops / 2 for name, flops in layer_flops(B, each_sequence).items()}


@layer_flops.misconception
def projects_three_times(B, T, d):
    return {"projections": 6 * B * T * d**2}


@layer_flops.misconception
def counts_scores_only(B, T, d, cells):
    return {"attention": 2 * B * T**2 * d / table_share(cells)}


@layer_flops.misconception
def grows_with_the_length(B, T, d, cells):
    return {"attention": 4 * B * T * d**2 / table_share(cells)}


@layer_flops.misconception
def forgets_the_tokens(d, f, ffn):
    return {"projections": 8 * d**2, "feed_forward": 2 * matrices_of(ffn) * d * f}


@layer_flops.misconception
def counts_one_matrix(B, T, d, f):
    return {"feed_forward": 2 * B * T * d * f}


@solver
def model_flops(forward):
    """Every layer costs the same, the output layer comes on top, and training takes three times the forward pass."""
    return {"forward": forward, "training": 3 * forward}


@model_flops.working
def each_layer(T, d, f, ffn, cells):
    return sum(flops_of_layer(T, d, f, ffn, cells))


@model_flops.working
def output_layer(T, d, V, head):
    return 2 * T * d * V if head else 0


@model_flops.working
def forward(L, each_layer, output_layer):
    return L * each_layer + output_layer


@model_flops.confirm
def model_as_counted(T, L, d, f, V, ffn, cells, head):
    """Run the products on the device "meta" and let PyTorch count; backward, each product has two of its size."""
    forward = model(1, T, L, d, f, V, ffn, cells, head)
    return {"forward": forward, "training": forward + 2 * model(1, T, L, d, f, V, ffn, cells, head)}


@model_flops.where
def feed_forward_is_wider(d, f):
    return d < f <= 8 * d


@model_flops.misconception
def one_flop_a_product(forward):
    return {"forward": forward / 2, "training": 3 * forward / 2}


@model_flops.misconception
def no_attention_scores(T, L, d, f, ffn, output_layer):
    flops = L * (8 * T * d**2 + 2 * matrices_of(ffn) * T * d * f) + output_layer
    return {"forward": flops, "training": 3 * flops}


@model_flops.misconception
def twice_for_training(forward):
    return {"training": 2 * forward}


@model_flops.misconception
def counts_one_layer(each_layer, output_layer):
    return {"forward": each_layer + output_layer, "training": 3 * (each_layer + output_layer)}


@solver
def context_growth(before, after):
    """Projections, feed-forward block and output layer grow with the length, scores and values with its square."""
    return after / before


@context_growth.working
def layer_before(T, d, f, ffn, cells):
    return sum(flops_of_layer(T, d, f, ffn, cells))


@context_growth.working
def output_before(T, d, V, head):
    return int(head) * 2 * T * d * V


@context_growth.working
def before(L, layer_before, output_before):
    return L * layer_before + output_before


@context_growth.working
def longer(T, a):
    return a * T


@context_growth.working
def layer_after(longer, d, f, ffn, cells):
    return sum(flops_of_layer(longer, d, f, ffn, cells))


@context_growth.working
def output_after(a, output_before):
    return a * output_before


@context_growth.working
def after(L, layer_after, output_after):
    return L * layer_after + output_after


@context_growth.working
def squared(a):
    return a**2


@context_growth.confirm
def both_as_counted(T, a, L, d, f, V, ffn, cells, head):
    """Count both lengths on the device "meta"."""
    one, other = (model(1, length, L, d, f, V, ffn, cells, head) for length in (T, a * T))
    return other / one


@context_growth.where
def block_is_wider(d, f):
    return d < f <= 8 * d


@context_growth.misconception
def grows_like_the_length(a):
    return a


@context_growth.misconception
def grows_like_the_square(a):
    return a**2


@context_growth.misconception
def stays_as_it_is():
    return 1


@solver
def balance_length(d, h, h_kv, cells):
    """A token's projections cost the same at every length, its scores and values grow with the tokens before it."""
    return d * (h + h_kv) / h * table_share(cells)


@balance_length.working
def kept_keys(d, h, h_kv):
    return d / h * h_kv


@balance_length.working
def projected(d, kept_keys):
    return 4 * d**2 + 4 * d * kept_keys


@balance_length.working
def seen(d, cells):
    return 4 * d / table_share(cells)


@balance_length.confirm
def length_where_they_meet(d, h, h_kv, cells):
    """Count both on the device "meta" and look for the length, halving the interval."""
    low, high = 0, 8 * d
    while high - low > 2:
        T = (low + high) // 4 * 2  # even, so that half of the cells is a whole number
        made = 2 * linear(T, d, d) + 2 * linear(T, d, d // h * h_kv)
        low, high = (T, high) if attended(1, T, d, cells) <= made else (low, T)
    return low


@balance_length.where
def heads_divide(d, h, h_kv):
    return d % h == 0 and h_kv <= h and h % h_kv == 0 and (d * h_kv) % (2 * h) == 0


@balance_length.misconception
def takes_the_width(d):
    return d


@balance_length.misconception
def forgets_queries_or_output(d, h, h_kv, cells):
    return d * (h + 2 * h_kv) / (2 * h) * table_share(cells)


@balance_length.misconception
def counts_scores_but_not_values(d, h, h_kv, cells):
    return 2 * d * (h + h_kv) / h * table_share(cells)


@balance_length.misconception
def forgets_that_keys_are_shared(d, h, h_kv, cells):
    return 2 * d * table_share(cells) if h_kv != h else None


# Memory


def kept_values(optimizer):
    """Numbers that an optimiser keeps for each weight."""
    return {"sgd": 0, "momentum": 1, "adam": 2}[optimizer]


GIGABYTE = 10**9


@solver
def training_memory(N, weights, states):
    """Each weight has a gradient and whatever its optimiser keeps; mixed precision keeps a full copy as well."""
    return {"states": N * states / GIGABYTE, "all": N * (2 * weights + states) / GIGABYTE}


@training_memory.working
def weights(precision):
    return 4 if precision == "full" else 2


@training_memory.working
def states(optimizer, precision):
    return 4 * kept_values(optimizer) + (0 if precision == "full" else 4)


@training_memory.working
def bytes_each(weights, states):
    return 2 * weights + states


@training_memory.working
def bytes_in_all(N, bytes_each):
    return N * bytes_each


@training_memory.confirm(gradients=True)
def optimiser_on_meta(N, optimizer, precision):
    """Let PyTorch's optimiser make an update on the device "meta" and add up the bytes of its tensors."""
    full = torch.empty(N, device=META, dtype=torch.float32, requires_grad=True)
    full.grad = torch.empty_like(full)
    make = {
        "sgd": torch.optim.SGD,
        "momentum": lambda of: torch.optim.SGD(of, momentum=0.9),
        "adam": torch.optim.Adam,
    }[optimizer]
    chosen = make([full])
    chosen.step()
    kept = [value.nbytes for value in chosen.state[full].values() if value is not None and value.dim()]
    used = full if precision == "full" else full.to(torch.bfloat16)
    states = sum(kept) + (0 if used is full else full.nbytes)
    return {"states": states / GIGABYTE, "all": (2 * used.nbytes + states) / GIGABYTE}


@training_memory.misconception
def one_moment(N, optimizer, weights, states):
    if optimizer != "adam":
        return None
    return {"states": N * (states - 4) / GIGABYTE, "all": N * (2 * weights + states - 4) / GIGABYTE}


@training_memory.misconception
def forgets_the_gradients(N, weights, states):
    return {"all": N * (weights + states) / GIGABYTE}


@training_memory.misconception
def forgets_the_full_copy(N, precision, weights, states):
    if precision == "full":
        return None
    return {"states": N * (states - 4) / GIGABYTE, "all": N * (2 * weights + states - 4) / GIGABYTE}


@training_memory.misconception
def takes_gibibytes(N, weights, states):
    return {"states": N * states / 2**30, "all": N * (2 * weights + states) / 2**30} if states else None


@training_memory.misconception
def weights_alone(N, weights):
    return {"all": N * weights / GIGABYTE}


# Time


@solver
def throughput(steps, G, seconds, hours, b):
    """Time, devices and tokens are shared out over the steps."""
    return {"step": seconds / steps, "device_hours": G * hours, "tokens": b * steps / seconds}


@throughput.working
def seconds(hours):
    return 3600 * hours


@throughput.confirm
def clock(steps, hours, G, b):
    """Let Python's clock say how many seconds there are, and add up devices and steps."""
    seconds = timedelta(hours=hours).total_seconds()
    device_seconds = torch.full((G,), seconds).sum()
    return {
        "step": seconds / steps,
        "device_hours": device_seconds / timedelta(hours=1).total_seconds(),
        "tokens": torch.full((steps,), float(b)).sum() / seconds,
    }


@throughput.misconception
def answers_in_minutes(steps, hours):
    return {"step": 60 * hours / steps}


@throughput.misconception
def shares_the_hours(hours, G):
    return {"device_hours": hours / G}


@throughput.misconception
def multiplies_by_the_devices(steps, G, seconds, b):
    return {"tokens": G * b * steps / seconds}


@throughput.misconception
def steps_a_second(steps, seconds):
    return {"step": steps / seconds}


# Claims


def linear_gradient(layer, x, y, loss):
    """The gradient that a loss leaves in a layer's weights."""
    with torch.enable_grad():
        weights = layer.weight.detach().clone().requires_grad_()
        loss(F.linear(x, weights), y).backward()
    return weights.grad


@claim(broken=lambda: lambda x: F.dropout(x, 0.5))
def dropout_rests_in_evaluation(dropout=lambda: nn.Dropout(0.5).eval()):
    """Put random values in and measure how far they come out changed."""
    x = torch.randn(64)
    return (dropout()(x) - x).abs().max()


class Always(nn.Module):
    """A module that calls the function without saying whether it trains."""

    def forward(self, x):
        return F.dropout(x, 0.5)


@claim(broken=lambda: nn.Dropout(0.5))
def functional_dropout_hears_eval(module=Always):
    """Set the module to evaluation and measure how far its output is from its input."""
    x = torch.randn(64)
    return (module().eval()(x) - x).abs().max()


@claim(broken=nn.Identity)
def dropout_keeps_the_sum(dropout=lambda: nn.Dropout(0.5)):
    """Add up what training mode gives for 65 ones, and compare with 65."""
    return dropout().train()(torch.ones(65)).sum() - 65


def adam_moves(scale):
    """How far Adam without ε moves a weight over five gradients of that scale."""
    return run_adam(torch.zeros(()), scale * torch.tensor([1.0, -2.0, 0.5, 3.0, 1.0]), 0.1)[0]


def sgd_moves(scale):
    """How far plain SGD moves it."""
    return run_sgd(torch.zeros(()), scale * torch.tensor([1.0, -2.0, 0.5, 3.0, 1.0]), 0.1)[0]


@claim(broken=lambda: sgd_moves)
def adam_forgets_the_scale(moves=lambda: adam_moves):
    """Multiply every gradient by 100 and compare where the weight ends."""
    return moves()(100.0) - moves()(1.0)


@claim(broken=lambda: True)
def decay_in_adam_is_adamw(decoupled=lambda: False):
    """Give a large weight a small gradient, once with the decay in the gradient and once beside it."""
    start, gradients = torch.tensor(5.0), torch.tensor([0.1])
    ends = [run_adam(start, gradients, 0.1, decay=0.1, decoupled=d)[0] for d in (decoupled(), True)]
    return ends[0] - ends[1]


@claim(broken=lambda: clip_grad_value_)
def clipping_keeps_the_direction(clip=lambda: clip_grad_norm_):
    """Clip a gradient to 1 and measure the angle to what it was."""
    weight, gradient = nn.Parameter(torch.zeros(4)), torch.tensor([3.0, -0.5, 1.0, 0.2])
    weight.grad = gradient.clone()
    clip()([weight], 1.0)
    return F.cosine_similarity(weight.grad, gradient, dim=0) - 1


def stretched(weights, c):
    """Scale a gradient to the norm c, whatever it was."""
    for weight in weights:
        weight.grad *= c / weight.grad.norm()


@claim(broken=lambda: stretched)
def short_gradients_are_stretched(clip=lambda: clip_grad_norm_):
    """Clip a gradient of the norm 0.5 to 1 and measure how far its norm is from 1."""
    weight = nn.Parameter(torch.zeros(2))
    weight.grad = torch.tensor([0.3, 0.4])
    clip()([weight], 1.0)
    return weight.grad.norm() - 1


@claim(broken=lambda: nn.MSELoss(reduction="sum"))
def means_of_parts_add_up(loss=nn.MSELoss):
    """Add the gradients of four quarters of a batch and compare with the gradient of the whole."""
    layer, x, y = nn.Linear(3, 2), torch.randn(8, 3), torch.randn(8, 2)
    parts = [linear_gradient(layer, a, b, loss()) for a, b in zip(x.chunk(4), y.chunk(4), strict=True)]
    return (sum(parts) - linear_gradient(layer, x, y, loss())).abs().max()


@claim(broken=lambda: False)
def backward_takes_twice_the_flops(with_input=lambda: True):
    """Count the products of a layer's backward pass over those of its forward pass."""
    layer, x = nn.Linear(8, 16, device=META), torch.empty(4, 8, device=META)
    x.requires_grad_(with_input())
    with torch.enable_grad():
        y = layer(x).sum()
        return counted(y.backward) / counted(lambda: layer(x)) - 2


@claim(broken=lambda: lambda T: linear(T, 64, 64))
def twice_the_context_is_four_times_the_flops(flops=lambda: lambda T: attended(1, T, 64, "full")):
    """Count the scores and values of one head at two lengths."""
    return flops()(128) == 4 * flops()(64)

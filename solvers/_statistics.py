"""Mean, variance and normalizing: exactly for solvers, with PyTorch for confirmations."""

import torch
from torch import nn
from torch.nn import functional as F

from qbank.exact import sqrt


def mean_of(values):
    """The sum divided by the number of values."""
    return sum(values) / len(values)


def centred_at(values, mean):
    """What is left of each value when the mean is taken away."""
    return [value - mean for value in values]


def sum_of_squares(values):
    """Each value times itself, added up."""
    return sum(value**2 for value in values)


def divisor_of(values, unbiased):
    """What the variance divides the sum of squares by: the number of values, or one less."""
    return len(values) - 1 if unbiased else len(values)


def variance_of(values, mean, unbiased):
    """The squared distances from the mean, added up and divided."""
    return sum_of_squares(centred_at(values, mean)) / divisor_of(values, unbiased)


def varies(values):
    """Whether not all are equal: else the variance is 0, and there is nothing to divide by."""
    return len(set(values)) > 1


def normalized(values, unbiased, eps=0):
    """The mean taken away, then divided by √(variance + ε)."""
    mean = mean_of(values)
    scale = sqrt(variance_of(values, mean, unbiased) + eps)
    return [c / scale for c in centred_at(values, mean)]


def normalized_rows(X, unbiased, eps=0):
    """Each row by itself; None where a row does not vary."""
    return [normalized(row, unbiased, eps) for row in X] if all(varies(row) for row in X) else None


def divided(X, means, scales):
    """Each column less its mean, divided by its scale."""
    return [[(x - m) / s for x, m, s in zip(row, means, scales, strict=True)] for row in X]


def transposed(rows):
    """Columns for rows."""
    return [list(column) for column in zip(*rows, strict=True)]


def run_layer_norm(x, unbiased, eps=0.0):
    """PyTorch's LayerNorm over the last axis; its module divides by the number of values only."""
    if unbiased:
        return run_batch_norm(x.unsqueeze(-1), unbiased, eps).squeeze(-1)  # the features as a batch (…, d, 1)
    return nn.LayerNorm(x.shape[-1], eps=eps, elementwise_affine=False)(x)


def run_batch_norm(X, unbiased, eps=1e-15):
    """PyTorch's BatchNorm on one batch (N, d) or on many (B, N, d), which stand side by side as channels of one call.

    Training mode divides by the number of values, and refuses ε = 0, for which 1e-15 stands. For one less,
    evaluation mode is given the statistics that `torch.var_mean` measures.
    """
    examples = X.movedim(-2, 0)  # (N, …, d)
    channels = examples.flatten(1)  # (N, B·d)
    if unbiased:
        variance, mean = torch.var_mean(channels, dim=0, correction=1)
        output = F.batch_norm(channels, mean, variance, eps=eps)
    else:
        output = F.batch_norm(channels, None, None, training=True, eps=eps)
    return output.reshape(examples.shape).movedim(0, -2)

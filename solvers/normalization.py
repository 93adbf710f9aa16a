"""Normalization: over which numbers the mean is taken, what is divided by, and what is kept for later."""

import torch
from torch import nn
from torch.nn import functional as F

from qbank import claim, solver
from qbank.exact import sqrt

from ._pictures import block
from ._statistics import (
    centred_at,
    divided,
    divisor_of,
    mean_of,
    normalized,
    normalized_rows,
    run_batch_norm,
    run_layer_norm,
    sum_of_squares,
    transposed,
    variance_of,
    varies,
)

# LayerNorm of one token: plain, with γ and β, with an ε that matters


@solver
def layer_norm(centred, sigma):
    """A token's own features lose their mean and are divided by their standard deviation."""
    return [c / sigma for c in centred]


@solver
def layer_norm_affine(gamma, beta, plain):
    """First the features are normalized; then each has its own factor γ and its own shift β."""
    return [g * p + b for p, g, b in zip(plain, gamma, beta, strict=True)]


@solver
def layer_norm_eps(centred, scale):
    """ε is added to the variance before the root is taken, so the outputs are a little smaller."""
    return [c / scale for c in centred]


@layer_norm.working
@layer_norm_affine.working
@layer_norm_eps.working
def mean(x):
    return mean_of(x)


@layer_norm.working
@layer_norm_affine.working
@layer_norm_eps.working
def centred(x, mean):
    return centred_at(x, mean)


@layer_norm.working
@layer_norm_affine.working
@layer_norm_eps.working
def squares(centred):
    return sum_of_squares(centred)


@layer_norm.working
@layer_norm_affine.working
@layer_norm_eps.working
def divisor(x, unbiased):
    return divisor_of(x, unbiased)


@layer_norm.working
@layer_norm_affine.working
@layer_norm_eps.working
def variance(squares, divisor):
    return squares / divisor


@layer_norm.working
@layer_norm_affine.working
def sigma(variance):
    return sqrt(variance)


@layer_norm_eps.working
def scale(variance, eps):
    return sqrt(variance + eps)


@layer_norm_affine.working
def plain(centred, sigma):
    return [c / sigma for c in centred]


@layer_norm.where
@layer_norm_affine.where
@layer_norm_eps.where
def features_vary(x):
    return varies(x)


@layer_norm_affine.where
def each_feature_has_its_pair(x, gamma, beta):
    return len(gamma) == len(beta) == len(x)


@layer_norm.confirm(batch=["x"])
def layer_norm_module(x, unbiased):
    """Run PyTorch's LayerNorm without ε."""
    return run_layer_norm(x, unbiased)  # (B, d)


@layer_norm_affine.confirm(batch=["x"])
def layer_norm_with_parameters(x, gamma, beta, unbiased):
    """Run PyTorch's LayerNorm with these γ and β as its weight and bias."""
    if unbiased:
        return torch.addcmul(beta, gamma, run_layer_norm(x, unbiased))
    return F.layer_norm(x, gamma.shape, gamma, beta, eps=0.0)  # (B, d)


@layer_norm_eps.confirm(batch=["x"])
def layer_norm_module_with_epsilon(x, eps, unbiased):
    """Run PyTorch's LayerNorm with this ε."""
    return run_layer_norm(x, unbiased, eps)  # (B, d)


@layer_norm.misconception
def divides_by_the_variance(centred, variance):
    return [c / variance for c in centred]


@layer_norm.misconception
def keeps_the_mean(x, sigma):
    return [value / sigma for value in x]


@layer_norm.misconception
def makes_the_length_one(centred, squares):
    return [c / sqrt(squares) for c in centred]


@layer_norm_affine.misconception
def swaps_gamma_and_beta(gamma, beta, plain):
    return [b * p + g for p, g, b in zip(plain, gamma, beta, strict=True)]


@layer_norm_affine.misconception
def shifts_before_scaling(gamma, beta, plain):
    return [g * (p + b) for p, g, b in zip(plain, gamma, beta, strict=True)]


@layer_norm_affine.misconception
def normalizes_last(x, gamma, beta, unbiased):
    shifted = [g * value + b for value, g, b in zip(x, gamma, beta, strict=True)]
    return normalized(shifted, unbiased) if varies(shifted) else None


@layer_norm_affine.misconception
def leaves_out_gamma_and_beta(plain):
    return plain


@layer_norm_eps.misconception
def adds_epsilon_outside_the_root(centred, variance, eps):
    return [c / (sqrt(variance) + eps) for c in centred]


@layer_norm_eps.misconception
def leaves_out_the_root(centred, variance, eps):
    return [c / (variance + eps) for c in centred]


@layer_norm_eps.misconception
def leaves_out_epsilon(centred, variance):
    return [c / sqrt(variance) for c in centred]


# RMSNorm: no mean is taken away


@solver
def rms_norm(x, rms):
    """The features are divided by the root of their mean square; their mean stays."""
    return [value / rms for value in x]


@solver
def rms_norm_gain(gains, unit):
    """First the features are divided by their root mean square; then each has its own factor, and no shift."""
    return [g * u for g, u in zip(gains, unit, strict=True)]


@rms_norm.working
@rms_norm_gain.working
def total(x):
    return sum_of_squares(x)


@rms_norm.working
@rms_norm_gain.working
def mean_square(x, total):
    return total / len(x)


@rms_norm.working
@rms_norm_gain.working
def rms(mean_square):
    return sqrt(mean_square)


@rms_norm_gain.working
def unit(x, rms):
    return [value / rms for value in x]


@rms_norm_gain.working
def gains(gamma, gain):
    return [g + 1 for g in gamma] if gain == "one_plus" else gamma


@rms_norm.where
@rms_norm_gain.where
def sizes_vary(x):
    return varies(abs(value) for value in x)


@rms_norm_gain.where
def each_feature_has_its_gain(x, gamma):
    return len(gamma) == len(x)


@rms_norm.confirm(batch=["x"])
def rms_norm_module(x):
    """Run PyTorch's RMSNorm without ε."""
    return nn.RMSNorm(x.shape[-1], eps=0.0, elementwise_affine=False)(x)  # (B, d)


@rms_norm_gain.confirm(batch=["x"])
def rms_norm_with_weights(x, gamma, gain):
    """Run PyTorch's RMSNorm with these weights, or with 1 added to them as Gemma's does."""
    layer = nn.RMSNorm(x.shape[-1], eps=0.0)
    layer.weight.copy_(gamma + 1 if gain == "one_plus" else gamma)
    return layer(x)  # (B, d)


@rms_norm_gain.misconception
def uses_the_other_gain(gamma, gain, unit):
    other = gamma if gain == "one_plus" else [g + 1 for g in gamma]
    return [g * u for g, u in zip(other, unit, strict=True)]


@rms_norm_gain.misconception
def normalizes_with_the_mean_away(x, gains):
    if not varies(x):
        return None
    return [g * n for g, n in zip(gains, normalized(x, False), strict=True)]


@rms_norm_gain.misconception
def scales_before_the_norm(x, gains):
    scaled = [g * value for g, value in zip(gains, x, strict=True)]
    return [value / sqrt(sum_of_squares(scaled) / len(x)) for value in scaled]


@rms_norm_gain.misconception
def leaves_out_the_gain(unit):
    return unit


@rms_norm.misconception
def takes_the_mean_away(x):
    return normalized(x, False)


@rms_norm.misconception
def leaves_out_the_root_of_the_mean_square(x, mean_square):
    return [value / mean_square for value in x]


@rms_norm.misconception
def divides_by_the_length(x, total):
    return [value / sqrt(total) for value in x]


# BatchNorm of a batch, rows are examples: plain, with an ε that matters, the sum of a row, beside LayerNorm


@solver
def batch_norm(X, column_means, column_sigmas):
    """Each feature loses its own mean over the batch and is divided by its own standard deviation."""
    return divided(X, column_means, column_sigmas)


@solver
def batch_norm_eps(X, column_means, column_scales):
    """ε is added to the variance of each column before the root is taken."""
    return divided(X, column_means, column_scales)


@solver
def batch_norm_row_sum(row):
    """Columns of the output sum to 0, since each loses its mean; a row holds one value of each and need not."""
    return sum(row)


@solver
def both_norms(X, row_means, row_sigmas, column_means, column_sigmas):
    """LayerNorm normalizes each row by itself, BatchNorm each column."""
    rows = divided(transposed(X), row_means, row_sigmas)
    return {"layer_norm": transposed(rows), "batch_norm": divided(X, column_means, column_sigmas)}


@batch_norm.working
@batch_norm_eps.working
@batch_norm_row_sum.working
@both_norms.working
def column_means(X):
    return [mean_of(column) for column in transposed(X)]


@batch_norm.working
@batch_norm_eps.working
def differences(X, column_means):
    return transposed(centred_at(column, m) for column, m in zip(transposed(X), column_means, strict=True))


@batch_norm.working
@batch_norm_eps.working
@batch_norm_row_sum.working
@both_norms.working
def column_variances(X, column_means, unbiased):
    return [variance_of(column, m, unbiased) for column, m in zip(transposed(X), column_means, strict=True)]


@batch_norm.working
@batch_norm_row_sum.working
@both_norms.working
def column_sigmas(column_variances):
    return [sqrt(variance) for variance in column_variances]


@batch_norm_row_sum.working
def row(X, i, column_means, column_sigmas):
    return divided(X, column_means, column_sigmas)[i - 1]


@batch_norm_eps.working
def column_scales(column_variances, eps):
    return [sqrt(variance + eps) for variance in column_variances]


@both_norms.working
def row_means(X):
    return [mean_of(row) for row in X]


@both_norms.working
def row_variances(X, row_means, unbiased):
    return [variance_of(row, m, unbiased) for row, m in zip(X, row_means, strict=True)]


@both_norms.working
def row_sigmas(row_variances):
    return [sqrt(variance) for variance in row_variances]


@batch_norm.where
@batch_norm_eps.where
@batch_norm_row_sum.where
def columns_vary(X):
    return all(varies(column) for column in transposed(X))


@layer_norm_eps.where
@batch_norm_eps.where
def epsilon_counts(eps):
    return eps > 0


@batch_norm_row_sum.where
def there_is_such_a_row(X, i):
    return 1 <= i <= len(X)


@both_norms.where
def rows_and_columns_vary(X):
    return columns_vary(X) and all(varies(row) for row in X)


@batch_norm.confirm(batch=["X"])
def batch_norm_module(X, unbiased):
    """Run PyTorch's BatchNorm."""
    return run_batch_norm(X, unbiased)  # (B, N, d)


@batch_norm_eps.confirm(batch=["X"])
def batch_norm_module_with_epsilon(X, eps, unbiased):
    """Run PyTorch's BatchNorm with this ε."""
    return run_batch_norm(X, unbiased, eps)  # (B, N, d)


@batch_norm_row_sum.confirm(batch=["X"])
def row_of_the_batch_norm_module(X, i, unbiased):
    """Run PyTorch's BatchNorm and add up one row of its output."""
    return run_batch_norm(X, unbiased)[..., i - 1, :].sum(-1)  # (B,)


@both_norms.confirm(batch=["X"])
def both_modules(X, unbiased):
    """Run PyTorch's LayerNorm and BatchNorm on the same matrix."""
    return {
        "layer_norm": run_layer_norm(X, unbiased),
        "batch_norm": run_batch_norm(X, unbiased),
    }  # (B, N, d) each


@batch_norm.misconception
def normalizes_each_row(X, unbiased):
    return normalized_rows(X, unbiased)


@batch_norm_eps.misconception
def normalizes_each_row_with_epsilon(X, unbiased, eps):
    return normalized_rows(X, unbiased, eps)


@both_norms.misconception
def swaps_the_axes(X, unbiased):
    columns = transposed(normalized_rows(transposed(X), unbiased))
    return {"layer_norm": columns, "batch_norm": normalized_rows(X, unbiased)}


@batch_norm.misconception
def divides_by_the_variances(X, column_means, column_variances):
    return divided(X, column_means, column_variances)


@both_norms.misconception
def divides_both_by_the_variances(X, row_means, row_variances, column_means, column_variances):
    rows = divided(transposed(X), row_means, row_variances)
    return {"layer_norm": transposed(rows), "batch_norm": divided(X, column_means, column_variances)}


@batch_norm_eps.misconception
def adds_epsilon_to_the_deviations(X, eps, column_means, column_variances):
    return divided(X, column_means, [sqrt(variance) + eps for variance in column_variances])


@batch_norm_eps.misconception
def ignores_epsilon(X, column_means, column_variances):
    return divided(X, column_means, [sqrt(variance) for variance in column_variances])


@batch_norm_row_sum.misconception
def expects_zero(X):
    return 0


@batch_norm_row_sum.misconception
def adds_up_the_differences(X, i, column_means):
    return sum(X[i - 1]) - sum(column_means)


@batch_norm_row_sum.misconception
def adds_up_over_the_variances(X, i, column_means, column_variances):
    return sum(divided(X, column_means, column_variances)[i - 1])


# Running statistics: one training batch, then evaluation mode


@solver
def batch_norm_running(x, running_mean, running_variance, running_sigma):
    """Each running statistic moves a part m of the way to the batch's; evaluation mode divides by what is kept."""
    return {"mean": running_mean, "variance": running_variance, "output": (x - running_mean) / running_sigma}


@batch_norm_running.working
def batch_mean(batch):
    return mean_of(batch)


@batch_norm_running.working
def batch_variance(batch, batch_mean):
    return variance_of(batch, batch_mean, True)


@batch_norm_running.working
def kept(m):
    return 1 - m


@batch_norm_running.working
def running_mean(m, batch_mean):
    return m * batch_mean


@batch_norm_running.working
def running_variance(m, kept, batch_variance):
    return kept + m * batch_variance


@batch_norm_running.working
def running_sigma(running_variance):
    return sqrt(running_variance)


@batch_norm_running.where
def statistics_move(batch, m):
    return varies(batch) and 0 < m < 1


@batch_norm_running.confirm(batch=["batch"])
def train_once_then_evaluate(batch, x, m):
    """Give PyTorch's BatchNorm one batch in training mode, read its buffers, and run it in evaluation mode."""
    values = batch.movedim(-1, 0).reshape(batch.shape[-1], -1)  # (N, B): one channel a batch
    layer = nn.BatchNorm1d(values.shape[1], eps=1e-15, momentum=m, affine=False)
    layer(values)
    output = layer.eval()(torch.full_like(values[:1], x))
    measured = {"mean": layer.running_mean, "variance": layer.running_var, "output": output}
    return {name: value.reshape(batch.shape[:-1]) for name, value in measured.items()}


def after_update(x, mean, variance):
    """The answers with these running statistics."""
    return {"mean": mean, "variance": variance, "output": (x - mean) / sqrt(variance)}


@batch_norm_running.misconception
def keeps_the_biased_variance(batch, x, m, kept, batch_mean, running_mean):
    biased = kept + m * variance_of(batch, batch_mean, False)
    return {"variance": biased, "output": (x - running_mean) / sqrt(biased)}


@batch_norm_running.misconception
def swaps_the_weights(x, m, kept, batch_mean, batch_variance):
    return after_update(x, kept * batch_mean, m + kept * batch_variance)


@batch_norm_running.misconception
def forgets_the_old_value(x, batch_mean, batch_variance):
    return after_update(x, batch_mean, batch_variance)


@batch_norm_running.misconception
def evaluates_with_the_batch(batch, x, batch_mean):
    return {"output": (x - batch_mean) / sqrt(variance_of(batch, batch_mean, False))}


@batch_norm_running.misconception
def divides_by_the_running_variance(x, running_mean, running_variance):
    return {"output": (x - running_mean) / running_variance}


# How many numbers share a mean


@solver
def shared_mean_count(B, T, d, norm):
    """LayerNorm has one mean a token, over its d features; BatchNorm one a feature, over all B · T tokens."""
    return {"sharing": d, "means": B * T} if norm == "LayerNorm" else {"sharing": B * T, "means": d}


@shared_mean_count.working
def size(B, T, d):
    return B * T * d


@shared_mean_count.where
def several_share(B, T, d, norm):
    return min(B, T, d) > 0 and shared_mean_count(B, T, d, norm)["sharing"] > 1


@shared_mean_count.confirm(gradients=True)
def gradient_of_one_output(B, T, d, norm):
    """Count the inputs that one output depends on, and the means that PyTorch saves for the backward pass."""
    x = torch.randn(B, T, d, requires_grad=True)
    if norm == "LayerNorm":
        output, means, _ = torch.native_layer_norm(x, (d,), None, None, 1e-5)
    else:
        output, means, _ = torch.native_batch_norm(x.transpose(1, 2), None, None, None, None, True, 0.1, 1e-5)
    (gradient,) = torch.autograd.grad(output[0, 0, 0], x)
    return {"sharing": (gradient != 0).sum(), "means": means.numel()}


@shared_mean_count.misconception
def takes_the_other_norm(B, T, d, norm):
    return {"sharing": B * T, "means": d} if norm == "LayerNorm" else {"sharing": d, "means": B * T}


@shared_mean_count.misconception
def normalizes_each_sequence(B, T, d, norm):
    return {"sharing": T * d, "means": B} if norm == "LayerNorm" else None


@shared_mean_count.misconception
def pools_the_batch_only(B, T, d, norm):
    return {"sharing": B, "means": T * d} if norm == "BatchNorm" else None


@shared_mean_count.misconception
def takes_one_mean_of_the_tensor(size):
    return {"sharing": size, "means": 1}


# Many tokens at once: a tensor of B sequences, written as a table with a row for each token


@solver
def layer_norm_rows(deviations, row_scales):
    """Every token is normalized by itself, whichever sequence it stands in."""
    return [[c / scale for c in row] for row, scale in zip(deviations, row_scales, strict=True)]


@layer_norm_rows.working
def T(X, B):
    return len(X) // B


@layer_norm_rows.working
def token_means(X):
    return [mean_of(row) for row in X]


@layer_norm_rows.working
def deviations(X, token_means):
    return [centred_at(row, m) for row, m in zip(X, token_means, strict=True)]


@layer_norm_rows.working
def token_variances(X, token_means, unbiased):
    return [variance_of(row, m, unbiased) for row, m in zip(X, token_means, strict=True)]


@layer_norm_rows.working
def row_scales(token_variances, eps):
    return [sqrt(variance + eps) for variance in token_variances]


@layer_norm_rows.where
def several_tokens_a_sequence(X, B, eps):
    return len(X) > B > 0 and len(X) % B == 0 and eps >= 0 and all(varies(row) for row in X)


@layer_norm_rows.confirm(batch=["X"])
def layer_norm_of_the_tensor(X, B, eps, unbiased):
    """Run PyTorch's LayerNorm on the tensor [B, T, d]."""
    tensor = X.unflatten(1, (B, -1))  # (batch, B, T, d)
    return run_layer_norm(tensor, unbiased, eps).flatten(1, 2)


def normalized_blocks(X, height, unbiased, eps):
    """One mean and one variance for each `height` rows together."""
    rows = []
    for start in range(0, len(X), height):
        block = X[start : start + height]
        flat = iter(normalized([value for row in block for value in row], unbiased, eps))
        rows += [[next(flat) for _ in row] for row in block]
    return rows


@layer_norm_rows.misconception
def takes_one_mean_a_sequence(X, T, eps, unbiased):
    return normalized_blocks(X, T, unbiased, eps)


@layer_norm_rows.misconception
def takes_one_mean_of_the_table(X, B, eps, unbiased):
    return normalized_blocks(X, len(X), unbiased, eps) if B > 1 else None


@layer_norm_rows.misconception
def normalizes_each_column(X, eps, unbiased):
    columns = transposed(X)
    return transposed(normalized_rows(columns, unbiased, eps)) if all(varies(c) for c in columns) else None


@layer_norm_rows.misconception
def adds_epsilon_to_each_deviation(deviations, token_variances, eps):
    if eps == 0:
        return None
    scales = [sqrt(variance) + eps for variance in token_variances]
    return [[c / scale for c in row] for row, scale in zip(deviations, scales, strict=True)]


# Backwards through LayerNorm


@solver
def layer_norm_backward(upstream, projections, output, deviation):
    """The mean and the standard deviation hang on every feature, so each takes its part of the gradient away."""
    mean_gradient, along = projections
    return [(g - mean_gradient - y * along) / deviation for g, y in zip(upstream, output, strict=True)]


@layer_norm_backward.working
def deviation(x):
    return sqrt(variance_of(x, mean_of(x), False))


@layer_norm_backward.working
def output(x, deviation):
    return [c / deviation for c in centred_at(x, mean_of(x))]


@layer_norm_backward.working
def projections(upstream, output):
    return [mean_of(upstream), mean_of([g * y for g, y in zip(upstream, output, strict=True)])]


@layer_norm_backward.where
def gradient_varies(x, upstream):
    return len(x) == len(upstream) > 2 and varies(x) and varies(upstream)


@layer_norm_backward.confirm(batch=["x"], gradients=True)
def gradient_by_autograd(x, upstream):
    """Run PyTorch's LayerNorm and let it send the gradient back."""
    features = x.clone().requires_grad_()
    run_layer_norm(features, False).backward(upstream.expand_as(features))
    return features.grad  # (B, d)


@layer_norm_backward.misconception
def divides_only(upstream, deviation):
    return [g / deviation for g in upstream]


@layer_norm_backward.misconception
def takes_only_the_mean_away(upstream, projections, deviation):
    return [(g - projections[0]) / deviation for g in upstream]


@layer_norm_backward.misconception
def normalizes_the_gradient(upstream):
    return normalized(upstream, False)


@layer_norm_backward.misconception
def forgets_the_scale(upstream, projections, output):
    mean_gradient, along = projections
    return [g - mean_gradient - y * along for g, y in zip(upstream, output, strict=True)]


# The two standard deviations


@solver
def deviation_ratio(n):
    """Both have the same sum of squares; one divides it by n − 1, the other by n, and then comes the root."""
    return sqrt(n / (n - 1))


@deviation_ratio.where
def there_is_a_variance(n):
    return n > 1


@deviation_ratio.confirm
def both_deviations_of_torch(n):
    """Take both standard deviations of random values with PyTorch."""
    values = torch.randn(n)
    return values.std(correction=1) / values.std(correction=0)


@deviation_ratio.misconception
def ratio_of_the_variances(n):
    return n / (n - 1)


@deviation_ratio.misconception
def ratio_turned_over(n):
    return sqrt((n - 1) / n)


@deviation_ratio.misconception
def one_more_instead_of_one_less(n):
    return sqrt((n + 1) / n)


# Groups of features


@solver
def group_norm(groups, group_means, group_sigmas):
    """Each group of features is normalized by itself, like a LayerNorm of its own."""
    triples = zip(groups, group_means, group_sigmas, strict=True)
    return [(value - m) / s for group, m, s in triples for value in group]


def in_groups(x, G):
    """G runs of neighbours, equally long."""
    width = len(x) // G
    return [x[start : start + width] for start in range(0, len(x), width)]


@group_norm.working
def groups(x, G):
    return in_groups(x, G)


@group_norm.working
def group_means(groups):
    return [mean_of(group) for group in groups]


@group_norm.working
def group_sigmas(groups, group_means):
    return [sqrt(variance_of(group, m, False)) for group, m in zip(groups, group_means, strict=True)]


@group_norm.where
def groups_vary(x, G):
    return G > 1 and len(x) % G == 0 and all(varies(group) for group in in_groups(x, G))


@group_norm.confirm(batch=["x"])
def group_norm_module(x, G):
    """Run PyTorch's GroupNorm with one position a channel."""
    return F.group_norm(x, G, eps=0.0)  # (B, C)


@group_norm.misconception
def normalizes_all_together(x):
    return normalized(x, False)


@group_norm.misconception
def deals_the_features_out(x, G):
    hands = [x[start::G] for start in range(G)]
    if not all(varies(hand) for hand in hands):
        return None
    dealt = [normalized(hand, False) for hand in hands]
    return [dealt[i % G][i // G] for i in range(len(x))]


@group_norm.misconception
def takes_a_group_for_its_width(x, G):
    count = len(x) // G
    if count == G or count == 1 or not all(varies(group) for group in in_groups(x, count)):
        return None
    return [value for group in in_groups(x, count) for value in normalized(group, False)]


@group_norm.misconception
def divides_groups_by_their_variances(groups, group_means, group_sigmas):
    triples = zip(groups, group_means, group_sigmas, strict=True)
    return [(value - m) / s**2 for group, m, s in triples for value in group]


@solver
def image_mean_count(N, C, H, W, G, norm):
    """What shares a mean: BatchNorm a channel of the batch, LayerNorm an image, InstanceNorm a channel of one image."""
    sharing = {
        "BatchNorm": N * H * W,
        "LayerNorm": C * H * W,
        "InstanceNorm": H * W,
        "GroupNorm": C / G * H * W,
    }
    means = {"BatchNorm": C, "LayerNorm": N, "InstanceNorm": N * C, "GroupNorm": N * G}
    return {"sharing": sharing[norm], "means": means[norm]}


@image_mean_count.working
def cells(N, C, H, W):
    return N * C * H * W


@image_mean_count.working
def channels_a_group(C, G):
    return C / G


@image_mean_count.where
def groups_fit(N, C, H, W, G, norm):
    fits = 1 < G < C and C % G == 0 if norm == "GroupNorm" else G == 1
    return fits and min(N, C, H * W) > 1


@image_mean_count.confirm(gradients=True)
def inputs_behind_one_output(N, C, H, W, G, norm):
    """Count the inputs that one output depends on, and the means that PyTorch saves for the backward pass."""
    x = torch.randn(N, C, H, W, requires_grad=True)
    if norm in ("BatchNorm", "InstanceNorm"):
        images = (
            x if norm == "BatchNorm" else x.flatten(0, 1).unsqueeze(0)
        )  # (1, N·C, H, W), as PyTorch does it
        output, means, _ = torch.native_batch_norm(images, None, None, None, None, True, 0.1, 1e-5)
    else:
        output, means, _ = torch.native_group_norm(x, None, None, N, C, H * W, G, 1e-5)
    (gradient,) = torch.autograd.grad(output.flatten()[0], x)
    return {"sharing": (gradient != 0).sum(), "means": means.numel()}


@image_mean_count.misconception
def confuses_batch_and_layer(N, C, H, W, norm):
    other = {"BatchNorm": "LayerNorm", "LayerNorm": "BatchNorm"}.get(norm)
    return image_mean_count(N, C, H, W, 1, other) if other else None


@image_mean_count.misconception
def leaves_the_pixels_apart(N, C, H, W, G, norm):
    per_pixel = image_mean_count(N, C, H, W, G, norm)
    return {"sharing": per_pixel["sharing"] / (H * W), "means": per_pixel["means"] * H * W}


@image_mean_count.misconception
def takes_groups_for_channels(N, C, H, W, G, norm):
    if norm != "GroupNorm":
        return None
    return {"sharing": G * H * W, "means": N * C / G}


@image_mean_count.misconception
def pools_the_batch_too(N, C, H, W, G, norm):
    if norm == "BatchNorm":
        return None
    own = image_mean_count(N, C, H, W, G, norm)
    return {"sharing": own["sharing"] * N, "means": own["means"] / N}


# What is learned and what is only kept


@solver
def norm_numbers(L, d, norm):
    """γ and β for each feature, RMSNorm γ alone; BatchNorm also keeps a mean and a variance that it does not learn."""
    kept = 2 * L * d if norm == "BatchNorm" else 0 * L * d
    return {"learned": L * d if norm == "RMSNorm" else 2 * L * d, "kept": kept}


@norm_numbers.confirm
def modules_counted(L, d, norm):
    """Build the modules of PyTorch and count their parameters and their statistics."""
    make = {"LayerNorm": nn.LayerNorm, "RMSNorm": nn.RMSNorm, "BatchNorm": nn.BatchNorm1d}[norm]
    layers = [make(d, device="meta") for _ in range(L)]
    kept = [buffer for layer in layers for buffer in layer.buffers() if buffer.dim()]
    return {
        "learned": sum(p.numel() for layer in layers for p in layer.parameters()),
        "kept": sum(buffer.numel() for buffer in kept),
    }


@norm_numbers.misconception
def learns_the_statistics(L, d, norm):
    return {"learned": 4 * L * d, "kept": 0 * d} if norm == "BatchNorm" else None


@norm_numbers.misconception
def gives_each_one_pair(L, norm):
    return {"learned": L if norm == "RMSNorm" else 2 * L}


@norm_numbers.misconception
def gives_rms_norm_a_shift(L, d, norm):
    return {"learned": 2 * L * d} if norm == "RMSNorm" else None


@norm_numbers.misconception
def has_no_shift(L, d, norm):
    return {"learned": L * d} if norm != "RMSNorm" else None


@norm_numbers.misconception
def keeps_statistics_of_every_norm(L, d, norm):
    return {"kept": 2 * L * d} if norm != "BatchNorm" else None


# BatchNorm after training: one multiplication and one addition


@solver
def batch_norm_inference(x, factors, shifts):
    """The running statistics are constants, so the layer is a fixed factor and a fixed shift for each feature."""
    output = [a * value + b for a, value, b in zip(factors, x, shifts, strict=True)]
    return {"factor": factors, "shift": shifts, "output": output}


@batch_norm_inference.working
def factors(gamma, variances):
    return [g / sqrt(variance) for g, variance in zip(gamma, variances, strict=True)]


@batch_norm_inference.working
def shifts(beta, means, factors):
    return [b - a * m for b, a, m in zip(beta, factors, means, strict=True)]


@batch_norm_inference.where
def every_feature_has_its_own(x, means, variances, gamma, beta):
    return len(x) == len(means) == len(variances) == len(gamma) == len(beta) and all(v > 0 for v in variances)


@batch_norm_inference.confirm
def batch_norm_in_evaluation(x, means, variances, gamma, beta):
    """Run PyTorch's BatchNorm in evaluation mode on 0, on 1 and on x."""
    probes = torch.stack([torch.zeros_like(x), torch.ones_like(x), x])  # (3, d)
    zero, one, output = F.batch_norm(probes, means, variances, gamma, beta, eps=0.0)
    return {"factor": one - zero, "shift": zero, "output": output}


@batch_norm_inference.misconception
def takes_the_statistics_of_the_one_example(x, beta):
    return {"output": beta} if any(x) else None


@batch_norm_inference.misconception
def divides_by_the_kept_variances(x, means, variances, gamma, beta):
    factors = [g / variance for g, variance in zip(gamma, variances, strict=True)]
    return batch_norm_inference(x, factors, [b - a * m for b, a, m in zip(beta, factors, means, strict=True)])


@batch_norm_inference.misconception
def forgets_the_mean_in_the_shift(x, factors, beta):
    output = batch_norm_inference(x, factors, beta)["output"]
    return {"shift": beta, "output": output}


@batch_norm_inference.misconception
def leaves_out_the_learned_numbers(x, means, variances):
    factors = [1 / sqrt(variance) for variance in variances]
    return batch_norm_inference(x, factors, [-a * m for a, m in zip(factors, means, strict=True)])


@solver
def running_mean_after(course):
    """Each batch moves the running mean a part of the way, so the earlier batches fade."""
    return course[-1]


@running_mean_after.working
def weight(m, momentum):
    return m if momentum == "new" else 1 - m


@running_mean_after.working
def course(start, batch_means, weight):
    path = [start]
    for mean in batch_means:
        path.append((1 - weight) * path[-1] + weight * mean)
    return path[1:]


@running_mean_after.where
def mean_moves(start, batch_means, m):
    return 0 < m < 1 and varies([start, *batch_means])


@running_mean_after.confirm
def running_mean_of_the_module(start, batch_means, m, momentum):
    """Give PyTorch's BatchNorm batches with these means in training mode and read its running mean."""
    layer = nn.BatchNorm1d(1, momentum=m if momentum == "new" else 1 - m)
    layer.running_mean.fill_(start)
    for mean in batch_means:
        layer(torch.stack([mean - 1, mean + 1]).unsqueeze(1))  # (2, 1)
    return layer.running_mean[0]


@running_mean_after.misconception
def takes_the_other_weight(start, batch_means, weight):
    return course(start, batch_means, 1 - weight)[-1]


@running_mean_after.misconception
def averages_the_batches(batch_means):
    return mean_of(batch_means)


@running_mean_after.misconception
def keeps_the_last_batch(batch_means):
    return batch_means[-1]


@running_mean_after.misconception
def updates_once_with_the_average(start, batch_means, weight):
    return (1 - weight) * start + weight * mean_of(batch_means)


# Pictures

POOLED = {
    "batch": "of the first channel in all examples at all positions",
    "layer": "of the last example in all channels at all positions",
    "token": "of the last example at the first position in all channels",
    "instance": "of the last example in the first channel at all positions",
    "group": "of the last example in the upper half of the channels at all positions",
}


def pools(norm, N, C, cell):
    """Whether a cell shares its mean with the last example's first channel at its first position."""
    n, c, place = cell
    last = n == N - 1
    return {
        "batch": c == 0,
        "layer": last,
        "token": last and place == 0,
        "instance": last and c == 0,
        "group": last and 2 * c < C,
    }[norm]


def cells_pooled(norm, N, C, L):
    """All cells that do, as [example, channel, position], counted from 0."""
    every = ([n, c, place] for n in range(N) for c in range(C) for place in range(L))
    return [cell for cell in every if pools(norm, N, C, cell)]


@solver
def axes_picture(N, C, L, norm):
    """Each of the norms pools other axes; the means are as many as sets of this size fill the block."""
    means = {"batch": C, "layer": N, "token": N * L, "instance": N * C, "group": 2 * N}
    return {"which": norm, "means": means[norm]}


@axes_picture.figure
def the_pooled_cells_drawn(N, C, L, norm):
    axes = (("examples", int(N)), ("channels", int(C)), ("positions", int(L)))
    return block(axes, cells_pooled(norm, N, C, L), f"the cells {POOLED[norm]}")


@axes_picture.confirm(gradients=True)
def inputs_behind_the_outputs(N, C, L, norm):
    """Which inputs move which outputs of PyTorch's modules: one module's are those that are drawn; count their sets."""
    modules = {
        "batch": nn.BatchNorm1d(C),
        "layer": nn.LayerNorm([C, L]),
        "token": lambda x: F.layer_norm(x.transpose(1, 2), [C]).transpose(1, 2),
        "instance": nn.InstanceNorm1d(C),
        "group": nn.GroupNorm(2, C),
    }
    x = torch.randn(N, C, L)
    drawn = torch.zeros(N, C, L, dtype=torch.bool)
    drawn[tuple(torch.tensor(cells_pooled(norm, N, C, L)).T)] = True
    behind = {
        name: torch.autograd.functional.jacobian(module, x).reshape(N * C * L, N * C * L) != 0
        for name, module in modules.items()
    }
    corner = (N - 1) * C * L
    (which,) = [name for name, table in behind.items() if torch.equal(table[corner].reshape(N, C, L), drawn)]
    return {"which": which, "means": len(behind[which].unique(dim=0))}


@axes_picture.misconception
def pools_the_batch_instead(N, C, norm):
    swapped = {"batch": ("layer", N), "layer": ("batch", C)}.get(norm)
    return {"which": swapped[0], "means": swapped[1]} if swapped else None


@axes_picture.misconception
def overlooks_an_axis(N, C, L, norm):
    other = {"instance": ("token", N * L), "token": ("instance", N * C), "group": ("layer", N)}.get(norm)
    return {"which": other[0], "means": other[1]} if other else None


@axes_picture.misconception
def counts_the_shaded_cells(N, C, L, norm):
    return {"means": len(cells_pooled(norm, N, C, L))}


@axes_picture.misconception
def has_one_mean_for_all():
    return {"means": 1}


# Claims


def movement(norm):
    """How far the first example's output moves when the second example is another."""
    x = torch.tensor([[1.0, 2.0, 4.0, 8.0], [3.0, 1.0, 0.0, 5.0], [2.0, 2.0, 7.0, 1.0]])  # (B, d)
    one, other = norm(x[:2]), norm(x[[0, 2]])
    return (one[0] - other[0]).abs().max()


def change_of_mode(norm):
    """How far the output of a batch moves between training mode and evaluation mode."""
    x = torch.tensor([[1.0, 2.0, 4.0, 8.0], [3.0, 1.0, 0.0, 5.0]])  # (B, d)
    return (norm.train()(x) - norm.eval()(x)).abs().max()


def effect_of(change, norm):
    """How far a token's output moves when its features are changed."""
    x = torch.tensor([[1.0, 2.0, 4.0, 8.0]])  # (1, d)
    return (norm(change(x)) - norm(x)).abs().max()


@claim(broken=lambda: nn.BatchNorm1d(4))
def layer_norm_ignores_the_batch(norm=lambda: nn.LayerNorm(4)):
    return movement(norm())


@claim(broken=lambda: nn.LayerNorm(4))
def batch_norm_ignores_the_batch(norm=lambda: nn.BatchNorm1d(4)):
    return movement(norm())


@claim(broken=lambda: nn.BatchNorm1d(4))
def layer_norm_keeps_its_output_in_evaluation(norm=lambda: nn.LayerNorm(4)):
    return change_of_mode(norm())


@claim(broken=lambda: nn.LayerNorm(4))
def batch_norm_keeps_its_output_in_evaluation(norm=lambda: nn.BatchNorm1d(4)):
    return change_of_mode(norm())


@claim(broken=lambda: nn.LayerNorm(4, eps=1.0))
def layer_norm_ignores_scale(norm=lambda: nn.LayerNorm(4, eps=0.0)):
    return effect_of(lambda x: 10 * x, norm())


@claim(broken=lambda: nn.LayerNorm(4))
def rms_norm_ignores_a_shift(norm=lambda: nn.RMSNorm(4)):
    return effect_of(lambda x: x + 5, norm())


@claim(broken=lambda: nn.RMSNorm(4))
def layer_norm_ignores_a_shift(norm=lambda: nn.LayerNorm(4)):
    return effect_of(lambda x: x + 5, norm())


def refuses_one_example(norm):
    """Give it one example and see whether PyTorch complains."""
    try:
        norm(torch.tensor([[1.0, 2.0, 4.0]]))
    except ValueError as error:
        return str(error).startswith("Expected more than 1 value per channel when training")
    return False


@claim(broken=lambda: nn.BatchNorm1d(3).eval())
def batch_norm_refuses_a_single_value(norm=lambda: nn.BatchNorm1d(3)):
    return refuses_one_example(norm())


@claim(broken=lambda: nn.BatchNorm1d(3))
def evaluation_refuses_one_example(norm=lambda: nn.BatchNorm1d(3).eval()):
    return refuses_one_example(norm())


@claim(broken=lambda: nn.BatchNorm1d(4, eps=0.0).eval())
def equal_examples_pass_batch_norm_unchanged(norm=lambda: nn.BatchNorm1d(4)):
    """Normalize three copies of one example and measure how far they move."""
    x = torch.tensor([1.0, 2.0, 4.0, 8.0]).expand(3, 4)  # (B, d)
    return (norm()(x) - x).abs().max()


@claim(broken=lambda: nn.BatchNorm1d(1))
def layer_norm_of_one_feature_is_beta(norm=lambda: nn.LayerNorm(1)):
    """Set β and measure how far the outputs of different inputs are from it."""
    layer = norm()
    nn.init.constant_(layer.bias, 3.0)
    return (layer(torch.tensor([[5.0], [-2.0], [40.0]])) - 3.0).abs().max()


@claim(broken=lambda: lambda x: x.var(dim=0, correction=0))
def running_variance_divides_by_one_less(statistic=lambda: running_variance_after):
    """Let the running variance forget all but one batch, and compare it with the unbiased variance."""
    x = torch.tensor([[1.0], [3.0], [8.0]])  # (N, 1)
    return (statistic()(x) - x.var(dim=0, correction=1)).abs().max()


def running_variance_after(x):
    """What BatchNorm keeps of one batch when its momentum is 1."""
    layer = nn.BatchNorm1d(x.shape[1], momentum=1.0)
    layer(x)
    return layer.running_var


@claim(broken=lambda: nn.Linear(3, 4))
def batch_norm_learns_four_numbers_a_feature(norm=lambda: nn.BatchNorm1d(4)):
    """Count what its optimizer would be given, against 4 · 4."""
    return sum(p.numel() for p in norm().parameters()) - 16


@claim(broken=lambda: nn.LayerNorm(4))
def batch_norm_rows_sum_to_zero(norm=lambda: nn.BatchNorm1d(4)):
    """Add up the features of each example of the output."""
    x = torch.tensor([[1.0, 2.0, 4.0, 8.0], [3.0, 1.0, 0.0, 5.0], [2.0, 2.0, 7.0, 1.0]])  # (B, d)
    return norm()(x).sum(dim=1).abs().max()


@claim(broken=lambda: nn.GroupNorm(2, 4))
def a_group_for_each_channel_is_instance_norm(norm=lambda: nn.GroupNorm(4, 4)):
    """Run both on the same images."""
    images = torch.randn(2, 4, 3, 3)
    return (norm()(images) - nn.InstanceNorm2d(4)(images)).abs().max()


@claim(broken=torch.tensor([[1.0, 2.0, 4.0, 8.0]]))
def rms_norm_is_layer_norm_at_mean_zero(x=torch.tensor([[-3.0, 1.0, 4.0, -2.0]])):
    """Run both on features whose mean is 0."""
    return (F.rms_norm(x, (4,), eps=0.0) - F.layer_norm(x, (4,), eps=0.0)).abs().max()

"""Residual connections and where the norm stands: after the sum (post-LN) or before the sub-layer (pre-LN)."""

import torch
from torch import nn

from qbank import claim, solver
from qbank.exact import power

from ._differences import largest_difference
from ._matrices import times
from ._sequences import product
from ._statistics import normalized, varies

# One sub-layer, whose output is each feature times a weight of its own


def added(x, y):
    """Feature by feature."""
    return [a + b for a, b in zip(x, y, strict=True)]


def weighted(weights, x):
    """The sub-layer: feature by feature."""
    return [w * a for w, a in zip(weights, x, strict=True)]


def norm(d):
    """LayerNorm without gain, shift and ε."""
    return nn.LayerNorm(d, eps=0.0, elementwise_affine=False)


def run(x, sublayer, wiring):
    """One residual block with a real LayerNorm."""
    layer_norm = norm(x.shape[-1])
    return layer_norm(x + sublayer(x)) if wiring == "post" else x + sublayer(layer_norm(x))


@solver
def one_block(x, branch, wiring):
    """Post-LN norms the sum, pre-LN only what the sub-layer reads; there the stream itself is left as it is."""
    total = added(x, branch)
    return normalized(total, unbiased=False) if wiring == "post" else total


@one_block.working
def branch(x, w, wiring):
    return weighted(w, x if wiring == "post" else normalized(x, unbiased=False))


@one_block.confirm
def block_of_modules(x, w, wiring):
    """Run PyTorch's LayerNorm and a linear layer with these weights on its diagonal."""
    linear = nn.Linear(len(x), len(x), bias=False)
    linear.weight.copy_(torch.diag(w))
    return run(x, linear, wiring)


@one_block.where
def there_is_something_to_norm(x, w):
    return len(x) == len(w) and varies(x) and varies(added(x, weighted(w, x))) and any(w)


@one_block.misconception
def wires_the_other_way(x, w, wiring):
    other = "pre" if wiring == "post" else "post"
    return one_block(x, branch(x, w, other), other)


@one_block.misconception
def drops_the_residual(x, w, wiring):
    alone = weighted(w, x)
    if wiring == "post":
        return normalized(alone, unbiased=False) if varies(alone) else None
    return weighted(w, normalized(x, unbiased=False))


@one_block.misconception
def norms_the_branch(x, w):
    alone = weighted(w, x)
    return added(x, normalized(alone, unbiased=False)) if varies(alone) else None


@one_block.misconception
def norms_both_ends(x, w, wiring):
    total = added(normalized(x, unbiased=False), weighted(w, normalized(x, unbiased=False)))
    return total if wiring == "pre" else None


@solver
def silent_block(x):
    """With nothing from the sub-layer post-LN still norms what came in, and pre-LN passes it on."""
    return {"post": normalized(x, unbiased=False), "pre": x}


@silent_block.confirm
def block_with_zero_weights(x):
    """Run both wirings with a linear layer whose weights are 0."""
    linear = nn.Linear(len(x), len(x), bias=False)
    linear.weight.zero_()
    return {wiring: run(x, linear, wiring) for wiring in ("post", "pre")}


@silent_block.where
def is_not_normed_yet(x):
    return varies(x) and sum(x) != 0


@silent_block.misconception
def passes_both_on(x):
    return {"post": x}


@silent_block.misconception
def gives_zero(x):
    return {"post": [0 * a for a in x], "pre": [0 * a for a in x]}


@silent_block.misconception
def norms_both(x):
    return {"pre": normalized(x, unbiased=False)}


@solver
def unrolled_stream(x, branches, k):
    """Each sub-layer adds to the stream and nothing else touches it, so the stream is the input and all sums so far."""
    for added_here in branches[: int(k)]:
        x = added(x, added_here)
    return x


@unrolled_stream.confirm
def stack_of_biases(x, branches, k):
    """Run a pre-LN stack whose linear layers have no weights and these outputs as their biases."""
    for added_here in branches[:k]:
        linear = nn.Linear(len(x), len(x))
        linear.weight.zero_()
        linear.bias.copy_(added_here)
        x = x + linear(nn.LayerNorm(len(x))(x))
    return x


@unrolled_stream.where
def stops_on_the_way(x, branches, k):
    return k <= len(branches) and all(any(row) for row in branches)


@unrolled_stream.misconception
def takes_the_last_output(branches, k):
    return branches[k - 1]


@unrolled_stream.misconception
def forgets_the_input(x, branches, k):
    return unrolled_stream([0 * a for a in x], branches, k)


@unrolled_stream.misconception
def adds_only_the_last(x, branches, k):
    return added(x, branches[k - 1]) if k > 1 else None


@unrolled_stream.misconception
def goes_one_too_far(x, branches, k):
    return unrolled_stream(x, branches, k + 1) if k < len(branches) else None


# Counting norms


@solver
def norm_counts(N, M, d, wiring):
    """A norm for each sub-layer, two in an encoder layer and three in a decoder's; pre-LN ends each stack with one."""
    count = 2 * N + 3 * M + (2 if wiring == "pre" else 0)
    return {"norms": count, "parameters": 2 * d * count}


@norm_counts.confirm
def modules_in_the_stacks(N, M, d, wiring):
    """Build both stacks with PyTorch's layers, without memory, and count their LayerNorms and what these learn."""
    options = {"nhead": 1, "dim_feedforward": 4, "norm_first": wiring == "pre", "device": "meta"}
    last = (lambda: nn.LayerNorm(d, device="meta")) if wiring == "pre" else (lambda: None)
    encoder = nn.TransformerEncoder(
        nn.TransformerEncoderLayer(d, **options), N, last(), enable_nested_tensor=False
    )
    decoder = nn.TransformerDecoder(nn.TransformerDecoderLayer(d, **options), M, last())
    norms = [m for stack in (encoder, decoder) for m in stack.modules() if isinstance(m, nn.LayerNorm)]
    return {"norms": len(norms), "parameters": sum(p.numel() for m in norms for p in m.parameters())}


@norm_counts.misconception
def gives_decoders_two(N, M, d, wiring):
    count = 2 * N + 2 * M + (2 if wiring == "pre" else 0)
    return {"norms": count, "parameters": 2 * d * count}


@norm_counts.misconception
def one_a_layer(N, M, d):
    return {"norms": N + M, "parameters": 2 * d * (N + M)}


@norm_counts.misconception
def one_vector_each(N, M, d, wiring):
    return {"parameters": norm_counts(N, M, d, wiring)["parameters"] / 2}


@norm_counts.misconception
def forgets_the_last_ones(N, M, d, wiring):
    return norm_counts(N, M, d, "post") if wiring == "pre" else None


@norm_counts.misconception
def ends_post_ln_with_one_too(N, M, d, wiring):
    return norm_counts(N, M, d, "pre") if wiring == "post" else None


# Gradients


@solver
def gradient_chain(w):
    """Each block's derivative is 1 + w, and the chain rule multiplies; without the identity only w is left."""
    return {"residual": product([1 + weight for weight in w]), "plain": product(w)}


@gradient_chain.confirm(gradients=True)
def derivative_by_autograd(w):
    """Run the chain of blocks on one number and let PyTorch differentiate."""
    found = {}
    for name, keep in (("residual", 1.0), ("plain", 0.0)):
        x = torch.tensor(1.7, requires_grad=True)
        y = x
        for weight in w:
            y = keep * y + weight * y
        (found[name],) = torch.autograd.grad(y, x)
    return found


@gradient_chain.where
def blocks_differ(w):
    return len(set(w)) > 1 and all(w)


@gradient_chain.misconception
def sums_the_blocks(w):
    return {"residual": 1 + sum(w), "plain": sum(w)}


@gradient_chain.misconception
def adds_one_identity(w):
    return {"residual": 1 + product(w)}


@gradient_chain.misconception
def takes_the_identity_alone(w):
    return {"residual": 1 + 0 * sum(w)} if product([1 + weight for weight in w]) != 1 else None


@solver
def gradient_paths(L, k):
    """At each sub-layer a path goes through it or past it: 2 ways each, and "L choose k" ways to go through k."""
    ways = 1
    for i in range(int(k)):
        ways = ways * (L - i) // (i + 1)
    return {"all": power(2, L), "through": ways}


@gradient_paths.confirm(derived="all ways through or past each sub-layer enumerated by PyTorch")
def enumerated_paths(L, k):
    paths = torch.cartesian_prod(*[torch.arange(2)] * L).view(-1, L)
    return {"all": len(paths), "through": int((paths.sum(1) == k).sum())}


@gradient_paths.where
def some_but_not_all(L, k):
    return k < L and 2 * k != L + 1


@gradient_paths.misconception
def one_path_a_sublayer(L, k):
    return {"all": L + 1, "through": 1 * k} if k > 1 or L > 1 else None


@gradient_paths.misconception
def orders_matter(L, k):
    ways = 1
    for i in range(int(k)):
        ways = ways * (L - i)
    return {"through": ways} if k > 1 else None


@gradient_paths.misconception
def doubles_once_a_sublayer(L):
    return {"all": 2 * L} if L > 2 else None


# How the stream grows


@solver
def stream_variance(v, u, L):
    """Variances of uncorrelated summands add: each sub-layer adds its own to what is there."""
    return {"variance": v + L * u, "share": v / (v + L * u)}


@stream_variance.confirm
def uncorrelated_summands(v, u, L):
    """Add uncorrelated sequences of these variances and measure what PyTorch finds."""
    walsh = torch.ones(1, 1)
    while len(walsh) < L + 2:
        walsh = torch.cat([torch.cat([walsh, walsh], 1), torch.cat([walsh, -walsh], 1)])
    start, outputs = v**0.5 * walsh[1], u**0.5 * walsh[2 : L + 2]  # mean 0, pairwise uncorrelated
    total = (start + outputs.sum(0)).var(correction=0)
    return {"variance": total, "share": start.var(correction=0) / total}


@stream_variance.misconception
def variances_multiply(v, u, L):
    return {"variance": v * power(u, L)} if u != 1 else None


@stream_variance.misconception
def stays_as_it_was(v):
    return {"variance": v}


@stream_variance.misconception
def averages_them(v, u, L):
    return {"variance": (v + L * u) / (L + 1)} if v != u else None


@stream_variance.misconception
def standard_deviations_add(v, u, L):
    root = {1: 1, 4: 2, 9: 3}
    spread = root[int(v)] + L * root[int(u)]
    return {"variance": spread * spread}


@stream_variance.misconception
def every_part_alike(v, u, L):
    return {"share": 1 / (L + 1)} if v != u else None


# Which formula it is


@solver
def formula_of(layer):
    """PyTorch's layer follows the original wiring unless `norm_first` is set."""
    return "sum_then_norm" if layer == "post" else "norm_then_branch"


@formula_of.confirm
def compared_with_the_layer(layer):
    """Run PyTorch's layer with only its feed-forward branch at work, and see which formula gives the same."""
    module = nn.TransformerEncoderLayer(6, 1, 8, dropout=0.0, norm_first=layer == "pre").eval()
    module.self_attn.out_proj.weight.zero_()
    module.self_attn.out_proj.bias.zero_()
    x = torch.randn(1, 1, 6)
    if layer == "post":
        x = module.norm1(x)  # what the silent attention leaves, so that norm1 changes nothing any more
    ln, branch = module.norm2, lambda y: module.linear2(torch.relu(module.linear1(y)))
    candidates = {
        "sum_then_norm": ln(x + branch(x)),
        "norm_then_branch": x + branch(ln(x)),
        "norm_of_branch": x + ln(branch(x)),
        "norm_of_input": ln(x) + branch(x),
    }
    output = module(x)
    return min(candidates, key=lambda name: float((candidates[name] - output).abs().max()))


@formula_of.misconception
def the_other_wiring(layer):
    return "norm_then_branch" if layer == "post" else "sum_then_norm"


@formula_of.misconception
def norms_only_the_branch(layer):
    return "norm_of_branch"


@formula_of.misconception
def norms_the_stream_too(layer):
    return "norm_of_input"


# Add & Norm of several tokens, with a gain and a shift; and with a stream that is scaled first


@solver
def add_and_norm(normed_sums, gamma, beta):
    """Each token's sum is normalized by itself; gain and shift belong to the features, the same for all tokens."""
    return [affine(row, gamma, beta) for row in normed_sums]


def affine(row, gamma, beta):
    """Each feature times its own gain, plus its own shift."""
    return [g * value + b for value, g, b in zip(row, gamma, beta, strict=True)]


def normed_or_none(rows):
    """Each row normalized; None where one of them does not vary."""
    return [normalized(row, unbiased=False) for row in rows] if all(varies(row) for row in rows) else None


@add_and_norm.working
def sums(X, F):
    return [added(x, f) for x, f in zip(X, F, strict=True)]


@add_and_norm.working
def normed_sums(sums):
    return [normalized(row, unbiased=False) for row in sums]


@add_and_norm.confirm
def layer_norm_of_the_sum(X, F, gamma, beta):
    """Run PyTorch's LayerNorm with this gain and shift."""
    return nn.functional.layer_norm(X + F, gamma.shape, gamma, beta, eps=0.0)


@add_and_norm.where
def sums_vary(X, F, gamma, beta):
    fits = len(X) == len(F) and all(len(row) == len(gamma) == len(beta) for row in (*X, *F))
    return fits and all(varies(added(x, f)) for x, f in zip(X, F, strict=True))


@add_and_norm.misconception
def norms_without_the_input(F, gamma, beta):
    rows = normed_or_none(F)
    return [affine(row, gamma, beta) for row in rows] if rows else None


@add_and_norm.misconception
def leaves_gain_and_shift_out(normed_sums):
    return normed_sums


@add_and_norm.misconception
def norms_the_input_and_then_adds(X, F, gamma, beta):
    rows = normed_or_none(X)
    return [added(affine(row, gamma, beta), f) for row, f in zip(rows, F, strict=True)] if rows else None


@add_and_norm.misconception
def stops_at_the_sum(sums):
    return sums


@solver
def scaled_residual(weighed):
    """The stream is scaled before the addition, so the sub-layer moves the normalized sum less."""
    return normalized(weighed, unbiased=False)


@scaled_residual.working
def weighed(x, f, alpha):
    return added([alpha * a for a in x], f)


@scaled_residual.confirm
def layer_norm_of_the_weighed_sum(x, f, alpha):
    """Add with PyTorch, which weighs one summand, and run its LayerNorm."""
    return norm(len(x))(torch.add(f, x, alpha=alpha))


@scaled_residual.where
def weighed_sum_varies(x, f, alpha):
    return len(x) == len(f) and alpha > 1 and varies(added([alpha * a for a in x], f))


@scaled_residual.misconception
def leaves_the_factor_out(x, f):
    return normalized(added(x, f), unbiased=False) if varies(added(x, f)) else None


@scaled_residual.misconception
def scales_the_sublayer(x, f, alpha):
    total = added(x, [alpha * b for b in f])
    return normalized(total, unbiased=False) if varies(total) else None


@scaled_residual.misconception
def scales_after_the_norm(x, f, alpha):
    total = added(x, f)
    return [alpha * a for a in normalized(total, unbiased=False)] if varies(total) else None


@scaled_residual.misconception
def stops_at_the_weighed_sum(weighed):
    return weighed


# What one sub-layer has added


@solver
def contribution(states, k, step):
    """What a sub-layer adds is the difference of the stream behind and before it; without it, so much is missing."""
    return {"added": step, "without": [a - b for a, b in zip(states[-1], step, strict=True)]}


@contribution.working
def step(states, k):
    return [behind - before for behind, before in zip(states[int(k)], states[int(k) - 1], strict=True)]


@contribution.confirm(
    derived="the states' differences taken by PyTorch, and the stream run again without one"
)
def run_without_one(states, k):
    outputs = states.diff(dim=0)  # (L, d)
    kept = [output for number, output in enumerate(outputs, start=1) if number != k]
    return {"added": outputs[k - 1], "without": sum(kept, states[0])}


@contribution.where
def there_is_such_a_step(states, k):
    return 1 <= k < len(states) and len(states) > 2 and states[int(k)] != states[int(k) - 1]


@contribution.misconception
def gives_the_state(states, k):
    return {"added": states[int(k)]}


@contribution.misconception
def counts_from_the_start(states, k):
    if states[int(k) - 1] == states[0]:
        return None
    return {"added": [a - b for a, b in zip(states[int(k)], states[0], strict=True)]}


@contribution.misconception
def stops_before_it(states, k):
    return {"without": states[int(k) - 1]} if k < len(states) - 1 else None


@contribution.misconception
def takes_it_away_twice(states, step):
    return {"without": [a - 2 * b for a, b in zip(states[-1], step, strict=True)]}


# The Jacobian of two residual blocks


def plus_identity(A):
    """A residual block's own Jacobian: the sub-layer's plus the identity."""
    return [[a + (1 if i == j else 0) for j, a in enumerate(row)] for i, row in enumerate(A)]


@solver
def jacobian(first, second):
    """Each block's Jacobian is I plus its matrix, and the later block stands on the left of the product."""
    return times(second, first)


@jacobian.working
def first(A):
    return plus_identity(A)


@jacobian.working
def second(B):
    return plus_identity(B)


@jacobian.confirm(gradients=True)
def jacobian_by_autograd(A, B):
    """Run both blocks with PyTorch's linear layers and let it differentiate."""

    def blocks(x):
        for weight in (A, B):
            x = x + nn.functional.linear(x, weight)
        return x

    return torch.autograd.functional.jacobian(blocks, torch.randn(len(A)))


@jacobian.where
def matrices_do_not_commute(A, B):
    square = len(A) == len(B) and all(len(row) == len(A) for row in (*A, *B))
    return square and any(map(any, A)) and any(map(any, B)) and times(A, B) != times(B, A)


@jacobian.misconception
def adds_the_blocks_once(A, B):
    return plus_identity([added(a, b) for a, b in zip(A, B, strict=True)])


@jacobian.misconception
def forgets_the_identity_paths(A, B):
    return times(B, A)


@jacobian.misconception
def multiplies_in_reading_order(first, second):
    return times(first, second)


@jacobian.misconception
def adds_one_identity_to_the_product(A, B):
    return plus_identity(times(B, A))


# Norms that the identity path leads through


SUBLAYERS = {"encoder": 2, "decoder": 3}


@solver
def norms_on_the_path(L, kind, wiring):
    """Post-LN norms the stream behind every sub-layer; pre-LN leaves it alone until the final norm."""
    return SUBLAYERS[kind] * L if wiring == "post" else 1 + 0 * L


@norms_on_the_path.confirm
def doublings_of_the_stream(L, kind, wiring):
    """Silence the sub-layers of PyTorch's stack, let each norm double instead, and see how often the stream doubled."""
    options = {"dim_feedforward": 1, "dropout": 0.0, "norm_first": wiring == "pre"}
    make = nn.TransformerEncoderLayer if kind == "encoder" else nn.TransformerDecoderLayer
    layers = [make(1, 1, **options) for _ in range(L)]
    x = memory = torch.ones(1, 1, 1)
    for layer in layers:
        for name, module in list(layer.named_children()):
            if isinstance(module, nn.LayerNorm):
                setattr(layer, name, Doubles())
        for parameter in layer.parameters():
            parameter.zero_()
        x = layer(x) if kind == "encoder" else layer(x, memory)
    if wiring == "pre":
        x = Doubles()(x)
    return x.log2().sum()


class Doubles(nn.Module):
    """Stands where a norm stood and leaves a trace that can be counted."""

    eps = 0.0  # which the layer asks its norms for

    def forward(self, x):
        return 2 * x


@norms_on_the_path.misconception
def counts_the_branches_too(L, kind, wiring):
    return SUBLAYERS[kind] * L + 1 if wiring == "pre" else None


@norms_on_the_path.misconception
def counts_one_norm_a_layer(L, wiring):
    return L if wiring == "post" else None


@norms_on_the_path.misconception
def takes_the_other_wiring(L, kind, wiring):
    return norms_on_the_path(L, kind, "pre" if wiring == "post" else "post")


@norms_on_the_path.misconception
def takes_the_other_layer(L, kind, wiring):
    other = "decoder" if kind == "encoder" else "encoder"
    return norms_on_the_path(L, other, wiring) if wiring == "post" else None


# Claims


def stack(wiring, L, d=8, scale=1.0):
    """L residual blocks with random linear branches."""
    branches = [nn.Linear(d, d) for _ in range(L)]

    def forward(x):
        for branch in branches:
            x = run(x, lambda y, b=branch: scale * b(y), wiring)
        return x

    return forward


@claim(broken="post")
def silent_pre_ln_is_the_identity(wiring="pre"):
    """Run four blocks whose branches give nothing."""
    x = torch.randn(3, 8)
    return largest_difference(stack(wiring, 4, scale=0.0)(x), x)


@claim(broken="pre")
def post_ln_stream_is_normed(wiring="post"):
    """Measure mean and variance of each token after four blocks."""
    y = stack(wiring, 4)(torch.randn(3, 8))
    return torch.maximum(y.mean(-1).abs().max(), (y.var(-1, correction=0) - 1).abs().max())


@claim(broken="post")
def pre_ln_stream_needs_no_last_norm_to_be_normed(wiring=None):
    """Is the variance of each token 1 after four pre-LN blocks?"""
    y = stack(wiring or "pre", 4)(torch.randn(3, 8))
    return bool((y.var(-1, correction=0) - 1).abs().max() < 1e-6)


@claim(broken=-0.5)
def residuals_keep_every_gradient_alive(weight=-1.0):
    """The derivative of x + w·x; the stand-in has another w."""
    with torch.enable_grad():
        x = torch.tensor(1.0, requires_grad=True)
        (gradient,) = torch.autograd.grad(x + weight * x, x)
    return bool(gradient.abs() > 1e-6)


@claim(broken=0.0)
def a_dead_branch_leaves_the_gradient_at_one(identity=1.0):
    """Zero the branch's weights and differentiate by the input; the stand-in has no identity path."""
    with torch.enable_grad():
        x = torch.randn(5, requires_grad=True)
        y = identity * x + 0.0 * x
        (gradient,) = torch.autograd.grad(y.sum(), x)
    return largest_difference(gradient, torch.ones(5))


@claim(broken="pre")
def both_wirings_give_the_same(wiring="post"):
    """Run one branch in both wirings; the stand-in runs the same wiring twice."""
    branch, x = nn.Linear(8, 8), torch.randn(3, 8)
    return largest_difference(run(x, branch, "pre"), run(x, branch, wiring))


@claim(broken="post")
def pre_ln_stream_grows_with_depth(wiring="pre"):
    """Compare the variance of the stream after 2 and after 32 random blocks."""
    short, long = (stack(wiring, L)(torch.randn(64, 8)).var(-1).mean() for L in (2, 32))
    return bool(long > 1.5 * short)


@claim(broken=8)
def branch_may_be_wider_than_the_stream(width=12):
    """Add a branch of another width to a stream of 8 features."""
    try:
        torch.randn(3, 8) + nn.Linear(8, width)(torch.randn(3, 8))
    except RuntimeError:
        return False
    return True


@claim(broken=True)
def pytorch_norms_after_the_sum(norm_first=False):
    """Silence both branches of PyTorch's encoder layer with its defaults: is what comes out normed?"""
    layer = nn.TransformerEncoderLayer(8, 1, 8, dropout=0.0, norm_first=norm_first).eval()
    for parameter in (*layer.self_attn.out_proj.parameters(), *layer.linear2.parameters()):
        parameter.data.zero_()
    return bool((layer(torch.randn(3, 1, 8)).mean(-1)).abs().max() < 1e-6)

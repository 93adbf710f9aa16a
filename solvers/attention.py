"""Scaled dot-product attention: scores, weights, outputs, shapes and costs."""

import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.flop_counter import FlopCounterMode

from qbank import claim, solver
from qbank.exact import Whole, decimal, exp, inf, sqrt

from ._differences import largest_difference
from ._matrices import dot, mixed, scores_of, times
from ._modules import META
from ._pictures import weights_grid
from ._probabilities import softmax_of


def scale_of(scaled, width):
    """What scores are divided by."""
    return sqrt(width) if scaled else 1


def run(q, k, v, scaled, causal=False):
    """PyTorch's attention of one head. (queries, width of a value)"""
    scale = None if scaled else 1.0
    return F.scaled_dot_product_attention(q[None], k[None], v[None], scale=scale, is_causal=causal)[0]


# One query


@solver
def scores(products, scale):
    """A score is the product of query and key; the scale keeps its spread the same for every width."""
    return [product / scale for product in products]


@scores.working
def products(q, K):
    return [dot(q, key) for key in K]


@scores.working
def scale(q, scaled):
    return scale_of(scaled, len(q))


@scores.confirm(
    derived="log-weights of PyTorch's attention, moved so that the first agrees with an added key of zeros"
)
def logs_of_the_weights(q, K, scaled):
    """A key of zeros has score 0, so log-weights less its own are the scores. (S,)"""
    S = len(K)
    keys = torch.cat([torch.zeros(1, K.shape[1]), K])
    weights = run(q[None], keys, torch.eye(S + 1), scaled)[0]
    return (weights.log() - weights.log()[0])[1:]


@scores.where
def products_differ(q, K):
    return len({dot(q, key) for key in K}) == len(K) and len(q) == len(K[0]) and any(q)


@scores.misconception
def forgets_the_scale(products, scaled):
    return products if scaled else None


@scores.misconception
def divides_by_the_width(products, q, scaled):
    return [product / len(q) for product in products] if scaled else None


@scores.misconception
def multiplies_by_the_scale(products, scale, scaled):
    return [product * scale for product in products] if scaled else None


@scores.misconception
def scales_where_none_is_asked(products, q, scaled):
    return None if scaled else [product / sqrt(len(q)) for product in products]


@scores.misconception
def adds_instead_of_multiplying(q, K, scale):
    return [sum(a + b for a, b in zip(q, key, strict=True)) / scale for key in K]


@solver
def context(weights, V):
    """The softmax of the scores says how much of each value is taken; the output is their weighted mean."""
    return {"weights": weights, "output": mixed(weights, V)}


@context.working
def row(q, K, scaled):
    return [dot(q, key) / scale_of(scaled, len(q)) for key in K]


@context.working
def weights(row):
    return softmax_of(row)


@context.confirm
def attention_of_one_query(q, K, V, scaled):
    """Run PyTorch's attention on the values, and on an identity, which shows the weights."""
    return {"weights": run(q[None], K, torch.eye(len(K)), scaled)[0], "output": run(q[None], K, V, scaled)[0]}


@context.where
def keys_differ(q, K, V):
    return (
        len(K) == len(V)
        and len({dot(q, key) for key in K}) == len(K)
        and len(set(V)) == len(V)
        and len(q) == len(K[0])
    )


@context.misconception
def takes_the_best_value(row, V):
    return {"output": V[list(row).index(max(row))]}


@context.misconception
def divides_scores_by_their_sum(row, V):
    if sum(row) == 0:
        return None
    shares = [score / sum(row) for score in row]
    return {"weights": shares, "output": mixed(shares, V)}


@context.misconception
def averages_the_values(V):
    even = [Whole(1) / len(V) for _ in V]
    return {"weights": even, "output": mixed(even, V)}


@context.misconception
def leaves_out_the_scale(q, K, V, scaled):
    unscaled = softmax_of([dot(q, key) for key in K])
    return {"weights": unscaled, "output": mixed(unscaled, V)} if scaled else None


@context.misconception
def mixes_the_keys(weights, K):
    return {"output": mixed(weights, K)}


# Whole tables


def shared_out(rows, mask):
    """The softmax of each row of scores; a causal mask hides what comes after the query."""
    if mask == "causal":
        rows = [[s if j <= i else -inf for j, s in enumerate(row)] for i, row in enumerate(rows)]
    return [softmax_of(row) for row in rows]


def attended(Q, K, V, scaled, mask="none"):
    """Weights and output of one head, exactly."""
    weights = shared_out(scores_of(Q, K, scale_of(scaled, len(K[0]))), mask)
    return {"weights": weights, "output": times(weights, V)}


@solver
def given_matrices(table, V):
    """Each query's scores go through a softmax of their own, and its weights mix the rows of V."""
    return {"weights": table, "output": times(table, V)}


@given_matrices.working
def scored(Q, K, scaled):
    return scores_of(Q, K, scale_of(scaled, len(K[0])))


@given_matrices.working
def table(scored, mask):
    return shared_out(scored, mask)


@given_matrices.confirm
def attention_on_matrices(Q, K, V, scaled, mask):
    """Run PyTorch's attention on the values, and on an identity, which shows the weights."""
    return {
        "weights": run(Q, K, torch.eye(len(K)), scaled, mask == "causal"),
        "output": run(Q, K, V, scaled, mask == "causal"),
    }


@given_matrices.where
def as_many_rows_everywhere(Q, K, V):
    return len(Q) == len(K) == len(V) and len(Q[0]) == len(K[0])


@given_matrices.where
def queries_are_no_keys(Q, K):
    """The table of scores is no mirror image of itself, and no row or column of it is all the same."""
    rows = scores_of(Q, K, 1)
    return rows[0][1] != rows[1][0] and all(len(set(line)) > 1 for line in (*rows, *zip(*rows, strict=True)))


@given_matrices.misconception
def shares_out_over_the_queries(Q, K, V, scaled, mask):
    """A softmax down the columns; it applies where nothing is masked."""
    if mask == "causal":
        return None
    columns = attended(K, Q, Q, scaled)["weights"]
    weights = list(zip(*columns, strict=True))
    return {"weights": weights, "output": times(weights, V)}


@given_matrices.misconception
def does_not_scale(Q, K, V, scaled, mask):
    return attended(Q, K, V, False, mask) if scaled else None


@given_matrices.misconception
def sees_everything(Q, K, V, scaled, mask):
    return attended(Q, K, V, scaled) if mask == "causal" else None


@given_matrices.misconception
def masks_after_the_softmax(Q, K, V, scaled, mask):
    if mask == "none":
        return None
    full = attended(Q, K, V, scaled)["weights"]
    weights = [[w if j <= i else 0 for j, w in enumerate(row)] for i, row in enumerate(full)]
    return {"weights": weights, "output": times(weights, V)}


@given_matrices.misconception
def asks_with_the_keys(Q, K, V, scaled, mask):
    return attended(K, Q, V, scaled, mask)


@solver
def self_attention(shares, values):
    """Queries, keys and values are all made from the same tokens; each row of weights mixes the rows of values."""
    return {"weights": shares, "output": times(shares, values)}


@self_attention.working
def queries(X, Wq):
    return times(X, Wq)


@self_attention.working
def keys(X, Wk):
    return times(X, Wk)


@self_attention.working
def values(X, Wv):
    return times(X, Wv)


@self_attention.working
def row_scores(queries, keys, scaled):
    return scores_of(queries, keys, scale_of(scaled, len(keys[0])))


@self_attention.working
def shares(row_scores):
    return [softmax_of(row) for row in row_scores]


@self_attention.confirm
def attention_on_projections(X, Wq, Wk, Wv, scaled):
    """Project with PyTorch's linear maps and run its attention. (T, d_v)"""
    q, k, v = (F.linear(X, w.T) for w in (Wq, Wk, Wv))
    return {"weights": run(q, k, torch.eye(len(X)), scaled), "output": run(q, k, v, scaled)}


@self_attention.where
def fits_together(X, Wq, Wk, Wv):
    widths = len(Wq) == len(Wk) == len(Wv) == len(X[0]) and len(Wq[0]) == len(Wk[0])
    return widths and len(set(X)) == len(X) and times(X, Wq) != times(X, Wk)


@self_attention.where
def asking_is_not_being_asked(X, Wq, Wk):
    """The table of scores is no mirror image of itself, so that queries and keys cannot be mixed up."""
    rows = scores_of(times(X, Wq), times(X, Wk), 1)
    return rows[0][1] != rows[1][0] and all(len(set(line)) > 1 for line in (*rows, *zip(*rows, strict=True)))


@self_attention.misconception
def mixes_the_inputs(shares, X):
    return {"output": times(shares, X)}


@self_attention.misconception
def softmax_down_the_columns(queries, keys, values, scaled):
    columns = attended(keys, queries, queries, scaled)["weights"]
    weights = list(zip(*columns, strict=True))
    return {"weights": weights, "output": times(weights, values)}


@self_attention.misconception
def swaps_queries_and_keys(queries, keys, values, scaled):
    return attended(keys, queries, values, scaled)


@self_attention.misconception
def ignores_the_scale(queries, keys, values, scaled):
    return attended(queries, keys, values, False) if scaled else None


@self_attention.misconception
def scores_the_tokens_themselves(X, values, scaled):
    return attended(X, X, values, scaled)


# Heads


def split(x, width):
    """Matrices of so many columns each, side by side."""
    return [[row[start : start + int(width)] for row in x] for start in range(0, len(x[0]), int(width))]


def joined(heads):
    """Matrices side by side, as one."""
    return [[x for row in rows for x in row] for rows in zip(*heads, strict=True)]


@solver
def heads_joined(V, width, head_weights):
    """Each head takes its own columns, has its own weights, and its output stands in its own place."""
    return joined([times(w, v) for w, v in zip(head_weights, split(V, width), strict=True)])


@heads_joined.working
def width(Q, h):
    return len(Q[0]) // int(h)


@heads_joined.working
def head_scores(Q, K, width):
    pairs = zip(split(Q, width), split(K, width), strict=True)
    return [scores_of(q, k, sqrt(width)) for q, k in pairs]


@heads_joined.working
def head_weights(head_scores):
    return [[softmax_of(row) for row in rows] for rows in head_scores]


@heads_joined.confirm
def split_attend_join(Q, K, V, h):
    """Split the columns into heads, run PyTorch's attention, join. (T, d)"""
    q, k, v = (x.unflatten(-1, (h, -1)).transpose(0, 1) for x in (Q, K, V))  # (h, T, d/h)
    return F.scaled_dot_product_attention(q, k, v).transpose(0, 1).flatten(1)


@heads_joined.where
def heads_divide(Q, K, V, h):
    shaped = len(Q[0]) == len(K[0]) == len(V[0]) and len(K) == len(V)
    return shaped and len(Q[0]) % h == 0 and h > 1 and len(set(V)) > 1


@heads_joined.misconception
def uses_one_head(Q, K, V):
    return attended(Q, K, V, True)["output"]


@heads_joined.misconception
def scales_by_the_model_width(Q, V, h, width, head_scores):
    shrunk = [[softmax_of([s / sqrt(h) for s in row]) for row in rows] for rows in head_scores]
    return joined([times(w, v) for w, v in zip(shrunk, split(V, width), strict=True)])


@heads_joined.misconception
def each_token_keeps_its_value(Q, V):
    return V if len(Q) == len(V) else None


@heads_joined.misconception
def takes_every_hth_column(Q, K, V, h, width):
    """Deals the columns out to the heads in turn."""
    if width == 1:
        return None
    order = [c for first in range(int(h)) for c in range(first, len(Q[0]), int(h))]
    q, k, v = ([[row[c] for c in order] for row in x] for x in (Q, K, V))
    dealt = attended_in_heads(q, k, v, len(Q[0]) // int(h))
    return [[row[order.index(c)] for c in range(len(order))] for row in dealt]


def attended_in_heads(Q, K, V, width):
    """Attention of heads of this width, side by side."""
    parts = zip(split(Q, width), split(K, width), split(V, width), strict=True)
    return joined([attended(q, k, v, True)["output"] for q, k, v in parts])


@solver
def grouped_heads(h, groups, head, size):
    """Neighbouring query heads share keys and values, h/g of them; so the heads are counted off in bundles."""
    return {"sharing": size, "serves": (int(head) - 1) // int(size) + 1}


@grouped_heads.working
def size(h, groups):
    return h / groups


@grouped_heads.confirm
def heads_of_pytorch(h, groups, head):
    """Give each key-value head values of its own number, run PyTorch's grouped attention, and read what comes out."""
    q, k = torch.randn(1, h, 2, 4), torch.randn(1, groups, 2, 4)
    numbers = torch.arange(1.0, groups + 1).reshape(1, groups, 1, 1).expand(1, groups, 2, 4)
    read = F.scaled_dot_product_attention(q, k, numbers, enable_gqa=True)[0, :, 0, 0].round()
    return {"sharing": (read == read[0]).sum(), "serves": read[head - 1]}


@grouped_heads.where
def real_groups(h, groups, head):
    return h % groups == 0 and 1 < groups < h and head <= h


@grouped_heads.where
def bundles_tell_from_turns(h, groups, head):
    """The head counted off in bundles is another than the one dealt out in turn or in bundles of g."""
    place, size = int(head) - 1, int(h) // int(groups)
    return place // size not in (place % int(groups), place // int(groups))


@grouped_heads.misconception
def groups_are_query_heads(groups, head):
    return {"sharing": groups, "serves": (int(head) - 1) // int(groups) + 1}


@grouped_heads.misconception
def deals_them_out_in_turn(groups, head):
    return {"serves": (head - 1) % groups + 1}


@grouped_heads.misconception
def counts_from_zero(head, size):
    return {"serves": (int(head) - 1) // int(size)}


@grouped_heads.misconception
def keeps_a_head_each(head):
    return {"sharing": 1, "serves": head}


@solver
def head_tensors(B, T, d, h, groups, each):
    """Queries have all h heads, keys and values only those that are stored; every query head has a table of its own."""
    return {"query": (B, h, T, each), "key": (B, groups, T, each), "weights": (B, h, T, T)}


@head_tensors.working
def each(d, h):
    return d / h


@head_tensors.confirm
def tensors_of_pytorch(B, T, d, h, groups):
    """Project with PyTorch's maps, split, run its grouped attention, with an identity for the values."""
    x = torch.randn(B, T, d)
    q, k = (
        nn.Linear(d, n * (d // h), bias=False)(x).unflatten(-1, (n, d // h)).transpose(1, 2)
        for n in (h, groups)
    )
    table = F.scaled_dot_product_attention(q, k, torch.eye(T).expand(B, groups, T, T), enable_gqa=True)
    return {"query": q.shape, "key": k.shape, "weights": table.shape}


@head_tensors.where
def groups_fit(T, d, h, groups):
    return d % h == 0 and h % groups == 0 and groups < h and T not in (d // h, h, groups)


@head_tensors.misconception
def one_key_head_for_each_query_head(B, T, h, each):
    return {"key": (B, h, T, each)}


@head_tensors.misconception
def one_table_for_each_key_head(B, T, groups):
    return {"weights": (B, groups, T, T)}


@head_tensors.misconception
def key_heads_share_the_width(B, T, d, h, groups):
    return {"key": (B, groups, T, d / groups)}


@head_tensors.misconception
def heads_are_as_wide_as_the_model(B, T, d, h, groups):
    return {"query": (B, h, T, d), "key": (B, groups, T, d)}


# The scale


@solver
def score_spread(d, s_q, s_k, variance):
    """Variances of independent summands add, so the scale takes out the root of their number."""
    return {"raw": variance, "scaled": sqrt(variance / d)}


@score_spread.working
def variance(d, s_q, s_k):
    return d * s_q**2 * s_k**2


@score_spread.confirm(derived="all values of the sum and their probabilities, one coordinate after the other")
def distribution_of_the_score(d, s_q, s_k):
    """Let each entry be its deviation with either sign: each coordinate adds or takes the product, one in two."""
    step, odds = s_q * s_k, torch.ones(1, 1, 1)
    for _ in range(d):
        odds = F.conv1d(odds, torch.tensor([[[0.5, 0.0, 0.5]]]), padding=2)  # the sums −n, …, n, in steps
    sums = torch.arange(-d, d + 1.0) * step
    raw, scaled = ((odds * values**2).sum() for values in (sums, sums / d**0.5))
    return {"raw": raw.round(decimals=9), "scaled": scaled.sqrt().round(decimals=9)}


@score_spread.misconception
def does_not_grow(s_q, s_k):
    return {"raw": s_q**2 * s_k**2}


@score_spread.misconception
def grows_with_the_square(d, s_q, s_k):
    return {"raw": d**2 * s_q**2 * s_k**2}


@score_spread.misconception
def takes_deviations_for_variances(d, s_q, s_k):
    return {"raw": d * s_q * s_k} if s_q * s_k > 1 else None


@score_spread.misconception
def scales_the_variance(d, variance):
    return {"scaled": variance / sqrt(d)}


@score_spread.misconception
def divides_the_deviation_by_the_width(d, variance):
    return {"scaled": sqrt(variance) / d}


@solver
def weight_ratio(gap):
    """The softmax's sum cancels between two keys: their weights are to each other as e to the gap of their scores."""
    return exp(gap)


@weight_ratio.working
def gap(one, other, d, scaled):
    return (one - other) / scale_of(scaled, d)


@weight_ratio.confirm
def weights_of_two_keys(one, other, d, scaled):
    """Run PyTorch's attention on keys of width d with these products."""
    query, keys = (
        torch.ones(1, d),
        torch.stack([one / d * torch.ones(d), other / d * torch.ones(d), torch.zeros(d)]),
    )
    weights = run(query, keys, torch.eye(3), scaled)[0]
    return weights[0] / weights[1]


@weight_ratio.where
def first_is_larger_and_not_by_far(one, other, d, scaled):
    gap = (one - other) / scale_of(scaled, d)
    return one > other and gap <= 4 and other != 0


@weight_ratio.misconception
def forgets_to_scale(one, other, scaled):
    return exp(one - other) if scaled else None


@weight_ratio.misconception
def scales_by_the_width(one, other, d, scaled):
    return exp((one - other) / d) if scaled else None


@weight_ratio.misconception
def takes_the_ratio_of_products(one, other):
    return one / other


@weight_ratio.misconception
def takes_the_gap(gap):
    return gap


# Shapes and sizes


@solver
def projection_shapes(d, h, groups, width):
    """Every query head has its own columns; keys and values have as many as there are groups; W_O leads back to d."""
    return {"query": (d, h * width), "key": (d, groups * width), "output": (h * width, d)}


@projection_shapes.confirm
def linear_maps(d, h, groups, width):
    """Run maps of these sizes through PyTorch's grouped attention and look at what fits."""
    with META:
        to_q, to_k, to_v = (nn.Linear(d, n * width, bias=False) for n in (h, groups, groups))
        x = torch.empty(1, 3, d)
        q, k, v = (
            to(x).unflatten(-1, (n, width)).transpose(1, 2)
            for to, n in ((to_q, h), (to_k, groups), (to_v, groups))
        )
        joined = F.scaled_dot_product_attention(q, k, v, enable_gqa=True).transpose(1, 2).flatten(2)
        back = nn.Linear(joined.shape[-1], d, bias=False)
    return {"query": to_q.weight.T.shape, "key": to_k.weight.T.shape, "output": back.weight.T.shape}


@projection_shapes.where
def groups_divide_the_heads(d, h, groups, width):
    return h % groups == 0 and groups < h and h * width != d


@projection_shapes.misconception
def gives_each_query_head_its_keys(d, h, width):
    return {"key": (d, h * width)}


@projection_shapes.misconception
def makes_all_square(d):
    return {"query": (d, d), "key": (d, d), "output": (d, d)}


@projection_shapes.misconception
def counts_one_head(d, width):
    return {"query": (d, width), "output": (width, d)}


@projection_shapes.misconception
def turns_the_output_round(d, h, width):
    return {"output": (d, h * width)}


@solver
def symbolic_shapes(n_q, n_k, d_v, what):
    """Rows are queries; the weights have a column for each key, the output one for each feature of the values."""
    return (n_q, n_k) if what == "weights" else (n_q, d_v)


@symbolic_shapes.confirm
def sizes_with_names(n_q, n_k, d_v, what):
    """Run PyTorch's attention on 2 queries and 3 keys with values of 5 features, and see which size is whose."""
    names = {2: n_q, 3: n_k, 5: d_v}
    values = torch.eye(3) if what == "weights" else torch.randn(3, 5)
    out = F.scaled_dot_product_attention(torch.randn(1, 2, 4), torch.randn(1, 3, 4), values[None])[0]
    return [names[size] for size in out.shape]


@symbolic_shapes.where
def three_names(n_q, n_k, d_v):
    return len({n_q, n_k, d_v}) == 3


@symbolic_shapes.misconception
def answers_for_the_other(n_q, n_k, d_v, what):
    return (n_q, d_v) if what == "weights" else (n_q, n_k)


@symbolic_shapes.misconception
def gives_keys_the_rows(n_q, n_k, d_v, what):
    return (n_k, n_q) if what == "weights" else (n_k, d_v)


@symbolic_shapes.misconception
def multiplies_all(n_q, n_k, d_v, what):
    return (n_q, n_k, d_v)


@solver
def costs(B, T, d, h):
    """Scores and mixing each take T · T dot products of d numbers in all heads together; the table has h of T × T."""
    return {"multiplications": 2 * B * T * T * d, "numbers": B * h * T * T}


@costs.confirm
def counted_by_pytorch(B, T, d, h):
    """Count with PyTorch's own counter, on no memory; it counts a multiplication and an addition as two."""
    with FlopCounterMode(display=False) as counter:
        q, k, v = (torch.empty(B * h, T, d // h, device="meta") for _ in range(3))
        table = torch.bmm(q, k.transpose(1, 2))
        torch.bmm(table, v)
    return {"multiplications": counter.get_total_flops() // 2, "numbers": table.numel()}


@costs.where
def heads_divide_the_width(T, d, h):
    return d % h == 0 and d != T


@costs.misconception
def counts_the_scores_alone(B, T, d):
    return {"multiplications": B * T * T * d}


@costs.misconception
def multiplies_by_the_heads(B, T, d, h):
    return {"multiplications": 2 * B * T * T * d * h}


@costs.misconception
def keeps_one_table(B, T):
    return {"numbers": B * T * T}


@costs.misconception
def grows_with_the_length(B, T, d, h):
    return {"multiplications": 2 * B * T * d * d, "numbers": B * h * T * d}


BYTES = {"float32": 4, "bfloat16": 2, "float16": 2}


@solver
def memory(bytes_each, weights_kept):
    """Each sequence and head of each layer has a table of T × T weights."""
    return weights_kept * bytes_each / 2**20


@memory.working
def bytes_each(dtype):
    return Whole(BYTES[dtype])


@memory.working
def weights_kept(L, B, h, T):
    return L * B * h * T * T


@memory.confirm
def bytes_of_tables(L, B, h, T, dtype):
    """Ask PyTorch how many bytes the tables of all layers would take."""
    with META:
        tables = [torch.empty(B, h, T, T, dtype=getattr(torch, dtype)) for _ in range(L)]
    return Whole(sum(table.nbytes for table in tables)) / 2**20


@memory.misconception
def one_layer_only(L, weights_kept, bytes_each):
    return weights_kept / L * bytes_each / 2**20 if L > 1 else None


@memory.misconception
def heads_share_a_table(h, weights_kept, bytes_each):
    return weights_kept / h * bytes_each / 2**20


@memory.misconception
def counts_weights_for_bytes(weights_kept):
    return weights_kept / 2**20


@memory.misconception
def grows_like_the_length(L, B, h, T, bytes_each):
    return L * B * h * T * bytes_each / 2**20


EXPRESSIONS = {
    "weights": lambda q, k, v: (q @ k.mT / q.shape[-1] ** 0.5).softmax(-1),
    "output": lambda q, k, v: (q @ k.mT / q.shape[-1] ** 0.5).softmax(-1) @ v,
    "with_values": lambda q, k, v: (q @ v.mT / q.shape[-1] ** 0.5).softmax(-1) @ k,
    "all_inside": lambda q, k, v: (q @ k.mT @ v / q.shape[-1] ** 0.5).softmax(-1),
    "scaled_late": lambda q, k, v: (q @ k.mT).softmax(-1) @ v / q.shape[-1] ** 0.5,
}


@solver
def formula_of(what):
    """Products of queries and keys are scaled, the softmax makes them weights, and the weights mix the values."""
    return what


@formula_of.confirm
def the_expression_that_fits(what):
    """Run PyTorch's attention and see which of the expressions gives the same numbers."""
    q, k, v = torch.randn(3, 1, 4, 4)
    measured = F.scaled_dot_product_attention(q, k, torch.eye(4)[None] if what == "weights" else v)
    (fitting,) = [name for name, run in EXPRESSIONS.items() if torch.allclose(run(q, k, v), measured)]
    return fitting


@formula_of.misconception
def takes_the_other_one(what):
    return "output" if what == "weights" else "weights"


@formula_of.misconception
def compares_with_values():
    return "with_values"


@formula_of.misconception
def puts_values_inside():
    return "all_inside"


@formula_of.misconception
def scales_the_output():
    return "scaled_late"


@solver
def permuted_outputs(outputs, order):
    """Without positions and mask a token's output hangs on which others there are, not on where they stand."""
    return [outputs[int(place) - 1] for place in order]


@permuted_outputs.confirm
def shuffled_tokens(outputs, order):
    """Shuffle the tokens of a real attention layer and see which of the former output rows each new one is."""
    layer, x = nn.MultiheadAttention(8, 2, batch_first=True), torch.randn(1, len(outputs), 8)
    shuffled = x[:, order.long() - 1]
    before, after = layer(x, x, x)[0][0], layer(shuffled, shuffled, shuffled)[0][0]
    return [outputs[int((before - row).abs().sum(-1).argmin())] for row in after]


@permuted_outputs.where
def is_a_real_shuffle(outputs, order):
    n = len(outputs)
    return (
        sorted(order) == list(range(1, n + 1))
        and list(order) != sorted(order)
        and inverse(order) != list(order)
    )


def inverse(order):
    """Where each number stands, counted from 1."""
    return [list(order).index(place) + 1 for place in range(1, len(order) + 1)]


@permuted_outputs.misconception
def stays_as_it_was(outputs):
    return outputs


@permuted_outputs.misconception
def shuffles_backwards(outputs, order):
    return [outputs[place - 1] for place in inverse(order)]


@permuted_outputs.misconception
def turns_the_order_round(outputs):
    return list(outputs)[::-1]


# Pictures


@solver
def weights_picture(output, rest):
    """The weights of one query share out 1, so the hidden one is what the others leave."""
    return {"missing": 1 - rest, "output": output}


@weights_picture.working
def rest(table, i, j):
    return sum(weight for place, weight in enumerate(table[i - 1]) if place != j - 1)


@weights_picture.working
def output(table, values, i, j, rest):
    return dot([1 - rest if place == j - 1 else w for place, w in enumerate(table[i - 1])], values)


@weights_picture.figure
def the_weights_drawn(table, i, j):
    """All but the asked one, which a question mark stands for."""
    rows = [[decimal(weight, 2) for weight in row] for row in table]
    rows[i - 1][j - 1] = "?"
    return weights_grid(rows)


@weights_picture.confirm
def softmax_that_gives_these_weights(table, values, i, j):
    """Logarithms of a whole row are scores that have these weights: run attention, read one, and mix the values."""
    scores, keys = table[i - 1].log(), torch.eye(len(values))
    mixed_up = F.scaled_dot_product_attention(
        scores[None, None], keys[None], torch.cat([keys, values[:, None]], 1)[None], scale=1.0
    )
    return {"missing": mixed_up[0, 0, j - 1], "output": mixed_up[0, 0, -1]}


@weights_picture.where
def the_table_has_that_cell(table, i, j):
    return i <= len(table) and j <= len(table[0])


@weights_picture.misconception
def lets_the_columns_share_out_one(table, i, j):
    return {"missing": 1 - sum(row[j - 1] for place, row in enumerate(table) if place != i - 1)}


@weights_picture.misconception
def leaves_the_hidden_one_out(table, values, i, j):
    shown = [0 if place == j - 1 else w for place, w in enumerate(table[i - 1])]
    return {"output": dot(shown, values)}


@weights_picture.misconception
def takes_the_mean_of_the_values(values):
    return {"output": sum(values) / len(values)}


# Claims


@claim(broken=True)
def shuffling_tokens_shuffles_outputs(positions=False):
    """Shuffle four tokens of an attention layer without mask; the stand-in adds positions first."""
    layer, x, order = nn.MultiheadAttention(8, 2, batch_first=True), torch.randn(1, 4, 8), [2, 0, 3, 1]
    places = torch.randn(4, 8) if positions else torch.zeros(4, 8)
    one, other = (layer(y, y, y)[0] for y in (x + places, x[:, order] + places))
    return largest_difference(one[:, order], other)


@claim(broken=16)
def more_heads_need_more_weights(width=None):
    """Count the weights of one head and of eight at the same model width; the stand-in keeps each head's width."""
    one, eight = (
        sum(p.numel() for p in nn.MultiheadAttention(d, h).parameters())
        for d, h in ((16, 1), (16 if width is None else 8 * width, 8))
    )
    return bool(eight > one)


@claim(broken=1.0)
def scores_spread_with_the_width(scale=0.0):
    """Compare the spread of the products of random queries and keys of width 16 and 256; the stand-in scales them."""
    spreads = [
        ((torch.randn(400, d) * torch.randn(400, d)).sum(-1) / d ** (scale / 2)).std() for d in (16, 256)
    ]
    return bool(spreads[1] > 2 * spreads[0])


@claim(broken=0.1)
def large_scores_sharpen_the_weights(factor=10.0):
    """Multiply the scores and see whether the largest weight grows."""
    scores = torch.tensor([1.0, 2.0, 0.5])
    return bool((factor * scores).softmax(-1).max() > scores.softmax(-1).max() + 1e-3)


@claim(broken=lambda scores: scores * 5)
def a_common_number_changes_the_weights(change=lambda scores: scores + 5):
    """Add 5 to all scores of a query; the stand-in multiplies by 5."""
    scores = torch.tensor([1.0, 2.0, 0.5])
    return bool(largest_difference(change(scores).softmax(-1), scores.softmax(-1)) > 1e-3)


@claim(broken=1.0)
def the_scale_is_optional(scale=None):
    """Compare the weights of scores that are divided by the root of the width with those that are not."""
    products = torch.tensor([4.0, 1.0, 0.0])
    return largest_difference((products * (scale or 0.5)).softmax(-1), products.softmax(-1))


@claim(broken="sum")
def outputs_stay_between_the_values(reduction="mean"):
    """Is each feature of the output between the smallest and the largest of the values?"""
    q, k, v = torch.randn(3, 1, 4, 6)
    out = F.scaled_dot_product_attention(q, k, v) * (1 if reduction == "mean" else 4)
    return bool((out <= v.max(1).values + 1e-9).all() and (out >= v.min(1).values - 1e-9).all())


@claim(broken="columns")
def each_query_shares_out_one(axis="rows"):
    """Do the weights of each query sum to 1? The stand-in takes the softmax over the queries."""
    table = torch.randn(3, 5).softmax(-1 if axis == "rows" else 0)
    return largest_difference(table.sum(-1), torch.ones(3))


@claim(broken=True)
def queries_and_keys_may_differ_in_width(same=False):
    """Try queries of 4 and keys of 6 features."""
    try:
        F.scaled_dot_product_attention(
            torch.randn(1, 2, 4), torch.randn(1, 3, 4 if same else 6), torch.randn(1, 3, 5)
        )
    except RuntimeError:
        return False
    return True


@claim(broken=lambda weights: torch.full_like(weights, 1 / 4))
def weights_are_a_mirror_image(made=lambda weights: weights):
    """Run self-attention; how far are the weights from their transpose? The stand-in makes them all equal."""
    x = torch.randn(1, 4, 8)
    weights = made(nn.MultiheadAttention(8, 1, batch_first=True)(x, x, x)[1])
    return largest_difference(weights, weights.mT)


@claim(broken=lambda h: h // 4)
def sharing_keys_makes_fewer_weights(asking=lambda h: h):
    """Run 8 query heads on 8 and on 2 heads of keys; are there fewer weights? The stand-in asks with 2 heads."""
    sizes = []
    for heads, stored in ((8, 8), (asking(8), 2)):
        q, k, values = (
            torch.randn(1, heads, 3, 4),
            torch.randn(1, stored, 3, 4),
            torch.eye(3).expand(1, stored, 3, 3),
        )
        sizes.append(F.scaled_dot_product_attention(q, k, values, enable_gqa=True).numel())
    return sizes[1] < sizes[0]


@claim(broken=2)
def doubled_values_double_the_output(times_keys=1):
    """Double the values; is the output twice what it was? The stand-in doubles the keys as well."""
    q, k, v = torch.randn(3, 1, 4, 8)
    doubled = F.scaled_dot_product_attention(q, times_keys * k, 2 * v)
    return largest_difference(doubled, 2 * F.scaled_dot_product_attention(q, k, v))


@claim(broken=lambda scores: scores - 2 * scores.max() * (scores == scores.max()))
def the_scale_changes_the_favourite(change=lambda scores: scores / 8):
    """Divide scores by 8; is another key the one with the largest weight?"""
    scores = torch.tensor([1.0, 2.0, 0.5])
    return bool(change(scores).softmax(-1).argmax() != scores.softmax(-1).argmax())

"""Cross-attention: queries from the target, keys and values from the source."""

import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.flop_counter import FlopCounterMode

from qbank import claim, solver
from qbank.exact import exp

from ._attention import self_attention, weights

# What comes out, and how large it is


@solver
def shapes(B, T, S, d, h, width):
    """Rows come from the queries, columns from the keys; each head is d/h wide; the output is as wide as the input."""
    return {"query": (B, h, T, width), "key": (B, h, S, width), "weights": (B, h, T, S), "output": (B, T, d)}


@shapes.confirm
def attention_module(B, T, S, d, h):
    """Run PyTorch's attention and look at what it returns; split its own projections into heads."""
    attention = nn.MultiheadAttention(d, h, batch_first=True)
    target, source = torch.randn(B, T, d), torch.randn(B, S, d)
    output, table = attention(target, source, source, average_attn_weights=False)
    to_query, to_key, _ = attention.in_proj_weight.chunk(3)
    query, key = F.linear(target, to_query), F.linear(source, to_key)
    query, key = (x.unflatten(-1, (h, -1)).transpose(1, 2) for x in (query, key))  # (B, h, T or S, d/h)
    return {"query": query.shape, "key": key.shape, "weights": table.shape, "output": output.shape}


@shapes.where
def lengths_differ(T, S):
    return T != S


@shapes.misconception
def queries_from_the_source(B, T, S, d, h, width):
    return {"query": (B, h, S, width), "key": (B, h, T, width), "weights": (B, h, S, T), "output": (B, S, d)}


@shapes.misconception
def swaps_rows_and_columns(B, T, S, h):
    return {"weights": (B, h, S, T)}


@shapes.misconception
def every_head_has_full_width(B, T, S, d, h):
    return {"query": (B, h, T, d), "key": (B, h, S, d), "output": (B, T, h * d)}


@shapes.misconception
def averages_the_heads(B, T, S):
    return {"weights": (B, T, S)}


@shapes.misconception
def output_is_the_table(B, T, S):
    return {"output": (B, T, S)}


PAIRS = (("S", "T"), ("T1", "T2"), ("T2", "T1"), ("N", "M"), ("M", "N"))


@solver
def symbolic_weights_shape(source, target, attention):
    """One row a query, one column a key: cross-attention asks from the target and looks at the source."""
    return {"cross": (target, source), "encoder": (source, source), "decoder": (target, target)}[attention]


@symbolic_weights_shape.confirm
def sizes_with_names(source, target, attention):
    """Run PyTorch's attention on 3 source and 5 target tokens, and see which size is whose."""
    names, x, y = {3: source, 5: target}, torch.randn(1, 3, 8), torch.randn(1, 5, 8)
    asking = x if attention == "encoder" else y
    looked_at = y if attention == "decoder" else x
    table = nn.MultiheadAttention(8, 1, batch_first=True)(asking, looked_at, looked_at)[
        1
    ]  # (1, queries, keys)
    return [names[size] for size in table.shape[1:]]


@symbolic_weights_shape.where
def names_that_go_together(source, target):
    return (source, target) in PAIRS


@symbolic_weights_shape.misconception
def rows_are_keys(source, target, attention):
    return (source, target) if attention == "cross" else None


@solver
def score_multiplications(scores, width):
    """Each of the B·h·T·S scores is a dot product of d/h pairs of numbers, so the heads cancel: B·T·S·d."""
    return scores * width


@score_multiplications.working
def scores(B, T, S, h):
    return B * h * T * S


@shapes.working
@score_multiplications.working
def width(d, h):
    return d / h


@score_multiplications.confirm
def counted_operations(B, T, S, d, h):
    """Let PyTorch count the operations of QKᵀ: it counts each multiplication with its addition, so half."""
    query, key = (torch.empty(B, h, length, d // h, device="meta") for length in (T, S))
    with FlopCounterMode(display=False) as counter:
        query @ key.transpose(-2, -1)
    return counter.get_total_flops() // 2


@score_multiplications.where
def source_has_its_own_length(T, S):
    return T != S


@score_multiplications.misconception
def multiplies_by_the_heads(B, T, S, d, h):
    return B * T * S * d * h


@score_multiplications.misconception
def counts_one_head(B, T, S, width):
    return B * T * S * width


@score_multiplications.misconception
def counts_scores(scores):
    return scores


@score_multiplications.misconception
def scores_the_target_with_itself(B, T, d):
    return B * T * T * d


# What is visible


@solver
def open_cells(T, S, n):
    """Every query of the encoder and of cross-attention sees the n real source tokens, the decoder's its own past."""
    return {"encoder": S * n, "decoder": T * (T + 1) / 2, "cross": T * n}


@open_cells.confirm
def weights_above_zero(T, S, n):
    """Run the three attentions with padding behind n source tokens and count the weights above 0."""
    source, target = torch.randn(1, S, 8), torch.randn(1, T, 8)
    attention, padding = nn.MultiheadAttention(8, 1, batch_first=True), (torch.arange(S) >= n).unsqueeze(0)
    table = attention(target, source, source, key_padding_mask=padding)[1]
    return {
        "encoder": (self_attention(source, causal=False, lengths=torch.tensor([n])) > 0).sum(),
        "decoder": (self_attention(target) > 0).sum(),
        "cross": (table > 0).sum(),
    }


@open_cells.where
def padded_and_of_two_lengths(T, S, n):
    return n < S and T not in (n, S)


@open_cells.misconception
def masks_the_source_causally(T, S, n):
    return {"encoder": sum(min(i + 1, n) for i in range(S)), "cross": sum(min(i + 1, n) for i in range(T))}


@open_cells.misconception
def looks_at_padding(T, S):
    return {"encoder": S * S, "cross": T * S}


@open_cells.misconception
def leaves_out_padded_queries(n):
    return {"encoder": n * n}


@open_cells.misconception
def no_causal_mask(T):
    return {"decoder": T * T}


@open_cells.misconception
def blocks_the_diagonal(T):
    return {"decoder": T * (T - 1) / 2}


@solver
def padded_weights(scores, n, t, real, total):
    """Padding is hidden, the order of the source hides nothing: the softmax runs over all n real source tokens."""
    return [power / total for power in real] + [0] * len(scores[n:])


@padded_weights.working
def real(scores, n):
    return [exp(s) for s in scores[:n]]


@padded_weights.working
def total(real):
    return sum(real)


@padded_weights.confirm(batch=["scores"])
def weights_beside_padding(scores, n, t):
    """Run PyTorch's attention on these scores with the padding hidden from every query."""
    S = scores.shape[-1]
    alike = scores.unsqueeze(-2).expand(*scores.shape, S)  # every query scores the keys alike
    return weights(alike, attn_mask=(torch.arange(S) < n).expand(S, S))[..., t - 1, :]


@padded_weights.where
def causal_would_hide_more(scores, n, t):
    return t < n and len(set(scores)) == len(scores)


def softmax_of_the_first(scores, n):
    powers = [exp(s) for s in scores[:n]]
    return [power / sum(powers) for power in powers] + [0] * len(scores[n:])


@padded_weights.misconception
def masks_by_the_target_position(scores, t):
    return softmax_of_the_first(scores, t)


@padded_weights.misconception
def never_masks(scores):
    return softmax_of_the_first(scores, len(scores))


@padded_weights.misconception
def zeroes_padding_too_late(scores, n):
    return [*softmax_of_the_first(scores, len(scores))[:n], *[0] * len(scores[n:])]


# Claims


def module():
    """PyTorch's attention with two heads, three target tokens and four source tokens."""
    return nn.MultiheadAttention(8, 2, batch_first=True), torch.randn(1, 3, 8), torch.randn(1, 4, 8)


def multiplications(h, d):
    """Operations that PyTorch counts for the scores of 3 target and 4 source tokens."""
    query, key = (torch.empty(1, h, length, d // h, device="meta") for length in (3, 4))
    with FlopCounterMode(display=False) as counter:
        query @ key.transpose(-2, -1)
    return counter.get_total_flops()


@claim(broken=lambda target, source: target)
def earlier_outputs_ignore_later_targets(looked_at=lambda target, source: source):
    """Change the last target token; how far do the outputs before it move without a mask?"""
    attention, target, source = module()
    changed = torch.cat([target[:, :-1], torch.randn(1, 1, 8)], dim=1)
    outputs = [attention(x, looked_at(x, source), looked_at(x, source))[0] for x in (target, changed)]
    return (outputs[0] - outputs[1])[:, :-1].abs().max()


@claim(broken=lambda padding: padding)
def source_padding_needs_no_mask(mask=lambda padding: None):
    """Put two padded positions behind the source; how far do the outputs move?"""
    attention, target, source = module()
    padded = torch.cat([source, torch.randn(1, 2, 8)], dim=1)
    hidden = mask(torch.arange(6).unsqueeze(0) >= 4)
    return (attention(target, source, source)[0] - attention(target, padded, padded, hidden)[0]).abs().max()


@claim(broken=lambda source, order: source)
def source_order_changes_nothing(values=lambda source, order: source[:, order]):
    """Reorder the source tokens; how far do the outputs move?"""
    attention, target, source = module()
    order = [2, 0, 3, 1]
    reordered = attention(target, source[:, order], values(source, order))[0]
    return (attention(target, source, source)[0] - reordered).abs().max()


@claim(broken=lambda target, source: (source, target))
def output_is_as_long_as_the_source(roles=lambda target, source: (target, source)):
    attention, target, source = module()
    asking, looked_at = roles(target, source)
    return attention(asking, looked_at, looked_at)[0].shape[1] == source.shape[1]


@claim(broken=4)
def values_may_be_longer_than_keys(length=5):
    """Multiply the weights over four keys by this many values."""
    _, target, source = module()
    try:
        F.scaled_dot_product_attention(target, source, torch.randn(1, length, 8))
    except RuntimeError:
        return False
    return True


@claim(broken=(2, 16))
def doubling_the_heads_doubles_the_work(doubled=(4, 8)):
    """Count for 2 heads of a width of 8, and for the doubled (heads, width)."""
    return multiplications(*doubled) == 2 * multiplications(2, 8)


@claim(broken=-1)
def weights_sum_to_one_over_the_target(axis=-2):
    attention, target, source = module()
    return (attention(target, source, source)[1].sum(axis) - 1).abs().max()  # (1, T, S)


@claim(broken="self_attn")
def keys_stay_the_same_while_generating(attention="multihead_attn"):
    """Run a decoder layer on two target tokens and on three; compare what this attention makes its keys from."""
    layer, caught = nn.TransformerDecoderLayer(8, 2, 16, batch_first=True), []
    getattr(layer, attention).register_forward_pre_hook(lambda _, inputs: caught.append(inputs[1]))
    _, target, source = module()
    for step in (2, 3):
        layer(target[:, :step], source)
    return torch.equal(*caught)

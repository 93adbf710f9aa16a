"""Cross-attention: queries from the target, keys and values from the source."""

import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.flop_counter import FlopCounterMode

from qbank import claim, solver
from qbank.exact import exp, sqrt

from ._attention import self_attention, weights
from ._matrices import dot, scores_of, times
from ._modules import META, count, drop_attention_biases
from ._probabilities import softmax_of

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
    return softmax_of(scores[:n]) + [0] * len(scores[n:])


@padded_weights.misconception
def masks_by_the_target_position(scores, t):
    return softmax_of_the_first(scores, t)


@padded_weights.misconception
def never_masks(scores):
    return softmax_of_the_first(scores, len(scores))


@padded_weights.misconception
def zeroes_padding_too_late(scores, n):
    return [*softmax_of_the_first(scores, len(scores))[:n], *[0] * len(scores[n:])]


# What comes out of given numbers


@solver
def output(table, V):
    """Each target token shares out its attention over the source and takes the source's values by these weights."""
    return {"weights": table, "output": times(table, V)}


@output.working
def scores_in_rows(Q, K, scaled):
    return scores_of(Q, K, sqrt(len(K[0])) if scaled else 1)


@output.working
def table(scores_in_rows):
    return [softmax_of(row) for row in scores_in_rows]


@output.confirm
def attention_of_the_target(Q, K, V, scaled):
    """Run PyTorch's attention on the values, and on an identity, which shows the weights."""
    scale = None if scaled else 1.0
    query, key = Q.unsqueeze(0), K.unsqueeze(0)
    weights, mixture = (
        F.scaled_dot_product_attention(query, key, value.unsqueeze(0), scale=scale)[0]
        for value in (torch.eye(len(K)), V)
    )
    return {"weights": weights, "output": mixture}


@output.where
def no_row_of_equal_scores(Q, K, V):
    return len(K) == len(V) and all(len({dot(q, k) for k in K}) > 1 for q in Q)


@output.misconception
def lets_the_source_ask(Q, K, V, scaled):
    """Softmax over the target instead of the source."""
    columns = [softmax_of(row) for row in scores_of(K, Q, sqrt(len(K[0])) if scaled else 1)]
    weights = list(zip(*columns, strict=True))
    return {"weights": weights, "output": times(weights, V)}


@output.misconception
def leaves_out_the_scale(Q, K, V, scaled):
    weights = [softmax_of(row) for row in scores_of(Q, K, 1)]
    return {"weights": weights, "output": times(weights, V)} if scaled else None


@output.misconception
def hides_later_source_tokens(scores_in_rows, V):
    """A causal mask over the source."""
    weights = [softmax_of_the_first(row, min(i + 1, len(V))) for i, row in enumerate(scores_in_rows)]
    return {"weights": weights, "output": times(weights, V)}


@output.misconception
def mixes_the_keys(table, K):
    return {"output": times(table, K)}


# What cross-attention adds to a model


@solver
def projections(blocks, M):
    """A decoder layer has two attention blocks, and only its second one makes keys and values from the source."""
    return {"blocks": blocks, "matrices": 4 * blocks, "from_source": 2 * M}


@projections.working
def blocks(L, M):
    return L + 2 * M


@projections.confirm
def attention_modules(L, M):
    """Build PyTorch's model, count its attention modules and their square matrices, and watch what each one reads."""
    model = nn.Transformer(4, 2, L, M, 4, batch_first=True)
    modules = [part for part in model.modules() if isinstance(part, nn.MultiheadAttention)]
    read = []
    for module in modules:
        module.register_forward_pre_hook(lambda _, inputs: read.append(inputs))
    model.train()(torch.randn(1, 3, 4), torch.randn(1, 2, 4))
    from_source = sum(len(inputs[i][0]) == 3 for inputs in read for i in (1, 2) if len(inputs[0][0]) == 2)
    squares = sum(module.in_proj_weight.numel() + module.out_proj.weight.numel() for module in modules)
    return {"blocks": len(modules), "matrices": squares // 4**2, "from_source": from_source}


@projections.misconception
def decoder_has_one_block(L, M):
    return {"blocks": L + M, "matrices": 4 * (L + M)}


@projections.misconception
def encoder_has_two_blocks(L, M):
    return {"blocks": 2 * (L + M), "matrices": 8 * (L + M)}


@projections.misconception
def forgets_the_output_projection(blocks):
    return {"matrices": 3 * blocks}


@projections.misconception
def queries_read_the_source_too(M):
    return {"from_source": 3 * M}


@projections.misconception
def only_the_first_layer_reads_it(L, M):
    return {"from_source": 2}


@solver
def added_parameters(d, f, bias):
    """A decoder layer is an encoder layer with one more attention block, its four matrices, and one more LayerNorm."""
    return 4 * d * d + (4 * d if bias else 0) + 2 * d


@added_parameters.confirm
def decoder_less_encoder(d, f, bias):
    """Build both of PyTorch's layers and count."""
    with META:
        layers = [kind(d, 1, f) for kind in (nn.TransformerEncoderLayer, nn.TransformerDecoderLayer)]
    encoder, decoder = (count(layer if bias else drop_attention_biases(layer)) for layer in layers)
    return decoder - encoder


@added_parameters.misconception
def adds_only_a_mask():
    return 0


@added_parameters.misconception
def forgets_the_norm(d, bias):
    return 4 * d * d + (4 * d if bias else 0)


@added_parameters.misconception
def forgets_the_way_back(d, bias):
    return 3 * d * d + (3 * d if bias else 0) + 2 * d


@added_parameters.misconception
def mixes_up_biases(d, bias):
    return 4 * d * d + (0 if bias else 4 * d) + 2 * d


@solver
def source_width(d, d_s, h):
    """Keys and values are made from source vectors, queries from target vectors, and both must end in one width."""
    return {"query": (d, d), "key": (d_s, d), "output": (d, d), "weights": 2 * d * d + 2 * d_s * d}


@source_width.confirm
def module_for_another_width(d, d_s, h):
    """Build PyTorch's attention for keys and values of another width and look at its matrices."""
    with META:
        module = nn.MultiheadAttention(d, h, bias=False, kdim=d_s, vdim=d_s)
    return {
        "query": module.q_proj_weight.T.shape,
        "key": module.k_proj_weight.T.shape,
        "output": module.out_proj.weight.T.shape,
        "weights": count(module),
    }


@source_width.where
def widths_differ(d, d_s, h):
    return d != d_s and d % h == 0


@source_width.misconception
def takes_the_source_for_the_model(d_s):
    return {"query": (d_s, d_s), "key": (d_s, d_s), "output": (d_s, d_s), "weights": 4 * d_s * d_s}


@source_width.misconception
def ignores_the_source_width(d):
    return {"key": (d, d), "weights": 4 * d * d}


@source_width.misconception
def turns_the_matrix_round(d, d_s):
    return {"key": (d, d_s)}


@source_width.misconception
def makes_one_head(d, d_s, h):
    return {"query": (d, d / h), "key": (d_s, d / h), "output": (d / h, d)}


@source_width.misconception
def forgets_values(d, d_s):
    return {"weights": 2 * d * d + d_s * d}


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


@claim(broken=nn.TransformerEncoderLayer)
def a_decoder_layer_is_as_large_as_an_encoder_layer(kind=nn.TransformerDecoderLayer):
    """Count the parameters of PyTorch's layers of the same widths."""
    with META:
        encoder, other = nn.TransformerEncoderLayer(8, 2, 16), kind(8, 2, 16)
    return count(encoder) == count(other)


@claim(broken=lambda target, source: source)
def self_attention_is_a_special_case(looked_at=lambda target, source: target):
    """Give the layer the target again for its source; how far is that from self-attention?"""
    attention, target, source = module()
    again = looked_at(target, source).clone()
    return (attention(target, again, again)[0] - attention(target, target, target)[0]).abs().max()


@claim(broken=lambda source: source)
def equal_source_vectors_share_equally(made=lambda source: source[:, :1].expand_as(source)):
    """Give all source positions the same vector; how far are the weights from equal shares?"""
    attention, target, source = module()
    same = made(source)
    return (attention(target, same, same)[1] - 1 / 4).abs().max()

"""The whole encoder-decoder model: what passes through it, in which order, how often, and in which shape."""

from functools import lru_cache

import torch
from torch import nn

from qbank import claim, solver
from qbank.exact import Whole, sqrt

from ._attention import causal_mask
from ._modules import count
from ._pictures import stacks
from ._sequences import ids_of
from ._sinusoids import laid_out, pairs, vectors
from ._transformer import Model, decoder, encoder, numbers, of_kind, watched, with_weights
from ._waves import turned_all, waves

small = lru_cache(maxsize=64)(Model)


@lru_cache(maxsize=64)
def sized(d, f, V):
    """A model of real size on the device "meta", where numbers take no memory."""
    with torch.device("meta"):
        return Model(d, 1, f, V)


# Shapes on the way from token ids to logits


@solver
def stations(B, S, T, d, f, V):
    """Every vector keeps its position and the width d; only the hidden layer is f wide, and only the logits V."""
    return {"memory": (B, S, d), "hidden": (B, T, f), "states": (B, T, d), "logits": (B, T, V)}


@stations.confirm
def watched_run(B, S, T, d, f, V):
    """Run PyTorch's model without memory for its numbers and note the shapes that pass."""
    model = sized(d, f, V)
    named = {
        "memory": model.encoder,
        "hidden": model.decoder.layers[0].linear1,
        "states": model.decoder,
        "logits": model.output,
    }
    with watched(named) as seen, torch.device("meta"):
        model(numbers(B, S), numbers(B, T))
    return {name: result.shape for name, result in seen}


@stations.where
def lengths_and_widths_differ(S, T, d, f):
    return S != T and d < f


@stations.misconception
def memory_as_long_as_the_target(B, T, d):
    return {"memory": (B, T, d)}


@stations.misconception
def one_vector_for_each_source(B, d):
    return {"memory": (B, d)}


@stations.misconception
def answers_in_the_length_of_the_source(B, S, d, f, V):
    return {"hidden": (B, S, f), "states": (B, S, d), "logits": (B, S, V)}


@stations.misconception
def stays_wide_after_the_hidden_layer(B, T, f):
    return {"states": (B, T, f)}


@stations.misconception
def predicts_once_a_sequence(B, V):
    return {"logits": (B, V)}


# Inside a feed-forward network


@solver
def feed_forward_shapes(B, T, d, f, stored):
    """One matrix leads from d to f, the other back; positions go through side by side and do not meet."""
    up, down = ((d, f), (f, d)) if stored == "right" else ((f, d), (d, f))
    return {"first": up, "hidden": (B, T, f), "second": down, "output": (B, T, d)}


@feed_forward_shapes.confirm
def two_linear_layers(B, T, d, f, stored):
    """Run the two linear layers of PyTorch's encoder layer on no numbers, and look at their weights."""
    layer = sized(d, f, 1).encoder.layers[0]
    with watched({"hidden": layer.linear1, "output": layer.linear2}) as seen:
        layer(torch.empty(B, T, d, device="meta"))
    up, down = layer.linear1.weight, layer.linear2.weight
    if stored == "right":
        up, down = up.T, down.T
    shapes = {name: result.shape for name, result in seen}
    return {"first": up.shape, "second": down.shape, **shapes}


@feed_forward_shapes.where
def widens(d, f):
    return d < f


@feed_forward_shapes.misconception
def turns_the_matrices_round(d, f, stored):
    return {"first": (f, d), "second": (d, f)} if stored == "right" else {"first": (d, f), "second": (f, d)}


@feed_forward_shapes.misconception
def flattens_the_sequence(B, T, d, f):
    return {"hidden": (B, f), "output": (B, d)}


@feed_forward_shapes.misconception
def never_comes_back(B, T, f):
    return {"second": (f, f), "output": (B, T, f)}


@feed_forward_shapes.misconception
def keeps_the_width(B, T, d):
    return {"first": (d, d), "hidden": (B, T, d), "second": (d, d)}


# The order of sub-layers and norms

SUBLAYERS = {"encoder": ("SELF", "FFN"), "decoder": ("SELF", "CROSS", "FFN")}
PLACES = {"self_attn": "SELF", "multihead_attn": "CROSS", "linear2": "FFN"}
PLACES |= dict.fromkeys(["norm", "norm1", "norm2", "norm3"], "NORM")


def stacked(sublayers, norm, L, final):
    """The stations of L layers with a norm beside each sub-layer, and maybe one at the end."""
    beside = [(name, "NORM") if norm == "post" else ("NORM", name) for name in sublayers]
    return [*sum(beside, ()) * L, *(["NORM"] if final else [])]


def last(name):
    """What a part is called within the module that it belongs to."""
    return name.rpartition(".")[2]


@solver
def layer_order(kind, norm, L, final):
    """Self-attention comes first, then what reads the source, then the feed-forward network; a norm beside each."""
    return stacked(SUBLAYERS[kind], norm, L, final)


@layer_order.confirm
def stations_as_they_run(kind, norm, L, final):
    """Run PyTorch's stack and note which of its parts run, one after the other."""
    make = encoder if kind == "encoder" else decoder
    stack = make(4, 1, 4, L, norm_first=norm == "pre", final=final)
    watch = {name: part for name, part in stack.named_modules() if last(name) in PLACES}
    x = torch.randn(1, 3, 4)
    with watched(watch) as seen:
        stack(x) if kind == "encoder" else stack(x, x)
    return [PLACES[last(name)] for name, _ in seen]


@layer_order.misconception
def norms_on_the_other_side(kind, norm, L, final):
    return stacked(SUBLAYERS[kind], "pre" if norm == "post" else "post", L, final)


@layer_order.misconception
def reads_the_source_first(kind, norm, L, final):
    return stacked(("CROSS", "SELF", "FFN"), norm, L, final) if kind == "decoder" else None


@layer_order.misconception
def reads_the_source_after_the_feed_forward(kind, norm, L, final):
    return stacked(("SELF", "FFN", "CROSS"), norm, L, final) if kind == "decoder" else None


@layer_order.misconception
def one_norm_for_a_layer(kind, norm, L, final):
    beside = [*SUBLAYERS[kind], "NORM"] if norm == "post" else ["NORM", *SUBLAYERS[kind]]
    return [*beside * L, *(["NORM"] if final else [])]


@layer_order.misconception
def swaps_encoder_and_decoder(kind, norm, L, final):
    return stacked(SUBLAYERS["encoder" if kind == "decoder" else "decoder"], norm, L, final)


@layer_order.misconception
def groups_by_kind(kind, norm, L, final):
    names = [name for name in SUBLAYERS[kind] for _ in range(L)]
    return stacked(names, norm, 1, final) if L > 1 else None


# How many there are of each


@solver
def sublayers(L, M, final):
    """An encoder layer has two sub-layers, a decoder layer three, each with a norm of its own."""
    return {"sublayers": 2 * L + 3 * M, "attention": L + 2 * M, "norms": 2 * L + 3 * M + (2 if final else 0)}


@sublayers.confirm
def counted_in_the_modules(L, M, final):
    """Count the modules of PyTorch's stacks: each attention is a sub-layer, and each pair of linear layers."""
    stacks = nn.ModuleList([encoder(2, 1, 2, L, final=final), decoder(2, 1, 2, M, final=final)])
    attention = len(of_kind(stacks, nn.MultiheadAttention))
    networks = sum(name.endswith("linear1") for name, _ in stacks.named_modules())
    norms = len(of_kind(stacks, nn.LayerNorm))
    return {"sublayers": attention + networks, "attention": attention, "norms": norms}


@sublayers.misconception
def two_in_every_layer(L, M, final):
    return {"sublayers": 2 * L + 2 * M, "attention": L + M, "norms": 2 * L + 2 * M + (2 if final else 0)}


@sublayers.misconception
def three_in_every_layer(L, M, final):
    return {
        "sublayers": 3 * L + 3 * M,
        "attention": 2 * L + 2 * M,
        "norms": 3 * L + 3 * M + (2 if final else 0),
    }


@sublayers.misconception
def one_norm_in_each_layer(L, M, final):
    return {"norms": L + M + (2 if final else 0)}


# Tables of attention weights


@solver
def attention_tables(B, S, T, h, L, M):
    """Each sequence, head and block has a table: S × S in the encoder, T × T and T × S in the decoder."""
    cells = L * S * S + M * T * T + M * T * S
    return {"tables": B * h * (L + 2 * M), "cells": B * h * cells}


@attention_tables.confirm
def tables_handed_out(B, S, T, h, L, M):
    """Run PyTorch's model, let every attention hand out its weights, and count them."""
    model = small(8, h, 4, 3, L, M)
    with with_weights(model) as tables:
        model(numbers(B, S), numbers(B, T))
    return {
        "tables": sum(t.shape[0] * t.shape[1] for t in tables),
        "cells": sum(t.numel() for t in tables),
    }


@attention_tables.where
def lengths_are_not_equal(S, T):
    return S != T


@attention_tables.misconception
def forgets_cross_attention(B, S, T, h, L, M):
    return {"tables": B * h * (L + M), "cells": B * h * (L * S * S + M * T * T)}


@attention_tables.misconception
def one_table_for_all_heads(B, S, T, L, M):
    return {"tables": B * (L + 2 * M), "cells": B * (L * S * S + M * T * T + M * T * S)}


@attention_tables.misconception
def one_table_for_the_batch(B, S, T, h, L, M):
    cells = L * S * S + M * T * T + M * T * S
    return {"tables": h * (L + 2 * M), "cells": h * cells} if B > 1 else None


@attention_tables.misconception
def decoder_reads_source_and_target_alike(B, S, T, h, L, M):
    return {"cells": B * h * (L * S * S + 2 * M * T * T)}


# What runs once, and what runs for every token


@solver
def runs(L, M, n):
    """The encoder runs once a sentence; generating takes a pass through the decoder a token, training a single one."""
    return {"encoder": L, "decoder": n * M, "training": L + M}


@runs.confirm
def layers_that_ran(L, M, n):
    """Generate greedily with PyTorch's model, then train one step's forward pass, and count the layers that run."""
    model = small(4, 1, 4, 3, L, M)
    layers = {"encoder": model.encoder.layers, "decoder": model.decoder.layers}
    watch = {f"{side} {i}": layer for side in layers for i, layer in enumerate(layers[side])}
    with watched(watch) as generating:
        memory, target = model.encoder(model.source_table(numbers(1, 5))), numbers(1, 1)
        for _ in range(n):
            picked = model.decode(target, memory)[:, -1:].argmax(-1)  # (1, 1)
            target = torch.cat([target, picked], 1)
    with watched(watch) as training:
        model(numbers(1, 5), numbers(1, n))
    of = [name.split()[0] for name, _ in generating]
    return {"encoder": of.count("encoder"), "decoder": of.count("decoder"), "training": len(training)}


@runs.where
def stacks_differ(L, M):
    return L != M


@runs.misconception
def encodes_again_for_every_token(L, n):
    return {"encoder": n * L}


@runs.misconception
def writes_all_tokens_in_one_pass(M):
    return {"decoder": M}


@runs.misconception
def trains_token_by_token(L, M, n):
    return {"training": L + n * M}


@runs.misconception
def takes_a_stack_for_one_layer(L, M, n):
    return {"encoder": 1, "decoder": n, "training": 2} if L > 1 and M > 1 else None


@runs.misconception
def needs_a_pass_for_the_start(M, n):
    return {"decoder": (n + 1) * M}


# The shapes of one step of generating


@solver
def generation_step(B, S, t, h, V, cache, new):
    """Without a cache all t tokens go through again; with one only the new one, which still looks at all t."""
    return {"own": (B, h, new, t), "cross": (B, h, new, S), "logits": (B, new, V)}


@generation_step.working
def new(t, cache):
    return 1 if cache else t


@generation_step.confirm
def step_of_a_layer(B, S, t, h, V, cache):
    """Run both attentions of PyTorch's decoder layer on what this step computes, and the output layer behind."""
    layer, d = decoder(2 * h, h, 4, 1).layers[0], 2 * h
    target, memory = torch.randn(B, t, d), torch.randn(B, S, d)
    asking = target[:, -1:] if cache else target
    states, own = layer.self_attn(asking, target, target, average_attn_weights=False)
    states, cross = layer.multihead_attn(states, memory, memory, average_attn_weights=False)
    with torch.device("meta"):
        logits = nn.Linear(d, V)(states.to("meta"))
    return {"own": own.shape, "cross": cross.shape, "logits": logits.shape}


@generation_step.where
def step_is_under_way(S, t):
    return t > 1 and t != S


@generation_step.misconception
def takes_the_other_way(B, S, t, h, V, cache):
    new = t if cache else 1
    return {"own": (B, h, new, t), "cross": (B, h, new, S), "logits": (B, new, V)}


@generation_step.misconception
def looks_at_the_new_token_alone(B, h, cache):
    return {"own": (B, h, 1, 1)} if cache else None


@generation_step.misconception
def source_asks_the_target(B, S, h, new):
    return {"cross": (B, h, S, new)}


@generation_step.misconception
def reads_source_and_target_together(B, S, t, h, new):
    return {"own": (B, h, new, S + t), "cross": (B, h, new, S + t)}


# Which tensors meet in cross-attention


@solver
def cross_sources(L, k, role):
    """Every decoder layer asks with its own states and reads the last encoder layer's output."""
    return "own" if role == "queries" else "encoder_last"


@cross_sources.confirm
def tensor_that_arrives(L, k, role):
    """Run PyTorch's stacks and look which part's output it is that arrives at this layer's cross-attention."""
    model = small(4, 1, 4, 3, L, L)
    layer, before = model.decoder.layers[k - 1], model.decoder.layers[k - 2]
    watch = {
        "encoder_same": model.encoder.layers[k - 1],
        "encoder_last": model.encoder.layers[-1],
        "embeddings": model.source_table,
        "own": layer.norm1,
        "before": before,
    }
    given = []
    hook = layer.multihead_attn.register_forward_pre_hook(lambda _, args: given.extend(args))
    with watched(watch) as seen:
        model(numbers(1, 5), numbers(1, 3))
    hook.remove()
    arrived = dict(zip(("queries", "keys", "values"), given, strict=True))[role]
    return next(name for name, result in seen if result is arrived)


@cross_sources.where
def layer_in_the_middle(L, k):
    return 1 < k < L


@cross_sources.misconception
def pairs_layers_by_number(role):
    return "encoder_same" if role != "queries" else None


@cross_sources.misconception
def reads_the_words_themselves(role):
    return "embeddings" if role != "queries" else None


@cross_sources.misconception
def lets_the_encoder_ask(role):
    return "encoder_last" if role == "queries" else "own"


@cross_sources.misconception
def asks_before_looking_at_the_target(role):
    return "before" if role == "queries" else None


# What depends on what


@solver
def influence(S, T, j, changed):
    """The source reaches everything; a target token reaches its own position and those behind it, never the memory."""
    if changed == "source":
        return {"memory": S, "states": T}
    return {"memory": 0, "states": T - j + 1}


@influence.confirm
def vectors_that_move(S, T, j, changed):
    """Change one vector at the input of PyTorch's stacks and count the outputs that move."""
    stacks = small(8, 2, 8, 3)

    def run(source, target):
        memory = stacks.encoder(source)
        return memory, stacks.decoder(target, memory, tgt_mask=causal_mask(T))

    source, target = torch.randn(1, S, 8), torch.randn(1, T, 8)
    before = run(source, target)
    (source if changed == "source" else target)[0, j - 1] += torch.randn(8)
    moved = [
        int(((x - y).abs().amax(-1) > 1e-9).sum()) for x, y in zip(before, run(source, target), strict=True)
    ]
    return dict(zip(("memory", "states"), moved, strict=True))


@influence.where
def position_in_the_middle(S, T, j):
    return 1 < j < min(S, T) and S != T and 2 * j != T + 1


@influence.misconception
def masks_the_source_too(S, T, j, changed):
    return {"memory": S - j + 1, "states": T - j + 1} if changed == "source" else None


@influence.misconception
def sees_no_further_than_its_place(changed):
    return {"memory": 1, "states": 1} if changed == "source" else {"states": 1}


@influence.misconception
def decoder_writes_into_the_memory(S, changed):
    return {"memory": S} if changed == "target" else None


@influence.misconception
def target_reaches_every_state(T, changed):
    return {"states": T} if changed == "target" else None


@influence.misconception
def counts_the_ones_before(j, changed):
    return {"states": j} if changed == "target" else None


@influence.misconception
def leaves_out_its_own_place(T, j, changed):
    return {"states": T - j} if changed == "target" else None


# How far a window reaches through the layers


@solver
def reach(L, n, back):
    """Each layer lets a token look `back` places further; to bridge n − 1 places takes as many layers as that needs."""
    return {"tokens": L * back + 1, "layers": (n - 1 + back - 1) // back}


@reach.working
def back(w, window):
    return w if window == "before" else w - 1


@reach.confirm(derived="which inputs reach a position, traced layer by layer with running sums")
def traced(w, L, n, window):
    size = w + (window == "before")  # with the token itself

    def one_layer_on(reached):
        sums = reached.cumsum(0)
        return sums - torch.cat([torch.zeros(size), sums])[: len(sums)] > 0.5

    steps = 0
    reached = torch.arange(n) == 0
    while not reached[-1]:
        reached, steps = one_layer_on(reached.double()), steps + 1
    first = torch.arange(L * size + 1) == 0
    for _ in range(L):
        first = one_layer_on(first.double())
    return {"tokens": int(first.sum()), "layers": steps}


@reach.where
def window_is_smaller(w, n):
    return 2 < w < n - 1


@reach.misconception
def one_layer_is_all(w, window):
    return {"tokens": w + 1 if window == "before" else w}


@reach.misconception
def adds_whole_windows(w, L):
    return {"tokens": L * w}


@reach.misconception
def forgets_the_last_token(L, back):
    return {"tokens": L * back}


@reach.misconception
def doubles_with_every_layer(back, L):
    return {"tokens": 2**L * back}


# Words become numbers become vectors


@solver
def lookup(sentence, table, ids, origin):
    """A token's id is its place in the vocabulary, and its vector is that row of the table, as often as it occurs."""
    first = 0 if origin == "zero" else 1
    return {"ids": ids, "rows": [table[i - first] for i in ids]}


@lookup.working
def ids(vocabulary, sentence, origin):
    first = 0 if origin == "zero" else 1
    return [vocabulary.index(word) + first for word in sentence]


@lookup.confirm
def one_hot_and_embedding(vocabulary, sentence, table, origin):
    """Mark each word in the vocabulary, let PyTorch find the marks, and look the rows up in its embedding."""
    known, words = ids_of([*vocabulary, *sentence])
    places = (known[len(words) :].unsqueeze(1) == known[: len(words)]).int().argmax(1)  # (T,)
    rows = nn.Embedding.from_pretrained(table)(places)
    return {"ids": places + (origin == "one"), "rows": rows}


@lookup.where
def words_are_known(vocabulary, sentence, table):
    return set(sentence) <= set(vocabulary) and len(vocabulary) == len(table)


@lookup.misconception
def numbers_the_places(sentence, table, origin):
    first = 0 if origin == "zero" else 1
    return {"ids": [n + first for n in range(len(sentence))], "rows": list(table[: len(sentence)])}


@lookup.misconception
def numbers_words_as_they_come(vocabulary, sentence, table, origin):
    known = list(dict.fromkeys(sentence))
    places = [known.index(word) for word in sentence]
    if known == list(vocabulary[: len(known)]):
        return None
    return {"ids": [n + (origin == "one") for n in places], "rows": [table[n] for n in places]}


@lookup.misconception
def counts_from_the_other_number(ids, origin):
    return {"ids": [i + (1 if origin == "zero" else -1) for i in ids]}


@lookup.misconception
def repeated_words_once(ids, table, origin):
    kept = list(dict.fromkeys(ids))
    if len(kept) == len(ids):
        return None
    return {"ids": kept, "rows": [table[i - (origin == "one")] for i in kept]}


# What enters the first layer


@solver
def decoder_input(rows, tags):
    """Row by row: the token's embedding, rescaled or not, plus the vector of its position, counted from 0."""
    return [[x + t for x, t in zip(row, tag, strict=True)] for row, tag in zip(rows, tags, strict=True)]


@decoder_input.working
def d(table):
    return Whole(len(table[0]))


@decoder_input.working
def factor(d, scaled):
    return sqrt(d) if scaled else 1


@decoder_input.working
def rows(table, tokens, factor):
    return [[factor * x for x in table[token]] for token in tokens]


@decoder_input.working
def tags(d, tokens, layout):
    return [waves(turned_all(p, d), layout) for p in range(len(tokens))]


@decoder_input.confirm(derived="embedding tables, and turns of one position each, multiplied up")
def tables_added(table, tokens, layout, scaled):
    """Look the tokens and their positions up in two of PyTorch's embedding tables and add what comes out."""
    d, T = table.shape[1], len(tokens)
    words = nn.Embedding.from_pretrained(table)(tokens.long())
    places = nn.Embedding.from_pretrained(laid_out(pairs(d, T), layout))(torch.arange(T))
    return words * (d**0.5 if scaled else 1) + places


@decoder_input.where
def tokens_are_in_the_table(table, tokens):
    return all(token < len(table) for token in tokens) and len(set(tokens)) > 1


@decoder_input.misconception
def starts_at_position_one(rows, d, layout):
    return decoder_input(rows, [waves(turned_all(p + 1, d), layout) for p in range(len(rows))])


@decoder_input.misconception
def leaves_out_the_positions(rows):
    return rows


@decoder_input.misconception
def takes_ids_for_positions(rows, d, tokens, layout):
    return decoder_input(rows, [waves(turned_all(token, d), layout) for token in tokens])


@decoder_input.misconception
def treats_the_factor_the_other_way(table, d, tokens, tags, scaled):
    other = 1 if scaled else sqrt(d)
    return decoder_input([[other * x for x in table[token]] for token in tokens], tags)


# Pictures

SOURCE_SIDE = ("source token ids", "embedding + positions", "encoder layers")
TARGET_SIDE = (
    "target token ids",
    "embedding + positions",
    "masked self-attention",
    "cross-attention",
    "feed-forward: widening",
    "feed-forward: narrowing",
    "output layer",
)


@solver
def station_picture(B, S, T, d, f, V, a, b):
    """Ids have no width; the encoder keeps the source's length and the decoder the target's, at every station."""
    widths = (0, d, d, d, f, d, V)
    above = [(B, T, width) if width else (B, T) for width in widths]
    return {"a": (B, S, d) if a else (B, S), "b": above[b]}


@station_picture.figure
def the_stations_drawn(a, b):
    links = [[0, len(SOURCE_SIDE) - 1, TARGET_SIDE.index("cross-attention")]]
    sides = [("left", SOURCE_SIDE), ("right", TARGET_SIDE)]
    said = ". ".join(f"On the {side}, from the bottom up: {', '.join(boxes)}" for side, boxes in sides)
    alt = (
        f"Two columns of boxes with arrows upwards. {said}. An arrow leads from encoder layers to cross-attention. "
        f"The arrow out of {SOURCE_SIDE[a]} on the left is marked A, the arrow out of {TARGET_SIDE[b]} on the right is "
        f"marked B."
    )
    return stacks([list(SOURCE_SIDE), list(TARGET_SIDE)], links, [[0, a, "A"], [1, b, "B"]], alt)


@station_picture.confirm
def shapes_at_the_marks(B, S, T, d, f, V, a, b):
    """Run PyTorch's model without memory for its numbers and note what leaves the modules that the boxes stand for."""
    model = sized(d, f, V)
    layer = model.decoder.layers[0]
    left = (nn.Identity(), model.source_table, model.encoder)
    right = (
        nn.Identity(), model.target_table, layer.dropout1, layer.dropout2, layer.linear1, layer.linear2, model.output,
    )  # fmt: skip
    source, target = numbers(B, S), numbers(B, T)
    with watched({"a": left[a], "b": right[b]}) as seen, torch.device("meta"):
        model(source, target)
    shapes = {name: tuple(result.shape) for name, result in seen}
    return {"a": tuple(source.shape), "b": tuple(target.shape), **shapes}


@station_picture.misconception
def takes_the_other_length(B, S, T, d, f, V, a, b):
    other = station_picture(B, T, S, d, f, V, a, b)
    return {"a": other["a"], "b": other["b"]}


@station_picture.misconception
def gives_ids_a_width(B, S, T, d, a, b):
    return {
        **({} if a else {"a": (B, S, d)}),
        **({} if b else {"b": (B, T, d)}),
    }


@station_picture.misconception
def keeps_the_model_width(B, T, d, b):
    return {"b": (B, T, d)} if b in (4, 6) else None


@station_picture.misconception
def stays_at_the_hidden_width(B, T, f, b):
    return {"b": (B, T, f)} if b == 5 else None


# Claims


SENTENCE = [1, 2, 3, 4, 2]  # a source of token ids; 2 occurs at two places
PREFIX = [5, 6, 7, 8]  # what the decoder has read


def model_of_one_layer_each():
    return Model(8, 2, 16, 9)


def placed(table, ids, tags=None):
    """The tokens' embeddings with their positions' vectors, (1, T, 8); `tags` replaces these vectors."""
    tags = vectors(len(ids)) if tags is None else tags
    return table(torch.tensor([ids])) + tags


def no_positions():
    return torch.zeros(1, 8)


@claim(broken=lambda: None)
def source_positions_serve_the_target(target_tags=no_positions):
    """Let two earlier target tokens change places, and look whether the last output moves."""
    model = model_of_one_layer_each()
    memory = model.encoder(placed(model.source_table, SENTENCE))

    def last(ids):
        states = model.decoder(
            placed(model.target_table, ids, target_tags()), memory, tgt_mask=causal_mask(4)
        )
        return states[:, -1]

    return bool((last(PREFIX) - last([6, 5, 7, 8])).abs().max() > 1e-3)


def without_target_table():
    model = model_of_one_layer_each()
    model.target_table.weight.data.zero_()
    return model


@claim(broken=without_target_table)
def decoder_gets_words_from_the_encoder_alone(model=model_of_one_layer_each):
    """Give the decoder other target tokens and measure how far its outputs move."""
    made, source = model(), torch.tensor([SENTENCE])
    return (made(source, torch.tensor([PREFIX])) - made(source, torch.tensor([[5, 6, 7, 3]]))).abs().max()


def layer_by_layer(model, source, target):
    """A ladder: decoder layer k reads what encoder layer k gives."""
    for reading, writing in zip(model.encoder.layers, model.decoder.layers, strict=True):
        source = reading(source)
        target = writing(target, source)


@claim(broken=lambda: layer_by_layer)
def decoder_layers_read_one_memory(
    wiring=lambda: lambda model, source, target: model.decoder(target, model.encoder(source)),
):
    """Note the keys that arrive at each layer's cross-attention and measure how far they are apart."""
    model, keys = Model(8, 2, 16, 9, 3, 3), []
    for layer in model.decoder.layers:
        layer.multihead_attn.register_forward_pre_hook(lambda _, args: keys.append(args[1]))
    wiring()(model, torch.randn(1, 5, 8), torch.randn(1, 4, 8))
    return max((key - keys[0]).abs().max() for key in keys)


@claim(broken=lambda: lambda target, memory: target + memory)
def source_and_target_must_be_equally_long(meet=lambda: decoder(8, 2, 16, 1)):
    """Let four target vectors meet five source vectors, and look whether that fails."""
    try:
        meet()(torch.randn(1, 4, 8), torch.randn(1, 5, 8))
    except RuntimeError:
        return True
    return False


def across_positions():
    """A network that looks at neighbours too: a convolution along the sequence."""
    convolution = nn.Conv1d(8, 8, 3, padding=1)
    return lambda x: convolution(x.transpose(1, 2)).transpose(1, 2)


@claim(broken=across_positions)
def feed_forward_keeps_positions_apart(network=lambda: encoder(8, 2, 16, 1).layers[0]._ff_block):
    """Change the second of four positions and measure how far the other three move behind the network."""
    run, x, y = network(), torch.randn(1, 4, 8), torch.randn(1, 4, 8)
    y[:, [0, 2, 3]] = x[:, [0, 2, 3]]
    return (run(x) - run(y))[:, [0, 2, 3]].abs().max()


@claim(broken=lambda: nn.ModuleList([encoder(8, 2, 16, 1).layers[0]] * 6))
def identical_layers_share_their_weights(stack=lambda: encoder(8, 2, 16, 6)):
    """Count what a stack of six layers learns, against one layer."""
    return count(stack()) == count(encoder(8, 2, 16, 1))


def shared_tables():
    model = model_of_one_layer_each()
    return model.source_table, model.source_table


def own_tables():
    model = model_of_one_layer_each()
    return model.source_table, model.target_table


@claim(broken=own_tables)
def a_shared_table_gives_both_sides_one_vector(tables=shared_tables):
    """Look a sentence up for the encoder and for the decoder, and measure how far the two are apart."""
    source, target = tables()
    return (placed(source, SENTENCE) - placed(target, SENTENCE)).abs().max()


@claim(broken=no_positions)
def a_repeated_word_has_one_memory_vector(tags=lambda: None):
    """Encode a sentence that has a word twice and measure how far its two vectors are apart."""
    model = model_of_one_layer_each()
    memory = model.encoder(placed(model.source_table, SENTENCE, tags()))
    return (memory[:, 1] - memory[:, 4]).abs().max()


@claim(broken=lambda: lambda x: encoder(8, 2, 16, 1)(x).mean(1))
def memory_grows_with_the_source(encode=lambda: encoder(8, 2, 16, 1)):
    """Count the numbers that come out for sources of 5 and of 10 tokens."""
    run = encode()
    return run(torch.randn(1, 10, 8)).numel() == 2 * run(torch.randn(1, 5, 8)).numel()


def centred_over_positions():
    """An output layer that first takes the mean over the positions away, so that they are not apart."""
    output = nn.Linear(8, 9)
    return lambda states: output(states - states.mean(1, keepdim=True))


@claim(broken=centred_over_positions)
def the_last_state_is_enough_for_the_next_token(output=lambda: nn.Linear(8, 9)):
    """Compare the last row of all positions' logits with the logits of the last state alone."""
    layer, states = output(), torch.randn(1, 4, 8)
    return (layer(states)[:, -1:] - layer(states[:, -1:])).abs().max()

"""Counting parameters: what a layer learns, and which of it a count includes."""

import torch
from torch import nn

from qbank import claim, solver

from . import _architecture as architecture
from ._counting import as_counted
from ._dialects import translated
from ._inventory import inventory
from ._modules import META, count, drop_attention_biases, drop_biases

# Building blocks. A bias is True, False or a word for a convention in between; only False takes the norms' shifts too.


def projections(d, bias):
    """W_Q, W_K, W_V and W_O are d × d; their biases, where there are any, are d long."""
    biases = {True: 4, "output": 1, "no_qkv": 1}.get(bias, 0)
    return 4 * d**2 + biases * d


def two_linear_layers(d, f, bias):
    """From width d to f and back: two matrices of d · f, and biases of f and d."""
    return 2 * d * f + (f + d if bias else 0)


def layer_norm(d, bias):
    """A scale γ for each of d features, and a shift β."""
    return 2 * d if bias else d


def takes_biases_away(module, bias):
    """The module, built with or without biases, under the conventions in between."""
    if bias == "no_attention":
        return drop_attention_biases(module)
    return drop_attention_biases(module, output=False) if bias in ("output", "no_qkv") else module


def with_linear_biases(module, bias):
    """The module with all of its linear layers' biases, none, or none in its attention; its norms stay."""
    if bias is True:
        return module
    return drop_attention_biases(module if bias else drop_biases(module, nn.Linear))


def wide_enough(d, f):
    """A feed-forward network is wider than the model, within reason."""
    return d < f <= 64 * d


# One attention block


@solver
def attention(d, width, maps, bias):
    """The heads share the width, h · d/h = d, so each of the four maps is d × d however many heads there are."""
    return maps + {True: 4, False: 0, "output": 1}[bias] * d


@attention.working
def width(d, h):
    return d / h


@attention.working
def maps(d, h, width):
    return 3 * h * (d * width) + (h * width) * d


@attention.confirm
def multihead_attention(d, h, bias):
    """Build PyTorch's attention with its heads and count."""
    block = nn.MultiheadAttention(d, h, bias=bias is not False, device=META)
    return count(takes_biases_away(block, bias))


@attention.where
def heads_divide(d, h):
    return d % h == 0 and h > 1


@attention.misconception
def forgets_the_output_projection(d, bias):
    return 3 * d**2 + (3 * d if bias is True else 0)


@attention.misconception
def gives_each_head_the_full_width(d, h, bias):
    return 3 * h * d**2 + d**2 + {True: 3 * h * d + d, False: 0, "output": d}[bias]


@attention.misconception
def counts_one_head(d, width, bias):
    return 3 * d * width + d**2 + {True: 3 * width + d, False: 0, "output": d}[bias]


# The feed-forward network


@solver
def feed_forward(d, f, weights, bias):
    """Two matrices, d × f and f × d, and biases as long as what comes out: f, then d."""
    return weights + f + d if bias else weights


@feed_forward.working
def one_matrix(d, f):
    return d * f


@feed_forward.working
def weights(one_matrix):
    return 2 * one_matrix


@feed_forward.confirm
def two_linear_modules(d, f, bias):
    """Build the two linear layers with the ReLU between them and count."""
    return count(nn.Linear(d, f, bias, META), nn.ReLU(), nn.Linear(f, d, bias, META))


@feed_forward.where
def widens(d, f):
    return wide_enough(d, f)


@feed_forward.misconception
def counts_one_matrix(d, f, bias):
    return d * f + (f if bias else 0)


@feed_forward.misconception
def counts_each_matrix_twice(d, f, bias):
    return 4 * d * f + (f + d if bias else 0)


@feed_forward.misconception
def gives_both_biases_the_model_width(d, f, bias):
    return 2 * d * f + 2 * d if bias else None


@feed_forward.misconception
def gives_both_biases_the_inner_width(d, f, bias):
    return 2 * d * f + 2 * f if bias else None


# One layer, and what a decoder layer has more


@solver
def encoder_layer(block, ffn, norm):
    """One attention block, one feed-forward network, and a LayerNorm for each of these two."""
    return block + ffn + 2 * norm


@solver
def decoder_layer(block, ffn, norm):
    """Two attention blocks, one feed-forward network, and a LayerNorm for each of these three."""
    return 2 * block + ffn + 3 * norm


@solver
def decoder_minus_encoder(encoder, decoder):
    """A decoder layer has cross-attention and its LayerNorm more; the feed-forward networks cancel."""
    return decoder - encoder


@encoder_layer.working
@decoder_layer.working
@decoder_minus_encoder.working
def block(d, bias):
    return projections(d, bias)


@encoder_layer.working
@decoder_layer.working
@decoder_minus_encoder.working
def ffn(d, f, bias):
    return two_linear_layers(d, f, bias)


@encoder_layer.working
@decoder_layer.working
@decoder_minus_encoder.working
def norm(d, bias):
    return layer_norm(d, bias)


@decoder_minus_encoder.working
def encoder(block, ffn, norm):
    return block + ffn + 2 * norm


@decoder_minus_encoder.working
def decoder(block, ffn, norm):
    return 2 * block + ffn + 3 * norm


@encoder_layer.where
@decoder_layer.where
@decoder_minus_encoder.where
def inner_width_is_larger(d, f):
    return wide_enough(d, f)


@encoder_layer.confirm
def encoder_layer_module(d, f, bias):
    """Build PyTorch's encoder layer and count."""
    layer = nn.TransformerEncoderLayer(d, 1, f, bias=bias is not False, device=META)
    return count(takes_biases_away(layer, bias))


@decoder_layer.confirm
def decoder_layer_module(d, f, bias):
    """Build PyTorch's decoder layer and count."""
    layer = nn.TransformerDecoderLayer(d, 1, f, bias=bias is not False, device=META)
    return count(takes_biases_away(layer, bias))


@decoder_minus_encoder.confirm
def both_layer_modules(d, f, bias):
    """Build PyTorch's encoder and decoder layers and count both."""
    return decoder_layer_module(d, f, bias) - encoder_layer_module(d, f, bias)


@encoder_layer.misconception
def has_two_attention_blocks(block, ffn, norm):
    return 2 * block + ffn + 2 * norm


@encoder_layer.misconception
def norms_keep_their_shifts(d, block, ffn, bias):
    return None if bias else block + ffn + 2 * 2 * d


@encoder_layer.misconception
def has_no_norms(block, ffn):
    return block + ffn


@encoder_layer.misconception
def has_one_norm(block, ffn, norm):
    return block + ffn + norm


@encoder_layer.misconception
def norms_have_one_vector(d, block, ffn, bias):
    return block + ffn + 2 * d if bias else None


@encoder_layer.misconception
def attention_without_output_projection(d, block, ffn, norm, bias):
    output = d**2 if bias in (False, "no_attention") else d**2 + d
    return block - output + ffn + 2 * norm


@decoder_layer.misconception
def encoder_layer_with_a_mask(block, ffn, norm):
    return block + ffn + 2 * norm


@decoder_layer.misconception
def feed_forward_after_each_attention(block, ffn, norm):
    return 2 * block + 2 * ffn + 3 * norm


@decoder_layer.misconception
def shifts_stay(d, block, ffn, bias):
    return None if bias else 2 * block + ffn + 3 * 2 * d


@decoder_layer.misconception
def one_attention_block(block, ffn, norm):
    return block + ffn + 3 * norm


@decoder_layer.misconception
def two_norms(block, ffn, norm):
    return 2 * block + ffn + 2 * norm


@decoder_layer.misconception
def no_norms(block, ffn):
    return 2 * block + ffn


@decoder_layer.misconception
def one_vector_a_norm(d, block, ffn, bias):
    return 2 * block + ffn + 3 * d if bias else None


@decoder_layer.misconception
def three_projections(d, block, ffn, norm, bias):
    output = d**2 + d if bias is True else d**2
    return 2 * (block - output) + ffn + 3 * norm


@decoder_minus_encoder.misconception
def differs_by_its_mask(d):
    return 0 * d


@decoder_minus_encoder.misconception
def forgets_the_third_norm(block):
    return block


@decoder_minus_encoder.misconception
def adds_a_feed_forward_network(block, ffn, norm):
    return block + ffn + norm


@decoder_minus_encoder.misconception
def third_norm_has_one_vector(d, block, bias):
    return block + d if bias else None


@decoder_minus_encoder.misconception
def third_norm_keeps_its_shift(d, block, bias):
    return None if bias else block + 2 * d


# A stack of layers, with what is counted said one by one


@solver
def stack(L, per_layer, last_norm):
    """Layers share nothing, so one layer's count L times, and at most one more LayerNorm."""
    return L * per_layer + last_norm


@stack.working
def one_norm(d, norms):
    return 2 * d if norms == "both" else d


@stack.working
def attention_part(d, side, bias):
    return (2 if side == "decoder" else 1) * projections(d, bias)


@stack.working
def feed_forward_part(d, f, bias):
    return two_linear_layers(d, f, bias)


@stack.working
def norm_part(one_norm, side):
    return (3 if side == "decoder" else 2) * one_norm


@stack.working
def per_layer(attention_part, feed_forward_part, norm_part):
    return attention_part + feed_forward_part + norm_part


@stack.working
def last_norm(one_norm, final):
    return one_norm if final else 0


@stack.where
def layers_are_wide_enough(d, f):
    return wide_enough(d, f)


@stack.confirm
def stacked_layers(d, f, L, side, bias, norms, final):
    """Build PyTorch's stack of layers, take away what is not counted, and count."""
    last = nn.LayerNorm(d, device=META) if final else None
    if side == "decoder":
        layers = nn.TransformerDecoder(nn.TransformerDecoderLayer(d, 1, f, device=META), L, last)
    else:
        layer = nn.TransformerEncoderLayer(d, 1, f, device=META)
        layers = nn.TransformerEncoder(layer, L, last, enable_nested_tensor=False)
    if norms == "scale":
        drop_biases(layers, nn.LayerNorm)
    return count(with_linear_biases(layers, bias))


@stack.misconception
def counts_one_layer(per_layer, last_norm):
    return per_layer + last_norm


@stack.misconception
def doubles_the_feed_forward_network(d, f, L, per_layer, last_norm):
    return L * (per_layer + 2 * d * f) + last_norm


@stack.misconception
def repeats_the_final_norm(L, per_layer, last_norm, final):
    return L * (per_layer + last_norm) if final else None


@stack.misconception
def forgets_output_projections(d, L, per_layer, last_norm, side, bias):
    output = d**2 + d if bias is True else d**2
    return L * (per_layer - (2 if side == "decoder" else 1) * output) + last_norm


@stack.misconception
def one_attention_block_in_the_decoder(L, per_layer, attention_part, last_norm, side):
    return L * (per_layer - attention_part / 2) + last_norm if side == "decoder" else None


@stack.misconception
def one_norm_a_layer(L, per_layer, norm_part, one_norm, last_norm):
    return L * (per_layer - norm_part + one_norm) + last_norm


# The two ends of a model: embedding table and output layer


@solver
def embedding_and_output(table, V, tied, output_bias):
    """A V × d table, a second one unless the output layer shares the first, and at most a bias a token."""
    return table + (0 if tied else table) + (V if output_bias else 0)


@embedding_and_output.working
def table(V, d):
    return V * d


@embedding_and_output.confirm
def embedding_and_linear(V, d, tied, output_bias):
    """Build the embedding and the output layer, share the matrix where it is shared, and count distinct tensors."""
    embedding = nn.Embedding(V, d, device=META)
    output = nn.Linear(d, V, output_bias, META)
    if tied:
        output.weight = embedding.weight
    return count(embedding, output)


@embedding_and_output.where
def more_tokens_than_features(V, d):
    return V > d > 1


@embedding_and_output.misconception
def counts_the_tied_table_twice(table, V, tied, output_bias):
    return 2 * table + (V if output_bias else 0) if tied else None


@embedding_and_output.misconception
def looks_up_for_free(table, V, tied, output_bias):
    return None if tied else table + (V if output_bias else 0)


@embedding_and_output.misconception
def gives_the_embedding_a_bias(d, table, V, tied, output_bias):
    return table + d + (0 if tied else table) + (V if output_bias else 0)


@embedding_and_output.misconception
def gives_the_output_bias_the_model_width(d, table, tied, output_bias):
    return table + (0 if tied else table) + d if output_bias else None


# A whole encoder-decoder model


@solver
def transformer(L, encoder_part, decoder_part, final_part, tables_part):
    """L layers of each stack, the final norms, and every distinct V × d matrix once."""
    return L * encoder_part + L * decoder_part + final_part + tables_part


@transformer.working
def encoder_part(d, f, bias, norms):
    return projections(d, bias) + two_linear_layers(d, f, bias) + (0 if norms == "none" else 2 * 2 * d)


@transformer.working
def decoder_part(d, f, bias, norms):
    return 2 * projections(d, bias) + two_linear_layers(d, f, bias) + (0 if norms == "none" else 3 * 2 * d)


@transformer.working
def final_part(d, norms):
    return 2 * 2 * d if norms == "final" else 0 * d


@transformer.working
def tables_part(V, d, tables):
    return {"one": 1, "two": 2, "three": 3}[tables] * V * d


@transformer.where
def sensible_model(d, f, V):
    return d % 2 == 0 and wide_enough(d, f) and d < V


@transformer.confirm
def transformer_module(d, f, L, V, bias, norms, tables):
    """Build PyTorch's Transformer, its embeddings and its output layer, and take away what is not counted."""
    model = nn.Transformer(d, 2, L, L, f, batch_first=True, device=META)
    if norms != "final":
        model.encoder.norm = model.decoder.norm = None
    if norms == "none":
        for part in model.modules():
            if isinstance(part, nn.LayerNorm):
                part.weight = part.bias = None
    source, target = nn.Embedding(V, d, device=META), nn.Embedding(V, d, device=META)
    output = nn.Linear(d, V, bias=False, device=META)
    if tables != "three":
        target.weight = source.weight
    if tables == "one":
        output.weight = source.weight
    return count(with_linear_biases(model, bias), source, target, output)


@transformer.misconception
def counts_the_shared_table_each_time(V, d, L, encoder_part, decoder_part, final_part, tables):
    return None if tables == "three" else L * (encoder_part + decoder_part) + final_part + 3 * V * d


@transformer.misconception
def decoder_has_one_attention_block(d, L, bias, encoder_part, decoder_part, final_part, tables_part):
    return L * (encoder_part + decoder_part - projections(d, bias)) + final_part + tables_part


@transformer.misconception
def encoder_has_two_attention_blocks(d, L, bias, encoder_part, decoder_part, final_part, tables_part):
    return L * (encoder_part + projections(d, bias) + decoder_part) + final_part + tables_part


@transformer.misconception
def builds_both_stacks_of_encoder_layers(L, encoder_part, final_part, tables_part):
    return 2 * L * encoder_part + final_part + tables_part


@transformer.misconception
def every_norm_has_one_vector(d, L, encoder_part, decoder_part, final_part, tables_part, norms):
    if norms == "none":
        return None
    return L * (encoder_part + decoder_part - 5 * d) + final_part / 2 + tables_part


@transformer.misconception
def adds_an_output_bias(V, L, encoder_part, decoder_part, final_part, tables_part):
    return L * (encoder_part + decoder_part) + final_part + tables_part + V


# Fewer heads for keys and values


@solver
def grouped_queries(wide, narrow, biases):
    """Queries and output span all h heads, keys and values the h_kv that they share."""
    return 2 * wide + 2 * narrow + biases


@grouped_queries.working
def wide(d, h, w):
    return d * (h * w)


@grouped_queries.working
def narrow(d, h_kv, w):
    return d * (h_kv * w)


@grouped_queries.working
def biases(d, h, h_kv, w, bias):
    qkv = (h + 2 * h_kv) * w
    return {True: qkv + d, False: 0 * d, "qkv": qkv}[bias]


@grouped_queries.where
def heads_are_shared(h, h_kv):
    return h % h_kv == 0 and h_kv < h


@grouped_queries.confirm
def four_linear_modules(d, h, h_kv, w, bias):
    """Build the four maps of a block whose keys and values have heads of their own number, and count."""
    given = [(d, h * w), (d, h_kv * w), (d, h_kv * w)]
    maps = [nn.Linear(i, o, bool(bias), META) for i, o in given]
    return count(*maps, nn.Linear(h * w, d, bias is True, META))


@grouped_queries.misconception
def keys_for_every_head(wide, d, h, w, bias):
    return 4 * wide + {True: 3 * h * w + d, False: 0, "qkv": 3 * h * w}[bias]


@grouped_queries.misconception
def squares_the_model_width(d, h, h_kv, w, bias):
    return 4 * d**2 + {True: 4 * d, False: 0, "qkv": 3 * d}[bias] if h * w != d else None


@grouped_queries.misconception
def shares_the_queries_too(wide, narrow, biases):
    return wide + 3 * narrow + biases


@grouped_queries.misconception
def no_output_map(wide, narrow, biases, d, bias):
    return wide + 2 * narrow + biases - (d if bias is True else 0)


# A gated feed-forward network


@solver
def gated(d, f, matrix, bias):
    """Two ways up, one of which gates the other, and one way down: three matrices of d · f."""
    return 3 * matrix + (2 * f + d if bias else 0)


@gated.working
def matrix(d, f):
    return d * f


@gated.where
def gate_is_wider(d, f):
    return wide_enough(d, f)


@gated.confirm
def three_linear_modules(d, f, bias):
    """Build the gate, the way up and the way down, and count."""
    return count(nn.Linear(d, f, bias, META), nn.Linear(d, f, bias, META), nn.Linear(f, d, bias, META))


@gated.misconception
def two_matrices(d, f, matrix, bias):
    return 2 * matrix + (f + d if bias else 0)


@gated.misconception
def four_matrices(d, f, matrix, bias):
    return 4 * matrix + (2 * f + 2 * d if bias else 0)


@gated.misconception
def gate_is_one_vector(d, f, matrix, bias):
    return 2 * matrix + f + (2 * f + d if bias else 0)


# A block without its norms


@solver
def block_without_norms(d, vectors):
    """Four matrices of d² and two of d · 4d are 12d²; a bias is as long as what its layer puts out."""
    return 12 * d**2 + vectors


@block_without_norms.working
def vectors(d, attention):
    return 4 * d + d + {"all": 4, "none": 0, "output": 1}[attention] * d


@block_without_norms.confirm
def layer_less_its_norms(d, attention):
    """Build PyTorch's encoder layer, take norms and uncounted biases away, and count."""
    layer = nn.TransformerEncoderLayer(d, 1, 4 * d, device=META)
    if attention != "all":
        drop_attention_biases(layer, output=attention == "none")
    return count(layer.self_attn, layer.linear1, layer.linear2)


@block_without_norms.misconception
def second_bias_is_forgotten(d, vectors):
    return 12 * d**2 + vectors - d


@block_without_norms.misconception
def norms_come_along(d, vectors):
    return 12 * d**2 + vectors + 4 * d


@block_without_norms.misconception
def three_matrices_of_attention(d, vectors):
    return 11 * d**2 + vectors


@block_without_norms.misconception
def matrices_alone(d):
    return 12 * d**2


# One layer, with each place said by itself


@solver
def layer_by_places(matrices, attention_biases, ffn_biases, norm_vectors, norms):
    """Four matrices of d², two of d · f, and then only the vectors that the question counts."""
    return matrices + attention_biases + ffn_biases + norm_vectors


@layer_by_places.working
def matrices(d, f):
    return 4 * d**2 + 2 * d * f


@layer_by_places.working
def attention_biases(d, attention):
    return {"all": 4, "none": 0, "output": 1, "qkv": 3}[attention] * d


@layer_by_places.working
def ffn_biases(d, f, ffn):
    return f + d if ffn else 0 * d


@layer_by_places.working
def norm_vectors(d, norms):
    return 2 * {"both": 2, "scale": 1, "none": 0}[norms] * d


@layer_by_places.where
def layer_is_wide_enough(d, f):
    return wide_enough(d, f)


@layer_by_places.confirm
def layer_without_what_is_not_counted(d, f, attention, ffn, norms):
    """Build PyTorch's encoder layer, take away what is not counted, and count."""
    layer = nn.TransformerEncoderLayer(d, 1, f, device=META)
    if attention in ("none", "output"):
        drop_attention_biases(layer, output=attention == "none")
    if attention == "qkv":
        layer.self_attn.out_proj.bias = None
    if not ffn:
        layer.linear1.bias = layer.linear2.bias = None
    for norm in (layer.norm1, layer.norm2):
        norm.bias = norm.bias if norms == "both" else None
        norm.weight = None if norms == "none" else norm.weight
    return count(layer)


@layer_by_places.misconception
def both_biases_of_the_inner_width(d, f, ffn, matrices, attention_biases, norm_vectors):
    return matrices + attention_biases + 2 * f + norm_vectors if ffn else None


@layer_by_places.misconception
def last_bias_is_forgotten(f, ffn, matrices, attention_biases, norm_vectors):
    return matrices + attention_biases + f + norm_vectors if ffn else None


@layer_by_places.misconception
def network_is_counted_twice(d, f, matrices, attention_biases, ffn_biases, norm_vectors):
    return matrices + 2 * d * f + attention_biases + 2 * ffn_biases + norm_vectors


@layer_by_places.misconception
def matrices_of_three_maps(d, matrices, attention_biases, ffn_biases, norm_vectors):
    return matrices - d**2 + attention_biases + ffn_biases + norm_vectors


# A decoder-only model as a whole


@solver
def decoder_only(L, one_layer_part, ends):
    """L layers that share nothing, and beside them the tables and one more norm, once."""
    return L * one_layer_part + ends


@decoder_only.working
def weights_of_a_layer(d):
    return 12 * d**2


@decoder_only.working
def vectors_of_a_layer(d, bias):
    return {"all": 4 + 5 + 4, "no_qkv": 1 + 5 + 4, "none": 2}[bias] * d


@decoder_only.working
def one_layer_part(weights_of_a_layer, vectors_of_a_layer):
    return weights_of_a_layer + vectors_of_a_layer


@decoder_only.working
def last_of_all(d, bias):
    return d if bias == "none" else 2 * d


@decoder_only.working
def ends(V, P, d, tied, last_of_all):
    return (1 if tied else 2) * V * d + P * d + last_of_all


@decoder_only.where
def many_tokens(V, d):
    return d < V


@decoder_only.confirm
def layers_and_tables(L, d, V, P, tied, bias):
    """Build PyTorch's layers with a final norm, the two tables and the output layer, and count distinct tensors."""
    layer = nn.TransformerEncoderLayer(d, 1, 4 * d, bias=bias != "none", device=META)
    norm = nn.LayerNorm(d, bias=bias != "none", device=META)
    stack = nn.TransformerEncoder(layer, L, norm, enable_nested_tensor=False)
    tokens, output = nn.Embedding(V, d, device=META), nn.Linear(d, V, bias=False, device=META)
    if tied:
        output.weight = tokens.weight
    if bias == "no_qkv":
        drop_attention_biases(stack, output=False)
    return count(stack, tokens, output, nn.Embedding(P, d, device=META))


@decoder_only.misconception
def other_way_of_tying(L, V, d, one_layer_part, ends, tied):
    return L * one_layer_part + ends + (V * d if tied else -V * d)


@decoder_only.misconception
def positions_are_free(L, P, d, one_layer_part, ends):
    return L * one_layer_part + ends - P * d


@decoder_only.misconception
def layers_are_the_model(L, one_layer_part):
    return L * one_layer_part


@decoder_only.misconception
def rule_of_twelve(L, weights_of_a_layer, ends):
    return L * weights_of_a_layer + ends


# The rule of thumb and what it leaves out


@solver
def rule_of_thumb(rule, layers):
    """Four d × d matrices and two of d · 4d are 12d² a layer; biases and norms are some d more."""
    return {"rule": rule, "missed": layers - rule}


@rule_of_thumb.working
def rule(L, d):
    return 12 * L * d**2


@rule_of_thumb.working
def layers(L, d, f, kind):
    matrices, vectors = (3, 2 * d) if kind == "gated" else (2, 9 * d + f)
    return L * (4 * d**2 + matrices * d * f + vectors)


@rule_of_thumb.where
def network_is_wider(d, f, kind):
    return d < f and (kind == "plain" or 3 * f != 8 * d)


@rule_of_thumb.confirm
def counted_layers(L, d, f, kind):
    """Count PyTorch's layers, or layers of its parts with a gate, and their matrices of a plain network at f = 4d."""
    if kind == "plain":
        whole = nn.ModuleList(nn.TransformerEncoderLayer(d, 1, f, device=META) for _ in range(L))
    else:
        whole = nn.ModuleList(gated_layer(d, f) for _ in range(L))
    usual = nn.ModuleList(nn.TransformerEncoderLayer(d, 1, 4 * d, device=META) for _ in range(L))
    rule = sum(tensor.numel() for tensor in usual.parameters() if tensor.dim() > 1)
    return {"rule": rule, "missed": count(whole) - rule}


def gated_layer(d, f):
    """Attention, three feed-forward matrices and two RMSNorms, no biases."""
    network = [nn.Linear(d, f, False, META), nn.Linear(d, f, False, META), nn.Linear(f, d, False, META)]
    norms = [nn.RMSNorm(d, device=META) for _ in range(2)]
    return nn.ModuleList([nn.MultiheadAttention(d, 1, bias=False, device=META), *network, *norms])


@rule_of_thumb.misconception
def eight_d_squared(L, d):
    return {"rule": 8 * L * d**2}


@rule_of_thumb.misconception
def four_d_squared(L, d):
    return {"rule": 4 * L * d**2}


@rule_of_thumb.misconception
def misses_norms_only(L, d):
    return {"missed": L * 4 * d}


@rule_of_thumb.misconception
def misses_nothing(L):
    return {"missed": 0 * L}


# An encoder of BERT's design


@solver
def bert_encoder(L, table_part, layer_part, pooler_part):
    """Three tables with a norm, L layers, and the pooler; each place counts only where the question says so."""
    return table_part + L * layer_part + pooler_part


@bert_encoder.working
def one_more_norm(d, norms):
    return 2 * d if norms else 0 * d


@bert_encoder.working
def table_part(V, P, d, one_more_norm, positions, segments):
    rows = V + (P if positions == "learned" else 0) + (2 if segments else 0)
    return rows * d + one_more_norm


@bert_encoder.working
def layer_part(d, f, one_more_norm, biases):
    return 4 * d**2 + 2 * d * f + (5 * d + f if biases else 0) + 2 * one_more_norm


@bert_encoder.working
def pooler_part(d, biases, pooler):
    return (d**2 + (d if biases else 0)) if pooler else 0 * d


@bert_encoder.where
def is_an_encoder(d, f, V):
    return wide_enough(d, f) and d < V


@bert_encoder.confirm
def encoder_with_tables(L, d, f, V, P, biases, norms, positions, segments, pooler):
    """Build tables, PyTorch's encoder and the pooler, take away what is not counted, and count."""
    layer = nn.TransformerEncoderLayer(d, 1, f, device=META)
    parts = nn.ModuleList(
        [nn.TransformerEncoder(layer, L, enable_nested_tensor=False), nn.LayerNorm(d, device=META)]
    )
    rows = [V, P if positions == "learned" else 0, 2 if segments else 0]
    parts.extend(nn.Embedding(count, d, device=META) for count in rows)
    if pooler:
        parts.append(nn.Linear(d, d, device=META))
    if not biases:
        drop_attention_biases(drop_biases(parts, nn.Linear))
    return sum(count_of(part) for part in parts.modules() if norms or not isinstance(part, nn.LayerNorm))


def count_of(part):
    """The numbers that a module learns itself, without those of its parts."""
    return sum(tensor.numel() for tensor in part.parameters(recurse=False))


@bert_encoder.misconception
def feed_forward_counts_double(L, d, f, table_part, layer_part, pooler_part):
    return table_part + L * (layer_part + 2 * d * f) + pooler_part


@bert_encoder.misconception
def only_tokens_are_embedded(L, V, d, one_more_norm, layer_part, pooler_part, positions, segments):
    fewer = positions == "learned" or segments
    return V * d + one_more_norm + L * layer_part + pooler_part if fewer else None


@bert_encoder.misconception
def pooler_in_each_layer(L, table_part, layer_part, pooler_part, pooler):
    return table_part + L * (layer_part + pooler_part) if pooler else None


@bert_encoder.misconception
def table_twice(L, V, d, table_part, layer_part, pooler_part):
    return table_part + V * d + L * layer_part + pooler_part


# A mixture of experts


@solver
def mixture(one_expert, router, E, k):
    """All E experts are learned and stored; a token passes k of them, and the router scores it for each."""
    return {"total": E * one_expert + router, "active": k * one_expert + router}


@mixture.working
def one_expert(d, f, kind):
    return (3 if kind == "gated" else 2) * d * f


@mixture.working
def router(d, E):
    return d * E


@mixture.where
def some_rest(d, f, E, k):
    return k < E and wide_enough(d, f)


@mixture.confirm
def experts_and_router(d, f, E, k, kind):
    """Build router and experts; run one token through those that the router chooses, and count what it met."""
    ways = (d, f), *([(d, f)] if kind == "gated" else []), (f, d)
    experts = nn.ModuleList(nn.ModuleList(nn.Linear(*way, bias=False) for way in ways) for _ in range(E))
    router = nn.Linear(d, E, bias=False)
    chosen = router(torch.ones(d)).topk(k).indices
    return {"total": count(experts, router), "active": count(router, *(experts[i] for i in chosen))}


@mixture.misconception
def forgets_the_router(one_expert, E, k):
    return {"total": E * one_expert, "active": k * one_expert}


@mixture.misconception
def a_token_uses_all(one_expert, router, E):
    return {"active": E * one_expert + router}


@mixture.misconception
def experts_share_the_width(one_expert, router):
    return {"total": one_expert + router}


@mixture.misconception
def router_is_divided(d, one_expert, k):
    return {"active": k * one_expert + k * d}


# Positions


@solver
def position_parameters(n, d, h, b, kind):
    """Learned positions are a table, relative ones a number a bucket and head; sinusoids and rotations are computed."""
    return {"learned": n * d, "fixed": 0 * n, "rotary": 0 * n, "relative": b * h}[kind]


@position_parameters.where
def heads_are_equal(d, h):
    return d % h == 0


@position_parameters.confirm
def what_a_module_learns(n, d, h, b, kind):
    """Build the module that holds the positions and count what it learns; what is computed is a buffer."""
    module = nn.Module()
    if kind == "learned":
        module = nn.Embedding(n, d, device=META)
    elif kind == "relative":
        module = nn.Embedding(b, h, device=META)
    else:
        width = d if kind == "fixed" else d // h
        module.register_buffer("waves", torch.empty(n, width, device=META))
    return count(module)


@position_parameters.misconception
def a_row_for_each_position(n, d, kind):
    return None if kind == "learned" else n * d


@position_parameters.misconception
def one_number_a_position(n, kind):
    return n if kind != "relative" else None


@position_parameters.misconception
def a_table_for_each_pair(n, h, kind):
    return {"relative": n**2 * h, "learned": None}.get(kind, n**2)


@position_parameters.misconception
def a_table_for_each_head(n, d, h, b, kind):
    return {"learned": n * d * h, "relative": b * d}.get(kind)


# Bytes


@solver
def weights_in_bytes(bytes_in_all, unit):
    """So many bytes a parameter; a GB is 10⁹ bytes, a GiB 2³⁰."""
    return bytes_in_all / {"GB": 10**9, "GiB": 2**30}[unit]


@weights_in_bytes.working
def bytes_each(dtype):
    return {"float32": 4, "float16": 2, "bfloat16": 2, "int8": 1}[dtype]


@weights_in_bytes.working
def bytes_in_all(N, bytes_each):
    return N * bytes_each


@weights_in_bytes.confirm
def tensor_of_that_type(N, dtype, unit):
    """Make a tensor of so many numbers of that type, on the device meta, and ask for its bytes."""
    whole = torch.empty(N, dtype=getattr(torch, dtype), device=META)
    scale = torch.tensor(1.0).ldexp(torch.tensor(30)) if unit == "GiB" else torch.tensor(10.0) ** 9
    return whole.numel() * whole.element_size() / scale


@weights_in_bytes.misconception
def always_four_bytes(N, dtype, unit):
    return None if dtype == "float32" else 4 * N / {"GB": 10**9, "GiB": 2**30}[unit]


@weights_in_bytes.misconception
def counts_bits(bytes_in_all, unit):
    return 8 * bytes_in_all / {"GB": 10**9, "GiB": 2**30}[unit]


@weights_in_bytes.misconception
def one_byte_a_parameter(N, dtype, unit):
    return None if dtype == "int8" else N / {"GB": 10**9, "GiB": 2**30}[unit]


# Self-attention beside one dense layer over the whole sequence


@solver
def attention_or_dense(projections_part, N, dense):
    """The three maps know the width D alone; a dense layer over the whole sequence knows every pair of its numbers."""
    return {"projections": projections_part, "weights": N**2, "dense": dense}


@attention_or_dense.working
def projections_part(D):
    return 3 * (D**2 + D)


@attention_or_dense.working
def dense(N, D):
    return (D * N) ** 2 + D * N


@attention_or_dense.where
def more_than_one_token(N, D):
    return N != D


@attention_or_dense.confirm
def both_modules(N, D):
    """Build the three maps, run attention for its weights, and build the dense layer."""
    maps = [nn.Linear(D, D, device=META) for _ in range(3)]
    attention = nn.MultiheadAttention(D, 1, batch_first=True, device=META)
    x = torch.empty(1, N, D, device=META)
    _, weights = attention(x, x, x)
    dense = nn.Linear(N * D, N * D, device=META)
    return {"projections": count(*maps), "weights": weights.numel(), "dense": count(dense)}


@attention_or_dense.misconception
def maps_grow_with_the_sequence(N, D):
    return {"projections": 3 * N * (D**2 + D)}


@attention_or_dense.misconception
def without_biases(N, D):
    return {"projections": 3 * D**2, "dense": (D * N) ** 2}


@attention_or_dense.misconception
def weights_are_as_wide_as_the_model(N, D):
    return {"weights": N * D}


@attention_or_dense.misconception
def dense_layer_of_one_token(D):
    return {"dense": D**2 + D}


# Any model, from its configuration


@solver
def model(total, embeddings, positions, attentions, feed_forwards, norms, head, idle):
    """What a model learns is what its components learn; one token uses all but the experts not chosen for it."""
    return {
        "total": total,
        "embeddings": embeddings,
        "positions": positions,
        "attention": attentions,
        "feed_forward": feed_forwards,
        "norms": norms,
        "head": head,
        "active": total - idle,
    }


@model.working
def embeddings(config, counted):
    return architecture.embeddings(as_counted(config, counted))


@model.working
def positions(config, counted):
    return architecture.positions(as_counted(config, counted))


@model.working
def attentions(config, counted):
    return architecture.attention(as_counted(config, counted))


@model.working
def feed_forwards(config, counted):
    return architecture.feed_forward(as_counted(config, counted))


@model.working
def norms(config, counted):
    return architecture.norms(as_counted(config, counted))


@model.working
def head(config, counted):
    return architecture.head(as_counted(config, counted))


@model.working
def total(embeddings, positions, attentions, feed_forwards, norms, head):
    return embeddings + positions + attentions + feed_forwards + norms + head


@model.working
def idle(config, counted):
    return architecture.idle(as_counted(config, counted))


@model.confirm
def assembled_model(config, counted):
    """Build the model of PyTorch's own modules and count its tensors one by one."""
    return inventory(config, counted)


@model.misconception
def six_times_two_d_squared(config, total, embeddings, positions, norms, head):
    believed = embeddings + positions + 12 * architecture.layers(config) * config.d**2 + norms + head
    return None if config.L_decoder > 0 or believed == total else {"total": believed}


@model.misconception
def four_square_maps(config, attentions):
    believed = architecture.blocks(config) * 4 * config.d**2
    usual = config.h_kv == config.h and config.width is None
    return None if usual or believed == attentions else {"attention": believed}


@model.misconception
def two_matrices_behind_a_gate(config, feed_forwards):
    return {"feed_forward": feed_forwards * 2 / 3} if config.gated and config.experts == 0 else None


@model.misconception
def learns_every_position(config, positions):
    learned = config.P == 0 or "learned" in (config.positions, config.encoder_positions)
    return None if learned else {"positions": positions + config.P * config.d}


@model.misconception
def every_norm_has_two_vectors(config, norms):
    return {"norms": 2 * norms} if config.norm == "rms" and norms > 0 else None


@model.misconception
def active_is_all(total, idle):
    return {"active": total} if idle > 0 else None


@model.translate
def from_published(config):
    return translated(config)


@model.refuse
def impossible(config):
    return architecture.impossible(config)


# Claims


def share(output, embedding):
    """Tie the output layer to the embedding: one tensor, used twice."""
    output.weight = embedding.weight


def copy(output, embedding):
    """The stand-in: equal numbers, yet a tensor of its own."""
    output.weight = nn.Parameter(embedding.weight.detach().clone())


def table_and_output(tie):
    """An embedding of 10 tokens of width 4 and the output layer that goes with it."""
    embedding, output = nn.Embedding(10, 4), nn.Linear(4, 10, bias=False)
    tie(output, embedding)
    return nn.ModuleList([embedding, output])


def heads_of_full_width(d, h):
    """The stand-in: every head has d × d matrices of its own."""
    return nn.ModuleList(nn.Linear(d, d, device=META) for _ in range(3 * h + 1))


@claim(broken=heads_of_full_width)
def heads_leave_the_count(build=lambda d, h: nn.MultiheadAttention(d, h, device=META)):
    """Count an attention block of width 64 with one head and with eight."""
    return count(build(64, 1)) == count(build(64, 8))


@claim(broken=copy)
def tied_table_counts_once(tie=share):
    """Count the distinct numbers of a 10 × 4 table that serves as embedding and as output matrix."""
    return count(table_and_output(tie)) == 40


@claim(broken=copy)
def state_dict_repeats_a_tied_table(tie=share):
    """Add up the sizes in the state dict and compare with the distinct parameters."""
    model = table_and_output(tie)
    return sum(entry.numel() for entry in model.state_dict().values()) > count(model)


def pre_norm_with_an_extra(norm_first):
    """The stand-in: with its norms first, the layer has one more."""
    layer = encoder_of_width_16(norm_first)
    return nn.ModuleList([layer, nn.LayerNorm(16, device=META)]) if norm_first else layer


def encoder_of_width_16(norm_first):
    """PyTorch's encoder layer with its LayerNorms before or after the sublayers."""
    return nn.TransformerEncoderLayer(16, 2, 64, norm_first=norm_first, device=META)


@claim(broken=pre_norm_with_an_extra)
def norm_order_leaves_the_count(build=encoder_of_width_16):
    """Count an encoder layer with its LayerNorms after the sublayers and with them before."""
    return count(build(norm_first=False)) == count(build(norm_first=True))


@claim(broken=nn.LayerNorm)
def rms_norm_learns_half(norm=nn.RMSNorm):
    """Count an RMSNorm and a LayerNorm of width 64."""
    return 2 * count(norm(64)) == count(nn.LayerNorm(64))


@claim(broken=nn.TransformerDecoderLayer)
def encoder_layer_attends_twice(layer=nn.TransformerEncoderLayer):
    """Count the attention blocks in PyTorch's encoder layer."""
    blocks = [
        part for part in layer(16, 2, 64, device=META).modules() if isinstance(part, nn.MultiheadAttention)
    ]
    return len(blocks) == 2


def with_learned_statistics(d):
    """The stand-in: a BatchNorm whose running statistics are parameters."""
    norm = nn.BatchNorm1d(d)
    for name in ("running_mean", "running_var"):
        value = getattr(norm, name)
        delattr(norm, name)
        setattr(norm, name, nn.Parameter(value))
    return norm


@claim(broken=with_learned_statistics)
def running_statistics_are_learned(norm=nn.BatchNorm1d):
    """Look for the running mean and variance among the parameters."""
    layer = norm(4)
    return {"running_mean", "running_var"} <= {name for name, _ in layer.named_parameters()}


def without_final_norms(**sizes):
    """The stand-in: PyTorch's Transformer with its two final norms taken out."""
    model = nn.Transformer(**sizes)
    model.encoder.norm = model.decoder.norm = None
    return model


@claim(broken=without_final_norms)
def transformer_is_its_layers(build=nn.Transformer):
    """Count PyTorch's Transformer, and apart from it its layers."""
    sizes = {
        "d_model": 16,
        "nhead": 2,
        "dim_feedforward": 64,
        "num_encoder_layers": 2,
        "num_decoder_layers": 2,
    }
    model = build(**sizes, batch_first=True, device=META)
    return count(model) == count(*model.encoder.layers, *model.decoder.layers)


def with_shifts(bias):
    """The stand-in: a decoder layer whose linear layers alone lose their biases."""
    layer = nn.TransformerDecoderLayer(16, 2, 64, device=META)
    return layer if bias else drop_attention_biases(drop_biases(layer, nn.Linear))


@claim(broken=with_shifts)
def bias_false_keeps_the_shifts(
    build=lambda bias: nn.TransformerDecoderLayer(16, 2, 64, bias=bias, device=META),
):
    """Build a decoder layer with bias=False and look for the shifts of its LayerNorms."""
    norms = [part for part in build(bias=False).modules() if isinstance(part, nn.LayerNorm)]
    return all(norm.bias is not None for norm in norms)


@claim(broken=nn.TransformerEncoderLayer)
def decoder_layer_counts_as_an_encoder_layer(decoder=nn.TransformerDecoderLayer):
    """Count both layers at the same widths."""
    return count(decoder(16, 2, 64, device=META)) == count(nn.TransformerEncoderLayer(16, 2, 64, device=META))


def every_head_its_own(d, h, h_kv):
    """The stand-in: keys and values for every query head, however many are named."""
    return nn.ModuleList(nn.Linear(d, d, device=META) for _ in range(4))


def shared_heads(d, h, h_kv):
    """Queries and output of h heads, keys and values of h_kv."""
    narrow = d // h * h_kv
    return nn.ModuleList(nn.Linear(d, width, device=META) for width in (d, narrow, narrow, d))


@claim(broken=every_head_its_own)
def fewer_key_heads_shrink_attention(build=shared_heads):
    """Count an attention block of 8 heads with 8 and with 2 heads for keys and values."""
    return count(build(64, 8, 2)) < count(build(64, 8, 8))


def gated_network(d, f):
    """Three matrices: a gate, a way up and a way down."""
    return nn.ModuleList([nn.Linear(d, f, False), nn.Linear(d, f, False), nn.Linear(f, d, False)])


@claim(broken=lambda d, f: nn.ModuleList([nn.Linear(d, f, False), nn.Linear(f, d, False)]))
def gate_at_two_thirds_keeps_the_count(build=gated_network):
    """Count a gated network of width 8d/3 and a plain one of width 4d."""
    plain = nn.ModuleList([nn.Linear(12, 48, False), nn.Linear(48, 12, False)])
    return count(build(12, 32)) == count(plain)


def computed_table(length):
    """Sinusoids for so many positions, as modules keep them."""
    holder = nn.Module()
    holder.register_buffer("waves", torch.zeros(length, 16))
    return holder


def model_with_positions(length, learned):
    """A layer, a token table, and positions that are learned or computed."""
    parts = nn.ModuleList([nn.Embedding(50, 16), nn.TransformerEncoderLayer(16, 2, 64)])
    if learned:
        parts.append(nn.Embedding(length, 16))
    else:
        parts.append(computed_table(length))
    return parts


@claim(broken=lambda length: model_with_positions(length, learned=True))
def longer_context_needs_more_parameters(build=lambda length: model_with_positions(length, learned=False)):
    """Count a model with sinusoidal positions for 128 and for 1,024 tokens."""
    return count(build(128)) < count(build(1024))


@claim(broken=lambda length: nn.Embedding(length, 16))
def sinusoids_are_parameters(build=computed_table):
    """Count what the positions learn, for 64 of them of width 16."""
    return count(build(64)) == 64 * 16


@claim(broken=lambda L: nn.ModuleList(nn.TransformerEncoderLayer(16, 2, 64) for _ in range(L)))
def shared_layers_count_once(build=lambda L: nn.ModuleList([nn.TransformerEncoderLayer(16, 2, 64)] * L)):
    """Count stacks of two and of four layers that share their parameters."""
    return count(build(2)) == count(build(4))


def one_layer(d):
    """PyTorch's encoder layer with a network of four times the width."""
    return nn.TransformerEncoderLayer(d, 2, 4 * d, bias=False, device=META)


@claim(broken=lambda d: nn.Embedding(100, d, device=META))
def twice_the_width_is_four_times_the_matrices(build=one_layer):
    """Count the numbers in the matrices of a layer of width 32 and of width 64."""
    sizes = [sum(p.numel() for p in build(d).parameters() if p.dim() > 1) for d in (32, 64)]
    return sizes[1] == 4 * sizes[0]


@claim(broken=lambda: nn.ModuleList([nn.TransformerEncoderLayer(8, 2, 32), nn.Embedding(10, 8)]))
def embeddings_are_a_minority(
    build=lambda: nn.ModuleList([nn.TransformerEncoderLayer(8, 2, 32), nn.Embedding(50_000, 8)]),
):
    """Hold the token table of a small model with 50,000 tokens against its layer."""
    layer, table = build()
    return count(table) < count(layer)

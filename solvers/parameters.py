"""Counting parameters: what a layer learns, and which of it a count includes."""

from torch import nn

from qbank import claim, solver

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

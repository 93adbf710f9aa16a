"""What a configuration counts: each component of a Transformer as a sum of products of its settings.

`model` is a configuration of `parameters.model` (its settings are described there). Two stacks are an encoder of L
layers and a decoder of L_decoder layers with cross-attention; one stack is either, since a mask learns nothing.
"""

VECTORS = {"layer": 2, "scale": 1, "rms": 1, "none": 0}  # of a norm: scale and shift, or the scale alone
BIASES = {  # of an attention block: queries, keys, values, output
    "none": (0, 0, 0, 0),
    "all": (1, 1, 1, 1),
    "qkv": (1, 1, 1, 0),
    "output": (0, 0, 0, 1),
    "all_but_key": (1, 0, 1, 1),
}


def head_width(model):
    """The width of a head: what the configuration says, else the model's width shared among the heads."""
    return model.d / model.h if model.width is None else model.width


def stacks(model):
    """How many stacks there are."""
    return 2 if model.L_decoder > 0 else 1


def layers(model):
    """Layers that differ: a stack whose layers share their parameters has one."""
    return model.L if model.distinct_layers is None else model.distinct_layers


def blocks(model):
    """Attention blocks: one a layer, two in a layer with cross-attention."""
    return layers(model) + 2 * model.L_decoder


def norm(model, width):
    """One norm over so many features."""
    return VECTORS[model.norm] * width


# Embeddings and positions


def embeddings(model):
    """Token tables, token types, the map to the model's width, and what stands in their place for sound and images."""
    target = model.V_decoder if model.separate_tables else 0
    tables = (model.V + target + model.types) * model.e
    projection = 0 if model.e == model.d else model.e * model.d + (model.d if model.projection_bias else 0)
    return tables + projection + convolutions(model) + model.class_tokens * model.d


def convolutions(model):
    """Two convolutions of kernel 3 over a spectrogram, or one over the patches of an image."""
    bias = model.d if model.front_bias else 0
    sound = 3 * model.mels * model.d + bias + 3 * model.d**2 + bias if model.mels > 0 else 0
    image = model.patch**2 * model.channels * model.d + bias if model.patch > 0 else 0
    return sound + image


def positions(model):
    """Learned rows, a table a stack; and tables of relative positions, a number for each bucket and head."""
    ends = [(model.encoder_positions, model.P), (model.positions, model.P_decoder)]
    rows = sum(count + model.offset for kind, count in ends[: stacks(model)] if kind == "learned")
    owners = layers(model) + model.L_decoder if model.buckets_each_layer else stacks(model)
    return rows * model.e_positions + owners * model.buckets * model.h


# Attention


def attention(model):
    """All attention blocks."""
    return blocks(model) * (latent_block(model) if model.kv_rank > 0 else block(model))


def block(model):
    """One block: queries of h heads, keys and values of h_kv heads, and the way back; biases by place."""
    wide, narrow = model.h * head_width(model), model.h_kv * head_width(model)
    maps = 2 * model.d * wide + 2 * model.d * narrow
    q, k, v, o = BIASES[model.attention_bias]
    return maps + q * wide + (k + v) * narrow + o * model.d + (model.h if model.sinks else 0)


def latent_block(model):
    """One block whose keys and values, and maybe queries, come out of a narrow vector (latent attention)."""
    asked = model.h * (head_width(model) + model.rope_width)
    queries = model.d * model.q_rank + model.q_rank * asked if model.q_rank > 0 else model.d * asked
    down = model.d * (model.kv_rank + model.rope_width)
    up = model.kv_rank * model.h * (head_width(model) + model.v_width)
    return queries + down + up + model.h * model.v_width * model.d


# Feed-forward networks


def feed_forward(model):
    """All feed-forward networks: those of dense layers, and those of the layers that hold experts."""
    first, second = network(model, model.f), network(model, model.f_decoder)
    if model.experts == 0:
        return layers(model) * first + model.L_decoder * second
    dense = model.dense_layers * (first + (second if model.L_decoder > 0 else 0))
    return dense + sparse_layers(model) * mixture(model, model.experts)


def sparse_layers(model):
    """Layers with a mixture of experts."""
    return model.L + model.L_decoder - stacks(model) * model.dense_layers


def network(model, width):
    """Two matrices, or three where a gate multiplies; biases as long as what comes out."""
    into = 2 if model.gated else 1
    biases = into * width + model.d if model.ffn_bias else 0
    return (into + 1) * model.d * width + biases


def mixture(model, experts):
    """So many experts, the shared ones that every token uses, and the router that scores all of them."""
    router = model.d * model.experts + (model.experts if model.router_bias else 0)
    shared = model.shared_experts * network(model, model.shared_width) + (model.d if model.shared_gate else 0)
    return experts * network(model, model.expert_width) + shared + router


def idle(model):
    """Parameters that one token leaves aside: the experts that the router does not choose for it."""
    if model.experts == 0:
        return 0 * model.d
    return sparse_layers(model) * (mixture(model, model.experts) - mixture(model, model.active_experts))


# Norms


def norms(model):
    """Norms of the layers (one more with cross-attention), of queries and keys, and at the ends of the stacks."""
    in_layers = layers(model) * model.norms + model.L_decoder * (model.norms + 1)
    ends = (stacks(model) if model.final_norm else 0) * norm(model, model.d)
    starts = (stacks(model) if model.embedding_norm else 0) * norm(model, model.e)
    return in_layers * norm(model, model.d) + blocks(model) * query_and_key_norms(model) + ends + starts


def query_and_key_norms(model):
    """Of one attention block: over a head's width, over all heads together, or over latent vectors."""
    wide = head_width(model)
    widths = {"none": 0, "head": 2 * wide, "full": (model.h + model.h_kv) * wide}[model.qk_norm]
    return norm(model, widths + model.q_rank + model.kv_rank)


# What stands on top


def head(model):
    """Pooler, the transform before the output layer, the output layer, and a classifier."""
    pooler = model.d**2 + model.d if model.pooler else 0
    return pooler + transform(model) + output(model) + (model.classes * (model.d + 1))


def transform(model):
    """From the model's width to the table's: a dense layer with a norm, or a bare map."""
    if model.mlm:
        return model.d * model.e + (model.e if model.mlm_bias else 0) + norm(model, model.e)
    return model.d * model.e if model.project_out else 0


def output(model):
    """The output layer: nothing of its own where it is the token table, and maybe a bias a token."""
    if model.head == "none":
        return 0
    tokens = model.V_decoder if model.separate_tables else model.V
    width = model.e if model.mlm or model.project_out else model.d
    return (tokens * width if model.head == "untied" else 0) + (tokens if model.head_bias else 0)


# What cannot be built

MOST = {
    "L": 1_000,
    "L_decoder": 1_000,
    "distinct_layers": 1_000,
    "experts": 1_000,
    "shared_experts": 1_000,
}  # modules


def impossible(model):
    """The first setting that fits no model, what is wrong with it, and what to write; None where all fit."""
    return next((found for found in _misfits(model) if found), None)


def _misfits(model):
    for name, most in MOST.items():
        few = (getattr(model, name) or 0) <= most
        yield _unless(
            few, name, f"{name} = {getattr(model, name)} is more than is built", f"write {most} or less"
        )
    for name in ("d", "L", "h", "h_kv", "f"):
        yield _unless(getattr(model, name) > 0, name, f"{name} is 0", f"write {name} as 1 or more")
    divides = model.width is not None or model.d % model.h == 0
    yield _unless(
        divides,
        "h",
        f"d = {model.d} is no multiple of h = {model.h}",
        "write another h, or the width of a head as width",
    )
    shared = model.h % model.h_kv == 0
    yield _unless(
        shared, "h_kv", f"h = {model.h} is no multiple of h_kv = {model.h_kv}", "write an h_kv that divides h"
    )
    chosen = model.active_experts <= model.experts
    yield _unless(
        chosen,
        "active_experts",
        f"{model.active_experts} of {model.experts} experts",
        "write at most as many as there are",
    )
    some = model.experts == 0 or model.active_experts > 0
    yield _unless(
        some,
        "active_experts",
        "a token uses none of the experts",
        "write how many the router chooses for a token",
    )
    left = model.dense_layers < model.L or model.experts == 0
    yield _unless(
        left, "dense_layers", f"no layer of {model.L} is left for the experts", "write fewer, or experts: 0"
    )
    fits = model.head != "tied" or model.e == model.d or model.mlm or model.project_out
    hint = "write mlm: true or project_out: true, which lead back to that width, or head: untied"
    yield _unless(
        fits, "head", f"the table is {model.e} wide and cannot be the output of width {model.d}", hint
    )
    known = model.head == "none" or model.V > 0
    yield _unless(known, "V", "an output layer without a vocabulary", "write V, or head: none")
    repeated = model.distinct_layers is None or (0 < model.distinct_layers <= model.L and model.experts == 0)
    yield _unless(
        repeated,
        "distinct_layers",
        "so many layers that differ are not there",
        f"write 1 to {model.L}, without experts",
    )


def _unless(holds, setting, found, hint):
    return None if holds else (setting, found, hint)

"""A model built from its configuration, on the device "meta", out of PyTorch's own modules: what it is counted by."""

from functools import lru_cache

import torch
from torch import nn

from ._modules import META

NORMS = {
    "layer": nn.LayerNorm,
    "scale": lambda width: nn.LayerNorm(width, bias=False),
    "rms": nn.RMSNorm,
    "none": lambda width: nn.LayerNorm(width, elementwise_affine=False),
}


@lru_cache(maxsize=64)
def assembled(model):
    """The whole model: front end and tables, positions, one or two stacks, and what stands on top."""
    with META:
        parts = nn.ModuleDict({"tables": tables(model), "positions": position_tables(model)})
        parts["stacks"] = nn.ModuleList(
            stack(model, cross) for cross in ([False, True] if model.L_decoder else [False])
        )
        parts["head"] = head(model, parts["tables"])
        return parts


def linear(given, made, bias):
    """A linear layer, its bias 0 or 1."""
    return nn.Linear(given, made, bias=bool(bias))


def rows(count, width, learned=True):
    """A table; a fixed one is there and is not learned."""
    table = nn.Embedding(count, width)
    table.weight.requires_grad_(learned)
    return table


# Embeddings


def tables(model):
    """Tokens, token types, the map from the tables' width to the model's, convolutions and class tokens."""
    made = nn.ModuleDict({"tokens": rows(model.V, model.e), "types": rows(model.types, model.e)})
    if model.separate_tables:
        made["target_tokens"] = rows(model.V_decoder, model.e)
    if model.e != model.d:
        made["projection"] = linear(model.e, model.d, model.projection_bias)
    if model.mels:
        made["sound"] = nn.Sequential(
            nn.Conv1d(model.mels, model.d, 3, padding=1, bias=model.front_bias),
            nn.GELU(),
            nn.Conv1d(model.d, model.d, 3, stride=2, padding=1, bias=model.front_bias),
        )
    if model.patch:
        made["image"] = nn.Conv2d(
            model.channels, model.d, model.patch, stride=model.patch, bias=model.front_bias
        )
    made["class_tokens"] = rows(model.class_tokens, model.d)
    return made


def position_tables(model):
    """A table for each stack, learned or fixed; rotations and slopes have none."""
    kinds = [(model.encoder_positions, model.P), (model.positions, model.P_decoder)]
    made = nn.ModuleList()
    for kind, count in kinds[: 2 if model.L_decoder else 1]:
        if kind in ("learned", "fixed"):
            table = rows(count + model.offset, model.e_positions, kind == "learned")
            table.offset = model.offset
            made.append(table)
    return made


# Layers


def stack(model, cross):
    """The layers of one stack with the norms before and after them, and its table of relative positions."""
    count = model.L_decoder if cross else model.L
    distinct = count if cross or model.distinct_layers is None else model.distinct_layers
    made = [layer(model, cross, i < model.dense_layers) for i in range(distinct)]
    parts = nn.ModuleDict({"layers": nn.ModuleList(made[i % distinct] for i in range(count))})
    if model.embedding_norm:
        parts["norm_before"] = NORMS[model.norm](model.e)
    if model.final_norm:
        parts["norm_after"] = NORMS[model.norm](model.d)
    owners = distinct if model.buckets_each_layer else 1
    parts["relative_positions"] = nn.ModuleList(rows(model.buckets, model.h) for _ in range(owners))
    return parts


def layer(model, cross, dense):
    """PyTorch's own layer where it is one, else a layer of the same parts and names."""
    f = model.f_decoder if cross else model.f
    bias = model.ffn_bias
    plain = model.attention_bias == ("all" if bias else "none") and model.norm == (
        "layer" if bias else "scale"
    )
    usual = not (model.gated or model.experts) and model.norms == 2 and is_usual_attention(model)
    if plain and usual:
        kind = nn.TransformerDecoderLayer if cross else nn.TransformerEncoderLayer
        return kind(model.d, model.h, f, bias=bias, batch_first=True)
    parts = nn.ModuleDict({"self_attn": attention(model)})
    if cross:
        parts["multihead_attn"] = attention(model)
    parts.update(network(model, f) if dense or not model.experts else mixture(model))
    parts["norms"] = nn.ModuleList(NORMS[model.norm](model.d) for _ in range(model.norms + cross))
    return parts


def is_usual_attention(model):
    """Whether PyTorch's attention can be it: heads that share the width, as many for keys, and nothing besides."""
    shared = model.width in (None, model.d // model.h) and model.h_kv == model.h and model.d % model.h == 0
    return shared and model.qk_norm == "none" and not model.kv_rank and not model.sinks


def attention(model):
    """PyTorch's attention, or the four maps of one with fewer key heads, other widths or other biases."""
    if is_usual_attention(model) and model.attention_bias in ("all", "none"):
        return nn.MultiheadAttention(model.d, model.h, bias=model.attention_bias == "all", batch_first=True)
    width = model.d // model.h if model.width is None else model.width
    if model.kv_rank:
        return latent_attention(model, width)
    wide, narrow = model.h * width, model.h_kv * width
    where = model.attention_bias
    parts = nn.ModuleDict(
        {
            "map_queries": linear(model.d, wide, where in ("all", "qkv", "all_but_key")),
            "map_keys": linear(model.d, narrow, where in ("all", "qkv")),
            "map_values": linear(model.d, narrow, where in ("all", "qkv", "all_but_key")),
            "map_output": linear(wide, model.d, where in ("all", "output", "all_but_key")),
        }
    )
    if model.qk_norm != "none":
        widths = (width, width) if model.qk_norm == "head" else (wide, narrow)
        parts["norms"] = nn.ModuleList(NORMS[model.norm](each) for each in widths)
    if model.sinks:
        parts.register_parameter("sinks", nn.Parameter(torch.empty(model.h)))
    return parts


def latent_attention(model, width):
    """Keys and values, and maybe queries, that come out of a narrow vector with a norm of its own."""
    asked, heads = model.h * (width + model.rope_width), model.h * (width + model.v_width)
    parts = nn.ModuleDict(
        {
            "down": linear(model.d, model.kv_rank + model.rope_width, 0),
            "norm": NORMS[model.norm](model.kv_rank),
            "up": linear(model.kv_rank, heads, 0),
            "map_output": linear(model.h * model.v_width, model.d, 0),
        }
    )
    if model.q_rank:
        parts["queries_down"] = linear(model.d, model.q_rank, 0)
        parts["queries_norm"] = NORMS[model.norm](model.q_rank)
    parts["map_queries"] = linear(model.q_rank or model.d, asked, 0)
    return parts


def network(model, width):
    """A feed-forward network: up and down, and a gate beside the way up where there is one."""
    parts = nn.ModuleDict(
        {"linear1": linear(model.d, width, model.ffn_bias), "linear2": linear(width, model.d, model.ffn_bias)}
    )
    if model.gated:
        parts["gate"] = linear(model.d, width, model.ffn_bias)
    return parts


def mixture(model):
    """Experts, shared experts, and the router."""
    parts = nn.ModuleDict(
        {"experts": nn.ModuleList(network(model, model.expert_width) for _ in range(model.experts))}
    )
    for expert in parts["experts"][model.active_experts :]:
        expert.idle = True
    parts["shared"] = nn.ModuleList(network(model, model.shared_width) for _ in range(model.shared_experts))
    parts["router"] = linear(model.d, model.experts, model.router_bias)
    if model.shared_gate:
        parts["shared_gate"] = linear(model.d, 1, 0)
    return parts


# What stands on top


def head(model, tables):
    """Pooler, transform, output layer (which shares the token table where it is tied) and classifier."""
    parts = nn.ModuleDict()
    if model.pooler:
        parts["pooler"] = linear(model.d, model.d, 1)
    if model.mlm:
        dense = linear(model.d, model.e, model.mlm_bias)
        parts["transform"] = nn.Sequential(dense, nn.GELU(), NORMS[model.norm](model.e))
    elif model.project_out:
        parts["map_out"] = linear(model.d, model.e, 0)
    if model.head != "none":
        tokens = tables["target_tokens" if model.separate_tables else "tokens"]
        width = model.e if model.mlm or model.project_out else model.d
        parts["output"] = linear(width, tokens.num_embeddings, model.head_bias)
        if model.head == "tied":
            parts["output"].weight = tokens.weight
    if model.classes:
        parts["classifier"] = linear(model.d, model.classes, 1)
    return parts

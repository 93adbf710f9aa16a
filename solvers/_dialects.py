"""Configurations as models are published with (`config.json`, with its model_type), in this topic's own words.

Three tables do it: under which names a size goes, what belongs to a family without being said, and what a class
such as `BertForMaskedLM` puts on top. A few families say something in a way of their own (see `_peculiar`).
"""

from qbank.errors import QbankError, did_you_mean

from ._families import (
    ENCODERS,
    FAMILIES,
    FOUR_TIMES,
    IMAGES,
    MIXTURES,
    NO_ATTENTION_BIAS_SWITCH,
    POOLED,
    SAID,
    UNTIED,
)

NAMES = {  # of each size; the first that is there and has a value counts
    "d": ("hidden_size", "n_embd", "d_model", "dim", "embed_dim", "n_embed"),
    "L": ("num_hidden_layers", "n_layer", "n_layers", "encoder_layers", "num_layers"),
    "L_decoder": ("decoder_layers", "num_decoder_layers"),
    "f": (
        "encoder_ffn_dim",
        "d_ff",
        "ffn_hidden_size",
        "intermediate_size",
        "n_inner",
        "hidden_dim",
        "ffn_dim",
    ),
    "f_decoder": ("decoder_ffn_dim",),
    "h": (
        "num_attention_heads",
        "n_head",
        "n_heads",
        "num_heads",
        "encoder_attention_heads",
        "attention_heads",
    ),
    "h_kv": ("num_key_value_heads", "num_kv_heads"),
    "width": ("head_dim", "d_kv"),
    "V": ("vocab_size",),
    "e": ("embedding_size", "word_embed_proj_dim"),
    "types": ("type_vocab_size",),
    "P": ("max_source_positions", "n_positions", "max_position_embeddings"),
    "P_decoder": ("max_target_positions",),
    "buckets": ("relative_attention_num_buckets",),
    "experts": ("num_local_experts", "num_experts", "n_routed_experts"),
    "active_experts": ("num_experts_per_tok", "num_selected_experts"),
    "expert_width": ("moe_intermediate_size", "expert_ffn_hidden_size"),
    "shared_experts": ("n_shared_experts",),
    "shared_width": ("shared_expert_intermediate_size",),
    "dense_layers": ("first_k_dense_replace",),
    "kv_rank": ("kv_lora_rank",),
    "q_rank": ("q_lora_rank",),
    "rope_width": ("qk_rope_head_dim",),
    "v_width": ("v_head_dim",),
    "mels": ("num_mel_bins",),
    "patch": ("patch_size",),
    "channels": ("num_channels",),
    "ffn_bias": ("mlp_bias",),
    "head_bias": ("lm_head_bias",),
}

MIXTURE_SIZES = (
    "experts",
    "active_experts",
    "expert_width",
    "shared_experts",
    "shared_width",
    "dense_layers",
)
UNREAD = {  # settings that are not translated, with the values under which they change no count
    "conv_kernel_size": (0,),
    "use_task_id": (False,),
    "mlp_only_layers": ([],),
    "decoder_sparse_step": (1,),
    "num_hidden_groups": (1,),
    "inner_group_num": (1,),
    "share_encoder_decoder_embeddings": (True,),
    "layer_norm_elementwise_affine": (True,),
    "_remove_final_layer_norm": (False,),
    "norm_bias": (False,),
    "decoder_bias": (True,),
    "classifier_bias": (False,),
    "attention_out_bias": (False,),
    "router_bias": (False,),
    "multiquery": (False,),
    "position_embedding_type": ("absolute",),
    "add_cross_attention": (False,),
}
UNREAD_IN = {  # the same, of one family
    "big_bird": {"use_bias": (True,)},
    "mpt": {"expansion_ratio": (4,)},
    "nemotron": {"attention_bias": (False,), "mlp_bias": (False,)},
    "m2m_100": {"tie_word_embeddings": (True,)},
    "qwen2_moe": {"qkv_bias": (True,)},
    "deepseek_v2": {"attention_bias": (False,), "mlp_bias": (False,)},
    "deepseek_v3": {"attention_bias": (False,)},
    "deberta-v2": {"share_att_key": (True,)},
    "stablelm": {"qk_layernorm": (False,)},
}

SWITCHES = (
    "attention_bias", "use_bias", "bias", "mlp_bias", "lm_head_bias", "tie_word_embeddings", "multi_query",
    "new_decoder_architecture", "parallel_attn", "alibi", "do_layer_norm_before", "enable_bias", "qkv_bias",
    "relative_attention", "qk_layernorm", "use_qk_norm", "use_qkv_bias", "use_parallel_residual", "add_cross_attention",
)  # fmt: skip

BY_HAND = "write the settings themselves, d: and L: first"


def translated(config):
    """The settings of a published configuration; None where the mapping has no model_type and so is none."""
    if "model_type" not in config:
        return None
    family = config["model_type"]
    if not isinstance(family, str):
        raise QbankError(f"model_type: {family} is no name", hint="write it as text, such as llama")
    if family not in FAMILIES:
        hint = (
            f"{did_you_mean(str(family), tuple(FAMILIES))}; or write the settings themselves, d: and L: first"
        )
        raise QbankError(f"models of the type {family!r} are not translated here", hint=hint)
    config = _as_meant(config, family)
    settings = {**_sizes(config, family), **FAMILIES[family]}
    for size in _needed(family):
        if size not in settings:
            hint = f"write one of {', '.join(NAMES[size])}"
            raise QbankError(f"this configuration of the type {family} does not say its {size}", hint=hint)
    settings |= _flags(config, settings)
    settings |= _peculiar(config, family, settings)
    settings |= _top(config, family)
    settings.setdefault("f", 4 * settings["d"])
    if settings.get("L_decoder") == "as the encoder":
        settings["L_decoder"] = (
            config.get("num_decoder_layers") or config.get("decoder_layers") or settings["L"]
        )
    return {name: value for name, value in settings.items() if value is not None}


def _as_meant(config, family):
    """Switches and numbers typed as text as what they say. Raises QbankError for what is not counted here."""
    meant = {name: _plain(value) for name, value in config.items()}
    for name in SWITCHES:
        if not isinstance(meant.get(name, False), bool | None):
            raise QbankError(f"{name}: {config[name]} is neither true nor false", hint="write true or false")
    harmless = UNREAD | UNREAD_IN.get(family, {})
    for name, values in harmless.items():
        if meant.get(name) is not None and meant[name] not in values:
            raise QbankError(f"{name}: {config[name]} is not counted here", hint=BY_HAND)
    if family in NO_ATTENTION_BIAS_SWITCH:
        meant.pop("attention_bias", None)
    return meant


def _plain(value):
    if not isinstance(value, str):
        return value
    text = value.strip().lower()
    return (
        text == "true"
        if text in ("true", "false")
        else int(text)
        if text.isascii() and text.isdigit()
        else value
    )


def _needed(family):
    """The sizes that a file of this family has to say: its class would take a number of its own for them."""
    own = FAMILIES[family]
    learned = own.get("positions") in ("learned", "fixed") and family not in IMAGES
    places = {"V": family not in IMAGES, "f": family not in FOUR_TIMES, "P": learned}
    said = [size for size, needed in places.items() if needed]
    return ["d", "L", "h", *said, *(size for size, families in SAID.items() if family in families)]


def _sizes(config, family):
    """The sizes that stand in the file. Families without a mixture pass over what is said of one."""
    found = {
        name: next((config[n] for n in names if config.get(n) is not None), None)
        for name, names in NAMES.items()
    }
    mixture = () if family in MIXTURES else MIXTURE_SIZES
    return {name: value for name, value in found.items() if value is not None and name not in mixture}


def _flags(config, settings):
    """Switches that mean the same in every family that has them."""
    found = {}
    if config.get("attention_bias") is True:
        found["attention_bias"] = settings.get("attention_bias", "all")
    if "attention_bias" in config and config["attention_bias"] is False:
        found["attention_bias"] = "none"
    for name in ("use_bias", "bias"):
        if isinstance(config.get(name), bool):
            found |= {"attention_bias": "all" if config[name] else "none", "ffn_bias": config[name]}
    return found


def _top(config, family):
    """What the class that the file names puts on top of the bare model; without a name, what the family is for."""
    named = _class(config)
    tied = config.get("tie_word_embeddings")
    head = {"head": "tied" if (tied if tied is not None else family not in UNTIED) else "untied"}
    labels = _labels(config)
    tops = _encoder_tops(head, labels, family) if family in ENCODERS else _decoder_tops(head, labels, family)
    ending = next((each for each in sorted(tops, key=len, reverse=True) if named.endswith(each)), "")
    if named and (not ending or not _is_of(named.removesuffix(ending), family)):
        hint = (
            "write a class ending in "
            + ", ".join(filter(None, tops))
            + ", or the settings themselves, d: and L: first"
        )
        raise QbankError(
            f"architectures: what {named} puts on top of a {family} is not translated here", hint=hint
        )
    return tops[ending]


def _is_of(prefix, family):
    """Whether a class's name without its ending is the family's: `XLMRoberta` is that of xlm-roberta."""
    plain, own = prefix.lower().replace("_", ""), "".join(filter(str.isalnum, family))
    return plain in (own, own.removesuffix("text"), {"hunyuanv1dense": "hunyuandensev1"}.get(own))


def _class(config):
    """The name of the class that the file is of; empty where it names none."""
    named = config.get("architectures") or [""]
    if not (isinstance(named, list) and isinstance(named[0], str)):
        raise QbankError(f"architectures: {named} is no list of names", hint="write it as [GPT2LMHeadModel]")
    return named[0]


def _labels(config):
    """How many classes a classifier tells apart. Raises QbankError where the file says two numbers."""
    named = config.get("id2label") or {}
    if not isinstance(named, dict):
        raise QbankError(f"id2label: {named} is no table", hint="write num_labels: with their number")
    count = config.get("num_labels") or len(named) or 2
    if named and count != len(named):
        raise QbankError(
            f"num_labels: {count}, and id2label names {len(named)}", hint="leave one of them out"
        )
    return count


def _decoder_tops(head, labels, family):
    """By the ending of the class's name, for one stack that continues a text, and for two stacks."""
    if FAMILIES[family].get("L_decoder"):
        return {
            "": head,
            "ForConditionalGeneration": head,
            "WithLMHeadModel": head,
            "MTModel": head,
            "Model": {},
        }
    bare, counted = {"head": "none"}, {"head": "none", "classes": labels}
    spans = {**counted, "classes": 2}
    return {
        "": head, "ForCausalLM": head, "LMHeadModel": head, "Model": bare,
        "ForTokenClassification": counted, "ForQuestionAnswering": spans,
    }  # fmt: skip


def _encoder_tops(head, labels, family):
    """By the ending of the class's name, for a stack that reads a text or an image."""
    bare = {"pooler": True} if family in POOLED else {}
    if family in IMAGES:
        return {"": bare, "Model": bare, "ForImageClassification": {"classes": labels}}
    masked = {"mlm": True, **head, "head_bias": True}
    pooled = {"pooler": True, "classes": labels}
    both = {**pooled, "classes": 1} if family == "electra" else {**masked, "pooler": True, "classes": 2}
    each = pooled if family == "modernbert" else {"classes": labels}
    tops = {
        "": bare, "Model": bare, "ForMaskedLM": masked, "ForCausalLM": masked, "LMHeadModel": masked,
        "ForPreTraining": both, "ForNextSentencePrediction": {**pooled, "classes": 2},
        "ForMultipleChoice": {**pooled, "classes": 1}, "ForSequenceClassification": pooled,
        "ForTokenClassification": each, "ForQuestionAnswering": each,
    }  # fmt: skip
    peculiar = ("ForSequenceClassification", "ForQuestionAnswering") if family == "big_bird" else ()
    return {ending: top for ending, top in tops.items() if ending not in peculiar}


def _peculiar(config, family, settings):
    """What a family says in a way of its own."""
    found = {}
    if family == "falcon":
        found |= _falcon(config)
    if family == "gpt_bigcode":
        found["h_kv"] = 1 if config.get("multi_query", True) else settings["h"]
    if family == "opt":
        before = config.get("do_layer_norm_before", True)
        narrow = settings.get("e", settings["d"]) != settings["d"]
        found |= {"final_norm": before, "project_out": narrow, "e_positions": settings["d"]}
        if config.get("enable_bias") is False:
            found |= {"attention_bias": "none", "ffn_bias": False}
    if family in ("t5", "mt5", "umt5", "switch_transformers"):
        named = config.get("feed_forward_proj", "gated-gelu" if family in ("mt5", "umt5") else "relu")
        found["gated"] = str(named).startswith("gated")
    if family == "switch_transformers":
        _stacks_alike(config)
        found["dense_layers"] = settings["L"] - config.get("num_sparse_encoder_layers", 3)
    if family == "deberta-v2":
        found |= _deberta(config, settings)
    if settings.get("kv_rank"):
        found["width"] = config.get("qk_nope_head_dim")
    if settings.get("shared_width"):
        found |= {"shared_experts": 1, "shared_gate": True}
    if settings.get("patch"):
        image = config.get("image_size", 224)
        found["P"] = (image // settings["patch"]) ** 2 + FAMILIES[family]["class_tokens"]
        found["attention_bias"] = "all" if config.get("qkv_bias", True) else "output"
    if family in _SWITCHES:
        found |= _SWITCHES[family](config)
    return found


def _falcon(config):
    """Falcon's two designs, told apart by switches."""
    new, bias = config.get("new_decoder_architecture", False), config.get("bias", False)
    heads = config.get("num_kv_heads") if new else 1 if config.get("multi_query", True) else None
    norms = (
        (config.get("num_ln_in_parallel_attn") or 2) if new else 1 if config.get("parallel_attn", True) else 2
    )
    positions = "alibi" if config.get("alibi") else "rotary"
    return {"h_kv": heads, "norms": norms, "positions": positions, "ffn_bias": bias}


def _stacks_alike(config):
    """A mixture in both stacks is counted where they are alike."""
    sparse = ("num_sparse_encoder_layers", "num_sparse_decoder_layers")
    for one, other in (("num_layers", "num_decoder_layers"), sparse):
        if config.get(other) is not None and config[other] != config.get(one, config[other]):
            raise QbankError(f"{other}: {config[other]}, and {one} is another number", hint=BY_HAND)


def _deberta(config, settings):
    """Relative positions, a row for each bucket on either side and maybe a norm; else a row for each position."""
    if config.get("embedding_size", settings["d"]) != settings["d"]:
        raise QbankError(f"embedding_size: {config['embedding_size']} is not counted here", hint=BY_HAND)
    if not config.get("relative_attention"):
        return {"final_norm": False}
    buckets = config.get("position_buckets", 0)
    if config.get("position_biased_input", True):
        raise QbankError(
            "position_biased_input: true with relative_attention is not counted here", hint=BY_HAND
        )
    if buckets <= 0 < config.get("max_relative_positions", -1):
        raise QbankError("max_relative_positions: more than 0 is not counted here", hint=BY_HAND)
    rows = 2 * (buckets if buckets > 0 else settings["P"])
    return {"P": rows, "final_norm": "layer_norm" in str(config.get("norm_rel_ebd"))}


_SWITCHES = {
    "mpt": lambda config: {"f": config.get("expansion_ratio", 4) * config["d_model"]},
    "phi": lambda config: {"qk_norm": "head" if config.get("qk_layernorm") else "none"},
    "cohere": lambda config: {"qk_norm": "full" if config.get("use_qk_norm") else "none"},
    "glm4_moe": lambda config: {"qk_norm": "head" if config.get("use_qk_norm") else "none"},
    "persimmon": lambda config: {"qk_norm": "head" if config.get("qk_layernorm", True) else "none"},
    "stablelm": lambda config: {
        "attention_bias": "qkv" if config.get("use_qkv_bias") else "none",
        "norms": 1 if config.get("use_parallel_residual") else 2,
    },
}

"""What belongs to each family of published models without its configuration saying so."""

GPT = {"positions": "learned", "attention_bias": "all", "ffn_bias": True, "norm": "layer", "final_norm": True}
NEOX = {**GPT, "positions": "rotary"}
JAX = {**NEOX, "attention_bias": "none", "norms": 1, "head_bias": True}
LLAMA = {"positions": "rotary", "gated": True, "norm": "rms", "final_norm": True}
BERT = {
    "positions": "learned",
    "embedding_norm": True,
    "attention_bias": "all",
    "ffn_bias": True,
    "norm": "layer",
}
BART = {**BERT, "offset": 2, "L_decoder": "as the encoder"}
T5 = {
    "positions": "relative", "norm": "rms", "final_norm": True, "L_decoder": "as the encoder",
}  # fmt: skip
VIT = {**GPT, "class_tokens": 1, "front_bias": True}

FAMILIES = {
    "openai-gpt": {**GPT, "final_norm": False},
    "gpt2": GPT,
    "gpt_neo": {**GPT, "attention_bias": "output"},
    "gptj": JAX,
    "codegen": JAX,
    "gpt_neox": NEOX,
    "gpt_bigcode": GPT,
    "biogpt": {**GPT, "offset": 2},
    "xglm": {**GPT, "positions": "fixed", "offset": 2},
    "opt": {**GPT, "offset": 2},
    "bloom": {**GPT, "positions": "alibi", "embedding_norm": True},
    "falcon": {**NEOX, "attention_bias": "none", "ffn_bias": False},
    "mpt": {"positions": "alibi", "norm": "scale", "final_norm": True},
    "llama": LLAMA,
    "mistral": LLAMA,
    "mixtral": LLAMA,
    "smollm3": LLAMA,
    "granite": LLAMA,
    "granitemoe": LLAMA,
    "seed_oss": {**LLAMA, "attention_bias": "qkv"},
    "helium": LLAMA,
    "olmo": {**LLAMA, "norm": "none"},
    "olmo2": {**LLAMA, "qk_norm": "full"},
    "olmo3": {**LLAMA, "qk_norm": "full"},
    "olmoe": {**LLAMA, "qk_norm": "full"},
    "qwen2": {**LLAMA, "attention_bias": "qkv"},
    "qwen2_moe": {**LLAMA, "attention_bias": "qkv"},
    "qwen3": {**LLAMA, "qk_norm": "head"},
    "qwen3_moe": {**LLAMA, "qk_norm": "head"},
    "gemma": LLAMA,
    "gemma2": {**LLAMA, "norms": 4},
    "gemma3_text": {**LLAMA, "norms": 4, "qk_norm": "head"},
    "phi": {**NEOX, "norms": 1, "head_bias": True},
    "phi3": LLAMA,
    "phimoe": {**LLAMA, "norm": "layer"},
    "stablelm": {**LLAMA, "norm": "layer"},
    "starcoder2": NEOX,
    "persimmon": {**NEOX, "qk_norm": "head"},
    "cohere": {**LLAMA, "norm": "scale", "norms": 1},
    "ernie4_5": LLAMA,
    "glm4_moe": {**LLAMA, "attention_bias": "qkv"},
    "cohere2": {**LLAMA, "norm": "scale", "norms": 1},
    "glm": {**LLAMA, "attention_bias": "qkv"},
    "glm4": {**LLAMA, "attention_bias": "qkv", "norms": 4},
    "nemotron": {**NEOX, "attention_bias": "none", "ffn_bias": False},
    "exaone4": {**LLAMA, "qk_norm": "head"},
    "hunyuan_v1_dense": {**LLAMA, "qk_norm": "head"},
    "deepseek_v2": LLAMA,
    "deepseek_v3": LLAMA,
    "gpt_oss": {**LLAMA, "attention_bias": "all", "ffn_bias": True, "router_bias": True, "sinks": True},
    "bert": BERT,
    "roberta": BERT,
    "xlm-roberta": BERT,
    "camembert": BERT,
    "data2vec-text": BERT,
    "megatron-bert": {**BERT, "embedding_norm": False, "final_norm": True},
    "roberta-prelayernorm": {**BERT, "final_norm": True},
    "ernie": BERT,
    "big_bird": {**BERT, "pooler": True},
    "distilbert": {**BERT, "types": 0},
    "electra": {**BERT, "projection_bias": True},
    "albert": {**BERT, "projection_bias": True, "distinct_layers": 1},
    "mpnet": {**BERT, "types": 0},
    "modernbert": {**LLAMA, "norm": "scale", "mlm_bias": False},
    "deberta-v2": {**BERT, "final_norm": True},
    "vit": VIT,
    "deit": {**VIT, "class_tokens": 2},
    "t5": T5,
    "mt5": T5,
    "umt5": {**T5, "buckets_each_layer": True},
    "switch_transformers": {**T5, "active_experts": 1},
    "bart": BART,
    "mbart": {**BART, "final_norm": True},
    "plbart": BART,
    "blenderbot-small": {**BART, "offset": 0},
    "blenderbot": {**BART, "offset": 0, "embedding_norm": False, "final_norm": True},
    "pegasus": {**BART, "offset": 0, "positions": "fixed", "embedding_norm": False, "final_norm": True},
    "marian": {**BART, "offset": 0, "positions": "fixed", "embedding_norm": False},
    "m2m_100": {**BART, "positions": "fixed", "embedding_norm": False, "final_norm": True},
    "whisper": {
        **BART,
        "offset": 0,
        "embedding_norm": False,
        "final_norm": True,
        "encoder_positions": "fixed",
        "attention_bias": "all_but_key",
        "front_bias": True,
    },
}

ENCODERS = {
    "bert", "roberta", "xlm-roberta", "camembert", "data2vec-text", "megatron-bert", "roberta-prelayernorm", "ernie",
    "big_bird", "distilbert", "electra", "albert", "mpnet", "modernbert", "deberta-v2", "vit", "deit",
}  # fmt: skip
IMAGES = {"vit", "deit"}
POOLED = ENCODERS - {"distilbert", "electra", "modernbert", "deberta-v2"}  # whose bare model ends in a pooler
FOUR_TIMES = {  # whose feed-forward width is four times the model's where the file says nothing
    "openai-gpt", "gpt2", "gpt_neo", "gptj", "codegen", "gpt_bigcode", "bloom", "falcon", "mpt",
}  # fmt: skip
MIXTURES = {
    "mixtral", "granitemoe", "olmoe", "qwen2_moe", "qwen3_moe", "phimoe", "glm4_moe", "deepseek_v2", "deepseek_v3",
    "gpt_oss", "switch_transformers",
}  # fmt: skip
_T5 = {"t5", "mt5", "umt5", "switch_transformers"}
_LATENT = {"deepseek_v2", "deepseek_v3"}
_FINE = {"qwen2_moe", "qwen3_moe", "glm4_moe", *_LATENT}
SAID = {  # sizes of which these families' classes have a number of their own, so that a file has to say them
    "h_kv": {
        "mistral", "mixtral", "qwen2", "stablelm", "starcoder2", "exaone4", "smollm3", "seed_oss", "helium",
        "qwen2_moe", "qwen3", "qwen3_moe", "gemma", "gemma2", "gemma3_text", "ernie4_5", "glm", "glm4", "glm4_moe",
        "phimoe", "gpt_oss",
    },
    "width": {
        "seed_oss", "helium", "qwen3", "gemma", "gemma2", "gemma3_text", "ernie4_5", "glm", "glm4", "gpt_oss", *_T5,
    },
    "types": ENCODERS - {"distilbert", "mpnet", "modernbert", "vit", "deit"},
    "e": {"electra", "albert"},
    "buckets": {"mpnet", *_T5},
    "patch": {"vit", "deit"},
    "channels": {"vit", "deit"},
    "mels": {"whisper"},
    "P_decoder": {"whisper"},
    "experts": MIXTURES,
    "active_experts": MIXTURES - {"switch_transformers"},
    "expert_width": _FINE,
    "shared_width": {"qwen2_moe"},
    "dense_layers": {"glm4_moe", *_LATENT},
    **dict.fromkeys(("kv_rank", "rope_width", "v_width"), _LATENT),
}  # fmt: skip
NO_ATTENTION_BIAS_SWITCH = {"qwen2", "qwen2_moe", "phi3"}  # whose classes pass attention_bias over
UNTIED = {  # whose output layer has a matrix of its own unless the configuration says otherwise
    "gptj", "codegen", "gpt_neox", "llama", "mistral", "mixtral", "olmo", "olmo2", "olmo3", "olmoe",
    "qwen2", "qwen2_moe", "qwen3", "qwen3_moe", "phi", "phi3", "phimoe", "stablelm", "persimmon", "glm", "glm4",
    "nemotron", "deepseek_v2", "deepseek_v3", "glm4_moe", "gpt_oss", "hunyuan_v1_dense", "exaone4", "seed_oss",
    "helium", "granite", "granitemoe",
}  # fmt: skip

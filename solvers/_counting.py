"""What a count leaves out: conventions under which real models' counts are published, as changes of a configuration."""

PLAIN = {
    "attention_bias": "none",
    "ffn_bias": False,
    "norm": "none",
    "head_bias": False,
    "projection_bias": False,
}
MATRICES = {
    **PLAIN,
    "router_bias": False,
    "front_bias": False,
    "pooler": False,
    "mlm": False,
    "classes": 0,
    "sinks": False,
}
LAYERS = {
    **MATRICES,
    "V": 0,
    "V_decoder": 0,
    "types": 0,
    "class_tokens": 0,
    "mels": 0,
    "patch": 0,
    "P": 0,
    "head": "none",
}


def as_counted(model, counted):
    """The configuration with what is not counted taken out of it, or with what is counted besides put in."""
    return model.changed(**_changes(model, counted))


def _changes(model, counted):
    if counted == "tied_twice":
        return {"head": "untied"} if model.head == "tied" else {}
    if counted == "with_fixed":
        places = ("positions", "encoder_positions")
        return {name: "learned" for name in places if getattr(model, name) == "fixed"}
    if counted == "layer_matrices":
        return {
            **LAYERS,
            "e": model.d,
            "positions": "none",
            "encoder_positions": "none",
            "buckets": 0,
            "project_out": False,
        }
    return {
        "distinct": {},
        "no_offset": {"offset": 0},
        "no_pooler": {"pooler": False},
        "no_head": {"head": "none", "mlm": False, "classes": 0, "project_out": False},
        "no_tables": {"V": 0, "V_decoder": 0},
        "no_norms": {"norm": "none"},
        "matrices": MATRICES,
    }[counted]

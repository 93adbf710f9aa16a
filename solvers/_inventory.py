"""The parameters of an assembled model, tensor by tensor: what each belongs to, and whether a convention counts it."""

from typing import NamedTuple

from torch import nn

from ._assembly import assembled

COMPONENTS = ("embeddings", "positions", "attention", "feed_forward", "norms", "head")
PLACES = {  # a name on the way to a tensor, and the component that it tells
    "self_attn": "attention",
    "multihead_attn": "attention",
    "relative_positions": "positions",
    "positions": "positions",
    "tables": "embeddings",
    "head": "head",
}
NORMS = (nn.LayerNorm, nn.RMSNorm)
TABLES = {"tokens", "target_tokens"}


class Entry(NamedTuple):
    """One tensor at one place: the names on the way to it, its module, the tensor, and whether it was met before."""

    way: tuple[str, ...]
    owner: nn.Module
    name: str
    tensor: nn.Parameter
    again: bool
    idle: bool

    @property
    def component(self):
        """What it belongs to: a norm by its kind wherever it stands in the layers, all else by its place."""
        if isinstance(self.owner, NORMS) and "head" not in self.way:
            return "norms"
        return next((PLACES[name] for name in self.way if name in PLACES), "feed_forward")

    @property
    def size(self):
        """How many numbers it holds."""
        return self.tensor.numel()


def entries(model):
    """Every parameter at every place where it is used; a layer that is used again is met once."""
    seen, idle = set(), set()
    for path, owner in assembled(model).named_modules():
        if getattr(owner, "idle", path.rpartition(".")[0] in idle):
            idle.add(path)
        for name, tensor in owner.named_parameters(recurse=False):
            yield Entry((*path.split("."), name), owner, name, tensor, id(tensor) in seen, path in idle)
            seen.add(id(tensor))


def counts(entry, counted):
    """How many of a tensor's numbers this convention counts."""
    if entry.again and not (counted == "tied_twice" and "head" in entry.way):
        return 0
    if not entry.tensor.requires_grad and counted != "with_fixed":
        return 0
    if counted == "no_offset" and getattr(entry.owner, "offset", 0):
        return entry.tensor[entry.owner.offset :].numel()
    return 0 if left_out(entry, counted) else entry.size


def left_out(entry, counted):
    """Whether this convention leaves the tensor out."""
    on_top = entry.way[1] if entry.way[0] == "head" else None
    vector = entry.tensor.dim() == 1
    return {
        "no_pooler": on_top == "pooler",
        "no_head": on_top not in (None, "pooler"),
        "no_tables": on_top == "output" or bool(TABLES & {*entry.way}),
        "no_norms": isinstance(entry.owner, NORMS),
        "matrices": vector or on_top in ("pooler", "transform", "classifier"),
        "layer_matrices": vector or "layers" not in entry.way,
    }.get(counted, False)


def inventory(model, counted):
    """Numbers by component, their total, and how many of them one token uses."""
    parts, idle = dict.fromkeys(COMPONENTS, 0), 0
    for entry in entries(model):
        size = counts(entry, counted)
        parts[entry.component] += size
        idle += size if entry.idle else 0
    total = sum(parts.values())
    return {"total": total, **parts, "active": total - idle}

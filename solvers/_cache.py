"""A cache of keys and values as PyTorch makes it: how many bytes it takes, and attention that uses one."""

import torch
from torch import nn
from torch.nn import functional as F


def bytes_of_cache(L, S, B, heads, width, dtype):
    """Bytes of keys and values in all layers, made on the device "meta", where they take no memory."""
    if dtype == "int4":  # two numbers share a byte
        heads, width, dtype = 1, -(-heads * width // 2), "uint8"
    layers = [
        torch.empty(2, B, heads, S, width, dtype=getattr(torch, dtype), device="meta") for _ in range(int(L))
    ]
    return sum(layer.numel() * layer.element_size() for layer in layers)


def projected_rows(n, p, cached):
    """Rows that go through a key projection while n tokens are generated after a prompt of p."""
    project, rows = nn.Linear(4, 4), []
    project.register_forward_hook(lambda module, given, made: rows.append(given[0].shape[0]))
    x, cache = torch.randn(p, 4), torch.empty(0, 4)
    for _ in range(n):
        if cached:
            cache = torch.cat([cache, project(x[len(cache) :])])
        else:
            project(x)
        x = torch.cat([x, torch.randn(1, 4)])
    return sum(rows)


def attend_step_by_step(causal):
    """Attention over five tokens at once, and token by token with a cache; both (1, 1, 5, 8)."""
    q, k, v = torch.randn(3, 1, 1, 5, 8)
    whole = F.scaled_dot_product_attention(q, k, v, is_causal=causal)
    steps = [
        F.scaled_dot_product_attention(q[..., t : t + 1, :], k[..., : t + 1, :], v[..., : t + 1, :])
        for t in range(5)
    ]
    return whole, torch.cat(steps, dim=2)

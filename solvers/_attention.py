"""Attention as PyTorch runs it: the weights that confirmations count and measure."""

import torch
from torch import nn
from torch.nn import functional as F


def causal_mask(T):
    """PyTorch's own causal mask: 0 where a query may look, −∞ where it may not. (T, T)"""
    return nn.Transformer.generate_square_subsequent_mask(T)


def self_attention(x, h=1, causal=True, lengths=None):
    """Run the module on x (B, T, d), padded behind `lengths` (B,); the weights of all heads, (B, h, T, T)."""
    T, d = x.shape[1:]
    attention = nn.MultiheadAttention(d, h, batch_first=True)
    padding = None
    if lengths is not None:
        padding = torch.where(torch.arange(T) < lengths.unsqueeze(-1), 0.0, -torch.inf)  # (B, T)
    mask = causal_mask(T) if causal else None
    return attention(x, x, x, key_padding_mask=padding, attn_mask=mask, average_attn_weights=False)[1]


def weights(scores, **mask):
    """Weights of these scores (…, T, T): keys and values of the identity make attention show them."""
    identity = torch.eye(scores.shape[-1]).expand_as(scores)
    return F.scaled_dot_product_attention(scores, identity, identity, scale=1.0, **mask)


def causal_row(scores, i):
    """Weights of query i, counted from 1, whose scores these are, under PyTorch's causal attention. (…, T)"""
    T = scores.shape[-1]
    alike = scores.unsqueeze(-2).expand(*scores.shape, T)  # every query scores the keys alike
    return weights(alike, is_causal=True)[..., i - 1, :]


def seen(visible):
    """Which keys have any weight when random scores are masked with this table of True and False. (T, T)"""
    return weights(torch.randn(len(visible), len(visible)), attn_mask=visible) > 0


def distances(T):
    """How far behind its query each key stands; below 0 the key comes later. (T, T)"""
    return torch.arange(T).unsqueeze(1) - torch.arange(T)

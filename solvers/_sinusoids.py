"""Sinusoidal positions without a sine or cosine of an angle: turns of one position each, multiplied up."""

import torch


def pairs(d, last, base=10_000):
    """The pairs (sine, cosine) of positions 0 to `last`. (last + 1, d/2, 2)

    The speeds are PyTorch's logarithmic ladder from 1 down to 1/base, less its last rung. Each pair starts at
    position 0 as (0, 1), and every position turns it by its speed once more.
    """
    speeds = torch.logspace(0, -1, d // 2 + 1, base=base)[:-1]  # (d/2,)
    turn = torch.polar(torch.ones(d // 2), speeds)
    turns = torch.cat([torch.ones(1, d // 2), turn.expand(last, -1).cumprod(0)])
    return torch.view_as_real(turns).flip(-1)


def laid_out(pairs, layout):
    """Pairs in the order of a vector's entries: alternating, or all sines before all cosines. (…, d)"""
    return (pairs if layout == "interleaved" else pairs.transpose(-1, -2)).flatten(-2)


def vectors(positions=64, d=8):
    """The vectors of the first positions, sine and cosine alternating. (positions, d)"""
    return laid_out(pairs(d, positions - 1), "interleaved")

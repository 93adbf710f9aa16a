"""FLOPs as PyTorch counts them while modules run, on the device "meta", where numbers take no memory and no time."""

import torch
from torch import nn
from torch.utils.flop_counter import FlopCounterMode

from ._modules import META


def counted(run):
    """FLOPs of the matrix products that `run` makes; PyTorch counts 2mnp for m × n times n × p."""
    with FlopCounterMode(display=False) as counter:
        run()
    return counter.get_total_flops()


def linear(rows, given, made):
    """FLOPs of one linear layer on that many rows."""
    layer, x = nn.Linear(given, made, bias=False, device=META), torch.empty(rows, given, device=META)
    return counted(lambda: layer(x))


def trained(weights):
    """FLOPs of one token's forward pass through a layer of so many weights, and of both passes."""
    layer, x = nn.Linear(1, weights, bias=False, device=META), torch.empty(1, 1, device=META)
    x.requires_grad_()
    return counted(lambda: layer(x)), counted(lambda: layer(x).sum().backward())


def attended(B, T, d, cells):
    """FLOPs of all scores and of the weighted values; with half of the cells each is a product by itself."""
    if cells == "full":
        q, k, v = (torch.empty(B, T, d, device=META) for _ in range(3))
        return counted(lambda: q @ k.mT @ v)
    pairs = B * T * T // 2
    row, column = torch.empty(pairs, 1, d, device=META), torch.empty(pairs, d, 1, device=META)
    return counted(lambda: (row @ column) @ row)


def layer_parts(B, T, d, f, ffn, cells):
    """FLOPs of one layer: the four projections, scores and values, and the feed-forward block."""
    matrices = 3 if ffn == "gated" else 2
    return {
        "projections": sum(linear(B * T, d, d) for _ in range(4)),
        "attention": attended(B, T, d, cells),
        "feed_forward": linear(B * T, d, f) * (matrices - 1) + linear(B * T, f, d),
    }


def model(B, T, L, d, f, V, ffn, cells, head):
    """FLOPs of a forward pass through L layers and, where it counts, the output layer."""
    layers = L * sum(layer_parts(B, T, d, f, ffn, cells).values())
    return layers + (linear(B * T, d, V) if head else 0)

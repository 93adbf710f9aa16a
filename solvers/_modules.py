"""PyTorch modules that exist to be counted: built on the device "meta", where numbers take no memory."""

import torch
from torch import nn

META = torch.device("meta")


def count(*modules):
    """How many numbers the modules learn; a tensor that is used twice is counted once."""
    return sum(parameter.numel() for parameter in nn.ModuleList(modules).parameters())


def drop_biases(module, *kinds):
    """Take the biases of these kinds of layers away and give the module back; what is left still runs."""
    for part in module.modules():
        if isinstance(part, kinds):
            part.bias = None
    return module


def drop_attention_biases(module, output=True):
    """Take the biases of every attention's queries, keys and values away, and with `output` that of W_O too."""
    for attention in module.modules():
        if isinstance(attention, nn.MultiheadAttention):
            attention.in_proj_bias = None
            if output:
                attention.out_proj.bias = None
    return module

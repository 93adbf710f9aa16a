"""The whole encoder-decoder model out of PyTorch's own layers, and hooks that note what passes where."""

from contextlib import contextmanager

import torch
from torch import nn

from ._attention import causal_mask


def encoder(d, h, f, L, norm_first=False, final=False):
    """L encoder layers without dropout; with `final`, one norm more behind the last."""
    layer = nn.TransformerEncoderLayer(d, h, f, dropout=0.0, batch_first=True, norm_first=norm_first)
    return nn.TransformerEncoder(layer, L, nn.LayerNorm(d) if final else None, enable_nested_tensor=False)


def decoder(d, h, f, L, norm_first=False, final=False):
    """L decoder layers without dropout; with `final`, one norm more behind the last."""
    layer = nn.TransformerDecoderLayer(d, h, f, dropout=0.0, batch_first=True, norm_first=norm_first)
    return nn.TransformerDecoder(layer, L, nn.LayerNorm(d) if final else None)


class Model(nn.Module):
    """Both stacks, an embedding table each, and the output layer; the target's self-attention is masked."""

    def __init__(self, d, h, f, V, L=1, M=1):
        super().__init__()
        self.source_table, self.target_table = nn.Embedding(V, d), nn.Embedding(V, d)
        self.encoder, self.decoder = encoder(d, h, f, L), decoder(d, h, f, M)
        self.output = nn.Linear(d, V)

    def decode(self, target, memory):
        """The logits after these target tokens, (B, T) → (B, T, V)."""
        read, mask = self.target_table(target), causal_mask(target.shape[1])
        return self.output(self.decoder(read, memory, tgt_mask=mask, tgt_is_causal=False))

    def forward(self, source, target):
        """The logits for a source (B, S) and a decoder input (B, T)."""
        return self.decode(target, self.encoder(self.source_table(source)))


@contextmanager
def watched(modules):
    """Note what each of the named modules gives, in the order in which they run: pairs of name and result."""
    seen = []
    hooks = [
        module.register_forward_hook(lambda _, __, result, name=name: seen.append((name, result)))
        for name, module in modules.items()
    ]
    try:
        yield seen
    finally:
        for hook in hooks:
            hook.remove()


def of_kind(module, *kinds):
    """The parts of these kinds, by their name in the module."""
    return {name: part for name, part in module.named_modules() if isinstance(part, kinds)}


@contextmanager
def with_weights(module):
    """Let every attention of the module hand out its weights (B, h, queries, keys); gives them as they come."""
    attentions, tables = of_kind(module, nn.MultiheadAttention).values(), []
    ask = {"need_weights": True, "average_attn_weights": False}
    hooks = [
        attention.register_forward_pre_hook(lambda _, args, named: (args, {**named, **ask}), with_kwargs=True)
        for attention in attentions
    ]
    hooks += [
        attention.register_forward_hook(lambda _, __, result: tables.append(result[1]))
        for attention in attentions
    ]
    try:
        yield tables
    finally:
        for hook in hooks:
            hook.remove()


def numbers(B, T):
    """Token ids, any: (B, T)."""
    return torch.zeros(B, T, dtype=torch.long)

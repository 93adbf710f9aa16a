"""Sequences of tokens: words and their numbers, a small causal decoder, greedy decoding of a given table."""

import torch
from torch import nn

IGNORED = -100  # the label that PyTorch's loss passes over


def ids_of(words):
    """Numbers for these words, and the words by number."""
    known = list(dict.fromkeys(words))
    return torch.tensor([known.index(word) for word in words]), known


def words_of(numbers, words):
    """The words that these numbers stand for."""
    return [words[number] for number in numbers]


def product(values):
    """The values multiplied; 1 for none."""
    result = 1
    for value in values:
        result = result * value
    return result


def greedy_inputs(follows, start, T):
    """What a greedy decoder reads in T steps, whose logits for the token after `t` are largest at `follows[t]`."""
    table = nn.Embedding.from_pretrained(
        torch.eye(len(follows))[follows]
    )  # (V, V): the logits after each token
    inputs = torch.tensor([start])
    for _ in range(T - 1):
        inputs = torch.cat([inputs, table(inputs[-1:]).argmax(-1)])
    return inputs.tolist()


def causal_decoder(d=8):
    """A Transformer layer, run with or without a causal mask."""
    layer = nn.TransformerEncoderLayer(d, 2, 16, dropout=0.0, batch_first=True).eval()

    def run(x, causal):
        mask = nn.Transformer.generate_square_subsequent_mask(x.shape[1]) if causal else None
        return layer(x, src_mask=mask)

    return run

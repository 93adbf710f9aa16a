"""Optimisers as PyTorch runs them, on single weights whose gradients are given.

The functions behind `torch.optim.Adam` and its like: the classes would import a compiler and take a second.
"""

import torch
from torch.optim.adam import adam
from torch.optim.adamw import adamw
from torch.optim.sgd import sgd


def as_reals(values):
    """A copy in the default type, also of whole numbers."""
    return values + torch.zeros(())


def run_adam(start, gradients, rate, b1=0.9, b2=0.999, eps=0.0, decay=0.0, decoupled=False):
    """Weight and both moments after the updates; start is (…), gradients are (…, steps)."""
    weight, step = as_reals(start), torch.zeros(())
    first, second = torch.zeros_like(weight), torch.zeros_like(weight)
    for gradient in as_reals(gradients).unbind(-1):
        (adamw if decoupled else adam)(
            [weight], [gradient], [first], [second], [], [step],
            beta1=b1, beta2=b2, lr=rate, weight_decay=decay, eps=eps, amsgrad=False, maximize=False, foreach=False,
        )  # fmt: skip
    return weight, first, second


def run_sgd(start, gradients, rate, mu=0.0, dampening=0.0, decay=0.0, nesterov=False):
    """Weight and velocity after the updates. A first gradient of 0 lets the velocity begin with 0."""
    weight = as_reals(start)
    buffers = [torch.zeros_like(weight)]
    for gradient in as_reals(gradients).unbind(-1):
        sgd(
            [weight], [gradient], buffers,
            weight_decay=decay, momentum=mu, lr=rate, dampening=dampening, nesterov=nesterov, maximize=False,
            foreach=False,
        )  # fmt: skip
    return weight, buffers[0]

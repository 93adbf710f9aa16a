"""`@claim`: a statement about PyTorch's behaviour, with the experiment that measures whether it holds.

    @claim(broken=lambda: nn.BatchNorm1d(4, affine=False))
    def layer_norm_ignores_the_batch(norm=lambda: nn.LayerNorm(4)):
        \"\"\"Replace the second example and measure how far the first one's output moves.\"\"\"

The experiment takes its subject as an argument with a default and returns the largest difference it measured, or a
bool. `broken` is a stand-in for the subject under which the outcome must flip, so that no experiment can be one
that always agrees.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from qbank.errors import QbankError

HOLDS_WITHIN = 1e-9
FAILS_FROM = 1e-3


@dataclass(frozen=True)
class Experiment:
    """What is measured, and the stand-in for which the truth must flip."""

    function: Callable[..., Any]
    broken: Any

    @property
    def name(self) -> str:
        """The name of its function, which is the name of the claim too."""
        return self.function.__name__


@dataclass(frozen=True)
class Claim:
    """A statement, whether its author says that it holds, why, and the experiment that decides."""

    name: str
    level: int
    says: str
    holds: bool
    because: str
    experiment: Experiment
    where: str


def claim(*, broken: Any) -> Callable[[Callable[..., Any]], Experiment]:
    """Make a function the experiment of the claim that has its name."""
    return lambda function: Experiment(function, broken)


def outcome(measured: Any, name: str) -> bool:
    """Whether what was measured says that the claim holds.

    A difference up to 1e-9 holds, one from 1e-3 does not; between the two, and for NaN, the experiment decides
    nothing and QbankError says so.
    """
    value = measured.item() if hasattr(measured, "item") else measured
    if isinstance(value, bool):
        return value
    if abs(value) <= HOLDS_WITHIN:
        return True
    if abs(value) >= FAILS_FROM:
        return False
    raise QbankError(f"measured {value:.3g}, which neither holds nor fails clearly", where=name)

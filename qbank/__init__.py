"""qbank: an exam question bank for Transformers whose answer keys are proven.

    import qbank

    questions = qbank.generate(topics=["mask"], n=5)
    solution = qbank.solve("parameters.decoder_layer", d=512, f=2048)
    verdict = qbank.grade("integer", "18944000", "18.944 M")

Each name is loaded when it is first used: `grade` needs neither SymPy nor PyTorch.
"""

from typing import TYPE_CHECKING, Any

from qbank.errors import QbankError
from qbank.home import VERSION as __version__

if TYPE_CHECKING:
    from qbank.answers import Verdict, grade
    from qbank.api import generate, solve
    from qbank.author.claim import claim
    from qbank.author.solve import Solution
    from qbank.author.solver import solver
    from qbank.bank import Bank
    from qbank.question import Question

__all__ = [
    "Bank",
    "QbankError",
    "Question",
    "Solution",
    "Verdict",
    "__version__",
    "claim",
    "generate",
    "grade",
    "solve",
    "solver",
]

_HOMES = {
    "Bank": "qbank.bank",
    "Question": "qbank.question",
    "Solution": "qbank.author.solve",
    "Verdict": "qbank.answers",
    "claim": "qbank.author.claim",
    "generate": "qbank.api",
    "grade": "qbank.answers",
    "solve": "qbank.api",
    "solver": "qbank.author.solver",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'qbank' has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module(_HOMES[name]), name)

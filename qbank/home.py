"""Where the built-in pack lies, and which release this is."""

from pathlib import Path

VERSION = "0.1.0"

_PACKAGE = Path(__file__).resolve().parent

BUILTIN = _PACKAGE / "builtin" if (_PACKAGE / "builtin").is_dir() else _PACKAGE.parent
"""The folder with `templates/`, `solvers/` and `bank/released/`: in a wheel inside the package, else the checkout."""

RELEASED = BUILTIN / "bank" / "released"
"""The released bank."""

AUDITS = BUILTIN / "bank" / "audits"
"""Audits of published keys."""

MODELS = BUILTIN / "bank" / "models.yaml"
"""Published models with their configurations and counts."""

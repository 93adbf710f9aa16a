"""Loading PyTorch and SymPy without the collector walking through everything they bring, again and again."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

from qbank.errors import QbankError


@contextmanager
def heavy_imports() -> Iterator[None]:
    """While the libraries load, nothing is garbage; afterwards what they brought is not looked at any more.

    A full collection in between takes a tenth of a second and frees nothing. Where one of them is not installed,
    QbankError says so.
    """
    gc.disable()
    try:
        yield
    except ModuleNotFoundError as error:
        hint = "pip install it; check, export and show work without it"
        raise QbankError(f"{error.name} is not installed, and this command needs it", hint=hint) from error
    finally:
        gc.freeze()
        gc.enable()

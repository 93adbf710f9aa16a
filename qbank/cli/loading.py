"""Loading PyTorch and SymPy without the collector walking through everything they bring, again and again."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def heavy_imports() -> Iterator[None]:
    """While the libraries load, nothing is garbage; afterwards what they brought is not looked at any more.

    A full collection in between takes a tenth of a second and frees nothing.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()

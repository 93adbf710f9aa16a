"""Which signs no font on this machine has: Typst would print a box for each, without a word."""

import re
from collections.abc import Callable
from functools import cache

from qbank.errors import QbankError

_NOBODYS = "\U0010ffff"  # is no character, so no font has it
_OUTLINE = re.compile(r'\bid="([^"]+)"')
NAMED = 5

Drawn = Callable[[str], str]
"""Sets one sign as SVG, in which equal shapes have equal names."""


def demand(source: str, drawn: Drawn) -> None:
    """Raises QbankError, naming the signs, where the source has some that would be boxes."""
    if found := boxes(source, drawn):
        raise QbankError(
            f"no font here has {found}", hint="install one that has, such as Noto, or write html"
        )


def boxes(source: str, drawn: Drawn) -> str:
    """The signs that would be boxes, the first ones by name; empty where there are none."""
    found = [sign for sign in sorted(set(source)) if not sign.isascii() and _is_box(sign, drawn)]
    more = f" and {len(found) - NAMED} more" if len(found) > NAMED else ""
    return ", ".join(f"{sign} (U+{ord(sign):04X})" for sign in found[:NAMED]) + more


@cache
def _is_box(sign: str, drawn: Drawn) -> bool:
    return sign == _NOBODYS or not _outlines(_NOBODYS, drawn).isdisjoint(_outlines(sign, drawn))


@cache
def _outlines(sign: str, drawn: Drawn) -> frozenset[str]:
    return frozenset(_OUTLINE.findall(drawn(sign)))

"""How people usually type a list, a shape or tokens; `lms_numbers` says it of one number.

None of it is judged here. `certain` says where none needs to be: what is typed then means the key by construction,
which the tests hold against our checker.
"""

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

from qbank.answers import Kind
from qbank.sheets import lms_numbers

_BRACKETS = ("[]", "()", ("", ""))
_TIMES = (" x ", "x", " × ", "×", "X", " X ")
_SIZES = re.compile(r"\[(?!0,)\d+(?:,\d+)*\]")  # 0x5 would be a hexadecimal number
_SMALL = re.compile(r"\[{0}(?:,{0})*\]".format(r"-?\d{1,2}(?:/\d{1,2})?"))  # too few digits for thousands


def typings(known: Kind, key: str, value: Any) -> Iterator[str]:
    """The display first, then the others from the commonest on; `value` is what the key says."""
    yield known.display(value)
    if known.name in _LISTS:
        yield from _LISTS[known.name](known, key)
    elif known.name in lms_numbers.WAYS:
        yield from lms_numbers.WAYS[known.name](known, key, value)


def certain(known: Kind, key: str) -> bool:
    """Whether every typing means the key, so that none needs to be judged."""
    if known.name == "shape":
        return bool(_SIZES.fullmatch(key))
    if known.name == "vector":
        return bool(_SMALL.fullmatch(key))
    return lms_numbers.certain(known, key)


def _lists(entries: list[str]) -> Iterator[str]:
    """Brackets of every sort or none, commas with or without a blank, blanks alone."""
    for gap, (opening, closing) in product((", ", ","), _BRACKETS):
        yield f"{opening}{gap.join(entries)}{closing}"
    if len(entries) == 1:
        yield f"({entries[0]},)"
    for gap, (opening, closing) in product((" ", "; "), _BRACKETS):
        yield f"{opening}{gap.join(entries)}{closing}"
    together = ", ".join(entries)
    yield from (f"[ {together} ]", f"( {together} )", f"{{{together}}}", f"[{';'.join(entries)}]")


def _shape(_known: Kind, key: str) -> Iterator[str]:
    sizes = _entries(key)
    yield from _lists(sizes)
    yield from (sign.join(sizes) for sign in _TIMES)
    yield f"torch.Size([{', '.join(sizes)}])"


def _tokens(_known: Kind, key: str) -> Iterator[str]:
    tokens = _entries(key)
    yield from _lists(tokens)
    for quote in ('"', "'"):
        quoted = [f"{quote}{token}{quote}" for token in tokens]
        yield from (f"[{', '.join(quoted)}]", f"[{','.join(quoted)}]", ", ".join(quoted))
    bare = [re.sub(r"^<(.+)>$", r"\1", token) for token in tokens]
    if bare != tokens:
        yield from _lists(bare)


def _vector(known: Kind, key: str) -> Iterator[str]:
    """Its entries as fractions, then as decimals, each with either minus."""
    if known.spec()["of"]["kind"] not in ("integer", "exact"):
        return
    entries = _entries(key)
    for ways in (entries, [lms_numbers.short(entry) for entry in entries]):
        for minus, infinite in (("-", "inf"), ("−", "∞"), ("-", "∞")):
            yield from _lists([way.replace("inf", infinite).replace("-", minus) for way in ways])


def _entries(key: str) -> list[str]:
    return key.removeprefix("[").removesuffix("]").split(",")


_LISTS = {"shape": _shape, "tokens": _tokens, "vector": _vector}

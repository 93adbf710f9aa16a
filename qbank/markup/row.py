"""A row of mathematics in Unicode: where its blanks stand, and where one line of text needs a bracket."""

import re
from enum import Enum, auto
from typing import NamedTuple

from qbank.markup import macros


class Role(Enum):
    """What an item is to its neighbours. As in TeX, blanks in the source mean nothing."""

    DIGIT = auto()
    NUMBER = auto()
    PLAIN = auto()
    SEVERAL = auto()
    FRACTION = auto()
    WORD = auto()  # sin, softmax
    BIG = auto()  # a sum
    SIGN = auto()  # + or −, of which the row finds out whether it is an operator
    PREFIX = auto()
    OPERATOR = auto()
    COMMA = auto()
    OPEN = auto()
    CLOSE = auto()
    SPACE = auto()


class Item(NamedTuple):
    """A piece of a row as it is shown."""

    shown: str
    role: Role


_BRACKETED = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_STARTS = frozenset({Role.DIGIT, Role.NUMBER, Role.PLAIN, Role.SEVERAL, Role.FRACTION})
_ENDS = _STARTS | {Role.CLOSE}
_WORDS = frozenset({Role.WORD, Role.BIG})


def join(items: list[Item]) -> Item:
    """The items as one: `a`, `+`, `b` as `a + b`; a fraction beside a factor gets brackets."""
    if len(items) == 1:
        return items[0]
    items = _with_operators(items)
    shown = ""
    for left, item, right in zip([None, *items], items, [*items[1:], None], strict=False):
        shown += " " if left and shown and _gap(left, item) else ""
        shown += f"({item.shown})" if _beside_a_factor(left, item, right) else item.shown
    digits = bool(items) and all(item.role is Role.DIGIT for item in items)
    return Item(shown, Role.NUMBER if digits else Role.SEVERAL)


def factor(item: Item) -> str:
    """The item as a denominator or under a root: bracketed unless it is one number or sign."""
    single = item.role in (Role.DIGIT, Role.NUMBER, Role.PLAIN) or not _BRACKETED.sub("", item.shown)
    return item.shown if single else f"({item.shown})"


def term(item: Item) -> str:
    """The item as a numerator: a product or a signed number needs no bracket."""
    return f"({item.shown})" if set(_BRACKETED.sub("", item.shown)) & set(" /") else item.shown


def matrix(name: str, rows: list[list[str]]) -> str:
    """`[[1, 2], [3, 4]]`; the lines of cases and of equations one behind the other."""
    if name in ("cases", "aligned"):
        return ("{" if name == "cases" else "") + "; ".join(" ".join(filter(None, row)) for row in rows)
    shown = ", ".join("[" + ", ".join(row) + "]" for row in rows)
    bars = macros.MATRICES[name][:1] if name in ("vmatrix", "Vmatrix") else ""
    return f"{bars}[{shown}]{bars}"


def script(mark: str, shown: str) -> str:
    """A power or an index: raised or lowered signs where Unicode has them all, else `^(…)` and `_(…)`."""
    table = macros.SUPERSCRIPTS if mark == "^" else macros.SUBSCRIPTS
    shown = shown.replace(" ", "")
    if shown and all(sign in table for sign in shown):
        return "".join(table[sign] for sign in shown)
    return f"{mark}{shown}" if len(shown) == 1 else f"{mark}({shown})"


def _with_operators(items: list[Item]) -> list[Item]:
    """Each sign as an operator behind an operand, else as the prefix of what follows."""
    found: list[Item] = []
    for item in items:
        operand = bool(found) and found[-1].role in _ENDS
        found.append(item if item.role is not Role.SIGN else Item(item.shown, _SIGN[operand]))
    return found


_SIGN = {True: Role.OPERATOR, False: Role.PREFIX}


def _gap(left: Item, right: Item) -> bool:
    if Role.SPACE in (left.role, right.role) or right.role is Role.COMMA:
        return False
    if left.role in (Role.OPERATOR, Role.COMMA) or right.role is Role.OPERATOR:
        return True
    if left.role is Role.WORD:
        return right.role in _STARTS | _WORDS | {Role.PREFIX} and right.shown[:1] not in tuple("([{")
    return left.role is Role.BIG or (right.role in _WORDS and left.role in _ENDS)


def _beside_a_factor(left: Item | None, item: Item, right: Item | None) -> bool:
    if item.role is not Role.FRACTION:
        return False
    before = left is not None and left.role in _ENDS | {Role.WORD}
    return before or (right is not None and right.role in _STARTS | _WORDS | {Role.OPEN})

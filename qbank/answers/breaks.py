"""Where one entry ends and the next begins, if nothing but a blank stands between them.

A number, or a sign that is close to what it signs, begins another entry: `1 2`, `1 -2`. A name, a function or a
bracket may also go on a product: `2 √3` is two entries or one.
"""

from collections.abc import Sequence
from itertools import pairwise

from qbank.answers.unreadable import Unreadable
from qbank.answers.vocabulary import BRACKETS, END, Token

_ENDS = frozenset({"number", "name", "constant", "close", "fraction", "magnitude"})
_WORDS = frozenset({"name", "constant", "function", "command", "fraction"})
_LISTS = "[⟦"  # brackets that never hold a factor


def has_break(found: Sequence[Token]) -> bool:
    """Do two operands stand side by side with nothing but a blank between them (brackets aside)?"""
    return any(
        (after.blank and (after.kind in _WORDS or after.kind == "number") and _ends(before))
        or _is_signed_entry(found, at)
        for at, (before, after) in enumerate(pairwise(found), 1)
    )


def has_sure_break(found: Sequence[Token]) -> bool:
    """Does a number or a signed entry follow upon another entry?"""
    return any(
        (after.kind == "number" and _ends(before)) or _is_signed_entry(found, at)
        for at, (before, after) in enumerate(pairwise(found), 1)
    )


def has_doubtful_break(found: Sequence[Token]) -> bool:
    """Does a blank stand before what is another entry or another factor?"""
    return any(_is_doubtful(before, after) for before, after in pairwise(found))


def multiplied(found: Sequence[Token]) -> list[Token]:
    """The tokens with every doubtful blank taken out, so that factors stand there."""
    return [
        after._replace(blank=False) if _is_doubtful(before, after) else after
        for before, after in pairwise([END, *found])
    ]


def closing(found: Sequence[Token], at: int) -> int:
    """Where the bracket that opens at `at` closes."""
    expected: list[str] = []
    for place in range(at, len(found)):
        token = found[place]
        if token.kind == "open":
            expected.append(BRACKETS[token.text])
        elif token.kind == "close":
            if not expected or expected.pop() != token.text:
                raise Unreadable("syntax", f"{token.text!r} closes nothing")
            if not expected:
                return place
    raise Unreadable("syntax", f"a {found[at].text!r} that is not closed", "close it")


def at_top(found: Sequence[Token]) -> list[Token]:
    """The tokens without what stands inside of brackets."""
    top, at = [], 0
    while at < len(found):
        top.append(found[at])
        if found[at].kind == "open":
            at = closing(found, at)
            top.append(found[at])
        at += 1
    return top


def _is_doubtful(before: Token, after: Token) -> bool:
    opens = after.kind == "open" and after.text not in _LISTS
    return after.blank and (opens or after.kind in _WORDS) and _ends(before)


def _is_signed_entry(found: Sequence[Token], at: int) -> bool:
    token, behind = found[at], found[at + 1] if at + 1 < len(found) else END
    if token.kind != "sign" or token.text not in ("-", "+") or not token.blank or behind.blank:
        return False
    return _ends(found[at - 1])


def _ends(token: Token) -> bool:
    """Can an entry end with it?"""
    return token.kind in _ENDS or token.text == "%"

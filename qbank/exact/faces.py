"""How the pieces of an expression are written in each of the three faces."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
ONE_PIECE = r"(?a)[A-Za-z]\w*|\d[\d,]*|π"  # a name or a number
ONE_LETTER = r"[^\W\d_e][⁰¹²³⁴⁵⁶⁷⁸⁹]*"  # perhaps with a power; not e


class Text:
    """The grammar of keys, in ASCII: -sqrt(6)/2, 8*d^2+2*d*f."""

    minus, plus, less, infinity, pi, log, separator = "-", "+", "-", "inf", "pi", "log", ""

    def __init__(self, group: bool) -> None:
        self.group = group

    def integer(self, digits: str) -> str:
        """A whole number that is not negative, in groups of three if that is asked."""
        if not self.group or len(digits) <= 3:
            return digits
        head = len(digits) % 3 or 3
        return self.separator.join([digits[:head], *re.findall("...", digits[head:])])

    def name(self, name: str) -> str:
        """A declared name."""
        return name

    def product(self, pieces: list[str]) -> str:
        """Factors side by side."""
        return "*".join(pieces)

    def power(self, base: str, exponent: str) -> str:
        """A power of a base that needs no parentheses."""
        return f"{base}^{exponent}" if re.fullmatch(ONE_PIECE, exponent) else f"{base}^({exponent})"

    def root(self, inside: str) -> str:
        """A square root."""
        return f"sqrt({inside})"

    def call(self, function: str, argument: str) -> str:
        """A function's value."""
        return f"{function}({argument})"

    def parenthesised(self, inside: str) -> str:
        """A sum or quotient as a base."""
        return f"({inside})"

    def fraction(self, over: str, over_is_sum: bool, under: str, under_is_one_piece: bool) -> str:
        """A quotient with the parentheses that it needs."""
        return f"{f'({over})' if over_is_sum else over}/{under if under_is_one_piece else f'({under})'}"

    def scientific(self, mantissa: str, exponent: int) -> str:
        """A decimal times a power of ten."""
        return f"{mantissa}*10^{exponent}"


class Unicode(Text):
    """For people: −√6/2, 8d² + 2df, 2,048."""

    minus, plus, less, infinity, pi, log, separator = "−", " + ", " − ", "∞", "π", "ln", ","

    def product(self, pieces: list[str]) -> str:
        written = pieces[0]
        for left, right in pairwise(pieces):
            written += right if _stands_beside(left, right) else f"·{right}"
        return written

    def power(self, base: str, exponent: str) -> str:
        if exponent.isdecimal():
            return base + exponent.translate(SUPERSCRIPTS)
        return super().power(base, exponent)

    def root(self, inside: str) -> str:
        return f"√{inside}" if re.fullmatch(ONE_PIECE, inside) else f"√({inside})"

    def scientific(self, mantissa: str, exponent: int) -> str:
        return f"{mantissa} × 10{str(exponent).translate(SUPERSCRIPTS)}"


class Latex(Text):
    r"""For LaTeX's math mode: -\frac{\sqrt{6}}{2}, 8d^2 + 2df, 2{,}048."""

    minus, plus, less, infinity, pi, log, separator = "-", " + ", " - ", r"\infty", r"\pi", "ln", "{,}"

    def name(self, name: str) -> str:
        head, _, index = name.partition("_")
        if not index and (numbered := re.fullmatch(r"([A-Za-z]+)(\d+)", name)):
            head, index = numbered.groups()
        return _upright(head) + (f"_{{{_upright(index)}}}" if index else "")

    def product(self, pieces: list[str]) -> str:
        written = pieces[0]
        for left, right in pairwise(pieces):
            if right[0].isdecimal():
                written += r" \cdot "
            elif len(left) > 1 and not left[0].isdecimal():
                written += " "
            written += right
        return written

    def power(self, base: str, exponent: str) -> str:
        return f"{base}^{exponent}" if len(exponent) == 1 else f"{base}^{{{exponent}}}"

    def root(self, inside: str) -> str:
        return rf"\sqrt{{{inside}}}"

    def call(self, function: str, argument: str) -> str:
        return rf"\{function}\left({argument}\right)"

    def parenthesised(self, inside: str) -> str:
        return rf"\left({inside}\right)"

    def fraction(self, over: str, over_is_sum: bool, under: str, under_is_one_piece: bool) -> str:
        return rf"\frac{{{over}}}{{{under}}}"

    def scientific(self, mantissa: str, exponent: int) -> str:
        return rf"{mantissa} \times 10^{{{exponent}}}"


def _stands_beside(left: str, right: str) -> bool:
    """2d, df, 2√6 without a dot; but 2·e, since 2e + 1 could be read as 20, and d·head, √2·d."""
    first = left.replace(",", "").isdecimal() or _is_one_letter(left)
    return first and (right[0] in "√(" or _is_one_letter(right))


@lru_cache(maxsize=1024)
def _is_one_letter(piece: str) -> bool:
    return re.fullmatch(ONE_LETTER, piece) is not None


def _upright(word: str) -> str:
    return word if len(word) <= 1 or word.isdecimal() else rf"\mathrm{{{word}}}"

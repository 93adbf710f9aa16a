"""Text as LaTeX: pure ASCII, every sign escaped, set by any TeX installation without further fonts."""

import re
import unicodedata
from itertools import groupby

from qbank.errors import QbankError
from qbank.markup import macros

LONGEST = 24
"""A word of more signs may be broken anywhere, so that it stays on the page."""

_ASCII = {
    "\\": r"\(\backslash\)", "{": r"\(\{\)", "}": r"\(\}\)", "$": r"\$", "&": r"\&", "%": r"\%", "#": r"\#",
    "_": r"\_", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "<": r"\(<\)", ">": r"\(>\)",
    "|": r"\(|\)", '"': r"{\ttfamily\char34}", "`": "{`}", "[": "{[}", "]": "{]}",
}  # fmt: skip
"""A bare bracket would be taken for the optional argument of what stands before it."""

_WORDS = {
    "“": r"\textquotedblleft{}", "”": r"\textquotedblright{}", "„": ",,", "‘": "`", "’": "'", "‚": ",",
    "–": r"\textendash{}", "—": r"\textemdash{}", "\u00a0": "~", "\u202f": r"\,", "\u2009": r"\,",
    "\u200b": r"\allowbreak{}", "\u00ad": r"\-", "ß": r"\ss{}", "æ": r"\ae{}", "Æ": r"\AE{}", "œ": r"\oe{}",
    "Œ": r"\OE{}", "ø": r"\o{}", "Ø": r"\O{}", "ł": r"\l{}", "Ł": r"\L{}", "ı": r"\i{}", "å": r"\aa{}",
    "Å": r"\AA{}", "§": r"\S{}", "¶": r"\P{}", "©": r"\copyright{}", "£": r"\pounds{}", "†": r"\dag{}",
    "‡": r"\ddag{}", "¡": "!`", "¿": "?`", "€": "EUR",
}  # fmt: skip

_MATHEMATICS = {
    **{sign: f"\\{name} " for name, sign in {**macros.LETTERS, **macros.OPERATORS}.items() if len(sign) == 1},
    **{sign: f"\\{name} " for name, sign in macros.BRACKETS.items() if not sign.isascii()},
    **{sign: rf"\mathbb{{{letter}}}" for letter, sign in macros.DOUBLE_STRUCK.items()},
    "−": "-", "√": r"\surd ", "∛": r"\sqrt[3]{\,}", "∜": r"\sqrt[4]{\,}", "…": r"\ldots ", "⋯": r"\cdots ",
    "⋮": r"\vdots ", "⋱": r"\ddots ", "°": r"^\circ ", "µ": r"\mu ", "⋅": r"\cdot ", "½": r"\frac12 ",
    "¼": r"\frac14 ", "¾": r"\frac34 ", "«": r"{\scriptstyle\ll}", "»": r"{\scriptstyle\gg}", "″": "''",
    "ª": "^{a}", "º": "^{o}",
}  # fmt: skip
_RAISED = {shown: sign.replace("−", "-") for sign, shown in macros.SUPERSCRIPTS.items() if sign not in "T′"}
_LOWERED = {shown: sign.replace("−", "-") for sign, shown in macros.SUBSCRIPTS.items()}
_RAISED["ᵀ"] = r"\top "

_ACCENTS = {
    "\u0300": "\\`", "\u0301": "\\'", "\u0302": r"\^", "\u0303": r"\~", "\u0304": r"\=", "\u0306": r"\u",
    "\u0307": r"\.", "\u0308": r"\"", "\u030a": r"\r", "\u030b": r"\H", "\u030c": r"\v", "\u0323": r"\d",
    "\u0327": r"\c", "\u0331": r"\b",
}  # fmt: skip

_CLUSTER = re.compile("[^\u0300-\u036f][\u0300-\u036f]*|[\u0300-\u036f]", re.DOTALL)


def escape(text: str) -> str:
    """The text as LaTeX. Raises QbankError, naming the code point, for a sign that plain LaTeX cannot set."""
    words = re.split(r"(\s+)", text)
    return "".join(_word(word) if word.strip() else _blank(word) for word in words)


def _blank(text: str) -> str:
    return "".join(sign if sign in " \n" else " " if sign == "\t" else _cluster(sign) for sign in text)


def _word(word: str) -> str:
    clusters = _CLUSTER.findall(word)
    if len(clusters) <= LONGEST:
        return _run(clusters)
    return r"\allowbreak{}".join(_run(clusters[at : at + 8]) for at in range(0, len(clusters), 8))


def _run(clusters: list[str]) -> str:
    written = "".join(_level(level, list(signs)) for level, signs in groupby(clusters, _level_of))
    written = written.replace(r"\)\(", "")  # one formula, so that a minus before ∞ is a sign and no operator
    return re.sub(r"([-,'])(?=\1)", r"\1{}", written)  # TeX would make one sign of two


def _level_of(cluster: str) -> str:
    return "^" if cluster in _RAISED else "_" if cluster in _LOWERED else ""


def _level(level: str, clusters: list[str]) -> str:
    if not level:
        return "".join(map(_cluster, clusters))
    signs = _RAISED if level == "^" else _LOWERED
    return rf"\({level}{{{''.join(signs[cluster] for cluster in clusters)}}}\)"


def _cluster(cluster: str) -> str:
    if cluster in _ASCII:
        return _ASCII[cluster]
    if cluster.isascii() and cluster.isprintable():
        return cluster
    if cluster in _WORDS:
        return _WORDS[cluster]
    if cluster in _MATHEMATICS:
        return rf"\({_MATHEMATICS[cluster]}\)"
    letter = unicodedata.normalize("NFD", cluster)
    if len(letter) == 2 and letter[0].isascii() and letter[0].isalpha() and letter[1] in _ACCENTS:
        return f"{_ACCENTS[letter[1]]}{{{letter[0]}}}"
    raise QbankError(
        f"plain LaTeX has no sign for {cluster} (U+{ord(cluster[0]):04X})",
        hint="write it in words or as mathematics",
    )

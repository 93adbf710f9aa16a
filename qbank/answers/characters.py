"""The characters that people type, mapped to the few that the grammar knows.

The table is explicit. Unicode's normalisation forms are not used: they turn 1² into 12 and 10⁻⁷ into 10-7.
A run of superscripts becomes a power, `d²` reads `d^(2)`; a run of subscripts continues a name or function,
`T₁` reads `T_1`. Whatever is not in the table is unreadable and named by its code point.
"""

import re
import unicodedata
from functools import lru_cache

from qbank import limits
from qbank.answers.unreadable import Unreadable

MINUS = "‐‑‒–—―−﹣－⁃➖˗"
BLANKS = (
    "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000\t\v\f"
)
LINES = "\r\u0085\u2028\u2029"
DROPPED = (
    "\u00ad\u034f\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2061"
    "\u2066\u2067\u2068\u2069\ufe0e\ufe0f\ufeff"
)
SINGLE_QUOTES = "‘’‚‛′＇ʼ´"
DOUBLE_QUOTES = "“”„‟″«»＂"
SUPERSCRIPTS = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁿᵈᵉᶠⁱᵏᵗˢ", "0123456789+-()ndefikts", strict=True)) | {
    "ᐟ": "/",
    "˙": "*",
}
SUBSCRIPTS = dict(zip("₀₁₂₃₄₅₆₇₈₉ₐₑₕᵢⱼₖₗₘₙₒₚₛₜᵥₓ", "0123456789aehijklmnopstvx", strict=True))
FRACTIONS = {
    "½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4", "⅕": "1/5", "⅖": "2/5", "⅗": "3/5", "⅘": "4/5",
    "⅙": "1/6", "⅚": "5/6", "⅐": "1/7", "⅛": "1/8", "⅜": "3/8", "⅝": "5/8", "⅞": "7/8", "⅑": "1/9", "⅒": "1/10",
}  # fmt: skip
SIGNS = {
    "·": "*", "⋅": "*", "•": "*", "∙": "*", "∗": "*", "⁎": "*", "✱": "*", "\u2062": "*",
    "✕": "×", "✖": "×", "⨯": "×", "╳": "×", "⨉": "×",
    "÷": "/", "∕": "/", "⁄": "/", "⧸": "/", "➗": "/",
    "➕": "+", "﹢": "+", "\u2064": "+", "\u2063": ",", "،": ",", "、": ",", "؛": ";", "٫": ".", "٬": "'",
    "∶": ":", "⟨": "<", "⟩": ">", "〈": "<", "〉": ">", "【": "[", "】": "]", "〔": "[", "〕": "]", "⟦": "[", "⟧": "]",
    "⎡": "[", "⎤": "]", "٪": "%", "﹪": "%", "≃": "≈", "≅": "≈", "∼": "~", "ϵ": "ε", "∏": "Π", "µ": "μ",
    "𝑒": "e", "ⅇ": "e", "ℯ": "e", "𝜋": "π", "ｅ": "e",
}  # fmt: skip
FULL_WIDTH = {chr(code + 0xFEE0): chr(code) for code in range(0x21, 0x7F) if not chr(code).isdigit()}
GREEK = "αβγδεζηθικλμνξοπρσςτυφχψωΓΔΘΛΞΠΣΦΨΩ"
KEPT = "×√∞≈ \n" + GREEK + "".join(FRACTIONS) + "".join(chr(code) for code in range(0x21, 0x7F))

_TABLE = (
    {char: char for char in KEPT}
    | dict.fromkeys(MINUS, "-")
    | dict.fromkeys(BLANKS, " ")
    | dict.fromkeys(LINES, "\n")
    | dict.fromkeys(DROPPED, "")
    | dict.fromkeys(SINGLE_QUOTES, "'")
    | dict.fromkeys(DOUBLE_QUOTES, '"')
    | FULL_WIDTH
    | SIGNS
    | dict.fromkeys(FULL_WIDTH.keys() & set(MINUS), "-")
)
_SUPER = "[" + "".join(SUPERSCRIPTS) + "]+"
_SUB = "([" + "".join(SUBSCRIPTS) + r"]+)(\d?)"
_SPACE = dict.fromkeys(DROPPED, "") | dict.fromkeys(BLANKS, " ") | dict.fromkeys(LINES, "\n")
_WORDS = str.maketrans(_SPACE)


def mathematics(text: str) -> str:
    """`text` in the grammar's characters; `Unreadable` names the first one that has no meaning."""
    if len(text) > limits.ANSWER_CHARACTERS:
        raise Unreadable("bound", f"{len(text):,} characters", f"write at most {limits.ANSWER_CHARACTERS:,}")
    text = text.replace("\r\n", "\n")
    if text.isascii() and text.replace("\n", "").isprintable():
        return text
    text = re.sub(_SUPER, lambda run: f"^({''.join(SUPERSCRIPTS[char] for char in run[0])})", text)
    text = re.sub(_SUB, _subscript, text)
    return "".join(_TABLE.get(char) or _other(char) for char in _one_script(text))


def prose(text: str) -> str:
    """`text` without zero-width characters and with plain blanks, otherwise as it is (tokens, options)."""
    if len(text) > limits.ANSWER_CHARACTERS:
        raise Unreadable("bound", f"{len(text):,} characters", f"write at most {limits.ANSWER_CHARACTERS:,}")
    return text.replace("\r\n", "\n").translate(_WORDS).strip()


@lru_cache(maxsize=1024)
def described(char: str) -> str:
    """`'№' (U+2116 NUMERO SIGN)`: a character that cannot be mistaken for another."""
    shown = char if char.isprintable() else "?"
    return f"{shown!r} (U+{ord(char):04X} {unicodedata.name(char, 'unnamed')})"


def _subscript(run: re.Match[str]) -> str:
    """`log₂8` is `log_2 8`, never `log_28`."""
    return "_" + "".join(SUBSCRIPTS[char] for char in run[1]) + (" " if run[2] else "") + run[2]


def _one_script(text: str) -> str:
    """Digits of any one script as ASCII digits; two scripts in one answer are more likely a fault."""
    scripts = {
        ord(char) - value: char for char in text if (value := unicodedata.decimal(char, None)) is not None
    }
    if len(scripts) > 1:
        found = " and ".join(described(char) for char in scripts.values())
        raise Unreadable("scripts", f"digits of two scripts: {found}", "write all digits in one")
    return "".join(str(unicodedata.decimal(char, char)) for char in text)


def _other(char: str) -> str:
    if char in DROPPED:
        return ""
    raise Unreadable(
        "character", f"{described(char)} has no meaning here", "write the answer without it", char=char
    )

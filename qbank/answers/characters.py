"""The characters that people type, mapped to the few that the grammar knows.

The table is explicit. Unicode's normalisation forms are not used: they turn 1² into 12 and 10⁻⁷ into 10-7.
A run of superscripts becomes a power, `d²` reads `d^(2)`; a run of subscripts continues a name or function,
`T₁` reads `T_1`. Whatever is not in the table is unreadable and named by its code point.
"""

import re
import unicodedata
from functools import lru_cache
from typing import NoReturn

from qbank import limits
from qbank.answers.unreadable import Unreadable

MINUS = "‐‑‒–—―−﹣－⁃➖˗﹘ー⸺⸻᠆֊־"
BLANKS = (
    "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f"
    "\u2800\u3000\u3164\t\v\f"
)
LINES = "\r\u0085\u2028\u2029"
DROPPED = (
    "\u00ad\u034f\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2061"
    "\u2066\u2067\u2068\u2069\ufe0e\ufe0f\ufeff"
)
SINGLE_QUOTES = "‘’‚‛′＇ʼ´"
DOUBLE_QUOTES = "“”„‟″«»＂"
SUPERSCRIPTS = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁿᵈᵉᶠⁱᵏᵗˢᵐʰˣᵀ", "0123456789+-()ndefiktsmhxT", strict=True)) | {
    "ᐟ": "/",
    "˙": "*",
}
SUBSCRIPTS = dict(zip("₀₁₂₃₄₅₆₇₈₉ₐₑₕᵢⱼₖₗₘₙₒₚₛₜᵥₓ", "0123456789aehijklmnopstvx", strict=True))
FRACTIONS = {
    "½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4", "⅕": "1/5", "⅖": "2/5", "⅗": "3/5", "⅘": "4/5",
    "⅙": "1/6", "⅚": "5/6", "⅐": "1/7", "⅛": "1/8", "⅜": "3/8", "⅝": "5/8", "⅞": "7/8", "⅑": "1/9", "⅒": "1/10",
}  # fmt: skip
SIGNS = {
    "·": "*", "⋅": "*", "•": "*", "∙": "*", "‧": "*", "・": "*", "･": "*", "∗": "*", "⁎": "*", "✱": "*", "\u2062": "*",
    "✕": "×", "✖": "×", "⨯": "×", "╳": "×", "⨉": "×", "х": "×", "Х": "×", "ˆ": "^", "↑": "^",
    "÷": "/", "∕": "/", "⁄": "/", "⧸": "/", "➗": "/",
    "➕": "+", "﹢": "+", "\u2064": "+", "\u2063": ",", "،": ",", "、": ",", "؛": ";", "٫": ".", "٬": "'",
    "。": ".", "⋯": "…",
    "∶": ":", "⟨": "<", "⟩": ">", "〈": "<", "〉": ">", "【": "[", "】": "]", "〔": "[", "〕": "]", "⟦": "[", "⟧": "]",
    **dict.fromkeys("⎡⎢⎣⎤⎥⎦⎛⎜⎝⎞⎟⎠│┃∣", "|"), "﹙": "(", "﹚": ")", "﹐": ",", "﹒": ".", "﹔": ";", "⊤": "T",
    "٪": "%", "﹪": "%", "≃": "≈", "≅": "≈", "∼": "~", "ϵ": "ε", "∏": "Π", "µ": "μ",
    "𝑒": "e", "ⅇ": "e", "ℯ": "e", "𝜋": "π", "ｅ": "e", "е": "e", "Е": "E",
}  # fmt: skip
FULL_WIDTH = {chr(code + 0xFEE0): chr(code) for code in range(0x21, 0x7F) if not chr(code).isdigit()}
GREEK = "αβγδεζηθικλμνξοπρσςτυφχψωΓΔΘΛΞΠΣΦΨΩ"
KEPT = "×√∞≈…∈ \n" + GREEK + "".join(FRACTIONS) + "".join(chr(code) for code in range(0x21, 0x7F))

ADVICE = {  # where an answer means something else without it
    "‰": "write a decimal or a fraction", "‱": "write a decimal or a fraction", "°": "write the number itself",
    "!": "write what the factorial comes to", "_": "join only names and groups of digits with it",
    "|": "write the value without bars", "\\": "write / for a fraction", "∈": "write only the value",
    "≠": "write what it is", **dict.fromkeys("±∓", "write one value"),
    **dict.fromkeys("<>≤≥⩽⩾≪≫", "write the value itself, and no bound"),
}  # fmt: skip
_TABLE = (
    {char: char for char in KEPT}
    | dict.fromkeys(MINUS, "-")
    | dict.fromkeys(BLANKS, " ")
    | dict.fromkeys(LINES, "\n")
    | dict.fromkeys(SINGLE_QUOTES, "'")
    | dict.fromkeys(DOUBLE_QUOTES, '"')
    | FULL_WIDTH
    | SIGNS
    | dict.fromkeys(FULL_WIDTH.keys() & set(MINUS), "-")
)
_VULGAR = {written: char for char, written in FRACTIONS.items()}
_PLAINLY = str.maketrans({char: plain for char, plain in _TABLE.items() if char != plain})
_READ = frozenset(KEPT) - {"√"}  # an index can stand before a root
_SUPER = "[" + "".join(SUPERSCRIPTS) + "]+"
_SUB = "([" + "".join(SUBSCRIPTS) + r"]+)(\d?)"
_NOT_BEHIND = r"(?<![\w)\]}.])"  # what is raised there is no power
_RAISED_FRACTION = _NOT_BEHIND + "([⁰¹²³⁴-⁹]+)[⁄∕/]([₀-₉]+)"
_SLASH = "[⁄∕/]"
_MIXED = rf"(?<![\d.,])(\d+)(?:\s*([⁰¹²³⁴-⁹]+){_SLASH}([₀-₉]+)|\s+([⁰¹²³⁴-⁹]+){_SLASH}(\d+))"  # 2 ¹⁄₂
_RAISED_POINT = r"(?<=\d)˙(?=\d)"  # 0˙7311
_RAISED_INDEX = _NOT_BEHIND + r"([¹²³⁴-⁹]+)\s*√"
_RAISED_MINUS = _NOT_BEHIND + r"⁻(?=\d)"
_STYLED = r"[\u2100-\u214F\U0001D400-\U0001D7FF]"
_INVISIBLE = str.maketrans("", "", DROPPED)
_SPACE = dict.fromkeys(DROPPED, "") | dict.fromkeys(BLANKS, " ") | dict.fromkeys(LINES, "\n")
_WORDS = str.maketrans(_SPACE)


def require_short(text: str) -> None:
    """Unreadable for what is too long to be an answer: before anything is looked for in it."""
    if len(text) > limits.ANSWER_CHARACTERS:
        raise Unreadable("bound", f"{len(text):,} characters", f"write at most {limits.ANSWER_CHARACTERS:,}")


def mathematics(text: str) -> str:
    """`text` in the grammar's characters; `Unreadable` names the first one that has no meaning."""
    require_short(text)
    text = text.replace("\r\n", "\n")
    if text.isascii() and text.replace("\n", "").isprintable():
        return text
    plain = text.translate(_PLAINLY)
    if _READ.issuperset(plain):  # nothing raised or lowered, nothing invisible, no digits of another script
        return plain
    # Both come before powers: ³ then counts as no digit beside ३, and nothing unseen parts ¹².
    text = _one_script(text.translate(_INVISIBLE))
    if "√" in text or "∛" in text or "∜" in text:
        text = re.sub(_RAISED_INDEX, lambda run: rf"\sqrt[{_lowered(run[1])}]", text)
        text = text.replace("∛", r"\sqrt[3]").replace("∜", r"\sqrt[4]")
    text = re.sub(_RAISED_POINT, "*", text)
    if re.search(_SUPER, text):
        text = re.sub(_MIXED, _mixed, text)
        text = re.sub(_RAISED_FRACTION, lambda run: f"({_lowered(run[1])}/{_lowered(run[2])})", text)
        text = re.sub(_SUPER, lambda run: f"^({_lowered(run[0])})", re.sub(_RAISED_MINUS, "-", text))
    text = re.sub(_SUB, _subscript, text)
    return "".join(_TABLE.get(char) or _variant(char) for char in text)


def prose(text: str) -> str:
    """`text` without zero-width characters and with plain blanks, otherwise as it is (tokens, options)."""
    require_short(text)
    return text.replace("\r\n", "\n").translate(_WORDS).strip()


@lru_cache(maxsize=1024)
def described(char: str) -> str:
    """`'№' (U+2116 NUMERO SIGN)`: a character that cannot be mistaken for another."""
    shown = char if char.isprintable() else "?"
    return f"{shown!r} (U+{ord(char):04X} {unicodedata.name(char, 'unnamed')})"


def _subscript(run: re.Match[str]) -> str:
    """`log₂8` is `log_2 8`, never `log_28`."""
    return f"_{_lowered(run[1])}{' ' if run[2] else ''}{run[2]}"


def _one_script(text: str) -> str:
    """Digits of any one script as ASCII digits; two scripts in one answer are more likely a fault."""
    scripts = {
        ord(char) - value: char for char in text if (value := unicodedata.decimal(char, None)) is not None
    }
    if len(scripts) > 1:
        found = " and ".join(described(char) for char in scripts.values())
        raise Unreadable("scripts", f"digits of two scripts: {found}", "write all digits in one")
    return "".join(str(unicodedata.decimal(char, char)) for char in text)


def typed_as(sign: str, text: str) -> str:
    """The character of `text` that was read as `sign`, so that a message quotes what was typed."""
    if sign in text:
        return sign
    if sign == "∈" and r"\in" in text:
        return r"\in"
    if sign == "^" and "**" in text:
        return "**"
    spelled = {"×": "xX", "_": "".join(SUBSCRIPTS), "^": "".join(SUPERSCRIPTS)}.get(sign, "")
    known = (char for char in text if char in spelled or _TABLE.get(char) == sign)
    return next(known, None) or next((char for char in text if _folded(char) in spelled), sign)


def _mixed(run: re.Match[str]) -> str:
    """`2 ¹⁄₂` as `2 ½`, and as `2 3/16` what has no character of its own; no power, unless the fraction is above 1."""
    above, below = _lowered(run[2] or run[4]), _lowered(run[3]) if run[3] else run[5]
    return (
        f"{run[1]} {_VULGAR.get(f'{above}/{below}', f'{above}/{below}')}"
        if int(above) < int(below)
        else run[0]
    )


def _lowered(run: str) -> str:
    return "".join(SUPERSCRIPTS.get(char) or SUBSCRIPTS[char] for char in run)


def _variant(char: str) -> str:
    """A letter of mathematical or double-struck type as a plain one; no other character is folded."""
    plain = _folded(char)
    return plain if len(plain) == 1 and _TABLE.get(plain) == plain else _refused(char)


def _folded(char: str) -> str:
    return unicodedata.normalize("NFKC", char) if re.match(_STYLED, char) else char


def _refused(char: str) -> NoReturn:
    raise Unreadable("character", f"{described(char)} has no meaning here", advice(char), char=char)


def advice(char: str) -> str:
    """What to write instead of a character that has no meaning."""
    return ADVICE.get(char, "write the answer without it")

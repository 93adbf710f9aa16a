r"""What people write around an answer: what printed it, what it is called, how sure they are of it.

`tensor(0.7311, dtype=torch.float64)`, `loss = 0.7311`, `ca. 0.7311`, `0.7311…` and `0.7311.` all say 0.7311. Only
what stands around an answer is taken off; what could be part of a calculation is left, or refused with a word.
"""

import re
from collections.abc import Container

from qbank.answers.characters import GREEK
from qbank.answers.dates import refuse_date
from qbank.answers.unreadable import Unreadable
from qbank.answers.vocabulary import CONSTANTS, FUNCTIONS

_BARE = r"[-+*/^%\d\s.,;()\[\]{}e_]*[\d)\]}%]"  # nothing around it, as with most answers
_MODULE = r"(?:\b(?:c?math|np|numpy|jnp|jax\.numpy|torch|tf|sp|sympy|mp|mpmath)\.)"
_SCALAR = (  # np.float64(0.73), float('-inf'), tensor(0.73, device='cuda:0')
    rf"(?:{_MODULE}|\b)(?:u?int\d*|b?float\d*|double|Decimal|Float|Integer|mpf|tensor|array)\("
    r"""\s*(["']?)([-+]?(?:inf|nan|[\d.]+(?:[eE][-+]?\d+)?))\1\s*(?:,[^()]*)?\)"""
)
_PI = r"(?i)\bpi\(\)"  # as in spreadsheets
_QUOTIENT = (
    rf"(?:{_MODULE}|\bfractions\.|\b)(?:Fraction|Rational)\("
    r"""\s*["']?\s*(-?\d+)\s*[,/]\s*(\d+)\s*["']?\s*\)"""
)
_PRINTED = (
    rf"(?s)(?:Parameter containing:\s*)?{_MODULE}?(?:[Tt]ensor|FloatTensor|(?:Device)?[Aa]rray|[Mm]atrix|[Vv]ector"
    r"|TensorShape|[Ss]ize|[Ss]hape|Parameter|constant|list|tuple|c(?=\([^()]*,))\s*\("
    r"(.*?)(?:,\s*(?:dtype|device|requires_grad|grad_fn|shape|size|layout|weak_type|numpy)\s*=.*)?\)\Z"
)
_NUMBERED = r"(?:\A|\n)[ \t]*\[\d+\][ \t]+(?=[-+.\d])"  # R says in each line where it goes on
_WORD = rf"[A-Za-z{GREEK}](?:[\w.']|_\{{[^{{}}=]*\}})*"
_NAMED = rf"(?!lambda\b)({_WORD}(?:\s+{_WORD})*)(\([^()=]*\))?\s*(:=|=|≈|:)\s*(?=\S)"
_SIZED = r"(?i)(?:shape|size|dim(?:ension)?s?)\s*(?=\[)"
_ABOUT = (
    r"(?:(?i:ca|circa|approx(?:imately)?|about|roughly|around|etwa|rund|environ)\b\.?"
    r"|(?i:(?:the\s+)?answer\s+is)\b:?|[=≈~])\s*"
)
_PERCENT = r"(?i)\s*(?<![a-z])(?:per ?cent|pct|prozent)\b\.?"
_ABBREVIATED = r"(?<=[A-Za-z])\.(?=\s|\Z)"  # 2.36 Mio. parameters
_GOES_ON = r"(\d[.,]\d+) ?(?:…|\.{3,})(?!\s*\d)"  # 0.7311…
_BROKEN = r"(?<=[-+*/(^×=])[ \t]*\n\s*"  # a formula goes on behind a sign
_DAY = r"0\d\.\d\d\."  # 04.03. is a date, 12.5. a number at the end of a sentence
_PERIODIC = r"\d\.\d*\(\d+\)|\A\s*[-+]?\d+,\d*\(\d+\)\s*\Z"  # a comma in [1,(2)] separates
_HEXADECIMAL = r"(?<![\w.])0[xX][0-9a-fA-F]+\b"
_LOST = (  # the British decimal point; a power of ten that was pasted without its height; an exponent that stands apart
    (r"(\s*[-−+]?\d+)[·•∙⋅‧・˙](\d+\s*)", r"\1.\2"),
    (r"(\s*[-−+]?[\d.,]+\s*[×xX*·⋅]\s*10)\s*([-−–]?\d{1,2}\s*)", r"\1^\2"),
    (r"(\s*[-−+]?[\d.,]+)\s+e\s*([-−+]?\d{1,3}\s*)", r"\1e\2"),
)
_REPEATING = r"\s*([-−+]?)(\d*[.,](\d{1,40}))(?:…|\.{3})\s*"  # 0.66… is perhaps 2/3
_APART = r"(?<=\d)[ \t]+E[ \t]*(?=[-+]?\d+\Z)"  # 1.8944 E+7
_PLAIN_SIDES = r"(?:\s*(?:[\w.]{1,9}|\([\w.+*^ -]{1,15}\)|[A-Za-z]\([\w.+*^ -]{1,15}\))\s*(?::|\Z)){2}"
_RATIO = r"\s*\d+\s*:\s*\d+\s*"


def bare(text: str, names: Container[str] = ()) -> str:
    """The answer without what stands around it; `names` are declared, so that `d: 2` is no name and its value."""
    if "*^" in text:
        text = text.replace("*^", "*10^")  # as Mathematica prints it
    if not re.fullmatch(_BARE, text) or "..." in text or text.startswith("[1] "):
        text = _without_surroundings(text, names)
    _refuse(text)
    return text


def sides(text: str) -> list[str]:
    """`e/(e+1) = 0.7311` is one answer in two forms. Raises Unreadable where there are more."""
    found = [side.strip() for side in re.split("[=≈]", text)]
    if len(found) == 2 and not all(found):
        raise Unreadable("form", "nothing on one side of an equals sign", "write only what comes out")
    if len(found) > 2:
        raise Unreadable("form", "several equals signs", "write only what comes out")
    return found


def otherwise(text: str) -> list[str]:
    """What a person may have meant by a text that says something else, as far as it is known."""
    ways = [re.sub(pattern, plain, text) for pattern, plain in _LOST if re.fullmatch(pattern, text)]
    if found := re.fullmatch(_REPEATING, text):
        sign, number, places = found[1], found[2].replace(",", "."), len(found[3])
        ways.append(f"{sign}({number}+{found[3][-1]}/{9 * 10**places})")
    return ways


def _without_surroundings(text: str, names: Container[str]) -> str:
    text = re.sub(_BROKEN, "", text) if "\n" in text else text
    text = re.sub(_APART, "E", text) if "E" in text else text
    text = _unnamed(_unprinted(text), names)
    if "p" in text or "P" in text:
        text = re.sub(_PERCENT, "%", text)
    if "…" in text or "..." in text:
        text = re.sub(_GOES_ON, r"\1", text)
    if "." in text:
        text = re.sub(_ABBREVIATED, "", text)
    if text.endswith(".") and not text.endswith("..") and not re.fullmatch(_DAY, text):
        text = text[:-1].rstrip()
    return text.removesuffix(";").rstrip()


def _unprinted(text: str) -> str:
    """Without what Python, NumPy, PyTorch, SymPy or R print around a value."""
    if "(" in text:
        text = re.sub(_PI, "pi", text) if "()" in text else text
        text = re.sub(_QUOTIENT, r"(\1/\2)", re.sub(_SCALAR, r"\2", text))
        if text.endswith(")") and (found := re.match(_PRINTED, text)):
            text = found[1].strip()
    text = re.sub(_NUMBERED, " ", text).strip() if text.startswith("[1] ") else text
    return re.sub(_MODULE + "(?=[a-z])", "", text) if "." in text else text


def _unnamed(text: str, names: Container[str]) -> str:
    """Without `loss =` or `about` before it; `sin(0) = 0` and `e : (e+1)` are calculations."""
    text = _without_doubt(text, names)
    label = re.match(_NAMED, text) if "=" in text or ":" in text or "≈" in text else None
    if label and not _is_calculated(label, names):
        text = _unprinted(text[label.end() :])
        if re.match(_NAMED, text):
            raise Unreadable("form", "several names before the answer", "write only what comes out")
    elif "[" in text and (found := re.match(_SIZED, text)):
        text = text[found.end() :]
    return _without_doubt(text, names)


def _without_doubt(text: str, names: Container[str]) -> str:
    found = re.match(_ABOUT, text)
    return text[found.end() :] if found and found[0].strip(" .") not in names else text


def _is_calculated(label: re.Match[str], names: Container[str]) -> bool:
    """Is what looks like a label a value itself?"""
    if label[2]:
        return label[1] in FUNCTIONS or label[1] in names
    return label[3] == ":" and (label[1] in CONSTANTS or label[1] in names)


def _refuse(text: str) -> None:
    """What looks like a number and is another, or none."""
    if ":" in text:
        above, _, below = text.partition(":")
        plain = re.fullmatch(_PLAIN_SIDES, text) is not None
        hint = f"write / to divide, as in {above.strip()}/{below.strip()}" if plain else "write / to divide"
        if re.fullmatch(_RATIO, text):
            raise Unreadable("date", f"{text} is a ratio or a time", hint)
        refuse_date(text)
        raise Unreadable("syntax", "a colon", hint)
    if "(" in text and re.search(_PERIODIC, text):
        raise Unreadable("form", "a decimal with brackets behind it", "write it as a fraction")
    if "0" in text and re.search(_HEXADECIMAL, text):
        raise Unreadable("form", "a hexadecimal number", "write it with the digits 0 to 9")

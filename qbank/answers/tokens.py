"""Text into tokens: numbers, words, signs, separators.

What a word means depends on the question: `2df` is 2·d·f unless `df` is declared, and `x` is a times sign unless
it is. `Vocabulary` holds what a question knows; a run of letters is split into its words, longest first.
"""

import re
from functools import lru_cache
from typing import NamedTuple

from flint import fmpq

from qbank import limits
from qbank.answers.characters import GREEK as GREEK_LETTERS
from qbank.answers.digits import Digits
from qbank.answers.latex import GREEK
from qbank.answers.tree import Literal, decimal
from qbank.answers.unreadable import Unreadable, ungrouped
from qbank.errors import did_you_mean

FUNCTIONS = ("sqrt", "exp", "log", "ln", "log2", "log10", "sin", "cos")
CONSTANTS = {"e": "e", "pi": "pi", "π": "pi", "inf": "inf", "infinity": "inf", "infty": "inf", "∞": "inf"}
SPELLED = {"log_2": "log2", "log_10": "log10", "log_e": "log", "√": "sqrt"}
SPOKEN = {"plus": "+", "minus": "-", "times": "×"}
SIGNS = {"+": "+", "-": "-", "*": "*", "×": "×", "/": "/", "^": "^", "**": "^", "%": "%"}
LETTERS = "A-Za-z" + GREEK_LETTERS
_NAME = rf"[{LETTERS}][{LETTERS}\d_]*"
BRACKETS = {"(": ")", "[": "]", "{": "}", "⟦": "⟧"}
MAGNITUDES = {
    "k": 3, "K": 3, "M": 6, "B": 9, "b": 9, "T": 12, "thousand": 3, "million": 6, "billion": 9, "trillion": 12,
    "millions": 6, "billions": 9, "mn": 6, "mln": 6, "bn": 9, "tsd": 3, "mio": 6, "mrd": 9, "tausend": 3,
    "millionen": 6, "milliarde": 9, "milliarden": 9, "milliard": 9, "milliards": 9,
}  # fmt: skip
NOT_A_NUMBER = frozenset({"nan", "NaN", "NAN", "Nan", "none", "None", "null"})


class Token(NamedTuple):
    """`kind`: number name constant function command sign magnitude fraction open close separator end."""

    kind: str
    text: str
    blank: bool = False  # stands a blank before it?
    value: fmpq | None = None
    places: int = 0  # decimal places of a number as typed, negative with 1e7
    euler: bool = False  # 2e+1, which is 20 or 2·e + 1


END = Token("end", "")


def is_name(text: str) -> bool:
    """Can it be a declared name: a letter, then letters, digits and underscores?"""
    return re.fullmatch(_NAME, text) is not None


class Vocabulary(NamedTuple):
    """The words of one question: spelling → (kind, what it stands for)."""

    words: dict[str, tuple[str, str]]
    names: tuple[str, ...]
    lenient: bool
    longest: int  # word's length


@lru_cache(maxsize=1024)
def vocabulary(names: tuple[str, ...] = (), lenient: bool = True, without: str = "") -> Vocabulary:
    """What may stand in an answer about `names`; a declared name wins over any other word of its spelling.

    `without` lists magnitudes that do not count, such as `Bb` in a question about bytes; "*" leaves out all.
    """
    words = {name: ("constant", value) for name, value in CONSTANTS.items()}
    words |= {name: ("function", name) for name in FUNCTIONS}
    if lenient:
        words |= {name: ("function", value) for name, value in SPELLED.items()}
        words |= {word: ("sign", sign) for word, sign in SPOKEN.items()}
        words |= {"oo": ("constant", "inf")} if "o" not in names else {}
        words |= {
            word: ("magnitude", word) for word in MAGNITUDES if without != "*" and word not in tuple(without)
        }
        long = [(word, meaning) for word, meaning in words.items() if len(word) > 1]
        words |= {way(word): meaning for word, meaning in long for way in (str.capitalize, str.upper)}
        words |= {"x": ("sign", "×"), "X": ("sign", "×")}
        words |= {spelling: ("name", name) for name in names for spelling in _spellings(name, names)}
    words |= {name: ("name", name) for name in names}
    return Vocabulary(words, names, lenient, max(map(len, words)))


def _spellings(name: str, names: tuple[str, ...]) -> set[str]:
    """Other ways to write a declared name: `T_1` for `T1`, `dmodel` for `d_model`, `ε` for `epsilon` or `eps`.

    Not those that are a product of other names, as `dk` is where d and k are declared.
    """
    head, mark, tail = name.partition("_")
    letter = "ε" if head == "eps" else GREEK.get(head)
    spellings = {head + tail, re.sub(r"(?<=[A-Za-z])(\d+)$", r"_\1", name)}
    spellings |= {letter + mark + tail, letter + tail} if letter else set()
    product = re.compile(f"(?:{'|'.join(map(re.escape, names))})+")
    return {spelling for spelling in spellings if not product.fullmatch(spelling)}


_OTHER = (  # what is no number; compiled once for all ways to write these
    rf"(?s)(?P<blank>\ +)?(?:(?P<word>[{LETTERS}][{LETTERS}\d_]*|√|∞)|(?P<sign>\*\*|[-+*/^%×])"
    r"|(?P<open>[(\[{⟦])|(?P<close>[)\]}⟧])|(?P<separator>[,;&\n])|(?P<fraction>[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒])"
    r"|\\(?P<command>frac|sqrt)|(?P<other>.)|$)"
)


@lru_cache(maxsize=64)
def _number_pattern(digits: Digits) -> re.Pattern[str]:
    point = re.escape(digits.decimal)
    tail = rf"{point}\d*" if digits.decimal == "." else rf"{point}\d+"
    whole = r"\d+"
    if digits.groups:
        signs = re.escape(digits.groups)
        whole = rf"[1-9]\d{{0,2}}(?P<group>[{signs}])\d{{3}}(?:(?P=group)\d{{3}})*(?!\d)|\d+"
    number = rf"(?P<whole>(?:{whole})(?:{tail})?|{point}\d+)(?:(?P<e>[eE])(?P<power>[+-]?\d+))?"
    return re.compile(rf"(?P<blank>\ +)?{number}")


def tokens(
    text: str, digits: Digits, words: Vocabulary, euler: bool = False, bound: int | None = None
) -> list[Token]:
    """The tokens of `text`, the last one of kind `end`. With `euler`, `2e+1` is 2·e + 1 instead of 20.

    Raises Unreadable for a character or name without meaning and past the bounds on tokens and digits.
    """
    most = limits.ANSWER_TOKENS if bound is None else bound
    found: list[Token] = []
    ends: dict[int, int] = {}
    number, other, at = _number_pattern(digits).match, re.compile(_OTHER).match, 0
    while match := number(text, at) or other(text, at):
        kind = match.lastgroup
        if kind in (None, "blank"):
            break
        at = match.end()
        blank = match["blank"] is not None
        if kind in ("whole", "power"):
            if euler and _may_be_euler(match):
                at = match.start("e")
            found.append(_number(match, digits, blank, at < match.end(), words.lenient))
        elif kind == "word":
            at = _words(text, match.span("word"), words, blank, ends, found)
        elif kind == "sign":
            found.append(Token("sign", SIGNS[match["sign"]], blank))
        elif kind == "other":
            char = match["other"]
            if char == "'" and found and found[-1].kind == "number":
                raise ungrouped("an apostrophe", char)
            raise Unreadable(
                "character", f"{char!r} has no meaning here", "write the answer without it", char=char
            )
        else:
            found.append(Token(str(kind), match[str(kind)], blank))
        if len(found) > most:
            raise Unreadable("bound", f"more than {most} numbers, names and signs")
    found.append(END)
    return found


def number_alone(text: str, digits: Digits) -> Literal | None:
    """The number that a text of digits and the signs between them is; None where it is none."""
    found = _number_pattern(digits).fullmatch(text)
    if found is None:
        return None
    whole, _, fraction = text.partition(digits.decimal)
    for sign in digits.groups if not whole.isdigit() else "":
        whole = whole.replace(sign, "")
    return decimal(whole, fraction)


def _may_be_euler(match: re.Match[str]) -> bool:
    """Is `2e+1` perhaps 2·e + 1? Not 1e-9, not 1.5e-4, not 2e-04, not 2E+1, not 2e3."""
    return (
        match["e"] == "e" and match["whole"].isdigit() and match["whole"] != "1" and len(match["power"]) == 2
    )


def _number(match: re.Match[str], digits: Digits, blank: bool, without_power: bool, bounded: bool) -> Token:
    whole, _, fraction = match["whole"].partition(digits.decimal)
    for sign in digits.groups:
        whole = whole.replace(sign, "")
    most = limits.NUMBER_DIGITS if bounded else limits.KEY_DIGITS
    if len(whole) + len(fraction) > most:
        raise Unreadable("bound", f"a number with more than {most:,} digits")
    power = 0 if without_power or not match["power"] else int(match["power"][:8])
    if abs(power) > limits.DECIMAL_EXPONENT:
        raise Unreadable("bound", f"a power of ten beyond {limits.DECIMAL_EXPONENT}")
    places = len(fraction) - power
    mantissa = int(whole + fraction)
    value = fmpq(mantissa, 10**places) if places > 0 else fmpq(mantissa * 10**-places)
    euler = bool(match["power"]) and not without_power and _may_be_euler(match)
    return Token("number", match["whole"], blank, value, places, euler)


def _words(
    text: str,
    span: tuple[int, int],
    words: Vocabulary,
    blank: bool,
    ends: dict[int, int],
    found: list[Token],
) -> int:
    """Append the words of a run of letters and digits; where they end (its digits are numbers again)."""
    at, stop = span
    run = text[at:stop]
    if run in words.words:
        found.append(Token(*words.words[run], blank))
        return stop
    if run in NOT_A_NUMBER:
        raise Unreadable("nan", f"{run!r} is no value", "write the number")
    if run == "E" and words.lenient and not (found and found[-1].kind == "number"):
        found.append(Token("constant", "e", blank))  # as SymPy prints it; not 18E
        return stop
    if words.lenient and at not in ends:
        _split(text, span, words, ends)
    if at not in ends:
        raise _unknown(run, words.names, text.startswith("(", stop))
    while at < stop and not text[at].isdigit():
        found.append(Token(*words.words[text[at : ends[at]]], blank and at == span[0]))
        at = ends[at]
    return at


def _unknown(run: str, names: tuple[str, ...], called: bool) -> Unreadable:
    known = (*names, *FUNCTIONS)
    if called and len(run) > 1:
        return Unreadable("name", f"unknown function {run!r}", f"known here: {', '.join(known)}")
    return Unreadable("name", f"unknown name {run!r}", did_you_mean(run, known) if names else None)


def _split(text: str, span: tuple[int, int], words: Vocabulary, ends: dict[int, int]) -> None:
    """Add start → end of the words of `T2xT1` (T2, x, T1) or `sqrt2`; digits follow a function or times sign only.

    What is found for a run also serves what is left of it behind a number, so that no run is split twice.
    """
    start, stop = span
    ends[stop] = number = stop
    for at in range(stop - 1, start - 1, -1):
        if text[at].isdigit():
            number = number if at + 1 < stop and text[at + 1].isdigit() else at + 1
            if number in ends:
                ends[at] = number
            continue
        for end in range(min(stop, at + words.longest), at, -1):
            meaning = words.words.get(text[at:end]) if end in ends else None
            if meaning and (not text[end : end + 1].isdigit() or meaning[0] in ("function", "sign")):
                ends[at] = end
                break

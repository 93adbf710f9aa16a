"""The words of a formula, and what they mean in one question.

`2df` is 2·d·f unless `df` is declared, and `x` is a times sign unless it is. `Vocabulary` holds what a question
knows.
"""

import re
from functools import lru_cache
from typing import NamedTuple

from flint import fmpq

from qbank.answers.characters import GREEK as GREEK_LETTERS
from qbank.answers.latex import GREEK

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
    ready: dict[str, Token]  # as they stand in a text, with or without a blank before them


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
    signs = {sign: ("sign", meaning) for sign, meaning in SIGNS.items()}
    signs |= {opening: ("open", opening) for opening in BRACKETS}
    signs |= {closing: ("close", closing) for closing in BRACKETS.values()}
    signs |= {separator: ("separator", separator) for separator in ",;&\n"}
    ready = {
        blank + text: Token(*meaning, bool(blank))
        for text, meaning in (words | signs).items()
        for blank in ("", " ")
    }
    return Vocabulary(words, names, lenient, max(map(len, words)), ready)


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

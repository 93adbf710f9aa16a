"""Text into tokens: numbers, words, signs, separators.

What a word means depends on the question (see `vocabulary`); a run of letters is split into its words, longest first.
"""

import re
from functools import lru_cache

from flint import fmpq

from qbank import limits
from qbank.answers.characters import advice
from qbank.answers.digits import Digits
from qbank.answers.tree import Literal, decimal
from qbank.answers.unreadable import Unreadable, ungrouped
from qbank.answers.vocabulary import END, FUNCTIONS, LETTERS, NOT_A_NUMBER, SIGNS, Token, Vocabulary
from qbank.errors import did_you_mean

_OTHER = (  # what is no number
    rf"(?P<sign>\*\*|[-+*/^%×])|(?P<word>[{LETTERS}][{LETTERS}\d_]*|√|∞)"
    r"|(?P<open>[(\[{⟦])|(?P<close>[)\]}⟧])|(?P<separator>[,;&\n])|(?P<fraction>[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒])"
    r"|\\(?P<command>frac|sqrt)|(?P<other>.)|$"
)


@lru_cache(maxsize=64)
def _pattern(digits: Digits) -> re.Pattern[str]:
    """One token, with the blanks before it."""
    return re.compile(rf"(?s)\ *(?:(?P<number>{_number_pattern(digits).pattern})|{_OTHER})")


@lru_cache(maxsize=64)
def _number_pattern(digits: Digits) -> re.Pattern[str]:
    point = re.escape(digits.decimal)
    tail = rf"{point}\d*" if digits.decimal == "." else rf"{point}\d+"
    whole = r"\d+"
    if digits.groups:
        signs = re.escape(digits.groups)
        whole = rf"[1-9]\d{{0,2}}(?P<group>[{signs}])\d{{3}}(?:(?P=group)\d{{3}})*(?!\d)|\d+"
    return re.compile(rf"(?P<whole>(?:{whole})(?:{tail})?|{point}\d+)(?:(?P<e>[eE])(?P<power>[+-]?\d+))?")


def tokens(
    text: str, digits: Digits, words: Vocabulary, euler: bool = False, bound: int | None = None
) -> list[Token]:
    """The tokens of `text`, the last one of kind `end`. With `euler`, `2e+1` is 2·e + 1 instead of 20.

    Raises Unreadable for a character or name without meaning and past the bounds on tokens and digits.
    """
    most, at, ended = limits.ANSWER_TOKENS if bound is None else bound, 0, False
    found: list[Token] = []
    ends: dict[int, int] = {}
    while not ended:  # again where a token took less than what it was found in
        ended = True
        for match in _pattern(digits).finditer(text, at):
            if token := words.ready.get(match[0]) or _whole(match[0]):
                found.append(token)
            elif (at := _token(match, text, digits, words, euler, ends, found)) < match.end():
                ended = False
                break
            if len(found) > most:
                raise Unreadable("bound", f"more than {most} numbers, names and signs")
    found.append(END)
    return found


def _whole(piece: str) -> Token | None:
    """A whole number without a power of ten behind it, as most are."""
    written = piece.lstrip(" ")
    if not written.isdigit() or len(written) > limits.NUMBER_DIGITS:
        return None
    return Token("number", written, len(written) < len(piece), fmpq(int(written)))


def _token(
    match: re.Match[str],
    text: str,
    digits: Digits,
    words: Vocabulary,
    euler: bool,
    ends: dict[int, int],
    found: list[Token],
) -> int:
    """Append a token that is not ready made, or the words of a run; where it ends."""
    kind, blank = match.lastgroup, match[0].startswith(" ")
    if kind is None:  # nothing but blanks
        return match.end()
    if kind == "number":
        cut = euler and match["e"] is not None and _may_be_euler(match)
        found.append(_number(match, digits, blank, cut, words.lenient))
        return match.start("e") if cut else match.end()
    if kind == "word":
        return _words(text, match.span(kind), words, blank, ends, found)
    if kind == "other":
        char = match["other"]
        if char == "'" and found and found[-1].kind == "number":
            raise ungrouped("an apostrophe", char)
        raise Unreadable("character", f"{char!r} has no meaning here", advice(char), char=char)
    found.append(Token(kind, SIGNS.get(match[kind], match[kind]), blank))
    return match.end()


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
    written, power_of_ten = match["whole"], match["power"]
    whole, _, fraction = written.partition(digits.decimal)
    for sign in digits.groups if not whole.isdigit() else "":
        whole = whole.replace(sign, "")
    if power_of_ten and written.count(".") == 1 and "." in digits.groups and digits.decimal not in written:
        whole, _, fraction = written.partition(".")  # nobody groups the digits of 7.311e-1
    most = limits.NUMBER_DIGITS if bounded else limits.KEY_DIGITS
    if len(whole) + len(fraction) > most:
        raise Unreadable("bound", f"a number with more than {most:,} digits")
    if without_power or not power_of_ten:
        number = decimal(whole, fraction)
        return Token("number", written, blank, number.value, number.places)
    power = int(power_of_ten[:8])
    if abs(power) > limits.DECIMAL_EXPONENT:
        raise Unreadable("bound", f"a power of ten beyond {limits.DECIMAL_EXPONENT}")
    places, mantissa = len(fraction) - power, int(whole + fraction)
    value = fmpq(mantissa, 10**places) if places > 0 else fmpq(mantissa * 10**-places)
    return Token("number", written, blank, value, places, _may_be_euler(match))


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

"""Sequences of tokens, exactly as they are spelled."""

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from qbank import limits
from qbank.answers import slips
from qbank.answers.characters import FULL_WIDTH, described, prose
from qbank.answers.kinds import ALONE, Face, Key, Kind, Setting
from qbank.answers.spellings import folded, look_alike, other_lists
from qbank.answers.unreadable import Unreadable
from qbank.answers.verdict import Credit, Diagnosis, Outcome
from qbank.errors import QbankError

_PIECE = r"""(?x)\s*(?:(?P<separator>[,;])|"(?P<double>(?:[^"\\]|\\.)*)"|'(?P<single>(?:[^'\\]|\\.)*)'
    |[“„](?P<curly>[^“”„]*)[“”]|[‘‚](?P<high>[^‘’‚]*)[‘’]|[«»‹›](?P<pointed>[^«»‹›]*)[«»‹›]|`(?P<ticked>[^`]*)`
    |(?P<angled><[^<>\s]+>)|(?P<bare>[^\s,;]+))"""
_QUOTED_GROUPS = ("double", "single", "curly", "high", "pointed", "ticked")
_OPENING = '"“„«»‹›'
_QUOTES = _OPENING + "'”‟‘’‚`"
_PLAIN = (  # what needs no quotes
    rf"<[^<>\s,;\\{_QUOTES}]+>|[^\s,;\[\](){{}}<\\{_QUOTES}][^\s,;\[\](){{}}\\{_QUOTES}]*"
)
_SPECIAL = r"<\|([^<>\s]+)\|>|<([^<>\s]+)>|\[([^\[\]\s]+)\]"
_QUOTED = r'"(?:[^"\\]|\\.)*"'
_ESCAPE = r"(?s)\\(.)"
_ALL_ALIKE = "|".join(
    rf"{token}(?: *, *{token})*|{token}(?: +{token})*"
    for token in (r"\w+", r'"\w+"', r"'\w+'", r"(?:<\w+>|\w+)")
)
_SIMPLE = rf"(?a)[ \n]*([\[(]?)({_ALL_ALIKE})([\])]?)[ \n]*"
_PAIRS = {"[": "]", "(": ")", "{": "}"}
_LATEX = {char: "\\" + char for char in "_%#&${}"} | {
    "\\": r"\textbackslash{}", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}",
}  # fmt: skip
_PLAIN_LATEX = {written: char for char, written in _LATEX.items()}
_LATEX_SIGN = r"\\text[a-z]+\{\}|\\[_%#&${}]"
_SPACED = r"<\s+([^<>\s]+)\s*>|<([^<>\s]+)\s+>"
_FENCES = {"langle": "<", "rangle": ">", "lbrack": "[", "rbrack": "]", "{": "{", "}": "}", "to": "→"}
_FENCE = (
    r"\\(?:left|right|[Bb]igg?[lr]?(?![A-Za-z])|quad|[()\[\],;: ])"
    r"|\\(langle|rangle|lbrack|rbrack|to(?![A-Za-z])|[{}])\s*"
)
_DOLLARS = r"\$(?=[\[(<\\])|(?<=[\])>}])\$|\A\$(?=[^\s,;$][^$]*\$\Z)|(?<=[^\s,;])\$\Z"
_PRINTED = (
    r"(?s)\A(?:np\.|torch\.)?(?:array|list|tuple|tensor|LongTensor)"
    r"\(\s*([\[(].*?[\])])\s*(?:,\s*(?:dtype|device)\s*=.*)?\)\Z"
)
_NAMED = r"\A\w[\w ]*[=:]\s*(?=[\[({])"
_STOP = r"(?<=[\])}>])\.\Z"
_WIDTHS = FULL_WIDTH | {chr(0xFF10 + digit): str(digit) for digit in range(10)}
_SIGNS = str.maketrans(
    _WIDTHS | {"、": ",", "،": ",", "؛": ";", "⟨": "<", "⟩": ">", "〈": "<", "〉": ">", "【": "[", "】": "]"}
)
_FOLDED = str.maketrans(_WIDTHS)
_LATEX_TEXT = r"\\(?:text|texttt|mathrm)\{((?:[^{}\\]|\\[_%#&${}]|\\text[a-z]+\{\})*)\}"


class Spelled(NamedTuple):
    """Tokens that were read, and these without the brackets of special ones, as they are compared."""

    value: tuple[str, ...]
    bare: tuple[str, ...]


class Tokens(Kind):
    """`[BOS, A, B]`; brackets, quotes and the < > around special tokens may be left out."""

    name = "tokens"

    def spec(self) -> dict[str, Any]:
        return {"kind": "tokens"}

    def write(self, value: Any) -> str:
        return f"[{','.join(map(_written, _strings(value)))}]"

    def read_key(self, text: Any) -> tuple[str, ...]:
        return spelled(str(text))

    def display(self, value: Any, face: Face = "unicode", locale: str | None = None) -> str:
        shown = map(_written, _strings(value))
        return f"[{', '.join(_latex(token) if face == 'latex' else token for token in shown)}]"

    def target(self, value: Any) -> tuple[str, ...]:
        return tuple(map(_bare, _strings(value)))

    def readings(self, text: str, setting: Setting = ALONE) -> tuple[Spelled, ...]:
        return (_bared(plain_words(text) or spelled(_tidied(prose(text)))),)

    def spares(self, text: str, setting: Setting, code: str | None) -> tuple[Spelled, ...]:
        found, simple = list[Spelled](), plain_words(text)
        text = _without_brackets(_tidied(prose(text)).rstrip("."))
        for other in other_lists(text):
            if simple and other == text:
                continue
            try:
                found.append(_bared(spelled(other)))
            except Unreadable:
                continue
        return tuple(found)

    def agrees(self, target: tuple[str, ...], reading: Spelled) -> bool:
        return reading.bare == target

    def compare(self, target: tuple[str, ...], reading: Spelled, credit: Credit) -> Outcome:
        if not self.agrees(target, reading) and tuple(map(look_alike, reading.bare)) == target:
            pairs = zip("".join(reading.bare), "".join(target), strict=True)
            other = next(typed for typed, asked in pairs if typed != asked)
            raise Unreadable(
                "character", f"{described(other)} is another letter than it looks like", "type it in Latin"
            )
        return super().compare(target, reading, credit)

    def slips(self, key: Key, reading: Spelled, outcome: Outcome) -> Iterable[Diagnosis]:
        return slips.of_sequence(key.target, reading.value)

    def echo(self, reading: Spelled) -> str:
        return self.display(reading.value)

    def exactly(self, value: Any) -> Spelled:
        return _bared(_strings(value))


def _bared(tokens: tuple[str, ...]) -> Spelled:
    return Spelled(tokens, tuple([_bare(token) for token in tokens]))


def plain_words(text: str) -> tuple[str, ...]:
    """The tokens of a text that is nothing but words, all plain or all in quotes, between commas or blanks.

    That is how tokens are mostly typed, and then nothing needs to be tidied or told apart. None of any other text.
    """
    found = re.fullmatch(_SIMPLE, text) if len(text) <= limits.ANSWER_TOKENS else None
    if not found or _PAIRS.get(found[1], "") != found[3]:
        return ()
    return tuple(re.findall(r"<?\w+>?", found[2]))


def spelled(text: str) -> tuple[str, ...]:
    """The tokens of a text: between commas or semicolons where there are any, else between blanks."""
    text = _without_brackets(re.sub(_LATEX_TEXT, _from_latex, text).strip())
    if fault := next((char for char in text if not char.isprintable() and char != "\n"), None):
        raise Unreadable(
            "character", f"{described(fault)} has no meaning here", "write the tokens without it"
        )
    groups: list[list[re.Match[str]]] = [[]]
    for piece in re.finditer(_PIECE, text.rstrip()):
        if piece["separator"]:
            groups.append([])
        else:
            groups[-1].append(piece)
    if len(groups) > 1:
        found = [_joined(group, text) for group in (groups if groups[-1] else groups[:-1])]
    else:
        found = [_unquoted(piece) for piece in groups[0]]
    if "" in found:
        raise Unreadable("syntax", "an empty token", "write each token")
    if len(found) > limits.ANSWER_TOKENS:
        raise Unreadable("bound", f"more than {limits.ANSWER_TOKENS} tokens")
    return tuple(found)


def _tidied(text: str) -> str:
    """The text as it would be typed by hand: without what LaTeX and Python put around it, in plain signs."""
    text = "".join(
        part if part[:1] == '"' else part.translate(_SIGNS) for part in re.split(f"({_QUOTED})", text)
    )
    if '"' not in text and ("\\" in text or "$" in text):
        text = re.sub(_LATEX_TEXT, _from_latex, text)
        text = re.sub(_FENCE, lambda fence: _FENCES.get(fence[1], ""), text).strip()
        text = re.sub(_DOLLARS, "", text)
    if found := re.match(_PRINTED, text):
        text = found[1]
    text = re.sub(_SPACED, r"<\1\2>", re.sub(_STOP, "", re.sub(_NAMED, "", text)))
    for opening, closing in _PAIRS.items():
        if text[:1] == opening and closing not in text:
            raise Unreadable("syntax", f"a {opening!r} that is not closed", "close it")
        if text[-1:] == closing and opening not in text:
            raise Unreadable("syntax", f"{closing!r} closes nothing", "open it")
    return text


def _joined(group: list[re.Match[str]], text: str) -> str:
    """What stands between two commas, as one token."""
    if not group:
        raise Unreadable("syntax", "a token is missing between two separators", "write each token")
    return _unquoted(group[0]) if len(group) == 1 else text[group[0].start() : group[-1].end()].strip()


def _unquoted(piece: re.Match[str]) -> str:
    if plain := piece["bare"] or piece["angled"]:
        if plain[0] in _OPENING:
            raise Unreadable("syntax", "a quote that is not closed", "close it")
        return plain
    inside = (piece[name] for name in _QUOTED_GROUPS)
    return re.sub(_ESCAPE, r"\1", next(text for text in inside if text is not None))


def _without_brackets(text: str) -> str:
    """`text` without the one pair of brackets around all of it; those inside of quotes do not count."""
    if len(text) < 2 or _PAIRS.get(text[0]) != text[-1]:
        return text
    depth, inner = 0, re.sub(_QUOTED, "", text[1:-1])
    for char in inner:
        depth += (char == text[0]) - (char == text[-1])
        if depth < 0:
            return text
    return text[1:-1]


def _written(token: str) -> str:
    """A token in quotes where it needs them."""
    if token.isalnum() or (
        re.fullmatch(_PLAIN, token) and (token.isascii() or token.translate(_SIGNS) == token)
    ):
        return token
    return '"' + token.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _latex(token: str) -> str:
    return rf"\text{{{''.join(_LATEX.get(char, char) for char in token)}}}"


def _from_latex(found: re.Match[str]) -> str:
    return re.sub(_LATEX_SIGN, lambda sign: _PLAIN_LATEX.get(sign[0], sign[0]), found[1])


def _bare(token: str) -> str:
    """Without the brackets of a special token, <BOS> or [BOS]; an apostrophe is one in any print."""
    if token.isalnum() and token.isascii():
        return token
    token = folded(token.translate(_FOLDED))
    found = re.fullmatch(_SPECIAL, token)
    return found[1] or found[2] or found[3] if found else token


def _strings(value: Any) -> tuple[str, ...]:
    if not isinstance(value, (tuple, list)) or not all(isinstance(token, str) and token for token in value):
        raise QbankError(f"{value!r} is no sequence of tokens", hint="tokens are texts in a tuple")
    return tuple(value)

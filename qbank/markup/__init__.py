"""The texts of a question: CommonMark with pipe tables and `$…$` or `$$…$$` mathematics.

Every sheet, learning platform and terminal has to show the same text, so it is held to what all of them know:
no HTML, no links, and in mathematics the macros of `MACROS` only.
"""

import re
import unicodedata
from typing import NamedTuple

from qbank.markup.macros import MACROS
from qbank.markup.tables import align
from qbank.markup.tex import read

__all__ = ["MACROS", "Piece", "formula_problems", "literal", "pieces", "plain", "problems", "split"]

_PIECE = re.compile(
    r"""(?P<code>(?<!`)(?P<ticks>`+)(?!`).+?(?<!`)(?P=ticks)(?!`))
    | (?P<display>\$\$(?:\\.|[^$\\])+\$\$)
    | (?P<inline>\$(?:\\.|[^$\\])+\$)
    | \\.""",
    re.DOTALL | re.VERBOSE,
)
_LITERAL = re.compile(
    r"\\(?P<escaped>[!-/:-@\[-`{-~\n])|(?<!`)(?P<ticks>`+)(?!`)(?P<code>.+?)(?<!`)(?P=ticks)(?!`)", re.DOTALL
)
_SPECIAL = re.compile(r"[\\`*_<>$|~]|&(?=#?\w+;)|(?<=\])\(")
_UNPRINTABLE = frozenset({"Cc", "Cs", "Co", "Zl", "Zp"})
_BIDI = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_BLOCK = re.compile(
    r"^ {0,3}(?:#{1,6}(?=\s|$)|=+[ ]*$|([-*_])(?:[ ]*\1)*[ ]*$|\[[^\[\]\n]*\]:)", re.MULTILINE
)
_FOREIGN = (  # what some reader of the text would take for something else than text
    (re.compile(r"<[A-Za-z/!?][^\s<>]*>?"), "HTML; write it in backquotes, or a blank behind the <"),
    (re.compile(r"&#?\w+;"), "an HTML entity; write the sign itself"),
    (re.compile(r"!?\[[^\[\]\n]*\]\("), "a link; write a blank before the ("),
    (_BLOCK, "a heading, a rule or a link's address; begin the line otherwise"),
)
_EMPHASIS = (
    re.compile(r"(\*{1,3})(?=[^\s*])(.{1,400}?)(?<=[^\s*])\1", re.DOTALL),
    re.compile(r"(?<!\w)(_{1,3})(?=[^\s_])(.{1,400}?)(?<=[^\s_])\1(?!\w)", re.DOTALL),
)


class Piece(NamedTuple):
    """A stretch of text (`mark` is empty) or mathematics (`mark` is `$` or `$$`), as the source has it."""

    mark: str
    body: str


def pieces(text: str) -> list[Piece]:
    r"""The text cut at its mathematics; `mark + body + mark`, joined, is the text again.

    A dollar in code, and `\$`, are literal and stay in their piece as they were written.
    """
    found: list[Piece] = []
    start = 0
    for match in _PIECE.finditer(text):
        mark = "$$" if match["display"] else "$" if match["inline"] else ""
        if mark:
            found += [Piece("", text[start : match.start()]), Piece(mark, match[0][len(mark) : -len(mark)])]
            start = match.end()
    found.append(Piece("", text[start:]))
    return [piece for piece in found if piece.body]


def split(text: str) -> list[tuple[bool, str]]:
    """`pieces` as (whether it is mathematics, body)."""
    return [(bool(piece.mark), piece.body) for piece in pieces(text)]


def problems(text: str) -> list[str]:
    """What keeps the text from being shown alike everywhere, each in one line; empty where nothing does."""
    found = [
        f"the character U+{ord(sign):04X} cannot be printed"
        for sign in sorted(set(filter(_unprintable, text)))
    ]
    shown = ""
    for mark, body in pieces(text):
        if mark:
            found += [f"{mark}{_short(body)}{mark}: {problem}" for problem in formula_problems(body)]
        shown += "x" if mark else body
    words = _LITERAL.sub(" ", shown)
    if "$" in words:
        found.append(r"a $ has no partner; a literal dollar is written \$")
    for pattern, meaning in _FOREIGN:
        found += [f"{_short(match[0])} is read as {meaning}" for match in pattern.finditer(words)]
    return found


def formula_problems(source: str) -> list[str]:
    """What is wrong with a formula, its dollars taken off; empty where nothing is."""
    blank = ["a blank line ends it; leave the line out"] if re.search(r"\n\s*\n", source) else []
    return blank + list(read(source).problems)


def plain(text: str) -> str:
    """The text for a terminal: mathematics in Unicode, marks of emphasis and code dropped, tables aligned."""
    kept: list[str] = []

    def keep(shown: str) -> str:
        kept.append(shown)
        return f"\0{len(kept) - 1}\0"

    printable = "".join(sign for sign in text if not _unprintable(sign))
    words = ""
    for mark, body in pieces(printable):
        words += keep(read(body).shown) if mark else _LITERAL.sub(lambda match: keep(_literal(match)), body)
    for emphasis in _EMPHASIS:
        words = emphasis.sub(r"\2", words)
    return align(re.sub("\0(\\d+)\0", lambda match: kept[int(match[1])], words))


def literal(text: str) -> str:
    """Plain text as Markdown that shows it as it is."""
    return _SPECIAL.sub(lambda sign: "\\" + sign[0], " ".join(text.split()))


def showing(text: str) -> str:
    """`literal` where the text as it is would be shown otherwise, such as the token `<X>`; else the text."""
    return text if plain(text) == text and not problems(text) else literal(text)


def _literal(match: re.Match[str]) -> str:
    """An escaped sign, or code: a block keeps its lines, a span is one line without its outer blanks."""
    if match["escaped"]:
        return match["escaped"]
    code = match["code"]
    if len(match["ticks"]) > 2 and "\n" in code:
        return code.partition("\n")[2].rstrip("\n")
    code = code.replace("\n", " ")
    return code[1:-1] if code.strip() and code[0] == code[-1] == " " else code


def _unprintable(sign: str) -> bool:
    return sign in _BIDI or (sign != "\n" and unicodedata.category(sign) in _UNPRINTABLE)


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 40 else f"{text[:39]}…"

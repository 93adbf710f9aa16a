r"""A question's Markdown as HTML for a learning platform, its mathematics mostly between `\(` and `\)`; each text once.

Sheets repeat their texts: a template's feedback stands at each of its variants, and what was tried for an objection
is written afterwards. Most texts are paragraphs of words, formulas and code, which need no parser of Markdown.
"""

import re
from functools import lru_cache
from html import escape

from qbank.sheets.html_text import Mathematics, delimited, html

KEPT = 4096  # texts

_FORMULA = r"\$(?![\s$])(?:[^$`\\\n\r\t]|\\[A-Za-z,{} \\])+\$(?!\$)"
_CODE = r"`[^`$\s](?:[^`$\n\r\t]*[^`$\s])?`(?!`)"
_PIECE = re.compile(f"({_FORMULA}|{_CODE})")
_START = rf"[A-Za-z(\[“]|\d+(?!\d|[.)](?:\s|$))|(?={_FORMULA})|(?={_CODE})"
_LINE = rf"(?:{_START})(?:[^\\`*_<&$\x00-\x1f\x7f-\x9f]|{_FORMULA}|{_CODE})+"
_PARAGRAPHS = re.compile(rf"{_LINE}(?:\n\n?{_LINE})*")
_ELSE = re.compile(r"\]\(|\]:| $|[^\S \n]", re.MULTILINE)
"""Links, and blanks that mean something or are no blanks."""


@lru_cache(KEPT)
def blocks(text: str, mathematics: Mathematics = delimited) -> str:
    """The text as blocks. Raises QbankError for what has no place on a sheet."""
    if not is_plain(text):
        return html(text, mathematics)
    paragraphs = ([_piece(piece, mathematics) for piece in _PIECE.split(each)] for each in text.split("\n\n"))
    return "\n".join(f"<p>{''.join(pieces)}</p>" for pieces in paragraphs)


@lru_cache(KEPT)
def line(text: str, mathematics: Mathematics = delimited) -> str:
    """The same without a paragraph around it, where it is one paragraph."""
    written = blocks(text, mathematics)
    single = written.startswith("<p>") and written.endswith("</p>") and written.count("<p>") == 1
    return written[3:-4] if single else written


def is_plain(text: str) -> bool:
    """Whether the text is nothing but paragraphs of words, formulas and code, whatever Markdown can be."""
    return _PARAGRAPHS.fullmatch(text) is not None and not _ELSE.search(text)


def _piece(piece: str, mathematics: Mathematics) -> str:
    if piece.startswith("$"):
        return _formula(piece[1:-1], mathematics)
    if piece.startswith("`"):
        return f"<code>{_escaped(piece[1:-1])}</code>"
    return _escaped(piece)


def _escaped(text: str) -> str:
    return escape(text, quote=False).replace('"', "&quot;")


@lru_cache(KEPT)
def _formula(source: str, mathematics: Mathematics) -> str:
    return mathematics(source, False)

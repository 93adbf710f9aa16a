"""A question's CommonMark as HTML, with its mathematics as the reader of the file wants it."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from html import escape
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin

from qbank import markup
from qbank.errors import QbankError

Mathematics = Callable[[str, bool], str]
"""A formula's source, and whether it is displayed, as HTML."""

_REFUSED = {
    "html_block": "HTML",
    "html_inline": "HTML",
    "hr": "a rule",
    "link_open": "a link",
    "image": "an image",
}
_GROUPED = re.compile(r"(?<=\d)\{,\}(?=\d)")


def html(text: str, mathematics: Mathematics) -> str:
    """The text as blocks of HTML, without a line end. Raises QbankError for what has no place on a sheet."""
    parser = _parser()
    tokens = parser.parse(text)
    for token in _all(tokens):
        if token.type in _REFUSED:
            found = f"{_REFUSED[token.type]} has no place on a sheet"
            raise QbankError(found, hint="write it as plain text")
    return str(parser.renderer.render(tokens, parser.options, {"mathematics": mathematics})).strip()


def inline(text: str, mathematics: Mathematics) -> str:
    """The text as HTML without a paragraph around it, where it is one paragraph; else its blocks."""
    written = html(text, mathematics)
    single = written.startswith("<p>") and written.endswith("</p>") and written.count("<p>") == 1
    return written[3:-4] if single else written


def delimited(source: str, display: bool) -> str:
    r"""Between `\(` and `\)`, which MathJax finds in every learning platform; `$` is left alone by most."""
    opening, closing = (r"\[", r"\]") if display else (r"\(", r"\)")
    return f"{opening}{escape(checked(source), quote=False)}{closing}"


def mathml(source: str, display: bool) -> str:
    """MathML, which browsers show by themselves and screen readers read."""
    from latex2mathml.converter import convert

    spelled = _GROUPED.sub(r"\\text{,}", checked(source))
    written = convert(spelled, display="block" if display else "inline")
    return re.sub(r"(\d)</mn><mtext>,</mtext><mn>(?=\d)", r"\1,", written)


def checked(source: str) -> str:
    """The formula in one line. Raises QbankError for what is not on the list of macros."""
    source = " ".join(source.split())
    if found := markup.formula_problems(source):
        raise QbankError(found[0])
    return source


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark").enable("table")
    parser.use(dollarmath_plugin, allow_labels=False, double_inline=True)
    for name, display in (("math_inline", False), ("math_inline_double", True), ("math_block", True)):
        parser.add_render_rule(name, _rule(display))
    return parser


def _rule(display: bool) -> Callable[..., str]:
    def rendered(_renderer: Any, tokens: list[Token], at: int, _options: Any, env: dict[str, Any]) -> str:
        return str(env["mathematics"](tokens[at].content, display))

    return rendered


def _all(tokens: list[Token]) -> Iterator[Token]:
    for token in tokens:
        yield token
        yield from _all(token.children or [])

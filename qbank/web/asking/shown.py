"""A question as a student sees it: Markdown as HTML with MathML, which needs neither a script nor a font of ours."""

import json
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import nh3
from markupsafe import Markup

from qbank import limits, pictures
from qbank.question import Json, canonical, digest_of
from qbank.sheets.html_text import html, inline, mathml
from qbank.web.asking.questions import lettered

_MATHML = {
    "math", "annotation", "mrow", "mi", "mn", "mo", "ms", "mtext", "mspace", "msub", "msup", "msubsup", "munder",
    "mover", "munderover", "mfrac", "msqrt", "mroot", "mtable", "mtr", "mtd", "mstyle", "mpadded", "mphantom",
    "menclose", "mfenced", "semantics",
}  # fmt: skip
_TAGS = _MATHML | {
    "p", "br", "em", "strong", "code", "pre", "ul", "ol", "li", "table", "thead", "tbody", "tr", "th", "td",
    "blockquote", "span", "h3", "h4",
}  # fmt: skip
_OF_MATHML = {
    "display", "mathvariant", "stretchy", "fence", "separator", "form", "lspace", "rspace", "accent", "accentunder",
    "columnalign", "rowspacing", "columnspacing", "displaystyle", "scriptlevel", "linethickness", "width", "height",
    "depth", "minsize", "maxsize", "movablelimits", "symmetric", "largeop", "notation",
}  # fmt: skip


_ALIGNED = re.compile(r'<(t[hd]) style="text-align:(left|center|right)">')


class ShownPart(NamedTuple):
    """One part as it is asked: its name, its label, its text, and what the answer is typed into."""

    name: str
    label: str
    ask: Markup
    kind: str
    unit: str
    options: tuple[tuple[str, Markup], ...]


class Shown(NamedTuple):
    """A question as it is asked. `picture` is the name under which `/pictures/` has it."""

    prompt: Markup
    picture: str | None
    alt: str
    parts: tuple[ShownPart, ...]


def shown(form: Mapping[str, Json], options: Mapping[str, str] | None = None) -> Shown:
    """What a student sees of the public form; `options` leads from each printed letter to the stored one."""
    return _shown(canonical(form), tuple((options or {}).items()))


@lru_cache(limits.RENDERED_KEPT)
def _shown(written: str, order: tuple[tuple[str, str], ...]) -> Shown:
    form: dict[str, Any] = json.loads(written)
    parts = form["parts"]
    labels = [f"({chr(97 + at)})" for at in range(len(parts))] if len(parts) > 1 or parts[0]["name"] else [""]
    figure = form["figure"]
    return Shown(
        text(form["prompt"]),
        figure and digest_of(figure),
        pictures.alt(figure) if figure else "",
        tuple(_part(part, label, dict(order)) for part, label in zip(parts, labels, strict=True)),
    )


def _part(part: dict[str, Any], label: str, order: dict[str, str]) -> ShownPart:
    printed = lettered(part["options"], order) or {}
    options = tuple((letter, phrase(said)) for letter, said in sorted(printed.items()))
    return ShownPart(
        part["name"], label, text(part["ask"]), part["answer"]["kind"], part["unit"] or "", options
    )


@lru_cache(limits.RENDERED_KEPT)
def text(source: str) -> Markup:
    """Markdown as blocks of HTML. A class looks at the same solutions, so that they are kept."""
    return _clean(html(source, mathml))


def phrase(source: str) -> Markup:
    """Markdown as HTML without a paragraph around it."""
    return _clean(inline(source, mathml))


def _clean(written: str) -> Markup:
    """Only what a question needs. Its text was made from Markdown without HTML; this is the second lock."""
    attributes = dict.fromkeys(_MATHML, _OF_MATHML) | {
        "math": _OF_MATHML | {"xmlns"},
        "th": {"align"},
        "td": {"align"},
    }
    written = _ALIGNED.sub(r'<\1 align="\2">', written)  # our pages take no style from within
    return Markup(nh3.clean(written, tags=_TAGS, attributes=attributes))  # noqa: S704 - cleaned in this line

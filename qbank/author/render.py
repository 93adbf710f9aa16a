"""Template texts: Jinja with `<< >>`, numbers as people write them, no arithmetic.

A text is split at load time into prose and mathematics (`$…$`): in prose a number is Unicode with grouped digits
(2,048), in mathematics LaTeX (2{,}048). Templates hold text; whatever is computed comes from the solver.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import jinja2
from flint import fmpq
from jinja2 import meta, nodes
from jinja2.sandbox import ImmutableSandboxedEnvironment

from qbank import exact, markup
from qbank.errors import QbankError, did_you_mean

_EXPRESSION = re.compile(r"<<(.+?)>>", re.DOTALL)
_ARITHMETIC: tuple[type[nodes.Node], ...] = (
    *(nodes.Add, nodes.Sub, nodes.Mul, nodes.Div, nodes.FloorDiv, nodes.Mod, nodes.Pow),
    *(nodes.Neg, nodes.Pos),
)
PLACES = 6  # a fraction that is a decimal of at most so many places is shown as one: 0.1, not 1/10


@dataclass(frozen=True)
class Shown:
    """Mathematics in its two printed faces."""

    unicode: str
    latex: str

    def __str__(self) -> str:
        return self.unicode


class Phrase(str):
    """What the prompt says for a convention; `bias.value` is the convention's value, for `<% if %>`."""

    value: bool | int | str

    def __new__(cls, phrase: str, value: bool | int | str) -> "Phrase":
        self = super().__new__(cls, phrase)
        self.value = value
        return self


def show(value: Any, face: str, group: bool = True) -> str:
    """A parameter or working value in prose (`unicode`) or in mathematics (`latex`)."""
    if isinstance(value, str):
        return value
    if isinstance(value, Shown):
        return value.latex if face == "latex" else value.unicode
    if isinstance(value, (tuple, list)):
        return _show_list(value, face)
    if (places := _places(value)) is not None:
        return exact.decimal(value, places, face="latex" if face == "latex" else "unicode")
    return exact.latex(value, group=group) if face == "latex" else exact.unicode(value, group=group)


def _places(value: Any) -> int | None:
    """How many decimal places a fraction needs to be written out, None where it is no such decimal."""
    if not isinstance(value, fmpq) or value.q == 1:
        return None
    return next((places for places in range(1, PLACES + 1) if (value * 10**places).q == 1), None)


def _show_list(items: Any, face: str) -> str:
    nested = bool(items) and isinstance(items[0], (tuple, list))
    if nested and face == "latex":
        rows = (" & ".join(show(item, face, group=False) for item in row) for row in items)
        return r"\begin{bmatrix} " + r" \\ ".join(rows) + r" \end{bmatrix}"
    return "[" + ", ".join(show(item, face, group=False) for item in items) + "]"


def _decimal(value: Any, places: Any) -> Shown | list[Shown]:
    """The filter `<< sigma|decimal(4) >>`: rounded to that many places."""
    if isinstance(value, (tuple, list)):
        shown = [_decimal(item, places) for item in value]
        return Shown(*(f"[{', '.join(show(item, face) for item in shown)}]" for face in ("unicode", "latex")))
    return Shown(exact.decimal(value, int(places)), exact.decimal(value, int(places), face="latex"))


def _figures(value: Any, count: Any) -> Shown:
    """The filter `<< rate|figures(4) >>`: rounded to that many significant figures."""
    return Shown(exact.figures(value, int(count)), exact.figures(value, int(count), face="latex"))


def _marked(piece: markup.Piece) -> str:
    """A piece of a source; in mathematics what is filled in is LaTeX."""
    body = _EXPRESSION.sub(r"<< (\1) | latex >>", piece.body) if piece.mark else piece.body
    return f"{piece.mark}{body}{piece.mark}"


def _environment() -> ImmutableSandboxedEnvironment:
    environment = ImmutableSandboxedEnvironment(
        block_start_string="<%",
        block_end_string="%>",
        variable_start_string="<<",
        variable_end_string=">>",
        comment_start_string="<#",
        comment_end_string="#>",
        undefined=jinja2.StrictUndefined,
        autoescape=False,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=lambda value: show(value, "unicode"),
    )
    environment.globals.clear()
    environment.filters = {
        "length": len,
        "latex": lambda value: show(value, "latex"),
        "decimal": _decimal,
        "figures": _figures,
    }
    return environment


_ENVIRONMENT = _environment()


class Text:
    """One text of a template, compiled. Raises QbankError at load time for syntax, arithmetic and unknown names."""

    def __init__(self, source: str, where: str, known: frozenset[str]) -> None:
        self.where = where
        marked = "".join(_marked(piece) for piece in markup.pieces(source.strip()))
        self.names: frozenset[str] = frozenset()
        self._template: jinja2.Template | None = None
        self._plain = marked
        if any(sign in marked for sign in ("<<", "<%", "<#")):
            self._compile(marked, known)

    def _compile(self, marked: str, known: frozenset[str]) -> None:
        try:
            tree = _ENVIRONMENT.parse(marked)
            self.names = frozenset(meta.find_undeclared_variables(tree))
            self._template = jinja2.Template.from_code(_ENVIRONMENT, _ENVIRONMENT.compile(tree), {})
        except jinja2.TemplateError as error:
            found = f"{error.message} (line {getattr(error, 'lineno', 1)} of this text)"
            raise QbankError(found, where=self.where) from error
        if any(True for _ in tree.find_all(_ARITHMETIC)):
            raise QbankError(
                "arithmetic in a text", where=self.where, hint="compute it in a @working function"
            )
        for name in sorted(self.names - known):
            raise QbankError(
                f"unknown name {name!r}", where=self.where, hint=did_you_mean(name, sorted(known))
            )

    def render(self, values: Mapping[str, Any]) -> str:
        """The text with these values. Raises QbankError where one of them does not fit its place."""
        if self._template is None:
            return self._plain
        try:
            return self._template.render(values).strip()
        except (jinja2.TemplateError, TypeError, ValueError) as error:
            raise QbankError(f"this text cannot be rendered: {error}", where=self.where) from error

"""A question's CommonMark as LaTeX: paragraphs, lists, emphasis, code, tables, mathematics; no more."""

import re
from collections.abc import Callable, Iterable

from markdown_it.tree import SyntaxTreeNode as Node

from qbank import markup
from qbank.errors import QbankError
from qbank.sheets.source import blocks, refused
from qbank.sheets.tex_signs import escape

DEEPEST = 3
"""Lists within lists; LaTeX sets six, of which the sheet itself takes up to three."""

_LINE = 70  # signs
_ALIGNED = {"text-align:center": "c", "text-align:right": "r"}


def render(text: str) -> str:
    """The text as LaTeX, without line end. Raises QbankError for what a sheet in LaTeX cannot carry."""
    found = blocks(text)
    # A number or letter stands before the text; beside a table or a list it would look lost.
    line = "\\leavevmode\n\n" if found and found[0].type != "paragraph" else ""
    return line + _blocks(found, 0).strip()


def mathematics(source: str, *, display: bool = False) -> str:
    """The formula as LaTeX. Raises QbankError for what is not on the list of macros: it could be any TeX."""
    source = source.strip()
    if found := markup.formula_problems(source):
        raise QbankError(found[0])
    if display:
        return rf"\[\fit{{\(\displaystyle {source}\)}}\]"
    if r"\begin" in source or r"\left" in source:
        return rf"\fit{{\({source}\)}}"
    return rf"\({_breakable(source)}\)"


def _breakable(source: str) -> str:
    """The formula with a place to break behind each comma that stands in no group."""
    depth, written = 0, ""
    for symbol in re.findall(r"\\.|.", source, re.DOTALL):
        depth += (symbol == "{") - (symbol == "}")
        written += r",\allowbreak " if symbol == "," and depth == 0 else symbol
    return written


def _blocks(nodes: Iterable[Node], depth: int) -> str:
    return "\n\n".join(_block(node, depth) for node in nodes)


def _block(node: Node, depth: int) -> str:
    if node.type in ("paragraph", "inline"):
        return _inlines(node)
    if node.type in ("bullet_list", "ordered_list", "blockquote"):
        return _nested(node, depth + 1)
    if node.type in ("fence", "code_block"):
        return _code(node.content)
    if node.type == "math_block":
        return mathematics(node.content, display=True)
    if node.type == "table":
        return _table(node)
    raise refused(node)


def _nested(node: Node, depth: int) -> str:
    if depth > DEEPEST:
        raise QbankError(f"lists more than {DEEPEST} deep", hint="write them flatter")
    if node.type == "blockquote":
        return f"\\begin{{quote}}\n{_blocks(node.children, depth)}\n\\end{{quote}}"
    name = "itemize" if node.type == "bullet_list" else "enumerate"
    first = int(node.attrs.get("start", 1))
    labels = (f"[{first + at}.]" if name == "enumerate" else "" for at in range(len(node.children)))
    items = (
        rf"\item{label} {_blocks(item.children, depth)}"
        for label, item in zip(labels, node.children, strict=True)
    )
    return "\n".join([rf"\begin{{{name}}}", *items, rf"\end{{{name}}}"])


def _inlines(node: Node) -> str:
    return "".join(_inline(child) for child in node.children)


def _inline(node: Node) -> str:
    if node.type in _INLINES:
        return _INLINES[node.type](node)
    raise refused(node)


_INLINES: dict[str, Callable[[Node], str]] = {
    "inline": _inlines,
    "text": lambda node: escape(node.content),
    "softbreak": lambda node: "\n",
    "hardbreak": lambda node: "\\newline\n",
    "em": lambda node: rf"\emph{{{_inlines(node)}}}",
    "strong": lambda node: rf"\textbf{{{_inlines(node)}}}",
    "code_inline": lambda node: rf"\texttt{{{escape(node.content)}}}",
    "math_inline": lambda node: mathematics(node.content),
    "math_inline_double": lambda node: mathematics(node.content, display=True),
}


def _code(content: str) -> str:
    """A block of code line by line: a verbatim environment would end where the code says so."""
    written = "\\\\\n".join(_code_line(line) for line in content.rstrip("\n").split("\n"))
    return f"\\begin{{flushleft}}\\ttfamily\n{written}\n\\end{{flushleft}}"


def _code_line(line: str) -> str:
    return r"\strut{}" + re.sub("^ +|  +", lambda blanks: "~" * len(blanks[0]), escape(line))


def _table(node: Node) -> str:
    """A table at its natural width; else its cells wrap; and it is scaled down where that is no help."""
    rows = [row.children for part in node.children for row in part.children]
    written = [" & ".join(_blocks(cell.children, 0) for cell in row) + r" \\" for row in rows]
    lines = [r"\hline", written[0], r"\hline", *written[1:], r"\hline"]
    columns = _columns(rows)
    return "\n".join(
        [r"\begin{center}\fit{\begin{tabular}{" + columns + "}", *lines, r"\end{tabular}}\end{center}"]
    )


def _columns(rows: list[list[Node]]) -> str:
    texts = [
        [cell.children[0].content if cell.children else "" for cell in column]
        for column in zip(*rows, strict=True)
    ]
    widths = [max(map(len, column)) for column in texts]
    words = [max(len(word) for text in column for word in [*text.split(), ""]) for column in texts]
    if sum(widths) <= _LINE or sum(words) > _LINE:
        return "".join(_ALIGNED.get(str(cell.attrs.get("style")), "l") for cell in rows[0])
    spare = _LINE - sum(words)
    shares = [(word + spare * width / sum(widths)) / _LINE for word, width in zip(words, widths, strict=True)]
    return "".join(
        rf">{{\raggedright\arraybackslash}}p{{\dimexpr{share:.3f}\linewidth-2\tabcolsep\relax}}"
        for share in shares
    )

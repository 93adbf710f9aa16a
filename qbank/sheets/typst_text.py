"""A question's CommonMark as Typst: paragraphs, lists, emphasis, code, tables, mathematics; no more."""

import re
from collections.abc import Callable, Iterable

from markdown_it.tree import SyntaxTreeNode as Node

from qbank import markup
from qbank.errors import QbankError
from qbank.labels import direction
from qbank.sheets.source import blocks, refused
from qbank.sheets.typst_math import typst

SET = """#set document(title: {title}, date: none)
#set page(paper: "a4", margin: (x: 2.2cm, y: 2cm), numbering: "1")
#set text(size: {size}, {language}, dir: ltr, font: ("Libertinus Serif", "New Computer Modern"), fallback: true)
#set par(justify: false, leading: 0.65em)
#set table(inset: 5pt, stroke: 0.5pt)
#show math.equation: set text(font: "New Computer Modern Math")
#show math.equation.where(block: false): box
#show raw: set text(font: "DejaVu Sans Mono")
"""
_SPECIAL = re.compile(r"[\\`*_#$@<>\[\]~'\"/=+-]")
_HEADING = re.compile(r"(?m)^(#{1,4}) +(.+)$")
_ALIGNED = {"text-align:center": "center", "text-align:right": "right"}


def render(text: str) -> str:
    """The text as Typst's markup. Raises QbankError for what has no place on a sheet."""
    return _blocks(blocks(text)).strip()


def leading(text: str) -> str:
    """`render`, its last block never parted from what follows it."""
    *first, last = [_block(node) for node in blocks(text)] or [""]
    return "\n\n".join([*first, _kept(last)]) if last else ""


def document(title: str, text: str, language: str = "en") -> str:
    """A whole document of its own, such as a study guide: the title, then the text with its headings."""
    head = SET.format(title=string(title), size="11pt", language=spoken(language))
    return f'{head}#align(center, text(17pt, weight: "bold", [{escape(title)}]))\n\n{render(text)}\n'


def spoken(language: str) -> str:
    """A language such as `pt-BR`, by which Typst hyphenates and screen readers speak, as its arguments."""
    first, *others = language.split("-")
    region = next((f', region: "{other}"' for other in others if len(other) == len("BR")), "")
    return f'lang: "{first}"{region}'


def escape(text: str) -> str:
    """Plain text as Typst's markup that shows it as it is."""
    return _SPECIAL.sub(lambda sign: "\\" + sign[0], text)


def string(text: str) -> str:
    """Plain text as a string in Typst's code."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def mathematics(source: str, *, display: bool = False) -> str:
    """The formula as Typst. Raises QbankError for what is not on the list of macros."""
    source = source.strip()
    if found := markup.formula_problems(source):
        raise QbankError(found[0])
    written = typst(source)
    return f"$ {written} $" if display else f"${written}$"


def _blocks(nodes: Iterable[Node]) -> str:
    return "\n\n".join(_kept(_block(node)) if _leads(node) else _block(node) for node in nodes)


def _leads(node: Node) -> bool:
    """Whether a paragraph is a heading to what follows: bold as a whole, or with a colon at its end."""
    source = "".join(child.content for child in node.children) if node.type == "paragraph" else ""
    return source.endswith(":") or re.fullmatch(r"\*\*[^*]+\*\*", source) is not None


def _kept(block: str) -> str:
    """The block, never parted from what follows it."""
    return f"#block(sticky: true)[{block}]"


def _block(node: Node) -> str:
    if node.type in ("paragraph", "inline"):
        return _directed(_inlines(node), node.content or "".join(child.content for child in node.children))
    if node.type == "heading":
        return f"#heading(level: {node.tag[1:]})[{_inlines(node)}]"
    if node.type in ("bullet_list", "ordered_list"):
        return _list(node)
    if node.type == "blockquote":
        return f"#quote(block: true)[{_blocks(node.children)}]"
    if node.type in ("fence", "code_block"):
        return f"#raw({string(node.content.rstrip())}, block: true)"
    if node.type == "math_block":
        return mathematics(node.content, display=True)
    if node.type == "table":
        return _table(node)
    raise refused(node)


def _directed(written: str, source: str) -> str:
    """A paragraph that runs to the left where its first letter does; all else runs to the right."""
    return f"#text(dir: rtl)[{written}]" if direction(source) == "rtl" else written


def _list(node: Node) -> str:
    items = "".join(f"[{_blocks(item.children)}]" for item in node.children)
    if node.type == "bullet_list":
        return f"#list{items}"
    return f"#enum(start: {int(node.attrs.get('start', 1))}){items}"


def _inlines(node: Node) -> str:
    return "".join(map(_inline, node.children))


def _inline(node: Node) -> str:
    if node.type in _INLINES:
        return _INLINES[node.type](node)
    raise refused(node)


_INLINES: dict[str, Callable[[Node], str]] = {
    "inline": _inlines,
    "text": lambda node: escape(node.content),
    "softbreak": lambda node: "\n",
    "hardbreak": lambda node: "#linebreak()",
    "em": lambda node: f"#emph[{_inlines(node)}]",
    "strong": lambda node: f"#strong[{_inlines(node)}]",
    "code_inline": lambda node: f"#raw({string(node.content)})",
    "math_inline": lambda node: mathematics(node.content),
    "math_inline_double": lambda node: mathematics(node.content, display=True),
}


def _table(node: Node) -> str:
    """A table with its header row told apart, for eyes and screen readers."""
    rows = [row.children for part in node.children for row in part.children]
    aligned = ", ".join(_ALIGNED.get(str(cell.attrs.get("style")), "left") for cell in rows[0])
    written = [", ".join(f"[{_blocks(cell.children)}]" for cell in row) for row in rows]
    head = f"table.header({written[0]})"
    inside = ",\n  ".join([f"columns: {len(rows[0])}", f"align: ({aligned},)", head, *written[1:]])
    return f"#align(center, table({inside}))"

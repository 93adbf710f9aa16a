"""A question's text as the tree of its CommonMark and mathematics, which typesetters walk."""

from functools import cache

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode as Node
from mdit_py_plugins.dollarmath import dollarmath_plugin

from qbank.errors import QbankError

_REFUSED = {
    "html_block": "HTML",
    "html_inline": "HTML",
    "hr": "a rule",
    "link": "a link",
    "image": "an image",
}


def blocks(text: str) -> list[Node]:
    """The text's blocks in their order."""
    return Node(_parser().parse(text)).children


def refused(node: Node) -> QbankError:
    """The error for what no sheet carries."""
    found = f"{_REFUSED.get(node.type, node.type)} has no place on a sheet"
    return QbankError(found, hint="write it as plain text")


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark").enable("table")
    return parser.use(dollarmath_plugin, allow_labels=False, double_inline=True)

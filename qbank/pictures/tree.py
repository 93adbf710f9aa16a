"""A search tree from left to right: a token and its probability at each branch, kept beams in bold frames."""

from dataclasses import dataclass, field
from typing import Any

from qbank.errors import QbankError

from . import data as read
from .data import Data
from .elements import HAIR, INK, PALE_BLUE, PAPER, SIZE, SMALL, THICK, Drawing, Point, width_of

ROW = 8.4  # between leaves
BOX = 5.8  # height
PAD = 1.6
MARGIN = 2.0
GAP = 1.2


@dataclass
class Node:
    """A token, the number on the branch that leads to it, and where it is drawn."""

    token: str
    number: str
    kept: bool
    depth: int
    children: list["Node"] = field(default_factory=list)
    y: float = 0.0


def draw(data: Data, alt: str) -> Drawing:
    """`root` is the start's label; `nodes` name their parent by its place before them, −1 for the root."""
    root = Node(read.label(read.field(data, "root"), "root"), "", False, 0)
    nodes = _grown(root, read.items(read.field(data, "nodes"), "nodes"))
    leaves = [node for node in (root, *nodes) if not node.children]
    for place, leaf in enumerate(_in_order(root)):
        leaf.y = MARGIN + BOX / 2 + place * ROW
    _centred(root)
    widths = _widths([root, *nodes])
    branch = max(width_of(node.number, SMALL) for node in nodes) + 9 * GAP
    lefts = [MARGIN + sum(widths[:depth]) + branch * depth for depth in range(len(widths))]
    note = read.label(data.get("note", ""), "note")
    height = MARGIN + (len(leaves) - 1) * ROW + BOX + MARGIN + (SMALL + GAP if note else 0)
    drawing = Drawing(
        max(lefts[-1] + widths[-1], MARGIN + BOX + GAP + width_of(note, SMALL)) + MARGIN, height, alt
    )
    for node in [root, *nodes]:
        for child in node.children:
            start = (lefts[node.depth] + widths[node.depth], node.y)
            _branch(drawing, start, (lefts[child.depth], child.y), child)
    for node in [root, *nodes]:
        _box(drawing, (lefts[node.depth], node.y - BOX / 2), widths[node.depth], node)
    if note:
        drawing.text((MARGIN, height - MARGIN - SMALL / 2), note, size=SMALL, anchor="start", scale=True)
    return drawing


def _branch(drawing: Drawing, start: Point, end: Point, child: Node) -> None:
    drawing.path([start, end], weight=THICK if child.kept else HAIR)
    share = 0.62  # of the way, where branches of one parent lie well apart
    x, y = start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])
    width = width_of(child.number, SMALL)
    drawing.rectangle((x - width / 2, y - SMALL / 2), width, SMALL, fill=PAPER)
    drawing.text((x, y), child.number, size=SMALL, bold=child.kept)


def _box(drawing: Drawing, corner: Point, width: float, node: Node) -> None:
    fill, weight = (PALE_BLUE, THICK) if node.kept else (PAPER, HAIR)
    drawing.rectangle(corner, width, BOX, fill=fill, stroke=INK, weight=weight, round_by=1)
    drawing.text((corner[0] + width / 2, corner[1] + BOX / 2), node.token, bold=node.kept)


def _grown(root: Node, given: list[Any]) -> list[Node]:
    """The nodes, each hung below its parent."""
    nodes: list[Node] = []
    for item in given:
        if not isinstance(item, dict):
            raise QbankError("nodes of the picture must be objects")
        place, kept = item.get("parent"), item.get("kept", False)
        parent = root if place == -1 else nodes[read.whole(place, "parents", len(nodes))]
        number = read.label(read.field(item, "number"), "numbers")
        read.number(number, "numbers")
        node = Node(read.label(read.field(item, "token"), "tokens"), number, kept is True, parent.depth + 1)
        parent.children.append(node)
        nodes.append(node)
    return nodes


def _in_order(node: Node) -> list[Node]:
    """The leaves from top to bottom."""
    if not node.children:
        return [node]
    return [leaf for child in node.children for leaf in _in_order(child)]


def _centred(node: Node) -> None:
    """Each parent half way between its first and its last child."""
    for child in node.children:
        _centred(child)
    if node.children:
        node.y = (node.children[0].y + node.children[-1].y) / 2


def _widths(nodes: list[Node]) -> list[float]:
    """The width of the boxes of each depth."""
    deepest = max(node.depth for node in nodes)
    return [
        max(width_of(n.token, SIZE, bold=True) for n in nodes if n.depth == depth) + 2 * PAD
        for depth in range(deepest + 1)
    ]

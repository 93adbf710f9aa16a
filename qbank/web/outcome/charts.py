"""Charts of a quiz as SVG, made here: no script, no library, no request to anywhere.

Colour says nothing alone: bars are filled, marks are hollow, and each has its number beside it, so that a chart reads
in grey, in print and in the dark. `alt` says in words what is to be seen.
"""

from base64 import b64encode
from collections.abc import Sequence
from functools import reduce
from typing import NamedTuple
from xml.etree import ElementTree as etree

from qbank.web.base.sentences import Sentence
from qbank.web.base.texts import ENGLISH, Texts
from qbank.web.outcome.statistics import BINS, Item

SHARE = (70, 150)  # where the axis of shares begins, and how long it is
_AXIS = (285, 130)  # that of discrimination, from -1 to 1
_WIDE, _ROW = 480, 28
_HIGH, _BAR = 150, 44
_STYLE = (
    "text{font:14px system-ui,sans-serif;fill:#1b1f24}.bar{fill:#1d4f91}.axis{stroke:#6b7580;fill:none}"
    ".dot{fill:none;stroke:#1b1f24;stroke-width:2}"
    "@media (prefers-color-scheme:dark){text{fill:#e7ebf0}.bar{fill:#8db8f2}.axis{stroke:#a5b0bd}.dot{stroke:#e7ebf0}}"
)


class Chart(NamedTuple):
    """An image's address, which holds the image, and its description."""

    source: str
    alt: str


def items(slots: Sequence[Item], words: Texts = ENGLISH) -> Chart | None:
    """Of each place the mean share as a bar and the discrimination as a circle; None where nothing is settled."""
    known = [slot for slot in slots if slot.mean is not None]
    if not known:
        return None
    svg = _canvas(_WIDE, _ROW * (len(known) + 2))
    _text(svg, SHARE[0], 16, words.said(Sentence("mean share of points")))
    _text(svg, _AXIS[0], 16, words.said(Sentence("discrimination, −1 to 1")))
    for row, slot in enumerate(known, 1):
        _row(svg, row * _ROW, slot, words)
    foot = _ROW * (len(known) + 1)
    for at in (SHARE[0], SHARE[0] + SHARE[1], _AXIS[0] + _AXIS[1] / 2):
        _line(svg, at, _ROW - 2, at, foot)
    return Chart(_source(svg), " ".join(words.said(_said(slot)) for slot in known))


def totals(histogram: Sequence[int], words: Texts = ENGLISH) -> Chart | None:
    """How many students have how much, in tenths; None where there is nobody."""
    most = max(histogram, default=0)
    if not most:
        return None
    svg = _canvas(BINS * _BAR + 40, _HIGH + 72)
    for at, count in enumerate(histogram):
        high, left = count / most * _HIGH, 20 + at * _BAR
        _rect(svg, left + 3, 25 + _HIGH - high, _BAR - 6, high)
        _text(svg, left + _BAR / 2, 20 + _HIGH - high, str(count), "middle")
    for at in range(BINS + 1):
        _text(svg, 20 + at * _BAR, 42 + _HIGH, f"{at * 10}", "middle")
    _text(svg, 20 + BINS * _BAR / 2, 62 + _HIGH, words.said(Sentence("per cent of the points")), "middle")
    _line(svg, 20, 25 + _HIGH, 20 + BINS * _BAR, 25 + _HIGH)
    bins = [
        Sentence("%(count)s with %(least)s to %(most)s %%", count=count, least=at * 10, most=at * 10 + 10)
        for at, count in enumerate(histogram)
        if count
    ]
    said = reduce(lambda one, other: Sentence("%(one)s, %(other)s", one=one, other=other), bins)
    return Chart(
        _source(svg), words.said(Sentence("Students by their share of the points: %(bins)s.", bins=said))
    )


def _row(svg: etree.Element, top: float, slot: Item, words: Texts) -> None:
    mean = slot.mean or 0.0
    _text(svg, 4, top + 17, words.said(Sentence("Place %(place)s", place=slot.name)))
    _rect(svg, SHARE[0], top + 5, mean * SHARE[1], _ROW - 12)
    _text(svg, SHARE[0] + mean * SHARE[1] + 6, top + 17, f"{mean:.0%}".replace("%", " %"))
    if slot.discrimination is None:
        _text(svg, _AXIS[0] + _AXIS[1] + 12, top + 17, "–")
        return
    at = _AXIS[0] + (slot.discrimination + 1) / 2 * _AXIS[1]
    _line(svg, _AXIS[0], top + 12, _AXIS[0] + _AXIS[1], top + 12)
    etree.SubElement(svg, "circle", {"class": "dot", "cx": _n(at), "cy": _n(top + 12), "r": "5"})
    _text(svg, _AXIS[0] + _AXIS[1] + 12, top + 17, _signed(slot.discrimination))


def _said(slot: Item) -> Sentence:
    apart = Sentence("not known") if slot.discrimination is None else _signed(slot.discrimination)
    return Sentence(
        "Place %(place)s: mean share %(mean)s, discrimination %(apart)s.",
        place=slot.name, mean=f"{slot.mean:.0%}", apart=apart,
    )  # fmt: skip


def _signed(value: float) -> str:
    return f"{value:.2f}".replace("-", "−")


def _canvas(wide: float, high: float) -> etree.Element:
    box = f"0 0 {_n(wide)} {_n(high)}"
    size = {"width": _n(wide), "height": _n(high), "viewBox": box}
    svg = etree.Element("svg", {"xmlns": _NAMESPACE, **size})
    etree.SubElement(svg, "style").text = _STYLE
    return svg


_NAMESPACE = "http://www.w3.org/2000/svg"


def _text(svg: etree.Element, x: float, y: float, said: str, anchor: str = "start") -> None:
    etree.SubElement(svg, "text", {"x": _n(x), "y": _n(y), "text-anchor": anchor}).text = said


def _rect(svg: etree.Element, x: float, y: float, wide: float, high: float) -> None:
    box = {"x": _n(x), "y": _n(y), "width": _n(wide), "height": _n(high)}
    etree.SubElement(svg, "rect", {"class": "bar", **box})


def _line(svg: etree.Element, x1: float, y1: float, x2: float, y2: float) -> None:
    ends = {"x1": _n(x1), "y1": _n(y1), "x2": _n(x2), "y2": _n(y2)}
    etree.SubElement(svg, "line", {"class": "axis", **ends})


def _n(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _source(svg: etree.Element) -> str:
    return "data:image/svg+xml;base64," + b64encode(etree.tostring(svg)).decode("ascii")

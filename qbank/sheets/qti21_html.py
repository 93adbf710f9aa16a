"""The texts of a question as QTI 2.1 knows them: a part of XHTML, with its mathematics as MathML."""

from copy import deepcopy
from functools import lru_cache
from xml.etree.ElementTree import Element, ParseError, XMLParser

from qbank.errors import QbankError
from qbank.sheets import html_text, lms_text

MATHML = "http://www.w3.org/1998/Math/MathML"

_KEPT = ("class",)
_MATH = f"{{{MATHML}}}"


def blocks(text: str) -> Element:
    """The text's blocks in a `div`."""
    return deepcopy(_parsed(lms_text.blocks(text, html_text.mathml)))


def fill(parent: Element, text: str) -> None:
    """Put the text into an element, without a paragraph around it where it is one."""
    inside = deepcopy(_parsed(lms_text.line(text, html_text.mathml)))
    parent.text = inside.text
    parent.extend(list(inside))


@lru_cache(lms_text.KEPT)
def _parsed(html: str) -> Element:
    parser = XMLParser()  # noqa: S314 - it reads what html_text has just written, without a document type
    try:
        for piece in ("<div>", html, "</div>"):
            parser.feed(piece)
        top: Element = parser.close()
    except ParseError as fault:
        raise QbankError(
            "a formula that MathML cannot be made of", hint="write it without alignment"
        ) from fault
    for element in list(top.iter()):
        _plain(element)
    return top


def _plain(element: Element) -> None:
    """An element without what QTI has no place for: styles, a list's first number, prefixes of namespaces."""
    if element.tag.startswith(_MATH):
        element.tag = element.tag.removeprefix(_MATH)
        if element.tag == "math":
            element.set("xmlns", MATHML)
        return
    for name in [name for name in element.attrib if name not in _KEPT]:
        del element.attrib[name]
    if element.tag == "table" and element.find("tbody") is None:
        for head in element.findall("thead"):
            head.tag = "tbody"

"""XML for learning platforms: elements in one line, and documents that every parser reads."""

import re
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from qbank.errors import QbankError

INSTANCE = "http://www.w3.org/2001/XMLSchema-instance"

_UNWRITABLE = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def root(tag: str, namespace: str, schema: str, **attributes: str) -> Element:
    """A document's root in its namespace; `schema` is where the namespace's definition stands."""
    places = {"xmlns": namespace, "xmlns:xsi": INSTANCE, "xsi:schemaLocation": f"{namespace} {schema}"}
    return Element(tag, places | attributes)


def add(parent: Element, tag: str, text: str | None = None, **attributes: str) -> Element:
    """A new last child, with its text."""
    child = SubElement(parent, tag, attributes)
    child.text = text
    return child


def document(top: Element, *, indented: bool = True) -> bytes:
    """The whole file. Raises QbankError for a character that XML cannot hold, such as those below the blank."""
    if indented:
        indent(top)
    written = tostring(top, encoding="unicode")
    if found := _UNWRITABLE.search(written):
        raise QbankError(f"the character U+{ord(found[0]):04X} cannot stand in XML", hint="leave it out")
    return b'<?xml version="1.0" encoding="UTF-8"?>\n' + written.encode("utf-8") + b"\n"

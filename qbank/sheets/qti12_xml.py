"""XML for learning platforms: elements in one line, and documents that every parser reads."""

import re
from xml.etree.ElementTree import Element, SubElement

from qbank.errors import QbankError

INSTANCE = "http://www.w3.org/2001/XMLSchema-instance"

_UNWRITABLE = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

_BITING = re.compile('["\r\n\t]')


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
    pieces: list[str] = []
    _write(pieces, top, "\n" if indented else "")
    written = "".join(pieces)
    if found := _UNWRITABLE.search(written):
        raise QbankError(f"the character U+{ord(found[0]):04X} cannot stand in XML", hint="leave it out")
    return b'<?xml version="1.0" encoding="UTF-8"?>\n' + written.encode("utf-8") + b"\n"


def _write(pieces: list[str], element: Element, between: str) -> None:
    """The element; `between` is the line end and the blanks before it, which part elements that hold no text."""
    tag, text = element.tag, element.text
    opening = f"{tag}{_attributes(element)}" if element.attrib else tag
    if len(element):
        pieces.append(f"<{opening}>{escaped(text)}" if text else f"<{opening}>")
        inner = f"{between}  " if between and not text else ""
        for child in element:
            if inner:
                pieces.append(inner)
            _write(pieces, child, inner)
            if child.tail:
                pieces.append(escaped(child.tail))
        pieces.append(f"{between}</{tag}>" if inner else f"</{tag}>")
    else:
        pieces.append(f"<{opening}>{escaped(text)}</{tag}>" if text else f"<{opening} />")


def _attributes(element: Element) -> str:
    return "".join([f' {name}="{_quoted(value)}"' for name, value in element.items()])


def escaped(text: str) -> str:
    """The text as it stands between tags."""
    if "&" in text:
        text = text.replace("&", "&amp;")
    if "<" in text:
        text = text.replace("<", "&lt;")
    return text.replace(">", "&gt;") if ">" in text else text


def _quoted(text: str) -> str:
    r"""The text as an attribute's value; what XML would read as a blank is written by its number."""
    if text.isalnum():
        return text
    return _BITING.sub(lambda sign: f"&#{ord(sign[0]):02};" if sign[0] != '"' else "&quot;", escaped(text))

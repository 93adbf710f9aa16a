"""The logo of a sheet: an image that every paper can show, and that fetches and runs nothing."""

import re
from pathlib import Path

from qbank import limits
from qbank.errors import QbankError
from qbank.files import explained

_OUTSIDE = re.compile(r"@import|url\(\s*['\"]?\s*(?!\s|['\"]?#)", re.IGNORECASE)
_WITHIN = ("#", "data:image/png", "data:image/jpeg")
_JPEG, _JPEG_END = b"\xff\xd8", b"\xff\xd9"
_HINT = "save it as a plain PNG, JPEG or SVG"


def logo(path: Path) -> bytes:
    """The image. Raises QbankError, naming the file, for what no paper could show."""
    from qbank.sheets.html import sort_of

    with explained(path):
        if not path.is_file() or path.stat().st_size > limits.LOGO_BYTES:
            found = f"this is no image of at most {limits.LOGO_BYTES // 10**6} MB"
            raise QbankError(found, where=str(path), hint="use a smaller PNG, JPEG or SVG")
        image = path.read_bytes()
    sort = sort_of(image)
    if sort is None:
        raise QbankError("this is no PNG, JPEG or SVG", where=str(path), hint="save it as one of these")
    problem = _in_drawing(image) if sort == "svg+xml" else None
    if problem := problem or _unreadable(image):
        raise QbankError(f"this image {problem}", where=str(path), hint=_HINT)
    return image


def _in_drawing(image: bytes) -> str | None:
    """What an SVG has that runs or is fetched; None where all stands in it."""
    from defusedxml import DefusedXmlException  # type: ignore[import-untyped]
    from defusedxml.ElementTree import ParseError, fromstring  # type: ignore[import-untyped]

    try:
        top = fromstring(image)
    except (ParseError, DefusedXmlException, ValueError) as error:
        return f"is no SVG that can be read ({error})"
    for element in top.iter():
        name = _local(element.tag)
        if name in ("script", "foreignobject", "iframe", "style") and _acts(name, element.text or ""):
            return f"has <{name}>, which could run or fetch something"
        for attribute, value in element.attrib.items():
            if _reaches_out(_local(attribute), value):
                return f"has {_local(attribute)}={value[:40]!r}, which could run or fetch something"
    return None


def _acts(name: str, text: str) -> bool:
    return name != "style" or bool(_OUTSIDE.search(text))


def _reaches_out(attribute: str, value: str) -> bool:
    if attribute == "href":
        return not value.strip().lower().startswith(_WITHIN)
    active = attribute.startswith("on") or "javascript:" in value.lower()
    return active or bool(_OUTSIDE.search(value))


def _local(name: object) -> str:
    """A tag's or attribute's name without its namespace; of a comment nothing."""
    return name.rpartition("}")[2].lower() if isinstance(name, str) else ""


def _unreadable(image: bytes) -> str | None:
    """Why Typst, a reader of all three sorts, shows nothing of it; None where it shows something."""
    from qbank.sheets.pdf import blank, readable

    if not readable(image) or (image.startswith(_JPEG) and _JPEG_END not in image):
        return "is damaged"
    return "shows nothing" if blank(image) else None

"""Pictures of questions: a bank line's `figure`, {draw, data, alt}, as one SVG document.

`draw` names a module here; `data` is what it draws, plain JSON with numbers as text; `alt` says all that can be
seen, so that who hears the question can answer it. The same figure gives the same bytes.
"""

import json
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from qbank.errors import QbankError, did_you_mean
from qbank.question import canonical

from . import cube, curve, flow, grid, heatmap, tree

DRAWINGS = {
    "cube": cube.draw,
    "curve": curve.draw,
    "flow": flow.draw,
    "grid": grid.draw,
    "heatmap": heatmap.draw,
    "tree": tree.draw,
}
KEPT = 256  # drawings: a sheet asks for the size, the text and the document of the same one

Figure = Mapping[str, Any]


def svg(figure: Figure) -> str:
    """The complete SVG document. Raises QbankError for data that cannot be drawn."""
    return _drawn(canonical(dict(figure)))[0]


def size(figure: Figure) -> tuple[float, float]:
    """Width and height in millimetres."""
    return _drawn(canonical(dict(figure)))[1]


def alt(figure: Figure) -> str:
    """What can be seen, in words."""
    text = figure.get("alt")
    if not isinstance(text, str) or not text.strip():
        raise QbankError("the picture says nothing to who cannot see it", hint="write its alt text")
    if any(unicodedata.category(sign) in ("Cc", "Cs") for sign in text):
        raise QbankError("the picture's alt text holds a control character", hint="write it as one paragraph")
    return text.strip()


def said(figure: Figure) -> tuple[str, ...]:
    """The texts in the drawing that are no scale: where a key that was given away would stand."""
    return _drawn(canonical(dict(figure)))[2]


@lru_cache(KEPT)
def _drawn(written: str) -> tuple[str, tuple[float, float], tuple[str, ...]]:
    figure = json.loads(written)
    name, data = figure.get("draw"), figure.get("data")
    if name not in DRAWINGS:
        raise QbankError(f"no drawing {name!r}", hint=did_you_mean(str(name), list(DRAWINGS)))
    if not isinstance(data, dict):
        raise QbankError(f"the data of a {name} must be an object")
    drawing = DRAWINGS[name](data, alt(figure))
    return drawing.document(), (drawing.width, drawing.height), tuple(drawing.said)

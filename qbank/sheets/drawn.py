"""A picture's SVG as PDF or PNG, for papers that hold no SVG. Typst does it, which is a package."""

from qbank.sheets.typst_text import string

_PAGE = '#set page(width: auto, height: auto, margin: 0pt)\n#image(bytes({svg}), format: "svg", width: {width:g}mm)\n'
SHARP = 300  # dots an inch


def as_pdf(svg: str, width: float) -> bytes:
    """One page as large as the picture, `width` in mm."""
    from qbank.sheets.pdf import compiled

    return compiled(_PAGE.format(svg=string(svg), width=width))


def as_png(svg: str, width: float) -> bytes:
    """The picture in dots, fine enough for print."""
    from qbank.sheets.pdf import compiled

    return compiled(_PAGE.format(svg=string(svg), width=width), png=SHARP)

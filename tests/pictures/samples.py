"""One figure of each drawing, and how a drawing is read back."""

import copy

import pymupdf
from lxml import etree

from qbank import pictures

SVG = "{http://www.w3.org/2000/svg}"

FIGURES = {
    "grid": {
        "draw": "grid",
        "data": {
            "row_title": "query",
            "column_title": "key",
            "rows": ["1", "2", "3"],
            "columns": ["1", "2", "3"],
            "blocked": [[False, True, True], [False, False, True], [False, False, False]],
            "legend": ["blocked", "open"],
        },
        "alt": "A table with three rows. Blocked are, in row 1: 2 and 3; in row 2: 3.",
    },
    "heatmap": {
        "draw": "heatmap",
        "data": {
            "row_title": "position",
            "column_title": "coordinate",
            "rows": ["0", "1"],
            "columns": ["0", "1", "2"],
            "values": [["0", "1", "−0.25"], ["0.84", "−1", "1/2"]],
            "low": "−1",
            "high": "1",
        },
        "alt": "A table of shades.",
    },
    "curve": {
        "draw": "curve",
        "data": {
            "x_title": "step",
            "y_title": "learning rate",
            "x_ticks": [[0, "0"], [50, ""], [100, "100"]],
            "y_ticks": [["0", "0"], ["0.5", "0.5"]],
            "points": [[0, "0"], [20, "0.5"], [100, "0"]],
            "marks": [[60, "0.25", "A"]],
        },
        "alt": "A curve that rises and falls.",
    },
    "cube": {
        "draw": "cube",
        "data": {
            "axes": [["examples", 3], ["channels", 4], ["positions", 2]],
            "shaded": [[2, 0, 0], [2, 0, 1]],
        },
        "alt": "A block of cells.",
    },
    "flow": {
        "draw": "flow",
        "data": {
            "columns": [["source", "encoder"], ["target", "decoder", "output layer"]],
            "links": [[0, 1, 1]],
            "marks": [[0, 1, "A"], [1, 1, "B"]],
        },
        "alt": "Two columns of boxes.",
    },
    "tree": {
        "draw": "tree",
        "data": {
            "root": "start",
            "nodes": [
                {"parent": -1, "token": "a", "number": "0.6", "kept": True},
                {"parent": 0, "token": "cat", "number": "0.7"},
                {"parent": 0, "token": "dog", "number": "0.3"},
                {"parent": -1, "token": "the", "number": "0.4"},
            ],
            "note": "bold: kept",
        },
        "alt": "A tree of two steps.",
    },
}


def with_data(name, **changed):
    """The sample of that drawing with some of its data changed."""
    figure = copy.deepcopy(FIGURES[name])
    figure["data"].update(changed)
    return figure


def root(figure):
    """The document, as a parser reads it."""
    return etree.fromstring(pictures.svg(figure).encode())


def elements(figure, name):
    """The elements of that name."""
    return list(root(figure).iter(SVG + name))


def texts(figure):
    """What can be read in the drawing."""
    return [element.text for element in elements(figure, "text")]


def pixels(figure, dpi=72):
    """The drawing in grey, as MuPDF draws it."""
    page = pymupdf.open(stream=pictures.svg(figure).encode(), filetype="svg")[0]
    return page.get_pixmap(dpi=dpi, colorspace=pymupdf.csGRAY, alpha=False)

"""Every drawing: well-formed, the same each time, neither blank nor clipped, and read by other programs."""

import contextlib
import copy
import json
import subprocess
import sys

import pymupdf
import pytest
import typst

from qbank import pictures
from qbank.errors import QbankError
from qbank.pictures.elements import width_of

from .samples import FIGURES, SVG, elements, pixels, root, texts, with_data

EACH = pytest.mark.parametrize("figure", FIGURES.values(), ids=FIGURES)
BITES = "& < > \" ' % # { } ~ \\ $ ^ _ ]]> 🙂 देव שלום"


@EACH
def test_a_document_names_its_size_and_says_what_is_seen(figure):
    document = root(figure)
    width, height = pictures.size(figure)
    assert document.tag == f"{SVG}svg"
    assert (document.get("width"), document.get("height")) == (f"{width:g}mm", f"{height:g}mm")
    assert document.get("viewBox") == f"0 0 {width:g} {height:g}"
    assert document.find(f"{SVG}desc").text == figure["alt"] == pictures.alt(figure)
    assert figure["alt"].startswith(document.find(f"{SVG}title").text)
    assert 20 < width < 180
    assert 10 < height < 240


@EACH
def test_no_label_reaches_over_the_edge(figure):
    width, height = pictures.size(figure)
    for text in elements(figure, "text"):
        size, x, y = (float(text.get(name)) for name in ("font-size", "x", "y"))
        long = width_of(text.text or "", size, text.get("font-weight") == "bold")
        left = x - {"start": 0, "middle": long / 2, "end": long}[text.get("text-anchor")]
        assert 0 <= left <= left + long <= width, text.text
        assert -0.5 <= y - size <= y + 0.25 * size <= height, text.text


@EACH
def test_no_shape_reaches_over_the_edge(figure):
    width, height = pictures.size(figure)
    for shape in [*elements(figure, "polygon"), *elements(figure, "polyline")]:
        for point in shape.get("points").split():
            x, y = map(float, point.split(","))
            assert 0 <= x <= width
            assert 0 <= y <= height


@EACH
def test_another_program_draws_all_words_within_the_page(figure):
    page = pymupdf.open(
        "pdf", pymupdf.open(stream=pictures.svg(figure).encode(), filetype="svg").convert_to_pdf()
    )[0]
    drawn = page.get_text("words")
    assert sorted(word[4] for word in drawn) == sorted(" ".join(filter(None, texts(figure))).split())
    for x0, _, x1, _, word, *_ in drawn:
        assert 0 <= x0 <= x1 <= page.rect.x1, word


@EACH
def test_in_grey_it_is_not_blank(figure):
    shades = set(pixels(figure).samples)
    assert min(shades) < 90
    assert max(shades) == 255


def test_typst_takes_them_all(tmp_path):
    for name, figure in FIGURES.items():
        (tmp_path / f"{name}.svg").write_text(pictures.svg(figure), encoding="utf-8")
    source = "#set page(height: auto)\n" + "\n".join(f'#image("{name}.svg")' for name in FIGURES)
    (tmp_path / "all.typ").write_text(source, encoding="utf-8")
    page = pymupdf.open(stream=typst.compile(str(tmp_path / "all.typ")), filetype="pdf")[0]
    assert "output layer" in page.get_text()


def test_the_order_of_keys_and_the_hash_seed_change_nothing():
    turned = {name: dict(reversed(figure.items())) for name, figure in FIGURES.items()}
    code = "import json, sys\nfrom qbank import pictures\n"
    code += "print(json.dumps({n: pictures.svg(f) for n, f in json.load(sys.stdin).items()}))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=json.dumps(turned),
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONHASHSEED": "7", "PYTHONPATH": ":".join(sys.path)},
    )
    assert json.loads(done.stdout) == {name: pictures.svg(figure) for name, figure in FIGURES.items()}


def test_texts_that_bite_come_back_as_they_were():
    figure = with_data("flow", columns=[[BITES], ["b"]], links=[], marks=[])
    assert texts({**figure, "alt": BITES}) == [BITES, "b"]
    assert elements({**figure, "alt": BITES}, "desc")[0].text == BITES


def test_a_label_in_wide_signs_gets_more_room():
    narrow, wide = (with_data("tree", root=root) for root in ("ab", "北京"))
    assert pictures.size(wide)[0] > pictures.size(narrow)[0]


def test_what_is_said_leaves_scales_out():
    assert pictures.said(FIGURES["heatmap"]) == ()
    assert pictures.said(FIGURES["curve"]) == ("A",)
    assert "0.7" in pictures.said(FIGURES["tree"])
    assert "bold: kept" not in pictures.said(FIGURES["tree"])


@pytest.mark.parametrize(
    ("figure", "complaint"),
    [
        ({"draw": "gird", "data": {}, "alt": "x"}, "did you mean 'grid'"),
        ({"draw": "grid", "data": [], "alt": "x"}, "must be an object"),
        ({**FIGURES["grid"], "alt": " "}, "alt text"),
        ({**FIGURES["grid"], "alt": "a\x07b"}, "control character"),
        (with_data("tree", root="a\nb"), "one line"),
        (with_data("tree", root="a" * 61), "one line"),
    ],
)
def test_what_cannot_be_drawn_is_refused(figure, complaint):
    with pytest.raises(QbankError, match=complaint):
        pictures.svg(figure)


@pytest.mark.parametrize("name", FIGURES)
@pytest.mark.parametrize("odd", [None, True, -1, 10**400, "", "x", [], [[]], {}], ids=repr)
def test_odd_data_are_drawn_or_refused_in_words(name, odd):
    for path in list(paths(FIGURES[name]["data"])):
        figure = copy.deepcopy(FIGURES[name])
        *way, last = path
        inner = figure["data"]
        for step in way:
            inner = inner[step]
        inner[last] = odd
        with contextlib.suppress(QbankError):
            pictures.svg(figure)


def paths(data):
    """The way to every value within."""
    for step, value in data.items() if isinstance(data, dict) else enumerate(data):
        yield (step,)
        if isinstance(value, (dict, list)):
            yield from ((step, *rest) for rest in paths(value))

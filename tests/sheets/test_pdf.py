"""Papers set by Typst, read back by another reader of PDF."""

import re
from concurrent.futures import ThreadPoolExecutor

import pymupdf
import pytest

from qbank.errors import QbankError
from qbank.sheets import pdf, typst_paper
from qbank.sheets.sheet import Look, lay_out
from qbank.sheets.typst_math import typst

LOOK = Look(
    "Machine Learning", "12 May", "Calculators *allowed*; $e = 2.718$.", None, 2, True, False, "Ana Lima"
)


def words(content):
    """The text of all pages; whether letters of one ligature stand apart does not matter."""
    with pymupdf.open(stream=content, filetype="pdf") as document:
        return " ".join(" ".join(page.get_text() for page in document).split())


@pytest.mark.parametrize("face", ["", "-key", "-solutions"])
def test_every_sort_and_what_bites_is_set(questions, unkind, face):
    both = [*questions, *unkind]
    assert [typst_paper.objection(question) for question in both] == [None] * len(both)
    made = pdf.compiled(typst_paper.compose(lay_out(both, "Unkind & more: 100 % <b> $x$ #y"), both)[face])
    assert "Unkind & more: 100 % <b> $x$ #y" in words(made)


def test_the_same_sheet_gives_the_same_bytes(questions):
    sheet = lay_out(questions, "Quiz")
    assert pdf.compose(sheet, questions) == pdf.compose(sheet, questions)


def test_the_paper_says_what_it_is_given(questions):
    text = words(pdf.compose(lay_out(questions, "Quiz", look=LOOK, points=3), questions)[""])
    for said in ("Machine Learning · 12 May", "Calculators allowed", "Ana Lima", "/ 24", "(6 points)"):
        assert said in text
    for letter in "ABC":
        assert f"{letter}." in text


def test_it_is_tagged_with_headings_and_a_title(questions):
    made = pdf.compose(lay_out(questions, "Quiz"), questions)[""]
    with pymupdf.open(stream=made, filetype="pdf") as document:
        assert document.metadata["title"] == "Quiz"
        catalogue = document.xref_object(document.pdf_catalog())
    assert "/MarkInfo" in catalogue
    assert "/Lang" in catalogue


def test_no_question_that_fits_on_a_page_is_split(ask):
    many = [ask(f"Question {'word ' * 90} number {i}.") for i in range(20)]
    made = pdf.compose(lay_out(many, "Quiz"), many)[""]
    with pymupdf.open(stream=made, filetype="pdf") as document:
        pages = [page.get_text() for page in document]
    assert len(pages) > 2
    for page in pages:
        assert page.count("Question word") == page.count("Answer:") > 0


def test_a_logo_is_shown(questions):
    logo = (
        b'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>'
    )
    with_logo = pdf.compose(lay_out(questions, "Quiz", look=Look(logo=logo)), questions)[""]
    assert with_logo != pdf.compose(lay_out(questions, "Quiz"), questions)[""]
    with pytest.raises(QbankError, match="cannot be set"):
        pdf.compose(lay_out(questions, "Quiz", look=Look(logo=b"no image")), questions)


@pytest.mark.parametrize(
    ("tex", "wanted"),
    [
        (r"8d^2+\frac{1}{2}", "8 d ^(2) + frac(1, 2)"),
        (r"2{,}048", '"2,048"'),
        (r"\operatorname{softmax}(QK^\top/\sqrt{d_k})", r'op("softmax") \( Q K ^(⊤) \/ sqrt(d _(k)) \)'),
        (r"\left(\frac{a}{b}\right)^2", r"lr(\( frac(a, b) \)) ^(2)"),
        (r"\begin{bmatrix}1&2\\3&4\end{bmatrix}", 'display(mat(delim: "[", 1, 2; 3, 4))'),
        (r"\mathrm{FFN}", '"FFN"'),
        (r"\mathbb{R}^{d\times f}", "bb(R) ^(d × f)"),
        (r"\max(a, b)", r"max \( a \, b \)"),
        (r"\sqrt[3]{x}", "root(3, x)"),
    ],
)
def test_formulas(tex, wanted):
    assert typst(tex) == wanted


def test_numbers_are_set_as_they_are_written(ask):
    one = ask(r"Of $2{,}048$ tokens, $0.25 \cdot 18{,}944{,}000$ are $-1$.")
    text = words(pdf.compose(lay_out([one], "Quiz"), [one])[""])
    assert re.search(r"Of 2,048 tokens, 0\.25 ⋅ 18,944,000 are −1", text.replace("·", "⋅")), text


def test_a_question_taller_than_a_page_goes_on_on_the_next(ask, asks):
    parts = [asks("integer", "1", "1", name=f"p{at}", ask=f"Ask {at}: {'word ' * 60}") for at in range(14)]
    tall = ask("Tall.", *parts)
    with pymupdf.open(stream=pdf.compose(lay_out([tall], "Quiz"), [tall])[""], filetype="pdf") as document:
        blocks = [block for page in document for block in page.get_text("blocks")]
        pages = [page.get_text() for page in document]
        bottom = document[0].rect.height
    assert len(pages) > 1
    assert sum(page.count("Answer:") for page in pages) == 14
    assert all(block[3] < bottom for block in blocks)


@pytest.mark.parametrize(("columns", "large"), [(1, False), (2, False), (3, False), (2, True)])
def test_no_word_runs_out_of_the_page(ask, asks, columns, large):
    long = "X" * 300
    chosen = asks("choice", "A", "A", options={"A": long, "B": "b"})
    asked = [
        ask(f"{long} `{long}`"),
        ask(long, asks("integer", "1", "1", ask=long, name="part_" * 12)),
        ask("A", chosen),
    ]
    look = Look(long, long, f"{long} *{long}*", None, columns, large, False, long)
    for made in pdf.compose(lay_out(asked, f"{long} {'W' * 30}", look=look), asked).values():
        with pymupdf.open(stream=made, filetype="pdf") as document:
            for page in document:
                left, right = 40, page.rect.width - 40
                outside = [word[4] for word in page.get_text("words") if word[0] < left or word[2] > right]
                assert outside == []


def test_a_word_that_fits_is_left_whole(questions):
    made = pdf.compose(lay_out(questions, "Backpropagation " * 12), questions)[""]
    assert "\u200b" not in words(made)
    assert words(made).count("Backpropagation") == 12


def test_threads_set_the_same_papers():
    texts = [f"#set document(title: [{word}])\n= {word}" for word in ("one", "two", "three", "four", "five")]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(pdf.compiled, texts)) == [pdf.compiled(text) for text in texts]


def placed(document):
    """Every sign with its place: page, left and right edge, and its line's top."""
    for at, page in enumerate(document):
        for block in page.get_text("rawdict")["blocks"]:
            for line in block.get("lines", ()):
                for sign in (sign for span in line["spans"] for sign in span["chars"] if sign["c"].strip()):
                    yield at, sign["bbox"]


@pytest.mark.parametrize(("large", "columns"), [(False, 2), (False, 3), (True, 2)])
def test_nothing_leaves_its_column(ask, asks, columns, large):
    """A formula that is wider than its column is set smaller, a long word hyphenated."""
    options = {"A": r"$\operatorname{softmax}(QK^\top/\sqrt{d_k})V$", "B": "b"}
    wide = r"$$\begin{bmatrix}" + " & ".join("1234" for _ in range(12)) + r"\end{bmatrix}$$"
    some = [
        ask(
            f"Self-attention's multiplications. {wide} {options['A']}?",
            asks("choice", "A", "A", options=options),
        )
    ]
    made = pdf.compose(lay_out(some, "Quiz", look=Look(columns=columns, large=large)), some)[""]
    width, gutter = 595.28 - 2 * 62.36, 0.7 * 28.35
    column = (width - gutter * (columns - 1)) / columns
    with pymupdf.open(stream=made, filetype="pdf") as document:
        assert [
            edges for _, edges in placed(document) if 130 < edges[1] < 780 and edges[2] > 62.36 + column + 2
        ] == []


def test_three_columns_have_no_room_for_large_print():
    with pytest.raises(QbankError, match="3 columns leave no room for large print; write --columns 2"):
        Look(columns=3, large=True)


def test_a_heading_of_any_sort_stands_with_its_text(ask):
    """Bold paragraphs and those with a colon lead what follows."""
    from qbank.sheets.typst_text import render

    for lead in ("**Worked:**", "Mistakes:", "### Topic"):
        text = render("x\n\n" * 8 + f"{lead}\n\n" + "word " * 60)
        source = f"#set page(height: 7.4cm, width: 12cm, margin: 1cm)\n#set heading(outlined: false)\n{text}"
        with pymupdf.open(stream=pdf.compiled(source), filetype="pdf") as document:
            ends = [page.get_text().split()[-1] for page in document]
        assert all(end not in ("Worked:", "Mistakes:", "Topic") for end in ends), ends


def test_points_are_not_parted_from_what_they_are_out_of(questions):
    sheet = lay_out(questions, "Quiz", look=Look(name="Maximiliana Konstantina " * 4), points=1000)
    with pymupdf.open(stream=pdf.compose(sheet, questions)[""], filetype="pdf") as document:
        found = {word[4]: word for word in document[0].get_text("words")}
    assert abs(found["Points:"][1] - found[str(sheet.points)][1]) < 2

import re

import pytest
from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin

from qbank import markup
from qbank.sheets import markdown
from qbank.sheets.markdown import flowing, literal
from qbank.sheets.sheet import lay_out


def tokens(text):
    """Every token of the text as another program reads it."""
    parser = MarkdownIt("commonmark").enable("table").use(dollarmath_plugin, double_inline=True)
    for token in parser.parse(text):
        yield token
        yield from token.children or ()


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("a $x_1$ b", "a $x_1$ b"),
        (r"$\{1, 2\}$ and $\|x\|\,y$", r"$\lbrace 1, 2\rbrace$ and $\Vert x\Vert \thinspace y$"),
        (r"$\begin{bmatrix} 1 \\ 2 \end{bmatrix}$", r"$\begin{bmatrix} 1 \cr 2 \end{bmatrix}$"),
        ("$\\hat{x}_{i}$, $a * b$", "$\\hat{x}_ {i}$, $a \\ast b$"),
        (r"$50\%$ and $T$th, 2$x$", r"$`50\%`$ and $`T`$th, 2$`x`$"),
        ("so $$x$$ holds", "so\n\n$$\nx\n$$\n\nholds"),
        ("$$\nx\n= y\n$$", "$$\nx = y\n$$"),
        ("- so $$x$$", "- so $$x$$"),
        ("`$x \\{$` stays", "`$x \\{$` stays"),
        ("```\na\n\n\nb\n```", "```\na\n\n\nb\n```"),
    ],
)
def test_flowing(text, written) -> None:
    assert flowing(text) == written


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("[2, 4, 3, 5]", "[2, 4, 3, 5]"),
        ("<bos> a_b * $5 | ~ `x`", r"\<bos\> a\_b \* \$5 \| \~ \`x\`"),
        ("[a](b) &amp; R&D", r"[a]\(b) \&amp; R&D"),
        ("two\nlines", "two lines"),
    ],
)
def test_literal_text_shows_as_it_is(text, written) -> None:
    assert literal(text) == written
    shown = "".join(token.content for token in tokens(written) if token.type in ("text", "text_special"))
    assert shown == " ".join(text.split())


@pytest.mark.parametrize("face", ["", "-key", "-solutions"])
def test_another_program_reads_it(face, unkind) -> None:
    sheet = lay_out(unkind, "Unkind *title* <b>")
    read = list(tokens(markdown.compose(sheet, unkind)[face]))
    kinds = {token.type for token in read}
    assert not kinds & {"html_inline", "html_block", "image", "link_open", "hr"}
    headings = [read[at + 1].content for at, token in enumerate(read) if token.type == "heading_open"]
    assert len(headings) == (1 if face == "-key" else 1 + len(unkind))


def test_formulas_arrive_whole(unkind) -> None:
    text = markdown.compose(lay_out(unkind, "Unkind"), unkind)[""]
    found = [token.content for token in tokens(text) if token.type.startswith("math")]
    prompts = [body for question in unkind for mark, body in markup.pieces(question.prompt) if mark]
    shown = {re.sub(r"\s", "", formula) for formula in found}
    for body in prompts:
        spelled = re.sub(r"\s", "", body).replace(r"\\", r"\cr").replace(r"\{", r"\lbrace")
        assert spelled in shown | {re.sub(r"\s", "", part) for part in re.findall(r"\$`(.+?)`\$", text)}


def test_a_paper_from_top_to_bottom(ask, asks) -> None:
    one = ask(
        "Two things about $T$.",
        asks("integer", "36", "36", name="a", ask="How many?", unit="cells"),
        asks("choice", "B", "B", name="b", ask="Which?", options={"A": "one", "B": "two"}),
    )
    assert markdown.compose(lay_out([one], "Quiz"), [one])[""] == (
        "# Quiz\n\n"
        "Name: ________________________  Date: ____________  Points: ______ / 2\n\n"
        "## 1. (2 points)\n\n"
        "Two things about $T$.\n\n"
        "**(a)** How many?\n\n"
        "Answer: ________________________ cells\n\n"
        "**(b)** Which?\n\n"
        "- **A.** one\n"
        "- **B.** two\n"
    )


def test_what_stands_on_it(questions) -> None:
    from qbank.sheets.sheet import Look

    look = Look("Machine *Learning*", "12 May", "Read *all*.", name="Ana_B")
    text = markdown.compose(lay_out(questions, "Quiz", look=look), questions)[""]
    assert r"Machine \*Learning\* · 12 May" in text
    assert "Read *all*." in text
    assert r"Name: Ana\_B" in text


@pytest.mark.parametrize(
    "text",
    [
        "C and C #",
        "C ###",
        "C#",
        "#",
        "# x",
        "2. Klausur",
        "1) x",
        "- x",
        "+ x",
        "---",
        "[a]: b",
        "2.5",
        "-5",
    ],
)
def test_a_title_and_a_course_show_as_they_are(text, ask) -> None:
    from qbank.sheets.sheet import Look

    one = ask("How many?")
    written = markdown.compose(lay_out([one], text, look=Look(text)), [one])[""]
    read = MarkdownIt("commonmark").render(written)
    assert read.startswith(f"<h1>{text}</h1>\n<p>{text}</p>\n")

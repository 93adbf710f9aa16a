import pytest

from qbank.errors import QbankError
from qbank.sheets.tex_text import DEEPEST, mathematics, render


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("one\ntwo\n\nthree", "one\ntwo\n\nthree"),
        ("*a* **b** `c_d` e\\\nf", "\\emph{a} \\textbf{b} \\texttt{c\\_d} e\\newline\nf"),
        ("$9 \\times 9$ costs \\$5", r"\(9 \times 9\) costs \$5"),
        ("$(1, 2{,}048)$", r"\((1,\allowbreak  2{,}048)\)"),
        ("so $$x^2$$ holds", r"so \[\fit{\(\displaystyle x^2\)}\] holds"),
        ("$$\nx\n$$", "\\leavevmode\n\n\\[\\fit{\\(\\displaystyle x\\)}\\]"),
        (r"$\left(x\right)$", r"\fit{\(\left(x\right)\)}"),
        ("a\n\n- b\n- c", "a\n\n\\begin{itemize}\n\\item b\n\\item c\n\\end{itemize}"),
        ("a\n\n3. b\n4. c", "a\n\n\\begin{enumerate}\n\\item[3.] b\n\\item[4.] c\n\\end{enumerate}"),
        ("a\n\n> b", "a\n\n\\begin{quote}\nb\n\\end{quote}"),
        (
            "a\n\n```\nif x:\n  y  = \\end{z}\n```",
            "a\n\n\\begin{flushleft}\\ttfamily\n\\strut{}if x:\\\\\n"
            "\\strut{}~~y~~= \\(\\backslash\\)end\\(\\{\\)z\\(\\}\\)\n\\end{flushleft}",
        ),
        (
            "a\n\n| b | $c$ |\n|:-:|--:|\n| 1 & 2 | 3 |",
            "a\n\n\\begin{center}\\fit{\\begin{tabular}{cr}\n\\hline\nb & \\(c\\) \\\\\n\\hline\n"
            "1 \\& 2 & 3 \\\\\n\\hline\n\\end{tabular}}\\end{center}",
        ),
    ],
)
def test_render(text, written) -> None:
    assert render(text) == written


def test_wide_tables_wrap_their_cells() -> None:
    cell = "many words in one cell that need more than a line"
    table = f"| a | b |\n|---|---|\n| {cell} | {cell} |"
    assert render(table).count(r"p{\dimexpr0.500\linewidth-2\tabcolsep\relax}") == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("# Title", "heading has no place on a sheet"),
        ("a\n\n* * *", "a rule has no place"),
        ("[a](b)", "a link has no place"),
        ("![a](b)", "an image has no place"),
        ("<b>a</b>", "HTML has no place"),
        ("<div>\na\n</div>", "HTML has no place"),
        ("see 😀", "U+1F600"),
        (r"$\input{x}$", r"\input is no macro"),
        (r"$$\write18{x}$$", r"\write is no macro"),
        ("$x^^5cinput$", "lacks an argument"),
        ("$$\n\\input{x}\n$$", r"\input is no macro"),
        ("`a` $\\catcode`a$", r"\catcode is no macro"),
        ("- a\n  - b\n    - c\n      - d", f"more than {DEEPEST} deep"),
    ],
)
def test_what_is_refused(text, message) -> None:
    with pytest.raises(QbankError) as error:
        render(text)
    assert message in str(error.value)


def test_mathematics_cannot_leave_its_place() -> None:
    for source in (r"x\)\input{y}\(x", r"x$ \input{y} $x", "x}\\input{y}{"):
        with pytest.raises(QbankError):
            mathematics(source)

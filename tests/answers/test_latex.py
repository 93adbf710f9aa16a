import pytest

from qbank import limits
from qbank.answers.latex import rewritten
from qbank.answers.unreadable import Unreadable


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        (r"$2{,}048$", "2,048"),
        (r"\frac{a}{b}", r"\frac{a}{b}"),
        (r"\dfrac12", r"\frac{1}{2}"),
        (r"\frac1{20}", r"\frac{1}{20}"),
        (r"\frac{1}2", r"\frac{1}{2}"),
        (r"\sqrt2d", r"\sqrt{2}d"),
        (r"2\cdot3\times4", "2*3×4"),
        (r"\left(a\right)", "(a)"),
        (r"5\,\mathrm{B}", "5 B"),
        (r"d_{\text{model}}", "d_model"),
        (r"T_{12}", "T_12"),
        (r"\ln2", "ln 2"),
        (r"\log_{10} 5", "log10  5"),
        (r"\epsilon\gamma", "εγ"),
        (r"-\infty", "-∞"),
        (r"50\%", "50%"),
        (r"\begin{bmatrix}1&2\\3&4\end{bmatrix}", "⟦1&2;3&4⟧"),
        (r"\left[\begin{array}{cc}1&2\\[2pt]3&4\end{array}\right]", "⟦1&2;3&4⟧"),
        (r"\begin{matrix}1&2\\*[ -.5\smallskip ]3&4\end{matrix}", "⟦1&2;3&4⟧"),
        ("\\begin{matrix}\n1 &\n2 \\\\\n3\n& 4\n\\end{matrix}", "⟦1 & 2;3 & 4⟧"),
        (r"[1,2] \\ [3,4]", "[1,2] ; [3,4]"),
        (r"\frac\pi4", r"\frac{π}{4}"),
        (r"\frac{\sqrt{6}}2", r"\frac{\sqrt{6}}{2}"),
        (r"{e^{2} \over e+1}", r"\frac{e^{2} }{ e+1}"),
        (r"3\over4", r"\frac{3}{4}"),
        (r"3 \over 4", r"\frac{3 }{4}"),
        (r"\boxed{\frac{1}{2}}", r"\frac{1}{2}"),
        (r"{\rm e}", "{e}"),
        (r"d_\text{model}", "d_model"),
        (r"\left[\begin{array}{c|c}1&2\\ \hline 3&4\end{array}\right]", "⟦1&2;3&4⟧"),
        (r"\begin{bmatrix*}[r]1\cr2\end{bmatrix*}", "⟦1;2⟧"),
        (r"\left[ {\begin{array}{cc}1&2\end{array}} \right]", "⟦1&2⟧"),
        (r"\begin{aligned} p &= a \\ &+ b \end{aligned}", "p = a   + b"),
        ("p &= 5", "p = 5"),
        (r"5\\", "5"),
        ("x + 1", "x + 1"),
    ],
)
def test_latex_in_the_signs_of_the_grammar(typed, plain):
    assert rewritten(typed) == plain


@pytest.mark.parametrize("typed", [r"\input{/etc/passwd}", r"\sum_i i", r"\write18{ls}"])
def test_other_commands_are_refused(typed):
    with pytest.raises(Unreadable, match="the command"):
        rewritten(typed)


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        (r"3\10", "syntax"),
        (r"\frac{1", "syntax"),
        (r"\mathrm{" * (limits.ANSWER_DEPTH + 1) + "}" * (limits.ANSWER_DEPTH + 1), "bound"),
    ],
)
def test_braces_and_backslashes_that_are_none(typed, code):
    with pytest.raises(Unreadable) as unread:
        rewritten(typed)
    assert unread.value.code == code


def test_the_bound_on_levels_of_braces():
    assert rewritten(r"\mathrm{" * limits.ANSWER_DEPTH + "d" + "}" * limits.ANSWER_DEPTH) == "d"

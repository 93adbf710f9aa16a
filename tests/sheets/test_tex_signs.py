import pytest

from qbank.errors import QbankError
from qbank.sheets.tex_signs import LONGEST, escape


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("plain words, 18,944,000 of them.", "plain words, 18,944,000 of them."),
        ("50 % & #3_{x}^2~$", r"50 \% \& \#3\_\(\{\)x\(\}\)\textasciicircum{}2\textasciitilde{}\$"),
        (r"\input{x}", r"\(\backslash\)input\(\{\)x\(\}\)"),
        ("a < b > c | d", r"a \(<\) b \(>\) c \(|\) d"),
        ("[2, 4]", "{[}2, 4{]}"),
        ("--- ''", "-{}-{}- '{}'"),
        ("feed-forward", "feed-forward"),
        ('say "x" `y`', r"say {\ttfamily\char34}x{\ttfamily\char34} {`}y{`}"),
        ("naïve Łódź “so”", r"na\"{i}ve \L{}\'{o}d\'{z} \textquotedblleft{}so\textquotedblright{}"),
        ("e\u0301", r"\'{e}"),
        ("8d² + x₁₂", r"8d\(^{2}\) + x\(_{12}\)"),
        ("10⁻⁷ Kᵀ", r"10\(^{-7}\) K\(^{\top }\)"),
        ("−∞", r"\(-\infty \)"),
        ("3 × √6 ≤ σ²", r"3 \(\times \) \(\surd \)6 \(\leq \) \(\sigma ^{2}\)"),
        ("ε, γ and β", r"\(\varepsilon \), \(\gamma \) and \(\beta \)"),
        ("ℝ", r"\(\mathbb{R}\)"),
    ],
)
def test_escape(text, written) -> None:
    assert escape(text) == written


@pytest.mark.parametrize("sign", ["😀", "क", "中", "\u202e", "\x07", "д", "\u0301", "x\u0301\u0302"])
def test_signs_that_plain_latex_lacks_are_refused_by_code_point(sign) -> None:
    with pytest.raises(QbankError) as error:
        escape(f"see {sign}")
    assert f"(U+{ord(sign[0]):04X})" in str(error.value)


def test_long_words_may_break() -> None:
    assert r"\allowbreak" not in escape("x" * LONGEST)
    assert escape("x" * (LONGEST + 1)) == r"xxxxxxxx\allowbreak{}xxxxxxxx\allowbreak{}xxxxxxxx\allowbreak{}x"
    assert escape("é" * 30).count(r"\'{e}") == 30


def test_the_result_is_ascii(unkind) -> None:
    texts = [question.prompt for question in unkind]
    assert all(escape(text).isascii() for text in texts)

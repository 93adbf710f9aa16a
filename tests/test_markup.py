import pytest

from qbank import limits
from qbank.markup import MACROS, Piece, pieces, plain, problems, split

PLAIN = [
    (r"$8d^2 + \frac{1}{2}$", "8d² + 1/2"),
    (r"$2{,}048$ or $2\,048$", "2,048 or 2 048"),
    (r"$\sqrt{x}$, $\sqrt{x+1}$, $\sqrt[3]{2}$, $\sqrt{d_k}$", "√x, √(x + 1), ∛2, √dₖ"),
    (r"$-\frac{\sqrt{6}}{2}$, $\frac{1}{2d}$, $\frac{e}{e+1}$", "−√6/2, 1/(2d), e/(e + 1)"),
    (r"$\frac{T(T-1)}{2}$, $\frac{a+b}{c}$, $\frac{-1}{2}$", "T(T − 1)/2, (a + b)/c, −1/2"),
    (r"$\frac{1}{2}x$, $2\frac{1}{2}$, $\log\frac{1}{2}$", "(1/2)x, 2(1/2), log (1/2)"),
    (r"$\begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}$", "[[1, 2], [3, 4]]"),
    (r"$$\begin{pmatrix} 1 \\ -2 \\ \end{pmatrix}$$", "[[1], [−2]]"),
    (r"$\begin{cases} 1 & i \le j \\ 0 & \text{else} \end{cases}$", "{1 i ≤ j; 0 else"),
    (r"$\sum_{i=1}^{T} (T-i)$", "∑ᵢ₌₁ᵀ (T − i)"),
    (r"$e^{-\infty}=0$, $1.747 \times 10^{-7}$, $x^{i+1}$", "e^(−∞) = 0, 1.747 × 10⁻⁷, xⁱ⁺¹"),
    (r"$d_{\text{model}}$, $W_Q$, $x_{t-1}$, $K^\top$", "d_(model), W_Q, xₜ₋₁, Kᵀ"),
    (r"$\operatorname{softmax}(x)$, $2\log_2 d$, $-\log p$", "softmax(x), 2 log₂ d, −log p"),
    (r"$\sin\left(p/10000^{2i/d}\right)$", "sin(p/10000^(2i/d))"),
    (r"$\pm 1$, $a\pm b$, $a=-b$, $(-1)$, $\{1,2\}$", "±1, a ± b, a = −b, (−1), {1, 2}"),
    (r"$K^\mathrm{T}$, $x_\text{max}$, $\frac12$, $\sqrt\pi$, $x'^2$", "Kᵀ, xₘₐₓ, 1/2, √π, x′²"),
    (r"$\hat{x}$, $\bar{xy}$, $\mathbb{R}^{d\times f}$, $x'$", "x̂, bar(xy), ℝ^(d×f), x′"),
    (r"$\binom{n}{2}$, $\lVert x\rVert$, $50\%$", "C(n, 2), ‖x‖, 50%"),
    ("**bold $x$** and *it*, __b__, `a*b*c`", "bold x and it, b, a*b*c"),
    (r"2 * 3 * 4, d_model, \*, \$5, x_1_2, \`a\`", "2 * 3 * 4, d_model, *, $5, x_1_2, `a`"),
    ("`$x`, `` a`b ``", "$x, a`b"),
    ("```python\nx = 1\n\ny = 2\n```", "x = 1\n\ny = 2"),
    ("see\n\n| a | b |\n|:--|--:|\n| $x^2$ | long |\n\nend", "see\n\na   b\n--  ----\nx²  long\n\nend"),
    ("a | b\nno table", "a | b\nno table"),
    ("bell \x07, \u202eleft", "bell , left"),
]


@pytest.mark.parametrize(("source", "shown"), PLAIN)
def test_plain(source: str, shown: str) -> None:
    assert plain(source) == shown
    assert source.startswith("bell") or problems(source) == []


PROBLEMS = [
    (r"$\foo$", r"\foo is no macro"),
    (r"$\fracc{1}{2}$", r"did you mean 'frac'?"),
    (r"$\input{x}$", r"\input is no macro"),
    (r"$\def\x{1}$", r"\def is no macro"),
    (r"$x^^5cinput$", "^ lacks an argument"),
    (r"$\frac{1}$", r"\frac lacks an argument"),
    (r"$\sqrt$", r"\sqrt lacks an argument"),
    ("$x^2^3$", "two ^ in a row"),
    ("$x_2_3$", "two _ in a row"),
    ("$x^2'$", "two ^ in a row"),
    ("$x^{2} '$", "two ^ in a row"),
    ("$x' ^2$", "two ^ in a row"),
    ("$x_'$", "_ lacks an argument"),
    (r"$x^\min$", r"set braces around \min"),
    (r"$\sqrt\frac{1}{2}$", r"set braces around \frac"),
    (r"$\frac\mathrm{a}{b}$", r"set braces around \mathrm"),
    (r"$x^\hat{y}$", r"set braces around \hat"),
    ("$5%$", r"a bare %; a literal one is written \%"),
    ("$a & b$", "a bare &"),
    (r"$a \\ b$", r"\\ stands outside a matrix"),
    ("${a$", "a { has no partner"),
    ("$a}$", "a } has no partner"),
    (r"$\left( a$", r"\left has no \right"),
    (r"$a \right)$", r"\right has no \left"),
    (r"$\left a$", r"\left stands before no bracket"),
    (r"$\begin{bmatrix} 1$", r"has no \end{bmatrix}"),
    (r"$\begin{bmatrix} 1 \end{matrix}$", r"has no \end{bmatrix}"),
    (r"$\end{bmatrix}$", r"\end has no \begin"),
    (r"$\begin{array}{c} 1 \end{array}$", "no environment 'array'"),
    (r"$\begin{bmatrix} 1 \\ [2] \end{bmatrix}$", r"TeX reads the [ or *"),
    (r"$\begin{cases} 1 & 2 & 3 \end{cases}$", "more than 2 columns"),
    (r"$\text{50 \% of}$", r"\text takes plain words"),
    (r"$\mathbb{1}$", r"\mathbb takes one capital letter"),
    ("$a \x0c b$", "write '\\x0c' as a macro"),
    ("$ε$", "write 'ε' as a macro"),
    ("$a\n\nb$", "a blank line ends it"),
    ("costs $5", "a $ has no partner"),
    ("<BOS> starts", "<BOS> is read as HTML"),
    ("<!-- hidden -->", "<!-- is read as HTML"),
    ("a&nbsp;b", "&nbsp; is read as an HTML entity"),
    ("[text](address)", "[text]( is read as a link"),
    ("![text](address)", "is read as a link"),
    ("[text]: address", "is read as a heading, a rule or a link's address"),
    ("# Title", "# is read as a heading"),
    ("Title\n===", "=== is read as a heading"),
    ("a\n\n* * *\n\nb", "* * * is read as a heading, a rule"),
    ("a \x07 b", "the character U+0007 cannot be printed"),
    ("a \u202e b", "the character U+202E cannot be printed"),
    ("tab\there", "the character U+0009 cannot be printed"),
]


@pytest.mark.parametrize(("source", "problem"), PROBLEMS)
def test_problems(source: str, problem: str) -> None:
    found = problems(source)
    assert any(problem in line for line in found), found
    assert all("\n" not in line for line in found)


@pytest.mark.parametrize(
    "source", ["a < b > c & d", "5 <= 6", "[2, 1, 5, 3] (in order)", "`<BOS>`", "| a |\n|---|"]
)
def test_text_that_only_looks_like_something_else(source: str) -> None:
    assert problems(source) == []


def test_nesting_is_bounded() -> None:
    deep = limits.TEMPLATE_DEPTH - 1
    assert problems("$" + "{" * deep + "x" + "}" * deep + "$") == []
    assert "nested" in problems("$" + "{" * (deep + 1) + "x" + "}" * (deep + 1) + "$")[0]
    assert "nested" in problems("$" + "{" * 20_000 + "$")[0]
    assert problems("$" + r"\hat" * 20_000 + "$")
    assert problems("$" + r"\left(" * 20_000 + "$")


@pytest.mark.parametrize(
    "part", [r"\text{a}", r"\text{", r"\text", "{a}", "x^2", "$", "*a ", "_a ", "[", "<a", "`", "|a"]
)
def test_long_texts_take_no_long_time(part) -> None:
    source = part * (20_000 // len(part))
    assert isinstance(problems(f"${source}$"), list)
    assert plain(source)


def test_matrices_are_bounded() -> None:
    def matrix(width: int) -> str:
        return r"$\begin{bmatrix}" + "&".join(["1"] * width) + r"\end{bmatrix}$"

    assert problems(matrix(limits.ENTRIES_A_SIDE)) == []
    assert "columns" in problems(matrix(limits.ENTRIES_A_SIDE + 1))[0]


def test_split_keeps_code_and_literal_dollars_in_the_text() -> None:
    assert split(r"a $x$ b \$5 `$y$` $$z$$") == [
        (False, "a "),
        (True, "x"),
        (False, r" b \$5 `$y$` "),
        (True, "z"),
    ]
    assert split(r"$\$ \\$") == [(True, r"\$ \\")]
    assert split("") == []


@pytest.mark.parametrize("source", [*(source for source, _ in PLAIN), *(source for source, _ in PROBLEMS)])
def test_pieces_are_the_text_again(source: str) -> None:
    assert "".join(mark + body + mark for mark, body in pieces(source)) == source


def test_pieces_know_a_display() -> None:
    assert pieces("a $$x$$ $y$") == [Piece("", "a "), Piece("$$", "x"), Piece("", " "), Piece("$", "y")]


def test_every_macro_is_shown() -> None:
    needs_more = {"frac", "dfrac", "tfrac", "binom", "begin", "end", "\\", "sqrt"}
    for name in MACROS.keys() - needs_more:
        shown = plain(f"$\\{name}{{x}}$" if name.isalpha() else f"$\\{name} x$")
        assert "\\" not in shown, name

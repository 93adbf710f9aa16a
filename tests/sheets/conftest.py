"""Questions to set: a plain one of each sort, and every construct that bites a typesetter."""

from collections.abc import Callable

import pytest

from qbank.question import Mistake, Part, Proof, Question, question_id

PROOF = Proof("measured", "zero_attention_weights", "equal", "1.14.0", "2.13.0", "cpu", "float64")


def part(kind: str | dict, key: str | tuple[str, ...], display: str, **given) -> Part:
    """A part; `kind` may be its short name."""
    answer = {"kind": kind} if isinstance(kind, str) else kind
    fields = {"name": "", "ask": "", "unit": None, "formula": None, "options": None, "mistakes": ()} | given
    return Part(answer=answer, key=key, display=display, **fields)


def question(prompt: str, *parts: Part, topic: str = "mask", **given) -> Question:
    """A question; without parts it asks for the whole number 36."""
    parts = parts or (part("integer", "36", "36"),)
    fields = {
        "pack": "transformers",
        "topic": topic,
        "template": f"{topic}.sample",
        "level": 1,
        "params": {},
        "conventions": (),
        "figure": None,
        "explanation": "Row $i$ blocks $T - i$ cells.",
        "proof": PROOF,
        "made_by": {"qbank": "0.1.0", "template": "0" * 32},
    } | given
    return Question(id=question_id(prompt, fields["figure"], parts), prompt=prompt, parts=parts, **fields)


@pytest.fixture(scope="session")
def ask() -> Callable[..., Question]:
    """Makes a question."""
    return question


@pytest.fixture(scope="session")
def asks() -> Callable[..., Part]:
    """Makes a part."""
    return part


@pytest.fixture(scope="session")
def questions() -> list[Question]:
    """One question of each sort, as a bank holds them."""
    diagonal = Mistake(("blocks_the_diagonal",), None, "45", "45", "A token may attend to itself.")
    biases = Mistake((), {"bias": False}, "4195840", "4,195,840", "Right without biases; asked with biases.")
    future = Mistake(("b",), None, "A", "A", "The future is hidden.")
    return [
        question(
            "A decoder reads 9 tokens. Its causal mask is a $9 \\times 9$ table.",
            part(
                "integer", "36", "36", name="blocked", ask="How many cells are blocked?", mistakes=(diagonal,)
            ),
            part("integer", "45", "45", name="open", ask="How many cells stay open?"),
        ),
        question(
            "Count the parameters, with biases: $d = 512$, $f = 2{,}048$.",
            part("integer", "4204032", "4,204,032", unit="parameters", mistakes=(biases,)),
            topic="parameters",
            level=2,
        ),
        question(
            "BatchNorm of this batch, to two decimals: $$\\begin{bmatrix} 1 & 2 \\\\ 3 & 4 \\end{bmatrix}$$",
            part(
                {"kind": "matrix", "of": {"kind": "decimal", "places": 2}},
                "[[-1,-1],[1,1]]",
                "[[−1.00, −1.00], [1.00, 1.00]]",
            ),
            topic="normalization",
        ),
        question(
            "What hides the future?",
            part(
                "choice",
                "B",
                "B",
                options={"A": "The *padding* mask", "B": "The causal mask, $j > i$", "C": "Dropout"},
                mistakes=(future,),
            ),
        ),
        question(
            "Which hold?",
            part(
                "choices",
                ("A", "C"),
                "A, C",
                options={"A": "$i \\le j$", "B": "$i > j$", "C": "none of `x_1`"},
            ),
        ),
        question(
            "LayerNorm of $[1, 2, 3]$, exactly; then in terms of $d$ and $f$.",
            part(
                {"kind": "vector", "of": {"kind": "exact"}},
                "[-sqrt(6)/2,0,sqrt(6)/2]",
                "[−√6/2, 0, √6/2]",
                name="x",
            ),
            part({"kind": "expression", "names": ["d", "f"]}, "8*d^2+2*d*f", "8d² + 2df", name="y"),
        ),
    ]


def _matrix(side: int, entry: str) -> str:
    rows = " \\\\ ".join(" & ".join([entry] * side) for _ in range(side))
    return f"\\begin{{bmatrix}} {rows} \\end{{bmatrix}}"


def _table(columns: int, cell: str) -> str:
    lines = ["| " + " | ".join([text] * columns) + " |" for text in (cell, "--:", cell, cell)]
    return "\n".join(lines)


LONG_WORD = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"
EIGHT = ", ".join(["−0.1234"] * 8)

MATRICES = f"${_matrix(8, '-0.1234')}$ and then $${_matrix(8, '-1{,}234.5678')}$$ and ${_matrix(12, '0')}$."
CODE = (
    '```python\nif x:\n    y = f"{x}" # 100 % \\\\ ~ ^\n    \\end{verbatim}\n' + "z = " + "w" * 120 + "\n```"
)

UNKIND = {
    "signs": r"50 % & 3 # a_b {x} x^2 ~ \\ < > | \" ' \` $\#$ \$5 -- --- ,, '' << >> ?\` !\` [x] @ * + = / ; : ( )",
    "latin": "naïve Łódź façade Ærø Straße ½ § © € “quoted” ‘so’ – — … ¿ ¡ ő ş ÿ",
    "mathematics in text": "−1 × 2 · 3 ÷ 4 ≤ √6 ∞ −∞ ε γ β σ² x₁₂ 10⁻⁷ ≈ ± → ∈ ℝ ∑ ⌊x⌋ ᵀ",
    "long words": f"{LONG_WORD} {'9' * 60} {'x_' * 40} https://example.org/{'a' * 80}",
    "many words": "The quick brown fox reads 18,944,000 tokens of an unhyphenatable qwrtpsdfghjklz. " * 8,
    "a vector": f"The scores are [{EIGHT}] and [{EIGHT}], that is $[{EIGHT.replace('−', '-')}]$ again.",
    "a shape": f"The shape is [{', '.join(['18,944,000'] * 12)}], or $({', '.join(['512'] * 30)})$.",
    "matrices": MATRICES,
    "a big matrix": f"$${_matrix(30, '1')}$$",
    "formulas": r"$\left(\frac{a}{b}\right)^2$, $$\sum_{i=1}^{T} (T-i) = \frac{T(T-1)}{2}$$ if $x_{\max} > 0$",
    "a long formula": "$" + " + ".join(f"a_{{{i}}} x^{{{i}}}" for i in range(40)) + "$",
    "aligned": r"$$\begin{aligned} a &= b + c \\ &= d \end{aligned}$$",
    "cases": r"$f = \begin{cases} 1 & i \le j \\ 0 & \text{else} \end{cases}$",
    "every font": r"$\mathbb{R}^{d \times f}$, $\mathcal{L}$, $\mathbf{x}$, $\boldsymbol{\theta}$",
    "a table": _table(3, "$x_1$") + "\n\nand\n\n" + _table(8, "−0.1234"),
    "a wide table": _table(3, "several words that go on and on until they need a second line"),
    "a table too wide": _table(12, LONG_WORD[:30]),
    "lists": "- one\n- two\n  1. deep\n  2. deeper\n     - deepest\n\n7. seven\n8. eight\n\n> a quotation",
    "emphasis": '*it*, **bold $x$**, ***both***, `x_1 = {a: "b"} # %`, a\\\nb',
    "code": CODE,
    "a bracket first": "[2, 1, 5, 3] are the scores.",
    "a star first": "* [x] a list\n* *y*",
}


@pytest.fixture(scope="session")
def unkind() -> list[Question]:
    """Everything that bites, as prompt, part, option, feedback and explanation."""
    made = []
    for at, (name, text) in enumerate(UNKIND.items()):
        mistake = Mistake((name,), None, "1", f"[{EIGHT}]", text)
        options = {"A": text, "B": LONG_WORD, "C": "[512]"} if at % 2 else None
        asked = part("choice" if options else "integer", "A" if options else "36", "36", options=options)
        asked = part(
            asked.answer,
            asked.key,
            f"[{EIGHT}]",
            name="p",
            ask=text,
            options=options,
            unit=name,
            mistakes=(mistake,),
        )
        made.append(question(f"{text}", asked, explanation=text, level=at % 3 + 1))
    return made


@pytest.fixture(scope="session")
def pictured() -> Question:
    """A question with a picture."""
    figure = {
        "draw": "grid",
        "data": {
            "row_title": "query",
            "column_title": "key",
            "rows": ["1", "2"],
            "columns": ["1", "2"],
            "blocked": [[False, True], [False, False]],
            "legend": ["blocked", "open"],
        },
        "alt": "A table of two rows and two columns. The cell in row 1, column 2 is blocked.",
    }
    return question("How many cells are blocked?", part("integer", "1", "1"), figure=figure)

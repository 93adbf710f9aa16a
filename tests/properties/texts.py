"""Texts that nobody should type: half by a grammar, half out of bytes, ruined answers and bombs."""

from .bombs import ATTACKS, BOMBS
from .spelling import BLANKS, DASHES, INVISIBLE, ZEROS, dressed

NAMES = (
    "d", "f", "T", "T1", "d_model", "n", "x", "eps", "σ", "λ", "abc", "_", "parameters", "B", "KiB", "nats",
    "k", "M",
)  # fmt: skip
FUNCTIONS = (
    "sqrt", "exp", "log", "ln", "log2", "log10", "sin", "cos", "√", "abs", "max", "softmax",
)  # fmt: skip
COMMANDS = (
    r"\frac", r"\dfrac", r"\sqrt", r"\sqrt[3]", r"\cdot", r"\times", r"\left", r"\right", r"\pi", r"\infty",
    r"\text", r"\input", r"\\", r"\,", r"\begin{matrix}", r"\end{matrix}", r"\begin{array}{cc}", r"\mathrm{d}",
    r"\def\a{\a\a}\a",
)  # fmt: skip
SIGNS = (
    "+", "-", "*", "/", "^", "**", "×", "·", "÷", "−", "–", "%", "=", "≈", "±", "!", "//", "<", ">", "|", ":",
    "e+", "e-",
)  # fmt: skip
BETWEEN = (",", ", ", ";", "; ", " ", "\n", " & ", "\t", r" \\ ", ",,", " and ")
FENCES = (
    "()", "[]", "{}", "⟨⟩", "<>", "''", '""', "$$", "⟦⟧", "【】", "(]", "[(",
)  # fmt: skip
WRAPPERS = (
    "tensor({})", "np.array({})", "torch.Size({})", "array({}, dtype=float32)", "tensor({}, device='cuda:0')", "{}.",
    "list({})", "({},)", "Option {}", "= {}", "{} parameters", "{} B", "float('{}')", "np.float64({})",
)  # fmt: skip
WORDS = (
    "A", "b", "C", "none", "True", "false", "yes", "all", "BOS", "<s>", "</s>", "NaN", "inf", "-inf", "∞",
    "Infinity", "None", "null", "3/4", "04.03.2024", "12:30", "1.234,5", "1,234.5", "0,731", "10⁻⁷", "½", "3½",
    "1e5", "0x2A", "1_000", "i", "½½", "²", "₁", "⁻", "^", "'", '"',
)  # fmt: skip
STRAYS = "\x00\x07\x1b\u0301\u20d7\ufffd\ufffe\U0010ffff\ud800"
ENCODINGS = (
    ("utf-8", "replace"), ("utf-8", "surrogateescape"), ("latin-1", "strict"), ("utf-16-le", "replace"),
    ("cp1252", "replace"),
)  # fmt: skip

LONGEST = 1_990
PARTS = (
    "2", "3", "7", "1/3", "e", "pi", "sqrt(2)", "sqrt(3)", "sqrt(5)", "e^(1/2)", "e^2", "e^(1/3)", "2^(1/3)",
    "5^(1/7)", "log(2)", "log(3)", "sin(1)", "cos(2)", "sqrt(1+sqrt(2))", "e^sqrt(2)", "1e-300", "10^200",
    "123456789012345678901234567890",
)  # fmt: skip
POWERS = ("2", "3", "5", "8", "10", "20", "30", "40", "64", "(1/2)", "(1/3)", "(-1)", "(-3)", "(3/2)")
FORMS = {
    "vector": "listed",
    "matrix": "tabled",
    "shape": "listed",
    "tokens": "worded",
    "choice": "worded",
    "choices": "worded",
}


class Writer:
    """Writes texts with a pen, half of them by the grammar; `names` and `real` answers are those of a question."""

    def __init__(self, pen, kind="integer", names=(), real="42"):
        self.pen, self.form, self.names, self.real = pen, FORMS.get(kind, "formula"), tuple(names), real

    def text(self):
        return self.sentence() if self.pen.chance(2) else self.noise()

    def sentence(self):
        """A number, a formula, a list, tokens, letters: mostly with a reading, in any spelling."""
        pen = self.pen
        form = self.form if not pen.chance(4) else pen.one(("formula", "listed", "tabled", "worded"))
        made = getattr(self, form)(1 + pen.below(3))
        if pen.chance(10):
            made = pen.one(WRAPPERS).replace("{}", made)
        return dressed(made, pen) if made and pen.chance(3) else made

    def formula(self, depth):
        pen, inner = self.pen, depth - 1
        if depth <= 0 or pen.chance(4):
            return self.atom()
        match pen.below(9):
            case 0 | 1 | 2:
                return f"{self.formula(inner)}{pen.one((' + ', '+', '-', ' − ', '*', '·', '/'))}{self.formula(inner)}"
            case 3:
                return f"{pen.one(FUNCTIONS[:9] if not pen.chance(9) else FUNCTIONS)}({self.formula(inner)})"
            case 4:
                return rf"\frac{{{self.formula(inner)}}}{{{self.formula(inner)}}}"
            case 5:
                return f"{self.atom()}{pen.one(('^', '**'))}{pen.one(('2', '3', '(-1)', '(1/2)', '10'))}"
            case 6:
                return f"({self.formula(inner)}){pen.one(('', '^2', '²', '%', ' ', '!'))}"
            case 7:
                return f"{self.formula(inner)}{pen.one(SIGNS)}{self.formula(inner)}"
        return f"{pen.one(COMMANDS)}{{{self.formula(inner)}}}"

    def atom(self):
        pen = self.pen
        match pen.below(8):
            case 0 | 1 if self.names:
                return pen.one(self.names)
            case 2:
                return pen.one(("e", "pi", "π", "√2", "-1", "−2", "1/3", "sqrt(3)"))
            case 3 if pen.chance(6):
                return pen.one((*NAMES, *WORDS))
        return self.number()

    def number(self):
        pen = self.pen
        whole = str(pen.below(10 ** (1 + pen.below(7))))
        match pen.below(10):
            case 0:
                return (
                    f"{pen.below(1000)}{pen.one(',. _’')}{pen.below(1000):03}{pen.one(',.')}{pen.below(100)}"
                )
            case 1:
                return f"{whole}{pen.one(('e', 'E', 'e-', 'e+', ' x 10^', '·10^', '×10^-'))}{pen.below(40)}"
            case 2:
                return f"{whole}{pen.one(('k', ' M', 'B', ' KiB', '%', ' million', 'e', 'd', '²', '½'))}"
            case 3 | 4 | 5:
                return f"{whole}{pen.one('..,')}{pen.below(10**6)}"
        return whole

    def listed(self, depth):
        pen = self.pen
        between = pen.one(BETWEEN[:4] if not pen.chance(4) else BETWEEN)
        fence = pen.one(("[]", "[]", "()", "  ") if not pen.chance(6) else FENCES)
        return (
            fence[0] + between.join(self.formula(pen.below(2)) for _ in range(1 + pen.below(6))) + fence[-1]
        )

    def tabled(self, depth):
        pen, columns = self.pen, 1 + self.pen.below(3)
        rows = [[self.formula(pen.below(2)) for _ in range(columns)] for _ in range(1 + pen.below(3))]
        if pen.chance(2):
            return r"\begin{bmatrix}" + r" \\ ".join(" & ".join(row) for row in rows) + r"\end{bmatrix}"
        return f"[{pen.one(BETWEEN[:4]).join('[' + ', '.join(row) + ']' for row in rows)}]"

    def worded(self, depth):
        pen = self.pen
        return pen.one(BETWEEN).join(
            pen.one((*WORDS[:12], *WORDS, *self.names)) for _ in range(1 + pen.below(5))
        )

    def noise(self):
        """What no grammar makes."""
        pen = self.pen
        return getattr(self, pen.one(("raw", "raw", "ruined", "ruined", "bomb", "bomb", "heavy", "attack")))()

    def raw(self):
        """Random bytes, read as UTF-8, as Latin-1 or as UTF-16."""
        encoding, errors = self.pen.one(ENCODINGS)
        return self.pen.bytes(self.pen.below(24)).decode(encoding, errors)

    def ruined(self):
        """A right answer or a sentence with characters dropped, doubled, exchanged, or put in from elsewhere."""
        pen = self.pen
        made = list(self.real if pen.chance(2) else self.sentence())
        for _ in range(1 + pen.below(3)):
            at = pen.below(len(made) + 1)
            made[at : at + pen.below(3)] = pen.one(((), made[:at][-1:] * 2, [self.stray()], [self.stray()]))
        return "".join(made)

    def stray(self):
        """One character from anywhere."""
        pen = self.pen
        if pen.chance(2):
            return chr(32 + pen.below(95))
        return (
            pen.one(INVISIBLE + BLANKS + DASHES + ZEROS + STRAYS) if pen.chance(2) else chr(pen.below(0x3000))
        )

    def bomb(self):
        """A bomb as it is, a part of one, or one beside another text."""
        pen = self.pen
        made, way = pen.one(BOMBS), pen.below(4)
        if way == 0:
            return made
        if way == 1:
            return made[: pen.below(len(made)) + 1]
        beside = self.formula(2) if way == 2 else pen.one(BOMBS)[:200]
        return made[: pen.below(200)] + pen.one(("+", "*", ",", " ", "^", "")) + beside

    def heavy(self):
        """A calculation of many parts that have nothing in common, as long as an answer may be."""
        return self.calculation(2 + self.pen.below(3))[:LONGEST]

    def calculation(self, depth):
        pen = self.pen
        if depth == 0:
            return pen.one((*PARTS, f"sqrt({pen.below(10**9)})", *self.names))
        match pen.below(9):
            case 0 | 1 | 2:
                return f"({'+'.join(self.calculation(depth - 1) for _ in range(2 + pen.below(6)))})"
            case 3 | 4:
                return "*".join(self.calculation(depth - 1) for _ in range(2 + pen.below(3)))
            case 5:
                return f"({self.calculation(depth - 1)})/({self.calculation(depth - 1)})"
            case 6:
                return f"({self.calculation(depth - 1)})^{pen.one(POWERS)}"
            case 7:
                return f"{pen.one(FUNCTIONS[:7])}({self.calculation(depth - 1)})"
        return f"({self.calculation(depth - 1)}-{self.calculation(depth - 1)})"

    def attack(self):
        return self.pen.one(ATTACKS) + (self.formula(1) if self.pen.chance(3) else "")

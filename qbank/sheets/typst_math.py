r"""A formula's TeX as Typst's mathematics. Only macros of the list come here (`markup.formula_problems` saw to it).

Typst reads `ab` as one name, so that letters stand apart; a bracket without a backslash grows and a bare `/` becomes
a fraction, which TeX's do not.
"""

import re

from qbank.markup import macros

_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|\d+(?:\{,\}\d+)+|\d+(?:\.\d+)?|[ \n]+|.", re.DOTALL)
_ESCAPED = frozenset('()[]{}|/,;\\$#_^&*@`~"<>:')
_FUNCTIONS = {
    **dict.fromkeys(("frac", "dfrac", "tfrac"), "frac"), "binom": "binom", "hat": "hat", "bar": "macron",
    "overline": "overline", "tilde": "tilde", "vec": "arrow", "dot": "dot", "underline": "underline",
    "mathbf": "bold", "boldsymbol": "bold", "mathit": "italic", "mathsf": "sans", "mathtt": "mono",
    "mathcal": "cal", "mathbb": "bb", "mathrm": "upright",
}  # fmt: skip
_TWO = ("frac", "dfrac", "tfrac", "binom")
_SPACES = {",": "thin", ":": "med", ";": "thick", " ": "med", "!": "", "quad": "quad", "qquad": "wide"}
_DELIMITERS = {"matrix": "#none", "pmatrix": '"("', "bmatrix": '"["', "vmatrix": '"|"', "Vmatrix": '"‖"'}


def typst(source: str) -> str:
    """`\\frac{1}{2} d^2` as `frac(1, 2) d ^(2)`, without dollars."""
    return _Reader(source).row()


class _Reader:
    """One pass over the tokens."""

    def __init__(self, source: str) -> None:
        self.tokens = list(_TOKEN.findall(source))
        self.at = 0

    def peek(self) -> str:
        while self.at < len(self.tokens) and not self.tokens[self.at].strip(" \n"):
            self.at += 1
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self) -> str:
        symbol = self.peek()
        self.at += 1
        return symbol

    def row(self, *ends: str) -> str:
        """Everything up to one of `ends`, which is left standing."""
        written = []
        while (symbol := self.peek()) and symbol not in ends:
            written.append(self.item())
        return " ".join(filter(None, written))

    def item(self) -> str:
        symbol = self.take()
        if symbol == "{":
            inside = self.row("}")
            self.take()
            return inside
        if symbol in ("^", "_"):
            return f"{symbol}({self.argument() or '#none'})"
        if len(symbol) > 1 and symbol[0] == "\\":
            return self.macro(symbol[1:])
        if "{,}" in symbol:
            return f'"{symbol.replace("{,}", ",")}"'
        return _sign(symbol)

    def argument(self) -> str:
        return self.item() if self.peek() not in ("", "}") else ""

    def macro(self, name: str) -> str:
        if name in ("text", "operatorname"):
            words = f'"{self.words()}"'
            return words if name == "text" else f"op({words})"
        if name in _FUNCTIONS:
            return self.function(name)
        if name in macros.SIZES:
            return self.bracket(name)
        if name in ("sqrt", "begin"):
            return self.root() if name == "sqrt" else self.environment()
        if name in _SPACES:
            return _SPACES[name]
        if name in macros.WORDS and macros.WORDS[name].isalpha():
            return name
        sign = macros.MACROS[name]
        return f'"{sign}"' if sign.isascii() and sign.isalpha() else _sign(sign)

    def words(self) -> str:
        """What stands in braces, blanks and all."""
        self.take()
        start = self.at
        while self.tokens[self.at] != "}":
            self.at += 1
        self.at += 1
        return "".join(self.tokens[start : self.at - 1])

    def function(self, name: str) -> str:
        if name in _TWO:
            return f"{_FUNCTIONS[name]}({self.argument()}, {self.argument()})"
        if name in ("mathrm", "mathsf", "mathtt") and self.plain_word():
            words = f'"{self.words()}"'
            return words if name == "mathrm" else f"{_FUNCTIONS[name]}({words})"
        inside = self.argument()
        return f"bold(upright({inside}))" if name == "mathbf" else f"{_FUNCTIONS[name]}({inside})"

    def plain_word(self) -> bool:
        """Whether the braces that follow hold letters and digits alone: a word, no product."""
        rest = "".join(self.tokens[self.at : self.at + 40])
        return re.match(r"\s*\{[A-Za-z0-9 .-]*\}", rest) is not None

    def bracket(self, size: str) -> str:
        sign = self.delimiter()
        if size != "left":
            return sign
        inside = self.row(r"\right")
        self.take()
        return f"lr({sign} {inside} {self.delimiter()})"

    def delimiter(self) -> str:
        symbol = self.take()
        if symbol == ".":
            return ""
        name = symbol.removeprefix("\\") if len(symbol) > 1 else symbol
        return _sign(macros.BRACKETS.get(name, name))

    def root(self) -> str:
        if self.peek() != "[":
            return f"sqrt({self.argument()})"
        self.take()
        degree = self.row("]")
        self.take()
        return f"root({degree}, {self.argument()})"

    def environment(self) -> str:
        name = self.words()
        rows = [[self.row("&", r"\\", r"\end")]]
        while (symbol := self.peek()) in ("&", r"\\"):
            self.take()
            if symbol == r"\\":
                rows.append([])
            rows[-1].append(self.row("&", r"\\", r"\end"))
        self.take()
        self.words()
        rows = [row for row in rows if any(row)]
        if name == "cases":
            return f"cases({', '.join(' & '.join(row) for row in rows)})"
        if name == "aligned":
            return r" \ ".join(" & ".join(row) for row in rows)
        return f"display(mat(delim: {_DELIMITERS[name]}, {'; '.join(', '.join(row) for row in rows)}))"


def _sign(sign: str) -> str:
    """A sign that means nothing more than itself."""
    if sign == "-":
        return "−"
    return f"\\{sign}" if sign in _ESCAPED else sign

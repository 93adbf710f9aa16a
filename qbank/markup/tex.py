"""The small part of TeX's mathematics that a question may use: checked, and shown in Unicode."""

import re
from dataclasses import dataclass

from qbank import limits
from qbank.errors import did_you_mean
from qbank.markup import macros
from qbank.markup.row import Item, Role, factor, join, matrix, script, term

_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|[ \n]+|.", re.DOTALL)
_FRACTIONS = ("frac", "dfrac", "tfrac")
_ROOTS = {"": "√", "2": "√", "3": "∛", "4": "∜"}
_BIG = ("sum", "prod", "int", "bigcup", "bigcap")
_SIGNS = {
    sign: role
    for signs, role in (
        ("0123456789.", Role.DIGIT),
        ("+-", Role.SIGN),
        ("=<>", Role.OPERATOR),
        (",;", Role.COMMA),
        ("([", Role.OPEN),
        (")]", Role.CLOSE),
        ("~", Role.SPACE),
    )
    for sign in signs
}
_BARE = set(macros.LETTERS) - {*_BIG, "hbar"} | {"ast", "star", "circ", "times", "bullet"}
_RAISED_BARE = _BARE | {"text", "mathrm", "mathbf", "mathit", "mathsf", "mathcal", "mathbb"}
_SHOWN = {"-": "−", "'": "′", "~": " "}
_MACRO_ROLES = {
    **dict.fromkeys(macros.OPERATORS, Role.OPERATOR), **dict.fromkeys(macros.WORDS, Role.WORD),
    **dict.fromkeys(macros.SPACES, Role.SPACE), "pm": Role.SIGN, "mp": Role.SIGN,
    **dict.fromkeys(_BIG, Role.BIG),
    **dict.fromkeys(("ldots", "dots", "cdots", "vdots", "ddots"), Role.PLAIN),
    **{name: Role.OPEN if name[0] == "l" or name == "{" else Role.CLOSE for name in macros.BRACKETS},
    **dict.fromkeys(("vert", "Vert", "|"), Role.PLAIN),
}  # fmt: skip


@dataclass(frozen=True)
class Formula:
    """Mathematics in Unicode, and what is wrong with its source."""

    shown: str
    problems: tuple[str, ...]


def read(source: str) -> Formula:
    r"""`8d^2+\frac{1}{2}` as `8d² + 1/2`. Never raises: what cannot be read is shown as it was written."""
    reader = _Reader(source)
    shown = join(reader.row()).shown
    return Formula(shown.strip(), tuple(dict.fromkeys(reader.problems)))


class _Reader:
    """One pass over the tokens, giving items and collecting problems."""

    def __init__(self, source: str) -> None:
        self.tokens = _TOKEN.findall(source)
        self.at = 0
        self.depth = 0
        self.problems: list[str] = []

    def peek(self) -> str:
        """The next symbol that is no blank; empty at the end."""
        while self.at < len(self.tokens) and not self.tokens[self.at].strip(" \n"):
            self.at += 1
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self) -> str:
        symbol = self.peek()
        self.at += 1
        return symbol

    def report(self, problem: str) -> None:
        self.problems.append(problem)

    def row(self, *ends: str) -> list[Item]:
        """Items up to one of `ends`, which is left standing, or to the end of the source."""
        items: list[Item] = []
        self.depth += 1
        if self.depth > limits.TEMPLATE_DEPTH:
            self.report(f"it is nested more than {limits.TEMPLATE_DEPTH} deep")
            self.at = len(self.tokens)
        while (symbol := self.peek()) and symbol not in ends:
            items.append(self.scripts(Item("", Role.PLAIN) if symbol in "^_" else self.item()))
        self.depth -= 1
        return items

    def item(self) -> Item:
        symbol = self.take()
        if symbol == "{":
            return self.group()
        if len(symbol) > 1:
            return self.macro(symbol[1:])
        if symbol == "}":
            self.report("a } has no partner")
        elif symbol in "#$%&\\":
            self.report(f"a bare {symbol}; a literal one is written \\{symbol}")
        elif not symbol.isascii() or not symbol.isprintable():
            self.report(f"write {symbol!r} as a macro, or outside the mathematics")
        return Item(_SHOWN.get(symbol, symbol), _SIGNS.get(symbol, Role.PLAIN))

    def group(self) -> Item:
        item = join(self.row("}"))
        if self.take() != "}":
            self.report("a { has no partner")
        return Item(item.shown, Role.DIGIT) if item.role is Role.COMMA else item  # 2{,}048

    def argument(self, name: str) -> Item:
        if self.peek() in ("", "}", "&", "^", "_", "'", "~", r"\\", r"\end", r"\right"):
            self.report(f"{name} lacks an argument")
            return Item("", Role.PLAIN)
        symbol = self.peek()
        if len(symbol) > 1 and symbol[1:] not in (_RAISED_BARE if name in "^_" else _BARE):
            # TeX takes the macro alone, without what belongs to it.
            self.report(f"set braces around {symbol}")
            return Item(self.take(), Role.WORD)
        return self.item()

    def scripts(self, base: Item) -> Item:
        """The item with the powers and indices that follow it."""
        shown, seen = base.shown, ""
        if shown == "′" and self.peek() == "^" and self.tokens[self.at - 1].isspace():
            seen = "^"  # TeX raises a prime by itself, unless the power follows without a blank
        if self.peek() in ("^", "_") and base.role in (Role.FRACTION, Role.SEVERAL):
            base = Item(f"({shown})", Role.PLAIN)
            shown = base.shown
        while (mark := self.peek()) in ("^", "_"):
            self.at += 1
            seen += mark
            shown += script(mark, self.argument(mark).shown)
        if len(seen) > len(set(seen)) or ("^" in seen and self.peek() == "'"):
            self.report(f"two {seen[-1]} in a row; set braces")
        role = Role.PLAIN if seen and base.role in (Role.DIGIT, Role.NUMBER) else base.role
        return Item(shown, role)

    def macro(self, name: str) -> Item:
        if name not in macros.MACROS:
            self.report(f"\\{name} is no macro that every format knows; {_advice(name)}")
            return Item(f"\\{name}", Role.WORD)
        if name in macros.SIZES:
            return self.bracket(name)
        if name in _FRACTIONS:
            return self.fraction(name)
        if name in ("text", "operatorname"):
            return self.words(name)
        if name in macros.FONTS or name in macros.ACCENTS:
            return self.dressed(name)
        if name in ("sqrt", "binom", "begin"):
            return {"sqrt": self.root, "binom": self.binomial, "begin": self.environment}[name]()
        if name in ("end", "\\"):
            self.report(r"\end has no \begin" if name == "end" else r"\\ stands outside a matrix")
        return Item(macros.MACROS[name], _MACRO_ROLES.get(name, Role.PLAIN))

    def dressed(self, name: str) -> Item:
        """The argument in another font or under an accent."""
        item = self.argument(f"\\{name}")
        if name in macros.ACCENTS:
            single = len(item.shown) == 1
            return Item(item.shown + macros.ACCENTS[name] if single else f"{name}({item.shown})", Role.PLAIN)
        if name in ("mathbb", "mathcal") and not re.fullmatch("[A-Z]", item.shown):
            self.report(f"\\{name} takes one capital letter")
        if name == "mathbb":
            return Item(macros.DOUBLE_STRUCK.get(item.shown, item.shown), item.role)
        return Item(item.shown, Role.WORD) if len(item.shown) > 1 and item.shown.isalpha() else item

    def words(self, name: str) -> Item:
        """What stands in `\\text{…}`, blanks and all."""
        if self.peek() != "{":
            self.report(f"\\{name} takes plain words in braces")
            return self.argument(f"\\{name}")
        start = self.at + 1
        while self.at < len(self.tokens) and self.tokens[self.at] != "}":
            self.at += 1
        words = "".join(self.tokens[start : self.at])
        if self.take() != "}" or not re.fullmatch(r"[A-Za-z0-9 \n.,:;()=+*/'-]*", words):
            self.report(f"\\{name} takes plain words in braces")
        return Item(words, Role.WORD if words.isalpha() else Role.PLAIN)

    def bracket(self, size: str) -> Item:
        """A bracket behind `\\big` or `\\left`; the latter with all that it holds."""
        symbol = self.take()
        name = symbol.removeprefix("\\") if len(symbol) > 1 else symbol
        if (name not in macros.BRACKETS or symbol == name) and symbol not in tuple("()[]|/.<>"):
            self.report(f"\\{size} stands before no bracket")
        if size == "right":
            self.report(r"\right has no \left")
        sign = "" if symbol == "." else macros.BRACKETS.get(name, name)
        if size != "left":
            return Item(sign, Role.CLOSE if size.endswith("r") or symbol in tuple(")]") else Role.OPEN)
        inside = join(self.row(r"\right", "}", "&", r"\\", r"\end")).shown
        if self.peek() != r"\right":
            self.report(r"\left has no \right")
            return Item(sign + inside, Role.PLAIN)
        self.at += 1
        return Item(sign + inside + self.bracket("left's").shown, Role.PLAIN)

    def fraction(self, name: str) -> Item:
        above, below = self.argument(f"\\{name}"), self.argument(f"\\{name}")
        return Item(f"{term(above)}/{factor(below)}", Role.FRACTION)

    def root(self) -> Item:
        degree = ""
        if self.peek() == "[":
            self.at += 1
            degree = join(self.row("]")).shown
            if self.take() != "]":
                self.report("a [ has no partner")
        sign = _ROOTS.get(degree) or script("^", degree) + "√"
        return Item(sign + factor(self.argument(r"\sqrt")), Role.PLAIN)

    def binomial(self) -> Item:
        above, below = self.argument(r"\binom"), self.argument(r"\binom")
        return Item(f"C({above.shown}, {below.shown})", Role.PLAIN)

    def environment(self) -> Item:
        """A matrix as `[[1, 2], [3, 4]]`, cases and equations as their lines."""
        name = self.words("begin").shown
        if name not in macros.MATRICES:
            self.report(f"no environment {name!r}; {did_you_mean(name, list(macros.MATRICES))}")
        rows = [[join(self.row("&", r"\\", r"\end")).shown]]
        while (symbol := self.peek()) in ("&", r"\\"):
            self.at += 1
            if symbol == r"\\" and self.peek() in ("[", "*"):
                self.report(r"TeX reads the [ or * behind \\ as its own; write {[}")
            if symbol == r"\\":
                rows.append([])
            rows[-1].append(join(self.row("&", r"\\", r"\end")).shown)
        self.ends(name, rows)
        return Item(matrix(name, [row for row in rows if any(row)]), Role.PLAIN)

    def ends(self, name: str, rows: list[list[str]]) -> None:
        closed = self.take() == r"\end"
        if not closed or self.words("end").shown != name:
            self.report(rf"\begin{{{name}}} has no \end{{{name}}}")
        width = 2 if name == "cases" else limits.ENTRIES_A_SIDE
        if max(map(len, rows)) > width or len(rows) > limits.ENTRIES_A_SIDE:
            self.report(f"{name} has more than {width} columns or {limits.ENTRIES_A_SIDE} rows")


def _advice(name: str) -> str:
    close = did_you_mean(name, list(macros.MACROS))
    return close if close.startswith("did") else "write it in plain text or with a simpler macro"

"""Sums, products, powers, calls: tokens into a tree of expressions (a Pratt parser).

Keys are read strictly: no implicit products, no LaTeX, no units. People are read leniently, and where a text has
two readings the parser takes the one it is told and remembers that there was a choice: `tight` for `1/2d`
(1/(2d) or (1/2)·d), `euler` for `2e+1`, `mixed` for `3 1/2` (3 + 1/2 or 3 · 1/2), `all` for `1/2%` (of what stands
before it, or of the last number).
"""

from collections.abc import Collection

from flint import fmpq

from qbank import limits
from qbank.answers.characters import FRACTIONS
from qbank.answers.misfits import unclosed, unexpected
from qbank.answers.tree import Call, Constant, Literal, Name, Negative, Node, Operation, written_out
from qbank.answers.unreadable import Unreadable
from qbank.answers.vocabulary import BRACKETS, END, MAGNITUDES, Token

SUM, PRODUCT, TIGHT, POWER = 10, 20, 25, 30
_BINDING = {"+": SUM, "-": SUM, "*": PRODUCT, "×": PRODUCT, "/": PRODUCT, "^": POWER}
_STARTS = frozenset({"name", "constant", "function", "command", "fraction", "open"})
_SETTLED = frozenset({"sign", "name", "close", "separator", "end"})  # behind a number they change nothing
_HUNDRED = Literal(fmpq(100), 0)


class Parser:
    """Reads one expression after the other from a list of tokens.

    `blanks`: a blank separates entries (`1 -2` is two, `1 - 2` one). `ways` are the choices in which the other
    reading is taken, `choices` collects those where it may differ. Raises Unreadable at the first token that fits
    nowhere.
    """

    def __init__(
        self, tokens: list[Token], *, lenient: bool, blanks: bool = False, ways: Collection[str] = ()
    ) -> None:
        self.tokens, self.at, self.depth = tokens, 0, 0
        self.lenient, self.blanks = lenient, blanks
        self.ways, self.tight, self.mixed = ways, "tight" in ways, "mixed" in ways
        self.choices: set[str] = set()

    @property
    def next(self) -> Token:
        return self.tokens[self.at]

    def take(self) -> Token:
        token = self.tokens[self.at]
        self.at += token is not END
        return token

    def takes(self, kind: str, text: str) -> bool:
        """Step over the next token if it is this one."""
        token = self.tokens[self.at]
        found = token.text == text and token.kind == kind
        self.at += found
        return found

    def whole(self) -> Node:
        """The one expression that the tokens are; a % or `million` at its end can belong to all of it."""
        last = self.tokens[-2] if self.lenient and len(self.tokens) > 2 else END
        if last.text != "%" and last.kind != "magnitude":
            return self._to_the_end()
        before = Parser([*self.tokens[:-2], END], lenient=True, ways=self.ways)
        inner = before._to_the_end()
        if written_out(inner):
            return self._to_the_end()
        self.choices |= before.choices
        if last.blank and not (isinstance(inner, Operation) and inner.sign in "+-"):
            return _times(inner, last)
        self.choices.add("all")
        return _times(inner, last) if "all" in self.ways else self._to_the_end()

    def _to_the_end(self) -> Node:
        tree = self.expression()
        if self.next is not END:
            raise unexpected(self.next)
        return tree

    def doubts(self, tree: Node) -> set[str]:
        """What was open in reading `tree`; a bare 2e-1 is no doubt, it is e-notation."""
        return self.choices - {"euler"} if written_out(tree) else self.choices

    def expression(self, binding: int = 0) -> Node:
        """The longest expression from here whose signs bind tighter than `binding`."""
        left = self._prefix(binding)
        while True:
            token = self.tokens[self.at]
            if token.kind == "sign":
                strength = _BINDING.get(token.text, 0)
                if strength <= binding or self._starts_entry(token):
                    return left
                self.at += 1
                left = self._operation(token.text, left, strength)
            elif self._is_implicit(token):
                strength = TIGHT if self.tight else PRODUCT
                if strength <= binding:
                    return left
                left = Operation("*", left, self.expression(strength))
            else:
                return left

    def group(self) -> Node:
        """What stands in the brackets that open here."""
        opening = self.take()
        if opening.text not in ("([{" if self.lenient else "("):
            raise unexpected(opening)
        blanks, self.blanks = self.blanks, False
        inner = self._deeper(0)
        self.blanks = blanks
        if not self.takes("close", BRACKETS[opening.text]):
            raise unclosed(opening, self.next)
        return inner

    def _deeper(self, binding: int) -> Node:
        self.depth += 1
        if self.depth > limits.ANSWER_DEPTH:
            raise Unreadable("bound", f"more than {limits.ANSWER_DEPTH} levels of brackets, signs and powers")
        inner = self.expression(binding)
        self.depth -= 1
        return inner

    def _operation(self, sign: str, left: Node, strength: int) -> Node:
        if sign == "^":
            return Operation("^", left, self._deeper(POWER - 1))
        right = self.expression(strength)
        if sign == "/" and not self.tight and self._is_implicit(self.next):
            self.choices.add("tight")
        return Operation("*" if sign == "×" else sign, left, right)

    def _is_implicit(self, token: Token) -> bool:
        return self.lenient and token.kind in _STARTS and not (self.blanks and token.blank)

    def _starts_entry(self, token: Token) -> bool:
        """In `1 -2` the sign belongs to a second entry, in `1 - 2` and `1-2` it does not."""
        return self.blanks and token.blank and token.text in "+-" and not self.tokens[self.at + 1].blank

    def _prefix(self, binding: int) -> Node:
        token = self.take()
        if token.kind == "sign" and token.text in ("-", "+"):
            operand = self._deeper(max(binding, PRODUCT))
            return Negative(operand) if token.text == "-" else operand
        operand = Name(token.text) if token.kind == "name" else self._operand(token)
        return self._postfix(operand) if self.tokens[self.at].text == "%" else operand

    def _postfix(self, operand: Node) -> Node:
        while self.lenient and self.takes("sign", "%"):
            if isinstance(operand, Literal):
                operand = Literal(operand.value / 100, operand.places + 2)
            else:
                operand = Operation("/", operand, _HUNDRED)
        return operand

    def _operand(self, token: Token) -> Node:
        match token.kind:
            case "number":
                return self._number(token)
            case "constant":
                return Constant(token.text)
            case "function":
                return self._call(token.text)
            case "fraction" if self.lenient:
                return self._scaled(_vulgar(token))
            case "command":
                return self._command(token.text)
            case "open":
                self.at -= 1
                return self.group()
        raise unexpected(token)

    def _number(self, token: Token) -> Node:
        number = Literal(_value(token), token.places)
        if token.euler:
            self.choices.add("euler")
        follows = self.tokens[self.at]
        if follows.kind in _SETTLED:
            return number
        if follows.kind == "magnitude":
            self.at += 1
            power = MAGNITUDES[follows.text]
            return Literal(number.value * 10**power, number.places - power)
        if self.blanks and follows.blank:
            return number  # 3 ½ and 3 \frac12 are two entries
        if follows.kind == "fraction" and token.text.isdigit():
            self.at += 1
            return self._scaled(Operation("+", number, _vulgar(follows)))  # 3½, a mixed number
        if self.lenient and token.text.isdigit() and (behind := self._proper_fraction()):
            self.choices.add("mixed")
            return Operation("+" if self.mixed else "*", number, behind)
        return number

    def _scaled(self, fraction: Node) -> Node:
        return _times(fraction, self.take()) if self.next.kind == "magnitude" else fraction

    def _proper_fraction(self) -> Node | None:
        r"""The fraction below 1 that follows a whole number as 1/2 or \frac{1}{2}, stepped over; None without one."""
        form: tuple[str, ...]
        if self.next.kind == "number" and not self.blanks:
            form = ("number", "/", "number")
        elif self.next.text == "frac":
            form = ("frac", "{", "number", "}", "{", "number", "}")
        else:
            return None
        follows = self.tokens[self.at : self.at + len(form)]
        parts = [token for token in follows if token.kind == "number" and token.text.isdigit()]
        found = tuple("number" if token in parts else token.text for token in follows)
        if found != form or _value(parts[0]) >= _value(parts[1]):
            return None
        self.at += len(form)
        return Operation("/", *(Literal(_value(part), 0) for part in parts))

    def _call(self, word: str) -> Node:
        function = "log" if word == "ln" else word
        if self.next.kind == "open":
            return Call(function, self.group())
        if not self.lenient:
            raise Unreadable("syntax", f"{word} without brackets", f"write {word}(…)")
        if self.next.text == "^":
            raise Unreadable("syntax", f"a power between {word} and what it is of", f"write {word}(…)^…")
        if word == "sqrt":
            return Call(function, self._deeper(POWER))
        argument = self._deeper(PRODUCT if self.tight else POWER - 1)
        if self._is_implicit(self.next):
            self.choices.add("tight")
        return Call(function, argument)

    def _command(self, word: str) -> Node:
        if word == "frac":
            return Operation("/", self.group(), self.group())
        index = self.group() if self.next.text == "[" else None
        radicand = self.group() if self.next.kind == "open" else self._deeper(POWER)
        if index is None:
            return Call("sqrt", radicand)
        return Operation("^", radicand, Operation("/", Literal(fmpq(1), 0), index))


def _times(tree: Node, scale: Token) -> Node:
    """The whole calculation in percent, or in millions."""
    return Operation("*", tree, Literal(fmpq(10) ** MAGNITUDES.get(scale.text, -2), 0))


def _vulgar(token: Token) -> Node:
    above, _, below = FRACTIONS[token.text].partition("/")
    return Operation("/", Literal(fmpq(int(above)), 0), Literal(fmpq(int(below)), 0))


def _value(token: Token) -> fmpq:
    return fmpq(0) if token.value is None else token.value

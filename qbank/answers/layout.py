"""Lists and matrices: tokens into nested lists of expressions.

Commas, semicolons, `&`, line ends and blanks separate. Nothing groups digits here; a comma is the decimal sign only
where every comma stands between two digits and something else separates, as in `(0,73; 0,27)` or `0,73 0,27`.
"""

import re
from collections.abc import Collection
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from qbank import limits
from qbank.answers.digits import Digits
from qbank.answers.grammar import Parser, unexpected
from qbank.answers.tokens import BRACKETS, END, Token, Vocabulary, tokens
from qbank.answers.tree import Node
from qbank.answers.unreadable import Unreadable

Nested: TypeAlias = "Node | list[Nested]"


class Commas(NamedTuple):
    """When commas between digits are decimal signs: beside which separators, and whether one alone is."""

    beside: str = ";&"
    decimal: bool = False


POINT = Digits(".", "_'")
COMMA = Digits(",", "_'")
_GROUPED = (r"(?<=\d),(?=\d{3}(?!\d))", "")
_PAIRS = ((r"(\d+),(\d+)(,?)", r"\1.\2\3 "), (r"(\d+),(\d{2,})(?!\d)", r"\1.\2"))  # all; with two digits
_LINE_AT_SIGN = r"\n(?=[,;&\])}⟧])|(?<=[,;&\[({⟦\])}])\n"
_ENDS = frozenset({"number", "name", "constant", "close", "fraction", "magnitude"})
_BEGINS = frozenset({"number", "name", "constant", "function", "command", "fraction", "open"})


def unwrapped(text: str) -> str:
    """`text` with plain brackets and separators: ⟨1, 2⟩, (1|2), and lines, which count as rows."""
    if text[:1] == "<" and text[-1:] == ">":
        text = f"({text[1:-1]})"
    if "\n" not in text and "|" not in text:
        return text
    lines = "\n".join(line for line in map(_line, text.split("\n")) if line)
    return re.sub(_LINE_AT_SIGN, " ", lines).replace("\n", ";")


def _line(line: str) -> str:
    """One line; bars around it are drawn brackets, and between entries they separate."""
    line = line.strip()
    return line.strip("|").strip().replace("|", ",") if "|" in line else line


def list_tokens(
    text: str, words: Vocabulary, manner: Commas, euler: bool = False, bound: int | None = None
) -> list[Token]:
    """The tokens; see `other_commas` for what the commas may mean after all."""
    found = tokens(text, POINT, words, euler, bound)
    commas = [at for at, token in enumerate(found) if token.text == "," and token.kind == "separator"]
    if not commas or not all(_between_digits(found, at) for at in commas):
        return found
    breaks = _has_break(found) or any(
        token.text in manner.beside for token in found if token.kind == "separator"
    )
    if breaks or (manner.decimal and len(commas) == 1):
        return tokens(text, COMMA, words, euler, bound)
    return found


def other_commas(text: str, decimal: bool, other_size: bool) -> tuple[str, ...]:
    """The text as it may have been meant: `1,5` as two numbers where a comma is `decimal`, `1,000; 2,000` in thousands.

    Where it was read in another size than asked, also `0,73,0,27` as two numbers.
    """
    ways = [text.replace(",", ", ")] if decimal else []
    ways += [re.sub(pattern, plain, text) for pattern, plain in (_GROUPED, *(_PAIRS if other_size else ()))]
    return tuple(dict.fromkeys(way for way in ways if way != text))


def _between_digits(found: list[Token], at: int) -> bool:
    before, comma, after = found[at - 1], found[at], found[at + 1]
    sides = before.kind == after.kind == "number" and before.text.isdigit()
    return at > 0 and sides and not comma.blank and not after.blank


def _has_break(found: list[Token]) -> bool:
    """Do two operands stand side by side with nothing but a blank between them (brackets aside)?"""
    for at, (before, after) in enumerate(pairwise(found)):
        if after.blank and before.kind != "close" and _ends(before) and after.kind in _BEGINS - {"open"}:
            return True
        if _is_signed_entry(found, at + 1):
            return True
    return False


def _has_break_of_numbers(found: list[Token]) -> bool:
    """Does a number or a signed entry follow upon another entry?"""
    return any(
        (after.kind == "number" and _ends(before)) or _is_signed_entry([*found, END], at + 1)
        for at, (before, after) in enumerate(pairwise(found))
    )


def _is_signed_entry(found: list[Token], at: int) -> bool:
    token = found[at]
    if token.kind != "sign" or token.text not in ("-", "+") or not token.blank or found[at + 1].blank:
        return False
    return _ends(found[at - 1])


def _ends(token: Token) -> bool:
    """Can an entry end with it?"""
    return token.kind in _ENDS or token.text == "%"


class Layout:
    """Reads nested lists; `choices` collects what the expressions in them could also mean."""

    def __init__(self, *, lenient: bool, ways: Collection[str] = ()) -> None:
        self.lenient, self.ways = lenient, ways
        self.choices: set[str] = set()

    def whole(self, found: list[Token]) -> list[Nested]:
        """The list that the tokens are, with or without brackets around it."""
        items = self._sequence(found[:-1], 0)
        if len(items) == 1 and isinstance(items[0], list) and found[0].kind == "open":
            return items[0]
        return items

    def _sequence(self, found: list[Token], depth: int, matrix: bool = False) -> list[Nested]:
        if depth > limits.ANSWER_DEPTH:
            raise Unreadable("bound", f"more than {limits.ANSWER_DEPTH} levels of brackets")
        parts = _split(found, ";")
        rows = [self._row(part, depth, alone=len(parts) == 1 and not matrix) for part in parts]
        if matrix:
            return list(rows)
        if len(rows) == 1:
            return rows[0]
        return [row[0] for row in rows] if all(len(row) == 1 for row in rows) else list(rows)

    def _row(self, found: list[Token], depth: int, alone: bool) -> list[Nested]:
        if any(token.kind == "separator" for token in _at_top(found)):
            return [self._item(part, depth) for part in _split(found, ",&")]
        if not alone and not _has_break_of_numbers(found):
            return [self._item(found, depth)]  # 2√3 e is one entry where semicolons separate
        return self._side_by_side(found, depth)

    def _item(self, found: list[Token], depth: int) -> Nested:
        if not found:
            raise Unreadable("syntax", "an entry is missing between two separators")
        if found[0].kind == "open" and _closing(found, 0) == len(found) - 1 and _is_list(found):
            return self._sequence(found[1:-1], depth + 1, found[0].text == "⟦")
        parser = self._parser(found, blanks=False)
        tree = parser.whole()
        self.choices |= parser.doubts(tree)
        return tree

    def _side_by_side(self, found: list[Token], depth: int) -> list[Nested]:
        """Entries with blanks between them; one that nothing separates is a list of one."""
        items: list[Nested] = []
        parser = self._parser(found, blanks=True)
        while parser.next is not END:
            end = _closing(found, parser.at) if parser.next.kind == "open" else -1
            inner = found[parser.at : end + 1]
            if inner and _is_list(inner):
                items.append(self._sequence(inner[1:-1], depth + 1, inner[0].text == "⟦"))
                parser.at = end + 1
            else:
                items.append(tree := parser.expression())
                self.choices |= parser.doubts(tree)
                if parser.next is not END and not (parser.next.blank or parser.next.kind == "open"):
                    raise unexpected(parser.next)
        return items

    def _parser(self, found: list[Token], blanks: bool) -> Parser:
        return Parser([*found, END], lenient=self.lenient, blanks=blanks, ways=self.ways)


def _closing(found: list[Token], at: int) -> int:
    """Where the bracket that opens at `at` closes."""
    expected: list[str] = []
    for place in range(at, len(found)):
        token = found[place]
        if token.kind == "open":
            expected.append(BRACKETS[token.text])
        elif token.kind == "close":
            if not expected or expected.pop() != token.text:
                raise Unreadable("syntax", f"{token.text!r} closes nothing")
            if not expected:
                return place
    raise Unreadable("syntax", f"a {found[at].text!r} that is not closed", "close it")


def _at_top(found: list[Token]) -> list[Token]:
    """The tokens outside of all brackets."""
    top, at = [], 0
    while at < len(found):
        at = _closing(found, at) + 1 if found[at].kind == "open" else at
        if at < len(found) and found[at].kind != "open":
            top.append(found[at])
            at += 1
    return top


def _split(found: list[Token], separators: str) -> list[list[Token]]:
    """The parts between separators outside of brackets; one separator may stand behind the last."""
    parts: list[list[Token]] = [[]]
    at = 0
    while at < len(found):
        token = found[at]
        if token.kind == "separator" and token.text in separators:
            parts.append([])
            at += 1
            continue
        end = _closing(found, at) + 1 if token.kind == "open" else at + 1
        parts[-1] += found[at:end]
        at = end
    return parts[:-1] if len(parts) > 1 and not parts[-1] else parts


def _is_list(found: list[Token]) -> bool:
    """Are these brackets a list rather than part of a calculation?"""
    inner = found[1:-1]
    if found[0].text in "[⟦":
        return True
    return any(token.kind == "separator" for token in _at_top(inner)) or (
        bool(inner) and _has_break([*inner, END])
    )

"""Lists and matrices: tokens into nested lists of expressions.

Commas, semicolons, `&`, line ends and blanks separate. Nothing groups digits here; a comma is the decimal sign only
where every comma stands between two digits and something else separates, as in `(0,73; 0,27)` or `0,73 0,27`.
"""

import re
from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import NamedTuple, NoReturn

from qbank import limits
from qbank.answers.breaks import (
    at_top,
    closing,
    has_break,
    has_doubtful_break,
    has_sure_break,
    multiplied,
)
from qbank.answers.digits import Digits
from qbank.answers.doubts import Doubt, Nested, alternatives, either, only_list, tables, without_rows
from qbank.answers.grammar import Parser
from qbank.answers.misfits import unexpected
from qbank.answers.tokens import tokens
from qbank.answers.tree import Node
from qbank.answers.unreadable import Unreadable
from qbank.answers.vocabulary import END, Token, Vocabulary


class Commas(NamedTuple):
    """When commas between digits are decimal signs: beside which separators, and whether one alone is.

    Where `rows` are asked, a separator between brackets stands between rows, and says nothing about commas.
    """

    beside: str = ";&"
    decimal: bool = False
    rows: bool = False


POINT = Digits(".", "_'")
COMMA = Digits(",", "_'")
_LINE_AT_SIGN = r"\n(?=[,;&\])}⟧/^×])|(?<=[,;&\[({⟦])\n"  # where it ends no row


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
    """The tokens; see `meant.other_commas` for what the commas may mean after all."""
    found = tokens(text, POINT, words, euler, bound)
    commas = [at for at, token in enumerate(found) if token.text == "," and token.kind == "separator"]
    if not commas or not all(_between_digits(found, at) for at in commas):
        return found
    if has_break(found) or _says_decimal(found, manner) or (manner.decimal and _are_alone(found, commas)):
        return tokens(text, COMMA, words, euler, bound)
    return found


def _between_digits(found: list[Token], at: int) -> bool:
    before, comma, after = found[at - 1], found[at], found[at + 1]
    sides = before.kind == after.kind == "number" and before.text.isdigit()
    return at > 0 and sides and not comma.blank and not after.blank


def _are_alone(found: Sequence[Token], commas: Sequence[int]) -> bool:
    """Does each comma stand alone in its brackets, as in [[0,5]; [0,25]]?"""
    return all(any(token.kind == "close" for token in found[one:other]) for one, other in pairwise(commas))


def _says_decimal(found: Sequence[Token], manner: Commas) -> bool:
    """Does another separator than the comma stand between entries?"""
    return any(
        token.kind == "separator"
        and token.text in manner.beside
        and not (manner.rows and found[at - 1].kind == "close" and found[at + 1].kind == "open")
        for at, token in enumerate(found[:-1])
    )


class Layout:
    """Reads nested lists; `choices` collects what the expressions in them could also mean."""

    def __init__(self, *, lenient: bool, ways: Collection[str] = ()) -> None:
        self.lenient, self.ways = lenient, ways
        self.choices: set[str] = set()

    def whole(self, found: list[Token]) -> Nested:
        """The list that the tokens are, with or without brackets around it."""
        found = found[:-1]
        tree = self._sequence(found, 0)
        if not found or found[0].kind != "open":
            return tree
        return either([only_list(way) for way in alternatives(tree)])

    def _sequence(self, found: list[Token], depth: int, matrix: bool = False) -> Nested:
        """What stands between semicolons, or in brackets; `matrix` is LaTeX's, where blanks rather multiply."""
        if depth > limits.ANSWER_DEPTH:
            raise Unreadable("bound", f"more than {limits.ANSWER_DEPTH} levels of brackets")
        parts = _split(found, ";")
        if len(parts) == 1 and not matrix:
            return either(self._row(parts[0], depth))
        found_tables = tables([self._row(part, depth) if part else _missing() for part in parts])
        if matrix:
            return either(found_tables[::-1])
        return either([way for table in found_tables for way in without_rows(table)])

    def _row(self, found: list[Token], depth: int) -> list[list[Nested]]:
        """The ways to read one row: with a blank before `√3` as the end of an entry, then as a times sign."""
        if any(token.kind == "separator" for token in at_top(found)):
            return [[self._item(part, depth) for part in _split(found, ",&")]]
        separated = self._side_by_side(found, depth)
        lists = any(isinstance(item, (list, Doubt)) for item in separated)
        if not self.lenient or lists or not has_doubtful_break(at_top(found)):
            return [separated]
        try:
            together = self._side_by_side(multiplied(found), depth, lists=False)
        except Unreadable:
            return [separated]
        return [separated, together]

    def _item(self, found: list[Token], depth: int) -> Nested:
        if not found:
            return _missing()
        if found[0].kind == "open" and closing(found, 0) == len(found) - 1 and _may_be_list(found):
            return self._bracketed(found, depth)
        return self._expression(found)

    def _expression(self, found: list[Token]) -> Node:
        parser = self._parser(found, blanks=False)
        tree = parser.whole()
        self.choices |= parser.doubts(tree)
        return tree

    def _bracketed(self, found: list[Token], depth: int) -> Nested:
        """A list in brackets, which in `(2 √3)` may also be a factor."""
        inner = found[1:-1]
        tree = self._sequence(inner, depth + 1, found[0].text == "⟦")
        return tree if _is_list(found) else either([*alternatives(tree), self._expression(found)])

    def _side_by_side(self, found: list[Token], depth: int, lists: bool = True) -> list[Nested]:
        """Entries with blanks between them; one that nothing separates is a list of one."""
        items: list[Nested] = []
        parser = self._parser(found, blanks=True)
        while parser.next is not END:
            end = closing(found, parser.at) if lists and parser.next.kind == "open" else -1
            inner = found[parser.at : end + 1]
            if inner and _may_be_list(inner) and not _goes_on(parser.tokens[end + 1]):
                items.append(self._bracketed(inner, depth))
                parser.at = end + 1
            else:
                items.append(tree := parser.expression())
                self.choices |= parser.doubts(tree)
                if parser.next is not END and not (parser.next.blank or parser.next.kind == "open"):
                    raise unexpected(parser.next)
        return items

    def _parser(self, found: list[Token], blanks: bool) -> Parser:
        return Parser([*found, END], lenient=self.lenient, blanks=blanks, ways=self.ways)


def _goes_on(token: Token) -> bool:
    """Is what stands before this token a part of a calculation, as in (1 +2)/3?"""
    return token.kind == "sign" and token.text in "*/^×"


def _missing() -> NoReturn:
    raise Unreadable("syntax", "an entry is missing between two separators")


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
        end = closing(found, at) + 1 if token.kind == "open" else at + 1
        parts[-1] += found[at:end]
        at = end
    return parts[:-1] if len(parts) > 1 and not parts[-1] else parts


def _is_list(found: list[Token]) -> bool:
    """Are these brackets surely a list, and no part of a calculation?"""
    inner = at_top(found[1:-1])
    if found[0].text in "[⟦":
        return True
    return any(token.kind == "separator" for token in inner) or has_sure_break(inner)


def _may_be_list(found: list[Token]) -> bool:
    return _is_list(found) or has_doubtful_break(at_top(found[1:-1]))

"""How a learning platform is told to grade one gap: a list of rules, of which the first that fits counts.

The order is our checker's: the key, what corrections accept as well, then each known mistake with its feedback, then
what is nearly right.
"""

from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import Literal, NamedTuple

from qbank.errors import QbankError
from qbank.question import Mistake, Part
from qbank.sheets import lms, lms_corrections
from qbank.sheets.lms_numbers import can_be_listed
from qbank.sheets.sheet import Slot, options_of

Sort = Literal["number", "text", "one", "several", "any"]

LARGEST = Decimal(10) ** 13
"""A whole number from here on is not told from its neighbour by a platform's floating point."""

SMALLEST_MARGIN = Decimal("1e-10")

MOST_RIGHT = 10
"""Right options of which each earns a share that every platform knows."""

TYPED_MISTAKES = 7
"""Typings of a known mistake that get its feedback; every other one is merely wrong."""


class Rule(NamedTuple):
    """A number with its margin, a text to the letter, or an option in Markdown; its share of the points."""

    text: str
    share: float
    feedback: str = ""
    margin: str = "0"


class Gap(NamedTuple):
    """One thing to fill in. `any` has everything right; `cased` tells A from a."""

    sort: Sort
    rules: tuple[Rule, ...]
    cased: bool = False


EVERYTHING = Gap("any", ())


def gap(slot: Slot, part: Part) -> Gap:
    """The rules of a part that is one gap. Raises QbankError where rules cannot tell right from wrong."""
    kind = part.answer["kind"]
    if kind in ("choice", "choices"):
        return _options(slot, part)
    if lms_corrections.everybody(lms_corrections.lines_of(slot, part)):
        return EVERYTHING
    if kind in ("integer", "decimal"):
        return Gap("number", tuple(_numbers(slot, part)))
    if kind in ("exact", "shape", "tokens", "vector"):
        return Gap("text", tuple(_texts(slot, part)), cased=kind in ("shape", "tokens"))
    raise QbankError(_WHY_NOT[kind])


def grid(slot: Slot, part: Part) -> list[list[Gap]]:
    """A vector or a matrix with a gap for each entry, in rows.

    A list that a correction accepts as well is right entry by entry, and so is a mixture of both. Raises QbankError
    for one of another length, which cannot be typed into these gaps.
    """
    lines = lms_corrections.lines_of(slot, part)
    if lms_corrections.everybody(lines):
        return [[EVERYTHING for _ in row] for row in lms.entries(part)]
    bare = Slot(slot.number, slot.id, ("",), slot.points, None)
    rows = [[gap(bare, entry) for entry in row] for row in lms.entries(part)]
    for other in lms_corrections.entered(part, lines):
        also = [[gap(bare, entry) for entry in row] for row in lms.entries(other)]
        rows = [list(map(_either, *pair)) for pair in zip(rows, also, strict=True)]
    return rows


def _either(one: Gap, other: Gap) -> Gap:
    """A gap that takes what either takes, right before nearly right. QbankError for a number and a text."""
    if one.sort != other.sort:
        raise QbankError("a number and a text cannot both be right in one gap")
    rules = sorted((*one.rules, *other.rules), key=lambda rule: -rule.share)
    return one._replace(rules=tuple(dict.fromkeys(rules)))


def _numbers(slot: Slot, part: Part) -> Iterator[Rule]:
    rights = _rights(slot, part)
    for right in rights:
        value, margin = lms.tolerance(right)
        _told_apart(value, margin)
        yield Rule(value, 1, margin=margin)
    for mistake in part.mistakes:
        value, margin = lms.about(part, str(mistake.key))
        yield Rule(value, 0, mistake.feedback, margin)
    for near in _nearly(rights):
        yield Rule(near.value, near.share, near.why)


def _told_apart(value: str, margin: str) -> None:
    if margin == "0" and abs(Decimal(value)) >= LARGEST:
        raise QbankError(f"a learning platform does not tell {value} from its neighbours")
    if margin != "0" and Decimal(margin) < max(SMALLEST_MARGIN, abs(Decimal(value)) / LARGEST):
        raise QbankError(f"a learning platform does not keep {value} within {margin}")


def _texts(slot: Slot, part: Part) -> list[Rule]:
    found: dict[str, Rule] = {}
    rights = _rights(slot, part)
    for right in rights:
        _add(found, _typed(right), Rule("", 1))
    for mistake in part.mistakes:
        _add(found, lms.spellings(part, mistake.key, TYPED_MISTAKES), Rule("", 0, mistake.feedback))
    for near in _nearly(rights):
        _add(found, [near.value], Rule("", near.share, near.why))
    return list(found.values())


def _typed(part: Part) -> list[str]:
    """The typings of a right answer. Raises QbankError where those that we know would leave out too many."""
    typed = lms.spellings(part, part.key)
    if not typed or (part.answer["kind"] == "exact" and not can_be_listed(str(part.key))):
        raise QbankError(f"{part.display} can be typed in too many ways to list them")
    return typed


def _add(found: dict[str, Rule], texts: Iterable[str], rule: Rule) -> None:
    for text in texts:
        found.setdefault(text, rule._replace(text=text))


def _options(slot: Slot, part: Part) -> Gap:
    """What is chosen. One of several right ones that corrections made is as right as the key."""
    options = options_of(slot, part)
    if len(options) < 2:
        raise QbankError("there is nothing to choose from")
    if lms_corrections.everybody(lms_corrections.lines_of(slot, part)):
        return Gap("one", tuple(Rule(text, 1) for _, text in options))
    if part.answer["kind"] == "choices":
        return Gap("several", tuple(_ticks(slot, part, options)))
    right = {slot.printed(str(each.key)) for each in _rights(slot, part)}
    said = {slot.printed(str(mistake.key)): mistake for mistake in part.mistakes}
    return Gap("one", tuple(_choice(text, letter in right, said.get(letter)) for letter, text in options))


def _choice(text: str, right: bool, mistake: Mistake | None) -> Rule:
    return Rule(text, int(right), mistake.feedback if mistake and not right else "")


def _ticks(slot: Slot, part: Part, options: Iterable[tuple[str, str]]) -> Iterator[Rule]:
    """A right tick earns its share, and a wrong one takes it back."""
    if others := _rights(slot, part)[1:]:
        ticked = ", ".join(map(slot.printed, others[0].key)) or "none"
        raise QbankError(f"ticks earn points one by one, which cannot say that {ticked} is right as well")
    right = {slot.printed(letter) for letter in part.key}
    if not 0 < len(right) <= MOST_RIGHT:
        raise QbankError(f"{len(right)} right options have no share that a learning platform knows")
    for letter, text in options:
        yield Rule(text, (1 if letter in right else -1) / len(right))


def _rights(slot: Slot, part: Part) -> list[Part]:
    """The part under its key, and under each that a correction accepts as well."""
    return [part, *lms_corrections.accepted(part, lms_corrections.lines_of(slot, part))]


def _nearly(rights: Iterable[Part]) -> Iterator[lms.Near]:
    return (near for right in rights for near in lms.nearly(right))


_WHY_NOT = {
    "expression": "a learning platform cannot tell which formulas are equal",
    "matrix": "a matrix is no single gap",
}

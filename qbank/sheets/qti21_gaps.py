"""The responses of a question in QTI 2.1: where something is typed or chosen, and when it is right.

A decimal is a number between two bounds, which is what `equal` with a tolerance means and some readers forget.
Everything else that is typed is a text among the usual typings, whole numbers too: nothing says whether a reader
takes `1,024` for a number.
"""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import NamedTuple
from xml.etree.ElementTree import Element

from qbank.errors import QbankError
from qbank.question import Part
from qbank.sheets import lms, qti12_answers
from qbank.sheets.qti12_xml import add


class Gap(NamedTuple):
    """A place to type one entry, under the identifier of its response."""

    response: str
    entry: Part

    @property
    def cased(self) -> str:
        """Whether A is another answer than a, as QTI writes it: our checker tells names and tokens apart by it."""
        return "true" if self.entry.answer["kind"] in ("shape", "tokens") else "false"

    @property
    def numeric(self) -> bool:
        """Whether what is typed is compared as a number."""
        return self.entry.answer["kind"] == "decimal" and not lms.is_infinite(self.entry)


def gaps(part: Part, response: str) -> list[list[Gap]]:
    """The part's gaps as they stand, row by row."""
    rows = qti12_answers.cells(part)
    width = len(rows[0])
    return [
        [Gap(f"{response}_{at * width + column + 1}", entry) for column, entry in enumerate(row)]
        for at, row in enumerate(rows)
    ]


def declare(parent: Element, gap: Gap) -> None:
    """The gap's declaration: its type, its answer, and the texts that are right."""
    kind = "float" if gap.numeric else "string"
    declaration = add(
        parent, "responseDeclaration", identifier=gap.response, cardinality="single", baseType=kind
    )
    correct = add(declaration, "correctResponse")
    if gap.numeric:
        value, margin = map(Decimal, lms.tolerance(gap.entry))
        add(correct, "value", qti12_answers.rounded(value, margin))
        return
    texts = _typings(gap, gap.entry)
    add(correct, "value", texts[0])
    mapping = add(declaration, "mapping", defaultValue="0")
    for text in texts:
        add(mapping, "mapEntry", mapKey=text, mappedValue="1", caseSensitive=gap.cased)


def right(gap: Gap) -> Element:
    """Whether the response is right."""
    if gap.numeric:
        return _within(gap.response, *lms.tolerance(gap.entry))
    mapped = Element("gt")
    add(mapped, "mapResponse", identifier=gap.response)
    add(mapped, "baseValue", "0", baseType="float")
    return mapped


def equals(gap: Gap, other: Part, most: int | None = None) -> Element:
    """Whether the response is another answer, in one of its `most` usual typings, first of all.

    Raises QbankError where that cannot be typed into the gap.
    """
    if gap.numeric:
        return _within(gap.response, *lms.tolerance(other))
    return any_of(text_is(gap, text) for text in _typings(gap, other)[:most])


def _typings(gap: Gap, part: Part) -> Sequence[str]:
    """The usual typings of the part; those that differ by capitals alone are one where capitals mean nothing."""
    if gap.cased == "false":
        return qti12_answers.typings([part])
    texts = lms.spellings(part, part.key)
    if not texts:
        raise QbankError("no text can be said to be right")
    return texts


def number_is(response: str, value: str) -> Element:
    """Whether the response is that number."""
    return _within(response, value, "0")


def text_is(gap: Gap, text: str) -> Element:
    """Whether the response is that text."""
    match = Element("stringMatch", caseSensitive=gap.cased)
    add(match, "variable", identifier=gap.response)
    add(match, "baseValue", text, baseType="string")
    return match


def _within(response: str, value: str, margin: str) -> Element:
    both = Element("and")
    middle, most = Decimal(value), Decimal(margin)
    for comparison, bound in (("gte", middle - most), ("lte", middle + most)):
        compared = add(both, comparison)
        add(compared, "variable", identifier=response)
        add(compared, "baseValue", f"{bound:f}", baseType="float")
    return both


def all_of(conditions: Iterator[Element]) -> Element:
    """Whether all hold."""
    return _joined("and", list(conditions))


def any_of(conditions: Iterator[Element]) -> Element:
    """Whether one holds."""
    return _joined("or", list(conditions))


def _joined(tag: str, conditions: list[Element]) -> Element:
    if len(conditions) == 1:
        return conditions[0]
    joined = Element(tag)
    joined.extend(conditions)
    return joined


def are(rows: list[list[Gap]], part: Part, key: str, most: int | None = None) -> Element:
    """Whether all responses together are that answer, each in one of its `most` usual typings, first of all.

    Raises QbankError where it has another shape than the gaps.
    """
    listed = part.answer["kind"] in ("vector", "matrix")
    others = lms.entries(part, key) if listed else [[part._replace(key=key)]]
    if not lms.same_shape(others, rows):
        raise QbankError("an answer of another shape cannot be typed into these gaps")
    pairs = [pair for row, other in zip(rows, others, strict=True) for pair in zip(row, other, strict=True)]
    return all_of(equals(gap, other, most) for gap, other in pairs)

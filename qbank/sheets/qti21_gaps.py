"""The responses of a question in QTI 2.1: where something is typed or chosen, and when it is right.

A decimal is a number between two bounds, which is what `equal` with a tolerance means and some readers forget.
Everything else that is typed is a text among the usual typings.
"""

from collections.abc import Iterator
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
    texts = qti12_answers.typings([gap.entry])
    add(correct, "value", texts[0])
    mapping = add(declaration, "mapping", defaultValue="0")
    for text in texts:
        add(mapping, "mapEntry", mapKey=text, mappedValue="1", caseSensitive="false")


def right(gap: Gap) -> Element:
    """Whether the response is right."""
    if gap.numeric:
        return _within(gap.response, *lms.tolerance(gap.entry))
    mapped = Element("gt")
    add(mapped, "mapResponse", identifier=gap.response)
    add(mapped, "baseValue", "0", baseType="float")
    return mapped


def equals(gap: Gap, other: Part) -> Element:
    """Whether the response is another answer. Raises QbankError where that cannot be typed into the gap."""
    if gap.numeric:
        return _within(gap.response, *lms.tolerance(other))
    return any_of(text_is(gap.response, text) for text in qti12_answers.typings([other]))


def number_is(response: str, value: str) -> Element:
    """Whether the response is that number."""
    return _within(response, value, "0")


def text_is(response: str, text: str) -> Element:
    """Whether the response is that text, in capitals or not."""
    match = Element("stringMatch", caseSensitive="false")
    add(match, "variable", identifier=response)
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


def are(rows: list[list[Gap]], part: Part, key: str) -> Element:
    """Whether all responses together are that answer. QbankError where it has another shape than the gaps."""
    listed = part.answer["kind"] in ("vector", "matrix")
    others = lms.entries(part, key) if listed else [[part._replace(key=key)]]
    if [*map(len, others)] != [*map(len, rows)]:
        raise QbankError("an answer of another shape cannot be typed into these gaps")
    pairs = [pair for row, other in zip(rows, others, strict=True) for pair in zip(row, other, strict=True)]
    return all_of(equals(gap, other) for gap, other in pairs)

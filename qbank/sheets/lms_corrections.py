"""What corrections mean to a learning platform, which knows neither two keys of a list nor marks for no answer."""

from collections.abc import Iterable, Iterator, Sequence

from qbank.answers import keys
from qbank.corrections import Correction
from qbank.errors import QbankError
from qbank.question import Part, Question
from qbank.sheets import lms
from qbank.sheets.sheet import Slot

LISTED = ("vector", "matrix")
"""Kinds that most platforms ask in a gap for each entry."""


def lines_of(slot: Slot, part: Part) -> Sequence[Correction]:
    """What is in force for the part."""
    return slot.corrections.get(part.name, ())


def accepted(part: Part, lines: Iterable[Correction]) -> list[Part]:
    """The part under each further key that is accepted."""
    return [other for _line, other in keys.accepted(part, lines)]


def entered(part: Part, lines: Iterable[Correction]) -> list[Part]:
    """The same for gaps of single entries. Raises QbankError for a list that has not as many of them as the key."""
    others = accepted(part, lines)
    for other in others:
        if part.answer["kind"] in LISTED and not lms.same_shape(lms.entries(part), lms.entries(other)):
            raise QbankError(f"{other.display} does not fit the gaps, of which there is one for each entry")
    return others


def everybody(lines: Iterable[Correction]) -> bool:
    """Whether everybody has full marks."""
    return any(line.action == "full_marks" for line in lines)


def mixed(slot: Slot, question: Question) -> Iterator[str]:
    """A remark where a list is accepted, and each of its entries is right by itself."""
    if _accepts(slot, question, LISTED):
        yield "an accepted list is right entry by entry, mixed with the key too; qbank check takes either as a whole"


def as_a_whole(slot: Slot, question: Question) -> Iterator[str]:
    """A remark where what is accepted earns all or nothing, though the key earns points in part."""
    if _accepts(slot, question, (*LISTED, "choices")):
        yield "an accepted list earns its points as a whole; qbank check gives some for a part of it"


def unanswered(slot: Slot, question: Question) -> Iterator[str]:
    """A remark where full marks need an answer, whatever it is."""
    if any(everybody(lines_of(slot, part)) for part in question.parts):
        yield "full marks for everybody go to any answer, but not to none"


def _accepts(slot: Slot, question: Question, kinds: Sequence[str]) -> bool:
    found = (part for part in question.parts if part.answer["kind"] in kinds)
    return any(line.action == "accept" for part in found for line in lines_of(slot, part))

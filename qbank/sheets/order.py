"""Another version of a sheet: the same questions, in an order of their own."""

from dataclasses import replace

from qbank.draws import Draws
from qbank.sheets.sheet import Sheet, Slot


def reordered(sheet: Sheet, version: str, draws: Draws) -> Sheet:
    """Another version of it: questions and options in an order of their own, numbered from 1 again."""
    slots = [_turned(slot, draws) for slot in draws.shuffled(sheet.slots)]
    numbered = tuple(replace(slot, number=number) for number, slot in enumerate(slots, start=1))
    return replace(sheet, slots=numbered, version=version)


def _turned(slot: Slot, draws: Draws) -> Slot:
    """The slot with its options under other letters; true and false stay where everybody expects them."""
    if not slot.options or len(slot.options) < 3:
        return slot
    stored = draws.shuffled(list(slot.options.values()))
    return replace(slot, options=dict(zip(slot.options, stored, strict=True)))

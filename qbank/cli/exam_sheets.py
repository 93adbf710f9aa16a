"""From filled slots to sheets: each version with its own questions, points and order."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from qbank.draws import Draws
from qbank.question import Question
from qbank.sheets.order import reordered
from qbank.sheets.sheet import Look, Sheet, lay_out

if TYPE_CHECKING:
    from qbank.author.exam.fill import Filled


class Layout:
    """What all versions share: what stands above them, whether questions change places, and the seed of that."""

    def __init__(self, title: str, look: Look, seed: str, *, same: bool) -> None:
        self._title, self._look, self._seed, self._same = title, look, seed, same

    def sheets(self, filled: "Sequence[Filled]", names: Mapping[str, str]) -> list[Sheet]:
        """A sheet for each version of `names`, which lead to the student's name (empty for nobody's).

        With the same values for all, questions stand in an order of their own; with different ones in that of the
        blueprint. Options always do, so that no letter is the key more often than another.
        """
        return [self._sheet(filled, at, version, who) for at, (version, who) in enumerate(names.items())]

    def _sheet(self, filled: "Sequence[Filled]", at: int, version: str, who: str) -> Sheet:
        look = replace(self._look, name=who)
        title = f"{self._title} {version}" if len(filled[0].questions) > 1 else self._title
        plain = lay_out([each.questions[at] for each in filled], title, look=look)
        slots = tuple(
            slot if each.slot.points is None else replace(slot, points=each.slot.points)
            for slot, each in zip(plain.slots, filled, strict=True)
        )
        sheet = replace(plain, slots=slots, version=version)
        draws = Draws(self._seed, "exam", "order", version)
        if self._same and len(filled[0].questions) > 1:
            return reordered(sheet, version, draws)
        turned = (reordered(replace(sheet, slots=(slot,)), version, draws).slots[0] for slot in slots)
        return replace(sheet, slots=tuple(replace(slot, number=n) for n, slot in enumerate(turned, start=1)))


def questions_of(filled: "Sequence[Filled]") -> list[Question]:
    """Every question of the exam, once."""
    return list({question.id: question for each in filled for question in each.questions}.values())

"""A sheet: which questions stand on it, in which order, under which numbers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from string import ascii_lowercase, ascii_uppercase

from qbank.corrections import Correction, Corrections
from qbank.errors import QbankError
from qbank.labels import ENGLISH, Labels
from qbank.points import Points, plain
from qbank.question import Part, Question

LARGE_COLUMNS = 2  # at most, in large print


@dataclass(frozen=True)
class Slot:
    """One numbered question of a sheet.

    `parts` holds the parts' names, `("",)` where there is one without a name; `options` leads from each
    printed letter to the stored one, and is None where nothing is chosen. `corrections` holds what was in force
    for a part when the sheet was made; a manifest does not have it.
    """

    number: int
    id: str
    parts: tuple[str, ...]
    points: Points
    options: Mapping[str, str] | None
    corrections: Mapping[str, tuple[Correction, ...]] = field(default_factory=dict)

    def names(self) -> dict[str, str]:
        """From `3`, or `3a` and `3b`, to the id or `id.part` behind it."""
        if self.parts == ("",):
            return {str(self.number): self.id}
        lettered = zip(letters(len(self.parts)), self.parts, strict=True)
        return {f"{self.number}{letter}": f"{self.id}.{part}" for letter, part in lettered}

    def printed(self, stored: str) -> str:
        """The letter under which an option is printed."""
        return next((letter for letter, option in (self.options or {}).items() if option == stored), stored)


@dataclass(frozen=True)
class Look:
    """How a paper looks and what stands on it beside the questions. No format needs to show all of it.

    `logo` is an image's content; `name` is the student's, on a sheet that is one person's own; `variants` is how many
    questions of one template a learning platform may draw one from, 0 where it is to ask all; `labels` is what stands
    there in whatever language.
    """

    course: str = ""
    date: str = ""
    instructions: str = ""
    logo: bytes | None = None
    columns: int = 1
    large: bool = False
    interactive: bool = False
    name: str = ""
    variants: int = 0
    labels: Labels = ENGLISH

    def __post_init__(self) -> None:
        """Raises QbankError where lines would be too short for words and formulas."""
        if self.large and self.columns > LARGE_COLUMNS:
            found = f"{self.columns} columns leave no room for large print"
            raise QbankError(found, hint=f"write --columns {LARGE_COLUMNS}, or leave --large-print away")


PLAIN = Look()


@dataclass(frozen=True)
class Sheet:
    """One version of a sheet."""

    title: str
    slots: tuple[Slot, ...]
    version: str = "A"
    look: Look = PLAIN

    @property
    def points(self) -> Points:
        """What all questions together are worth."""
        return plain(sum(slot.points for slot in self.slots))

    def names(self) -> dict[str, str]:
        """From every number on the sheet, such as `3b`, to the id or `id.part` behind it."""
        return {number: name for slot in self.slots for number, name in slot.names().items()}


def lay_out(
    questions: Sequence[Question],
    title: str,
    corrections: Corrections | None = None,
    *,
    look: Look = PLAIN,
    points: Points = 1,
) -> Sheet:
    """The questions numbered from 1 in their order, so many points a part, options as they are stored."""
    numbered = enumerate(questions, start=1)
    slots = (_slot(number, question, corrections or {}, points) for number, question in numbered)
    return Sheet(title, tuple(slots), look=look)


def _slot(number: int, question: Question, corrections: Corrections, points: Points) -> Slot:
    stored = max((part.options or {} for part in question.parts), key=len)
    options = dict(zip(ascii_uppercase, sorted(stored), strict=False)) or None
    parts = tuple(part.name for part in question.parts)
    lines = {part: found for part in parts if (found := corrections.get((question.id, part)))}
    return Slot(number, question.id, parts, plain(points * len(parts)), options, lines)


Pairs = Sequence[tuple[Slot, Question]]


def pools(sheet: Sheet, questions: Sequence[Question]) -> list[Pairs]:
    """What a learning platform draws one question from: with `variants`, those of one template, so many of them.

    Without, each question is a pool of its own. In the sheet's order.
    """
    pairs = list(zip(sheet.slots, questions, strict=True))
    if not sheet.look.variants:
        return [[pair] for pair in pairs]
    found: dict[str, list[tuple[Slot, Question]]] = {}
    for slot, question in pairs:
        alike = found.setdefault(question.template, [])
        if len(alike) < sheet.look.variants:
            alike.append((slot, question))
    return list(found.values())


def letters(count: int) -> list[str]:
    """The letters of a question's parts: a, b, …. Raises QbankError beyond z."""
    if count > len(ascii_lowercase):
        raise QbankError(
            f"a question of {count} parts", hint="split it: a sheet letters its parts from a to z"
        )
    return list(ascii_lowercase[:count])


def labels_of(slot: Slot) -> list[str]:
    """What stands before each part: `(a)`, `(b)`, or nothing where there is one without a name."""
    return [""] if slot.parts == ("",) else [f"({letter})" for letter in letters(len(slot.parts))]


def options_of(slot: Slot, part: Part) -> list[tuple[str, str]]:
    """A part's options as they are printed: letter and text, in the order of the letters."""
    stored = part.options or {}
    return [(letter, stored[option]) for letter, option in (slot.options or {}).items() if option in stored]

"""A sheet: which questions stand on it, in which order, under which numbers. Its JSON is the manifest."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from string import ascii_lowercase, ascii_uppercase

from qbank.errors import QbankError
from qbank.question import Json, Part, Question

FORMAT = 1


@dataclass(frozen=True)
class Slot:
    """One numbered question of a sheet.

    `parts` holds the parts' names, `("",)` where there is one without a name; `options` leads from each
    printed letter to the stored one, and is None where nothing is chosen.
    """

    number: int
    id: str
    parts: tuple[str, ...]
    points: int
    options: Mapping[str, str] | None

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
class Sheet:
    """One version of a sheet."""

    title: str
    slots: tuple[Slot, ...]
    version: str = "A"

    @property
    def points(self) -> int:
        """What all questions together are worth."""
        return sum(slot.points for slot in self.slots)

    def names(self) -> dict[str, str]:
        """From every number on the sheet, such as `3b`, to the id or `id.part` behind it."""
        return {number: name for slot in self.slots for number, name in slot.names().items()}


def lay_out(questions: Sequence[Question], title: str) -> Sheet:
    """The questions numbered from 1 in their order, a point a part, options as they are stored."""
    return Sheet(title, tuple(_slot(number, question) for number, question in enumerate(questions, start=1)))


def _slot(number: int, question: Question) -> Slot:
    stored = max((part.options or {} for part in question.parts), key=len)
    options = dict(zip(ascii_uppercase, sorted(stored), strict=False)) or None
    parts = tuple(part.name for part in question.parts)
    return Slot(number, question.id, parts, len(parts), options)


def letters(count: int) -> list[str]:
    """The letters of a question's parts: a, b, …. Raises QbankError beyond z."""
    if count > len(ascii_lowercase):
        raise QbankError(
            f"a question of {count} parts", hint="split it: a sheet letters its parts from a to z"
        )
    return list(ascii_lowercase[:count])


def options_of(slot: Slot, part: Part) -> list[tuple[str, str]]:
    """A part's options as they are printed: letter and text, in the order of the letters."""
    stored = part.options or {}
    return [(letter, stored[option]) for letter, option in (slot.options or {}).items() if option in stored]


def to_json(sheet: Sheet) -> dict[str, Json]:
    """The manifest, from which `check --sheet` learns what a number means."""
    questions = [
        {
            "number": slot.number,
            "id": slot.id,
            "parts": list(slot.parts),
            "points": slot.points,
            "options": None if slot.options is None else dict(slot.options),
        }
        for slot in sheet.slots
    ]
    return {
        "format": FORMAT,
        "title": sheet.title,
        "versions": [{"version": sheet.version, "questions": questions}],
    }


def from_json(manifest: Json, where: str) -> list[Sheet]:
    """The versions that a manifest describes. Raises QbankError, led by `where`, for anything else."""
    number = manifest.get("format") if isinstance(manifest, dict) else None
    if number != FORMAT:
        newer = isinstance(number, int) and number > FORMAT
        found = (
            f"format {number} is newer than this qbank reads ({FORMAT})"
            if newer
            else "this is no sheet's manifest"
        )
        hint = "update qbank" if newer else "name the …-sheet.json that qbank export wrote"
        raise QbankError(found, where=where, hint=hint)
    try:
        return [_sheet(manifest["title"], version) for version in manifest["versions"]]
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise QbankError("this manifest is incomplete", where=where, hint="write the sheet again") from error


def _sheet(title: str, version: Json) -> Sheet:
    slots = [
        Slot(
            int(entry["number"]),
            str(entry["id"]),
            tuple(map(str, entry["parts"])),
            int(entry["points"]),
            None if entry["options"] is None else dict(entry["options"].items()),
        )
        for entry in version["questions"]
    ]
    return Sheet(str(title), tuple(slots), str(version["version"]))

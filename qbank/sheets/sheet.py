"""A sheet: which questions stand on it, in which order, under which numbers. Its JSON is the manifest."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from string import ascii_lowercase, ascii_uppercase

from qbank import limits
from qbank.corrections import Correction, Corrections
from qbank.errors import QbankError
from qbank.labels import ENGLISH, Labels
from qbank.question import Json, Part, Question
from qbank.stored import checked

FORMAT = 1
LARGE_COLUMNS = 2  # at most, in large print

_MANIFEST: dict[str, tuple[type, ...]] = {"format": (int,), "title": (str,), "versions": (list,)}
_VERSION: dict[str, tuple[type, ...]] = {"version": (str,), "questions": (list,)}
_SLOT: dict[str, tuple[type, ...]] = {
    "number": (int,),
    "id": (str,),
    "parts": (list,),
    "points": (int,),
    "options": (dict, type(None)),
}
_AGAIN = "write the sheet again"
_LETTERS = tuple(ascii_uppercase)


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
    points: int
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
    def points(self) -> int:
        """What all questions together are worth."""
        return sum(slot.points for slot in self.slots)

    def names(self) -> dict[str, str]:
        """From every number on the sheet, such as `3b`, to the id or `id.part` behind it."""
        return {number: name for slot in self.slots for number, name in slot.names().items()}


def lay_out(
    questions: Sequence[Question],
    title: str,
    corrections: Corrections | None = None,
    *,
    look: Look = PLAIN,
    points: int = 1,
) -> Sheet:
    """The questions numbered from 1 in their order, so many points a part, options as they are stored."""
    numbered = enumerate(questions, start=1)
    slots = (_slot(number, question, corrections or {}, points) for number, question in numbered)
    return Sheet(title, tuple(slots), look=look)


def _slot(number: int, question: Question, corrections: Corrections, points: int) -> Slot:
    stored = max((part.options or {} for part in question.parts), key=len)
    options = dict(zip(ascii_uppercase, sorted(stored), strict=False)) or None
    parts = tuple(part.name for part in question.parts)
    lines = {part: found for part in parts if (found := corrections.get((question.id, part)))}
    return Slot(number, question.id, parts, points * len(parts), options, lines)


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


def to_json(*sheets: Sheet) -> dict[str, Json]:
    """The manifest of all versions, from which `check --sheet` learns what a number means."""
    versions = [{"version": sheet.version, "questions": _questions(sheet)} for sheet in sheets]
    return {"format": FORMAT, "title": sheets[0].title, "versions": versions}


def _questions(sheet: Sheet) -> list[Json]:
    return [
        {
            "number": slot.number,
            "id": slot.id,
            "parts": list(slot.parts),
            "points": slot.points,
            "options": None if slot.options is None else dict(slot.options),
        }
        for slot in sheet.slots
    ]


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
    said = {name: value for name, value in manifest.items() if name != "files"}  # which `export` alone reads
    checked(said, _MANIFEST, "sheet", where)
    sheets = [_sheet(manifest["title"], version, where) for version in manifest["versions"]]
    if not sheets:
        raise QbankError("the sheet has no versions", where=where, hint=_AGAIN)
    _once("version", [sheet.version for sheet in sheets], where)
    return sheets


def _sheet(title: str, version: Json, where: str) -> Sheet:
    checked(version, _VERSION, "version", where)
    place = f"{where}, version {version['version']!r}"
    slots = tuple(_slot_of(entry, place) for entry in version["questions"])
    if not version["version"].strip() or not slots:
        missing = "name" if slots else "questions"
        raise QbankError(f"a version without {missing}", where=place, hint=_AGAIN)
    _once("number", [slot.number for slot in slots], place)
    _once("question", [slot.id for slot in slots], place)
    return Sheet(title, slots, version["version"])


def _slot_of(entry: Json, where: str) -> Slot:
    checked(entry, _SLOT, "question", where)
    place = f"{where}, question {entry['number']!r}"
    parts, options = entry["parts"], entry["options"]
    if not parts or not all(isinstance(part, str) for part in parts):
        raise QbankError(f"its parts are {parts!r}", where=place, hint=_AGAIN)
    _once("part", parts, place)
    for printed, stored in (options or {}).items():
        if printed not in _LETTERS or stored not in _LETTERS:
            found = f"option {printed!r} stands for {stored!r}"
            raise QbankError(found, where=place, hint="write a letter from A to Z for a letter from A to Z")
    _once("option", list((options or {}).values()), place)
    number, points = (_whole(entry, name, least, place) for name, least in (("number", 1), ("points", 0)))
    return Slot(number, entry["id"], tuple(parts), points, options)


def _whole(entry: dict[str, Json], name: str, least: int, where: str) -> int:
    value: int = entry[name]
    if isinstance(value, bool) or not least <= value <= limits.SHEET_POINTS:
        hint = f"write a whole number from {least} to {limits.SHEET_POINTS:,}"
        raise QbankError(f"{name}: {value!r}", where=where, hint=hint)
    return value


def _once(what: str, names: Sequence[object], where: str) -> None:
    """Refuses a name that stands there twice, in whatever case."""
    seen = Counter(str(name).casefold() for name in names)
    for name, times in seen.items():
        if times > 1:
            raise QbankError(f"{what} {name!r} is there {times} times", where=where, hint="keep one of them")

"""The manifest: a sheet as JSON, from which `check --sheet` learns what a number on a student's paper means."""

from collections import Counter
from collections.abc import Sequence
from string import ascii_uppercase

from qbank import limits
from qbank.errors import QbankError
from qbank.points import Points, in_json, points_of
from qbank.question import Json
from qbank.sheets.sheet import Sheet, Slot
from qbank.stored import checked

FORMAT = 1

_MANIFEST: dict[str, tuple[type, ...]] = {"format": (int,), "title": (str,), "versions": (list,)}
_VERSION: dict[str, tuple[type, ...]] = {"version": (str,), "questions": (list,)}
_SLOT: dict[str, tuple[type, ...]] = {
    "number": (int,),
    "id": (str,),
    "parts": (list,),
    "points": (int, float),
    "options": (dict, type(None)),
}
_AGAIN = "write the sheet again"
_LETTERS = tuple(ascii_uppercase)


def to_json(*sheets: Sheet) -> dict[str, Json]:
    """The manifest of all versions."""
    versions = [{"version": sheet.version, "questions": _questions(sheet)} for sheet in sheets]
    return {"format": FORMAT, "title": sheets[0].title, "versions": versions}


def _questions(sheet: Sheet) -> list[Json]:
    return [
        {
            "number": slot.number,
            "id": slot.id,
            "parts": list(slot.parts),
            "points": in_json(slot.points),
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
    return Slot(_number(entry, place), entry["id"], tuple(parts), _points(entry, place), options)


def _number(entry: dict[str, Json], where: str) -> int:
    value: int = entry["number"]
    if isinstance(value, bool) or not 1 <= value <= limits.SHEET_POINTS:
        hint = f"write a whole number from 1 to {limits.SHEET_POINTS:,}"
        raise QbankError(f"number: {value!r}", where=where, hint=hint)
    return value


def _points(entry: dict[str, Json], where: str) -> Points:
    value = points_of(entry["points"])
    if value is None or value > limits.SHEET_POINTS:
        hint = f"write a number from 0 to {limits.SHEET_POINTS:,}, with two decimals at most"
        raise QbankError(f"points: {entry['points']!r}", where=where, hint=hint)
    return value


def _once(what: str, names: Sequence[object], where: str) -> None:
    """Refuses a name that stands there twice, in whatever case."""
    seen = Counter(str(name).casefold() for name in names)
    for name, times in seen.items():
        if times > 1:
            raise QbankError(f"{what} {name!r} is there {times} times", where=where, hint="keep one of them")

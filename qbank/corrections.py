"""Corrections of keys after an exam: lines beside a bank that are added and never changed.

`<bank>/corrections/corrections.jsonl` holds one object of canonical JSON a line:

| field | meaning |
|---|---|
| `id`, `part` | what is corrected: a question, and the name of its part (empty where there is one) |
| `action` | `void`: it counts for nobody; `full_marks`: everybody has them; `accept`: `value` is right |
| | as well; `rekey`: the key is `value`; `undo`: an earlier line is taken back |
| `value` | key text, for `choices` a list of stored letters; `null` for void and full_marks; |
| | for undo the digest of the line that it takes back |
| `reason`, `who`, `when` | plain text of one line each; `who` may be empty, `when` is UTC to the second |

An undo takes back the latest line above it that has that digest and still stands. Of what stands for a part the
latest void, full_marks or rekey counts, and every accept.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from os.path import realpath
from pathlib import Path
from typing import NamedTuple

from qbank import limits
from qbank.bank import Bank
from qbank.errors import QbankError, did_you_mean
from qbank.files import append_line, explained, read_bytes
from qbank.home import RELEASED
from qbank.question import Json, canonical, digest_of
from qbank.stored import checked, parsed
from qbank.unseen import unseen

RULING = ("void", "full_marks", "rekey")
"""Actions of which one counts for a part, the latest."""

ACTIONS = (*RULING, "accept", "undo")

OWN = "bank"  # the folder of the current directory in which people keep their own

_FIELDS: dict[str, tuple[type, ...]] = {
    "id": (str,),
    "part": (str,),
    "action": (str,),
    "value": (str, list, type(None)),
    "reason": (str,),
    "who": (str,),
    "when": (str,),
}
_ID = "q[0-9a-hjkmnp-tv-z]{10}"
_WHEN = r"[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\+00:00"
_CUT_SHORT = "an interrupted write leaves such a line, which was never in force: remove it"


class Correction(NamedTuple):
    """One line: what was corrected, how, why, by whom and when."""

    id: str
    part: str
    action: str
    value: str | tuple[str, ...] | None
    reason: str
    who: str
    when: str

    @property
    def name(self) -> str:
        """The id, or `id.part`."""
        return f"{self.id}.{self.part}" if self.part else self.id

    @property
    def date(self) -> str:
        """The day on which it was made, in UTC."""
        return self.when[:10]

    @property
    def digest(self) -> str:
        """What an undo calls it by."""
        return digest_of(self._asdict())


Corrections = Mapping[tuple[str, str], tuple[Correction, ...]]
"""From id and part to what is in force for it, in the order in which it was made."""


def read_corrections(folder: Path) -> list[Correction]:
    """Every line of that bank's corrections, undone ones too. Raises QbankError, with its line, for a faulty one."""
    path = file_of(folder)
    with explained(path):
        if not path.exists():
            return []
    data = read_bytes(path, limits.CORRECTIONS_BYTES)
    # A write can be cut inside of a letter, and only "\n" ends a line: JSON may hold U+2028.
    text = data.decode("utf-8-sig", "surrogateescape").rstrip("\n")
    read = [_line(line, f"{path}:{at}") for at, line in enumerate(text.split("\n"), start=1) if text]
    taken_back(read, path)
    return read


def validated(correction: Correction, where: str = "") -> Correction:
    """The correction itself. Raises QbankError, led by `where`, where it could not be read back as a line."""
    return _line(canonical(correction._asdict()), where)


def add_correction(folder: Path, correction: Correction, seen: Sequence[Correction] | None = None) -> None:
    """Append the line, under the bank's lock. Raises QbankError where the file, or the line in it, is at fault.

    `seen` are the lines on which it was decided: where its part has others by now, nothing is written.
    """
    path = file_of(folder)
    line = canonical(validated(correction, str(path))._asdict())
    with Bank(folder).locked():
        lines = read_corrections(folder)
        if seen is not None and of_part(lines, correction) != of_part(seen, correction):
            found = f"{correction.name} was corrected by somebody else meanwhile, and nothing is written"
            raise QbankError(found, where=str(path), hint="look at what holds now, and call this again")
        taken_back([*lines, correction], path)
        with explained(path):
            size = path.stat().st_size if path.exists() else 0
        if size + len(line.encode("utf-8")) + 1 > limits.CORRECTIONS_BYTES:
            raise QbankError(f"more than {limits.CORRECTIONS_BYTES:,} bytes", where=str(path))
        append_line(path, line)


def file_of(folder: Path) -> Path:
    """Where the corrections of the bank in `folder` are."""
    return folder / "corrections" / "corrections.jsonl"


def of_part(lines: Iterable[Correction], corrected: Correction) -> list[Correction]:
    """Those of the lines that correct the same part."""
    return [line for line in lines if line[:2] == corrected[:2]]


def taken_back(lines: Sequence[Correction], path: Path | None = None) -> dict[int, int]:
    """From the place of each line that is taken back to the place of the undo; places count from 0.

    Raises QbankError for an undo of a line that does not stand.
    """
    standing: dict[Json, list[int]] = defaultdict(list)
    found: dict[int, int] = {}
    for at, line in enumerate(lines):
        name = (line.id, line.part, line.value if line.action == "undo" else line.digest)
        if line.action != "undo":
            standing[name].append(at)
        elif standing[name]:
            found[standing[name].pop()] = at
        else:
            where = f"{path}:{at + 1}" if path else None
            raise QbankError("this undo takes back a line that does not stand", where=where)
    return found


def standing(lines: Sequence[Correction]) -> list[Correction]:
    """The lines that no undo takes back, without the undos."""
    gone = taken_back(lines)
    return [line for at, line in enumerate(lines) if line.action != "undo" and at not in gone]


def in_force(lines: Sequence[Correction]) -> dict[tuple[str, str], tuple[Correction, ...]]:
    """What counts for each part: of all that stands the latest void, full_marks or rekey, and every accept."""
    return _counting(standing(lines))


def keepers(folders: Sequence[str]) -> list[Path]:
    """The folders whose corrections hold where these banks are named; without any it is `bank`.

    The released bank keeps none of its own. Where it is named, `bank` stands in for it, in which they are kept.
    """
    found: dict[str, Path] = {}
    for folder in folders or [OWN]:
        own = OWN if is_released(folder) else folder
        found.setdefault(realpath(own), Path(own))
    return list(found.values())


def is_released(folder: str) -> bool:
    """Whether that is the released bank, by its name or by its path."""
    return folder == "released" or realpath(folder) == str(RELEASED)


def corrections_of(folders: Sequence[str], planned: Sequence[Correction] = ()) -> Corrections:
    """What is in force where these banks are named (see `keepers`); none of the folders need exist.

    Several banks count as one in the order of time. `planned` are lines that the first does not have yet.
    """
    files = [read_corrections(path) for path in keepers(folders)]
    files[0] += planned
    found = [line for lines in files for line in standing(lines)]
    return _counting(sorted(found, key=lambda line: line.when))


def is_void(corrections: Iterable[Correction]) -> bool:
    """Whether the part that these are in force for counts for nobody."""
    return any(line.action == "void" for line in corrections)


def _counting(lines: Iterable[Correction]) -> dict[tuple[str, str], tuple[Correction, ...]]:
    parts: dict[tuple[str, str], list[Correction]] = defaultdict(list)
    for line in lines:
        kept = parts[line.id, line.part]
        if line.action in RULING:
            kept[:] = [other for other in kept if other.action not in RULING]
        kept.append(line)
    return {name: tuple(kept) for name, kept in parts.items()}


def _line(text: str, where: str) -> Correction:
    line = checked(parsed(text, where, _CUT_SHORT), _FIELDS, "correction", where)
    for fault, hint in _faults(line):
        raise QbankError(fault, where=where, hint=hint)
    value = line["value"]
    return Correction(**{**line, "value": tuple(value) if isinstance(value, list) else value})


def _faults(line: dict[str, Json]) -> Iterator[tuple[str, str | None]]:
    """What is wrong with the fields' contents, and what to write."""
    if not re.fullmatch(_ID, line["id"]):
        yield f"{line['id'][:40]!r} is no question's id", "it is q and ten letters or digits"
    if line["action"] not in ACTIONS:
        yield f"unknown action {line['action'][:40]!r}", did_you_mean(line["action"][:40], ACTIONS)
    if not _fits(line["action"], line["value"]):
        yield f"the value does not fit the action {line['action']}", None
    if not re.fullmatch(_WHEN, line["when"]):
        yield f"{line['when'][:40]!r} is no time", "write it as in 2026-05-31T12:00:00+00:00"
    if not line["reason"]:
        yield "the reason is empty", "say why the key is corrected"
    for name, most in (
        ("reason", limits.REASON_CHARACTERS),
        ("who", limits.NAME_CHARACTERS),
        ("part", limits.NAME_CHARACTERS),
    ):
        if len(line[name]) > most:
            yield f"the {name} is longer than {most:,} characters", "shorten it"
        if (sign := unseen(line[name])) or line[name] != line[name].strip():
            yield f"the {name} is no plain text of one line", f"leave out {sign or 'the blanks around it'}"


def _fits(action: str, value: str | list[Json] | None) -> bool:
    """Whether a line of that action can hold that value; whether it is a key is for the kind to say."""
    if action in ("void", "full_marks"):
        return value is None
    if isinstance(value, list):
        return action != "undo" and all(
            isinstance(item, str) and re.fullmatch("[A-Z]", item) for item in value
        )
    if action == "undo":
        return value is not None and re.fullmatch("[0-9a-f]{32}", value) is not None
    return value is not None and value.isprintable() and 0 < len(value) <= limits.KEY_CHARACTERS

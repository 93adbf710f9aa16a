"""From a number on a printed sheet, such as `3b`, to the part it asks, its options in the printed order."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from string import ascii_lowercase
from typing import Protocol

from qbank.check.lookup import Asked, Questions, Unnamed, part_of
from qbank.errors import did_you_mean
from qbank.question import Mistake, Part


class Slot(Protocol):
    """A numbered question of a sheet; `options` leads from each printed letter to the stored one."""

    @property
    def number(self) -> int: ...
    @property
    def id(self) -> str: ...
    @property
    def parts(self) -> tuple[str, ...]: ...
    @property
    def points(self) -> int: ...
    @property
    def options(self) -> Mapping[str, str] | None: ...


class Paper(Protocol):
    """One version of a sheet."""

    @property
    def version(self) -> str: ...
    @property
    def points(self) -> int: ...
    @property
    def slots(self) -> Sequence[Slot]: ...


class Papers:
    """The versions of one sheet, and the bank's questions behind their numbers."""

    def __init__(self, questions: Questions, papers: Sequence[Paper]) -> None:
        self._questions = questions
        self._papers = {paper.version.casefold(): paper for paper in papers}

    def asked(self, name: str, version: str = "") -> Asked:
        """The part that a number (`3`, `3b`), an id or `id.part` names on that version.

        Raises Unnamed where it names none or several, and where the version is not known.
        """
        paper = self._paper(version)
        slot, part_name = _slot(paper, name)
        question = self._questions.question(slot.id)
        part = part_of(question, part_name, name)
        return Asked(question, printed(part, slot.options), slot.points / len(slot.parts), paper.points)

    def _paper(self, version: str) -> Paper:
        names = [paper.version for paper in self._papers.values()]
        if not version and len(names) == 1:
            return self._papers[names[0].casefold()]
        if not version:
            raise Unnamed(f"the sheet has the versions {', '.join(names)}", hint="add a column 'version'")
        if version.casefold() not in self._papers:
            raise Unnamed(f"the sheet has no version {version!r}", hint=did_you_mean(version, names))
        return self._papers[version.casefold()]


def _slot(paper: Paper, name: str) -> tuple[Slot, str]:
    """The numbered question and the name of its part (empty for the only one, or where `name` has none)."""
    wanted = name.replace(" ", "").lower()
    number = wanted.rstrip(ascii_lowercase)
    by_number = {str(slot.number): slot for slot in paper.slots}
    if number in by_number:
        slot = by_number[number]
        return slot, _lettered(slot, wanted.removeprefix(number), name)
    key, _, part_name = name.strip().partition(".")
    by_id = {slot.id: slot for slot in paper.slots}
    if key.lower() in by_id:
        return by_id[key.lower()], part_name
    raise Unnamed(f"no question {name!r} on this sheet", hint=did_you_mean(wanted, [*by_number, *by_id]))


def _lettered(slot: Slot, letter: str, name: str) -> str:
    letters = dict(zip(ascii_lowercase, slot.parts, strict=False))
    if letter in letters and len(slot.parts) > 1:
        return letters[letter]
    if not letter and len(slot.parts) == 1:
        return slot.parts[0]
    known = [f"{slot.number}{known}" for known in letters] if len(slot.parts) > 1 else [str(slot.number)]
    raise Unnamed(f"question {name!r} is not on this sheet", hint=f"write {' or '.join(known)}")


def printed(part: Part, options: Mapping[str, str] | None) -> Part:
    """The part as it was printed: its options, its key and its mistakes under the letters of the sheet."""
    if part.options is None or not options or all(letter == stored for letter, stored in options.items()):
        return part
    stored_options = part.options
    letters = {stored: letter for letter, stored in options.items() if stored in stored_options}
    return replace(
        part,
        options={letter: stored_options[stored] for stored, letter in letters.items()},
        key=_relettered(part.key, letters),
        mistakes=tuple(_mistake(mistake, letters) for mistake in part.mistakes),
    )


def _mistake(mistake: Mistake, letters: Mapping[str, str]) -> Mistake:
    return replace(mistake, key=_relettered(mistake.key, letters))


def _relettered(key: str | tuple[str, ...], letters: Mapping[str, str]) -> str | tuple[str, ...]:
    if isinstance(key, str):
        return letters.get(key, key)
    return tuple(sorted(letters.get(letter, letter) for letter in key))

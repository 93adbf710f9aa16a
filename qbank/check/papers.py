"""From a number on a printed sheet, such as `3b`, to the part it asks, its options in the printed order."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from string import ascii_lowercase
from typing import TYPE_CHECKING, Protocol

from qbank.check.lookup import NUMBER, Asked, Questions, Several, Unnamed, id_in, is_text, part_of
from qbank.corrections import Correction, is_void
from qbank.errors import did_you_mean
from qbank.points import Points, in_json
from qbank.question import Mistake, Part, Question

if TYPE_CHECKING:
    from qbank.check.texts import Texts


class Slot(Protocol):
    """A numbered question of a sheet; `options` leads from each printed letter to the stored one."""

    @property
    def number(self) -> int: ...
    @property
    def id(self) -> str: ...
    @property
    def parts(self) -> tuple[str, ...]: ...
    @property
    def points(self) -> Points: ...
    @property
    def options(self) -> Mapping[str, str] | None: ...


class Paper(Protocol):
    """One version of a sheet."""

    @property
    def version(self) -> str: ...
    @property
    def points(self) -> Points: ...
    @property
    def slots(self) -> Sequence[Slot]: ...


class Papers:
    """The versions of one sheet, and the bank's questions behind their numbers."""

    def __init__(self, questions: Questions, papers: Sequence[Paper]) -> None:
        self._questions = questions
        self._papers = {paper.version.casefold(): paper for paper in papers}
        self._texts: dict[str, Texts] = {}

    @property
    def versions(self) -> tuple[str, ...]:
        """Their names, as they are printed."""
        return tuple(paper.version for paper in self._papers.values())

    @property
    def parts(self) -> set[tuple[str, str]]:
        """Id and part of everything that any of them asks."""
        return {
            (slot.id, part) for paper in self._papers.values() for slot in paper.slots for part in slot.parts
        }

    @property
    def numbers(self) -> tuple[str, ...]:
        """All that is asked, as it is numbered on every version (3, or 3a and 3b); none where they differ in that."""
        numbered = {
            tuple(number for slot in paper.slots for number in _numbers(slot))
            for paper in self._papers.values()
        }
        return numbered.pop() if len(numbered) == 1 else ()

    def asked(self, name: str, version: str = "") -> Asked:
        """The part that a number (`3`, `3b`), an id, `id.part` or a question's text names on that version.

        Raises Unnamed where it names none or several, and where the version is not known.
        """
        paper = self._paper(version)
        if is_text(name) and not re.fullmatch(NUMBER, name.strip()):
            name = id_in(name) or self._by_text(paper).named(name)
        slot, part_name = _slot(paper, name)
        question = self._questions.question(slot.id)
        _fit(slot, question)
        part = part_of(question, part_name, name)
        corrections = self._questions.corrections(slot.id, part.name)
        points = 0 if is_void(corrections) else in_json(slot.points) / len(slot.parts)
        shown = printed_corrections(corrections, part, slot.options)
        number = _number(slot, part.name)
        return Asked(question, printed(part, slot.options), points, self._total(paper), shown, number)

    def full_marks(self, version: str = "") -> tuple[str, ...]:
        """What everybody who had that version gets full marks for, whether or not they answered it."""
        return tuple(
            f"{slot.id}.{part}" if part else slot.id
            for slot in self._paper(version).slots
            for part in slot.parts
            if any(line.action == "full_marks" for line in self._questions.corrections(slot.id, part))
        )

    def _total(self, paper: Paper) -> float:
        """What the sheet is worth without what counts for nobody."""
        void = (
            in_json(slot.points) / len(slot.parts)
            for slot in paper.slots
            for part in slot.parts
            if is_void(self._questions.corrections(slot.id, part))
        )
        return in_json(paper.points) - sum(void)

    def _by_text(self, paper: Paper) -> "Texts":
        """The texts of the questions on it; one that no bank has cannot be meant by its text."""
        if paper.version not in self._texts:
            from qbank.check.texts import Texts

            questions = map(self._questions.found, (slot.id for slot in paper.slots))
            self._texts[paper.version] = Texts(question for question in questions if question)
        return self._texts[paper.version]

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
    advice = partial(did_you_mean, wanted, [*by_number, *by_id])
    raise Unnamed(f"no question {name!r} on this sheet", hint=advice)


def _number(slot: Slot, part: str) -> str:
    """`3`, or `3b` where the question has several parts."""
    return dict(zip(slot.parts, _numbers(slot), strict=False)).get(part, str(slot.number))


def _fit(slot: Slot, question: Question) -> None:
    """Refuses a numbered question that says other parts or options than its question has."""
    parts = tuple(part.name for part in question.parts)
    if sorted(slot.parts) != sorted(parts):
        raise _unfit(slot, f"parts {_listed(slot.parts)}", f"has {_listed(parts)}")
    if slot.options is None:
        return
    stored = {letter for part in question.parts for letter in part.options or ()}
    if set(slot.options.values()) != stored:
        raise _unfit(slot, f"options {_listed(slot.options.values())}", f"has {_listed(stored)}")


def _unfit(slot: Slot, found: str, has: str) -> Unnamed:
    message = f"number {slot.number} on the sheet has the {found}, while {slot.id} {has}"
    return Unnamed(message, hint="mend the sheet's file, or write it again")


def _listed(names: Iterable[str]) -> str:
    return ", ".join(sorted(names)) or "none"


def _numbers(slot: Slot) -> list[str]:
    """What it asks, as it is numbered."""
    if len(slot.parts) == 1:
        return [str(slot.number)]
    return [f"{slot.number}{letter}" for letter, _ in zip(ascii_lowercase, slot.parts, strict=False)]


def _lettered(slot: Slot, letter: str, name: str) -> str:
    letters = dict(zip(ascii_lowercase, slot.parts, strict=False))
    if letter in letters and len(slot.parts) > 1:
        return letters[letter]
    if not letter and len(slot.parts) == 1:
        return slot.parts[0]
    known = _numbers(slot)
    message = f"question {name!r} is not on this sheet"
    if not letter:
        raise Several(message, known)
    raise Unnamed(message, hint=f"write {' or '.join(known)}")


def printed(part: Part, options: Mapping[str, str] | None) -> Part:
    """The part as it was printed: its options, its key and its mistakes under the letters of the sheet."""
    letters = _letters(part, options)
    if part.options is None or not letters:
        return part
    return part._replace(
        options={letter: part.options[stored] for stored, letter in letters.items()},
        key=_relettered(part.key, letters),
        mistakes=tuple(_mistake(mistake, letters) for mistake in part.mistakes),
    )


def printed_corrections(
    corrections: Sequence[Correction], part: Part, options: Mapping[str, str] | None
) -> tuple[Correction, ...]:
    """The corrections with their values under the letters of the sheet."""
    letters = _letters(part, options)
    return tuple(
        line if line.value is None else line._replace(value=_relettered(line.value, letters))
        for line in corrections
    )


def _letters(part: Part, options: Mapping[str, str] | None) -> dict[str, str]:
    """From each stored letter to the printed one; empty where nothing is chosen, or both are the same."""
    if part.options is None or not options or all(letter == stored for letter, stored in options.items()):
        return {}
    return {stored: letter for letter, stored in options.items() if stored in part.options}


def _mistake(mistake: Mistake, letters: Mapping[str, str]) -> Mistake:
    return mistake._replace(key=_relettered(mistake.key, letters))


def _relettered(key: str | tuple[str, ...], letters: Mapping[str, str]) -> str | tuple[str, ...]:
    if isinstance(key, str):
        return letters.get(key, key)
    return tuple(sorted(letters.get(letter, letter) for letter in key))

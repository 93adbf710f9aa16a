"""From the id or `id.part` that a table or a call names to the part of a question that it means."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from qbank.bank import Bank, open_bank, released
from qbank.errors import QbankError, did_you_mean
from qbank.question import Part, Question

_NUMBER = r"\d+ ?[A-Za-z]?"
_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"  # of an id


class Unnamed(QbankError):
    """A name that no question has, or that leaves open which part is meant."""


class Asked(NamedTuple):
    """One part of a question as it was put to a student; `total` is what the whole sheet is worth, if any."""

    question: Question
    part: Part
    points: float = 1
    total: float | None = None

    @property
    def name(self) -> str:
        """The id, or `id.part` where the question has several parts."""
        return f"{self.question.id}.{self.part.name}" if self.part.name else self.question.id


def banks_of(folders: Sequence[str]) -> list[Bank]:
    """The banks to look in, the released one last. Raises QbankError for a folder that is not there.

    Without folders it is `bank`, which need not exist.
    """
    for folder in folders:
        if folder != "released" and not Path(folder).is_dir():
            raise QbankError(
                "no such folder", where=folder, hint="name a folder with *.jsonl files, or released"
            )
    banks = [open_bank(folder) for folder in folders or ["bank"]]
    shipped = released()
    return banks if any(bank.folder == shipped.folder for bank in banks) else [*banks, shipped]


class Questions:
    """The questions of some banks, by name; a bank is read when those before it lack what is asked for."""

    def __init__(self, banks: Sequence[Bank]) -> None:
        self._banks = banks
        self._found: dict[str, Question] = {}
        self._unread = iter(banks)

    def question(self, name: str) -> Question:
        """The question with that id. Raises Unnamed, with the id that is one slip away."""
        key = name.strip().lower()
        while key not in self._found:
            bank = next(self._unread, None)
            if bank is None:
                raise self._unknown(name, key)
            self._found = bank.by_id() | self._found
        return self._found[key]

    def asked(self, name: str, version: str = "") -> Asked:
        """The part that an id or `id.part` names, on any version. Raises Unnamed for none, or several."""
        if re.fullmatch(_NUMBER, name.strip()):
            raise Unnamed(f"{name} is a number on a sheet", hint="name the sheet with --sheet …-sheet.json")
        key, _, part_name = name.strip().partition(".")
        question = self.question(key)
        return Asked(question, part_of(question, part_name, name))

    def _unknown(self, name: str, key: str) -> Unnamed:
        close = next((word for word in _one_slip_away(key) if word in self._found), None)
        searched = ", ".join(str(bank.folder) for bank in self._banks)
        return Unnamed(
            f"no question {name!r}",
            hint=f"did you mean {close!r}?" if close else f"the banks read are {searched}",
        )


def part_of(question: Question, part_name: str, name: str) -> Part:
    """The part of that name, or the only part where the name is empty."""
    part = question.part(part_name)
    if part is not None:
        return part
    parts = [part.name for part in question.parts]
    if not any(parts):
        raise Unnamed(f"no question {name!r}; {question.id} has no parts", hint=f"write {question.id}")
    if not part_name:
        full = [f"{question.id}.{part}" for part in parts]
        raise Unnamed(f"{name} asks for several parts", hint=f"write {' or '.join(full)}")
    raise Unnamed(f"{question.id} has no part {part_name!r}", hint=did_you_mean(part_name, parts))


def _one_slip_away(word: str) -> Iterator[str]:
    """Every id that one wrong, missing, surplus or swapped letter would turn into `word`."""
    if len(word) > 20:
        return
    for at in range(len(word) + 1):
        before, after = word[:at], word[at:]
        yield before + after[1:]
        if len(after) > 1:
            yield before + after[1] + after[0] + after[2:]
        for letter in _LETTERS:
            yield before + letter + after[1:]
            yield before + letter + after

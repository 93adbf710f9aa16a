"""From the id or `id.part` that a table or a call names to the part of a question that it means."""

import re
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from qbank.bank import Bank, open_bank, released
from qbank.corrections import Correction, Corrections, is_void
from qbank.errors import QbankError, did_you_mean, one_slip_away
from qbank.question import Part, Question, same_asked

if TYPE_CHECKING:
    from qbank.check.texts import Texts

NUMBER = r"\d+ ?[A-Za-z]?"
_ID = r"(?i)\bq[0-9a-hjkmnp-tv-z]{10}(?:\.\w+|\b)"
_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"  # of an id


class Unnamed(QbankError):
    """A name that no question has, or that leaves open which part is meant."""


class Several(Unnamed):
    """A name that leaves open which part is meant; each of `names` says it."""

    def __init__(self, message: str, names: Sequence[str]) -> None:
        super().__init__(message, hint=f"write {' or '.join(names)}")
        self.names = tuple(names)


class Asked(NamedTuple):
    """One part of a question as it was put to a student; `total` is what the whole sheet is worth, if any.

    `corrections` are those in force for it; where one is void, `points` and its share of `total` are 0. `number` is
    the one that is printed, such as `3b`; empty without a sheet.
    """

    question: Question
    part: Part
    points: float = 1
    total: float | None = None
    corrections: tuple[Correction, ...] = ()
    number: str = ""

    @property
    def name(self) -> str:
        """The id, or `id.part` where the question has several parts."""
        return f"{self.question.id}.{self.part.name}" if self.part.name else self.question.id


def banks_of(folders: Sequence[str]) -> list[Bank]:
    """The banks to look in, the released one last. Raises QbankError for a folder that is not there.

    Without folders it is `bank`, which need not exist.
    """
    for folder in folders:
        if folder != "released" and not (folder and Path(folder).is_dir()):
            raise QbankError(
                "no such folder", where=folder or "''", hint="name a folder with *.jsonl files, or released"
            )
    banks, shipped = [open_bank(folder) for folder in folders or ["bank"]], released()
    return [*(bank for bank in banks if bank.folder != shipped.folder), shipped]


class Questions:
    """The questions of some banks, by name.

    All banks but the last are read at once, so that no two of them mean different questions by one id; the last
    one is read when the others lack what is asked for.
    """

    def __init__(self, banks: Sequence[Bank], corrections: Corrections | None = None) -> None:
        self._banks = banks
        self._corrections = corrections or {}
        self._found: dict[str, Question] = {}
        self._unread = list(banks)
        self._texts: Texts | None = None

    def question(self, name: str) -> Question:
        """The question with that id. Raises Unnamed, with the id that is one slip away."""
        question = self.found(name)
        if question is None:
            raise Unnamed(f"no question {name!r}", hint=partial(self._advice, name.strip().lower()))
        return question

    def found(self, name: str) -> Question | None:
        """The question with that id, None where no bank has it."""
        key = name.strip().lower()
        while len(self._unread) > 1 or (self._unread and key not in self._found):
            self._read(self._unread.pop(0))
        return self._found.get(key)

    def asked(self, name: str, version: str = "") -> Asked:
        """The part that an id, `id.part` or a question's text names. Raises Unnamed for none, or several."""
        if re.fullmatch(NUMBER, name.strip()):
            raise Unnamed(f"{name} is a number on a sheet", hint="name the sheet with --sheet …-sheet.json")
        if is_text(name):
            name = id_in(name) or self._by_text().named(name)
        key, _, part_name = name.strip().partition(".")
        question = self.question(key)
        part = part_of(question, part_name, name)
        corrections = self.corrections(question.id, part.name)
        return Asked(question, part, 0 if is_void(corrections) else 1, None, corrections)

    def _read(self, bank: Bank) -> None:
        for key, question in bank.by_id().items():
            other = self._found.setdefault(key, question)
            if other is not question and not same_asked(other, question):
                first = next(earlier for earlier in self._banks if key in earlier.by_id())
                found = f"two different questions have the id {key}"
                raise QbankError(found, where=f"{first.folder} and {bank.folder}", hint="leave one bank out")

    def _by_text(self) -> "Texts":
        if self._texts is None:
            from qbank.check.texts import Texts

            while self._unread:
                self._read(self._unread.pop(0))
            self._texts = Texts(self._found.values())
        return self._texts

    def corrections(self, key: str, part: str) -> tuple[Correction, ...]:
        """What is in force for that part of the question with that id."""
        return self._corrections.get((key, part), ())

    def _advice(self, key: str) -> str:
        """The id that is one slip away from this one."""
        close = next((word for word in one_slip_away(key, _LETTERS) if word in self._found), None)
        searched = ", ".join(str(bank.folder) for bank in self._banks)
        return f"did you mean {close!r}?" if close else f"the banks read are {searched}"


def is_text(name: str) -> bool:
    """Whether it has more than one word, as a question's text has and no name of one."""
    return len(name.split(maxsplit=1)) > 1


def id_in(text: str) -> str | None:
    """The id, or `id.part`, that stands somewhere in the text."""
    found = re.search(_ID, text)
    return found[0] if found else None


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
        raise Several(f"{name} asks for several parts", full)
    raise Unnamed(f"{question.id} has no part {part_name!r}", hint=did_you_mean(part_name, parts))

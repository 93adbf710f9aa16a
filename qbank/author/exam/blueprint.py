"""`exam.yaml`: what an exam asks, slot by slot. Every complaint says where in the file, and what to write."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from qbank import limits, markup
from qbank.author.document import Document, Path_, read_document
from qbank.errors import QbankError, did_you_mean
from qbank.points import Points, points_of
from qbank.unseen import unseen

KEYS = ("title", "course", "date", "instructions", "versions", "values", "avoid", "seed", "formats", "slots")
SLOT_KEYS = ("topic", "template", "level", "conventions", "points", "count", "as")
VERSIONS = 26
QUESTIONS = 200  # of one version
SLOT_QUESTIONS = 100
LEVELS = 3

Setting = bool | str
"""A value of a convention."""


@dataclass(frozen=True)
class Slot:
    """One question of the exam: where it may come from, and what it is worth.

    `topics` or `templates` name where it is drawn from; no `levels` means any. `conventions` hold the values that a
    variant may have. Without `points` each part is worth one.
    """

    topics: tuple[str, ...]
    templates: tuple[str, ...]
    levels: tuple[int, ...]
    conventions: Mapping[str, tuple[Setting, ...]]
    points: Points | None
    as_choice: bool
    places: Mapping[str, str]

    def where(self, key: str = "") -> str:
        """`file:line:column` of that key, or of the slot."""
        return self.places.get(key, self.places[""])


@dataclass(frozen=True)
class Blueprint:
    """An exam as its file describes it; `avoid` and `formats` lead from what is named to where it stands."""

    title: str
    course: str
    date: str
    instructions: str
    versions: int
    same: bool
    avoid: Mapping[str, str]
    seed: str | None
    formats: Mapping[str, str]
    slots: tuple[Slot, ...]


def read_blueprint(path: Path, formats: Sequence[str]) -> Blueprint:
    """The blueprint in that file; `formats` are those that it may name.

    Raises QbankError with line and column for what is none. Whether its topics exist is seen when it is filled.
    """
    document = read_document(path)
    value = _mapping(document, (), KEYS, "an exam")
    reader = _Reader(document)
    if not isinstance(value.get("slots"), list) or not value["slots"]:
        hint = "write slots: and below it - {topic: mask, level: 1, points: 2}"
        raise QbankError("an exam needs slots", where=document.where(("slots",)), hint=hint)
    slots = [slot for at in range(len(value["slots"])) for slot in _slots(reader, ("slots", at))]
    if len(slots) > QUESTIONS:
        found = f"{len(slots)} questions a version"
        raise QbankError(found, where=document.where(("slots",)), hint=f"write at most {QUESTIONS}")
    return Blueprint(
        title=reader.line(("title",)) or "Exam",
        course=reader.line(("course",)),
        date=reader.line(("date",)),
        instructions=_instructions(reader),
        versions=reader.whole(("versions",), 1, VERSIONS) or 1,
        same=reader.word(("values",), ("different", "same")) == "same",
        avoid=dict(reader.lines(("avoid",))),
        seed=_seed(reader),
        formats={reader.known(name, where, formats): where for name, where in reader.lines(("formats",))},
        slots=tuple(slots),
    )


def _seed(reader: "_Reader") -> str | None:
    seed = reader.line(("seed",))
    if not seed and reader.value(("seed",)) is not None:
        raise QbankError("an empty seed", where=reader.where(("seed",)), hint="leave the key out")
    return seed or None


def _instructions(reader: "_Reader") -> str:
    text = reader.text(("instructions",)).strip()
    for problem in markup.problems(text):
        raise QbankError(f"instructions: {problem}", where=reader.document.where(("instructions",)))
    return text


def _slots(reader: "_Reader", at: Path_) -> list[Slot]:
    """The slot as often as it counts."""
    value = _mapping(reader.document, at, SLOT_KEYS, "a slot")
    places = {"": reader.document.where(at), **{key: reader.document.where((*at, key)) for key in value}}
    topics = tuple(dict.fromkeys(name for name, _ in reader.lines((*at, "topic"))))
    templates = tuple(dict.fromkeys(name for name, _ in reader.lines((*at, "template"))))
    if bool(topics) == bool(templates):
        found = "topic and template in one slot" if topics else "a slot without a topic"
        raise QbankError(found, where=places[""], hint="write topic: mask, or template: mask.cells")
    slot = Slot(
        topics=topics,
        templates=templates,
        levels=_levels(reader, (*at, "level")),
        conventions=_conventions(reader, (*at, "conventions")),
        points=reader.points((*at, "points")),
        as_choice=reader.word((*at, "as"), ("free", "choice")) == "choice",
        places=MappingProxyType(places),
    )
    return [slot] * (reader.whole((*at, "count"), 1, SLOT_QUESTIONS) or 1)


def _levels(reader: "_Reader", at: Path_) -> tuple[int, ...]:
    value = reader.value(at)
    if not isinstance(value, list):
        level = reader.whole(at, 1, LEVELS)
        return () if level is None else (level,)
    reader.filled(at)
    levels = [reader.whole((*at, number), 1, LEVELS) for number in range(len(value))]
    return tuple(dict.fromkeys(level for level in levels if level is not None))


def _conventions(reader: "_Reader", at: Path_) -> dict[str, tuple[Setting, ...]]:
    value = reader.value(at)
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise QbankError("conventions is no mapping", where=reader.where(at), hint="write {bias: true}")
    return {name: _settings(reader, (*at, name), given) for name, given in value.items()}


def _settings(reader: "_Reader", at: Path_, given: Any) -> tuple[Setting, ...]:
    if given is None or given == [] or isinstance(given, dict):
        raise QbankError(f"{at[-1]} has no value", where=reader.where(at), hint=f"write {at[-1]}: true, say")
    many = enumerate(given) if isinstance(given, list) else None
    pairs = [((*at, number), item) for number, item in many] if many else [(at, given)]
    return tuple(item if isinstance(item, bool) else reader.line(place) for place, item in pairs)


def _mapping(document: Document, at: Path_, keys: tuple[str, ...], what: str) -> dict[str, Any]:
    """The mapping at that place, with no keys but these."""
    value = document.value
    for step in at:
        value = value[step]
    if not isinstance(value, dict):
        where, hint = document.where(at), f"its keys are {', '.join(keys)}"
        raise QbankError(f"{what} is expected here", where=where, hint=hint)
    for key in value:
        if key not in keys:
            where, hint = document.where((*at, key)), did_you_mean(key, keys)
            raise QbankError(f"unknown key {key!r}", where=where, hint=hint)
    return value


class _Reader:
    """What stands at a place of the document, as text, number or word."""

    def __init__(self, document: Document) -> None:
        self.document = document

    def where(self, at: Path_) -> str:
        return self.document.where(at)

    def value(self, at: Path_) -> Any:
        """The value there; None where there is none."""
        value = self.document.value
        for step in at:
            value = value.get(step) if isinstance(value, dict) else value[step]
        return value

    def text(self, at: Path_) -> str:
        """A scalar as it was typed; empty where there is none."""
        value = self.value(at)
        if isinstance(value, (list, dict)):
            raise QbankError(f"{at[-1]} is no text", where=self.where(at), hint="write it in quotes")
        return "" if value is None else self.document.text(at, value)

    def line(self, at: Path_) -> str:
        """The same on one line, which can be printed."""
        text = " ".join(self.text(at).split())
        if sign := unseen(text):
            found = f"the character {sign} cannot be printed"
            raise QbankError(found, where=self.where(at), hint="leave it out")
        return text

    def lines(self, at: Path_) -> list[tuple[str, str]]:
        """A text, or a list of texts, each with where it stands."""
        value = self.value(at)
        self.filled(at)
        places = [(*at, number) for number in range(len(value))] if isinstance(value, list) else [at]
        found = [(self.line(place), self.where(place)) for place in places]
        if isinstance(value, list) and not all(text for text, _ in found):
            raise QbankError(f"an empty name in {at[-1]}", where=self.where(at), hint="fill it in")
        return [(text, where) for text, where in found if text]

    def filled(self, at: Path_) -> None:
        """Raises QbankError for a list of nothing, which could mean all or none."""
        if self.value(at) == []:
            raise QbankError(f"{at[-1]} lists nothing", where=self.where(at), hint="leave the key out")

    def whole(self, at: Path_, least: int, most: int) -> int | None:
        value = self.value(at)
        if value is not None and (type(value) is not int or not least <= value <= most):
            name = next(step for step in reversed(at) if isinstance(step, str))
            shown = self.document.text(at, value)
            hint = f"write a whole number from {least} to {most:,}"
            raise QbankError(f"{name}: {shown}", where=self.where(at), hint=hint)
        return value

    def points(self, at: Path_) -> Points | None:
        value = self.value(at)
        if value is None:
            return None
        quoted = isinstance(value, str | bool | list | dict)
        found = None if quoted else points_of(self.document.text(at, value))
        if found is None or found > limits.SHEET_POINTS:
            said = f"points: {self.document.text(at, value)}"
            hint = f"write a number from 0 to {limits.SHEET_POINTS:,}, with two decimals at most"
            raise QbankError(said, where=self.where(at), hint=hint)
        return found

    def word(self, at: Path_, words: tuple[str, ...]) -> str | None:
        text = self.line(at)
        return self.known(text, self.where(at), words) if text else None

    def known(self, word: str, where: str, words: Sequence[str]) -> str:
        if word not in words:
            raise QbankError(f"{word!r} is not known here", where=where, hint=did_you_mean(word, list(words)))
        return word

"""Records of past papers: which topics they asked about, and how often. A pack keeps them in `bank/papers/`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from qbank.author.document import Document, Path_, read_document
from qbank.errors import QbankError, did_you_mean

KEYS = ("source", "number", "count", "year", "topics", "status")
STATUSES = ("official", "derived", "ambiguous")
YEARS = range(1950, 2101)
MOST = 100_000  # records that one line may stand for


@dataclass(frozen=True)
class Record:
    """Questions of one paper by their numbers; or, without numbers, how many records of a collection there are.

    `statuses` says of how many of them what is known about the answer: `official`, `derived` or `ambiguous`.
    """

    source: str
    numbers: tuple[str, ...]
    count: int
    topics: tuple[str, ...]
    statuses: Mapping[str, int]
    year: int | None
    where: str


def read_papers(folder: Path, topics: Sequence[str]) -> list[list[Record]]:
    """The records of each file of a pack; `topics` are the names that a record may use."""
    return [read_records(path, topics) for path in sorted((folder / "bank" / "papers").glob("*.yaml"))]


def read_records(path: Path, topics: Sequence[str]) -> list[Record]:
    """The records of one file. Raises QbankError with line and column for what is none."""
    document = read_document(path)
    if not isinstance(document.value, list) or not document.value:
        hint = "write a list: - {source: 2024 Quiz 1, number: Q184, topics: [positional]}"
        raise QbankError("no list of records", where=document.where(()), hint=hint)
    return [_record(document, (number,), value, topics) for number, value in enumerate(document.value)]


def _record(document: Document, at: Path_, value: Any, topics: Sequence[str]) -> Record:
    where = document.where(at)
    if not isinstance(value, dict):
        raise QbankError("a record is expected here", where=where, hint=f"its keys are {', '.join(KEYS)}")
    for key in value:
        if key not in KEYS:
            raise QbankError(
                f"unknown key {key!r}", where=document.where((*at, key)), hint=did_you_mean(key, KEYS)
            )
    if ("number" in value) == ("count" in value):
        hint = "number names the questions of a paper, count says how many records there are"
        raise QbankError("a record has either number or count", where=where, hint=hint)
    numbers = _texts(document, (*at, "number"), value["number"]) if "number" in value else ()
    count = len(numbers) or _whole(document, (*at, "count"), value["count"], range(1, MOST + 1))
    return Record(
        source=_text(document, (*at, "source"), value.get("source")),
        numbers=numbers,
        count=count,
        topics=_topics(document, (*at, "topics"), value.get("topics"), topics),
        statuses=_statuses(document, (*at, "status"), value.get("status"), count),
        year=None if "year" not in value else _whole(document, (*at, "year"), value["year"], YEARS),
        where=where,
    )


def _topics(document: Document, at: Path_, value: Any, known: Sequence[str]) -> tuple[str, ...]:
    names = _texts(document, at, value)
    for place, name in enumerate(names):
        if name not in known:
            hint = did_you_mean(name, list(known))
            raise QbankError(f"no topic {name!r}", where=document.where((*at, place)), hint=hint)
    return names


def _statuses(document: Document, at: Path_, value: Any, count: int) -> dict[str, int]:
    """`derived` for all of them, or `{ambiguous: 3}` for some."""
    if value is None:
        return {}
    of = value if isinstance(value, dict) else {_text(document, at, value): count}
    for name in of:
        if name not in STATUSES:
            raise QbankError(
                f"unknown status {name!r}", where=document.where(at), hint=did_you_mean(name, STATUSES)
            )
    found = {name: _whole(document, (*at, name), many, range(1, count + 1)) for name, many in of.items()}
    if sum(found.values()) > count:
        raise QbankError(f"{sum(found.values())} statuses of {count} records", where=document.where(at))
    return found


def _texts(document: Document, at: Path_, value: Any) -> tuple[str, ...]:
    """One text or a list of them, none twice."""
    listed = value if isinstance(value, list) else [value]
    places: list[Path_] = [(*at, place) if isinstance(value, list) else at for place in range(len(listed))]
    texts = tuple(_text(document, place, item) for place, item in zip(places, listed, strict=True))
    for place, text in enumerate(texts):
        if text in texts[:place]:
            raise QbankError(f"{text!r} stands here twice", where=document.where(places[place]))
    if not texts:
        raise QbankError(f"{at[-1]} is empty", where=document.where(at), hint="write at least one name")
    return texts


def _text(document: Document, at: Path_, value: Any) -> str:
    if isinstance(value, (dict, list)) or value is None or not document.text(at, value).strip():
        raise QbankError(f"{at[-1]} is no text", where=document.where(at), hint=f"write {at[-1]}: and a text")
    return " ".join(document.text(at, value).split())


def _whole(document: Document, at: Path_, value: Any, allowed: range) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value not in allowed:
        hint = f"write a whole number from {allowed[0]} to {allowed[-1]}"
        raise QbankError(f"{at[-1]}: {document.text(at, value)}", where=document.where(at), hint=hint)
    return int(value)

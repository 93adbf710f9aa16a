"""What was published: a YAML list of entries, each with a template, its parameters and the published answer."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from qbank.author.document import Document, Path_, read_document
from qbank.errors import QbankError, did_you_mean

KEYS = (
    "id", "question", "template", "parameters", "conventions", "published", "formula", "expect", "status", "note",
    "source",
)  # fmt: skip
MAPPINGS = ("parameters", "conventions")
ANSWERS = ("published", "formula")


@dataclass(frozen=True)
class Entry:
    """One published answer.

    `parameters` and `conventions` are as typed; `conventions` are those that the question itself states. `published`
    and `formula` hold text by part (`""` where there is one); with neither there is nothing to hold against. `expect`
    is the verdict that whoever wrote the file expects, `status` what others said about the published answer.
    """

    id: str
    where: str
    template: str | None
    parameters: Mapping[str, Any]
    conventions: Mapping[str, str]
    published: Mapping[str, str]
    formula: Mapping[str, str]
    question: str = ""
    expect: str | None = None
    status: str | None = None
    note: str | None = None
    source: str | None = None

    @property
    def answers(self) -> Mapping[str, str]:
        """What was published by part, values or formulas."""
        return self.formula or self.published


def listed(values: Mapping[str, Any]) -> str:
    """`blocked: 15, open: 10`; a bare value by itself."""
    return ", ".join(f"{name}: {value}" if name else str(value) for name, value in values.items())


def read_entries(path: Path, verdicts: tuple[str, ...]) -> list[Entry]:
    """The entries of a file; `verdicts` are the words that `expect` may hold.

    Raises QbankError with line and column for what is no such file, and for an id that stands there twice.
    """
    document = read_document(path)
    listed = document.value
    if not isinstance(listed, list) or not listed:
        hint = "write a list: - {template: mask.cells, parameters: {T: 5}, published: {blocked: 10}}"
        raise QbankError("no list of published answers", where=document.where(()), hint=hint)
    entries = [_entry(document, (number,), value, verdicts) for number, value in enumerate(listed)]
    seen: set[str] = set()
    for entry in entries:
        if entry.id in seen:
            raise QbankError(f"the id {entry.id!r} stands here twice", where=entry.where)
        seen.add(entry.id)
    return entries


def _entry(document: Document, at: Path_, value: Any, verdicts: tuple[str, ...]) -> Entry:
    where = document.where(at)
    if not isinstance(value, dict):
        raise QbankError("an entry is expected here", where=where, hint=f"its keys are {', '.join(KEYS)}")
    for key in value:
        if key not in KEYS:
            raise QbankError(
                f"unknown key {key!r}", where=document.where((*at, key)), hint=did_you_mean(key, KEYS)
            )
    for key in MAPPINGS:
        if not isinstance(value.get(key) or {}, dict):
            raise QbankError(
                f"{key} is no mapping", where=document.where((*at, key)), hint="write {name: value}"
            )
    if value.get("published") is not None and value.get("formula") is not None:
        hint = "keep what was published; a formula and its value are two entries"
        raise QbankError("published and formula in one entry", where=where, hint=hint)
    words = {
        key: _words(document, (*at, key), value[key])
        for key in KEYS
        if _is_word(key) and value.get(key) is not None
    }
    expect = words.get("expect")
    if expect is not None and expect not in verdicts:
        raise QbankError(
            f"unknown verdict {expect!r}",
            where=document.where((*at, "expect")),
            hint=did_you_mean(expect, verdicts),
        )
    return Entry(
        id=words.pop("id", f"entry {int(at[0]) + 1}"),
        where=where,
        template=words.pop("template", None),
        parameters=_given(document, (*at, "parameters"), value.get("parameters") or {}),
        conventions=_texts(document, (*at, "conventions"), value.get("conventions") or {}),
        published=_answers(document, (*at, "published"), value.get("published")),
        formula=_answers(document, (*at, "formula"), value.get("formula")),
        **words,
    )


def _is_word(key: str) -> bool:
    return key not in MAPPINGS and key not in ANSWERS


def _words(document: Document, at: Path_, value: Any) -> str:
    if isinstance(value, dict):
        raise QbankError(f"{at[-1]} is no text", where=document.where(at))
    return " ".join(document.text(at, value).split())


def _texts(document: Document, at: Path_, values: Mapping[str, Any]) -> dict[str, str]:
    for name, value in values.items():
        if isinstance(value, dict) or value is None:
            raise QbankError(
                f"{name} has no value", where=document.where((*at, name)), hint=f"write {name}: value"
            )
    return {name: document.text((*at, name), value) for name, value in values.items()}


def _given(document: Document, at: Path_, values: Mapping[str, Any]) -> dict[str, Any]:
    """Parameters as typed; a configuration stays a mapping."""
    plain = _texts(
        document, at, {name: value for name, value in values.items() if not isinstance(value, dict)}
    )
    return {name: value if isinstance(value, dict) else plain[name] for name, value in values.items()}


def _answers(document: Document, at: Path_, value: Any) -> dict[str, str]:
    """What was published, by part."""
    if value is None:
        return {}
    return _texts(document, at, value) if isinstance(value, dict) else {"": document.text(at, value)}

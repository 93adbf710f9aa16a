"""YAML as templates are written: YAML 1.2 scalars, exact numbers, no anchors, no tags, every value with its place.

`no` is text, `1e-5` is the number 1/100000, `12:30` is text. Duplicate keys, anchors and tags are refused, because
each of them makes a file mean something else than it seems to say.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml
from flint import fmpq

from qbank import limits
from qbank.errors import QbankError
from qbank.files import read_text

Path_ = tuple[str | int, ...]

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_INTEGER = re.compile(r"[-+]?[0-9]+")
_NUMBER = re.compile(r"(?P<sign>[-+]?)(?P<whole>[0-9]*)\.?(?P<part>[0-9]*)(?:[eE](?P<exponent>[-+]?[0-9]+))?")
_WORDS = {"true": True, "True": True, "false": False, "False": False, "null": None, "~": None, "": None}


@dataclass
class Document:
    """The value of a file, where each part of it stands, and how each scalar is written there."""

    file: str
    value: Any
    places: dict[Path_, tuple[int, int]] = field(default_factory=dict)
    texts: dict[Path_, str] = field(default_factory=dict)

    def where(self, path: Path_) -> str:
        """`file:line:column` of the value at `path`, or of the nearest one around it."""
        while path and path not in self.places:
            path = path[:-1]
        line, column = self.places.get(path, (1, 1))
        return f"{self.file}:{line}:{column}"

    def text(self, path: Path_, value: Any) -> str:
        """What stands at `path` as it was typed, `0.880` with its last zero; lists in brackets."""
        if isinstance(value, list):
            return f"[{', '.join(self.text((*path, i), item) for i, item in enumerate(value))}]"
        return self.texts.get(path, str(value))


def read_document(path: Path) -> Document:
    """Read one YAML file. Raises QbankError with line and column for whatever the house does not allow."""
    return parse_document(read_text(path), str(path))


def parse_document(text: str, name: str) -> Document:
    """The same for a text that is read already; `name` is what messages call it."""
    if len(text) > limits.TEMPLATE_BYTES:
        raise QbankError(f"a file of more than {limits.TEMPLATE_BYTES:,} characters", where=name)
    document = Document(name, None)
    try:
        events = (event for event in yaml.parse(text, Loader=_LOADER))
        document.value = _Builder(document, events).whole()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = f"{name}:{mark.line + 1}:{mark.column + 1}" if mark else name
        raise QbankError(error.problem or "this is no YAML", where=place) from error
    except yaml.YAMLError as error:
        raise QbankError(f"this is no YAML: {' '.join(str(error).split())}", where=name) from error
    return document


class _Builder:
    """Builds plain values from the parser's events and writes down where each one stood."""

    def __init__(self, document: Document, events: Iterator[Any]) -> None:
        self.document, self.events = document, events

    def start(self) -> Any:
        event = next(self.events)
        while isinstance(event, (yaml.StreamStartEvent, yaml.DocumentStartEvent)):
            event = next(self.events)
        return event

    def whole(self) -> Any:
        event = self.start()
        if isinstance(event, yaml.StreamEndEvent):
            return None
        value = self.build(event, ())
        next(self.events)  # the end of the document
        if not isinstance(more := next(self.events), yaml.StreamEndEvent):
            self.refuse(more, "a second document in one file", "write one document a file")
        return value

    def build(self, event: Any, path: Path_) -> Any:
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            self.refuse(event, "an anchor or alias", "write the value out")
        if getattr(event, "tag", None):
            self.refuse(event, f"the tag {event.tag}", "leave tags out")
        if len(path) > limits.TEMPLATE_DEPTH:
            self.refuse(event, "values nested too deeply", None)
        self.document.places.setdefault(path, (event.start_mark.line + 1, event.start_mark.column + 1))
        if isinstance(event, yaml.MappingStartEvent):
            return self.mapping(path)
        if isinstance(event, yaml.SequenceStartEvent):
            return self.sequence(path)
        self.document.texts[path] = event.value
        return self.scalar(event)

    def mapping(self, path: Path_) -> dict[str, Any]:
        result: dict[str, Any] = {}
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            if not isinstance(event, yaml.ScalarEvent):
                self.refuse(event, "a key that is no plain text", "write keys as words")
            key = event.value
            if key in result:
                self.refuse(event, f"the key {key!r} stands here twice", "keep one of the two")
            self.document.places[(*path, key)] = (event.start_mark.line + 1, event.start_mark.column + 1)
            result[key] = self.build(next(self.events), (*path, key))
        return result

    def sequence(self, path: Path_) -> list[Any]:
        result: list[Any] = []
        while not isinstance(event := next(self.events), yaml.SequenceEndEvent):
            result.append(self.build(event, (*path, len(result))))
        return result

    def scalar(self, event: Any) -> Any:
        text: str = event.value
        if not event.implicit[0]:  # quoted, literal or folded
            return text
        if text in _WORDS:
            return _WORDS[text]
        if _INTEGER.fullmatch(text) and len(text) <= limits.NUMBER_DIGITS:
            return int(text)
        match = _NUMBER.fullmatch(text)
        if not match or not (match["whole"] or match["part"]) or len(text) > limits.NUMBER_DIGITS:
            return text
        if abs(int(match["exponent"] or 0)) > limits.DECIMAL_EXPONENT:
            self.refuse(event, f"the number {text} is out of bounds", "quote it if it is meant as text")
        return _exact(match)

    def refuse(self, event: Any, found: str, hint: str | None) -> None:
        mark = event.start_mark
        place = f"{self.document.file}:{mark.line + 1}:{mark.column + 1}"
        raise QbankError(found, where=place, hint=hint)


def _exact(match: re.Match[str]) -> fmpq:
    """The rational number that a decimal such as `-1.5e-3` denotes."""
    digits = int(match["whole"] + match["part"])
    power = int(match["exponent"] or 0) - len(match["part"])
    value = fmpq(digits) * fmpq(10) ** power
    return -value if match["sign"] == "-" else value

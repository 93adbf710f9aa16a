"""What the service says, as it is in English and as it is made, so that a page can say it in other words."""

import json
from collections.abc import Callable, Mapping
from typing import Any, Self

from sqlalchemy import Dialect, Text
from sqlalchemy.types import TypeDecorator


class Sentence(str):
    """A sentence in English, which is text as any other; it knows its text of the catalogue and what stands in that.

    `Sentence("More than %(most)s rows.", most=40)`: what is given is put as it is, a sentence in the page's words.
    """

    __slots__ = ("given", "text")
    given: Mapping[str, object]
    text: str

    def __new__(cls, text: str, /, **given: object) -> Self:
        made = super().__new__(cls, text % given if given else text)
        made.text, made.given = text, given
        return made

    def by(self, translated: Callable[[str], str]) -> str:
        """The sentence in the words of a catalogue."""
        if not self.given:
            return translated(self.text)
        given = {
            name: value.by(translated) if isinstance(value, Sentence) else value
            for name, value in self.given.items()
        }
        return translated(self.text) % given


_MADE = "\x1f"
"""Before a sentence in a database that is kept by its parts."""


def packed(said: str) -> str:
    """The text as it is kept, which for a sentence with something in it is how it is made."""
    made = isinstance(said, Sentence) and said.given
    return _MADE + json.dumps(_parts(said)) if made or said.startswith(_MADE) else str(said)


def unpacked(kept: str) -> str:
    """What was kept."""
    return _whole(json.loads(kept.removeprefix(_MADE))) if kept.startswith(_MADE) else kept


def _parts(value: object) -> object:
    if not isinstance(value, Sentence):
        return str(value)
    return {"text": value.text, "given": {name: _parts(each) for name, each in value.given.items()}}


def _whole(parts: Any) -> str:
    if isinstance(parts, str):
        return parts
    return Sentence(parts["text"], **{name: _whole(each) for name, each in parts["given"].items()})


class Said(TypeDecorator[str]):
    """A column of sentences: what was said in English is found again by its parts."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        """As it is kept."""
        return None if value is None else packed(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> str | None:
        """As it was said."""
        return None if value is None else unpacked(value)

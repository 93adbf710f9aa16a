"""Known wrong answers of a variant: what misconceptions give, and what another convention would give."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from qbank.author.params import Value
from qbank.author.template import PartTemplate, Template
from qbank.errors import QbankError


@dataclass
class Wrong:
    """One wrong answer to one part, with every belief and convention that leads to it."""

    value: Any
    display: str
    names: list[str] = field(default_factory=list)
    convention: tuple[str, Value] | None = None


class Collides(Exception):
    """A misconception gives the key in this variant, so the question cannot tell the two apart."""


def wrong_answers(
    template: Template, variant: Mapping[str, Value], known: Mapping[str, Value], answers: Mapping[str, Any]
) -> dict[str, list[Wrong]]:
    """The wrong answers to each part, those that print alike as one.

    `known` is the variant with its working values. Raises Collides where a misconception gives the key after
    rounding. Another convention that gives the key is none: in this variant it does not matter.
    """
    found = {part.name: _Found(part, answers[part.name]) for part in template.parts}
    for name, given in template.solver.mistakes(known).items():
        for part, value in given.items():
            entry = found[part].entry(value)
            if entry is None:
                raise Collides(name)
            entry.names.append(name)
    for convention, value, other in template.elsewhere(variant):
        for part, answer in template.solver.solve(other).items():
            entry = found[part].entry(answer)
            if entry is not None and entry.convention is None:
                entry.convention = (convention, value)
    return {name: list(wrong.by_text.values()) for name, wrong in found.items()}


class _Found:
    """The wrong answers to one part by their texts, held against its key, which is made ready once."""

    def __init__(self, part: PartTemplate, key: Any) -> None:
        self._kind, self._key, self._named = part.kind, key, part.options is not None
        self.by_text: dict[str, Wrong] = {}

    @cached_property
    def _display(self) -> str:
        return self._kind.display(self._key)

    @cached_property
    def _target(self) -> Any:
        return self._kind.target(self._key)

    def entry(self, value: Any) -> Wrong | None:
        """The wrong answer of that text, new or known; None where it is the key.

        One of another kind, such as half a cell where an integer is asked, is not kept: nobody could type it here.
        """
        if self._named:  # the name of an option, which gets its letter later
            return (
                None if value == self._key else self.by_text.setdefault(str(value), Wrong(value, str(value)))
            )
        try:
            self._kind.write(value)
            display = self._kind.display(value)
        except QbankError:
            return Wrong(value, "")
        if display == self._display or self._kind.accepts(self._target, value):
            return None
        return self.by_text.setdefault(display, Wrong(value, display))

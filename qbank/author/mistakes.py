"""Known wrong answers of a variant: what misconceptions give, and what another convention would give."""

from collections.abc import Mapping
from dataclasses import dataclass, field
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
    found: dict[str, dict[str, Wrong]] = {part.name: {} for part in template.parts}
    parts = {part.name: part for part in template.parts}
    for name, given in template.solver.mistakes(known).items():
        for part, value in given.items():
            entry = _entry(found[part], parts[part], answers[part], value)
            if entry is None:
                raise Collides(name)
            entry.names.append(name)
    for convention, value, other in template.elsewhere(variant):
        for part, answer in template.solver.solve(other).items():
            entry = _entry(found[part], parts[part], answers[part], answer)
            if entry is not None and entry.convention is None:
                entry.convention = (convention, value)
    return {name: [wrong for wrong in by_text.values() if wrong.display] for name, by_text in found.items()}


def _entry(known: dict[str, Wrong], part: PartTemplate, key: Any, value: Any) -> Wrong | None:
    """The wrong answer of that text, new or known; None where it is the key. One of another kind prints as ``""``."""
    try:
        part.kind.write(value)
        display = part.kind.display(value)
    except QbankError:
        return Wrong(value, "")  # such as half a cell where an integer is asked: nobody could type it here
    if display == part.kind.display(key) or part.kind.same(key, value):
        return None
    return known.setdefault(display, Wrong(value, display))

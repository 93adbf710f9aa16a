"""The formula and shape sheet: each question asked of letters instead of numbers, with what its solver answers."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from qbank import exact
from qbank.author.formula import formulas
from qbank.author.guide.text import Block, Section, listed
from qbank.author.params import OneOf, Range, Value
from qbank.author.prove import FAULTS
from qbank.author.render import Shown, Text
from qbank.author.template import Template, Topic
from qbank.draws import Draws
from qbank.errors import QbankError
from qbank.labels import ENGLISH, Labels, passage
from qbank.markup import literal

LONGEST = 120  # characters of a formula; a longer one is no help on a sheet
HELD = 8  # variants against which a shape on letters is held
LOOKED_AT = 64

_GIVE = re.compile(
    r"(?:^|(?<=[.?:;]))\s*(?:Give|Round|Write (?:it|each)|Answer (?:in|with))\s.*?\.(?=\s|$)", re.DOTALL
)

INTRODUCTION = passage(
    "Each question stands here with letters for its numbers, and with what the solver answers to them. Where a "
    "question leaves something to a convention, one reading is shown; `qbank solve` shows them all."
)


class _Letter(Shown):
    """A name that stands for any number: where a text asks whether there are several, there are."""

    def __gt__(self, _other: object) -> bool:
        return True

    __ge__ = __gt__

    def __lt__(self, _other: object) -> bool:
        return False

    __le__ = __lt__


def formula_sheet(topics: Sequence[Topic], labels: Labels = ENGLISH) -> Section:
    """The sheet, topic by topic; topics whose solvers give no formula are not on it."""
    found = [(topic, list(filter(None, map(_entry, topic.computing)))) for topic in topics]
    blocks = tuple(Block(literal(topic.title), "\n\n".join(entries)) for topic, entries in found if entries)
    return Section("formulas", literal(labels.say("Formulas and shapes")), labels.say(INTRODUCTION), blocks)


def _entry(template: Template) -> str | None:
    """A template with its formulas; None where it has none, or where its texts need numbers or a picture."""
    if template.solver.picture is not None:
        return None
    reading = {name: next(iter(phrases)) for name, phrases in template.conventions.items()}
    answers = dict(_answers(template, reading))
    if not answers:
        return None
    letters = {name: exact.latex(exact.symbol(name)) for name in _names(template)}
    words = template.words(reading) | {n: _Letter(f"${letter}$", letter) for n, letter in letters.items()}
    try:
        asked = _rendered(template.ask, words, letters)
        lines = [
            f"{_rendered(part.ask, words, letters) if part.ask else ''} ${answers[part.name]}$ {unit or ''}"
            for part in template.parts
            if part.name in answers
            for unit in [part.unit_of(reading)]
        ]
    except QbankError:
        return None
    return f"**{literal(template.name.replace('_', ' '))}**\n\n{asked}\n\n{listed(lines)}"


def _rendered(text: Text, words: dict[str, Any], letters: dict[str, str]) -> str:
    """The text on letters: no `L = L`, and nothing on how to write the answer."""
    said = text.render(words)
    for letter in map(re.escape, letters.values()):
        said = re.sub(rf"(?<![\w\\]){letter} = ({letter})(?![\w^_{{'])", r"\1", said)
    return _GIVE.sub("", said).strip()


def _names(template: Template) -> list[str]:
    return [name for name in template.space.domains if name not in template.conventions]


def _answers(template: Template, reading: dict[str, Value]) -> Iterator[tuple[str, str]]:
    """The formula or shape of each part that has one which a person can take in."""
    found = formulas(template, reading)
    shapes = _shapes(template, reading)
    for part in template.parts:
        shape = shapes.get(part.name)
        written = "[" + ", ".join(map(exact.latex, shape)) + "]" if shape else ""
        if part.name in found:
            written = exact.latex(found[part.name])
        if 0 < len(written) <= LONGEST:
            yield part.name, written


def _shapes(template: Template, reading: dict[str, Value]) -> dict[str, tuple[Any, ...]]:
    """The shapes that the solver gives on letters, and gives again on numbers: a branch may take the wrong side."""
    parts = [part.name for part in template.parts if part.kind.name == "shape"]
    names = _names(template)
    if not parts or not names or not all(_numeric(template.space.domains[name]) for name in names):
        return {}
    try:
        answers = template.solver.solve({name: exact.symbol(name) for name in names} | reading)
        held = all(_same(template, variant, answers, parts) for variant in _variants(template, reading))
    except FAULTS:
        return {}  # the solver loops, indexes or compares, for which a letter has no value
    return {name: answers[name] for name in parts} if held else {}


def _same(template: Template, variant: dict[str, Value], answers: dict[str, Any], parts: list[str]) -> bool:
    solved, known = template.solver.solve(variant), template.parameters(variant)
    return all(
        tuple(exact.substitute(entry, known) for entry in answers[name]) == tuple(solved[name])
        for name in parts
    )


def _variants(template: Template, reading: dict[str, Value]) -> Iterator[dict[str, Value]]:
    """Some variants that are asked under this reading."""
    drawn = islice(Draws("guide", template.title).permutation(template.space.size), LOOKED_AT)
    read = ({**template.space.at(number), **reading} for number in drawn)
    return islice((variant for variant in read if template.solver.admits(variant)), HELD)


def _numeric(domain: Any) -> bool:
    if isinstance(domain, OneOf):
        return not any(isinstance(value, (str, bool, tuple)) for value in domain.values)
    return isinstance(domain, Range)

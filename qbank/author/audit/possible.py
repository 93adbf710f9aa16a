"""Every answer that a question could have: one for each set of conventions, on numbers or, for a formula, on names."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from qbank import exact
from qbank.answers import Unreadable, kind, read_expression
from qbank.author.audit.entries import Entry
from qbank.author.confirm import Laboratory
from qbank.author.formula import formulas
from qbank.author.params import Value
from qbank.author.prove import FAULTS, Candidate
from qbank.author.solve import confirmed, variants
from qbank.author.template import PartTemplate, Template
from qbank.errors import QbankError, did_you_mean


@dataclass(frozen=True)
class Possible:
    """The answer under one set of conventions: values by part, and what each misconception gives instead.

    `phrases` are the conventions in words, `options` the names and texts of a choice, by part.
    """

    conventions: Mapping[str, Value]
    phrases: tuple[str, ...]
    values: Mapping[str, Any]
    mistakes: Mapping[str, Mapping[str, Any]]
    options: Mapping[str, Mapping[str, str]]


@dataclass(frozen=True)
class Possibilities:
    """All of them, and why some sets of conventions have none. `numbers`: the answers were confirmed by PyTorch."""

    answers: tuple[Possible, ...]
    refused: tuple[str, ...]
    numbers: bool


def possibilities(template: Template, entry: Entry, lab: Laboratory) -> Possibilities:
    """What the question could have as its answer. Raises QbankError where it cannot be asked at all."""
    needed = [name for name in template.space.domains if name not in template.conventions]
    if entry.formula and not all(_is_number(entry.parameters.get(name)) for name in needed):
        return Possibilities(tuple(_on_names(template, entry)), (), numbers=False)
    answers, refused = [], []
    try:
        possible = variants(template, entry.parameters)
    except FAULTS as fault:
        raise QbankError(f"these parameters are none of {template.title}: {fault}") from fault
    for variant in possible:
        try:
            answers.append(_on_numbers(template, confirmed(template, variant, lab)))
        except QbankError as error:
            refused.append(error)
    if not answers:
        raise refused[0]
    return Possibilities(tuple(answers), tuple(map(str, refused)), numbers=True)


def _is_number(value: Any) -> bool:
    if not isinstance(value, str):
        return False
    try:
        return exact.as_rational(read_expression(value)) is not None
    except (QbankError, ArithmeticError):
        return False


def _on_numbers(template: Template, candidate: Candidate) -> Possible:
    variant = candidate.variant
    return Possible(
        conventions={name: variant[name] for name in template.conventions},
        phrases=tuple(convention.phrase for convention in template.spoken(variant)),
        values=candidate.answers,
        mistakes=_mistakes(template, candidate.known),
        options={part.name: part.options(variant) for part in template.parts if part.options},
    )


def _on_names(template: Template, entry: Entry) -> list[Possible]:
    """The solver run on names, with what the entry says about them (`f: 4d`) put in."""
    free = [name for name in template.space.domains if name not in template.conventions]
    for name in entry.parameters:
        if name not in free:
            raise QbankError(f"{template.title} has no parameter {name!r}", hint=did_you_mean(name, free))
    said = {name: named(str(value), tuple(free)) for name, value in entry.parameters.items()}
    axes = template.conventions
    found = []
    for chosen in product(*axes.values()):
        conventions = dict(zip(axes, chosen, strict=True))
        derived = formulas(template, conventions)
        if derived:
            found.append(
                Possible(
                    conventions=conventions,
                    phrases=tuple(convention.phrase for convention in template.spoken(conventions)),
                    values={part: exact.substitute(value, said) for part, value in derived.items()},
                    mistakes={
                        name: {part: exact.substitute(value, said) for part, value in parts.items()}
                        for name, parts in _mistakes_on_names(template, free, conventions).items()
                    },
                    options={},
                )
            )
    if not found:
        raise QbankError(f"{template.title} has no formula", hint="give numbers for its parameters")
    return found


def _mistakes_on_names(
    template: Template, free: list[str], conventions: Mapping[str, Value]
) -> Mapping[str, Mapping[str, Any]]:
    try:
        return _mistakes(
            template, template.solver.work({**{name: exact.symbol(name) for name in free}, **conventions})
        )
    except FAULTS:
        return {}


def _mistakes(template: Template, known: Mapping[str, Value]) -> Mapping[str, Mapping[str, Any]]:
    """What each misconception gives; none of them where one cannot be computed, on names or for large numbers."""
    try:
        return template.solver.mistakes(known)
    except FAULTS:
        return {}


def named(text: str, names: tuple[str, ...]) -> Any:
    """A formula in these names, as people write it (`12d^2 + 5d`)."""
    try:
        values = [
            reading.value for reading in kind({"kind": "expression", "names": list(names)}).readings(text)
        ]
    except (Unreadable, ArithmeticError) as error:
        raise QbankError(f"{text!r} is no formula in {', '.join(names)}: {error}") from error
    if not all(exact.equal(value, values[0]) for value in values):
        raise QbankError(f"{text!r} can be read in two ways", hint="write every product with *")
    return values[0]


def shown(part: PartTemplate, value: Any) -> str:
    """An answer as people read it; a formula is written out."""
    if isinstance(value, str):
        return value
    if isinstance(value, frozenset):
        return ", ".join(sorted(value))
    if not isinstance(value, tuple) and exact.names(value):
        return exact.unicode(value)
    return part.kind.display(value)

"""The calculator: one template's answer for given parameters, under every convention, with its proof."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from flint import fmpq

from qbank import exact, limits
from qbank.answers import kind, read_expression
from qbank.author.bounded import TooLarge, bounded
from qbank.author.configuration import Configuration, Configurations, Misfit
from qbank.author.confirm import Laboratory
from qbank.author.formula import formulas
from qbank.author.params import Domain, ListOf, OneOf, Range, Value
from qbank.author.prove import FAULTS, Candidate, confirm, describe, proof, solved, witness_symbolically
from qbank.author.sense import strange
from qbank.author.template import Template
from qbank.errors import QbankError, did_you_mean
from qbank.exact import Whole
from qbank.question import Convention, Proof


@dataclass(frozen=True)
class SolvedPart:
    """The answer to one part: exact text, as shown to people, and the formula where there is one."""

    name: str
    key: str
    display: str
    formula: str | None


@dataclass(frozen=True)
class Answer:
    """The answer under one set of conventions, confirmed."""

    conventions: tuple[Convention, ...]
    parts: tuple[SolvedPart, ...]
    proof: Proof


@dataclass(frozen=True)
class Solution:
    """All answers that a question could have, one a set of conventions; `refused`: which sets have none, and why."""

    template: str
    parameters: dict[str, str]
    answers: tuple[Answer, ...]
    refused: tuple[str, ...]


def solve(template: Template, given: Mapping[str, Any], lab: Laboratory) -> Solution:
    """Answer a template for given parameters; conventions that are not given are gone through.

    Values may be numbers, lists of them, or text as it is typed (`512`, `1/10`, `[2, 1, 5, 3]`). Raises QbankError
    for parameters that are missing, unknown, unreadable or not admitted, and where a witness contradicts.
    """
    possible = variants(template, given)
    answers, refused = [], []
    for variant in possible:
        try:
            answers.append(_answer(template, variant, lab))
        except TooLarge:
            raise
        except QbankError as error:  # there may be a coordinate 5, but no pair 5
            refused.append(error)
    if not answers:
        raise refused[0]
    parameters = {name: exact_text(value) for name, value in template.parameters(possible[0]).items()}
    return Solution(template.title, parameters, tuple(answers), tuple(map(str, refused)))


def variants(template: Template, given: Mapping[str, Any]) -> list[dict[str, Value]]:
    """The variants with the given parameters, one for each set of those conventions that are not given."""
    given = _gathered(template, given)
    fixed = {name: _value(template, name, value) for name, value in given.items()}
    for name, value in fixed.items():
        if found := strange(template.space.domains[name], value):
            raise QbankError(f"{name}={exact_text(value)}: {found}", hint="see the template's own values")
    missing = [
        name for name in template.space.domains if name not in fixed and name not in template.conventions
    ]
    if missing:
        raise QbankError(f"{template.title} needs {', '.join(missing)}", hint=f"write {missing[0]}=…")
    axes = {
        name: [fixed[name]] if name in fixed else list(values)
        for name, values in template.conventions.items()
    }
    numbers = {name: value for name, value in fixed.items() if name not in axes}
    chosen = [{**numbers, **dict(zip(axes, values, strict=True))} for values in product(*axes.values())]
    for variant in chosen:
        if refused := _refused(template, variant):
            setting, found, hint = refused
            raise Misfit(setting, found, hint=hint)
    return [{name: variant[name] for name in template.space.domains} for variant in chosen]


def _refused(template: Template, variant: Mapping[str, Value]) -> tuple[str, str, str] | None:
    try:
        return template.solver.refused(variant)
    except FAULTS as error:
        raise QbankError(f"{template.title} means nothing for {describe(dict(variant))}: {error}") from error


def _gathered(template: Template, given: Mapping[str, Any]) -> dict[str, Any]:
    """The given values, with each setting of a configuration in it, whether it was given there or by itself."""
    domains, gathered = template.space.domains, dict(given)
    for parameter, domain in domains.items():
        if not isinstance(domain, Configurations):
            continue
        own = {name: gathered.pop(name) for name in given if name in domain.settings and name not in domains}
        whole = gathered.get(parameter)
        if isinstance(whole, Mapping) and parameter in template.solver.translations:
            whole = _translated(template, parameter, whole)
        if own or whole is not None:
            gathered[parameter] = {**whole, **own} if isinstance(whole, Mapping) else whole or own
    return gathered


def _translated(template: Template, parameter: str, whole: Mapping[str, Any]) -> Mapping[str, Any]:
    """A configuration in another program's words as the template's own settings."""
    try:
        return template.solver.translations[parameter](whole) or whole
    except FAULTS as error:
        raise QbankError(f"this configuration cannot be translated: {error}") from error


def _answer(template: Template, variant: dict[str, Value], lab: Laboratory) -> Answer:
    candidate = confirmed(template, variant, lab)
    formula = formulas(template, variant)
    parts = tuple(
        SolvedPart(
            part.name,
            part.kind.write(candidate.answers[part.name])
            if part.options is None
            else str(candidate.answers[part.name]),
            part.kind.display(candidate.answers[part.name])
            if part.options is None
            else str(candidate.answers[part.name]),
            exact.unicode(formula[part.name]) if part.name in formula else None,
        )
        for part in template.parts
    )
    return Answer(template.spoken(variant), parts, proof(template, lab))


def confirmed(template: Template, variant: dict[str, Value], lab: Laboratory) -> Candidate:
    """The answer, held against every witness. Parameters that no question would have are welcome if these agree."""
    try:
        with bounded(limits.SOLVED_SECONDS, limits.SOLVED_BYTES):
            candidate = solved(template, variant)
            confirm([candidate], lab)
            witness_symbolically(candidate)
    except TooLarge as error:
        raise TooLarge(
            f"{template.title} for {describe(variant)}: {error.message}", hint=error.hint
        ) from error
    except (RuntimeError, AssertionError, *FAULTS) as error:
        reason = str(error).partition("\n")[0]  # PyTorch refuses at length
        raise QbankError(f"{template.title} has no answer for {describe(variant)}: {reason}") from error
    except QbankError as error:
        if all(_own(domain, variant[name]) for name, domain in template.space.domains.items()):
            raise
        hint = "the question may mean nothing for parameters that it would not draw"
        raise QbankError(
            f"{template.title} has no sure answer for {describe(variant)}: {error.message}", hint=hint
        ) from error
    return candidate


def _own(domain: Domain, value: Value) -> bool:
    """Whether the template itself could draw this value."""
    if isinstance(domain, ListOf):
        return isinstance(value, tuple) and all(_own(domain.of, item) for item in value)
    if isinstance(domain, Range):
        return isinstance(value, int) and domain.first <= value <= domain.last
    return not isinstance(domain, OneOf | Configurations) or value in domain.values


def _value(template: Template, name: str, value: Any) -> Value:
    """A given value as the solver takes it, of the same sort as the template's own."""
    domains = template.space.domains
    if name not in domains:
        raise QbankError(
            f"{template.title} has no parameter {name!r}", hint=did_you_mean(name, list(domains))
        )
    domain = domains[name]
    if isinstance(domain, Configurations):
        if not isinstance(value, Mapping):
            raise QbankError(f"{name}={value} is no configuration", hint="use --config model.yaml")
        return domain.read(value)
    if isinstance(domain, OneOf) and not all(_numeric(own) for own in domain.values):
        return _listed(name, domain, value)
    if isinstance(value, str):
        depth = _depth(domain)
        return _number(name, value) if depth == 0 else _list(name, value, depth)
    return _given(name, value)


def _listed(name: str, domain: OneOf, value: Any) -> Value:
    """A word, a side of a convention or a list of words; of the first two only those that the template knows."""
    typed = exact_text(value) if isinstance(value, (list, tuple)) else str(value)
    for own in domain.values:
        known = str(own).lower() if isinstance(own, bool) else exact_text(own)
        if own == value or known.replace(" ", "") == (
            typed.lower() if isinstance(own, bool) else typed
        ).replace(" ", ""):
            return own
    if all(isinstance(own, tuple) for own in domain.values):
        return _words(name, domain, value)
    known = ", ".join(exact_text(own).lower() for own in domain.values)
    raise QbankError(f"{name}={value} is not known here", hint=f"write one of {known}")


def _words(name: str, domain: OneOf, value: Any) -> Value:
    """A list of words of any length, such as the tokens of a sentence."""
    if not all(isinstance(word, str) for own in domain.values for word in own):
        raise QbankError(f"{name}={value} is not known here", hint="give one of the template's own lists")
    try:
        return tuple(kind("tokens").read_key(value) if isinstance(value, str) else map(str, value))
    except QbankError as error:
        hint = "write it as [the, cat, sat]"
        raise QbankError(f"{name}={value} is no list of words", hint=hint) from error


def _numeric(value: Value) -> bool:
    return (
        all(_numeric(item) for item in value)
        if isinstance(value, tuple)
        else not isinstance(value, (str, bool))
    )


def _depth(domain: Any) -> int:
    """How many lists deep the values are."""
    if isinstance(domain, ListOf):
        return 1 + _depth(domain.of)
    value, depth = domain.values[0] if isinstance(domain, OneOf) else 0, 0
    while isinstance(value, tuple):
        value, depth = value[0], depth + 1
    return depth


def _list(name: str, value: str, depth: int) -> Value:
    try:
        asked = kind({"kind": "vector" if depth == 1 else "matrix", "of": "exact"})
        return _given(name, asked.read_key(value))
    except QbankError as error:
        raise QbankError(f"{name}={value} is no list of numbers", hint="write it as [2, 1, 5, 3]") from error


def _number(name: str, value: str) -> Value:
    try:
        return _given(name, read_expression(value))
    except QbankError as error:
        raise QbankError(f"{name}={value} is no number: {error.message}") from error


def _given(name: str, value: Any) -> Value:
    if isinstance(value, (list, tuple)):
        return tuple(_given(name, item) for item in value)
    if isinstance(value, float):
        raise QbankError(f"{name}={value} is a float", hint=f"write it as text, for example {name}='1/10'")
    rational = value if isinstance(value, fmpq) else exact.as_rational(value)
    if rational is None:
        raise QbankError(f"{name} must be a rational number")
    return Whole(int(rational.p)) if rational.q == 1 else rational


def exact_text(value: Value) -> str:
    """A parameter as text."""
    if isinstance(value, (bool, str, Configuration)):
        return str(value)
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(exact_text(item) for item in value) + "]"
    return exact.text(value)

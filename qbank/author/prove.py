"""From a variant to a proven one: admitted, separated, hand-safe, and confirmed by every witness."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from qbank import exact
from qbank.answers import Word, grade
from qbank.author import witness
from qbank.author.confirm import Laboratory, Measured, agree
from qbank.author.mistakes import Collides, Wrong, wrong_answers
from qbank.author.params import Value, to_json
from qbank.author.solver import Confirmation
from qbank.author.template import PartTemplate, Template
from qbank.errors import QbankError
from qbank.question import Proof

# What a solver's own code may raise; anything else is a fault of ours.
FAULTS = (ArithmeticError, TypeError, ValueError, LookupError, AttributeError, NameError, RecursionError)
NOT_ADMITTED = "not admitted"
GUARD_PLACES = 2  # a person with a pencil keeps two places more than asked


@dataclass(frozen=True)
class Candidate:
    """A variant that can be asked: parameters with working values, answers and wrong answers by part."""

    template: Template
    variant: dict[str, Value]
    known: dict[str, Value]
    answers: dict[str, Any]
    wrong: dict[str, list[Wrong]]


@dataclass(frozen=True)
class Rejected:
    """Why a variant cannot be asked; the reason is what runs count.

    `solved` is the variant with its answers where it was admitted: a solver's fault must not hide behind a
    misconception that happens to give the same wrong value, so `verify` confirms these too.
    """

    reason: str
    solved: Candidate | None = None


def consider(template: Template, variant: dict[str, Value]) -> Candidate | Rejected:
    """Solve a variant and see whether it can be asked. Raises QbankError where the solver itself fails."""
    try:
        if not template.solver.admits(variant):
            return Rejected(NOT_ADMITTED)
        candidate = solved(template, variant)
        try:
            wrong = wrong_answers(template, variant, candidate.known, candidate.answers)
        except Collides as collision:
            return Rejected(f"{collision} gives the key", candidate)
    except FAULTS as error:
        raise QbankError(
            f"{describe(variant)}: {type(error).__name__}: {error}", where=_solver(template)
        ) from error
    if not _hand_safe(template, variant, candidate.answers):
        return Rejected("not hand-safe", candidate)
    return replace(candidate, wrong=wrong)


def solved(template: Template, variant: dict[str, Value]) -> Candidate:
    """The variant with its working values and answers, before its wrong answers are known."""
    known = template.solver.work(variant)
    candidate = Candidate(template, variant, known, template.solver.answer(known), {})
    _check_parts(template, variant, candidate.answers)
    return candidate


def describe(variant: Mapping[str, Value]) -> str:
    """The parameters as messages show them: `T=4, i=2`."""
    return ", ".join(f"{name}={to_json(value)}" for name, value in variant.items()) or "no parameters"


def _solver(template: Template) -> str:
    return f"{template.file}:{template.solver.function.__code__.co_firstlineno}: {template.solver.name}"


def _check_parts(template: Template, variant: Mapping[str, Value], answers: Mapping[str, Any]) -> None:
    """The solver answers the parts that are asked, each with a value of its kind."""
    expected = {part.name for part in template.parts}
    if set(answers) != expected:
        raise QbankError(
            f"answers parts {sorted(answers)}, asked are {sorted(expected)}", where=_solver(template)
        )
    for part in template.parts:
        if _holds_float(answers[part.name]):
            hint = "write x / 2, not 0.5 * x: what is given is exact, and so is / between such numbers"
            raise QbankError(
                f"{describe(variant)}: {answers[part.name]} is a float", where=_solver(template), hint=hint
            )
        if part.options is None:
            try:
                part.kind.write(answers[part.name])
            except QbankError as error:
                raise QbankError(f"{describe(variant)}: {error.message}", where=_solver(template)) from error


def _holds_float(value: Any) -> bool:
    return any(map(_holds_float, value)) if isinstance(value, tuple) else isinstance(value, float)


def _hand_safe(template: Template, variant: Mapping[str, Value], answers: Mapping[str, Any]) -> bool:
    """Whether rounding every working value to two more places than asked still leads to a right answer."""
    if not template.solver.workings:
        return True
    return all(_part_hand_safe(template, part, variant, answers[part.name]) for part in template.parts)


def _part_hand_safe(template: Template, part: PartTemplate, variant: Mapping[str, Value], key: Any) -> bool:
    asked = part.kind.spec()
    number = asked.get("of", asked)
    if not isinstance(number, dict) or number.get("kind") != "decimal":
        return True
    try:
        by_hand = template.solver.solve(variant, lambda value: _rounded(value, number))[part.name]
    except ArithmeticError:
        return False
    verdict = grade(asked, part.kind.write(key), part.kind.display(by_hand))
    return verdict.verdict is Word.RIGHT


def _rounded(value: Any, number: Mapping[str, int]) -> Any:
    if isinstance(value, (tuple, list)):
        return tuple(_rounded(item, number) for item in value)
    if isinstance(value, (str, bool, int)) or value in (exact.inf, -exact.inf):
        return value
    if "places" in number:
        return exact.rounded(value, number["places"] + GUARD_PLACES)
    return exact.rounded_figures(value, number["figures"] + GUARD_PLACES)[0] if value != 0 else value


def confirm(candidates: Sequence[Candidate], lab: Laboratory) -> None:
    """Hold every candidate of one template against every confirmation. Raises QbankError at the first contradiction."""
    template = candidates[0].template
    for confirmation in template.solver.confirmations:
        measured = lab.measure_all(confirmation, [candidate.variant for candidate in candidates])
        for candidate, values in zip(candidates, measured, strict=True):
            _hold(candidate, confirmation, values, lab)


def _hold(
    candidate: Candidate, confirmation: Confirmation, measured: Mapping[str, Measured], lab: Laboratory
) -> None:
    template = candidate.template
    if set(measured) != set(candidate.answers):
        raise QbankError(f"{confirmation.name} measures {sorted(measured)}", where=_solver(template))
    for part in template.parts:
        key, value = candidate.answers[part.name], measured[part.name]
        if not agree(part.kind, key, value, lab.within(confirmation)):
            raise contradiction(candidate, part, f"{confirmation.name} measured {value}")


def witness_symbolically(candidate: Candidate) -> None:
    """Hold a candidate against the same solver run by SymPy. Raises QbankError where they differ."""
    template = candidate.template
    try:
        values = witness.symbolic(template.solver, candidate.variant)
    except FAULTS as error:
        message = f"{describe(candidate.variant)}: on SymPy's numbers {type(error).__name__}: {error}"
        raise QbankError(message, where=_solver(template)) from error
    for part in template.parts:
        if not witness.same(candidate.answers[part.name], values[part.name]):
            raise contradiction(candidate, part, f"SymPy computes {values[part.name]}")


def contradiction(candidate: Candidate, part: PartTemplate, other: str) -> QbankError:
    """The error that shows a disagreement: parameters, both values, both functions."""
    name = f" part {part.name}" if part.name else ""
    found = f"{describe(candidate.variant)}:{name} the solver says {_plainly(candidate.answers[part.name])}, {other}"
    return QbankError(
        found, where=_solver(candidate.template), hint="one of the two is wrong; nothing was kept"
    )


def _plainly(value: Any) -> str:
    if isinstance(value, (tuple, list)):
        return "[" + ", ".join(_plainly(item) for item in value) + "]"
    if isinstance(value, (str, frozenset)):
        return value if isinstance(value, str) else str(sorted(value))
    return exact.text(value)


def proof(template: Template, lab: Laboratory) -> Proof:
    """What a confirmed question says about how its key was confirmed."""
    confirmations = template.solver.confirmations
    measured = any(confirmation.derived is None for confirmation in confirmations)
    return Proof(
        how="measured" if measured else "derived",
        by="; ".join(f"{c.name} ({c.derived})" if c.derived else c.name for c in confirmations),
        within=_bound(template, lab),
        symbolic=witness.VERSION,
        torch=lab.torch,
        device=lab.device,
        dtype=lab.dtype,
    )


def _bound(template: Template, lab: Laboratory) -> str:
    exactly = {"integer", "shape", "tokens", "choice", "choices"}
    if all(part.kind.name in exactly for part in template.parts):
        return "equal"
    return f"{max(lab.within(confirmation) for confirmation in template.solver.confirmations):.0e}".replace(
        "e-0", "e-"
    )

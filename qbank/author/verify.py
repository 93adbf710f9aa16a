"""The author's proof: a template's whole space held against everything the house demands.

Each variant is solved, separated from its known mistakes, worked by hand, confirmed by PyTorch, rendered, and its
key typed back; SymPy runs on a spread of them; the formula is put to every one. What fails is a finding.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from qbank import exact, limits, markup
from qbank.author.claims import measure, measure_broken
from qbank.author.compose import can_be_choice, compose
from qbank.author.confirm import Laboratory
from qbank.author.figure import faults
from qbank.author.formula import formulas
from qbank.author.prove import (
    NOT_ADMITTED,
    Candidate,
    Rejected,
    confirm,
    consider,
    contradiction,
    describe,
    proof,
    witness_symbolically,
)
from qbank.author.template import PartTemplate, Template, Topic
from qbank.draws import Draws
from qbank.errors import QbankError
from qbank.question import Question, canonical

_ITEM = re.compile(r"\s{0,3}1[.)]\s")
SPREAD_SEED = "verify"
CHOICE_SAMPLES = 20  # variants that are posed as multiple choice too
BATCH_SAMPLES = 50  # variants on which batched and single confirmations are compared


Check = Callable[[Template, Sequence[Candidate], "Report", Laboratory], None]


@dataclass
class Report:
    """What was seen of one template."""

    template: str
    space: int
    checked: int = 0
    asked: int = 0
    rejected: Counter[str] = field(default_factory=Counter)
    symbolic: int = 0
    formulas: int = 0
    findings: list[str] = field(default_factory=list)

    @property
    def acceptance(self) -> float:
        """The share of admitted variants that can be asked."""
        admitted = self.checked - self.rejected[NOT_ADMITTED]
        return self.asked / admitted if admitted else 0.0

    @property
    def whole(self) -> bool:
        """Whether every variant was looked at, or a spread sample."""
        return self.checked == self.space


def verify_topic(topic: Topic, lab: Laboratory, most: int = limits.VERIFIED_VARIANTS) -> list[Report]:
    """A report for each template of a topic; claims are also held against their broken stand-ins."""
    reports = [verify(template, lab, most) for template in topic.templates.values()]
    by_name = {report.template: report for report in reports}
    for claim in topic.claims.values():
        try:
            if measure_broken(claim) == measure(claim):
                raise QbankError("the broken stand-in changes nothing: this experiment always agrees")
        except QbankError as error:
            by_name[f"{topic.name}.{claim.name}"].findings.append(f"{claim.where}: {error}")
    return reports


def verify(template: Template, lab: Laboratory, most: int = limits.VERIFIED_VARIANTS) -> Report:
    """Look at up to `most` variants of a template, all of them where there are no more."""
    report = Report(template.title, template.space.size)
    looked = list(_looked_at(template, report, most))
    candidates = [result for result in looked if isinstance(result, Candidate)]
    # A fault must not hide behind a misconception that gives the same wrong value: the rejected are confirmed too.
    solved = [result.solved if isinstance(result, Rejected) else result for result in looked]
    answered = [candidate for candidate in solved if candidate is not None]
    report.asked = len(candidates)
    if not candidates and not report.findings:
        report.findings.append(f"{template.where}: no variant can be asked")
    for check in (_confirmed, _batched_like_single, _symbolic, _formulas_hold):
        _run(check, template, answered, report, lab)
    for check in (_spoken, _rendered):
        _run(check, template, candidates, report, lab)
    return report


def _run(
    check: Check, template: Template, candidates: Sequence[Candidate], report: Report, lab: Laboratory
) -> None:
    if candidates:
        try:
            check(template, candidates, report, lab)
        except QbankError as error:
            report.findings.append(str(error))
        except ArithmeticError as error:  # an exact value that is out of bounds or cannot be decided
            report.findings.append(f"{template.where}: {error}")


def _looked_at(template: Template, report: Report, most: int) -> Iterable[Candidate | Rejected]:
    """Each variant of the space, or of a spread sample, as far as it goes."""
    size = template.space.size
    numbers: Iterable[int] = range(size)
    if size > most:
        draws = Draws(SPREAD_SEED, template.title).permutation(size)
        numbers = (number for number, _ in zip(draws, range(most), strict=False))
    for number in numbers:
        report.checked += 1
        try:
            result = consider(template, template.space.at(number))
        except QbankError as error:
            report.findings.append(str(error))
            return
        if isinstance(result, Rejected):
            report.rejected[result.reason] += 1
        yield result


def _confirmed(template: Template, candidates: Sequence[Candidate], report: Report, lab: Laboratory) -> None:
    confirm(candidates, lab)


def _batched_like_single(
    template: Template, candidates: Sequence[Candidate], report: Report, lab: Laboratory
) -> None:
    """A batched confirmation was held against the key above; run singly it must say the same."""
    if any(confirmation.batch for confirmation in template.solver.confirmations):
        for candidate in _spread(candidates, BATCH_SAMPLES):
            confirm([candidate], lab)


def _symbolic(template: Template, candidates: Sequence[Candidate], report: Report, lab: Laboratory) -> None:
    for candidate in _spread(candidates, limits.SYMBOLIC_VARIANTS):
        witness_symbolically(candidate)
        report.symbolic += 1


def _formulas_hold(
    template: Template, candidates: Sequence[Candidate], report: Report, lab: Laboratory
) -> None:
    """A formula that was derived on names is put to every variant: a branch on a name can be silently wrong."""
    parts = {part.name: part for part in template.parts}
    for candidate in candidates:
        for name, formula in formulas(template, candidate.variant).items():
            value = exact.substitute(formula, template.parameters(candidate.variant))
            if not exact.equal(value, candidate.answers[name]):
                found = f"the formula {exact.unicode(formula)} gives {exact.unicode(value)}"
                raise contradiction(candidate, parts[name], f"{found} (the solver branches on a parameter)")
            report.formulas += 1


def _spoken(template: Template, candidates: Sequence[Candidate], report: Report, lab: Laboratory) -> None:
    """A convention that the answer hangs on must be said in the prompt; else the question is ambiguous."""
    for name in template.conventions:
        if name in template.ask.names:
            continue
        if any(part.ask is not None and name in part.ask.names for part in template.parts):
            continue
        for candidate in candidates:
            others = _answers_elsewhere(template, candidate, name)
            if len(set(others.values())) > 1:
                listed = "; ".join(f"{value}: {answer}" for value, answer in others.items())
                raise QbankError(
                    f"ambiguous: the prompt does not say {name!r}, and the answer hangs on it ({listed})",
                    where=template.where,
                    hint=f"write << {name} >> into the prompt",
                )


def _answers_elsewhere(template: Template, candidate: Candidate, name: str) -> dict[str, str]:
    """What the answer is for each value of a convention, as text."""
    phrases = template.conventions[name]
    found = {}
    for value, phrase in phrases.items():
        answers = template.solver.solve({**candidate.variant, name: value})
        shown = (_shown(part, answers[part.name]) for part in template.parts)
        found[phrase] = ", ".join(shown)
    return found


def _shown(part: PartTemplate, answer: Any) -> str:
    return part.kind.display(answer) if part.options is None else str(answer)


def _rendered(template: Template, candidates: Sequence[Candidate], report: Report, lab: Laboratory) -> None:
    """Every text renders into markup that every format can carry, every picture can be drawn and keeps the key.

    The key typed back is right (see `compose`).
    """
    claimed = proof(template, lab)
    seen: dict[str, Candidate] = {}
    for candidate in filter(can_be_choice, _spread(candidates, CHOICE_SAMPLES)):
        _carried(candidate, compose(candidate, claimed, as_choice=True))
    for candidate in candidates:
        question = compose(candidate, claimed)
        _carried(candidate, question)
        if fault := faults(question):
            raise QbankError(f"{describe(candidate.variant)}: {fault}", where=template.where)
        other = seen.setdefault(canonical([question.prompt, question.figure]), candidate)
        if _asks_otherwise(other, candidate, question):
            found = f"{describe(other.variant)} and {describe(candidate.variant)} ask the same and have other keys"
            raise QbankError(found, where=template.where, hint="say in the prompt what makes them differ")


def _carried(candidate: Candidate, question: Question) -> None:
    """Raises QbankError for a text that some format could not show."""
    for text in _texts(question):
        if problems := markup.problems(text) + _accidental_list(text):
            found = f"{describe(candidate.variant)}: {problems[0]} in {text[:60]!r}"
            raise QbankError(found, where=candidate.template.where)


def _asks_otherwise(other: Candidate, candidate: Candidate, question: Question) -> bool:
    same_texts = all(part.options is None and not part.ask for part in question.parts)
    return same_texts and other.answers != candidate.answers


def _accidental_list(text: str) -> list[str]:
    """A line that begins with `1.` below another becomes a list in CommonMark, wherever the author meant to break."""
    broken = (here for before, here in pairwise(text.split("\n")) if before.strip() and _ITEM.match(here))
    return [f"the line {line[:20]!r} would begin a list; break the line elsewhere" for line in broken]


def _texts(question: Question) -> Iterable[str]:
    yield question.prompt
    yield question.explanation
    for part in question.parts:
        yield part.ask
        yield from (part.options or {}).values()
        yield from (mistake.feedback for mistake in part.mistakes)


def _spread(candidates: Sequence[Candidate], most: int) -> Sequence[Candidate]:
    """Up to `most` of them, evenly over the whole."""
    step = max(1, -(-len(candidates) // most))
    return candidates[::step]

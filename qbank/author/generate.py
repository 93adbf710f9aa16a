"""The pipeline: draw, solve, separate, confirm, render. Nothing unconfirmed leaves it."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby, islice

from qbank import limits
from qbank.author.compose import can_be_choice, compose
from qbank.author.confirm import Laboratory
from qbank.author.prove import (
    NOT_ADMITTED,
    Candidate,
    Rejected,
    confirm,
    consider,
    proof,
    witness_symbolically,
)
from qbank.author.template import Template, Topic
from qbank.draws import Draws
from qbank.question import Question


@dataclass(frozen=True)
class Order:
    """What is wanted: how many, from which seed, free or as choice; `known` are ids to pass over."""

    count: int
    seed: str
    as_choice: bool = False
    level: int | None = None
    questions: tuple[str, ...] = ()
    known: Collection[str] = ()


@dataclass
class Run:
    """What a run made, and what it passed over and why."""

    questions: list[Question] = field(default_factory=list)
    rejected: Counter[str] = field(default_factory=Counter)


def generate(topics: Sequence[Topic], order: Order, lab: Laboratory) -> Run:
    """As many proven questions as asked, or as exist; topics are dealt in turn, and templates within each.

    Raises QbankError, and gives no question at all, where a witness contradicts a solver.
    """
    run = Run()
    streams = _dealt([_dealt(_streams(topic, order, run)) for topic in topics])
    seen = set(order.known)
    while len(run.questions) < order.count:
        wanted = order.count - len(run.questions)
        candidates = list(islice(streams, wanted))
        if not candidates:
            break
        for question in _proven(candidates, order, lab):
            if question.id in seen:
                run.rejected["asked already"] += 1
            else:
                seen.add(question.id)
                run.questions.append(question)
    return run


def _streams(topic: Topic, order: Order, run: Run) -> list[Iterator[Candidate]]:
    """A stream a template; a topic's claims share one, so that they do not crowd out the rest."""
    chosen = [template for template in topic.templates.values() if _wanted(template, order)]
    by_kind = {claims: [t for t in chosen if topic.poses_claims(t) == claims] for claims in (False, True)}
    streams = [_candidates(template, order, run) for template in by_kind[False]]
    if by_kind[True]:
        streams.append(_dealt([_candidates(template, order, run) for template in by_kind[True]]))
    return streams


def _wanted(template: Template, order: Order) -> bool:
    named = not order.questions or template.title in order.questions
    return named and order.level in (None, template.level)


def _candidates(template: Template, order: Order, run: Run) -> Iterator[Candidate]:
    """A template's variants that can be asked, in drawn order."""
    draws = Draws(order.seed, template.title, "variants")
    fruitless = 0
    for index in draws.permutation(template.space.size):
        result = consider(template, template.space.at(index))
        if isinstance(result, Candidate) and order.as_choice and not can_be_choice(result):
            result = Rejected("too few wrong answers for a choice")
        if isinstance(result, Candidate):
            fruitless = 0
            yield result
            continue
        fruitless += 1
        if result.reason != NOT_ADMITTED:
            run.rejected[result.reason] += 1
        if fruitless >= limits.FRUITLESS_DRAWS and template.space.size > limits.ENUMERATED_VARIANTS:
            return


def _dealt(streams: Sequence[Iterator[Candidate]]) -> Iterator[Candidate]:
    """One from each stream in turn; a stream that ends drops out."""
    left = list(streams)
    while left:
        for stream in tuple(left):
            try:
                yield next(stream)
            except StopIteration:
                left.remove(stream)


def _proven(candidates: Sequence[Candidate], order: Order, lab: Laboratory) -> list[Question]:
    """Every candidate confirmed by PyTorch and by SymPy, then written down, in the order they came."""
    numbered = sorted(enumerate(candidates), key=lambda item: item[1].template.title)
    for _, group in groupby(numbered, key=lambda item: item[1].template.title):
        confirm([candidate for _, candidate in group], lab)
    for candidate in candidates:
        witness_symbolically(candidate)
    return [compose(c, proof(c.template, lab), as_choice=order.as_choice) for c in candidates]

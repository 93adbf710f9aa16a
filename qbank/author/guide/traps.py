"""The traps: mistakes that are known by name, and statements that sound right and that an experiment refutes."""

from collections import Counter
from collections.abc import Sequence
from itertools import zip_longest

from qbank.author.claim import HOLDS_WITHIN, Claim, outcome
from qbank.author.confirm import Laboratory
from qbank.author.guide.text import Block, Section, listed
from qbank.author.solver import Confirmation
from qbank.author.template import Topic
from qbank.errors import QbankError
from qbank.labels import ENGLISH, Labels, passage
from qbank.markup import literal

MISTAKES = 5  # a topic

INTRODUCTION = passage(
    "For each topic the mistakes that come first, and statements that sound right and are false. Every statement "
    "was put to an experiment with PyTorch while this guide was written; what it measured stands behind it."
)


def traps(topics: Sequence[Topic], lab: Laboratory, labels: Labels = ENGLISH) -> Section:
    """Mistakes with what is said to those who make them, and false statements with why and what was measured."""
    found = ((topic, _mistakes(topic, labels), _refuted(topic, lab, labels)) for topic in topics)
    blocks = tuple(
        Block(literal(topic.title), "\n\n".join(filter(None, (mistakes, refuted))))
        for topic, mistakes, refuted in found
        if mistakes or refuted
    )
    return Section("traps", literal(labels.say("Traps")), labels.say(INTRODUCTION), blocks)


def _mistakes(topic: Topic, labels: Labels) -> str:
    """Those that most questions know; of the others the first of each question, then the second of each, ….

    An author names the mistake first that comes first to mind. Sentences about the numbers of one question are left
    out, since these numbers do not stand here.
    """
    said = [
        [(name, text.render({})) for name, text in template.feedback.items() if not text.names]
        for template in topic.computing
    ]
    dealt = [found for row in zip_longest(*said) for found in row if found]
    times = Counter(name for name, _ in dealt)
    first = dict(reversed(dealt))
    chosen = sorted(times, key=lambda name: -times[name])[:MISTAKES]
    lines = [f"**{literal(name.replace('_', ' '))}**: {first[name]}" for name in chosen]
    return f"{literal(labels.say('Mistakes:'))}\n\n{listed(lines)}" if lines else ""


def _refuted(topic: Topic, lab: Laboratory, labels: Labels) -> str:
    false = [claim for claim in topic.claims.values() if not claim.holds]
    verdict = literal(labels.say("False."))
    lines = [
        f"“{claim.says}” **{verdict}** {claim.because} *{literal(_measured(claim, lab, labels))}*"
        for claim in false
    ]
    return f"{literal(labels.say('False statements:'))}\n\n{listed(lines)}" if lines else ""


def _measured(claim: Claim, lab: Laboratory, labels: Labels) -> str:
    """What the experiment finds now. Raises QbankError where it does not refute the claim."""
    experiment = Confirmation(lambda: claim.experiment.function())
    value = lab.measure(experiment, {})[""]
    if outcome(value, claim.name):
        found = f"the experiment measured {value}, by which the claim holds"
        raise QbankError(found, where=claim.where, hint="qbank verify says more")
    if isinstance(value, bool):
        return labels.say("Measured: it does not hold.")
    bound = f"{HOLDS_WITHIN:.0e}".replace("e-0", "e-")
    measured = f"{abs(value):.3g}"
    return labels.say("Measured difference {value}, must be below {bound}.", value=measured, bound=bound)

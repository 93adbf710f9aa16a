"""Choosing questions for slots and versions: one template a slot, and of it a variant for each version.

Everything that is chosen has gone through `author.generate`: derived exactly, held against SymPy, confirmed by PyTorch.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from qbank import limits
from qbank.author.confirm import Laboratory
from qbank.author.exam.blueprint import Slot
from qbank.author.exam.templates import Source, in_turn, sources
from qbank.author.generate import Order, generate
from qbank.author.pack import Packs
from qbank.author.prove import NOT_ADMITTED
from qbank.author.template import Template
from qbank.draws import Draws
from qbank.errors import QbankError
from qbank.question import Question, canonical

ROUNDS = 10  # each draws twice as many, since some of what is drawn may not be asked
LISTED = 6  # templates that a complaint names


@dataclass(frozen=True)
class Filled:
    """A slot with a question for each version, all of one template; with the same values they are all one question."""

    slot: Slot
    template: str
    level: int
    questions: tuple[Question, ...]


@dataclass
class Seen:
    """What may not be asked: these ids, these variants whatever their form, these parameters whatever is agreed."""

    ids: set[str] = field(default_factory=set)
    variants: set[str] = field(default_factory=set)
    parameters: set[str] = field(default_factory=set)

    def public(self, questions: Iterable[Question]) -> None:
        """Refuse what is known to everybody, or is asked elsewhere in this exam."""
        for question in questions:
            self.ids.add(question.id)
            self.variants.add(_variant(question))

    def asked_before(self, questions: Iterable[Question]) -> None:
        """Refuse what was asked in another exam: with the same numbers, even where other things are agreed."""
        for question in questions:
            self.ids.add(question.id)
            self.parameters.add(_parameters(question))

    def __contains__(self, question: Question) -> bool:
        return (
            question.id in self.ids
            or _variant(question) in self.variants
            or _parameters(question) in self.parameters
        )


@dataclass(frozen=True)
class Exam:
    """What holds for all slots: how many versions, with the same numbers or not, and what papers cannot carry."""

    versions: int
    same: bool
    seed: str
    objection: Callable[[Question], str | None] = lambda question: None


def fill(slots: Sequence[Slot], exam: Exam, packs: Packs, lab: Laboratory, seen: Seen) -> list[Filled]:
    """Every slot filled, in the order of the slots; `seen` grows by what is asked.

    Slots with few variants are filled first, so that others do not take these. Raises QbankError, with line and
    column of the slot, where there are too few; nothing is kept then.
    """
    found = [sources(slot, packs) for slot in slots]
    filler = _Filler(exam, lab, seen)
    scarce = sorted(range(len(slots)), key=lambda at: sum(one.template.space.size for one in found[at]))
    filled = {at: filler.filled(at, slots[at], found[at]) for at in scarce}
    return [filled[at] for at in range(len(slots))]


class _Filler:
    def __init__(self, exam: Exam, lab: Laboratory, seen: Seen) -> None:
        self._exam, self._lab, self._seen = exam, lab, seen
        self._used: Counter[str] = Counter()

    def filled(self, at: int, slot: Slot, found: list[Source]) -> Filled:
        """The slot filled from the first template that has enough, those first that are used least."""
        need = 1 if self._exam.same else self._exam.versions
        order = in_turn(found, Draws(self._exam.seed, "exam", "templates", at))
        order.sort(key=lambda source: self._used[source.template.title])
        missed: list[str] = []
        for source in order:
            questions, why = self._draw(at, slot, source, need)
            if len(questions) == need:
                self._used[source.template.title] += 1
                self._seen.public(questions)
                versions = tuple(questions) * (self._exam.versions // need)
                return Filled(slot, source.template.title, source.template.level, versions)
            missed.append(why)
        raise self._too_few(slot, need, missed)

    def _draw(self, at: int, slot: Slot, source: Source, need: int) -> tuple[list[Question], str]:
        """As many unseen questions as needed, or as there are; and in words how many that is."""
        template, size = source.template, source.template.space.size
        if size < need:
            return [], f"{template.title} has {_variants(size)}"
        count, out = need, Counter[str]()
        for _ in range(ROUNDS):
            order = Order(count, f"{self._exam.seed} slot {at + 1}", slot.as_choice, known=self._seen.ids)
            run = generate([source.alone], order, self._lab)
            fit = [question for question in run.questions if self._fits(question, out)]
            if len(fit) >= need or len(run.questions) < count:
                break
            count *= 2
            out.clear()
        return fit[:need], _left(template, len(fit), run.rejected + out)

    def _fits(self, question: Question, out: Counter[str]) -> bool:
        if question in self._seen:
            out["asked already"] += 1
        elif objection := self._exam.objection(question):
            out[objection] += 1
        else:
            return True
        return False

    def _too_few(self, slot: Slot, need: int, missed: list[str]) -> QbankError:
        more = f"; and {len(missed) - LISTED} more templates" if len(missed) > LISTED else ""
        needed = f"too few variants for {need} versions" if need > 1 else "nothing is left to fill this slot"
        found = f"{needed}: {'; '.join(missed[:LISTED])}{more}"
        several = "write fewer versions, or values: same; or " if need > 1 else ""
        hint = f"{several}name a topic or template with more variants"
        return QbankError(found, where=slot.where(), hint=hint)


def _left(template: Template, left: int, passed: Counter[str]) -> str:
    """How many variants there are, how many are left, and where the others went."""
    size = template.space.size
    if size <= limits.ENUMERATED_VARIANTS:
        passed = passed + Counter({NOT_ADMITTED: size - left - passed.total()})
    reasons = ", ".join(f"{number:,} {reason}" for reason, number in passed.most_common())
    return f"{template.title} has {_variants(size)}, {left:,} left" + (f" ({reasons})" if reasons else "")


def _variants(count: int) -> str:
    return f"{count:,} variant{'' if count == 1 else 's'}"


def _variant(question: Question) -> str:
    agreed = sorted([convention.name, convention.value] for convention in question.conventions)
    return canonical([question.template, question.params, agreed])


def _parameters(question: Question) -> str:
    return canonical([question.template, question.params])

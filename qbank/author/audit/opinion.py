"""The second opinion on one published answer.

What the question states is held fixed; every convention that it leaves open is gone through. So a published answer
is right under all of them, under some (the question is ambiguous), under another one than stated, or under none; in
that case a misconception may give it.
"""

import operator
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from itertools import compress
from typing import Any

from qbank import exact
from qbank.answers import Verdict, Word, grade
from qbank.author.audit.entries import Entry, listed
from qbank.author.audit.fits import Fit, fit
from qbank.author.audit.possible import Possibilities, Possible, named, possibilities, shown
from qbank.author.confirm import Laboratory
from qbank.author.pack import Packs
from qbank.author.prove import proof
from qbank.author.template import Template
from qbank.errors import QbankError, did_you_mean
from qbank.question import Proof


class Opinion(StrEnum):
    """The verdicts on published answers."""

    AGREES = "agrees"
    ROUNDED = "rounded"
    WRONG = "wrong"
    OTHER = "right under another convention"
    AMBIGUOUS = "ambiguous as stated"
    CANNOT = "cannot be asked here"
    NO_KEY = "nothing published"


FINE = (Opinion.AGREES, Opinion.ROUNDED, Opinion.NO_KEY)


@dataclass(frozen=True)
class Finding:
    """The verdict on one entry, the sentence behind it, every answer that the question could have, and the proof.

    `answers` are pairs of conventions in words and the answer; `misconceptions` are those that give what was
    published.
    """

    entry: Entry
    opinion: Opinion
    why: str
    answers: tuple[tuple[str, str], ...] = ()
    misconceptions: tuple[str, ...] = ()
    proof: Proof | None = None

    @property
    def needs_a_look(self) -> bool:
        """Whether a person should look: at a key that is not right, or not what the file expects of it."""
        expected = self.entry.expect
        return self.opinion != expected if expected is not None else self.opinion not in FINE


def audit(entry: Entry, packs: Packs, lab: Laboratory) -> Finding:
    """Hold one published answer against the template that it names."""
    if entry.template is None:
        return Finding(entry, Opinion.CANNOT, entry.note or "No template asks this.")
    try:
        template = packs.template(entry.template)
        case = _Case(entry, template, possibilities(template, entry, lab))
        opinion, why, misconceptions = case.opinion()
    except QbankError as error:
        return Finding(entry, Opinion.CANNOT, _sentence("; ".join(filter(None, (error.message, error.hint)))))
    except ArithmeticError as error:  # out of bounds, or undecidable
        return Finding(entry, Opinion.CANNOT, _sentence(str(error)))
    proven = proof(template, lab) if case.all.numbers else None
    return Finding(entry, opinion, why, case.listed(), misconceptions, proven)


Said = tuple[Opinion, str, tuple[str, ...]]


class _Case:
    """An entry with every answer that its question could have."""

    def __init__(self, entry: Entry, template: Template, everything: Possibilities) -> None:
        self.entry, self.template, self.all = entry, template, everything
        self.parts = {part.name: part for part in template.parts}
        self.published = self._by_part(entry.answers)
        self.said = {name: self._stated(name, text) for name, text in entry.conventions.items()}
        as_stated = [self.said.items() <= answer.conventions.items() for answer in everything.answers]
        self.stated = list(compress(everything.answers, as_stated))
        self.elsewhere = list(compress(everything.answers, map(operator.not_, as_stated)))
        if not self.stated:
            raise QbankError(next(iter(everything.refused), "there is no such set of conventions"))

    def _by_part(self, published: Mapping[str, str]) -> dict[str, str]:
        """Published answers by part; a bare one belongs to the only part."""
        if "" in published and "" not in self.parts:
            raise QbankError(
                f"{self.template.title} asks {', '.join(self.parts)}",
                hint="write the published answer of each part",
            )
        for name in published:
            if name not in self.parts:
                raise QbankError(
                    f"no part {name!r} in {self.template.title}", hint=did_you_mean(name, list(self.parts))
                )
        return dict(published)

    def _stated(self, name: str, text: str) -> Any:
        """A convention's value as typed; QbankError where there is no such convention or value."""
        conventions = self.template.conventions
        if name not in conventions:
            raise QbankError(
                f"{self.template.title} has no convention {name!r}",
                hint=did_you_mean(name, list(conventions)),
            )
        values = {str(value).lower(): value for value in conventions[name]}
        if text.lower() not in values:
            raise QbankError(f"{name}: {text} is not known", hint=did_you_mean(text, list(values)))
        return values[text.lower()]

    def opinion(self) -> Said:
        """The verdict, why, and the misconceptions that give what was published."""
        if not self.published:
            return Opinion.NO_KEY, "Nothing is there to be held against.", ()
        found = self._as_stated(Fit.EXACTLY) or self._as_stated(Fit.ROUNDED)
        for wanted in (Fit.EXACTLY, Fit.ROUNDED):
            found = found or self._under_another(wanted) or self._mistaken(wanted)
        found = found or self._as_stated(Fit.NEARLY)
        if found is None:
            self._must_be_readable()
        return found or (Opinion.WRONG, self._wrong(), ())

    def _as_stated(self, wanted: Fit) -> Said | None:
        fits = [fits >= wanted for fits in self._stated_fits]
        return self._right(list(compress(self.stated, fits)), wanted) if any(fits) else None

    def _under_another(self, wanted: Fit) -> Said | None:
        other = list(compress(self.elsewhere, (fits >= wanted for fits in self._elsewhere_fits)))
        return (Opinion.OTHER, self._otherwise(other, wanted), ()) if other else None

    def _mistaken(self, wanted: Fit) -> Said | None:
        names = tuple(name for name, fits in self._mistaken_fits.items() if fits >= wanted)
        return (Opinion.WRONG, self._believed(names), names) if names else None

    @cached_property
    def _stated_fits(self) -> list[int]:
        return [self._fits(answer, answer.values) for answer in self.stated]

    @cached_property
    def _elsewhere_fits(self) -> list[int]:
        return [self._fits(answer, answer.values) for answer in self.elsewhere]

    @cached_property
    def _mistaken_fits(self) -> dict[str, int]:
        """How well each misconception fits, under the set of conventions where it fits best.

        Parts that one does not spoil must be right.
        """
        found: dict[str, int] = {}
        for answer in self.stated:
            for name, values in answer.mistakes.items():
                if values.keys() & self.published.keys():
                    fits = self._fits(answer, {**answer.values, **values})
                    found[name] = max(found.get(name, 0), fits)
        return found

    def listed(self) -> tuple[tuple[str, str], ...]:
        """Every answer that the question could have, as stated."""
        return tuple(("; ".join(answer.phrases), self._shown(answer)) for answer in self.stated)

    def _fits(self, answer: Possible, values: Mapping[str, Any]) -> int:
        """How well all published parts fit these values: as well as the worst of them."""
        return min(
            (self._fit(name, values[name], answer) for name in self.published if name in values), default=0
        )

    def _fit(self, name: str, value: Any, answer: Possible) -> Fit:
        if self.entry.formula:
            return Fit.EXACTLY if exact.equal(value, self._formulas[name]) else Fit.NOT
        part = self.parts[name]
        units = dict.fromkeys(
            part.unit_of({**one.conventions, **self.said}) for one in (answer, *self.stated)
        )
        return max(
            fit(replace(part, unit=unit), value, self.published[name], answer.options.get(name))
            for unit in units
        )

    @cached_property
    def _formulas(self) -> dict[str, Any]:
        """What was published, on names, or with the given numbers put in."""
        names = tuple(name for name in self.template.space.domains if name not in self.template.conventions)
        given = {name: named(str(said), names) for name, said in self.entry.parameters.items()}
        return {part: exact.substitute(named(text, names), given) for part, text in self.published.items()}

    def _right(self, fitting: Sequence[Possible], wanted: Fit) -> Said:
        agrees = Opinion.AGREES if wanted is Fit.EXACTLY else Opinion.ROUNDED
        rest = [answer for answer in self.stated if not any(answer is one for one in fitting)]
        if not rest:
            said = (
                f"This is right{self._at()}."
                if wanted is Fit.EXACTLY
                else f"Rounded; it is {self._shown(fitting[0])}."
            )
            return agrees, said, ()
        others = "; ".join(f"{self._shown(one)} {self._how(one, self.stated)}" for one in rest[:SHOWN])
        rounded = "" if wanted is Fit.EXACTLY else f", rounded from {self._shown(fitting[0])}"
        how = " or ".join(dict.fromkeys(self._how(one, self.stated) for one in fitting[:SHOWN]))
        return Opinion.AMBIGUOUS, f"Right {how}{rounded}; but also possible: {others}.", ()

    def _at(self) -> str:
        """Where a formula was held against a number only."""
        if not (self.entry.formula and self.all.numbers):
            return ""
        return f" at {', '.join(f'{name} = {value}' for name, value in self.entry.parameters.items())}"

    def _otherwise(self, fitting: Sequence[Possible], wanted: Fit) -> str:
        how = self._how(min(fitting, key=self._distance), self.all.answers)
        rounded = " (rounded)" if wanted is Fit.ROUNDED else ""
        return f"Right{rounded} {how}; as the question is stated it is {self._either()}."

    def _distance(self, answer: Possible) -> int:
        """How many conventions lie between what was stated and this answer."""
        changed = (
            [answer.conventions[name] != value for name, value in one.conventions.items()]
            for one in self.stated
        )
        return min(map(sum, changed))

    def _believed(self, names: Iterable[str]) -> str:
        beliefs = " or ".join(name.replace("_", " ") for name in names)
        return f"It is {self._either()}; what was published is the known mistake “{beliefs}”."

    def _wrong(self) -> str:
        fits = [
            {n for n in self.published if self._fit(n, answer.values[n], answer)} for answer in self.stated
        ]
        right = max(fits, key=len)
        beside = f" ({', '.join(sorted(right))} {'agrees' if len(right) == 1 else 'agree'})" if right else ""
        return f"It is {self._either()}{beside}.{self._slip()}"

    def _must_be_readable(self) -> None:
        """Raises QbankError for a published text that could not be read: it is not accused of being wrong."""
        for name, text in self.published.items():
            verdict = self._graded(name)
            if verdict and verdict.verdict in (Word.UNREADABLE, Word.BLANK):
                raise QbankError(f"{text[:60]!r} could not be read: {verdict.why}")

    def _slip(self) -> str:
        """What the checker recognises in a single published number, such as a factor of 2."""
        verdict = self._graded(next(iter(self.published))) if len(self.published) == 1 else None
        return "".join(f" {each.feedback}" for each in verdict.diagnosis if each.feedback) if verdict else ""

    def _graded(self, name: str) -> Verdict | None:
        """What the checker says of a published text; nothing of formulas and options."""
        part = self.parts[name]
        if self.entry.formula or part.options is not None:
            return None
        first = self.stated[0]
        key, unit = part.kind.write(first.values[name]), part.unit_of(first.conventions)
        return grade(part.kind.spec(), key, self.published[name], unit=unit)

    def _either(self) -> str:
        """All answers as stated, in words."""
        different = list(dict.fromkeys(map(self._shown, self.stated)))
        return " or ".join(different[:SHOWN]) + (" …" if len(different) > SHOWN else "")

    def _shown(self, answer: Possible) -> str:
        names = [
            name for name in self.parts if name in (self.published or self.parts) and name in answer.values
        ]
        return listed({name: shown(self.parts[name], answer.values[name]) for name in names})

    def _how(self, answer: Possible, among: Iterable[Possible]) -> str:
        """The phrases that tell an answer from others."""
        rows = [one.phrases for one in among]
        told = [phrase for i, phrase in enumerate(answer.phrases) if len({row[i] for row in rows}) > 1]
        return f"with “{'; '.join(told)}”"


SHOWN = 4  # answers in a sentence


def _sentence(text: str) -> str:
    """With a capital, unless a name comes first, and one stop."""
    first = text.partition(" ")[0]
    head = text[:1] if any(sign in first for sign in ".=:_'") else text[:1].upper()
    return f"{head}{text[1:]}" + ("" if text.endswith((".", "?")) else ".")

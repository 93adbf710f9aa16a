"""Joining a topic's two sides, prose and mathematics, and saying what is missing on which."""

import types
from collections.abc import Iterable, Mapping
from typing import Any

from qbank.answers import kind
from qbank.author.claim import Claim, Experiment
from qbank.author.claims import claim_template, claims_template
from qbank.author.document import Document
from qbank.author.params import Domain, OneOf, Space
from qbank.author.render import Text
from qbank.author.schema import ClaimModel, QuestionModel, TopicModel
from qbank.author.solver import Function, Solver, arguments
from qbank.author.template import PartTemplate, Template, Topic
from qbank.errors import QbankError, did_you_mean

RESULTS = ("answer", "exact", "formula")
MOST_CLAIMS = 12  # of which four are drawn: 495 questions are enough


def join_topic(
    pack: str, name: str, document: Document, model: TopicModel, module: types.ModuleType
) -> Topic:
    """The topic of one template file and one solver module. Raises QbankError where the two do not match."""
    solvers = {
        n: v
        for n, v in vars(module).items()
        if isinstance(v, Solver) and v.function.__module__ == module.__name__
    }
    experiments = {n: v for n, v in vars(module).items() if isinstance(v, Experiment)}
    file = str(module.__file__)
    _match(model.questions, solvers, document, "questions", f"@solver in {file}", file)
    _match(model.claims, experiments, document, "claims", f"@claim in {file}", file)
    joiner = _Joiner(pack, name, document, model, file)
    templates = {n: joiner.template(n, question, solvers[n]) for n, question in model.questions.items()}
    claims = {n: joiner.claim(n, claim, experiments[n]) for n, claim in model.claims.items()}
    for n, claim in claims.items():
        if n in templates:
            raise QbankError(f"{n!r} is a question and a claim", where=claim.where, hint="rename one of them")
        templates[n] = claim_template(pack, name, claim, document.file)
    if len(claims) >= 4:
        templates["claims"] = claims_template(pack, name, tuple(claims.values())[:MOST_CLAIMS], document.file)
    return Topic(pack, name, model.title, templates, claims)


def _match(
    prose: Iterable[str], code: Iterable[str], document: Document, section: str, what: str, file: str
) -> None:
    prose, code = list(prose), list(code)
    for name in prose:
        if name not in code:
            raise QbankError(
                f"{section}.{name} has no counterpart",
                where=document.where((section, name)),
                hint=f"write a function {name} with {what}; {did_you_mean(name, code)}",
            )
    for name in code:
        if name not in prose:
            hint = f"write {section}: {name}: in {document.file}; {did_you_mean(name, prose)}"
            raise QbankError(f"{name} has no template", where=file, hint=hint)


class _Joiner:
    """Joins the questions and claims of one file."""

    def __init__(self, pack: str, topic: str, document: Document, model: TopicModel, file: str) -> None:
        self.pack, self.topic, self.document, self.model, self.file = pack, topic, document, model, file

    def template(self, name: str, question: QuestionModel, solver: Solver) -> Template:
        path: tuple[str | int, ...] = ("questions", name)
        conventions = {
            n: dict(self._shared("conventions", path, n, own)) for n, own in question.conventions.items()
        }
        domains: dict[str, Domain] = {n: parameter.domain() for n, parameter in question.params.items()}
        domains |= {n: OneOf(tuple(phrases)) for n, phrases in conventions.items()}
        self._check_names(path, domains, solver)
        known = frozenset(domains)
        results = known | {*RESULTS, *solver.workings}
        feedback = {
            n: self._text(self._shared("misconceptions", path, n, own), (*path, "misconceptions", n), results)
            for n, own in question.misconceptions.items()
        }
        self._match_misconceptions(path, feedback, solver)
        return Template(
            pack=self.pack,
            topic=self.topic,
            name=name,
            level=question.level,
            space=Space(domains),
            conventions=conventions,
            ask=self._text(question.ask, (*path, "ask"), known),
            parts=self._parts(path, question, known),
            explain=self._text(question.explain, (*path, "explain"), results),
            feedback=feedback,
            formulas=_formulas(question.formula),
            solver=solver,
            file=self.file,
            where=self.document.where(path),
            source=self._source(name, conventions),
        )

    def claim(self, name: str, claim: ClaimModel, experiment: Experiment) -> Claim:
        where = self.document.where(("claims", name))
        says, because = claim.says.strip(), claim.because.strip()
        return Claim(name, claim.level, says, claim.holds, because, experiment, where)

    def _source(self, name: str, conventions: Mapping[str, Any]) -> dict[str, Any]:
        """What the digest is taken of: the question, and what it shares with others of its file."""
        own = self.document.value["questions"][name]
        shared = self.document.value.get("misconceptions") or {}
        used = {n: shared[n] for n in own.get("misconceptions") or {} if n in shared}
        return {"question": own, "conventions": conventions, "misconceptions": used}

    def _text(self, source: str, path: tuple[str | int, ...], known: frozenset[str]) -> Text:
        return Text(source, self.document.where(path), known)

    def _shared(self, section: str, path: tuple[str | int, ...], name: str, own: Any) -> Any:
        """A convention or feedback of the question's own, else the one of that name at the top of the file."""
        shared = getattr(self.model, section)
        if own is not None:
            return own
        if name in shared:
            return shared[name]
        raise QbankError(
            f"{section} {name!r} says nothing",
            where=self.document.where((*path, section, name)),
            hint=f"write its sentence here or at the top of the file; {did_you_mean(name, list(shared))}",
        )

    def _parts(
        self, path: tuple[str | int, ...], question: QuestionModel, known: frozenset[str]
    ) -> tuple[PartTemplate, ...]:
        if question.parts is None:
            spec = question.answer
            return (self._part("", None, spec, question.unit, question.options, path, known),)
        return tuple(
            self._part(n, part.ask, part.answer, part.unit, part.options, (*path, "parts", n), known)
            for n, part in question.parts.items()
        )

    def _part(
        self,
        name: str,
        ask: str | None,
        spec: Any,
        unit: str | None,
        options: dict[str, str] | None,
        path: tuple[str | int, ...],
        known: frozenset[str],
    ) -> PartTemplate:
        try:
            answer = kind(spec)
        except QbankError as error:
            raise QbankError(
                error.message, where=self.document.where((*path, "answer")), hint=error.hint
            ) from error
        if (answer.name in ("choice", "choices")) != (options is not None):
            raise QbankError(
                "options belong to the kinds choice and choices", where=self.document.where(path)
            )
        text = None if ask is None else self._text(ask, (*path, "ask"), known)
        chosen = None if options is None else (lambda variant: options)
        return PartTemplate(name, text, answer, unit, chosen)

    def _check_names(
        self, path: tuple[str | int, ...], domains: Mapping[str, Domain], solver: Solver
    ) -> None:
        """Parameters and conventions here, arguments there: each side must know the other's."""
        companions = (solver.function, *solver.workings.values(), *_pictures(solver))
        wanted = {name for function in companions for name in arguments(function)} - set(solver.workings)
        for name in sorted(set(domains) & {*RESULTS, *solver.workings}):
            raise QbankError(
                f"{name!r} means something else", where=self.document.where(path), hint="rename the parameter"
            )
        for name in sorted(wanted - set(domains)):
            raise QbankError(
                f"no parameter {name!r}, which {solver.name} in {self.file} takes",
                where=self.document.where((*path, "params")),
                hint=f"write it under params or conventions; {did_you_mean(name, list(domains))}",
            )
        for name in sorted(set(domains) - wanted):
            raise QbankError(
                f"{solver.name} in {self.file} does not take {name!r}",
                where=self.document.where((*path, "params", name)),
                hint=f"make it an argument there or remove it here; {did_you_mean(name, sorted(wanted))}",
            )
        self._check_companions(solver, domains)
        for confirmation in solver.confirmations:
            for name in confirmation.batch:
                if name not in arguments(confirmation.function):
                    raise QbankError(
                        f"{confirmation.name} batches {name!r}, which it does not take",
                        where=f"{self.file}:{confirmation.function.__code__.co_firstlineno}",
                    )
        self._check_domains(path, domains)
        if not solver.confirmations:
            raise QbankError(
                f"{solver.name} has no confirmation",
                where=self.file,
                hint=f"write one with @{solver.name}.confirm",
            )

    def _check_companions(self, solver: Solver, domains: Mapping[str, Domain]) -> None:
        """Misconceptions and figures may use working values; a confirmation that did would restate the solver."""
        for function in [
            *solver.misconceptions.values(),
            *_pictures(solver),
            *solver.filters,
            *solver.refusals,
            *solver.translations.values(),
            *(c.function for c in solver.confirmations),
        ]:
            shown = (*solver.misconceptions.values(), *_pictures(solver))
            known = {*domains, *solver.workings} if function in shown else {*domains}
            for name in arguments(function):
                if name not in known:
                    raise QbankError(
                        f"{function.__name__} takes {name!r}, which {self.topic}.{solver.name} does not offer it",
                        where=f"{self.file}:{function.__code__.co_firstlineno}",
                        hint=did_you_mean(name, sorted(known)),
                    )

    def _check_domains(self, path: tuple[str | int, ...], domains: Mapping[str, Domain]) -> None:
        """A list's length may name a parameter of whole numbers that comes earlier."""
        before: set[str] = set()
        for name, domain in domains.items():
            for needed in domain.needs():
                if needed not in before:
                    where = self.document.where((*path, "params", name))
                    raise QbankError(f"length {needed!r} is no earlier parameter", where=where)
            before.add(name)

    def _match_misconceptions(
        self, path: tuple[str | int, ...], feedback: Mapping[str, Text], solver: Solver
    ) -> None:
        for name in feedback:
            if name not in solver.misconceptions:
                hint = did_you_mean(name, list(solver.misconceptions))
                raise QbankError(
                    f"misconception {name!r} has no function in {self.file}",
                    where=self.document.where((*path, "misconceptions", name)),
                    hint=f"write one with @{solver.name}.misconception; {hint}",
                )
        for name, function in solver.misconceptions.items():
            if name not in feedback:
                raise QbankError(
                    f"misconception {name!r} of {solver.name} has no feedback",
                    where=f"{self.file}:{function.__code__.co_firstlineno}",
                    hint=f"write misconceptions: {name}: and a sentence in {self.document.file}",
                )


def _pictures(solver: Solver) -> tuple[Function, ...]:
    return () if solver.picture is None else (solver.picture,)


def _formulas(formula: bool | str | dict[str, str] | None) -> dict[str, str] | None:
    if formula is False:
        return None
    return {"": formula} if isinstance(formula, str) else formula if isinstance(formula, dict) else {}

"""Claims as questions: one at a time, true or false, or four at a time, "which of these hold?"."""

from itertools import combinations
from typing import Any

from qbank.answers import kind
from qbank.author.claim import Claim, outcome
from qbank.author.params import OneOf, Space
from qbank.author.render import Text
from qbank.author.solver import Confirmation, Solver
from qbank.author.template import PartTemplate, Template

_TRUTH = {"true": "True", "false": "False"}
_NONE: frozenset[str] = frozenset()


def claim_template(pack: str, topic: str, claim: Claim, file: str) -> Template:
    """`topic.claim_name`: one statement, true or false."""
    solver = Solver(_named(claim.name, lambda: str(claim.holds).lower()))
    solver.confirmations.append(Confirmation(_named(claim.name, lambda: str(measure(claim)).lower())))
    part = PartTemplate("", None, kind("choice"), None, lambda variant: _TRUTH)
    return Template(
        pack=pack,
        topic=topic,
        name=claim.name,
        level=claim.level,
        space=Space({}),
        conventions={},
        ask=Text(f"True or false? {claim.says}", claim.where, _NONE),
        parts=(part,),
        explain=Text(_verdict(claim), claim.where, _NONE),
        feedback={},
        formulas={},
        solver=solver,
        file=file,
        where=claim.where,
        source={"says": claim.says, "because": claim.because, "holds": claim.holds},
    )


def claims_template(pack: str, topic: str, claims: tuple[Claim, ...], file: str) -> Template:
    """`topic.claims`: four statements, of which at least one holds and one does not."""
    by_name = {claim.name: claim for claim in claims}
    fours = [four for four in combinations(by_name, 4) if 0 < sum(by_name[name].holds for name in four) < 4]

    def holding(statements: tuple[str, ...]) -> frozenset[str]:
        return frozenset(name for name in statements if by_name[name].holds)

    def verdicts(statements: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(_verdict(by_name[name]) for name in statements)

    def measured(statements: tuple[str, ...]) -> frozenset[str]:
        return frozenset(name for name in statements if measure(by_name[name]))

    solver = Solver(_named("claims", holding))
    solver.workings["verdicts"] = verdicts
    solver.confirmations.append(Confirmation(_named("experiments", measured)))
    part = PartTemplate(
        "", None, kind("choices"), None, lambda variant: {n: by_name[n].says for n in variant["statements"]}
    )
    return Template(
        pack=pack,
        topic=topic,
        name="claims",
        level=2,
        space=Space({"statements": OneOf(tuple(fours))}),
        conventions={},
        ask=Text("Which of these statements hold? Name every one that does.", file, _NONE),
        parts=(part,),
        explain=Text("<% for line in verdicts %>\n- << line >>\n<% endfor %>", file, frozenset({"verdicts"})),
        feedback={},
        formulas={},
        solver=solver,
        file=file,
        where=file,
        source={name: [claim.says, claim.because, claim.holds] for name, claim in by_name.items()},
    )


def measure(claim: Claim) -> bool:
    """Run the claim's experiment on its own subject."""
    return outcome(claim.experiment.function(), claim.name)


def measure_broken(claim: Claim) -> bool:
    """Run it on the stand-in, for which the truth must flip."""
    return outcome(claim.experiment.function(claim.experiment.broken), claim.name)


def _verdict(claim: Claim) -> str:
    truth = "True" if claim.holds else "False"
    return f"“{claim.says}” {truth}. {claim.because}"


def _named(name: str, function: Any) -> Any:
    function.__name__ = name
    return function

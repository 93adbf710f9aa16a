"""`qbank show`: one question with its key, its proof, its known mistakes and its explanation."""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import click

from qbank.cli import options
from qbank.cli.page import columns, paragraphs
from qbank.cli.say import deliver
from qbank.question import Json, canonical

if TYPE_CHECKING:
    from qbank.answers import Diagnosis, Verdict
    from qbank.check.lookup import Asked
    from qbank.corrections import Correction
    from qbank.question import Mistake, Part, Proof, Question

BANK = "Where to look, beside the released bank; repeatable.  [default: bank]"
TRY = "Grade this answer; where there are several parts, write ID.PART."


@click.command("show", short_help="Show one question with its key and proof.")
@click.argument("name", metavar="ID")
@click.option("--bank", "banks", multiple=True, metavar="DIR", help=BANK)
@click.option("--try", "answer", metavar="ANSWER", help=TRY)
@options.output_format("table", "md", "json")
@click.pass_context
def command(ctx: click.Context, name: str, banks: tuple[str, ...], answer: str | None, face: str) -> None:
    """Show one question: what is asked, its key, its known mistakes, its explanation and its proof.

    ID is an id or id.part. With --try an answer is graded as qbank check would grade it; exit status 1 where
    the checker itself failed on it. In JSON a question is its bank line.
    """
    from qbank.check.grading import FAULT, Rules, judged
    from qbank.check.lookup import Questions, banks_of, part_of
    from qbank.corrections import corrections_of

    questions = Questions(banks_of(banks), corrections_of(banks))
    if answer is not None:
        asked = questions.asked(name)
        verdict = judged(asked, answer, Rules())
        deliver(_judged(asked, answer, verdict, face), None)
        ctx.exit(1 if verdict.code == FAULT else 0)
    key, _, part_name = name.strip().partition(".")
    question = questions.question(key)
    parts = (part_of(question, part_name, name),) if part_name else question.parts
    if face == "json":
        deliver(question.to_line(), None)
    else:
        keyed = [(part, questions.corrections(question.id, part.name)) for part in parts]
        deliver((_text if face == "table" else _markdown)(question, keyed), None)


def _judged(asked: "Asked", answer: str, verdict: "Verdict", face: str) -> str:
    """One answer's verdict, how it was read, what may have gone wrong, and the rule."""
    from qbank.check.faces.words import amount, plain, verdict_json
    from qbank.check.grading import Rules
    from qbank.check.layout import visible
    from qbank.check.ruling import Ruling
    from qbank.check.sentences import diagnosed

    rule = Ruling(Rules()).of(asked)
    if face == "json":
        said = {"question": asked.name, "answer": answer} | verdict_json(verdict) | {"rule": rule}
        return json.dumps(said, ensure_ascii=False, indent=2)
    facts = [
        ("question", asked.name),
        ("answer", visible(answer)),
        ("read as", visible(verdict.read_as or "")),
        ("verdict", f"{verdict.verdict.value}, score {amount(verdict.score)}"),
        ("why", visible(verdict.why)),
        ("diagnosis", diagnosed([_unsaid(item) for item in verdict.diagnosis], plain)),
        ("rule", rule),
    ]
    return columns([[label, text] for label, text in facts if text])


def _unsaid(item: "Diagnosis") -> "Diagnosis":
    """By its name alone, where it has one."""
    return item._replace(feedback="") if item.names else item


Corrected = Sequence[tuple["Part", "tuple[Correction, ...]"]]
"""Parts, each with the corrections that are in force for it."""


def _text(question: "Question", parts: Corrected) -> str:
    """For a terminal: mathematics in Unicode, lines that fit."""
    blocks = [
        f"{question.id}  {question.template}  level {question.level}\n{paragraphs(question.prompt, '  ')}"
    ]
    for part, lines in parts:
        ask = [paragraphs(f"{part.name}: {part.ask}", "  ")] if part.ask else []
        blocks.append("\n".join([*ask, _aligned(_keyed(part, question, lines))]))
    blocks.append(_aligned(_made(question)))
    blocks.append(paragraphs(question.explanation, "  "))
    return "\n\n".join(blocks)


def _markdown(question: "Question", parts: Corrected) -> str:
    blocks = [f"### {question.id}", f"{question.template}, level {question.level}", question.prompt]
    for part, lines in parts:
        blocks += [f"**{part.name}** {part.ask}"] if part.ask else []
        blocks.append(_listed(_keyed(part, question, lines)))
    return "\n\n".join([*blocks, question.explanation, _listed(_made(question))])


Fact = tuple[str, str]  # a label, empty where it is the one above, and its Markdown


def _aligned(facts: Iterable[Fact]) -> str:
    from qbank import markup

    return columns([[f"    {label}", markup.plain(text)] for label, text in facts])


def _listed(facts: Iterable[Fact]) -> str:
    return "\n".join(f"- {label}: {text}" if label else f"- {text}" for label, text in facts)


def _keyed(part: "Part", question: "Question", lines: "Sequence[Correction]") -> Iterator[Fact]:
    """The key, how it was corrected, what belongs to it, and the known mistakes."""
    exact = part.key if isinstance(part.key, str) else ", ".join(part.key)
    yield "key", _code(part.display)
    if exact != part.display:
        yield "exact", _code(exact)
    if lines:
        from qbank.check.corrections import sentence

        yield from (("" if index else "corrected", sentence(line, part)) for index, line in enumerate(lines))
    if part.formula is not None:
        yield "formula", _code(_formula(part.formula, question))
    if part.unit is not None:
        yield "unit", part.unit
    for index, (letter, text) in enumerate((part.options or {}).items()):
        yield "" if index else "options", f"{letter}. {text}"
    for index, mistake in enumerate(part.mistakes):
        yield "" if index else "mistakes", f"{_code(mistake.display)} {_named(mistake)}"


def _made(question: "Question") -> Iterator[Fact]:
    """Where the question comes from and who confirmed its key."""
    if question.params:
        yield (
            "parameters",
            _code(", ".join(f"{name} = {_spelled(value)}" for name, value in question.params.items())),
        )
    if question.conventions:
        yield "conventions", "; ".join(convention.phrase for convention in question.conventions)
    yield "proof", _proof(question.proof)


def _spelled(value: Json) -> str:
    return value if isinstance(value, str) else canonical(value)


def _named(mistake: "Mistake") -> str:
    from qbank.answers import Diagnosis
    from qbank.check.sentences import diagnosed

    axes = tuple(mistake.convention.items()) if mistake.convention else None
    return diagnosed([Diagnosis(mistake.names, axes, mistake.feedback)], str)


def _formula(formula: str, question: "Question") -> str:
    from qbank.answers import read_expression
    from qbank.exact import unicode

    return unicode(read_expression(formula, tuple(question.params)))


def _proof(proof: "Proof") -> str:
    if proof.how == "asserted":
        return f"unproven: asserted by {proof.by}"
    agrees = "exactly" if proof.within == "equal" else f"within {proof.within}"
    witnesses = [f"{proof.how} by {_code(proof.by)}, agrees {agrees}"]
    if proof.torch:
        witnesses.append(f"PyTorch {proof.torch} on {proof.device} in {proof.dtype}")
    if proof.symbolic:
        witnesses.append(f"SymPy {proof.symbolic}")
    return "; ".join(witnesses)


def _code(text: str) -> str:
    """Exact text, in which nothing is markup."""
    return f"`{text}`"

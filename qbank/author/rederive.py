"""Re-deriving what a bank holds: every key from its stored parameters, with today's solvers and witnesses."""

from collections.abc import Sequence

from qbank.author.compose import compose
from qbank.author.confirm import Laboratory
from qbank.author.pack import Packs
from qbank.author.prove import Rejected, confirm, consider, proof, witness_symbolically
from qbank.errors import QbankError
from qbank.question import Question, same_asked


def rederive(
    questions: Sequence[Question], packs: Packs, lab: Laboratory
) -> tuple[dict[str, Question], list[str]]:
    """Today's question for each stored one, by id, and what no longer holds.

    A stored line holds when its template still exists, its parameters still fit, every witness agrees, and today's
    question asks and keys the same. Explanations, feedback and proofs may differ: those can be renewed.
    """
    renewed, findings = {}, []
    for question in questions:
        try:
            today = _again(question, packs, lab)
            if not same_asked(today, question):
                raise QbankError("the template now asks or keys something else")
            renewed[question.id] = today._replace(id=question.id)
        except QbankError as error:
            findings.append(f"{question.id} ({question.template}): {error}")
    return renewed, findings


def _again(question: Question, packs: Packs, lab: Laboratory) -> Question:
    if question.proof.how == "asserted":
        return question
    template = packs.template(question.template)
    stored = {**question.params, **{c.name: c.value for c in question.conventions}}
    candidate = consider(template, template.space.from_json(stored))
    if isinstance(candidate, Rejected):
        raise QbankError(f"would not be asked today: {candidate.reason}")
    confirm([candidate], lab)
    witness_symbolically(candidate)
    as_choice = all(part.options for part in question.parts) and not all(
        part.options for part in template.parts
    )
    return compose(candidate, proof(template, lab), as_choice=as_choice)

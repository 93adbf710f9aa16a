"""Questions as their corrections leave them, for sheets that are made afterwards; the stored ones never change."""

from qbank.corrections import Corrections, is_void
from qbank.question import Question


def why_void(question: Question, corrections: Corrections) -> str | None:
    """Why the question is not set again; None where it may be. One void part takes the whole question along."""
    for part in question.parts:
        lines = corrections.get((question.id, part.name), ())
        if is_void(lines):
            what = f"its part {part.name} is" if part.name else "it is"
            return f"{what} void by a correction of {lines[-1].date}"
    return None


def corrected(question: Question, corrections: Corrections) -> Question:
    """The question with the keys that hold now. Raises QbankError where a correction gives what is no key."""
    if not any((question.id, part.name) in corrections for part in question.parts):
        return question
    from qbank.answers.keys import as_corrected  # the grammar, which a sheet needs not otherwise

    parts = tuple(
        as_corrected(part, corrections.get((question.id, part.name), ())) for part in question.parts
    )
    return question if parts == question.parts else question._replace(parts=parts)

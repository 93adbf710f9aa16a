"""Questions as their corrections leave them, for sheets that are made afterwards; the stored ones never change."""

from collections.abc import Sequence

from qbank.corrections import Correction, Corrections, is_void
from qbank.question import Part, Question


def why_void(question: Question, corrections: Corrections) -> str | None:
    """Why the question is not set again; None where it may be. One void part takes the whole question along."""
    for part in question.parts:
        lines = corrections.get((question.id, part.name), ())
        if is_void(lines):
            what = f"its part {part.name} is" if part.name else "it is"
            return f"{what} void by a correction of {lines[-1].date}"
    return None


def corrected(question: Question, corrections: Corrections) -> Question:
    """The question with the keys that hold now, and without the mistakes that are accepted by now.

    Raises QbankError where a correction gives what is no key.
    """
    if not any((question.id, part.name) in corrections for part in question.parts):
        return question
    parts = tuple(_part(part, corrections.get((question.id, part.name), ())) for part in question.parts)
    return question if parts == question.parts else question._replace(parts=parts)


def _part(part: Part, lines: Sequence[Correction]) -> Part:
    from qbank.answers.keys import (
        accepted,
        as_corrected,
        is_right,
    )  # the grammar, which a sheet needs not otherwise

    part = as_corrected(part, lines)
    right = [each for _, each in accepted(part, lines)]
    mistakes = tuple(
        mistake for mistake in part.mistakes if not any(is_right(each, mistake.key) for each in right)
    )
    return part._replace(mistakes=mistakes)

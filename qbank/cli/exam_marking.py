"""The marking scheme: slot by slot what is right on each version, what is nearly right, and what mistakes earn."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from qbank.answers import grade
from qbank.answers.rules import rule
from qbank.check.grading import Rules, arguments
from qbank.check.papers import printed
from qbank.markup import literal
from qbank.question import Mistake, Part, Question
from qbank.sheets import wording
from qbank.sheets.markdown import flowing
from qbank.sheets.sheet import Sheet, Slot, letters

if TYPE_CHECKING:
    from qbank.author.exam.fill import Filled

_OPENING = (
    "For the teacher alone: every answer stands here. `qbank check` marks by these rules; its options change what "
    "earns part of the points."
)


def marking_scheme(filled: "Sequence[Filled]", sheets: Sequence[Sheet]) -> str:
    """The scheme of all versions, in Markdown."""
    blocks = [f"# {literal(sheets[0].title)} – marking scheme", _OPENING]
    blocks.append(f"Each version: {wording.points(sheets[0].points)}.")
    for number, each in enumerate(filled, start=1):
        blocks += _slot(number, each, sheets)
    return "\n\n".join(blocks) + "\n"


def _slot(number: int, each: "Filled", sheets: Sequence[Sheet]) -> Iterator[str]:
    """The slot on every version, under the number that it has there."""
    placed = [next(slot for slot in sheet.slots if slot.id == question.id)
              for sheet, question in zip(sheets, each.questions, strict=True)]  # fmt: skip
    worth = wording.points(placed[0].points)
    yield f"## Slot {number}: {worth}, `{each.template}`, level {each.level}"
    for sheet, slot, question in zip(sheets, placed, each.questions, strict=True):
        who = f" ({literal(sheet.look.name)})" if sheet.look.name else ""
        yield f"### Version {literal(sheet.version)}{who}, question {slot.number} `{slot.id}`"
        yield from _question(slot, question)


def _question(slot: Slot, question: Question) -> Iterator[str]:
    labels = [""] if slot.parts == ("",) else [f"({letter}) " for letter in letters(len(slot.parts))]
    share = slot.points / len(slot.parts)
    for label, part in zip(labels, question.parts, strict=True):
        told = arguments(printed(part, slot.options), Rules())
        answer = literal(f"{label}{wording.answer(slot, part)}")
        yield f"**{answer}**, {_points(share)}. {literal(rule(**told))}"
        if part.mistakes:
            yield "\n".join(_mistake(slot, part, mistake, share) for mistake in part.mistakes)


def _mistake(slot: Slot, part: Part, mistake: Mistake, share: float) -> str:
    """What it looks like, what the checker gives for it, and what to say."""
    wrong = wording.wrong_answer(slot, part, mistake)
    verdict = grade(text=wrong, **arguments(printed(part, slot.options), Rules()))
    said = flowing(mistake.feedback).replace("\n", "\n  ")
    return f"- {literal(wrong)} earns {verdict.score * share:.4g}: {said}"


def _points(count: float) -> str:
    return f"{count:.4g} point{'' if count == 1 else 's'}"

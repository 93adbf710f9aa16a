"""The marking scheme: slot by slot what is right on each version, what is nearly right, and what mistakes earn."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from qbank.answers import grade
from qbank.answers.rules import rule
from qbank.check.grading import Rules, arguments
from qbank.check.papers import printed
from qbank.labels import Labels, passage
from qbank.markup import literal
from qbank.points import in_json, written
from qbank.question import Mistake, Part, Question
from qbank.sheets import wording
from qbank.sheets.markdown import flowing
from qbank.sheets.sheet import Sheet, Slot, letters

if TYPE_CHECKING:
    from qbank.author.exam.fill import Filled

_OPENING = passage(
    "For the teacher alone: every answer stands here. `qbank check` marks by these rules; its options change what "
    "earns part of the points."
)


def marking_scheme(title: str, filled: "Sequence[Filled]", sheets: Sequence[Sheet]) -> str:
    """The scheme of all versions of the exam of that title, in Markdown."""
    labels = sheets[0].look.labels
    title = labels.say("{title} – marking scheme", title=title)
    worth = labels.say("Each version: {points}.", points=wording.points(sheets[0].points, labels))
    blocks = [f"# {literal(title)}", labels.say(_OPENING), literal(worth)]
    for number, each in enumerate(filled, start=1):
        blocks += _slot(number, each, sheets)
    return "\n\n".join(blocks) + "\n"


def _slot(number: int, each: "Filled", sheets: Sequence[Sheet]) -> Iterator[str]:
    """The slot on every version, under the number that it has there."""
    placed = [next(slot for slot in sheet.slots if slot.id == question.id)
              for sheet, question in zip(sheets, each.questions, strict=True)]  # fmt: skip
    labels = sheets[0].look.labels
    worth = wording.points(placed[0].points, labels)
    place, level = labels.say("Slot {number}", number=number), labels.say("level {level}", level=each.level)
    yield f"## {literal(place)}: {literal(worth)}, `{each.template}`, {literal(level)}"
    for sheet, slot, question in zip(sheets, placed, each.questions, strict=True):
        who = f" ({literal(sheet.look.name)})" if sheet.look.name else ""
        version = literal(labels.say("Version {version}", version=sheet.version))
        asked = literal(labels.say("question {number}", number=slot.number))
        yield f"### {version}{who}, {asked} `{slot.id}`"
        yield from _question(slot, question, labels)


def _question(slot: Slot, question: Question, labels: Labels) -> Iterator[str]:
    marks = [""] if slot.parts == ("",) else [f"({letter}) " for letter in letters(len(slot.parts))]
    share = in_json(slot.points) / len(slot.parts)
    for mark, part in zip(marks, question.parts, strict=True):
        told = arguments(printed(part, slot.options), Rules())
        answer = literal(f"{mark}{wording.answer(slot, part, labels)}")
        yield f"**{answer}**, {literal(wording.points(share, labels))}. {literal(rule(labels=labels, **told))}"
        if part.mistakes:
            yield "\n".join(_mistake(slot, part, mistake, share, labels) for mistake in part.mistakes)


def _mistake(slot: Slot, part: Part, mistake: Mistake, share: float, labels: Labels) -> str:
    """What it looks like, what the checker gives for it, and what to say."""
    wrong = wording.wrong_answer(slot, part, mistake)
    verdict = grade(text=wrong, **arguments(printed(part, slot.options), Rules()))
    said = flowing(wording.feedback(mistake, labels)).replace("\n", "\n  ")
    shown = wording.wrong_answer(slot, part, mistake, labels)
    earned = labels.say("{answer} earns {points}", answer=shown, points=written(verdict.score * share))
    return f"- {literal(earned)}: {said}"

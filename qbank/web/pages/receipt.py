"""After an attempt: what was saved, the code to hold it against, and what it earned where that may be seen."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from qbank.answers import Word
from qbank.check.grading import VOID
from qbank.web.asking.judged import HEADINGS
from qbank.web.asking.shown import Shown, shown, text
from qbank.web.asking.unjudged import readings
from qbank.web.base.sentences import Sentence
from qbank.web.door.pages import Pages
from qbank.web.door.visit import Visit
from qbank.web.pages.sitting import Sitting, is_over, look
from qbank.web.sitting import attempts, marks, rulings
from qbank.web.sitting.attempts import Asked, Saved
from qbank.web.sitting.kept import is_after_final
from qbank.web.sitting.keyed import Key, keys
from qbank.web.sitting.marks import Mark, Paper
from qbank.web.sitting.results import earned
from qbank.web.sitting.rulings import Held

router = Pages("/attempts/{public}")


Aside = tuple[str, Saved]
"""A text that does not count, behind the label of its part."""


class Line(NamedTuple):
    """One part: what was saved for it, and how it is read."""

    position: int
    label: str
    saved: Saved | None
    read: str
    trouble: str


class Told(NamedTuple):
    """A question with what its answer earned and its worked solution."""

    position: int
    question: Shown
    typed: Mapping[str, str]
    judgements: list[dict[str, Any]]
    points: float
    worth: float
    keys: list[Key]
    explanation: Markup


@router.get("/receipt")
def receipt(request: Request, public: str) -> Response:
    """The receipt of an attempt that has ended."""
    visit = Visit(request)
    sitting = look(visit, public)
    if not is_over(sitting, visit.now):
        return visit.redirect(f"/attempts/{public}")
    with visit.site.store.read() as connection:
        aside = attempts.late_in(connection, sitting.attempt)
        is_out = sitting.quiz.feedback_is_out(visit.now, sitting.attempt.submitted)
        found = marks.latest(connection, [sitting.attempt.id]).get(sitting.attempt.id, []) if is_out else []
        total = earned(sitting.attempt, found) if is_out else None
        papers = [] if total is None else marks.papers(connection, sitting.attempt.id)
        held = rulings.in_force(connection, sitting.quiz.id)
    lines = [line for asked in sitting.asked for line in _lines(sitting, asked)]
    late, after_final = _aside(sitting, aside)
    return visit.page(
        "receipt", sitting=sitting, lines=lines, late=late, after_final=after_final, is_out=is_out, total=total,
        told=[_told(*pair, found, held) for pair in zip(sitting.asked, papers, strict=False)],
        code=attempts.receipt_code(visit.site, sitting.attempt, sitting.saved),
    )  # fmt: skip


def _lines(sitting: Sitting, asked: Asked) -> list[Line]:
    typed = sitting.typed(asked)
    read = readings(asked.form, asked.options, typed, sitting.quiz.rules.locale)
    return [
        Line(asked.position, part.label, sitting.saved.get((asked.position, part.name)),
             **each)
        for part, each in zip(shown(asked.form, asked.options).parts, read, strict=True)
    ]  # fmt: skip


def _aside(sitting: Sitting, found: list[tuple[int, str, Saved]]) -> tuple[list[Aside], list[Aside]]:
    """What does not count: what came after the end, and what came after its answer was made final."""
    late: list[Aside] = []
    after_final: list[Aside] = []
    for position, part, kept in found:
        is_final = is_after_final(sitting.at(position).checked, kept.received)
        (after_final if is_final else late).append((_label(sitting, position, part), kept))
    return late, after_final


def _label(sitting: Sitting, position: int, part: str) -> str:
    """The question's number and the part's letter."""
    asked = sitting.at(position)
    label = next(each.label for each in shown(asked.form, asked.options).parts if each.name == part)
    return f"{position} {label}".strip()


def _told(asked: Asked, paper: Paper, found: Sequence[Mark], held: Held) -> Told:
    mine = [each for each in found if each.position == asked.position]
    return Told(
        asked.position,
        shown(asked.form, asked.options),
        paper.typed,
        [_judged(each) for each in mine],
        sum(each.points for each in mine),
        sum(each.worth for each in mine),
        keys(paper, held),
        text(paper.question.explanation),
    )


def _judged(mark: Mark) -> dict[str, Any]:
    """As `judged.judgement`, from a mark that was given."""
    void = mark.code == VOID
    return {
        "verdict": mark.verdict,
        "heading": Sentence("Counts for nobody") if void else HEADINGS[Word(mark.verdict)],
        "read": mark.read_as,
        "why": mark.why,
        "is_open": marks.needs_a_person(mark),
        "mistakes": [each["feedback"] for each in mark.diagnosis if each["feedback"] not in ("", mark.why)],
    }

"""An attempt as its pages see it, and the page of one of its questions."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from starlette.responses import Response

from qbank.web.asking.judged import judgement
from qbank.web.asking.shown import shown, text
from qbank.web.asking.unjudged import readings
from qbank.web.base.names import token
from qbank.web.base.refusals import Refusal, missing
from qbank.web.course.quizzes import Feedback, Quiz
from qbank.web.door.people import Person
from qbank.web.door.visit import Visit
from qbank.web.sitting import attempts, keyed, letters, marks, rulings
from qbank.web.sitting.attempts import Asked, Attempt, Saved


class Place(NamedTuple):
    """A question in the row of those of its attempt."""

    position: int
    parts: int
    answered: int
    is_final: bool


class Sitting(NamedTuple):
    """An attempt that is looked at."""

    person: Person
    attempt: Attempt
    quiz: Quiz
    asked: list[Asked]
    saved: dict[tuple[int, str], Saved]

    @property
    def places(self) -> list[Place]:
        """How far each question is."""
        return [
            Place(each.position, len(each.form["parts"]), len(self.typed(each)), each.checked is not None)
            for each in self.asked
        ]

    def typed(self, asked: Asked) -> dict[str, str]:
        """What is saved for a question, of each part that something is saved for."""
        names = [part["name"] for part in asked.form["parts"]]
        found = {
            name: self.saved[asked.position, name].typed
            for name in names
            if (asked.position, name) in self.saved
        }
        return {name: typed for name, typed in found.items() if typed}

    def at(self, position: int) -> Asked:
        """The question there. Raises Refusal(404) where there is none."""
        if not 0 < position <= len(self.asked):
            raise missing()
        return self.asked[position - 1]


def look(visit: Visit, public: str) -> Sitting:
    """That attempt, if it is the visitor's."""
    with visit.read() as connection:
        person = visit.signed_in()
        attempt, quiz = attempts.own(connection, person, public)
        asked, saved = attempts.asked_in(connection, attempt), attempts.saved_in(connection, attempt)
    return Sitting(person, attempt, quiz, asked, saved)


def is_over(sitting: Sitting, now: int) -> bool:
    """Whether nothing that comes now counts any more."""
    return sitting.attempt.submitted is not None or not sitting.attempt.takes_answers(now)


def question_page(
    visit: Visit, sitting: Sitting, asked: Asked,
    *, typed: Mapping[str, str] | None = None, seen: Mapping[str, int] | None = None, refusal: Refusal | None = None,
    anyway: bool = False,
) -> Response:  # fmt: skip
    """The question, with what is saved for it, or what was typed and is not saved.

    The page of such a text goes on to know what it had `seen`: what was saved meanwhile is no part of it.
    """
    texts = sitting.typed(asked) if typed is None else typed
    final = None if asked.checked is None else _final(visit, sitting.attempt, asked)
    here = {part: kept for (position, part), kept in sitting.saved.items() if position == asked.position}
    return visit.page(
        "sit", status=200 if refusal is None else refusal.status, sitting=sitting, asked=asked,
        question=shown(asked.form, asked.options), typed=texts, saved=here, final=final, anyway=anyway,
        readings=readings(asked.form, asked.options, texts, sitting.quiz.rules.locale),
        seen={part: kept.revision for part, kept in here.items()} if seen is None else seen,
        unsaved=[part for part, text in texts.items() if part in here and text != here[part].typed],
        now=visit.now, request=token(),
        each=sitting.quiz.feedback is Feedback.EACH, refused=refusal and refusal.sentence,
        wrong={} if refusal is None else {refusal.field: refusal.sentence},
    )  # fmt: skip


def _final(visit: Visit, attempt: Attempt, asked: Asked) -> dict[str, Any]:
    """Verdict and solution of an answer that was made final."""
    with visit.site.store.read() as connection:
        _, quiz = attempts.own(connection, visit.signed_in(), attempt.public)
        in_force = rulings.in_force(connection, quiz.id)
        paper = marks.papers(connection, attempt.id)[asked.position - 1]
    parts = [letters.printed(part, paper.options) for part in paper.question.parts]
    verdicts = [
        marks.verdict_on(paper, part, quiz.rules, in_force.get((paper.question.id, part.name), ()))
        for part in paper.question.parts
    ]
    return {
        "judgements": [judgement(*pair) for pair in zip(parts, verdicts, strict=True)],
        "keys": keyed.keys(paper, in_force),
        "explanation": text(paper.question.explanation),
    }

"""What there is to ask: each kind of question with an example and its key, for instructors alone."""

from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from qbank.question import Question
from qbank.web.asking import questions, stock
from qbank.web.asking.shown import Shown, shown, text
from qbank.web.base.refusals import Refusal, missing
from qbank.web.course import building, changing, withheld
from qbank.web.course.quizzes import Quiz, State, quiz
from qbank.web.door.pages import Pages
from qbank.web.door.visit import Form, Visit

router = Pages("/teach/quizzes/{public}/questions", slow=True)


@router.get("")
def browse(request: Request, public: str, topic: str = "") -> Response:
    """The topics; of one of them every kind with an example."""
    return _page(Visit(request), public, topic)


@router.post("")
def add(request: Request, public: str, form: Form) -> Response:
    """One more row for the draft."""
    visit = Visit(request)
    person, topic = visit.signed_in(), form["topic"]
    with visit.site.store.read() as connection:
        quiz(connection, person, public, teaching=True)
        known = building.sources(stock.kinds(connection, None, released=True))
    try:
        slot = building.new_slot(form, known)
        visit.site.store.write(
            lambda connection: changing.add_slot(connection, person, public, slot, visit.now)
        )
    except Refusal as refusal:
        return _page(visit, public, topic, status=refusal.status, given=form, wrong=refusal.beside())
    return visit.redirect(f"/teach/quizzes/{public}/questions?topic={topic}")


def _page(
    visit: Visit, public: str, topic: str, *, status: int = 200, given: Any = None, wrong: Any = None
) -> Response:
    person = visit.signed_in()
    with visit.site.store.read() as connection:
        found = quiz(connection, person, public, teaching=True)
        kinds = stock.kinds(connection, found.course_id, released=found.released)
        names = sorted({kind.topic for kind in kinds})
        if topic and topic not in names:
            raise missing()
        chosen = [kind for kind in kinds if kind.topic == topic]
        examples = {
            name: questions.with_key(connection, at)
            for name, at in stock.examples(connection, topic, withheld.readable(person, visit.now)).items()
        }
    return visit.page(
        "builder_questions", status=status, quiz=found, topics=names, topic=topic, given=given or {},
        wrong=wrong or {}, draft=found.state is State.DRAFT, asks=_asks(found),
        shown=[(kind, *_example(examples.get(kind.template))) for kind in chosen],
    )  # fmt: skip


def _asks(found: Quiz) -> dict[str, int]:
    """How many questions of each template, and of each topic as a whole, the quiz asks already."""
    asks: dict[str, int] = {}
    for slot in found.slots:
        name = slot.template or slot.topic or ""
        asks[name] = asks.get(name, 0) + slot.size
    return asks


def _example(question: Question | None) -> tuple[Shown | None, list[str], Markup]:
    """The question as it is asked, its answers, its solution; nothing where there is none to be shown."""
    if question is None:
        return None, [], Markup()
    answers = [part.answered for part in question.parts]
    return shown(questions.form_of(question)), answers, text(question.explanation)

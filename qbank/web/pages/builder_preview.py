"""A quiz as a student would sit it: questions of a version drawn for the instructor, verdicts at once, nothing kept."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from qbank.draws import fresh_seed
from qbank.web.asking import questions
from qbank.web.asking.judged import judgement
from qbank.web.asking.shown import shown, text
from qbank.web.asking.unjudged import readings
from qbank.web.base import rates
from qbank.web.base.refusals import Refusal, missing
from qbank.web.course import preview, printed, withheld
from qbank.web.course.preview import Drawn
from qbank.web.course.quizzes import Quiz, quiz
from qbank.web.door.pages import Pages
from qbank.web.door.visit import Fields, Form, Visit
from qbank.web.sitting import letters, marks, rulings

router = Pages("/teach/quizzes/{public}", slow=True)

SEED_CHARACTERS = 64


@router.get("/preview")
def look(request: Request, public: str, seed: str = "", at: int = 1) -> Response:
    """One question of the version that the seed draws; without one, of a fresh version."""
    visit = Visit(request)
    if not seed:
        with visit.site.store.read() as connection:
            quiz(connection, visit.signed_in(), public, teaching=True)
        return visit.redirect(f"/teach/quizzes/{public}/preview?seed={fresh_seed()}")
    found, version = _drawn(visit, public, seed)
    return _page(visit, found, version, seed, at)


@router.post("/preview")
def judge(request: Request, public: str, form: Form, seed: str = "", at: int = 1) -> Response:
    """What the answer would earn."""
    visit = Visit(request)
    visit.site.rates.take(rates.PRACTICE, visit.address, visit.csrf)
    found, version = _drawn(visit, public, seed)
    return _page(visit, found, version, seed, at, form)


@router.get("/print")
def paper(request: Request, public: str) -> Response:
    """How the quiz can be printed."""
    return _print(Visit(request), public)


@router.post("/print")
def papers(request: Request, public: str, form: Form) -> Response:
    """The versions with keys and solutions, as a zip."""
    visit = Visit(request)
    person = visit.signed_in()
    try:
        count = form.number("versions", 1, printed.VERSIONS)
        seed = form.line("seed", SEED_CHARACTERS, least=0) or fresh_seed()
        if form["format"] not in printed.FORMATS:
            raise Refusal(422, "Choose a format.", field="format")
        with visit.site.store.read() as connection:
            found = quiz(connection, person, public, teaching=True)
            visit.site.rates.take(rates.UPLOAD, "print", person.public)
            made = printed.versions(connection, found, person, seed, count)
            ids = [question.id for version in made for question in version.questions]
            withheld.refuse(connection, person, ids, visit.now)
        content = printed.as_zip(made, form["format"])
    except Refusal as refusal:
        return _print(visit, public, status=refusal.status, given=form, wrong=refusal.beside("format"))
    headers = {"content-disposition": 'attachment; filename="quiz.zip"'}
    return Response(content, media_type="application/zip", headers=headers)


def _drawn(visit: Visit, public: str, seed: str) -> tuple[Quiz, list[Drawn]]:
    person = visit.signed_in()
    with visit.site.store.read() as connection:
        found = quiz(connection, person, public, teaching=True)
        if not found.slots:
            raise Refusal(409, "This quiz asks nothing yet. Add a topic or a kind of question first.")
        version = preview.drawn(connection, found, person, seed[:SEED_CHARACTERS])
        withheld.refuse(connection, person, [each.question.id for each in version], visit.now)
        return found, version


def _page(
    visit: Visit, found: Quiz, version: list[Drawn], seed: str, at: int, form: Fields | None = None
) -> Response:
    if not 1 <= at <= len(version):
        raise missing()
    drawn = version[at - 1]
    question = drawn.question
    typed = form.answers(part.name for part in question.parts) if form else {}
    points = found.slots[drawn.slot].points
    sheet = marks.Paper(at, question, points, drawn.options, typed)
    with visit.site.store.read() as connection:
        in_force = rulings.in_force(connection, found.id)
    verdicts = [
        (part, marks.verdict_on(sheet, part, found.rules, in_force.get((question.id, part.name), ())))
        for part in question.parts
    ]
    judged, public = form is not None, questions.form_of(question)
    return visit.page(
        "builder_preview", quiz=found, seed=seed[:SEED_CHARACTERS], at=at, count=len(version), points=points,
        typed=typed, question=shown(public, drawn.options),
        readings=readings(public, drawn.options, typed, found.rules.locale) if judged else None,
        judgements=[judgement(*each) for each in verdicts] if judged else None,
        earned=sum(mark.points for mark in marks.marked(sheet, found.rules, in_force)) if judged else 0.0,
        answers=[letters.printed(part, drawn.options).answered for part in question.parts],
        explanation=text(question.explanation), instructions=text(found.instructions) if at == 1 else "",
    )  # fmt: skip


def _print(visit: Visit, public: str, *, status: int = 200, given: Any = None, wrong: Any = None) -> Response:
    with visit.site.store.read() as connection:
        found = quiz(connection, visit.signed_in(), public, teaching=True)
    typed = given or {"versions": str(printed.VERSIONS), "format": "pdf", "seed": ""}
    return visit.page(
        "builder_print",
        status=status,
        quiz=found,
        given=typed,
        wrong=wrong or {},
        most=printed.VERSIONS,
        command=printed.command(found.rules),
    )

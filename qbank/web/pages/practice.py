"""Practice: a question, the answer as it was read, the verdict with its reason, and the next one."""

from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from qbank.answers import Verdict, Word
from qbank.question import Question
from qbank.web.asking import practice, questions
from qbank.web.asking.judged import judgement
from qbank.web.asking.questions import Known
from qbank.web.asking.shown import shown, text
from qbank.web.asking.unjudged import Reading, readings
from qbank.web.base import rates
from qbank.web.base.names import token
from qbank.web.base.refusals import missing
from qbank.web.door.pages import Pages
from qbank.web.door.people import GUEST, Person, add_person
from qbank.web.door.visit import Form, Visit

router = Pages("/practice")


@router.get("")
def mixture(request: Request) -> Response:
    """What is worth asking next, of all topics."""
    return _next(Visit(request), None)


@router.get("/topics/{topic}")
def of_topic(request: Request, topic: str) -> Response:
    """What is worth asking next, of one topic."""
    return _next(Visit(request), topic)


def _next(visit: Visit, topic: str | None) -> Response:
    with visit.site.store.read() as connection:
        name = practice.next_question(connection, visit.somebody, topic, visit.now)
    if name is None:
        raise missing()
    return visit.redirect(f"/practice/{name}" + (f"?topic={topic}" if topic else ""))


@router.get("/{name}")
def question(request: Request, name: str, topic: str = "") -> Response:
    """The question, with room for an answer."""
    visit = Visit(request)
    known, _ = _known(visit, name, key=False)
    return _page(visit, known, topic)


@router.get("/{name}/another")
def another(request: Request, name: str, topic: str = "") -> Response:
    """Another of the kind."""
    visit = Visit(request)
    known, _ = _known(visit, name, key=False)
    with visit.site.store.read() as connection:
        other = practice.variant(connection, visit.somebody, known.template, besides=known.public)
    return visit.redirect(f"/practice/{other}" + (f"?topic={topic}" if topic else ""))


@router.post("/{name}")
def answer(request: Request, name: str, form: Form, topic: str = "") -> Response:
    """How the answer is read, or, where it is to count, what it earns."""
    visit = Visit(request)
    visit.site.rates.take(rates.PRACTICE, visit.address, visit.csrf)
    known, whole = _known(visit, name, key=True)
    typed = form.answers(part["name"] for part in known.form["parts"])
    read = readings(known.form, None, typed, practice.RULES.locale)
    if visit.wants_json:
        return JSONResponse({"readings": visit.told(read)})
    if form["do"] == "solution":
        return _page(visit, known, topic, typed=typed, solution=whole)
    if form["do"] != "count":
        return _page(visit, known, topic, typed=typed, readings=read)
    verdicts = practice.judge(whole, typed)
    if not practice.is_settled(verdicts):
        return _page(visit, known, topic, typed=typed, readings=_why_not(read, verdicts))
    person = visit.somebody or _guest(visit)
    request_id = form["request"][:64] or token()
    visit.site.store.write(
        lambda connection: practice.record(connection, person, whole, typed, verdicts, request_id, visit.now)
    )
    return _page(visit, known, topic, typed=typed, verdicts=verdicts, solution=whole)


def _known(visit: Visit, name: str, *, key: bool) -> tuple[Known, Any]:
    """A released question, and with `key` the whole of it. Others are for nobody's practice."""
    with visit.site.store.read() as connection:
        known = questions.by_public(connection, name)
        if known is None or not known.released:
            raise missing()
        return known, questions.with_key(connection, known.id) if key else None


def _why_not(read: list[Reading], verdicts: list[Verdict]) -> list[Reading]:
    """The readings, and where one looked fine that the checker cannot judge, why not."""
    unread = [verdict.why if verdict.verdict is Word.UNREADABLE else "" for verdict in verdicts]
    return [
        {"read": "", "trouble": why} if why and not each["trouble"] else each
        for each, why in zip(read, unread, strict=True)
    ]


def _guest(visit: Visit) -> Person:
    """Somebody without an account, whose progress this browser keeps."""
    guest = visit.site.store.write(
        lambda connection: add_person(connection, visit.now, name="guest", role=GUEST)
    )
    visit.begin(guest)
    return guest


def _page(
    visit: Visit,
    known: Known,
    topic: str,
    *,
    typed: Mapping[str, str] | None = None,
    readings: list[Reading] | None = None,
    verdicts: list[Verdict] | None = None,
    solution: Question | None = None,
) -> Response:
    return visit.page(
        "practice",
        known=known,
        question=shown(known.form),
        topic=topic,
        typed=typed or {},
        readings=readings,
        judgements=solution
        and verdicts
        and [judgement(*pair) for pair in zip(solution.parts, verdicts, strict=True)],
        answers=solution and [part.answered for part in solution.parts],
        explanation=solution and text(solution.explanation),
        request=token(),
    )

"""Topics, questions without their keys, checking, and the banks."""

import json
from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import Query
from sqlalchemy import Connection, func, select

from qbank import limits, pictures
from qbank.answers import Verdict
from qbank.question import Question, digest_of
from qbank.web.api import forms
from qbank.web.api.caller import By
from qbank.web.api.document import problems, routes
from qbank.web.api.lists import SIZE, Cursor, Name, Size, demand, page
from qbank.web.api.once import once
from qbank.web.asking import practice, questions
from qbank.web.asking.questions import Known
from qbank.web.base.names import token
from qbank.web.base.refusals import Refusal, missing
from qbank.web.base.schema import keys
from qbank.web.base.schema import questions as stock
from qbank.web.course import withheld
from qbank.web.door.tokens import Scope

router = routes("questions")

RELEASED, OWN = "released", "own"
Topic = Annotated[str, Query(max_length=limits.NAME_CHARACTERS, description="of this topic alone")]


@router.get("/topics", summary="Topics", responses=problems())
def topics(by: By) -> list[forms.Topic]:
    """What can be practised, and how much of it there is."""
    with by.site.store.read() as connection:
        return [forms.Topic(**topic._asdict()) for topic in questions.topics(connection, released=True)]


@router.get("/questions", summary="Questions", responses=problems())
def released_questions(
    by: By,
    topic: Topic = "",
    level: Annotated[int | None, Query(ge=1, le=3, description="of this level alone")] = None,
    after: Cursor = "",
    size: Size = SIZE,
) -> forms.Page[forms.Question]:
    """The released questions, without their keys, in an order that stays."""
    asked = select(stock.c.id).where(stock.c.released, stock.c.public > after).order_by(stock.c.public)
    if topic:
        asked = asked.where(stock.c.topic == topic)
    if level is not None:
        asked = asked.where(stock.c.level == level)
    with by.site.store.read() as connection:
        demand(connection, stock.c.public, after)
        ids = list(connection.scalars(asked.limit(size + 1)))
        found = questions.by_ids(connection, ids)
    return page([question_form(known) for known in found], size, lambda item: item.name)


@router.get("/questions/{name}", summary="One question", responses=problems(404))
def question(by: By, name: Name) -> forms.Question:
    """One released question, without its key."""
    return question_form(_released(by, name)[0])


@router.post("/questions/{name}/check", summary="Check an answer", responses=problems(401, 403, 404))
def check(by: By, name: Name, sent: forms.Answers) -> forms.Checked:
    """How an answer to a released question is read and judged.

    With `counts` it is kept as practice of the token's person, where every part of it could be read.
    """
    person = by.may(Scope.PRACTISE) if sent.counts else None
    _, whole = _released(by, name)
    fitting(sent.answers, [part.name for part in whole.parts])
    verdicts = practice.judge(whole, sent.answers)
    settled = practice.is_settled(verdicts)
    named = zip(whole.parts, verdicts, strict=True)
    checked = forms.Checked(
        verdicts=[verdict_form(part.name, verdict) for part, verdict in named],
        score=practice.score(verdicts), counted=person is not None and settled,
    )  # fmt: skip
    if person is None:
        return checked
    request = token()

    def work(connection: Connection) -> Any:
        if settled:
            practice.record(connection, person, whole, sent.answers, verdicts, request, by.now)
        return checked.model_dump()

    return forms.Checked(**once(by, person, ["check", name, sent.model_dump()], work))


@router.get("/banks", tags=["banks"], summary="Banks", responses=problems(401, 403))
def banks(by: By) -> list[forms.Bank]:
    """The banks of the service: `released`, which was shipped, and `own`, which it makes for quizzes.

    Of `own` there is what quizzes of courses that the person teaches draw from or have asked, without what a quiz asks
    that the person can still sit as a student.
    """
    person = by.teacher()
    may = withheld.readable(person, by.now)
    asked = select(stock.c.released, func.count()).where(may).group_by(stock.c.released)
    with by.site.store.read() as connection:
        counted = {bool(row[0]): int(row[1]) for row in connection.execute(asked)}
    return [forms.Bank(name=name, questions=counted.get(name == RELEASED, 0)) for name in (RELEASED, OWN)]


@router.get(
    "/banks/{name}/questions", tags=["banks"], summary="A bank's lines", responses=problems(401, 403, 404)
)
def bank_lines(by: By, name: Name, after: Cursor = "", size: Size = SIZE) -> forms.Page[forms.BankLine]:
    """The lines of a bank with keys and proofs: for instructors, of `own` those of their quizzes (see `banks`)."""
    person = by.teacher()
    if name not in (RELEASED, OWN):
        raise missing()
    asked = (
        select(stock.c.public, keys.c.line)
        .join(keys, keys.c.question_id == stock.c.id)
        .where(stock.c.released.is_(name == RELEASED), withheld.readable(person, by.now))
        .where(stock.c.public > after)
        .order_by(stock.c.public)
    )
    with by.site.store.read() as connection:
        demand(connection, stock.c.public, after)
        rows = connection.execute(asked.limit(size + 1)).all()
    lines = [forms.BankLine(name=row.public, line=json.loads(row.line)) for row in rows]
    return page(lines, size, lambda item: item.name)


def _released(by: By, name: str) -> tuple[Known, Question]:
    with by.site.store.read() as connection:
        known = questions.by_public(connection, name)
        if known is None or not known.released:
            raise missing()
        return known, questions.with_key(connection, known.id)


def fitting(answers: dict[str, str], parts: list[str]) -> None:
    """Refuse, by its name, an answer to a part that the question does not have."""
    if surplus := sorted(set(answers) - set(parts)):
        known = ", ".join(repr(part) for part in parts)
        raise Refusal(
            422, f"The question has no part {surplus[0]!r}; it has {known}.", field=f"answers.{surplus[0]}"
        )


def question_form(known: Known) -> forms.Question:
    """The question as programs get it."""
    return forms.Question(name=known.public, topic=known.topic, level=known.level, **asked_form(known.form))


def asked_form(form: Mapping[str, Any], options: dict[str, str] | None = None) -> dict[str, Any]:
    """Prompt, picture and parts, the options under the letters that they are printed with."""
    figure = form["figure"]
    parts = [part | {"options": questions.lettered(part["options"], options)} for part in form["parts"]]
    shown = figure and forms.Figure(href=f"/pictures/{digest_of(figure)}.svg", alt=pictures.alt(figure))
    return {"prompt": form["prompt"], "figure": shown, "parts": [forms.Part(**part) for part in parts]}


def verdict_form(part: str, verdict: Verdict) -> forms.Verdict:
    """The verdict as programs get it."""
    return forms.Verdict(
        part=part, verdict=verdict.verdict.value, score=verdict.score, read_as=verdict.read_as, why=verdict.why,
        code=verdict.code, feedback=[found.feedback for found in verdict.diagnosis if found.feedback],
    )  # fmt: skip

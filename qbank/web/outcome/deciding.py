"""From what an instructor fills in to rulings: on one part, on a whole question, or on all questions of a template."""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection, func, select

from qbank.answers.keys import accepted, as_corrected, is_right, typed_key
from qbank.corrections import RULING, Correction
from qbank.errors import QbankError
from qbank.question import Part, Question
from qbank.web.asking import questions
from qbank.web.base.names import public_name
from qbank.web.base.refusals import Refusal, missing
from qbank.web.base.schema import asked, attempts, keys, pool
from qbank.web.base.schema import questions as stock
from qbank.web.course.quizzes import Quiz
from qbank.web.sitting import rulings
from qbank.web.sitting.rulings import ACTIONS, VALUED, Held, Ruling

EVERY_PART = "*"
THIS, TEMPLATE = "question", "template"


class Given(NamedTuple):
    """What was filled in. `part` is a name or `*`; `scope` says whether all questions of the template are meant."""

    action: str
    scope: str
    part: str
    value: str
    reason: str


class Used(NamedTuple):
    """A question of a quiz, and how many attempts were asked it."""

    id: str
    public: str
    template: str
    attempts: int


def used(connection: Connection, quiz: Quiz) -> list[Used]:
    """The questions that the quiz has asked, by template."""
    rows = connection.execute(
        select(stock.c.id, stock.c.public, stock.c.template, func.count())
        .join(asked, asked.c.question_id == stock.c.id)
        .join(attempts, attempts.c.id == asked.c.attempt_id)
        .where(attempts.c.quiz_id == quiz.id)
        .group_by(stock.c.id, stock.c.public, stock.c.template)
        .order_by(stock.c.template, stock.c.id)
    )
    return [Used(*row) for row in rows]


def question_of(connection: Connection, quiz: Quiz, public: str) -> Question:
    """That question of the quiz with its key. Raises Refusal(404) for one that it never asks."""
    wanted = connection.scalar(select(stock.c.id).where(stock.c.public == public))
    if wanted is None or wanted not in _ids(connection, quiz, None):
        raise missing()
    return questions.with_key(connection, wanted)


def lines(
    connection: Connection, quiz: Quiz, question: Question, given: Given, who: str, now: int, request: str
) -> list[Ruling]:
    """The rulings that were meant. Raises Refusal, by its field, where they make no sense or change nothing."""
    if given.action not in ACTIONS:
        raise Refusal(422, "Choose what is to be done.", field="action")
    made = rulings.made_in(connection, quiz.id)
    held = rulings.counting(made)
    if given.action in VALUED:
        part = _one_part(question, given)
        places = [(question.id, part.name)]
        value = value_of(part, given, _keys(made, places[0]), quiz.rules.locale)
    else:
        places, value = _places(connection, quiz, question, given, held), None
    return [
        Ruling(public_name(), *place, given.action, value, given.reason, who, now, request)
        for place in places
    ]


def _keys(made: Sequence[Ruling], place: tuple[str, str]) -> list[Correction]:
    """What stands about the key of that part, whether or not it is void meanwhile: it holds once that is taken back."""
    stand = [line for line in rulings.standing(made) if line.place == place and line.action in VALUED]
    return [rulings.correction(line) for line in stand]


def overruled(made: Sequence[Ruling]) -> dict[str, Ruling]:
    """By public name, of the rulings that stand those that have no effect, each with the one that it gives way to."""
    found: dict[str, Ruling] = {}
    stand: dict[tuple[str, str], list[Ruling]] = {}
    for line in rulings.standing(made):
        stand.setdefault(line.place, []).append(line)
    for lines in stand.values():
        last = next((line for line in reversed(lines) if line.action in RULING), None)
        if last is not None:
            same = RULING if last.action in VALUED else (*RULING, *VALUED)
            found |= {line.public: last for line in lines if line is not last and line.action in same}
    return found


def _one_part(question: Question, given: Given) -> Part:
    if given.scope == TEMPLATE:
        raise Refusal(
            422,
            "No key is the same in all questions of a template. Choose this question alone.",
            field="scope",
        )
    part = question.parts[0] if len(question.parts) == 1 else question.part(given.part)
    if part is None:
        raise Refusal(422, "Choose the part whose key this is.", field="part")
    return part


def _places(
    connection: Connection, quiz: Quiz, question: Question, given: Given, held: Held
) -> list[tuple[str, str]]:
    """The parts that are meant and are not ruled so already."""
    whole = [question]
    if given.scope == TEMPLATE:
        ids = _ids(connection, quiz, question.template)
        found = connection.scalars(select(keys.c.line).where(keys.c.question_id.in_(ids)))
        whole = sorted(map(questions.whole, found), key=lambda one: one.id)
    places = [
        (one.id, part.name)
        for one in whole
        for part in one.parts
        if len(question.parts) == 1 or given.part in (EVERY_PART, part.name)
    ]
    if not places:
        raise Refusal(422, "Choose a part of the question, or all of them.", field="part")
    new = [place for place in places if not _is_so(held.get(place, ()), given.action)]
    if not new:
        raise Refusal(422, "It is ruled so already.", field="action")
    return new


def _is_so(corrections: Sequence[Correction], action: str) -> bool:
    return any(line.action == action for line in corrections)


def _ids(connection: Connection, quiz: Quiz, template: str | None) -> set[str]:
    """What the quiz has asked or can ask, of that template or of all."""
    of = [stock.c.template == template] if template else []
    pooled = select(pool.c.question_id).join(stock, stock.c.id == pool.c.question_id)
    put = (
        select(asked.c.question_id)
        .join(stock, stock.c.id == asked.c.question_id)
        .join(attempts, attempts.c.id == asked.c.attempt_id)
    )
    found = set(connection.scalars(pooled.where(pool.c.quiz_id == quiz.id, *of)))
    return found | set(connection.scalars(put.where(attempts.c.quiz_id == quiz.id, *of).distinct()))


def value_of(part: Part, given: Given, corrections: Sequence[Correction], locale: str | None) -> str:
    """The key that was typed, as key text. Raises Refusal where it is none, or is right already."""
    if not given.value.strip() and part.answer["kind"] != "choices":
        raise Refusal(422, "Write the key, as an answer is typed.", field="value")
    try:
        key = typed_key(part, given.value, locale)
        keyed = [as_corrected(part, corrections)]
        if given.action == "accept":
            keyed += [other for _, other in accepted(part, corrections)]
        known = next((other for other in keyed if is_right(other, key)), None)
    except QbankError as fault:
        raise Refusal(
            422, f"{fault.message}{f': {fault.hint}' if fault.hint else ''}.", field="value"
        ) from fault
    if known is not None:
        raise Refusal(422, "This is right already: the key is %(key)s.", field="value", key=known.display)
    return key if isinstance(key, str) else ", ".join(key)


def undos(made: Sequence[Ruling], public: str, who: str, reason: str, now: int, request: str) -> list[Ruling]:
    """What takes that ruling back, with all that were made at once with it and still stand.

    Raises Refusal(404) for one that is not there, and Refusal(409) where it is taken back already.
    """
    line = next((one for one in made if one.public == public and one.action != rulings.UNDO), None)
    if line is None:
        raise missing()
    stand = [one for one in rulings.standing(made) if one.request == line.request]
    if not stand:
        raise Refusal(409, "This is taken back already.")
    return [rulings.undone(one, who, reason, now, request) for one in stand]

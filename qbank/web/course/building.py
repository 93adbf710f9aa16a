"""The form of a quiz: what an instructor typed, read as a whole, with every fault beside its field."""

from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import NamedTuple, TypeVar

from qbank import limits, markup
from qbank.answers.digits import of_locale
from qbank.check.grading import Rules
from qbank.errors import QbankError
from qbank.web.asking.stock import Kind
from qbank.web.base.refusals import Refusal
from qbank.web.base.sentences import Sentence
from qbank.web.course import moments
from qbank.web.course.quiz_fields import NUMBER, SHARES, Typed, slots_of
from qbank.web.course.quizzes import Feedback, Quiz, Slot, State
from qbank.web.door.visit import Fields

Value = TypeVar("Value")

LEVELS = ("1", "2", "3")


class Draft(NamedTuple):
    """What the form says of a quiz."""

    title: str
    instructions: str
    zone: str
    opens: int | None
    closes: int | None
    minutes: int | None
    attempts: int
    feedback: Feedback
    rules: Rules
    released: bool
    slots: tuple[Slot, ...]


Sources = frozenset[str]


class Unfit(Exception):
    """What is wrong with a form, by the fields' names."""

    def __init__(self, wrong: dict[str, str]) -> None:
        self.wrong = wrong
        super().__init__(str(wrong))


def read(form: Fields, sources: Sources, stored: Quiz | None = None) -> Draft:
    """What was typed. Of a quiz that is published, slots, rules and what may be asked stay as they are stored.

    Raises Unfit with the sentence of each field that does not fit.
    """
    take = _Taking()
    zone = take(lambda: moments.zone(form["zone"]), "")
    opens, closes = (_moment(form, name, zone, take) for name in ("opens", "closes"))
    if opens is not None and closes is not None and closes <= opens:
        take.wrong["closes"] = Sentence("This is not after the time when it opens.")
    fixed = None if stored is None or stored.state is State.DRAFT else stored
    draft = Draft(
        title=take(lambda: form.line("title"), ""),
        instructions=take(lambda: _instructions(form), ""),
        zone=zone,
        opens=opens,
        closes=closes,
        minutes=take(lambda: _minutes(form), None),
        attempts=take(lambda: form.number("attempts", 1, limits.QUIZ_ATTEMPTS), 1),
        feedback=take(lambda: _feedback(form), Feedback.WINDOW),
        rules=fixed.rules if fixed else _rules(form, take),
        released=fixed.released if fixed else form["released"] == "yes",
        slots=fixed.slots if fixed else _slots(form, sources, take),
    )
    _demand_size(draft, take.wrong)
    if take.wrong:
        raise Unfit(take.wrong)
    return draft


class _Taking:
    """Takes one value after another, and notes by its field what does not fit."""

    def __init__(self) -> None:
        self.wrong: dict[str, str] = {}

    def __call__(self, reading: Callable[[], Value], instead: Value) -> Value:
        try:
            return reading()
        except Refusal as refusal:
            self.wrong[refusal.field or ""] = refusal.sentence
            return instead


def _moment(form: Fields, name: str, zone: str, take: _Taking) -> int | None:
    """The time in that field; what it means is not known where the zone is not."""
    return take(lambda: moments.read(form[name], zone, name), None) if zone else None


def _minutes(form: Fields) -> int | None:
    return form.number("minutes", 1, limits.QUIZ_MINUTES) if form["minutes"].strip() else None


def _rules(form: Fields, take: _Taking) -> Rules:
    def share(name: str) -> float:
        return take(lambda: form.number(name, 0, 100) / 100, 0.0)

    return Rules(take(lambda: _locale(form), None), *map(share, SHARES))


def _slots(form: Fields, sources: Sources, take: _Taking) -> tuple[Slot, ...]:
    def slot(at: int, typed: Typed) -> Slot | None:
        return take(lambda: _slot(at, typed, sources), None)

    return tuple(found for at, typed in enumerate(slots_of(form)) if (found := slot(at, typed)))


def _demand_size(draft: Draft, wrong: dict[str, str]) -> None:
    if len(draft.slots) > limits.QUIZ_SLOTS:
        wrong["slots"] = Sentence("More than %(most)s rows. Take some together.", most=limits.QUIZ_SLOTS)
    elif sum(slot.size for slot in draft.slots) > limits.QUIZ_QUESTIONS:
        wrong["slots"] = Sentence(
            "More than %(most)s questions altogether. Ask fewer.", most=limits.QUIZ_QUESTIONS
        )


def _instructions(form: Fields) -> str:
    text = form["instructions"].replace("\r\n", "\n").strip()
    if len(text) > limits.TEXT_CHARACTERS:
        most = f"{limits.TEXT_CHARACTERS:,}"
        raise Refusal(422, "More than %(most)s characters.", field="instructions", most=most)
    if found := markup.problems(text):
        raise Refusal(422, f"{found[0][:1].upper()}{found[0][1:]}.", field="instructions")
    return text


def _feedback(form: Fields) -> Feedback:
    try:
        return Feedback(form["feedback"])
    except ValueError as error:
        raise Refusal(422, "Choose when there is feedback.", field="feedback") from error


def _locale(form: Fields) -> str | None:
    name = form["locale"].strip()
    try:
        of_locale(name)
    except QbankError as error:
        raise Refusal(
            422, "This is an unknown locale. Write a language such as en, de, fr or pt-BR.", field="locale"
        ) from error
    return name or None


def _slot(at: int, typed: Typed, sources: Sources) -> Slot:
    """One row. Raises Refusal by its field, such as `slot-0-size`."""
    fields = Fields({f"slot-{at}-{name}": text for name, text in typed.items()}, {})
    kind, _, name = typed["source"].partition(":")
    if typed["source"] not in sources:
        raise Refusal(422, "There are no questions of this kind here.", field=f"slot-{at}-source")
    if typed["level"] not in ("", *LEVELS):
        raise Refusal(422, "Choose a level, or any.", field=f"slot-{at}-level")
    size = fields.number(f"slot-{at}-size", 1, limits.QUIZ_QUESTIONS)
    points = _points(typed["points"], f"slot-{at}-points")
    if kind == "template":
        return Slot(None, name, None, size, points)
    return Slot(name, None, int(typed["level"]) if typed["level"] else None, size, points)


def new_slot(form: Fields, sources: Sources) -> Slot:
    """The row that a form with one row alone holds, under the names `slot-0-…`. Raises Refusal by its field."""
    typed = slots_of(form)
    if not typed:
        raise Refusal(422, "Choose what to ask.", field="slot-0-source")
    return _slot(0, typed[0], sources)


def _points(text: str, field: str) -> float:
    text = text.strip()
    value = Decimal(text.replace(",", ".")) if NUMBER.fullmatch(text) else None
    if value is None or not 0 < value <= limits.QUIZ_POINTS:
        said = "Write a number above 0 up to %(most)s, with two decimals at most."
        raise Refusal(422, said, field=field, most=f"{limits.QUIZ_POINTS:,}")
    return float(value)


def sources(kinds: Sequence[Kind]) -> Sources:
    """What a row may ask for."""
    return frozenset(
        f"{sort}:{name}"
        for each in kinds
        for sort, name in (("topic", each.topic), ("template", each.template))
    )

"""The fields of a quiz's form: of a blank one, of a stored quiz, and after a button that changes its rows."""

import re
from collections.abc import Mapping, Sequence

from qbank import limits
from qbank.question import digest_of
from qbank.web.asking.stock import Kind
from qbank.web.course import moments
from qbank.web.course.quizzes import Feedback, Quiz

SHARES = ("truncated", "few_digits", "last_digit", "convention")
"""Rules by which an answer earns a share of the points."""

NUMBER = re.compile(r"\d{1,6}(?:[.,]\d{1,2})?|[.,]\d{1,2}", re.ASCII)

Typed = dict[str, str]
"""Fields by their names; of a row its source (`topic:mask` or `template:mask.cells`), level, size, points."""


def blank() -> Typed:
    """The fields of a quiz that nobody has typed anything into."""
    return {
        "title": "", "instructions": "", "zone": moments.DEFAULT, "opens": "", "closes": "", "minutes": "60",
        "attempts": "1", "feedback": Feedback.WINDOW.value, "locale": "", "released": "", "seen": "",
        "truncated": "50", "few_digits": "50", "last_digit": "0", "convention": "0",
    }  # fmt: skip


def as_typed(quiz: Quiz, zone: str | None) -> Typed:
    """The fields of a quiz as it is stored; `seen` tells whether it was changed since this page was made."""
    typed = {
        "title": quiz.title,
        "instructions": quiz.instructions,
        "zone": zone or moments.DEFAULT,
        "opens": moments.written(quiz.opens, zone),
        "closes": moments.written(quiz.closes, zone),
        "minutes": "" if quiz.minutes is None else str(quiz.minutes),
        "attempts": str(quiz.attempts),
        "feedback": quiz.feedback.value,
        "locale": quiz.rules.locale or "",
        "released": "yes" if quiz.released else "",
        **{name: f"{100 * getattr(quiz.rules, name):.0f}" for name in SHARES},
    }
    return typed | {"seen": seen(quiz)}


def seen(quiz: Quiz) -> str:
    """A word that changes whenever the quiz does."""
    values = quiz._asdict() | {
        "role": "",
        "extra": 0,
        "rules": list(quiz.rules),
        "slots": [list(each) for each in quiz.slots],
    }
    return digest_of(values)


def slots_typed(quiz: Quiz) -> list[Typed]:
    """The slots of a quiz as the form has them."""
    return [
        {
            "source": f"template:{slot.template}" if slot.template else f"topic:{slot.topic}",
            "level": "" if slot.level is None else str(slot.level),
            "size": str(slot.size),
            "points": f"{slot.points:g}",
        }
        for slot in quiz.slots
    ]


def slots_of(form: Mapping[str, str]) -> list[Typed]:
    """The slots that were typed, in their order."""
    found: list[Typed] = []
    while (at := len(found)) <= limits.QUIZ_SLOTS and form.get(f"slot-{at}-source"):
        found.append(
            {name: form.get(f"slot-{at}-{name}", "") for name in ("source", "level", "size", "points")}
        )
    return found


def turned(slots: Sequence[Typed], do: str, form: Mapping[str, str]) -> list[Typed]:
    """The slots after one of the buttons `add`, `up-3`, `down-3`, `remove-3` was pressed."""
    found = list(slots)
    action, _, number = do.partition("-")
    at = int(number) if number.isascii() and number.isdigit() and len(number) < 4 else -1
    if action == "add":
        names = ("source", "level", "size", "points")
        found.append({name: form.get(f"new-{name}", "") for name in names})
    elif not 0 <= at < len(found):
        return found
    elif action == "remove":
        del found[at]
    elif action in ("up", "down"):
        other = at + (1 if action == "down" else -1)
        if 0 <= other < len(found):
            found[at], found[other] = found[other], found[at]
    return found


def total(slots: Sequence[Mapping[str, str]]) -> tuple[int, float]:
    """How many questions and points the rows make, as far as they can be read."""
    questions, points = 0, 0.0
    for slot in slots:
        size = slot["size"].strip()
        worth = slot["points"].strip()
        if size.isascii() and size.isdigit() and len(size) < 4 and NUMBER.fullmatch(worth):
            questions += int(size)
            points += int(size) * float(worth.replace(",", "."))
    return questions, points


def there(slot: Mapping[str, str], kinds: Sequence[Kind]) -> int:
    """How many questions there are for a row as it was typed."""
    sort, _, name = slot["source"].partition(":")
    level = slot["level"]
    return sum(
        each.size
        for each in kinds
        if (
            each.template == name
            if sort == "template"
            else each.topic == name and level in ("", str(each.level))
        )
    )

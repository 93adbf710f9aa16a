"""The tables that form tools and learning platforms export, each recognised by its columns."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from qbank.check.people import people

_STAMPS = frozenset({"timestamp", "zeitstempel"})
_SCORES = frozenset({"score", "total score", "punktzahl", "gesamtpunktzahl"})
_BESIDE = r"(.+) \[(?:score|feedback|punkte|punktzahl|rückmeldung|feedback geben)\]"
_CANVAS = frozenset({"name", "id", "submitted", "attempt"})
_CANVAS_QUESTION = r"\d+:\s*(.*)"
_RESPONSE = r"(?a)(?:response|antwort) (\d{1,9})"
_QUESTION = r"(?a)(?:question|frage) (\d{1,9})"
_TOTALS = frozenset({"overall average", "gesamtdurchschnitt"})

KNOWN = _STAMPS | _SCORES | _CANVAS | {"sis_id", "response 1", "antwort 1"}
"""Names of columns, casefolded, that tell which sign separates the cells."""


class Meaning(NamedTuple):
    """What a column holds: the answers to the question `asked`, or what `kind` says.

    Kinds are answers, question, number, answer, version and attempt. `told` is the column whose cells hold the
    text of the question that a row was asked; `turn` is which of a quiz's questions it was, where only that is known.
    `where` is the line of a map of columns that says so.
    """

    kind: str
    asked: str = ""
    told: int | None = None
    turn: int = 0
    where: str = ""


class Form(NamedTuple):
    """How a table is read; a column without a meaning is passed over.

    `students` are the ways to call somebody, best first, each the columns that are joined for it. `blank` stands
    where nothing was answered, and a row of `totals` is no student's.
    """

    tool: str
    students: tuple[tuple[int, ...], ...]
    meanings: Mapping[int, Meaning]
    blank: str = ""
    totals: frozenset[str] = frozenset()


def recognised(names: Sequence[str]) -> Form | None:
    """The form of a table with these columns, None where it is no tool's."""
    folded = [name.casefold() for name in names]
    return _google(names, folded) or _canvas(names, folded) or _moodle(names, folded)


def _google(names: Sequence[str], folded: Sequence[str]) -> Form | None:
    """Google Forms: a time stamp, who it was, the score, and for each question perhaps its score and feedback."""
    if folded[0] not in _STAMPS:
        return None
    who = people(folded)
    beside = {0, *who.numbers, *who.logins, *who.name}
    answers = {
        at: Meaning("answers", names[at])
        for at, name in enumerate(folded)
        if name not in _SCORES and at not in beside and not _is_beside(name, folded)
    }
    return Form("Google Forms", who.by(who.logins, who.numbers), answers)


def _is_beside(name: str, folded: Sequence[str]) -> bool:
    """Whether the column holds the score of, or the feedback on, another one."""
    found = re.fullmatch(_BESIDE, name, re.DOTALL)
    return found is not None and found[1] in folded


def _canvas(names: Sequence[str], folded: Sequence[str]) -> Form | None:
    """A student analysis of a Canvas quiz: who it was, the attempt, `12345: text` and the points for it."""
    asked = {at: found[1] for at, name in enumerate(names) if (found := re.fullmatch(_CANVAS_QUESTION, name))}
    if not asked or not set(folded) >= _CANVAS:
        return None
    who = [folded.index(name) for name in ("sis_id", "id", "name") if name in folded]
    meanings = {at: Meaning("answers", text) for at, text in asked.items()}
    return Form(
        "Canvas",
        tuple((at,) for at in who),
        {**meanings, folded.index("attempt"): Meaning("attempt")},
    )


def _moodle(names: Sequence[str], folded: Sequence[str]) -> Form | None:
    """The responses to a Moodle quiz: who it was, `Response 1` and perhaps `Question 1` for each question."""
    asked = {at: found[1] for at, name in enumerate(folded) if (found := re.fullmatch(_RESPONSE, name))}
    who = people(folded)
    if not asked or not any(who):
        return None
    told = {found[1]: at for at, name in enumerate(folded) if (found := re.fullmatch(_QUESTION, name))}
    answers = {
        at: Meaning("answers", names[at] if number in told else number, told.get(number), int(number))
        for at, number in asked.items()
    }
    return Form("Moodle", who.by(who.numbers, who.logins), answers, "-", _TOTALS)

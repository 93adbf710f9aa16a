"""The key in force, for every page that shows a key: the right answer as it counts now, and what was corrected.

The stored question stays as it was made: its worked solution and its proof belong to the old key, which is said.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from qbank.answers.keys import accepted, as_corrected
from qbank.corrections import Correction
from qbank.errors import QbankError
from qbank.question import Part
from qbank.web.sitting import letters
from qbank.web.sitting.marks import Paper
from qbank.web.sitting.rulings import Held


class Key(NamedTuple):
    """What is right. Days are those of the corrections, in UTC: None where there was none."""

    answer: str
    rekeyed: str | None = None  # the day since which `answer` is the key instead of the stored one
    accepted: tuple[tuple[str, str], ...] = ()  # what is right as well, each with the day since which it is
    void: str | None = None
    full_marks: str | None = None


def keys(paper: Paper, held: Held) -> list[Key]:
    """The key of each part of a question of an attempt, in its letters."""
    return [
        key(part, paper.options, held.get((paper.question.id, part.name), ()))
        for part in paper.question.parts
    ]


def key(part: Part, options: Mapping[str, str], corrections: Sequence[Correction]) -> Key:
    """The key of one part; `options` leads from each letter that an attempt shows to the stored one."""
    shown = letters.printed(part, options)
    told = letters.corrections(corrections, part, options)
    days = {line.action: line.date for line in told}
    try:
        now = as_corrected(shown, told)
        also = tuple((other.answered, line.date) for line, other in accepted(shown, told))
    except QbankError:  # a value that is no key any more: verdicts on it are a person's to give
        return Key(shown.answered)
    return Key(now.answered, days.get("rekey"), also, days.get("void"), days.get("full_marks"))

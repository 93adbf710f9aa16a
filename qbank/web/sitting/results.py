"""What an attempt earned, as its student may see it."""

from collections.abc import Sequence
from typing import NamedTuple

from qbank.web.sitting.attempts import Attempt
from qbank.web.sitting.marks import Mark, needs_a_person


class Earned(NamedTuple):
    """Points of those that there were; `provisional` while a person has yet to look at an answer."""

    points: float
    worth: float
    provisional: bool


def earned(attempt: Attempt, found: Sequence[Mark]) -> Earned | None:
    """The total; None while it is being marked."""
    if attempt.marked is None:
        return None
    return Earned(
        sum(each.points for each in found),
        sum(each.worth for each in found),
        any(needs_a_person(each) for each in found),
    )

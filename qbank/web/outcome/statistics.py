"""How a quiz and its questions did, by the classical theory of tests.

One attempt of each student is looked at: the one that counts. An **entry** is one question of such an attempt; its
share is its points by what it is worth. As in `qbank check`, what is void is left out, and what a person has yet to
settle is counted as open and in nothing else.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import fsum, sqrt
from statistics import median
from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from qbank.check.grading import VOID
from qbank.web.base.schema import answers, attempts
from qbank.web.course.quizzes import Quiz
from qbank.web.outcome.sittings import Entry, counts
from qbank.web.sitting.marks import Mark

LEAST_PAIRS = 3  # two always lie on a line
MISTAKES_SHOWN = 10
BINS = 10  # of the histogram, a tenth of the points each
_NOISE = 1e-12


class Slip(NamedTuple):
    """One mistake and how many made it: its name and feedback, or where it has none the wrong answer itself."""

    name: str
    feedback: str
    times: int


class Item(NamedTuple):
    """How a place, a template or a question did.

    `n` counts the settled entries, blank ones too; `mean` is the mean of their shares (the easier, the higher);
    `wrong` is the share of them that is not wholly right, which `qbank check` calls difficulty; `discrimination` is
    the correlation of an entry's share with the share that the same attempt earned in all that is settled of its other
    questions.
    `open` counts what a person has yet to settle; `minutes` is the median time spent, None where nothing is known.
    """

    name: str
    n: int
    mean: float | None
    wrong: float | None
    discrimination: float | None
    open: int
    unreadable: int
    mistakes: tuple[Slip, ...]
    minutes: float | None


class Statistics(NamedTuple):
    """The whole quiz: of places, templates and questions, by name; how many attempts; shares of the totals."""

    slots: list[Item]
    templates: list[Item]
    questions: list[Item]
    attempts: int
    alpha: float | None
    totals: list[float]
    histogram: list[int]


Sheets = Mapping[int, Sequence[Entry]]
"""The entries of each attempt that is looked at."""

Times = Mapping[tuple[int, int], int]
"""Milliseconds by attempt and position."""


def statistics(sheets: Sheets, times: Times) -> Statistics:
    """All figures of these attempts."""
    whole = [counts(given) for given in sheets.values()]
    totals = [points / worth for points, worth in whole if worth > 0]
    return Statistics(
        _slots(sheets, times),
        _items(sheets, times, lambda entry: entry.template),
        _items(sheets, times, lambda entry: entry.question_id),
        len(sheets),
        alpha(sheets),
        totals,
        histogram(totals),
    )


def histogram(totals: Iterable[float]) -> list[int]:
    """How many totals lie in each tenth; all points are in the last one."""
    bins = [0] * BINS
    for share in totals:
        bins[min(BINS - 1, max(0, int(share * BINS + _NOISE)))] += 1
    return bins


def alpha(sheets: Sheets) -> float | None:
    """Cronbach's alpha over places: k/(k-1) · (1 - sum of the places' variances / variance of the totals).

    Of attempts in which nothing is open, by points. None with fewer than two places that are worth anything, fewer
    than two attempts, or totals that are all the same.
    """
    settled = [given for given in sheets.values() if not any(entry.is_open for entry in given)]
    places = sorted({entry.slot for given in settled for entry in given if entry.worth > 0})
    rows = [
        [fsum(entry.points for entry in given if entry.slot == place) for place in places]
        for given in settled
    ]
    if len(places) < 2 or len(rows) < 2:
        return None
    whole = variance([fsum(row) for row in rows])
    if whole < _NOISE:
        return None
    own = fsum(variance(column) for column in zip(*rows, strict=True))
    return len(places) / (len(places) - 1) * (1 - own / whole)


def variance(values: Sequence[float]) -> float:
    """Of a sample: the squared distances from the mean by one less than their number."""
    mean = fsum(values) / len(values)
    return fsum((value - mean) ** 2 for value in values) / (len(values) - 1)


def correlation(pairs: Sequence[tuple[float, float]]) -> float | None:
    """Pearson's; None of fewer than three pairs, and where one side is always the same."""
    if len(pairs) < LEAST_PAIRS:
        return None
    left, right = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    spread = sqrt(variance(left) * variance(right))
    if spread < _NOISE:
        return None
    means = fsum(left) / len(left), fsum(right) / len(right)
    together = fsum((one - means[0]) * (other - means[1]) for one, other in pairs) / (len(pairs) - 1)
    return max(-1.0, min(1.0, together / spread))


def _slots(sheets: Sheets, times: Times) -> list[Item]:
    """A place's entry in an attempt is all its questions together, so that its share is that of their sum."""
    merged = {name: _merged(given) for name, given in sheets.items()}
    items = _items(merged, _by_slot(sheets, times), lambda entry: f"{entry.slot + 1:03d}")
    return [item._replace(name=item.name.lstrip("0")) for item in items]


def _merged(given: Sequence[Entry]) -> list[Entry]:
    places: dict[int, list[Entry]] = defaultdict(list)
    for entry in given:
        places[entry.slot].append(entry)
    return [
        own[0]._replace(position=slot, marks=tuple(each for entry in own for each in entry.marks))
        for slot, own in sorted(places.items())
    ]


def _by_slot(sheets: Sheets, times: Times) -> Times:
    found: dict[tuple[int, int], int] = defaultdict(int)
    for name, given in sheets.items():
        for entry in given:
            if (name, entry.position) in times:
                found[name, entry.slot] += times[name, entry.position]
    return found


def _items(sheets: Sheets, times: Times, named: Callable[[Entry], str]) -> list[Item]:
    groups: dict[str, list[tuple[Entry, Sequence[Entry]]]] = defaultdict(list)
    for given in sheets.values():
        for entry in given:
            groups[named(entry)].append((entry, given))
    return [_item(name, group, times) for name, group in sorted(groups.items())]


def _item(name: str, group: Sequence[tuple[Entry, Sequence[Entry]]], times: Times) -> Item:
    counted = [(entry, given) for entry, given in group if entry.worth > 0]
    settled = [(entry, given) for entry, given in counted if not entry.is_open]
    shares = [entry.points / entry.worth for entry, _ in settled]
    every = [each for entry, _ in group for each in entry.marks if each.code != VOID]
    spent = [
        times[entry.attempt_id, entry.position] / 60_000
        for entry, _ in group
        if (entry.attempt_id, entry.position) in times
    ]
    n = len(settled)
    return Item(
        name,
        n,
        fsum(shares) / n if n else None,
        sum(not _is_right(entry) for entry, _ in settled) / n if n else None,
        correlation(list(_pairs(settled))),
        len(counted) - n,
        sum(each.verdict == "unreadable" for each in every),
        mistakes(every),
        median(spent) if spent else None,
    )


def _is_right(entry: Entry) -> bool:
    return all(each.verdict == "right" for each in entry.marks if each.code != VOID)


def _pairs(settled: Sequence[tuple[Entry, Sequence[Entry]]]) -> Iterable[tuple[float, float]]:
    """The share of each entry and of all else that is settled in its attempt; not where nothing else is.

    An answer that waits for a person is not known to be wrong: it counts neither as points nor as what these are of.
    """
    for entry, given in settled:
        rest = [other.settled for other in given if other.position != entry.position]
        points, worth = counts(rest)
        if worth > 0:
            yield entry.points / entry.worth, points / worth


def mistakes(made: Iterable[Mark]) -> tuple[Slip, ...]:
    """The most frequent mistakes in what is wrong or only partly right; of one name the feedback is the commonest.

    What nothing was read in, and a person decided, is no mistake that has a name.
    """
    named: dict[str, Counter[str]] = defaultdict(Counter)
    for each in made:
        if each.verdict in ("wrong", "partly") and (each.diagnosis or each.read_as):
            name, feedback = _slip(each)
            named[name][feedback] += 1
    frequent = sorted(named.items(), key=lambda found: (-found[1].total(), found[0]))[:MISTAKES_SHOWN]
    return tuple(Slip(name, said.most_common(1)[0][0], said.total()) for name, said in frequent)


def _slip(each: Mark) -> tuple[str, str]:
    """A mistake's name and feedback. Several that an answer may be are one; an answer that is none is itself."""
    if not each.diagnosis:
        return f"“{each.read_as}”", ""
    names = [" and ".join(found["names"]).replace("_", " ") for found in each.diagnosis]
    feedback = [found["feedback"] for found in each.diagnosis]
    if not any(names):
        return feedback[0], ""
    return " or ".join(filter(None, names)), " ".join(dict.fromkeys(filter(None, feedback)))


def times_spent(connection: Connection, quiz: Quiz) -> Times:
    """How long each question was worked at, as far as it shows: a save ends the time since the one before it.

    It counts for the question that was saved; before the first save it began with the attempt.
    """
    rows = connection.execute(
        select(attempts.c.id, attempts.c.started, answers.c.position, answers.c.received)
        .join(answers, answers.c.attempt_id == attempts.c.id)
        .where(attempts.c.quiz_id == quiz.id, answers.c.standing != "late")
        .order_by(attempts.c.id, answers.c.received, answers.c.id)
    )
    found: dict[tuple[int, int], int] = defaultdict(int)
    before: dict[int, int] = {}
    row: Any
    for row in rows:
        found[row.id, row.position] += row.received - before.get(row.id, row.started)
        before[row.id] = row.received
    return found

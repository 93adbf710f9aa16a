"""The figures of a quiz, against numpy, numbers worked out by hand, and `qbank check`'s own report."""

import re
from base64 import b64decode

import numpy as np
import pytest
from lxml import etree

from qbank.check.grading import Graded, Rules
from qbank.check.lookup import Asked
from qbank.check.report import report
from qbank.draws import Draws
from qbank.web.outcome import charts, grades, statistics
from qbank.web.outcome.sittings import Entry
from qbank.web.sitting.marks import Mark

from .quizzing import make_quiz, save, start
from .sat import (
    ATTENTION,
    FORWARD,
    SLOTS,
    blank,
    classroom,
    mistaken,
    papers,
    right,
    sat_quiz,
    sit,
    unreadable,
)


def entry(
    attempt, position, points, worth=1.0, *, slot=None, code=None, verdict=None, diagnosis=(), name="t.a"
):
    word = verdict or ("right" if points == worth else "partly" if points else "wrong")
    mark = Mark(position, "", word, points / (worth or 1), points, worth, "7", "", code, list(diagnosis))
    return Entry(attempt, position, position - 1 if slot is None else slot, f"q{position}", name, (mark,))


def sheets_of(matrix, worth=1.0):
    """From a row of points for each attempt."""
    return {
        at: [entry(at, place, float(points), worth) for place, points in enumerate(row, start=1)]
        for at, row in enumerate(matrix)
    }


def drawn(rows, columns):
    draws = Draws("points", "test")
    return np.array([[draws.below(5) / 4 for _ in range(columns)] for _ in range(rows)])


@pytest.mark.parametrize(("rows", "columns"), [(3, 2), (8, 3), (40, 7)])
def test_the_figures_are_numpys(rows, columns):
    matrix = drawn(rows, columns)
    found = statistics.statistics(sheets_of(matrix), {})
    whole = matrix.sum(axis=1)
    assert [item.mean for item in found.slots] == pytest.approx(matrix.mean(axis=0))
    assert [item.wrong for item in found.slots] == pytest.approx((matrix < 1).mean(axis=0))
    rest = [np.corrcoef(matrix[:, at], whole - matrix[:, at])[0, 1] for at in range(columns)]
    assert [item.discrimination for item in found.slots] == pytest.approx(rest)
    assert [item.discrimination for item in found.questions] == pytest.approx(rest)
    own, all_ = matrix.var(axis=0, ddof=1).sum(), whole.var(ddof=1)
    assert found.alpha == pytest.approx(columns / (columns - 1) * (1 - own / all_))
    bins, _ = np.histogram(np.round(whole / columns, 9), bins=np.round(np.linspace(0, 1, 11), 9))
    assert found.histogram == list(bins)


def test_alpha_by_hand():
    """Three students, two places: 0 0, 1 0, 1 1. Variances 1/3 and 1/3, of the totals 1: 2·(1 - 2/3)."""
    assert statistics.alpha(sheets_of([[0, 0], [1, 0], [1, 1]])) == pytest.approx(2 / 3)


@pytest.mark.parametrize("matrix", [[[1], [0]], [[1, 1]], [[1, 0], [0, 1]], []])
def test_where_alpha_has_no_meaning(matrix):
    assert statistics.alpha(sheets_of(matrix)) is None


def test_a_correlation_needs_three_and_a_difference():
    assert statistics.correlation([(0, 0), (1, 1)]) is None
    assert statistics.correlation([(1, 0), (1, 1), (1, 2)]) is None
    assert statistics.correlation([(0, 1), (1, 0.5), (2, 0)]) == pytest.approx(-1)


def test_what_is_void_or_open_is_left_out():
    sheets = sheets_of([[1, 1, 0], [0, 1, 1], [1, 0, 0], [0, 0, 1]])
    sheets[0][0] = entry(0, 1, 0.0, 0.0, code="void", verdict="wrong")
    sheets[1][0] = entry(1, 1, 0.0, verdict="unreadable")
    found = statistics.statistics(sheets, {})
    first = found.slots[0]
    assert (first.n, first.open, first.unreadable, first.mean, first.wrong) == (2, 1, 1, 0.5, 0.5)
    assert first.mistakes == (statistics.Slip("“7”", "", 1),)
    assert found.slots[1].n == 4
    assert found.totals == [0.5, 2 / 3, 1 / 3, 1 / 3]


def test_discrimination_leaves_out_what_waits_in_the_rest():
    """By hand: shares 0, 1, 0, 1 at the first place; of the rest, without what waits, 1, 1/2, 1/2, 0."""
    sheets = sheets_of([[0, 1, 0], [1, 1, 0], [0, 0, 1], [1, 0, 0]])
    sheets[0][2] = entry(0, 3, 0.0, verdict="unreadable")
    expected = np.corrcoef([0, 1, 0, 1], [1, 1 / 2, 1 / 2, 0])[0, 1]
    assert statistics.statistics(sheets, {}).slots[0].discrimination == pytest.approx(expected)
    assert expected == pytest.approx(-0.7071, abs=1e-4)


def test_a_place_of_several_questions_is_their_sum():
    rows = [[1, 0, 1], [1, 1, 0], [0, 0, 0], [1, 1, 1]]
    sheets = {
        at: [
            entry(at, place, float(points), slot=0 if place < 3 else 1)
            for place, points in enumerate(row, start=1)
        ]
        for at, row in enumerate(rows)
    }
    found = statistics.statistics(sheets, {})
    assert [item.name for item in found.slots] == ["1", "2"]
    assert found.slots[0].mean == pytest.approx(5 / 8)
    pairs = np.array(rows, float)
    assert found.slots[0].discrimination == pytest.approx(
        np.corrcoef(pairs[:, :2].sum(axis=1), pairs[:, 2])[0, 1]
    )
    assert found.templates[0].n == 12


def test_what_a_person_decided_unread_is_no_mistake_with_a_name():
    made = [entry(at, 1, 0.5 * at, code="reviewed") for at in (0, 1)]
    unread = [one.marks[0]._replace(read_as=None) for one in made]
    assert statistics.mistakes(unread) == ()
    assert statistics.mistakes([*unread, made[0].marks[0]]) == (statistics.Slip("“7”", "", 1),)


def test_mistakes_are_counted_by_name():
    slip = {"names": ["forgets_bias"], "feedback": "Add the bias."}
    other = {"names": ["doubles"], "feedback": "Once."}
    made = [
        *[entry(at, 1, 0.0, diagnosis=[slip]) for at in range(3)],
        entry(3, 1, 0.0, diagnosis=[slip, other]),
        entry(4, 1, 0.5, verdict="partly"),
        entry(5, 1, 1.0, diagnosis=[other]),
    ]
    found = statistics.mistakes(each for one in made for each in one.marks)
    assert found == (
        statistics.Slip("forgets bias", "Add the bias.", 3),
        statistics.Slip("forgets bias or doubles", "Add the bias. Once.", 1),
        statistics.Slip("“7”", "", 1),
    )


def test_the_edges_of_the_histogram():
    assert statistics.histogram([0, 0.1, 0.3, 0.7, 0.999, 1.0]) == [1, 1, 0, 1, 0, 0, 0, 1, 0, 2]


class Listed(list):
    """Answers as a report wants them."""

    def by_student(self):
        return (
            (name, [one for one in self if one.student == name])
            for name in dict.fromkeys(g.student for g in self)
        )

    def by_question(self):
        names = dict.fromkeys(one.asked.name for one in self)
        return ((name, iter([(one, 1) for one in self if one.asked.name == name])) for name in names)


def test_it_agrees_with_the_report_of_check(site, school):
    """The same answers, judged by both: numbers, means and what is not right are the same."""
    quiz = make_quiz(site, school, slots=SLOTS[:2])
    hows = [(right, right), (mistaken, right), (unreadable, mistaken), (blank, blank), (right, mistaken)]
    sat = [sit(site, who, quiz, *how) for who, how in zip(classroom(site, school, 5), hows, strict=True)]
    graded = Listed()
    from qbank.check.grading import judged

    for attempt in sat:
        for paper in papers(site, attempt):
            asked = Asked(paper.question, paper.question.parts[0], paper.points)
            typed = paper.typed.get("", "")
            graded.append(Graded(0, attempt.public, asked, typed, judged(asked, typed, Rules())))
    told = {item.asked.question.template: item for item in report(graded, Rules()).questions}
    with site.store.read() as connection:
        found = statistics.statistics(grades.counting_sheets(connection, quiz), {})
    assert [item.name for item in found.templates] == [ATTENTION, FORWARD]
    for item in found.templates:
        other = told[item.name]
        assert (item.n, item.mean, item.wrong, item.open) == (
            other.n,
            other.mean,
            other.difficulty,
            other.open,
        )
        assert [slip.times for slip in item.mistakes] == [slip.times for slip in other.mistakes]


def test_time_counts_for_the_question_that_was_saved(site, school):
    quiz = make_quiz(site, school, slots=SLOTS)
    ben = start(site, school["ben"], quiz)
    for position, minutes in ((1, 2), (2, 5), (1, 1)):
        site.clock.at += minutes * 60_000
        save(site, school["ben"], ben, position, {"": str(minutes)}, seen={"": 1 if minutes == 1 else 0})
    with site.store.read() as connection:
        assert statistics.times_spent(connection, quiz) == {(ben.id, 1): 180_000, (ben.id, 2): 300_000}


def test_the_best_attempt_counts(site, school):
    quiz = make_quiz(site, school, slots=SLOTS, attempts=3)
    for hows in ((blank, blank, blank), (right, mistaken, right), (right, mistaken, right)):
        sit(site, school["ben"], quiz, *hows)
    with site.store.read() as connection:
        (ben, cleo) = grades.grades(connection, quiz)
    assert (ben.attempt.number, ben.attempts, ben.points, ben.worth) == (2, 3, 6, 7)
    assert ben.slots == (2, 0, 4)
    assert (cleo.attempt, cleo.points, cleo.slots) == (None, None, (None, None, None))


def drawing(chart):
    return etree.fromstring(b64decode(chart.source.removeprefix("data:image/svg+xml;base64,")))


def test_the_charts_say_what_the_figures_say(site, school):
    quiz, _, _ = sat_quiz(site, school)
    for student, hows in zip(
        classroom(site, school, 3), ((right, blank), (mistaken, right), (blank, right)), strict=True
    ):
        sit(site, student, quiz, *hows)
    with site.store.read() as connection:
        found = statistics.statistics(grades.counting_sheets(connection, quiz), {})
    chart, totals = charts.items(found.slots), charts.totals(found.histogram)
    svg = "{http://www.w3.org/2000/svg}"
    bars = drawing(chart).findall(f"{svg}rect")
    assert [float(bar.get("width")) / charts.SHARE[1] for bar in bars] == pytest.approx(
        [item.mean for item in found.slots], abs=1e-3
    )
    said = re.findall(r"Place (\d): mean share (\d+)%", chart.alt)
    assert said == [(item.name, f"{item.mean:.0%}".rstrip("%")) for item in found.slots]
    numbers = [text.text for text in drawing(totals).findall(f"{svg}text")][:10]
    assert [int(number) for number in numbers] == found.histogram
    assert charts.items([]) is None
    assert charts.totals([0] * 10) is None

"""Whose score a correction changes, worked out by hand for three students."""

import pytest

from qbank.check.changes import Side, changes
from qbank.check.grading import Graded, Rules, judged
from qbank.check.lookup import Asked
from qbank.check.report import report
from qbank.corrections import Correction
from tests.check.listed import Listed
from tests.check.samples import CELLS, WEIGHT

BLOCKED, OPEN = CELLS.parts
TYPED = {  # blocked: 36, and 45 a known mistake; the weight 0.7311, cut off for half a point
    "ana": {"blocked": "36", "weight": "0.7311"},
    "ben": {"blocked": "45", "weight": "0.7310"},
    "eva": {"blocked": "", "weight": "1"},
}


def line(action, value=None):
    return Correction(CELLS.id, "blocked", action, value, "why", "", "2026-05-01T12:00:00+00:00")


def graded(*lines):
    given = []
    for at, (student, answers) in enumerate(TYPED.items(), start=2):
        points = 0 if any(one.action == "void" for one in lines) else 2
        blocked = Asked(CELLS, BLOCKED, points, None, lines)
        for asked, answer in (
            (blocked, answers["blocked"]),
            (Asked(WEIGHT, WEIGHT.parts[0]), answers["weight"]),
        ):
            given.append(Graded(at, student, asked, answer, judged(asked, answer, Rules())))
    return report(Listed(given), Rules())


NAME = f"{CELLS.id}.blocked"
BEFORE = {"ana": Side("right", 3, 3), "ben": Side("wrong", 0.5, 3), "eva": Side("blank", 0, 3)}


@pytest.mark.parametrize(
    ("lines", "after", "mean"),
    [
        ([line("rekey", "45")], {"ana": Side("wrong", 1, 3), "ben": Side("right", 2.5, 3)}, (3.5 / 3, 3)),
        ([line("accept", "45")], {"ben": Side("right", 2.5, 3)}, (5.5 / 3, 3)),
        (
            [line("full_marks")],
            {"ben": Side("full_marks", 2.5, 3), "eva": Side("full_marks", 2, 3)},
            (7.5 / 3, 3),
        ),
        (
            [line("void")],
            {"ana": Side("void", 1, 1), "ben": Side("void", 0.5, 1), "eva": Side("void", 0, 1)},
            (0.5, 1),
        ),
        ([line("accept", "44")], {}, (3.5 / 3, 3)),
    ],
)
def test_who_changes_and_the_means(lines, after, mean):
    found = changes(graded(), graded(*lines), NAME)
    assert found.students == 3
    assert {one.student: one.after for one in found.changed} == after
    assert all(one.before == BEFORE[one.student] for one in found.changed)
    assert all(one.answer == TYPED[one.student]["blocked"] for one in found.changed)
    assert found.before[1:] == pytest.approx((3.5 / 3, 3))
    assert found.after[1:] == pytest.approx(mean)


def test_an_empty_table_changes_nothing():
    nothing = report(Listed([]), Rules())
    found = changes(nothing, nothing, NAME)
    assert (found.changed, found.students, found.after) == ((), 0, Side("", 0, 0))

"""Sums a student and a question, and the mistakes that were made most."""

import pytest

from qbank.answers import Diagnosis, Verdict, Word
from qbank.check.grading import Graded
from qbank.check.lookup import Asked
from qbank.check.report import report
from tests.check.samples import CELLS, CLAIM, LAYER

DIAGONAL = (Diagnosis(("blocks_the_diagonal",), None, "It stays open."),)
NAMES = {"q": LAYER, "c": CLAIM}


def answer(student, question, word, score=0.0, points=1, total=None, diagnosis=(), read_as="7"):
    asked = Asked(NAMES[question], NAMES[question].parts[0], points, total)
    return Graded(2, student, asked, "typed", Verdict(Word(word), score, read_as, diagnosis=diagnosis))


ANSWERS = [
    answer("ana", "q", "right", 1),
    answer("ben", "q", "partly", 1 / 3),
    answer("ana", "c", "wrong", diagnosis=DIAGONAL),
    answer("ben", "c", "blank"),
    answer("cy", "q", "unreadable", read_as=None),
    answer("cy", "c", "undecided", read_as=None),
    answer("dan", "q", "wrong", read_as="8"),
    answer("eve", "q", "wrong", diagnosis=DIAGONAL),
    answer("fay", "q", "wrong", diagnosis=DIAGONAL),
]


def test_students():
    sums = {row.student: row for row in report(ANSWERS).students}
    assert list(sums) == ["ana", "ben", "cy", "dan", "eve", "fay"]
    ben, cy = sums["ben"], sums["cy"]
    assert (ben.answered, ben.right, ben.partly, ben.wrong, ben.blank, ben.open) == (1, 0, 1, 0, 1, 0)
    assert (ben.score, ben.out_of) == (pytest.approx(1 / 3), 2)
    assert (cy.answered, cy.open, cy.score, cy.out_of) == (2, 2, 0, 2)


def test_questions():
    layer, claim = report(ANSWERS).questions
    assert (layer.question, layer.n, layer.open) == (LAYER.id, 5, 1)
    assert layer.mean == pytest.approx(4 / 15)
    assert layer.difficulty == pytest.approx(4 / 5)
    assert (claim.question, claim.n, claim.open, claim.mean, claim.difficulty) == (CLAIM.id, 2, 1, 0, 1)


def test_mistakes_are_counted_most_frequent_first():
    layer, claim = report(ANSWERS).questions
    assert [(slip.diagnosis, slip.answer, slip.times) for slip in layer.mistakes] == [
        (DIAGONAL, "", 2),
        ((), "7", 1),
        ((), "8", 1),
    ]
    assert [slip.times for slip in claim.mistakes] == [1]


def test_points_and_the_total_of_a_sheet():
    (ana,) = report(
        [answer("ana", "q", "right", 1, points=3, total=10), answer("ana", "c", "partly", 0.5, 2, 10)]
    ).students
    assert (ana.score, ana.out_of) == (4, 10)


def test_thirds_add_up():
    (ana,) = report([answer("ana", "q", "partly", 1 / 3) for _ in range(3)]).students
    assert ana.score == 1


def test_nothing_settled_has_no_mean():
    (item,) = report([answer("ana", "q", "unreadable")]).questions
    assert (item.n, item.mean, item.difficulty, item.open) == (0, None, None, 1)


def test_parts_are_questions_of_their_own():
    verdict = Verdict(Word.RIGHT, 1.0, "36")
    given = [Graded(2, "ana", Asked(CELLS, part), "36", verdict) for part in CELLS.parts]
    assert [item.question for item in report(given).questions] == [f"{CELLS.id}.blocked", f"{CELLS.id}.open"]


def test_nothing_gives_an_empty_report():
    assert report([]) == ((), (), ())

"""Sums a student and a question, and the mistakes that were made most."""

import pytest

from qbank import limits
from qbank.answers import Diagnosis, Verdict, Word
from qbank.check.grading import VOID, Graded, Rules
from qbank.check.lookup import Asked
from qbank.check.report import Report, Student
from qbank.check.report import report as reported
from qbank.check.roster import Listed, Roster
from tests.check import listed
from tests.check.samples import CELLS, CLAIM, LAYER

DIAGONAL = (Diagnosis(("blocks_the_diagonal",), None, "It stays open."),)
NAMES = {"q": LAYER, "c": CLAIM}


def answer(student, question, word, score=0.0, points=1, total=None, diagnosis=(), read_as="7", code=None):
    asked = Asked(NAMES[question], NAMES[question].parts[0], points, total)
    verdict = Verdict(Word(word), score, read_as, code=code, diagnosis=diagnosis)
    return Graded(2, student, asked, "typed", verdict)


def report(answers, roster=None):
    return reported(listed.Listed(answers), Rules(), roster)


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
    empty = report([])
    assert (list(empty.answers), empty.students, empty.questions) == ([], (), ())
    assert (empty.open, empty.provisional, list(empty.by_student())) == (0, False, [])


def test_open_answers_make_totals_provisional():
    result = report(ANSWERS)
    assert [student.provisional for student in result.students] == [False, False, True, False, False, False]
    assert (result.open, result.provisional) == (2, True)
    assert [given.student for given in result.open_answers()] == ["cy", "cy"]
    settled = report(ANSWERS[:4])
    assert (settled.open, settled.provisional, list(settled.open_answers())) == (0, False, [])


def test_what_is_void_counts_for_nobody():
    void = [
        answer(who, "c", word, points=0, code=VOID) for who, word in (("ana", "wrong"), ("ben", "unreadable"))
    ]
    result = report([answer("ana", "q", "right", 1), *void])
    ana, ben = result.students
    assert ana == Student("ana", 1, 1, 0, 0, 0, 0, 1, 1)
    assert ben == Student("ben", 0, 0, 0, 0, 0, 0, 0, 0)
    item = result.questions[1]
    assert (item.n, item.mean, item.difficulty, item.open, item.mistakes) == (0, None, None, 0, ())
    assert not result.provisional


def test_an_item_keeps_what_was_asked():
    assert [item.asked.question for item in report(ANSWERS).questions] == [LAYER, CLAIM]


def test_the_bound_on_mistakes_keeps_the_most_frequent(monkeypatch):
    wrong = [answer("ana", "q", "wrong", read_as=text) for text in "aabbbcd"]
    monkeypatch.setattr(limits, "MISTAKES_KEPT", 4)
    assert [slip.answer for slip in report(wrong).questions[0].mistakes] == ["b", "a", "c", "d"]
    monkeypatch.setattr(limits, "MISTAKES_KEPT", 3)
    assert [slip.answer for slip in report(wrong).questions[0].mistakes] == ["b", "a", "c"]


def test_scores_add_up_exactly_in_any_order():
    shares = [0.1, 0.2, 0.3, 0.7, 1e-9, 2 / 3, 1 / 3] * 50
    sums = [
        [(student.score, student.out_of) for student in report(given).students]
        for given in (
            [answer("ana", "q", "partly", share, 3) for share in order]
            for order in (shares, sorted(shares), shares[::-1])
        )
    ]
    assert sums[0] == sums[1] == sums[2] == [(345.00000015, 1050)]


ROSTER = Roster(
    [
        Listed(*names)
        for names in (("zoe", "Zoe Z."), ("ben", "Ben B."), ("amy", "Amy A."), ("ana", "Ana A."))
    ],
    {},
)


def test_the_roster_names_students_and_those_who_sent_nothing_stand_last_in_its_order():
    result = report(ANSWERS, ROSTER)
    assert [(student.student, student.name) for student in result.students[:3]] == [
        ("ana", "Ana A."),
        ("ben", "Ben B."),
        ("cy", ""),
    ]
    assert result.students[-2:] == (
        Student("zoe", 0, 0, 0, 0, 0, 0, 0, 0, "Zoe Z."),
        Student("amy", 0, 0, 0, 0, 0, 0, 0, 0, "Amy A."),
    )


@pytest.mark.parametrize(
    ("totals", "worth"), [((10, 10), 10), ((10, 11), 0), ((None, None), 2), ((10, None), 0)]
)
def test_who_sent_nothing_is_out_of_what_the_sheet_is_worth(totals, worth):
    given = [answer("ana", name, "right", 1, 1, total) for name, total in zip("qc", totals, strict=True)]
    assert report(given, ROSTER).students[-1].out_of == worth


def test_without_a_sheet_it_is_what_all_others_were_asked_if_that_is_the_same():
    given = [answer(who, name, "right", 1) for who in ("ana", "ben") for name in "qc"]
    assert report(given, ROSTER).students[-1].out_of == 2
    assert report(given[:-1], ROSTER).students[-1].out_of == 0


def test_a_question_without_answers_is_none():
    class Empty(listed.Listed):
        def by_question(self):
            yield "gone", iter(())
            yield from super().by_question()

    assert [item.question for item in reported(Empty(ANSWERS[:1]), Rules()).questions] == [
        ANSWERS[0].asked.name
    ]


def test_each_student_with_their_answers():
    groups = list(report(ANSWERS, ROSTER).by_student())
    assert [(student.student, len(theirs)) for student, theirs in groups] == [
        ("ana", 2), ("ben", 2), ("cy", 2), ("dan", 1), ("eve", 1), ("fay", 1), ("zoe", 0), ("amy", 0),
    ]  # fmt: skip
    assert groups[1][1] == [ANSWERS[1], ANSWERS[3]]


def test_a_report_keeps_its_rules():
    rules = Rules(locale="de", truncated=0.25)
    assert reported(listed.Listed(ANSWERS), rules).rules == rules
    assert Report(listed.Listed([]), (), ()).rules == Rules()


def test_what_was_left_blank_is_not_answered_even_where_everybody_has_full_marks():
    given = answer("ana", "q", "right", 1)._replace(answer="")
    (ana,) = report([given]).students
    assert (ana.answered, ana.right, ana.blank, ana.score) == (0, 1, 1, 1)

"""The class in one sentence."""

import pytest

from qbank.check.faces.summary import Summary, sentence, summary
from qbank.check.grading import Rules
from qbank.check.report import Report, Student
from tests.check.listed import Listed


def student(name, score, out_of, answered=1, open_answers=0):
    return Student(name, answered, 0, 0, 0, 0, open_answers, score, out_of, provisional=open_answers > 0)


def test_the_mean_is_that_of_those_who_handed_in():
    students = (student("ana", 3, 4), student("ben", 1, 4, open_answers=2), student("cy", 0, 4, answered=0))
    assert summary(Report(Listed([]), students, (), Rules())) == Summary(3, 2, 0.5, 1)


def test_what_is_worth_nothing_has_no_mean():
    assert summary(Report(Listed([]), (student("ana", 0, 0),), (), Rules())).mean is None


@pytest.mark.parametrize(
    ("about", "said"),
    [
        (Summary(1, 1, 0.5, 0), "1 student, mean 50%."),
        (Summary(1200, 1200, 0.614, 0), "1,200 students, mean 61%."),
        (
            Summary(3, 2, 1, 1),
            "3 students (1 handed in nothing), mean 100%; 1 sum is provisional, since answers are open.",
        ),
        (Summary(3, 3, 1, 2), "3 students, mean 100%; 2 sums are provisional, since answers are open."),
        (Summary(0, 0, None, 0), "0 students."),
    ],
)
def test_the_sentence(about, said):
    assert sentence(about) == said

"""Two answers of one student to one question: none counts unless it is said which."""

from itertools import zip_longest

import pytest

from qbank.check.collect import collect
from qbank.check.lookup import Questions
from qbank.check.problems import Problems
from qbank.check.table import Typed
from tests.check.samples import CLAIM, LAYER, make_bank


@pytest.fixture
def kept(tmp_path):
    """What is kept of a table of (line, student, question, answer, attempt), with what is set aside and told."""
    find = Questions([make_bank(tmp_path)]).asked

    def run(rows, attempt=None):
        problems = Problems()
        typed = (
            Typed(line, who, "", question.id, text, f"a.csv:{line}:9", f"a.csv:{line}:1", sent, *whole)
            for line, who, question, text, sent, *whole in rows
        )
        found = collect(typed, find, problems, attempt=attempt)
        texts = [(line, found.ledger.text(text)) for line, _, _, text in found.ledger]
        return texts, found.set_aside, [str(problem) for problem in problems.shown]

    return run


def rows(*answers, attempts=()):
    """One answer a line, all of one student to one question."""
    numbered = enumerate(zip_longest(answers, attempts, fillvalue=""), start=2)
    return [(line, "ana", LAYER, text, sent) for line, (text, sent) in numbered]


def wide(*students, attempts=()):
    """A row a student, each one attempt as a whole."""
    numbered = enumerate(zip_longest(students, attempts, fillvalue=""), start=2)
    return [
        (line, who, question, text, sent, line - 1, not any(text for _, text in answers))
        for line, ((who, answers), sent) in numbered
        for question, text in answers
    ]


def ana(layer, claim):
    return "ana", ((LAYER, layer), (CLAIM, claim))


def test_a_second_answer_is_a_problem_and_the_first_is_kept(kept):
    assert kept(rows("1", "2", "3")) == (
        [(2, "1")],
        0,
        [
            f"a.csv:{line}:9: student 'ana' answers {LAYER.id} a second time, first on line 2; "
            "remove one of them, or say which counts with --attempt first or last"
            for line in (3, 4)
        ],
    )


def test_without_students_a_column_is_asked_for(kept):
    _, _, (problem,) = kept([(2, "", LAYER, "1", ""), (3, "", LAYER, "2", "")])
    assert problem == (
        f"a.csv:3:9: the table answers {LAYER.id} a second time, first on line 2; "
        "remove one of them, or add a column 'student'"
    )


@pytest.mark.parametrize(
    ("attempt", "attempts", "line", "text"),
    [
        ("first", (), 2, "1"),
        ("last", (), 4, "3"),
        ("last", ("3", "1", "2"), 2, "1"),
        ("first", ("3", "1", "2"), 3, "2"),
        ("last", ("1", "3", "2"), 3, "2"),
        ("first", ("2", "2", "2"), 2, "1"),
        ("last", ("2", "2", "2"), 4, "3"),
        ("last", ("10", "9", "8"), 2, "1"),
        ("last", ("third", "", "1" * 50), 4, "3"),
        ("last", ("²", "१", "-1"), 4, "3"),
    ],
)
def test_one_attempt_counts_by_its_number_else_by_the_order_of_rows(kept, attempt, attempts, line, text):
    assert kept(rows("1", "2", "3", attempts=attempts), attempt) == ([(line, text)], 2, [])


def test_a_blank_of_the_last_attempt_counts_too(kept):
    assert kept(rows("1", ""), "last") == ([(3, "")], 1, [])


def test_without_attempts_a_blank_is_no_answer(kept):
    assert kept(rows("", "1", "")) == ([(3, "1")], 0, [])
    assert kept(rows("", "")) == ([(2, "")], 0, [])
    assert kept(rows("1", "", "2"))[0] == [(2, "1")]


def test_others_and_other_questions_are_not_doubles(kept):
    given = [(2, "ana", LAYER, "1", ""), (3, "ana", CLAIM, "A", ""), (4, "ben", LAYER, "1", "")]
    assert kept(given) == kept(given, "last") == ([(2, "1"), (3, "A"), (4, "1")], 0, [])


def test_a_second_column_is_a_problem_also_where_an_attempt_counts(kept):
    given = wide(("ana", ((LAYER, "1"), (LAYER, "2"))), ("ben", ((LAYER, "1"), (LAYER, "2"))))
    for attempt in (None, "last"):
        texts, set_aside, problems = kept(given, attempt)
        assert (texts, set_aside) == ([(2, "1"), (3, "1")], 0)
        assert problems[0] == f"a.csv:2:1: a second column for {LAYER.id}; remove one of them"


SECOND = "student 'ana' has a second row, first in a.csv:2:9; remove one of them, or say which counts with --attempt first or last"


def test_two_rows_of_a_student_are_never_merged(kept):
    assert kept(wide(ana("1", ""), ana("", "A"))) == ([(2, "1"), (2, "")], 0, [f"a.csv:3:9: {SECOND}"])


@pytest.mark.parametrize(
    ("attempt", "attempts", "texts"),
    [
        ("first", (), [(2, "1"), (2, "A")]),
        ("last", (), [(4, ""), (4, "B")]),
        ("last", ("1", "3", "2"), [(3, "2"), (3, "")]),
        ("first", ("3", "1", "2"), [(3, "2"), (3, "")]),
    ],
)
def test_a_row_counts_as_a_whole(kept, attempt, attempts, texts):
    given = wide(ana("1", "A"), ana("2", ""), ana("", "B"), attempts=attempts)
    assert kept(given, attempt) == (texts, 4, [])


@pytest.mark.parametrize("attempt", [None, "first", "last"])
def test_a_wholly_empty_row_is_no_attempt(kept, attempt):
    assert kept(wide(ana("", ""), ana("1", "A"), ana("", "")), attempt) == ([(3, "1"), (3, "A")], 0, [])
    assert kept(wide(ana("", ""), ana("", "")), attempt) == ([(2, ""), (2, "")], 0, [])


def long(*answers):
    return [
        (line, "ana", question, text, sent) for line, (question, text, sent) in enumerate(answers, start=2)
    ]


def test_an_attempt_of_the_long_form_counts_as_a_whole(kept):
    given = long((LAYER, "1", "1"), (CLAIM, "A", "1"), (LAYER, "2", "2"))
    assert kept(given, "last") == ([(4, "2")], 2, [])
    assert kept(given, "first") == ([(2, "1"), (3, "A")], 1, [])
    assert kept(given)[0] == [(2, "1"), (3, "A")]
    assert kept(given)[2][0].startswith("a.csv:4:9: student 'ana' has a second attempt, first in a.csv:2:9;")


def test_rows_of_an_attempt_may_stand_apart(kept):
    given = long((LAYER, "1", "1"), (LAYER, "2", "2"), (CLAIM, "A", "1"), (CLAIM, "B", "2"))
    assert kept(given, "last") == ([(3, "2"), (5, "B")], 2, [])
    assert kept(given, "first") == ([(2, "1"), (4, "A")], 2, [])

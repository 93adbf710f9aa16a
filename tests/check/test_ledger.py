"""A compact store gives back what was put in, in the order in which it came."""

import tracemalloc

import pytest

from qbank.check.ledger import Ledger
from qbank.check.lookup import Asked
from tests.check.samples import CELLS, CLAIM, LAYER

BLOCKED, OPEN = (Asked(CELLS, part) for part in CELLS.parts)


@pytest.fixture
def ledger():
    """Two students, two questions, one of them on two versions; ben's second answer to the claim is set aside."""
    made = Ledger()
    made.students += ["ana", "ben"]
    for asked, question in ((Asked(LAYER, LAYER.parts[0]), 0), (Asked(CLAIM, CLAIM.parts[0]), 1)):
        made.add_asked(asked, question)
    made.add_asked(Asked(CLAIM, CLAIM.parts[0], points=2), 1)
    texts = [made.add_text(0, "7"), made.add_text(1, ""), made.add_text(2, "B"), made.add_text(1, "A")]
    made.add(2, 0, texts[0])
    made.add(2, 0, texts[1])
    made.add(3, 1, texts[2])
    made.set_aside(made.add(4, 1, texts[3]))
    made.add(5, 1, texts[0])
    return made


def test_answers_come_in_order_without_those_set_aside(ledger):
    assert list(ledger) == [(2, 0, 0, 0), (2, 0, 1, 1), (3, 1, 2, 2), (5, 1, 0, 0)]
    assert len(ledger) == 4
    assert list(ledger) == list(ledger)


def test_names_of_questions_are_kept_once_for_all_versions(ledger):
    assert ledger.questions == [LAYER.id, CLAIM.id]
    assert [ledger.question_of(asked) for asked in range(3)] == [0, 1, 1]


def test_by_student(ledger):
    assert [[line for line, *_ in theirs] for theirs in ledger.by_student()] == [[2, 2], [3, 5]]


def test_by_question_each_text_once_over_all_versions_with_how_often_it_was_given(ledger):
    assert [list(given) for given in ledger.by_question()] == [
        [((2, 0, 0, 0), 2)],
        [((2, 0, 1, 1), 1), ((3, 1, 2, 2), 1)],
    ]


def test_blank_is_what_has_no_text(ledger):
    assert [ledger.is_blank(answer) for answer in (0, 1, 2)] == [False, True, False]
    assert ledger.line(2) == 3


@pytest.mark.parametrize("text", ["", "7", "−½ · √2", "\U0001f600", "a\x00b", "\ud800", "x" * 5000])
def test_every_text_comes_back(text):
    ledger = Ledger()
    ledger.add_asked(BLOCKED, 0)
    before, number, after = (
        ledger.add_text(0, "before"),
        ledger.add_text(0, text),
        ledger.add_text(0, "after"),
    )
    assert [ledger.text(one) for one in (before, number, after)] == ["before", text, "after"]
    assert ledger.texts == 3


def test_nothing():
    assert list(Ledger()) == list(Ledger().by_student()) == list(Ledger().by_question()) == []
    assert len(Ledger()) == 0


def test_an_answer_takes_some_ten_bytes_and_not_a_hundred():
    ledger = Ledger()
    ledger.students.append("ana")
    text = ledger.add_text(ledger.add_asked(OPEN, 0), "45")
    tracemalloc.start()
    for line in range(10_000):
        ledger.add(line, 0, text)
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert 12 * 10_000 <= taken < 20 * 10_000

"""Some questions graded as if nothing else had been asked."""

from types import SimpleNamespace

import pytest

from qbank.check.lookup import Questions, Unnamed
from qbank.check.only import Only
from qbank.check.papers import Papers
from tests.check.samples import CELLS, CLAIM, LAYER, make_bank


def slot(number, question, points, options=None):
    parts = tuple(part.name for part in question.parts)
    return SimpleNamespace(number=number, id=question.id, parts=parts, points=points, options=options)


def paper(version, *questions):
    slots = [slot(number, question, 2 * number) for number, question in enumerate(questions, start=1)]
    return SimpleNamespace(version=version, points=sum(each.points for each in slots), slots=slots)


@pytest.fixture
def questions(tmp_path):
    return Questions([make_bank(tmp_path)])


@pytest.fixture
def papers(questions):
    return Papers(questions, [paper("A", CELLS, LAYER), paper("B", CLAIM, LAYER, CELLS)])


def test_of_a_bank(questions):
    only = Only(questions.asked, [LAYER.id.upper(), f"{CELLS.id}.open"])
    assert only.asked(LAYER.id).name == LAYER.id
    assert only.asked(f"{CELLS.id}.open").total is None
    assert only.asked(f"{CELLS.id}.blocked") is None
    assert only.asked(CLAIM.id) is None


def test_a_question_means_all_its_parts(questions):
    only = Only(questions.asked, [CELLS.id])
    assert [only.asked(f"{CELLS.id}.{part.name}").part for part in CELLS.parts] == list(CELLS.parts)


def test_of_a_sheet_by_number_which_is_then_worth_its_points(papers):
    only = Only(papers.asked, ["1b", "2"], papers.versions)
    assert (only.asked("1b", "A").points, only.asked("1b", "A").total) == (1, 5)
    assert only.asked("1a", "A") is None
    assert only.asked(LAYER.id, "A").total == 5
    assert (only.asked("2", "B").name, only.asked("2", "B").total) == (LAYER.id, 4)
    assert only.asked("1", "B") is None


def test_a_number_means_all_its_parts(papers):
    only = Only(papers.asked, ["1"], papers.versions)
    assert [only.asked(name, "A").total for name in ("1a", "1b")] == [2, 2]
    assert only.asked("1", "B").name == CLAIM.id


def test_a_name_that_is_on_one_version_only(papers):
    only = Only(papers.asked, ["3"], papers.versions)
    assert only.asked("2", "A") is None
    assert only.asked("3b", "B").name == f"{CELLS.id}.open"


@pytest.mark.parametrize("name", ["4", "1c", "qzzzzzzzzzz", "", f"{LAYER.id}.bias"])
def test_a_name_that_means_nothing_on_any_version_is_refused(papers, name):
    with pytest.raises(Unnamed):
        Only(papers.asked, ["1", name], papers.versions)

"""Numbers on a printed sheet, versions, and options in another order."""

from decimal import Decimal
from types import SimpleNamespace

import pytest

from qbank.check.grading import Rules, judged
from qbank.check.lookup import Questions
from qbank.check.papers import Papers
from qbank.errors import QbankError
from tests.check.samples import CELLS, CLAIM, CLAIMS, INTEGER, LAYER, QUESTIONS, make_bank, part, question

SWAPPED = {"A": "B", "B": "A", "C": "D", "D": "C"}


def slot(number, question, points, options=None):
    parts = tuple(part.name for part in question.parts)
    return SimpleNamespace(number=number, id=question.id, parts=parts, points=points, options=options)


def paper(version, *slots):
    return SimpleNamespace(version=version, slots=slots, points=sum(slot.points for slot in slots))


A = paper(
    "A",
    slot(1, LAYER, 3),
    slot(2, CELLS, 4),
    slot(3, CLAIM, 1, {"A": "B", "B": "A"}),
    slot(4, CLAIMS, 2, SWAPPED),
)
B = paper("B", slot(1, CELLS, 4), slot(2, LAYER, 3))


@pytest.fixture
def questions(tmp_path):
    return Questions([make_bank(tmp_path)])


@pytest.mark.parametrize(
    ("name", "version", "asked", "points"),
    [
        ("1", "A", LAYER.id, 3),
        ("2b", "A", f"{CELLS.id}.open", 2),
        (" 2 B ", "A", f"{CELLS.id}.open", 2),
        ("2", "B", LAYER.id, 3),
        (f"{CELLS.id}.open", "B", f"{CELLS.id}.open", 2),
        (LAYER.id.upper(), "a", LAYER.id, 3),
    ],
)
def test_numbers(questions, name, version, asked, points):
    found = Papers(questions, [A, B]).asked(name, version)
    assert (found.name, found.points) == (asked, points)
    assert found.total == (10 if version in ("A", "a") else 7)


def test_parts_of_points(questions):
    papers = Papers(questions, [paper("A", slot(1, CELLS, Decimal("2.5")), slot(2, LAYER, Decimal("0.25")))])
    found = [papers.asked(name, "A") for name in ("1a", "1b", "2")]
    assert [(each.points, each.total) for each in found] == [(1.25, 2.75), (1.25, 2.75), (0.25, 2.75)]
    assert all(type(value) is float for each in found for value in (each.points, each.total))


@pytest.mark.parametrize(
    ("name", "version", "asked"),
    [
        (LAYER.prompt, "A", LAYER.id),
        (f"{CELLS.prompt} How many are blocked?", "B", f"{CELLS.id}.blocked"),
        (f"Question 1 ({LAYER.id})", "A", LAYER.id),
        (f"{CELLS.prompt[:30]}… {CELLS.id}.open", "A", f"{CELLS.id}.open"),
    ],
)
def test_texts(questions, name, version, asked):
    assert Papers(questions, [A, B]).asked(name, version).name == asked


def test_only_texts_on_the_sheet_are_meant(tmp_path):
    twin = question("t.a", LAYER.prompt, part(INTEGER, "1", "1"))
    papers = Papers(Questions([make_bank(tmp_path, [*QUESTIONS, twin])]), [A, paper("C", slot(1, twin, 1))])
    assert papers.asked(LAYER.prompt, "A").name == LAYER.id
    assert papers.asked(LAYER.prompt, "C").name == twin.id
    with pytest.raises(QbankError, match="no question reads"):
        papers.asked(CLAIM.prompt, "C")


def test_a_question_that_no_bank_has_is_found_by_no_text(tmp_path):
    papers = Papers(Questions([make_bank(tmp_path, [LAYER])]), [A])
    assert papers.asked(LAYER.prompt).name == LAYER.id
    with pytest.raises(QbankError, match="no question reads 'A causal mask hides the diagonal"):
        papers.asked(CLAIM.prompt)
    with pytest.raises(QbankError, match=f"no question '{CLAIM.id}'"):
        papers.asked("3")


@pytest.mark.parametrize(
    ("asked", "changed", "says"),
    [
        (
            CELLS,
            {"parts": ("blocked", "shut")},
            f"has the parts blocked, shut, while {CELLS.id} has blocked, open; mend",
        ),
        (CELLS, {"parts": ("blocked",)}, "has the parts blocked, while"),
        (
            CLAIM,
            {"options": {"A": "B", "B": "C"}},
            f"number 1 on the sheet has the options B, C, while {CLAIM.id} has A, B",
        ),
        (CLAIM, {"options": {"A": "A"}}, "has the options A, while"),
        (LAYER, {"options": {"A": "A"}}, f"has the options A, while {LAYER.id} has none"),
    ],
)
def test_a_sheet_that_does_not_fit_its_questions(questions, asked, changed, says):
    entry = slot(1, asked, 2)
    vars(entry).update(changed)
    with pytest.raises(QbankError) as refused:
        Papers(questions, [paper("A", entry)]).asked(asked.id)
    assert says in str(refused.value)


def test_the_numbers_of_a_sheet_where_all_versions_have_them(questions):
    assert Papers(questions, [A]).numbers == ("1", "2a", "2b", "3", "4")
    assert Papers(questions, [B, paper("C", slot(1, CELLS, 1), slot(2, CLAIM, 1))]).numbers == (
        "1a",
        "1b",
        "2",
    )
    assert Papers(questions, [A, B]).numbers == ()


def test_a_single_version_needs_no_column(questions):
    assert Papers(questions, [A]).asked("1").name == LAYER.id


@pytest.mark.parametrize(
    ("name", "version", "says"),
    [
        ("1", "", "the sheet has the versions A, B; add a column 'version'"),
        ("1", "C", "the sheet has no version 'C'"),
        ("9", "A", "no question '9' on this sheet"),
        ("1", "b", "question '1' is not on this sheet; write 1a or 1b"),
        ("2", "A", "question '2' is not on this sheet; write 2a or 2b"),
        ("2c", "A", "question '2c' is not on this sheet; write 2a or 2b"),
        ("1a", "A", "question '1a' is not on this sheet; write 1"),
        (CELLS.id, "A", "asks for several parts"),
        (CLAIM.id, "B", "on this sheet"),
    ],
)
def test_what_is_not_on_the_sheet(questions, name, version, says):
    with pytest.raises(QbankError) as refused:
        Papers(questions, [A, B]).asked(name, version)
    assert says in str(refused.value)


@pytest.mark.parametrize(
    ("name", "answer", "verdict", "named"),
    [
        ("3", "A", "right", False),
        ("3", "False", "right", False),
        ("3", "B", "wrong", True),
        ("4", "B, D", "right", False),
        ("4", "D", "partly", False),
        ("4", "three, one", "right", False),
        ("4", "A, C", "wrong", False),
    ],
)
def test_letters_are_those_of_the_sheet(questions, name, answer, verdict, named):
    said = judged(Papers(questions, [A]).asked(name), answer, Rules())
    assert said.verdict == verdict
    assert bool(said.diagnosis) == named

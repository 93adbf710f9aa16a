"""The exports of form tools, from the file to the verdicts: Google Forms, Canvas and Moodle, English and German."""

import csv
from pathlib import Path

import pytest

from qbank.check.forms import recognised
from qbank.check.grading import Rules, judge
from qbank.check.lookup import Questions
from qbank.check.papers import Papers
from qbank.check.tables import open_table
from tests.check.books import workbook
from tests.check.samples import CELLS, CLAIM, LAYER, WEIGHT, make_bank
from tests.check.test_papers import paper, slot

FIXTURES = Path(__file__).parent / "fixtures"


@pytest.fixture
def questions(tmp_path):
    return Questions([make_bank(tmp_path / "bank")])


def graded(path, find, rules=None, numbers=None):
    """Each answer as student, question and verdict; and the notes."""
    notes, problems = [], []
    rows = [
        (typed.student, asked.name, str(judge(asked, rules or Rules())(typed.answer).verdict))
        for typed in open_table(str(path), problems, None, notes, numbers)
        if (asked := find(typed.question, typed.version))
    ]
    assert problems == []
    return rows, notes


def test_google_forms(questions):
    rows, notes = graded(FIXTURES / "google_forms.csv", questions.asked)
    blocked, left = f"{CELLS.id}.blocked", f"{CELLS.id}.open"
    ana, ben = "ana@example.org", "ben@example.org"
    assert rows == [
        (ana, blocked, "right"),
        (ana, left, "right"),
        (ana, WEIGHT.id, "right"),
        (ana, LAYER.id, "right"),
        (ana, CLAIM.id, "wrong"),
        (ben, blocked, "wrong"),
        (ben, left, "wrong"),
        (ben, WEIGHT.id, "right"),
        (ben, LAYER.id, "wrong"),
        (ben, CLAIM.id, "right"),
        (ben, blocked, "right"),
        (ben, left, "blank"),
        (ben, WEIGHT.id, "partly"),
        (ben, LAYER.id, "blank"),
        (ben, CLAIM.id, "right"),
    ]
    (note,) = notes
    assert (
        "an export of Google Forms, students called by 'Username'; passed over: 'Timestamp', 'Total score'"
        in note
    )


def test_google_sheets_as_a_workbook(questions, tmp_path):
    with (FIXTURES / "google_forms.csv").open(encoding="utf-8", newline="") as file:
        table = list(csv.reader(file))
    table[1][3] = 36  # a number where the form wrote one
    path = tmp_path / "answers.xlsx"
    path.write_bytes(workbook(**{"Form Responses 1": table}))
    assert graded(path, questions.asked)[0] == graded(FIXTURES / "google_forms.csv", questions.asked)[0]


def test_canvas(questions):
    rows, notes = graded(FIXTURES / "canvas.csv", questions.asked)
    right = [(f"{CELLS.id}.blocked", "right"), (WEIGHT.id, "right"), (CLAIM.id, "right")]
    assert rows == [
        *(("s1001", *one) for one in right),
        ("s1002", f"{CELLS.id}.blocked", "wrong"),
        ("s1002", WEIGHT.id, "partly"),
        ("s1002", CLAIM.id, "wrong"),
        *(("s1002", *one) for one in right),
    ]
    (note,) = notes
    assert (
        "an export of Canvas, students called by 'sis_id', else 'id', else 'name'; passed over: 'section'"
        in note
    )
    assert "'1.0'" in note
    attempts = [typed.attempt for typed in open_table(str(FIXTURES / "canvas.csv"), [])]
    assert attempts == ["1"] * 6 + ["2"] * 3


def test_moodle_with_a_sheet(questions):
    sheet = Papers(questions, [paper("A", slot(1, LAYER, 1), slot(2, WEIGHT, 1), slot(3, CLAIM, 1))])
    rows, notes = graded(FIXTURES / "moodle.csv", sheet.asked, None, sheet.numbers)
    assert rows == [
        ("1001", LAYER.id, "right"),
        ("1001", WEIGHT.id, "wrong"),
        ("1001", CLAIM.id, "right"),
        ("ben@example.org", LAYER.id, "wrong"),
        ("ben@example.org", WEIGHT.id, "blank"),
        ("ben@example.org", CLAIM.id, "right"),
    ]
    turns, note = notes
    assert turns.endswith("'Response 1' to 'Response 3' are taken for 1 to 3 of the sheet, in their order.")
    called = "students called by 'ID number', else 'Email address', else 'First name' 'Last name'"
    assert f"an export of Moodle, {called}; passed over: 'State'" in note


def test_moodle_in_german_with_the_questions_of_each_row(questions):
    rows, _ = graded(FIXTURES / "moodle_de.csv", questions.asked, Rules(locale="de"))
    assert rows == [
        ("ana@example.org", LAYER.id, "right"),
        ("ana@example.org", CLAIM.id, "right"),
        ("ben@example.org", CLAIM.id, "wrong"),
        ("ben@example.org", WEIGHT.id, "blank"),
    ]
    places = [typed.asked for typed in open_table(str(FIXTURES / "moodle_de.csv"), [])]
    assert places[0].endswith("moodle_de.csv:2:99")


@pytest.mark.parametrize(
    ("names", "tool", "students", "asked"),
    [
        ("Timestamp|Email Address|Score|What?", "Google Forms", ((1,),), {3: "What?"}),
        ("Zeitstempel|What?|Matrikelnummer|What? [Punkte]", "Google Forms", ((2,),), {1: "What?"}),
        (
            "Timestamp|Name|Grid [first]|Grid [second]",
            "Google Forms",
            ((1,),),
            {2: "Grid [first]", 3: "Grid [second]"},
        ),
        ("timestamp|Username|E-mail|Student ID|A|A [Feedback]", "Google Forms", ((1,), (2,), (3,)), {4: "A"}),
        (
            "name|id|submitted|attempt|12: What: now?|1.0|13: b|2.0",
            "Canvas",
            ((1,), (0,)),
            {4: "What: now?", 6: "b"},
        ),
        (
            "Surname|First name|Email address|Response 1|Response 2",
            "Moodle",
            ((2,), (1, 0)),
            {3: "1", 4: "2"},
        ),
        ("Nachname|Vorname|Antwort 1|Frage 1|Anmeldename", "Moodle", ((4,), (1, 0)), {2: "Antwort 1"}),
        ("student|Response 1", None, None, None),
        ("name|id|12: What?", None, None, None),
        ("student|q1|q2", None, None, None),
    ],
)
def test_which_tool_it_is(names, tool, students, asked):
    form = recognised(names.split("|"))
    assert (form and form.tool) == tool
    if form:
        assert form.students == students
        assert {at: said.asked for at, said in form.meanings.items() if said.kind == "answers"} == asked

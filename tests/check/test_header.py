"""Which column holds what, and what is wrong with a header."""

import pytest

from qbank import limits
from qbank.check.cells import Record
from qbank.check.column_map import ColumnMap, Mapped
from qbank.check.header import read_header
from qbank.errors import QbankError


def read(names, mapped=None, notes=None):
    cells = names.split("|")
    columns = mapped and ColumnMap([Mapped(name, means, "map.csv:2:1") for name, means in mapped.items()])
    return read_header(Record("a.csv", 1, cells), "a.csv", columns, [] if notes is None else notes)


@pytest.mark.parametrize(
    ("names", "named", "questions"),
    [
        ("question|answer", {"question": 0, "answer": 1}, []),
        (" Question | ANSWER|student|remark", {"question": 0, "answer": 1}, []),
        ("number|version|student|3b", {"number": 0, "version": 1}, ["3b"]),
        ("student|q1|A  text\nwith a break|", {}, ["q1", "A text with a break"]),
        ("student|name|e-mail|attempt|q1", {"attempt": 3}, ["q1"]),
    ],
)
def test_qbanks_own_columns(names, named, questions):
    header = read(names)
    assert {name: column.at for name, column in header.named.items()} == named
    assert [column.asked for column in header.questions] == questions


@pytest.mark.parametrize(
    ("names", "student"),
    [
        ("student|q1|name|Matrikelnummer", "c0"),
        ("q1|name|Matrikelnummer|login", "c2"),
        ("q1|Last name|First name", "c2 c1"),
        ("q1|name", "c1"),
        ("answer|question|login", "c2"),
    ],
)
def test_whose_answers_they_are(names, student):
    cells = [f"c{at}" for at in range(names.count("|") + 1)]
    assert read(names).called(cells)[0] == student


def test_all_columns_that_are_not_blank_say_whose_they_are_best_first():
    header = read("Matrikelnummer|E-Mail|Vorname|Nachname|q1")
    assert header.called(["7", "ana@x", "Ana", "Li"]) == ("7", "ana@x", "Ana Li")
    assert header.called(["", "ana@x", "Ana", "Li"]) == ("ana@x", "Ana Li")
    assert header.called([" ", "", "Ana", "Li"]) == ("Ana Li",)
    assert header.called(["", "", "", "Li"]) == ("Li",)
    assert header.called([""]) == ()


@pytest.mark.parametrize(
    ("names", "says"),
    [
        ("question|student", "a.csv:1: no column 'answer'; write question,answer,student"),
        ("answer|student", "a.csv:1: no column 'question'"),
        (
            "item|reply",
            "a.csv:1: no columns 'question' and 'answer', and no column 'student'; found 'item', 'reply'; write",
        ),
        ("question|answer|Answer", "a.csv:1:17: a second column 'Answer'; remove one of them"),
        ("student|q1|q1", "a.csv:1:12: a second column 'q1'"),
        ("student|q1|Q1", "a.csv:1:12: a second column 'Q1'"),
        ("student|q1|Student", "a.csv:1:12: a second column 'Student'"),
        ("question||answer", "a.csv:1:10: a column without a name"),
        (
            "Timestamp|How many?",
            "a.csv:1: no column says whose answers these are; found 'Timestamp', 'How many?'",
        ),
        ("Timestamp|Username|How many?|how  many?", "a.csv:1:30: a second column 'how many?'"),
    ],
)
def test_a_bad_header_refuses_the_table(names, says):
    with pytest.raises(QbankError) as refused:
        read(names)
    assert str(refused.value).startswith(says)


def test_the_bound_on_columns(monkeypatch):
    monkeypatch.setattr(limits, "TABLE_COLUMNS", 3)
    assert read("student|q1|q2|").width == 3
    with pytest.raises(QbankError, match="more than 3 columns"):
        read("student|q1|q2|q3")


def test_what_is_passed_over_is_told_once():
    notes = []
    read("student|question|answer|remark", notes=notes)
    read("question|answer", notes=notes)
    read("Zeitstempel|Nutzername|Gesamtpunktzahl|Wie viele?|Wie viele? [Punktzahl]", notes=notes)
    read("Timestamp|Username|" + "|".join(f"q{n}|q{n} [Score]" for n in range(10)), notes=notes)
    assert notes == [
        "a.csv: passed over: 'remark'.",
        "a.csv: an export of Google Forms, students called by 'Nutzername'; passed over: 'Zeitstempel', "
        "'Gesamtpunktzahl', 'Wie viele? [Punktzahl]'.",
        "a.csv: an export of Google Forms, students called by 'Username'; passed over: 'Timestamp', "
        + ", ".join(f"'q{n} [Score]'" for n in range(7))
        + " and 3 more.",
    ]


def test_a_map_wins():
    header = read(
        "Timestamp|Username|Who|What?|What? [Score]|Again",
        {"who": "student", "AGAIN": "q0123456789", "What? [Score]": "3b", "What?": "ignore"},
    )
    assert header.called(["t", "u", "w"]) == ("w",)
    assert [(column.asked, column.at) for column in header.questions] == [("3b", 4), ("q0123456789", 5)]


def test_a_map_cannot_make_a_table_long_and_wide():
    names = "question|answer|What?"
    assert read(names, {"answer": "ignore", "question": "student", "What?": "3"}).questions[0].asked == "3"
    with pytest.raises(QbankError) as refused:
        read(names, {"What?": "3"})
    assert str(refused.value).startswith(
        "map.csv:2:1: a column for 3 beside a column 'answer', which makes a row one"
    )


def test_a_map_makes_a_table_long():
    header = read("Item|Response|Person|Try", {"item": "question", "response": "answer", "person": "student"})
    assert header.long
    assert header.called(["i", "r", "p"]) == ("p",)


def test_columns_that_mean_the_student_are_joined():
    header = read("First|Last|q1|student", {"first": "student", "last": "student", "student": "ignore"})
    assert header.called(["Ana", "Li", "1", "x"]) == ("Ana Li",)


def test_mapped_words_replace_the_columns_of_that_name():
    header = read("student|attempt|Try|q1", {"try": "attempt"})
    assert header.named["attempt"].at == 2


@pytest.mark.parametrize(
    ("mapped", "says"),
    [
        ({"Naem": "student"}, "map.csv:2:1: a.csv has no column 'Naem'; did you mean 'Name'?"),
        ({"x": "ignore"}, "map.csv:2:1: a.csv has no column 'x'; known here: Name, q1"),
        (
            {"Name": "q1", "q1": "q1"},
            "map.csv:2:1: 'q1' is a second column with one meaning, the first is in map.csv:2:1; let one",
        ),
        ({"Name": "q1"}, "a.csv:1:6: 'q1' is a second column with one meaning, the first is in map.csv:2:1"),
        ({"Name": "ignore"}, "a.csv:1: no columns 'question' and 'answer', and no column 'student'"),
    ],
)
def test_a_map_that_does_not_fit(mapped, says):
    with pytest.raises(QbankError) as refused:
        read("Name|q1", mapped)
    assert str(refused.value).startswith(says)


@pytest.mark.parametrize(
    ("names", "cell"),
    [
        ("question|number|answer|student;;", "student;;"),
        ("question|number|answer|student;answer;student", "student;answer;student"),
        ("question,number,answer,student|question|number|answer|student", "question,number,answer,student"),
        ("student|1a|1b;", "1b;"),
        ("student\t3b\tq0123456789.open", "student\t3b\tq0123456789.open"),
    ],
)
def test_several_columns_in_one_cell_are_refused(names, cell):
    with pytest.raises(QbankError, match="several columns in one cell") as refused:
        read(names)
    at = names.split("|").index(cell)
    assert refused.value.where == f"a.csv:1:{len(','.join(names.split('|')[:at])) + 2 if at else 1}"
    assert "Text to Columns" in refused.value.hint


@pytest.mark.parametrize(
    "name", ["What is the name, and how many?", "Nachname, Vorname", "Score; total", "3, 4"]
)
def test_a_question_or_a_name_with_a_comma_is_one_column(name):
    assert name in [column.asked for column in read(f"student|{name}|q1").questions]

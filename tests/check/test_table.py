"""Long and wide tables, what is wrong with one row, and what is wrong with all of them."""

from itertools import count

import pytest

from qbank import limits
from qbank.check.cells import Lines, records, separated
from qbank.check.header import NAMED, read_header
from qbank.check.rows import Grid
from qbank.check.table import answers
from qbank.errors import QbankError


def read(text):
    """The answers of a CSV text, and the problems as texts."""
    lines, problems = Lines(text.splitlines(keepends=True), "a.csv"), []
    separator = separated(lines, NAMED)
    table = Grid("a.csv", records(lines, separator), separator)
    header = read_header(next(table.rows), table.name, None, [])
    rows = list(answers(table, header, problems, count(1)))
    return rows, [str(problem) for problem in problems]


def typed(text):
    rows, problems = read(text)
    assert problems == []
    return [(row.line, row.student, row.question, row.answer) for row in rows]


@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("question,answer\nq1,36\n", [(2, "", "q1", "36")]),
        ("Question , ANSWER,student\nq1, 36 ,ana\n", [(2, "ana", "q1", "36")]),
        ("student;answer;question\nana;1,5;q1.a\n", [(2, "ana", "q1.a", "1,5")]),
        ("number,answer\n3b,36\n", [(2, "", "3b", "36")]),
        ("question,number,answer,student\nq1,1,36,\n,2,45,\n", [(2, "", "q1", "36"), (3, "", "2", "45")]),
        ("question,answer,remark\nq1,36,easy\n", [(2, "", "q1", "36")]),
        ('question,answer\nq1,"[1,\n2]"\nq2\n', [(2, "", "q1", "[1,\n2]"), (4, "", "q2", "")]),
        ("question,answer,,\nq1,36,,\n", [(2, "", "q1", "36")]),
        ("question,answer\nq1,36,,,\n", [(2, "", "q1", "36")]),
        (
            "student,q1,q2.a\nana,1,2\nben,3\n",
            [(2, "ana", "q1", "1"), (2, "ana", "q2.a", "2"), (3, "ben", "q1", "3"), (3, "ben", "q2.a", "")],
        ),
        ("number,version,student,3b\n17,A,ana,5\n", [(2, "ana", "3b", "5")]),
        ("question,answer\n", []),
        ("student,q1\n", []),
    ],
)
def test_answers(text, given):
    assert typed(text) == given


def test_places_name_the_row_in_long_form_and_the_header_in_wide_form():
    (long,), _ = read("question,answer\nq1,36\n")
    assert (long.where, long.asked) == ("a.csv:2:4", "a.csv:2:1")
    (wide,), _ = read("student,q1\nana,36\n")
    assert (wide.where, wide.asked) == ("a.csv:2:5", "a.csv:1:9")


def test_the_place_of_a_missing_cell_is_the_end_of_its_row():
    rows, _ = read("student,q1,q2\nana,36\n")
    assert [row.where for row in rows] == ["a.csv:2:5", "a.csv:2:5"]
    (row,), _ = read("question,answer,student\nq1\n")
    assert row.where == "a.csv:2:1"


def test_version_and_attempt_are_kept():
    (row,), _ = read("student,version,attempt,3b\nana,B,2,36\n")
    assert (row.version, row.attempt) == ("B", "2")
    (row,), _ = read("question,answer,attempt\nq1,36,2\n")
    assert (row.version, row.attempt) == ("", "2")


def test_rows_without_a_student_are_one_persons_until_a_row_has_one():
    rows, problems = read("question,answer,student\nq1,1\nq2,2,\nq1,3,ana\nq2,4\nq2,5,\n")
    assert [(row.student, row.question, row.answer) for row in rows] == [
        ("", "q1", "1"),
        ("", "q2", "2"),
        ("ana", "q1", "3"),
    ]
    assert [problem.partition(";")[0] for problem in problems] == [
        "a.csv:5:4: a row without a student",
        "a.csv:6:6: a row without a student",
    ]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            "question,answer\nq1,18,944,000\n",
            'a.csv:2:7: 4 cells where the header has 2; put quotes around the answer: "18,944,000"',
        ),
        ("question,answer,student\nq1,18,944,000,ana\n", 'put quotes around the answer: "18,944,000"'),
        ("question,answer,student\nq1,18,944,000,\n", 'put quotes around the answer: "18,944,000"'),
        ("question,answer\nq1,[2,4,3,5]\n", 'put quotes around the answer: "[2,4,3,5]"'),
        ("student,q1,q2\nana,1,18,944\n", 'put quotes around the answer: "18,944"'),
        ("student,q1,q2\nana,(2,3),18\n", 'put quotes around the answer: "(2,3)"'),
        ("student,q1\nana,a,b\n", "put quotes around a cell that contains ','"),
        (
            'question,answer\nq1,"36\n',
            'a.csv:2:4: a quote opens here and does not close the cell; write "36"',
        ),
        ("student,q1\n,36\n", "a.csv:2:1: a row without a student; fill in whose answers these are"),
        ("question,answer,student\nq1,0.9767,ana,x\n", "put quotes around a cell that contains ','"),
        ("question,answer,student\nq1,18,944,000\n", 'put quotes around the answer: "18,944,000"'),
        (
            'question,answer\nq1,"36\nqh47kq2ztnv,45"\n',
            "a.csv:2:4: the quoted cell goes on over the row 'qh47kq2ztnv,45'; close the quote where the cell ends",
        ),
    ],
)
def test_one_bad_row_is_named_and_the_others_are_read(text, says):
    header, _, rest = text.partition("\n")
    good = ",".join({"student": "eve"}.get(name, "q9") for name in header.split(","))
    rows, problems = read(f"{header}\n{rest}{good}\n")
    assert len(problems) == 1
    assert says in problems[0]
    assert rows
    assert all(row.line > 2 for row in rows)


@pytest.mark.parametrize(
    "text",
    [
        'question,number,answer,student\n"q9srsmr2psr.blocked,1a,""15 000"",ana"\n',
        'question,number,answer,student\nq1,1a,15,ana\n"q9srsmr2psr.open,1b,21,ana"\n',
        "question;number;answer;student\nq9srsmr2psr.blocked,1a,15,ana;;;\n",
        'number,answer,student\n"3,15,ana",,\n',
        'student,1a,1b\n"ana,15,21"\n',
        'student,1a\n"ana,""15 000"""\n',
        "student;1a;1b\nana,15,21;;\n",
    ],
)
def test_a_row_in_one_cell_is_no_row_of_blanks(text):
    rows, problems = read(text)
    assert [row.student for row in rows if not row.answer] == []
    assert len(problems) == 1
    assert "a whole row in one cell" in problems[0]


@pytest.mark.parametrize(
    "text",
    [
        'student,1a,1b\n"Li, Ana, Dr.",,\n',
        'student,1a\n"Li, Ana",\n',
        'question,answer\n"A decoder, and so on, asks",\n',
        "question,answer,student\nq1,,ana\n",
    ],
)
def test_a_comma_in_the_only_cell_is_no_row(text):
    rows, problems = read(text)
    assert (problems, {row.answer for row in rows}) == ([], {""})


@pytest.mark.parametrize(
    ("text", "inside"),
    [
        ('question,answer,student\n1a,"15,ana\n1b,21",ben\n', "1b,21"),
        ('question,answer,student\n1,"15,ana\n2,21",ben\n', "2,21"),
        ('question,answer,student\n1a,15,"ana\n1b,21,ben\n2a,5,cem"\n', "1b,21,ben"),
        ('student,1a,1b\nana,"15,21\nben,3",4\n', "ben,3"),
        ('student;1a;1b\nana;"15;21\nben;3;4\ncem;5;6"\n', "ben;3;4"),
    ],
)
def test_a_quote_that_took_in_rows_is_told(text, inside):
    rows, problems = read(text)
    assert rows == []
    assert len(problems) == 1
    assert f"the quoted cell goes on over the row {inside!r}; close the quote" in problems[0]


@pytest.mark.parametrize(
    "text",
    [
        'question,answer,student\n1a,"1,2\n3,4",ana\n',
        'question,answer\n1a,"1,2\n3,4"\n',
        'student,1a,1b\nana,"[1,2\nb,3]",4\n',
        'student,1a\nana,"first\nsecond, third"\n',
    ],
)
def test_a_list_over_several_lines_is_one_answer(text):
    rows, problems = read(text)
    assert problems == []
    assert "\n" in rows[0].answer


def test_rows_are_attempts_in_the_wide_form_only():
    rows, _ = read("student,q1,q2\nana,,\nben,1,\n")
    assert [(row.row, row.empty) for row in rows] == [(1, True), (1, True), (2, False), (2, False)]
    (row,), _ = read("question,answer\nq1,\n")
    assert (row.row, row.empty) == (0, False)


def test_a_number_beside_a_question_and_all_that_calls_the_student_are_kept():
    rows, _ = read("question,number,answer,student,email\nq1,1b,15,ana,a@x\n,1b,15,,a@x\n")
    assert [(row.question, row.number, row.student, row.others) for row in rows] == [
        ("q1", "1b", "ana", ("a@x",)),
        ("1b", "", "a@x", ()),
    ]


def test_the_bound_on_rows(monkeypatch):
    monkeypatch.setattr(limits, "TABLE_ROWS", 3)
    table = "question,answer\n" + "q1,1\n" * 3
    assert len(read(table)[0]) == 3
    with pytest.raises(QbankError, match="more than 3 rows"):
        read(table + "q1,1\n")

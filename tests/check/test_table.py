"""Long and wide tables, what is wrong with one row, and what is wrong with all of them."""

import pytest

from qbank import limits
from qbank.check.table import read_table
from qbank.errors import QbankError


def read(text):
    problems = []
    rows = list(read_table(text.encode(), "a.csv", problems))
    return rows, [str(problem) for problem in problems]


def typed(text):
    rows, problems = read(text)
    assert problems == []
    return [(row.line, row.student, row.question, row.answer) for row in rows]


@pytest.mark.parametrize(
    ("text", "answers"),
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
def test_answers(text, answers):
    assert typed(text) == answers


def test_places_name_the_row_in_long_form_and_the_header_in_wide_form():
    (long,), _ = read("question,answer\nq1,36\n")
    assert (long.where, long.asked) == ("a.csv:2:4", "a.csv:2:1")
    (wide,), _ = read("student,q1\nana,36\n")
    assert (wide.where, wide.asked) == ("a.csv:2:5", "a.csv:1:9")


def test_the_version_of_the_sheet_is_kept():
    (row,), _ = read("student,version,3b\nana,B,36\n")
    assert row.version == "B"


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
        ("student,q1\n,36\n", "a.csv:2:1: a row without a student"),
        (
            'question,answer\nq1,"36\nqh47kq2ztnv,45"\n',
            "a.csv:2:4: the quoted answer goes on over the row of qh47kq2ztnv",
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
    ("text", "says"),
    [
        ("", "a.csv: the table is empty; write a header such as question,answer,student"),
        ("\n \n", "a.csv: the table is empty"),
        ("question,student\nq1,ana\n", "a.csv:1: no column 'answer'"),
        ("answer,student\n1,ana\n", "a.csv:1: no column 'question'"),
        (
            "id,reply\nq1,36\n",
            "a.csv:1: no columns 'question' and 'answer', and no column 'student'; found 'id', 'reply'",
        ),
        ("question,answer,Answer\n", "a.csv:1:17: a second column 'Answer'; remove one of them"),
        ("student,q1,q1\n", "a.csv:1:12: a second column 'q1'"),
        ("question,,answer\n", "a.csv:1:10: a column without a name"),
        ('question,"answer\n', "a.csv:1:10: a quote opens here"),
    ],
)
def test_a_bad_header_refuses_the_table(text, says):
    with pytest.raises(QbankError) as refused:
        read(text)
    assert str(refused.value).startswith(says)


def test_the_bound_on_rows(monkeypatch):
    monkeypatch.setattr(limits, "TABLE_ROWS", 3)
    table = "question,answer\n" + "q1,1\n" * 3
    assert len(read(table)[0]) == 3
    with pytest.raises(QbankError, match="more than 3 rows"):
        read(table + "q1,1\n")


def test_the_bound_on_columns(monkeypatch):
    monkeypatch.setattr(limits, "TABLE_COLUMNS", 3)
    assert read("student,q1,q2\nana,1,2\n")[0]
    with pytest.raises(QbankError, match="more than 3 columns"):
        read("student,q1,q2,q3\n")

"""Encodings, separators, quotes and the places of cells."""

import pytest

from qbank import limits
from qbank.check.cells import decoded, records, separated
from qbank.errors import QbankError

TEXT = "question,answer\nq1,½\n"


def texts(text, separator=","):
    return [[cell.text for cell in record.cells] for record in records(text, separator, "a.csv")]


@pytest.mark.parametrize(
    "data",
    [
        TEXT.encode(),
        TEXT.encode("utf-8-sig"),
        TEXT.encode("utf-16"),
        b"\xfe\xff" + TEXT.encode("utf-16-be"),
        TEXT.encode("utf-16-le"),
        TEXT.encode("utf-16-be"),
    ],
)
def test_encodings(data):
    assert decoded(data, "a.csv") == TEXT


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"question,answer\nq1,\xbd\n", "a.csv:2: byte 0xbd is not UTF-8; save it as CSV UTF-8"),
        (b"PK\x03\x04rest", "a.csv: this is a spreadsheet, not text; save it as CSV (UTF-8)"),
        (b"\xff\xfeq\x00\x00\xd8", "a.csv:1: byte 0x00 is not UTF-16-LE; save it as CSV UTF-8"),
    ],
)
def test_what_is_no_text_is_refused(data, says):
    with pytest.raises(QbankError) as refused:
        decoded(data, "a.csv")
    assert str(refused.value) == says


def test_the_bound_on_bytes(monkeypatch):
    monkeypatch.setattr(limits, "TABLE_BYTES", 10)
    assert decoded(b"x" * 10, "a.csv") == "x" * 10
    with pytest.raises(QbankError, match="more than 10 bytes"):
        decoded(b"x" * 11, "a.csv")


@pytest.mark.parametrize(
    ("header", "separator", "start"),
    [
        ("question,answer\n", ",", 0),
        ("question;answer\n", ";", 0),
        ("question\tanswer\n", "\t", 0),
        ("student;What, and how, is it?\n", ";", 0),
        ('"question";"a,b,c"\n', ";", 0),
        ("x;y,z,w\n", ",", 0),
        ("sep=;\r\nquestion,answer\n", ";", 7),
        ("question\n", ",", 0),
        ("", ",", 0),
        ("student\nana;b", ",", 0),  # what stands only below the header decides nothing
    ],
)
def test_separators(header, separator, start):
    assert separated(header, frozenset({"question", "answer", "student"})) == (separator, start)


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("a,b\r\n1,2\r\n", [["a", "b"], ["1", "2"]]),
        ("a,b\r1,2", [["a", "b"], ["1", "2"]]),
        ("a\n\n ,\nb\n", [["a"], ["b"]]),
        ('"a,b","say ""x"""\n', [["a,b", 'say "x"']]),
        ('"1\r\n2",3\n', [["1\r\n2", "3"]]),
        ('1, "2,3" ,4\n', [["1", "2,3", "4"]]),
        ('5" wide,""\n', [['5" wide', ""]]),
        ("a,\n", [["a", ""]]),
    ],
)
def test_rows(text, rows):
    assert texts(text) == rows


def test_lines_and_columns_are_those_of_the_file():
    rows = list(records('h,i\n"a\nb",c,"d"\n\ne,"f\n', ",", "a.csv"))
    assert [record.line for record in rows] == [1, 2, 5]
    assert [(cell.text, cell.column) for cell in rows[1].cells] == [("a\nb", 1), ("c", 4), ("d", 6)]
    assert rows[2].problem.where == "a.csv:5:3"


@pytest.mark.parametrize(
    ("text", "kept", "says"),
    [
        (
            'q1,"36\nq2,45\n',
            [["q2", "45"]],
            'a.csv:1:4: a quote opens here and does not close the cell; write "36"',
        ),
        ('q1,"36\nq2,"45"\n', [["q2", "45"]], "a.csv:1:4: a quote opens here"),
        ('q0,1\nq1,"36\nq2,"a\nb"\n', [["q0", "1"], ["q2", "a\nb"]], "a.csv:2:4: a quote opens here"),
        ('q1,"4,204\nq2,45\n', [["q2", "45"]], "close it where the cell ends"),
        ('q1,"\x1b[2J\nq2,45\n', [["q2", "45"]], 'write "<U+001B>[2J"'),
        ('q1,"x" or "y"\nq2,45\n', [["q2", "45"]], 'a quote inside a quoted cell is written ""'),
        ('"1\n2","36\nq2,45\n', [["q2", "45"]], "a.csv:2:4: a quote opens here"),
    ],
)
def test_a_quote_that_does_not_close_spoils_one_row(text, kept, says):
    rows = list(records(text, ",", "a.csv"))
    assert [[cell.text for cell in row.cells] for row in rows if row.problem is None] == kept
    (problem,) = [row.problem for row in rows if row.problem]
    assert says in str(problem)


def test_many_open_quotes_take_no_quadratic_time():
    rows = list(records('a,"b\n' * 20_000, ",", "a.csv"))
    assert len(rows) == 20_000


@pytest.mark.parametrize("sign", ["x", "é"])
def test_the_bound_on_a_cell(sign):
    most = limits.CELL_BYTES // len(sign.encode())
    at, past = records(f"{sign * most},1\n{sign * (most + 1)},1\n", ",", "a.csv")
    assert at.problem is None
    assert str(past.problem) == "a.csv:2:1: a cell of more than 4,096 bytes; shorten it"

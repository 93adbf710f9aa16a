"""Encodings, separators, quotes and the places of cells."""

import io

import pytest

from qbank import limits
from qbank.check.cells import Lines, decoded, records, separated
from qbank.errors import QbankError

TEXT = "question,answer\nq1,½\n"


def lines(text, name="a.csv"):
    data = text if isinstance(text, bytes) else text.encode()
    return Lines(decoded(io.BufferedReader(io.BytesIO(data)), name), name)


def rows(text, separator=","):
    return list(records(lines(text), separator))


def texts(text, separator=","):
    return [list(record.cells) for record in rows(text, separator)]


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
    assert texts(data) == [["question", "answer"], ["q1", "½"]]


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le"])
def test_blocks_are_joined_where_they_cut(end, encoding):
    table = [["q½", f"{row}é"] for row in range(5_000)]
    text = "".join(end.join(["ä,b", *map(",".join, table), ""]))
    read = rows(text.encode(encoding))
    assert [list(record.cells) for record in read[1:]] == table
    assert read[-1].line == 5_001


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"question,answer\nq1,\xbd\n", "a.csv:2: byte 0xbd is not UTF-8; save it as CSV UTF-8"),
        (b"a\rb\r\nc\xff", "a.csv:3: byte 0xff is not UTF-8"),
        (b"x,1\n" * 20_000 + "é".encode("cp1252"), "a.csv:20001: byte 0xe9 is not UTF-8"),
        (b"x" * 9_000 + b"\n\n" + "é".encode("cp1252"), "a.csv:3: byte 0xe9 is not UTF-8"),
        (TEXT.encode("utf-32"), "a.csv: this is UTF-32; save it as CSV UTF-8"),
        (TEXT.encode("utf-32-le"), "a.csv: this is UTF-32"),
        (TEXT.encode("utf-32-be"), "a.csv: this is UTF-32"),
        (b"\0\0\xfe\xff" + TEXT.encode("utf-32-be"), "a.csv: this is UTF-32"),
        (b"\xff\xfeq\x00\x00\xd8", "a.csv:1: byte 0x00 is not UTF-16-LE; save it as CSV UTF-8"),
    ],
)
def test_what_is_no_text_is_refused(data, says):
    with pytest.raises(QbankError) as refused:
        rows(data)
    assert str(refused.value).startswith(says)


@pytest.mark.parametrize(
    ("header", "separator", "left"),
    [
        ("question,answer\n", ",", "question,answer\n"),
        ("question;answer\n", ";", "question;answer\n"),
        ("question\tanswer\n", "\t", "question\tanswer\n"),
        ("student;What, and how, is it?\n", ";", "student;What, and how, is it?\n"),
        ('"question";"a,b,c"\n', ";", '"question";"a,b,c"\n'),
        ('"a\n,,,b";"question\n"\n', ";", '"a\n'),
        ('5" wide;question;a,b,c,d\n', ";", '5" wide;question;a,b,c,d\n'),
        ("x;y,z,w\n", ",", "x;y,z,w\n"),
        ("\n ,,\n;;\nquestion;answer\n", ";", "question;answer\n"),
        ("sep=;\r\nquestion,answer\n", ";", "question,answer\n"),
        ("SEP=\t\rquestion,answer\n", "\t", "question,answer\n"),
        ("question\n", ",", "question\n"),
        ("", ",", ""),
        ("student\nana;b", ",", "student\n"),  # what stands only below the header decides nothing
    ],
)
def test_separators(header, separator, left):
    source = lines(header)
    assert separated(source, frozenset({"question", "answer", "student"})) == separator
    assert source.take() == left


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("a,b\r\n1,2\r\n", [["a", "b"], ["1", "2"]]),
        ("a,b\r1,2", [["a", "b"], ["1", "2"]]),
        ("a\n\n ,\nb\n", [["a"], ["b"]]),
        ('"a,b","say ""x"""\n', [["a,b", 'say "x"']]),
        ('"1\r\n2",3\n', [["1\r\n2", "3"]]),
        ('"1\n2","3\n\n4",5\n6', [["1\n2", "3\n\n4", "5"], ["6"]]),
        ('"1\n""2""\n","3"', [['1\n"2"\n', "3"]]),
        ('1, "2,3" ,4\n', [["1", "2,3", "4"]]),
        ('5" wide,""\n', [['5" wide', ""]]),
        ("a,\n", [["a", ""]]),
    ],
)
def test_rows(text, cells):
    assert texts(text) == cells


def test_lines_and_columns_are_those_of_the_file():
    read = rows('h,i\n"a\nb",c,"d\n\ne",f\n\ng,"f\n')
    assert [record.line for record in read] == [1, 2, 7]
    assert read[0].places() == ["a.csv:1:1", "a.csv:1:3"]
    assert read[1].places() == ["a.csv:2:1", "a.csv:3:4", "a.csv:3:6", "a.csv:5:4"]
    assert [read[0].place(at) for at in (0, 1, 9)] == ["a.csv:1:1", "a.csv:1:3", "a.csv:1:3"]
    assert [read[1].place(at) for at in (2, 9)] == ["a.csv:3:6", "a.csv:5:4"]
    assert read[2].problem.where == "a.csv:7:3"


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
        ('q1,"36\n' + "q2,45\n" * 3_000, [["q2", "45"]] * 3_000, "a.csv:1:4: a quote opens here"),
    ],
)
def test_a_quote_that_does_not_close_spoils_one_row(text, kept, says):
    read = rows(text)
    assert [list(row.cells) for row in read if row.problem is None] == kept
    (problem,) = [row.problem for row in read if row.problem]
    assert says in str(problem)


@pytest.mark.parametrize(
    "text",
    [
        'a,"b\n' * 20_000,
        '"' + '""\n' * 100_000,
        '"a\n",' * 50_000,
        'a,"' + "b\n" * 100_000,
    ],
)
def test_many_open_quotes_take_no_quadratic_time(text):
    assert rows(text)


@pytest.mark.parametrize("sign", ["x", "é"])
@pytest.mark.parametrize("cell", ["{}", '"{}"', '"\n{}"'])
def test_the_bound_on_a_cell(sign, cell):
    most = (limits.CELL_BYTES - ("\n" in cell)) // len(sign.encode())
    at, past = rows(f"1,{cell.format(sign * most)}\n1,{cell.format(sign * (most + 1))}\n")
    assert at.problem is None
    where = past.place(1)
    assert str(past.problem) == f"{where}: a cell of more than 4,096 bytes; shorten it"


@pytest.mark.parametrize("row", ["{}\n", '"{}"\n', '"a\n{}"\r\n'])
def test_the_bound_on_a_row(monkeypatch, row):
    monkeypatch.setattr(limits, "ROW_CHARACTERS", 30)
    most = "x" * (30 - len(row.format("")))
    at, past, after = rows(f"{row.format(most)}{row.format(most + 'x')}b\n")
    assert at.problem is None
    assert "a row of more than 30 characters; shorten it" in str(past.problem)
    assert after.cells == ["b"]


def test_a_long_row_is_passed_over(monkeypatch):
    monkeypatch.setattr(limits, "ROW_CHARACTERS", 30)
    long, after = rows("y" * 1_000 + "\r\nb\n")
    assert str(long.problem) == "a.csv:1: a row of more than 30 characters; shorten it"
    assert (after.cells, after.line) == (["b"], 2)

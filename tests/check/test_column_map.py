"""Maps of columns: read with their faults named, and put over what a table's columns seem to mean."""

import pytest

from qbank import limits
from qbank.check.column_map import read_column_map
from qbank.check.tables import open_table
from qbank.errors import QbankError
from tests.check.books import workbook


def mapped(tmp_path, text):
    path = tmp_path / "map.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_column_map(str(path))


def typed(tmp_path, table, columns):
    path = tmp_path / "a.csv"
    path.write_text(table, encoding="utf-8")
    problems, notes = [], []
    rows = [
        (row.student, row.question, row.answer) for row in open_table(str(path), problems, columns, notes)
    ]
    assert problems == []
    return rows, [note.removeprefix(f"{path}: ") for note in notes]


@pytest.mark.parametrize(
    "means", ["q0123456789", "q0123456789.open", "3", "3b", "3 B", "Student", "IGNORE", "name"]
)
def test_meanings(tmp_path, means):
    assert mapped(tmp_path, f"column,means\nHow many?,{means}\n")


def test_a_map_says_what_columns_mean(tmp_path):
    columns = mapped(
        tmp_path,
        'means;column\nstudent;Who\nq0123456789.Open;"How  many; in\nall?"\n3b;And here?\nignore;Remark\nname;Called\n',
    )
    table = 'Who,Called,"how many; in all?",And here?,Remark,q1\nana,Ana,36,45,hm,1\n'
    assert typed(tmp_path, table, columns) == (
        [("ana", "q0123456789.Open", "36"), ("ana", "3b", "45"), ("ana", "q1", "1")],
        ["passed over: 'Called', 'Remark'."],
    )


def test_a_map_may_be_a_workbook_and_a_table_too(tmp_path):
    columns = mapped(tmp_path, workbook(Map=[["column", "means"], ["Item", "number"], ["Reply", "answer"]]))
    path = tmp_path / "a.xlsx"
    path.write_bytes(workbook(One=[["Item", "Reply"], [3, 36]]))
    (row,) = open_table(str(path), [], columns)
    assert (row.question, row.answer) == ("3", "36")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "map.csv: this is no map of columns; its first line is column,means"),
        ("column,meaning\na,b\n", "map.csv: this is no map of columns"),
        ('column,"means\n', "map.csv:1:8: a quote opens here"),
        ("column,means\n,student\n", "map.csv:2:1: no column is named; write its name as in the table"),
        (
            "column,means\na,studnt\n",
            "map.csv:2:3: 'studnt' is no meaning; did you mean 'student'?, or a question's id",
        ),
        ("column,means\na,\n", "map.csv:2:3: '' is no meaning; known here: student, name, version"),
        ("column,means\na\n", "map.csv:2:1: '' is no meaning"),
        ("column,means\na,q012345678\n", "map.csv:2:3: 'q012345678' is no meaning"),
        ("column,means\nA b,ignore\n\na  B,ignore\n", "map.csv:4:1: a second line for 'a  B'; the first is"),
        ('column,means\na,"ignore\nb,ignore\n', "map.csv:2:3: a quote opens here"),
    ],
)
def test_what_is_wrong_in_a_map(tmp_path, monkeypatch, text, says):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "map.csv").write_text(text, encoding="utf-8")
    with pytest.raises(QbankError) as refused:
        read_column_map("map.csv")
    assert str(refused.value).startswith(says)


def test_the_bound_on_columns(tmp_path, monkeypatch):
    monkeypatch.setattr(limits, "TABLE_COLUMNS", 2)
    text = "column,means\na,ignore\nb,ignore\n"
    assert mapped(tmp_path, text)
    with pytest.raises(QbankError, match="more than 2 columns"):
        mapped(tmp_path, text + "c,ignore\n")


def test_a_map_that_is_not_there():
    with pytest.raises(QbankError, match="cannot be read: no such file"):
        read_column_map("nowhere.csv")

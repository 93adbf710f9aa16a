"""Tables of answers from the file on: long and wide, text and workbook, and what stays of a bad one."""

import gc
import io
import subprocess
import sys
import tracemalloc

import pytest

from qbank import limits
from qbank.check.tables import open_table
from qbank.errors import QbankError
from tests.check.books import packed, parts, workbook


@pytest.fixture
def read(tmp_path, monkeypatch):
    """The answers in a file, and the problems as texts."""
    monkeypatch.chdir(tmp_path)

    def run(content, name="a.csv", notes=None):
        (tmp_path / name).write_bytes(content if isinstance(content, bytes) else content.encode())
        problems = []
        rows = list(open_table(name, problems, None, notes))
        return [(row.student, row.question, row.answer, row.where) for row in rows], [
            str(one) for one in problems
        ]

    return run


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le"])
@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_dresses_of_a_text(read, encoding, end, separator):
    text = end.join(["student,question,answer", 'ana,"q1","½ ""x"""', ""]).replace(",", separator)
    assert read(text.encode(encoding)) == ([("ana", "q1", '½ "x"', "a.csv:2:10")], [])


def test_a_line_that_declares_the_separator(read):
    assert read("sep=;\r\nquestion;answer\r\nq1;0,5\r\n") == ([("", "q1", "0,5", "a.csv:3:4")], [])


def test_a_workbook(read):
    assert read(
        workbook(Read_me=[["Hello"]], One=[["student", "q1", "q2"], ["ana", 36, "0.50"], ["ben"]]), "a.xlsx"
    ) == (
        [
            ("ana", "q1", "36", "a.xlsx:One!B2"),
            ("ana", "q2", "0.50", "a.xlsx:One!C2"),
            ("ben", "q1", "", "a.xlsx:One!B3"),
            ("ben", "q2", "", "a.xlsx:One!C3"),
        ],
        [],
    )


HEAD = ["student", "1a", "1b"]


@pytest.fixture
def noted(tmp_path, monkeypatch):
    """Who answered in the sheets of a workbook, and what is noted; the file is a.xlsx."""
    monkeypatch.chdir(tmp_path)

    def run(**sheets):
        (tmp_path / "a.xlsx").write_bytes(workbook(**sheets))
        notes = []
        return [row.where for row in open_table("a.xlsx", [], None, notes)][::2], notes

    return run


def test_all_sheets_with_the_same_columns_are_read(noted):
    group_a, group_b = [HEAD, ["ana", 15, 21]], [["1b", "Student", "1a"], [21, "ben", 15]]
    assert noted(**{"Group A": group_a, "Blank": [], "Group B": group_b}) == (
        ["a.xlsx:Group A!B2", "a.xlsx:Group B!A2"],
        ["Read: a.xlsx:Group A, a.xlsx:Group B."],
    )


def test_other_sheets_are_passed_over_with_a_note(noted):
    sheets = {
        "Cover": [["Quiz 3"], ["all groups"]],
        "Answers": [HEAD, ["ana", 15, 21]],
        "Class": [["student", "name", "email"], ["ana", "Ana", "a@x"]],
    }
    assert noted(**sheets) == (
        ["a.xlsx:Answers!B2"],
        [
            "Read: a.xlsx:Answers.",
            "Passed over, since no columns of answers are there: a.xlsx:Cover, a.xlsx:Class.",
        ],
    )


@pytest.mark.parametrize("old_first", [False, True])
@pytest.mark.parametrize(
    ("sheet", "says"),
    [
        (
            [[*HEAD, "1a"], ["ana", 15, 21, 3]],
            "a.xlsx:New:1: |a.xlsx:New!D1: a second column '1a'; remove one of them",
        ),
        (
            [["Quiz 3, spring"], HEAD, ["ana", 15, 21]],
            "a.xlsx:New!A1: the first row is no header, 'Quiz 3, spring'; the header seems to be in a.xlsx:New!A2",
        ),
        (
            [["student", "1a"], ["ana", 15]],
            "are tables of answers with different columns; hide or remove the sheet",
        ),
        ([["number", "answer"], ["1a", 15]], "are tables of answers with different columns"),
    ],
)
def test_no_sheet_is_graded_where_another_one_may_be_meant(noted, sheet, says, old_first):
    old = [HEAD, ["ana", 1, 2]]
    with pytest.raises(QbankError) as refused:
        noted(**({"Old": old, "New": sheet} if old_first else {"New": sheet, "Old": old}))
    assert any(part in str(refused.value) for part in says.split("|"))


def test_the_bound_on_rows_is_one_for_all_sheets(noted, monkeypatch):
    monkeypatch.setattr(limits, "TABLE_ROWS", 2)
    one, two = [HEAD, ["ana", 1, 2]], [HEAD, ["ben", 1, 2]]
    assert len(noted(One=one, Two=two)[0]) == 2
    with pytest.raises(QbankError, match="more than 2 rows"):
        noted(One=one, Two=[*two, ["cy", 1, 2]])


def test_cells_beside_the_header_of_a_workbook_are_remarks(read):
    rows = [["question", "answer"], ["q1", 36, None, "late"]]
    assert read(workbook(One=rows)) == ([("", "q1", "36", "a.csv:One!B2")], [])


ERROR = '<c r="{}" t="e"><v>#REF!</v></c>'
TEXT = '<c r="{}" t="str"><v>{}</v></c>'


def sheet(*rows):
    """A workbook of texts, ERROR for an error."""
    cells = [
        "".join(
            ERROR.format(f"{letter}{line}") if cell is ERROR else TEXT.format(f"{letter}{line}", cell)
            for letter, cell in zip("ABCDEF", row, strict=False)
        )
        for line, row in enumerate(rows, start=1)
    ]
    return packed(parts("".join(f'<row r="{line}">{row}</row>' for line, row in enumerate(cells, start=1))))


def test_an_error_in_a_cell_spoils_one_answer_of_a_wide_row(read):
    rows, problems = read(sheet(["student", "q1", "q2"], ["ana", ERROR, "2"], [ERROR, "1", "2"]))
    assert rows == [("ana", "q2", "2", "a.csv:One!C2")]
    assert problems == [
        "a.csv:One!B2: the spreadsheet shows #REF! here; mend the cell",
        "a.csv:One!A3: the spreadsheet shows #REF! here; mend the cell",
    ]


def test_an_error_in_a_cell_spoils_a_long_row_unless_it_is_a_remark(read):
    rows, problems = read(
        sheet(["question", "answer", "remark"], ["q1", ERROR], ["q2", "2", ERROR], [ERROR, "3"])
    )
    assert rows == [("", "q2", "2", "a.csv:One!B3")]
    assert [problem.partition(": ")[0] for problem in problems] == ["a.csv:One!B2", "a.csv:One!A4"]


def test_an_error_in_the_header(read):
    with pytest.raises(QbankError, match="#REF!"):
        read(sheet(["student", ERROR]))


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("", "a.csv: the table is empty; write a header such as question,answer,student"),
        ("\n \n;;\n", "a.csv: the table is empty"),
        ('question,"answer\n', "a.csv:1:10: a quote opens here"),
        (
            "id,reply\nq1,36\n",
            "a.csv:1: no columns 'question' and 'answer', and no column 'student'; found 'id', 'reply'",
        ),
        (
            workbook(One=[["x"]]),
            "a.csv:One:1: no columns 'question' and 'answer', and no column 'student'; found 'x'",
        ),
        (workbook(One=[]), "a.csv:One: the table is empty"),
        (
            "Quiz 3, spring\nGroup A\nstudent;1a;1b\nana;1;2\n",
            "a.csv:1:1: the first row is no header, 'Quiz 3  spring'; the header seems to be in a.csv:3:1: remove",
        ),
        (
            "question,number,answer,student;;\nq1,1a,,;15;ana\n",
            "a.csv:1:24: several columns in one cell, 'student;;'",
        ),
        (
            workbook(One=[["x"]], Two=[], Three=[["y"]]),
            "a.csv:One:1: no sheet is a table of answers (a.csv:One, a.csv:Two, a.csv:Three); the first: no columns",
        ),
    ],
)
def test_what_is_no_table_of_answers(read, content, says):
    with pytest.raises(QbankError) as refused:
        read(content)
    assert str(refused.value).startswith(says)


def test_rows_before_and_after_bad_ones_are_read(read):
    text = 'student,q1\nana,1\nben,"2\ncy,3,000\n,4\neve,5\n'
    rows, problems = read(text)
    assert [(row[0], row[2]) for row in rows] == [("ana", "1"), ("eve", "5")]
    assert problems == [
        'a.csv:3:5: a quote opens here and does not close the cell; write "2"; a quote inside a quoted cell is written ""',
        'a.csv:4:6: 3 cells where the header has 2; put quotes around the answer: "3,000"',
        "a.csv:5:1: a row without a student; fill in whose answers these are",
    ]


@pytest.mark.parametrize(
    "make", [lambda rows: "\n".join(map(",".join, rows)), lambda rows: workbook(One=rows)]
)
def test_the_bound_on_rows(read, monkeypatch, make):
    monkeypatch.setattr(limits, "TABLE_ROWS", 3)
    rows = [["question", "answer"], *(["q1", "1"] for _ in range(3))]
    assert len(read(make(rows))[0]) == 3
    with pytest.raises(QbankError, match="more than 3 rows"):
        read(make([*rows, ["q1", "1"]]))


@pytest.mark.parametrize(
    "make", [lambda rows: "\n".join(map(",".join, rows)), lambda rows: workbook(One=rows)]
)
def test_the_bound_on_columns(read, monkeypatch, make):
    monkeypatch.setattr(limits, "TABLE_COLUMNS", 3)
    assert read(make([["student", "q1", "q2"], ["ana", "1", "2"]]))[0]
    with pytest.raises(QbankError, match="more than 3 columns"):
        read(make([["student", "q1", "q2", "q3"]]))


def test_a_table_is_never_in_memory_as_a_whole(read, monkeypatch):
    row = f"q1,{'1' * 90},ana\n"
    monkeypatch.setattr(
        sys,
        "stdin",
        type("Stdin", (), {"buffer": io.BytesIO(b"question,answer,student\n" + row.encode() * 100_000)}),
    )
    rows = open_table("-", [])
    next(rows)
    tracemalloc.start()
    assert sum(1 for _ in rows) == 99_999
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1_000_000


def test_the_file_is_closed_also_when_reading_stops_early(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("question,answer\n" + "q1,1\n" * 10_000, encoding="utf-8")
    rows = open_table(str(path), [])
    next(rows)
    del rows
    gc.collect()  # a file left open would be an error here, as all warnings are
    rows = open_table(str(path), [])
    next(rows)
    rows.close()


def test_a_plain_text_loads_nothing_that_it_does_not_need(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("question,answer\nq1,1\n", encoding="utf-8")
    code = (
        "import sys; from qbank.check.tables import open_table; rows = list(open_table(sys.argv[1], []))\n"
        "heavy = {'zipfile', 'csv', 'pyexpat', 'openpyxl', 'difflib', 'datetime', 'html'}\n"
        "unneeded = {f'qbank.check.{name}' for name in ('column_map', 'mends', 'squeezed',"
        " 'taken_in', 'texts', 'turns', 'workbook', 'roster')}\n"
        "print(len(rows), *sorted((heavy | unneeded) & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["1"]

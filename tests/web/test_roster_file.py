"""Lists as workbooks: what the registrar's program wrote is read as it is shown, and hostile ones end soon."""

import contextlib
import io
import re
import time
from datetime import date

import openpyxl
import pytest

from qbank import limits
from qbank.web.base.refusals import Refusal
from qbank.web.course import roster_file, roster_table
from tests.check.books import packed, parts, workbook

from .conftest import Browser

KIND = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
HEADER = ["student", "name", "email", "extra"]


def book(*rows, formats=None, **others):
    """The bytes of a workbook whose first sheet has these rows; `formats` are those of cells, others are sheets."""
    made = openpyxl.Workbook()
    made.active.title = "List"
    for row in rows:
        made.active.append(row)
    for cell, code in (formats or {}).items():
        made.active[cell].number_format = code
    for title, content in others.items():
        sheet = made.create_sheet(title)
        for row in content:
            sheet.append(row)
    file = io.BytesIO()
    made.save(file)
    return file.getvalue()


def listed(content):
    found = roster_table.read(content)
    return [tuple(row[1:]) for row in found.listed], found.problems


def refused(content):
    with pytest.raises(Refusal) as caught:
        roster_table.read(content)
    assert caught.value.field == "roster"
    assert len(caught.value.sentence.splitlines()) == 1
    return str(caught.value.sentence)


@pytest.fixture
def ada(site, school):
    return Browser(site).sign_in("ada")


def upload(ada, school, content):
    here = f"/teach/courses/{school['course'].public}/roster"
    return here, ada.post(here, files={"roster": ("list.xlsx", content, KIND)})


def test_a_workbook_is_shown_before_it_changes_anything_and_taken_over(site, school, ada):
    here, answer = upload(ada, school, book(HEADER, ["d1", "Dora", "dora@x", 25], ["d1", "Twin", None, 0]))
    assert answer.status_code == 303
    page = ada.get(here).text
    for said in ("Are invited: 1", "Rows that are left out: 1", "Line 3: &#39;d1&#39; stands there already, on line 2."):  # fmt: skip
        assert said in page, said
    assert "The other sheets" not in page
    words = re.search(r'name="list" value="(\w+)"', page)[1]
    assert ada.post(f"{here}/apply", {"list": words}).status_code == 303
    assert "Dora" in ada.get(here.removesuffix("/roster")).text


@pytest.mark.parametrize(
    ("cells", "formats", "row"),
    [
        ([4711, "Ana", "ana@x", 25], {}, ("4711", "Ana", "ana@x", 25)),
        ([4711.0, "Ana", None, 25.0], {}, ("4711", "Ana", "", 25)),
        (["0042", "Ana", None, "25 %"], {}, ("0042", "Ana", "", 25)),
        ([42, "Ana", None, 0.25], {"A2": "0000", "D2": "0%"}, ("0042", "Ana", "", 25)),
        ([42, "Ana", None, 1], {"A2": "00000000", "D2": "0.00%"}, ("00000042", "Ana", "", 100)),
        ([123456789012345, "Ana", None, None], {}, ("123456789012345", "Ana", "", 0)),
        ([date(2026, 3, 4), "Ana", None, 0], {}, ("2026-03-04", "Ana", "", 0)),
        (["#1", " Ana \n Lima ", None, 0], {}, ("#1", "Ana Lima", "", 0)),
    ],
)
def test_cells_are_read_as_they_are_shown(cells, formats, row):
    assert listed(book(HEADER, cells, formats=formats)) == ([row], [])


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        (["=1+1", "Ana", None, 0], "Cell A2: a formula without a value; open the file in a spreadsheet program"),
        (["1", "Ana", None, "=B9"], "Cell D2: a formula without a value"),
        ([1234567890123456789, "Ana"], "The number 1.23456789012346e+18 has lost its digits. Make its cell a text."),
        (["1", "Ana", None, 0.25], "The extra time '0.25' is no whole number from 0 to 300."),
        (["1", "x" * (limits.CELL_BYTES + 1)], "Cell B2: a cell of more than 4,096 bytes; shorten it."),
        (["1", "A\u202eB"], "holds the sign U+202E (RIGHT-TO-LEFT OVERRIDE)"),
        ([None, None, None, 5], "This row says nothing about who it is."),
        (["1", "Ana", None, 0, "more"], "It has 5 cells, and the header 4."),
    ],
)  # fmt: skip
def test_a_bad_row_is_named_and_spoils_no_other(cells, said):
    found = roster_table.read(book(HEADER, cells, ["9", "Last", "l@x", 300]))
    assert [row.label for row in found.listed] == ["9"]
    assert [problem.line for problem in found.problems] == [2]
    assert said in found.problems[0].said


def test_a_formula_that_nobody_needs_is_no_matter():
    assert listed(book(["student", "group"], ["1", "=B9"])) == ([("1", "1", "", None)], [])


def test_of_several_sheets_the_one_about_students_is_read_and_named(site, school, ada):
    about = {
        "Students <b> 2026!": [["Matrikelnummer", "Nachname", "Vorname"], [7, "Lima", "Ana"]],
        "Rooms": [["a"]],
    }
    content = book(["Winter term"], ["all courses"], **about)
    assert listed(content) == ([("7", "Ana Lima", "", None)], [])
    here, answer = upload(ada, school, content)
    assert answer.status_code == 303
    said = "This was read from the sheet “Students &lt;b&gt; 2026!”. The other sheets of the workbook were not used."
    assert said in ada.get(here).text
    assert roster_table.read(book(HEADER, ["1"], Other=[])).sheet == "List"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (book(["colour"], ["red"]), "No column says who the students are."),
        (book(HEADER), "The list has no rows."),
        (book(), "The file is empty."),
        (book(["=A2", "name"], ["1", "A"]), "Cell A1: a formula without a value;"),
        (packed({"mimetype": "application/vnd.oasis.opendocument.spreadsheet"}), "This is an OpenDocument file;"),
        (packed({"a.txt": "a"}), "This is no XLSX spreadsheet; save it as XLSX or CSV."),
        (book(HEADER, ["1"])[:900], "This spreadsheet is damaged: "),
    ],
)  # fmt: skip
def test_what_is_no_list_is_refused_in_a_sentence(content, said):
    assert refused(content).startswith(said)


def test_a_workbook_that_is_none_is_refused_beside_its_field(ada, school):
    here, answer = upload(ada, school, packed({"a.txt": "a"}))
    assert answer.status_code == 422
    assert "This is no XLSX spreadsheet; save it as XLSX or CSV." in answer.text
    assert "What this list would change" not in ada.get(here).text


def test_as_many_rows_as_a_course_takes_and_one_more():
    rows = [[str(number), f"Name {number}", f"{number}@x", 0] for number in range(limits.ROSTER_ROWS + 1)]
    wide = [[*HEADER, *range(16)], *([*row, *range(16)] for row in rows[:-1])]
    assert len(roster_table.read(workbook(List=wide)).listed) == limits.ROSTER_ROWS
    assert refused(workbook(List=[HEADER, *rows])) == "More than 5,000 rows. Split the list."


ROWS = '<row><c t="str"><v>student</v></c></row><row><c><v>7</v></c></row>'


def test_the_bound_on_unpacked_bytes():
    named = parts(ROWS)
    room = limits.ROSTER_BOOK_BYTES - sum(map(len, named.values()))
    assert listed(packed({**named, "more.xml": " " * room})) == ([("7", "7", "", None)], [])
    said = refused(packed({**named, "more.xml": " " * (room + 1)}))
    assert said.startswith("A spreadsheet of more than 12,000,000 bytes when unpacked; split it")


def test_the_bound_on_tags_and_attributes():
    """They stand behind the rows, where they cost nothing but being counted."""
    named = parts(ROWS)
    sheet = "xl/worksheets/sheet1.xml"
    room = limits.ROSTER_BOOK_SIGNS - named[sheet].count("<") - named[sheet].count("=")
    for more, fits in ((room, True), (room + 1, False)):
        content = packed(
            {**named, sheet: named[sheet].replace("</worksheet>", "<a/>" * more + "</worksheet>")}
        )
        if fits:
            assert listed(content) == ([("7", "7", "", None)], [])
        else:
            assert refused(content).startswith("A sheet of more than 800,000 tags and attributes; split it")


def test_the_bound_on_rows_counts_blank_ones():
    blank = roster_file.LINES_A_ROW * limits.ROSTER_ROWS - 2
    assert listed(packed(parts(ROWS + "<row/>" * blank))) == ([("7", "7", "", None)], [])
    said = refused(packed(parts(ROWS + "<row/>" * (blank + 1))))
    assert said == "More than 50,000 rows, blank ones counted; delete the blank ones, or split it."


SHARED = ("<row>" + "<c t='s'><v>0</v></c>" * 1_000 + "</row>") * 159
HEAD = "<row><c t='str'><v>student</v></c></row>"


@pytest.mark.parametrize(
    ("rows", "texts"),
    [
        (HEAD + "<row/>" * 700_000, ""),
        (HEAD + SHARED, f"<si><t>{'_x0041_' * 580}</t></si>"),
        (HEAD + SHARED, f"<si><t>{'_x0041_' * 1_500_000}</t></si>"),
        (HEAD + SHARED, f"<si><t>{' ' * 4_000}</t></si>"),
        (HEAD + f"<row>{'<c/>' * 780_000}</row>", ""),
        (HEAD + f"<row>{'<c>' * 390_000}{'</c>' * 390_000}</row>", ""),
        (HEAD + "<row><c " + " ".join(f"a{at}=''" for at in range(700_000)) + "/></row>", ""),
        (HEAD + f"<row><c r='{'A' * 4_000_000}1'><v>1</v></c></row>", ""),
        (HEAD + f"<row><c><v>{'1' * 11_000_000}</v></c></row>", ""),
        (HEAD + "<row/>" + " " * 100_000_000, ""),
        (HEAD, "<si><t>a</t></si>" * 190_000),
    ],
    ids=[
        "rows",
        "escapes",
        "one long text",
        "blanks",
        "cells",
        "depth",
        "attributes",
        "place",
        "number",
        "zip",
        "texts",
    ],
)
def test_a_bomb_ends_soon(rows, texts):
    """Of some, the first 5,000 rows can be read; without bounds most take minutes, or gigabytes."""
    content = packed(parts(rows, texts))
    assert len(content) < limits.UPLOAD_BYTES
    start = time.process_time()
    with contextlib.suppress(Refusal):
        roster_table.read(content)
    assert time.process_time() - start < 8

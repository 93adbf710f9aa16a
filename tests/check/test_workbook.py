"""Workbooks: which sheets, what their cells show, and which of them show no answer."""

import io
import subprocess
import sys
import time
from datetime import date, datetime, timedelta
from datetime import time as hours

import openpyxl
import pytest
import xlsxwriter

from qbank import limits
from qbank.answers.dates import is_date
from qbank.check.workbook import sheets
from tests.check.books import MAIN, packed, parts, workbook

TEXTS = (
    "<si><t>a</t></si><si><r><t>b</t></r><r><t xml:space='preserve'> c</t></r>"
    "<rPh sb='0' eb='1'><t>x</t></rPh></si><si/>"
)
DATES = ("d. mmm", "[h]:mm", "[$-407]D. MMM", "[ss].00")
NUMBERS = ("0.00&quot; days&quot;", "[Red]0.0_d;[Blue]-0.0", "# ?/?")
STYLES = (
    "<numFmts>"
    + "".join(
        f'<numFmt numFmtId="{at}" formatCode="{code}"/>' for at, code in enumerate(DATES + NUMBERS, 164)
    )
    + '</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf/>'
    + "".join(f'<xf numFmtId="{at}"/>' for at in (10, 14, 22, *range(164, 171)))
    + "</cellXfs>"
)
PERCENT, DAY, MOMENT, OWN = 2, 3, 4, 5


def read(data):
    return {
        table.name: [list(row.cells) for row in table.rows] for table in sheets(io.BytesIO(data), "a.xlsx")
    }


def rows(cells, **more):
    tables = sheets(io.BytesIO(packed(parts(cells, TEXTS, STYLES, **more))), "a.xlsx")
    return list(next(tables).rows)


def row(cells, **more):
    (only,) = rows(f'<row r="7">{cells}</row>', **more)
    return only


def test_a_workbook_of_one_library():
    assert read(workbook(Answers=[["student", "q1"], ["ana", 36], ["ben", "½\n"]], Notes=[["x"]])) == {
        "a.xlsx:Answers": [["student", "q1"], ["ana", "36"], ["ben", "½\n"]],
        "a.xlsx:Notes": [["x"]],
    }


def test_a_workbook_of_another_library():
    """Dates, a picture's place, a merged title, a rule for what may be typed, a chart sheet and a link elsewhere."""
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.append(["Answers", None, None])
    sheet.merge_cells("A1:C1")
    sheet.append(["ana", datetime(2026, 3, 4, 13, 30), date(2026, 3, 4), hours(1, 30), timedelta(hours=25)])
    sheet["A4"], sheet["B4"], sheet["C4"] = True, "=1+1", "=[1]Other!A1"
    sheet["A5"].hyperlink = "http://elsewhere.example/"
    sheet.add_data_validation(openpyxl.worksheet.datavalidation.DataValidation("list", formula1='"1,2"'))
    book.create_chartsheet("Chart")
    file = io.BytesIO()
    book.save(file)
    tables = sheets(file, "a.xlsx")
    found = list(next(tables).rows)
    assert [(row.line, row.cells) for row in found] == [
        (1, ["Answers"]),
        (2, ["ana", "2026-03-04 13:30", "2026-03-04", "01:30", "1900-01-01 01:00"]),
        (4, ["true", "", ""]),
        (5, ["http://elsewhere.example/"]),
    ]
    assert [fault.message for fault in found[2].faults.values()] == ["a formula without a value"] * 2


def test_texts_in_their_cells_and_hidden_sheets():
    file = io.BytesIO()
    with xlsxwriter.Workbook(file, {"constant_memory": True}) as book:
        for title, state in (("A", "hide"), ("B", "very_hidden"), ("C", None)):
            sheet = book.add_worksheet(title)
            sheet.write_row(0, 0, ["a", 1, True])
            if state:
                getattr(sheet, state)()
            else:
                sheet.activate()
                sheet.set_first_sheet()
    assert list(read(file.getvalue()).values()) == [[["a", "1", "true"]]]


def test_other_prefixes():
    named = parts()
    named["xl/worksheets/sheet1.xml"] = (
        f'<x:worksheet xmlns:x="{MAIN}" xmlns:y="u"><x:sheetData><x:row r="1"><x:c t="inlineStr"><x:is>'
        "<y:no>no</y:no><x:t>yes</x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>"
    )
    assert read(packed(named)) == {"a.xlsx:One": [["yes"]]}


@pytest.mark.parametrize(
    ("cell", "shown"),
    [
        ("<c><v>36</v></c>", "36"),
        ("<c><v>36.0</v></c>", "36"),
        ("<c><v>-0.5</v></c>", "-0.5"),
        ("<c><v>0.30000000000000004</v></c>", "0.3"),
        ("<c><v>0.1234567890123456</v></c>", "0.123456789012346"),
        ("<c><v>18944000</v></c>", "18944000"),
        ("<c><v>1.8944E7</v></c>", "18944000"),
        ("<c><v>123456789012345</v></c>", "123456789012345"),
        ("<c><v>1234567890123456789</v></c>", "1.23456789012346e+18"),
        ("<c><v>1E-5</v></c>", "1e-05"),
        (f'<c s="{PERCENT}"><v>0.5</v></c>', "0.5"),
        ('<c t="b"><v>1</v></c>', "true"),
        ('<c t="b"><v>0</v></c>', "false"),
        ('<c t="s"><v>0</v></c>', "a"),
        ('<c t="s"><v>1</v></c>', "b c"),
        ('<c t="inlineStr"><is><t>d</t></is></c>', "d"),
        ('<c t="inlineStr"><is><r><t>d</t></r><r><t>e</t></r></is></c>', "de"),
        ('<c t="str"><f>"e"&amp;"f"</f><v>ef</v></c>', "ef"),
        ("<c><f>1+1</f><v>2</v></c>", "2"),
        ('<c><f t="shared" si="0"/><v>2</v></c>', "2"),
        ('<c t="inlineStr"><is><t>a_x000D_b _x_ &lt;sos&gt;</t></is></c>', "a\rb _x_ <sos>"),
        ('<c t="str"><v>=1+1</v></c>', "=1+1"),
    ],
)
def test_what_a_cell_shows(cell, shown):
    assert row(cell).cells == [shown]


@pytest.mark.parametrize(
    ("cell", "shown"),
    [
        (f'<c s="{DAY}"><v>1</v></c>', "1900-01-01"),
        (f'<c s="{DAY}"><v>59</v></c>', "1900-02-28"),
        (f'<c s="{DAY}"><v>61</v></c>', "1900-03-01"),
        (f'<c s="{DAY}"><v>46085</v></c>', "2026-03-04"),
        (f'<c s="{MOMENT}"><v>46085.5625</v></c>', "2026-03-04 13:30"),
        (f'<c s="{MOMENT}"><v>46085.5626</v></c>', "2026-03-04 13:30:08"),
        (f'<c s="{OWN}"><v>46085</v></c>', "2026-03-04"),
        (f'<c s="{OWN + 1}"><v>0.0625</v></c>', "01:30"),
        (f'<c s="{OWN + 2}"><v>46085</v></c>', "2026-03-04"),
        (f'<c s="{OWN + 3}"><v>0</v></c>', "00:00"),
        ('<c t="d"><v>2026-03-04T13:30:00</v></c>', "2026-03-04 13:30"),
        ('<c t="d"><v>2026-03-04</v></c>', "2026-03-04"),
    ],
)
def test_what_is_a_date_in_a_spreadsheet_is_one_for_the_checker(cell, shown):
    assert row(cell).cells == [shown]
    assert is_date(shown)


@pytest.mark.parametrize(
    ("cell", "code", "shown"),
    [
        ("<c s='1'><v>42</v></c>", "0000", "0042"),
        ("<c s='1'><v>42</v></c>", "0", "42"),
        ("<c s='1'><v>-42</v></c>", "0000", "-42"),
        ("<c s='1'><v>4.2</v></c>", "0000", "4.2"),
        ("<c s='1'><v>424242</v></c>", "0000", "424242"),
        ("<c s='1' t='str'><v>42</v></c>", "0000", "42"),
        ("<c><v>42</v></c>", "0000", "42"),
    ],
)
def test_leading_zeros_stand_where_the_spreadsheet_shows_them(cell, code, shown):
    formats = f'<numFmts><numFmt numFmtId="164" formatCode="{code}"/></numFmts>'
    styles = f'{formats}<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs>'
    file = io.BytesIO(packed(parts(f"<row>{cell}</row>", "", styles)))
    assert next(next(sheets(file, "a.xlsx")).rows).cells == [shown]


def test_which_numbers_are_shown_in_per_cent():
    found = row(f"<c><v>1</v></c><c s='{PERCENT}'><v>1</v></c><c s='{PERCENT}' t='str'><v>1</v></c>")
    assert set(found.percents) == {1}


def test_the_escapes_of_a_text_are_read_once_however_many_cells_show_it():
    text = "_x0041_" * 580
    rows = "<row>" + "<c t='s'><v>0</v></c>" * 1_000 + "</row>"
    file = io.BytesIO(packed(parts(rows * 200, f"<si><t>{text}</t></si>")))
    start = time.process_time()
    tables = sheets(file, "a.xlsx")
    assert all(set(row.cells) == {"A" * 580} for row in next(tables).rows)
    assert time.process_time() - start < 15


@pytest.mark.parametrize("style", [0, 1, PERCENT, *range(OWN + len(DATES), OWN + len(DATES + NUMBERS))])
def test_other_formats_show_numbers(style):
    assert row(f'<c s="{style}"><v>46085</v></c>').cells == ["46085"]


def test_the_first_day_is_the_workbooks():
    cell = f'<c s="{DAY}"><v>44623</v></c>'
    assert row(cell, book='<workbookPr date1904="1"/>').cells == ["2026-03-04"]


@pytest.mark.parametrize(
    ("cell", "says"),
    [
        ('<c r="B7" t="e"><v>#DIV/0!</v></c>', "the spreadsheet shows #DIV/0! here; mend the cell"),
        ('<c r="B7" t="e"><f>X()</f><v>#NAME?</v></c>', "the spreadsheet shows #NAME? here; mend the cell"),
        (
            '<c r="B7"><f>1+1</f></c>',
            "a formula without a value; open the file in a spreadsheet program and save it there",
        ),
        ('<c r="B7"><f t="shared" si="0"/><v></v></c>', "a formula without a value"),
        (f'<c r="B7" s="{DAY}"><v>3000000</v></c>', "the spreadsheet shows #VALUE! here"),
    ],
)
def test_a_cell_that_shows_no_answer_is_named_and_the_others_are_read(cell, says):
    found = row(f'<c r="A7"><v>1</v></c>{cell}<c r="C7"><v>3</v></c>')
    assert found.cells == ["1", "", "3"]
    assert str(found.faults[1]).startswith(f"a.xlsx:One!B7: {says}")


def test_a_formula_that_shows_nothing_is_blank():
    found = row('<c r="A7"><v>1</v></c><c r="B7" t="str"><f>""</f><v></v></c><c r="C7" s="1"/>')
    assert (found.cells, found.faults) == (["1", ""], {})


def test_rows_and_cells_stand_where_they_say_or_one_further():
    found = rows(
        '<row r="2"><c r="B2"><v>1</v></c><c><v>2</v></c></row><row><c><v>3</v></c></row>'
        '<row r="9"><c r="A9"/><c r="B9" t="str"><v> </v></c></row><row r="11"><c r="AB11"><v>4</v></c></row>'
        '<row r="5"><c r="B5"><v>6</v></c><c r="A5"><v>5</v></c></row>'
    )
    assert [(row.line, [cell for cell in row.cells if cell]) for row in found] == [
        (2, ["1", "2"]),
        (3, ["3"]),
        (11, ["4"]),
        (5, ["5", "6"]),
    ]
    assert (found[0].cells, found[2].cells.index("4")) == (["", "1", "2"], 27)
    assert found[2].place(27) == "a.xlsx:One!AB11"
    assert found[0].places() == ["a.xlsx:One!A2", "a.xlsx:One!B2", "a.xlsx:One!C2"]


@pytest.mark.parametrize("sign", ["x", "é"])
@pytest.mark.parametrize("cell", ['<c t="str"><v>{}</v></c>', '<c t="inlineStr"><is><t>{}</t></is></c>'])
def test_the_bound_on_a_cell(sign, cell):
    most = limits.CELL_BYTES // len(sign.encode())
    assert row(cell.format(sign * most)).cells == [sign * most]
    (fault,) = row(cell.format(sign * (most + 1))).faults.values()
    assert str(fault) == "a.xlsx:One!A7: a cell of more than 4,096 bytes; shorten it"


def test_cells_far_to_the_right_are_left_out(monkeypatch):
    monkeypatch.setattr(limits, "TABLE_COLUMNS", 3)
    cells = '<c r="A7"><v>1</v></c><c r="D7"><v>2</v></c><c r="XFD7"><v>3</v></c>'
    assert row(cells).cells == ["1", "", "", "2"]


@pytest.mark.parametrize("missing", ["openpyxl", "defusedxml"])
def test_without_its_libraries_it_says_what_to_install(tmp_path, missing):
    path = tmp_path / "a.xlsx"
    path.write_bytes(workbook(One=[["question", "answer"]]))
    code = (
        "import sys; sys.modules[sys.argv[1]] = None\n"
        "from qbank.check.tables import open_table\n"
        "try: list(open_table(sys.argv[2], []))\n"
        "except Exception as error: print(type(error).__name__, error)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, missing, "a.xlsx"],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
    )
    assert done.stdout.strip() == (
        "QbankError a.xlsx: XLSX needs openpyxl and defusedxml, which are not installed; "
        'pip install "qbank[sheets]"'
    )

"""Cells of a workbook as their reader sees them, and those that cannot be read."""

import io

import pytest

from qbank import limits
from qbank.check.sheet_cells import column_index, column_letters
from qbank.check.workbook import sheets
from tests.check.books import packed, parts

TEXTS = "<si><t>a</t></si><si><r><t>b</t></r><r><t xml:space='preserve'> c</t></r><rPh><t>x</t></rPh></si>"
STYLES = (
    '<numFmts><numFmt numFmtId="164" formatCode="d. mmm"/></numFmts>'
    '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>'
    '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="10"/></cellXfs>'
    '<cellStyles><cellStyle xfId="0"/></cellStyles>'
)


def rows(cells, **more):
    tables = sheets(io.BytesIO(packed(parts(cells, TEXTS, STYLES, **more))), "a.xlsx")
    return list(next(tables).rows)


def row(cells, **more):
    (only,) = rows(f'<row r="7">{cells}</row>', **more)
    return only


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
        ("<c><v>1234567890123456789</v></c>", "1.23456789012346e+18"),
        ("<c><v>1E-5</v></c>", "1e-05"),
        ('<c s="3"><v>0.5</v></c>', "0.5"),
        ('<c s="1"><v>46085</v></c>', "2026-03-04"),
        ('<c s="2"><v>46085</v></c>', "2026-03-04"),
        ('<c t="d"><v>2026-03-04T13:30:00</v></c>', "2026-03-04T13:30:00"),
        ('<c t="b"><v>1</v></c>', "true"),
        ('<c t="b"><v>0</v></c>', "false"),
        ('<c t="s"><v>0</v></c>', "a"),
        ('<c t="s"><v>1</v></c>', "b c"),
        ('<c t="inlineStr"><is><t>d</t></is></c>', "d"),
        ('<c t="str"><f>"e"&amp;"f"</f><v>ef</v></c>', "ef"),
        ("<c><f>1+1</f><v>2</v></c>", "2"),
        ('<c t="inlineStr"><is><t>a_x000D_b _x_ &lt;sos&gt;</t></is></c>', "a\rb _x_ <sos>"),
    ],
)
def test_what_a_cell_shows(cell, shown):
    assert row(cell).cells == [shown]


@pytest.mark.parametrize(
    ("cell", "says"),
    [
        (
            '<c r="B7" t="e"><v>#DIV/0!</v></c>',
            "a.xlsx:One!B7: the spreadsheet shows #DIV/0! here; mend the cell",
        ),
        ('<c r="B7" t="e"><f>X()</f><v>#NAME?</v></c>', "a.xlsx:One!B7: the spreadsheet shows #NAME? here"),
        (
            '<c r="B7"><f>1+1</f></c>',
            "a.xlsx:One!B7: a formula without a value; open the file in a spreadsheet",
        ),
        (
            '<c r="B7" s="1"><v>-3</v></c>',
            "a.xlsx:One!B7: a date outside the calendar; type the answer as text",
        ),
    ],
)
def test_a_cell_that_shows_no_answer_is_named_and_the_others_are_read(cell, says):
    found = row(f'<c r="A7"><v>1</v></c>{cell}<c r="C7"><v>3</v></c>')
    assert found.cells == ["1", "", "3"]
    assert str(found.faults[1]).startswith(says)


def test_a_formula_that_shows_nothing_is_blank():
    assert row('<c r="A7"><v>1</v></c><c r="B7" t="str"><f>""</f><v></v></c>').cells == ["1", ""]


def test_rows_and_cells_stand_where_they_say_or_one_further():
    found = rows(
        '<row r="2"><c r="B2"><v>1</v></c><c><v>2</v></c></row><row><c><v>3</v></c></row>'
        '<row r="9"><c r="A9"/><c r="B9" t="str"><v> </v></c></row><row r="11"><c r="AB11"><v>4</v></c></row>'
    )
    assert [(row.line, [cell for cell in row.cells if cell]) for row in found] == [
        (2, ["1", "2"]),
        (3, ["3"]),
        (11, ["4"]),
    ]
    assert (found[0].cells, found[2].cells.index("4")) == (["", "1", "2"], 27)
    assert found[2].place(27) == "a.xlsx:One!AB11"
    assert found[0].places() == ["a.xlsx:One!A2", "a.xlsx:One!B2", "a.xlsx:One!C2"]


def test_the_first_day_is_the_workbooks():
    assert row('<c s="1"><v>44623</v></c>', book='<workbookPr date1904="1"/>').cells == ["2026-03-04"]


@pytest.mark.parametrize("sign", ["x", "é"])
@pytest.mark.parametrize("cell", ['<c t="str"><v>{}</v></c>', '<c t="inlineStr"><is><t>{}</t></is></c>'])
def test_the_bound_on_a_cell(sign, cell):
    most = limits.CELL_BYTES // len(sign.encode())
    assert row(cell.format(sign * most)).cells == [sign * most]
    (fault,) = row(cell.format(sign * (most + 1))).faults.values()
    assert str(fault) == "a.xlsx:One!A7: a cell of more than 4,096 bytes; shorten it"


def test_cells_far_to_the_right_are_left_out(monkeypatch):
    monkeypatch.setattr(limits, "TABLE_COLUMNS", 3)
    assert row('<c r="A7"><v>1</v></c><c r="D7"><v>2</v></c><c r="XFD7"><v>3</v></c>').cells == [
        "1",
        "",
        "",
        "2",
    ]


@pytest.mark.parametrize(
    ("index", "letters"), [(0, "A"), (25, "Z"), (26, "AA"), (701, "ZZ"), (16_383, "XFD")]
)
def test_letters_of_columns(index, letters):
    assert column_letters(index) == letters
    assert column_index(letters) == index


@pytest.mark.parametrize("letters", ["", "a", "A1", "Ä", "AAAA"])
def test_what_are_no_letters(letters):
    with pytest.raises(ValueError, match=r"no column|substring not found"):
        column_index(letters)

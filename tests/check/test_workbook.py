"""Workbooks: which sheets, and what is refused before it costs anything."""

import io
import struct
import zipfile

import pytest
import xlsxwriter

from qbank import limits
from qbank.check.workbook import sheets
from qbank.errors import QbankError
from tests.check.books import MAIN, packed, parts, workbook

ROWS = '<row r="1"><c t="str"><v>student</v></c><c t="str"><v>q1</v></c></row>'


def read(data):
    return {
        table.name: [list(row.cells) for row in table.rows] for table in sheets(io.BytesIO(data), "a.xlsx")
    }


def refused(data):
    with pytest.raises(QbankError) as error:
        read(data)
    return str(error.value)


def test_a_library_and_we_agree():
    assert read(workbook(Answers=[["student", "q1"], ["ana", 36], ["ben", "½\n"]], Notes=[["x"]])) == {
        "a.xlsx:Answers": [["student", "q1"], ["ana", "36"], ["ben", "½\n"]],
        "a.xlsx:Notes": [["x"]],
    }


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


def test_other_prefixes_and_the_strict_kind():
    named = parts()
    strict = "http://purl.oclc.org/ooxml/spreadsheetml/main"
    named["xl/worksheets/sheet1.xml"] = (
        f'<x:worksheet xmlns:x="{strict}" xmlns:y="u"><x:sheetData><x:row r="1"><x:c t="inlineStr"><x:is>'
        "<y:t>no</y:t><x:t>yes</x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>"
    )
    assert read(packed(named)) == {"a.xlsx:One": [["yes"]]}


def test_no_sheet_is_visible():
    named = parts(ROWS)
    named["xl/workbook.xml"] = named["xl/workbook.xml"].replace('sheetId="1"', 'sheetId="1" state="hidden"')
    assert refused(packed(named)) == "a.xlsx: no sheet is visible; show the one that is meant"


def test_other_files_in_a_zip():
    assert refused(packed({"mimetype": "application/vnd.oasis.opendocument.spreadsheet"})) == (
        "a.xlsx: this is an OpenDocument file; save it as XLSX or CSV"
    )
    assert refused(packed({"a.txt": "a"})) == "a.xlsx: this is no XLSX spreadsheet; save it as XLSX or CSV"
    word = parts() | {"word/document.xml": "<w:document xmlns:w='w'/>"}
    word["_rels/.rels"] = word["_rels/.rels"].replace("xl/workbook.xml", "word/document.xml")
    assert "this is no XLSX spreadsheet" in refused(packed(word))
    binary = parts()
    binary["_rels/.rels"] = binary["_rels/.rels"].replace("workbook.xml", "workbook.bin")
    assert "this is no XLSX spreadsheet" in refused(packed(binary))


@pytest.mark.parametrize(
    "change",
    [
        lambda named: named.pop("xl/worksheets/sheet1.xml"),
        lambda named: named.pop("xl/sharedStrings.xml"),
        lambda named: named.pop("xl/_rels/workbook.xml.rels"),
        lambda named: named.update({"xl/workbook.xml": "<workbook>"}),
        lambda named: named.update({"xl/workbook.xml": "\0\1"}),
        lambda named: named.update(
            {"xl/styles.xml": "<styleSheet><cellXfs><xf numFmtId='x'/></cellXfs></styleSheet>"}
        ),
        lambda named: named.update({"xl/worksheets/sheet1.xml": "<w><row><c t='s'><v>3</v></c></row></w>"}),
        lambda named: named.update({"xl/worksheets/sheet1.xml": "<w><row><c t='s'><v>x</v></c></row></w>"}),
        lambda named: named.update({"xl/worksheets/sheet1.xml": "<w><row><c><v>nan</v></c></row></w>"}),
        lambda named: named.update({"xl/worksheets/sheet1.xml": "<w><row><c><v>1E999</v></c></row></w>"}),
        lambda named: named.update({"xl/worksheets/sheet1.xml": "<w><row><c><v>many</v></c></row></w>"}),
        lambda named: named.update({"xl/worksheets/sheet1.xml": "<w><row r='x'/></w>"}),
        lambda named: named.update({"xl/worksheets/sheet1.xml": "<w><row><c r='7B'/></row></w>"}),
        lambda named: named.update(
            {"xl/worksheets/sheet1.xml": "<w><row><c r='" + "A" * 1_000_000 + "1'/></row></w>"}
        ),
        lambda named: named.update({"xl/worksheets/sheet1.xml": "<w>" + "<row>" * 100}),
    ],
)
def test_damaged_workbooks_are_one_line(change):
    named = parts(ROWS)
    change(named)
    said = refused(packed(named))
    assert said.startswith("a.xlsx: this spreadsheet is damaged: ")
    assert said.endswith("; open it and save it anew as XLSX or CSV")
    assert len(said.splitlines()) == 1


@pytest.mark.parametrize(
    "part", ["_rels/.rels", "xl/workbook.xml", "xl/sharedStrings.xml", "xl/worksheets/sheet1.xml"]
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_dtd_is_refused_before_its_entities_are_read(part, encoding):
    named = parts(ROWS)
    bomb = (
        "<!--" + "x" * 100_000 + '--><!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b SYSTEM "file:///etc/hostname">]>'
    )
    named[part] = (bomb + named[part].replace("</", "&a;&b;</", 1)).encode(encoding)
    assert "this spreadsheet is damaged: a part declares a DTD" in refused(packed(named))


@pytest.mark.parametrize("cut", [0.1, 0.5, 0.9, 0.99])
def test_half_a_workbook(cut):
    data = packed(parts(ROWS))
    assert "this spreadsheet is damaged" in refused(data[: int(len(data) * cut)])


def test_flipped_bytes_are_never_a_traceback():
    data, said = packed(parts(ROWS, "<si><t>a</t></si>")), []
    for at in range(0, len(data), 7):
        try:
            read(data[:at] + bytes([data[at] ^ 0xFF]) + data[at + 1 :])
        except QbankError as error:
            said.append(str(error))
    assert said
    assert all(len(line.splitlines()) == 1 for line in said)


def test_a_part_with_a_password():
    data = bytearray(packed(parts(ROWS)))
    at = data.index(b"PK\x01\x02")
    struct.pack_into("<H", data, at + 8, struct.unpack_from("<H", data, at + 8)[0] | 1)
    assert "this spreadsheet is damaged" in refused(bytes(data))


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_other_compressions(method):
    assert "this spreadsheet is damaged: packed as no spreadsheet is" in refused(packed(parts(ROWS), method))


def test_the_bound_on_unpacked_bytes(monkeypatch):
    data = packed(parts(ROWS))
    total = sum(part.file_size for part in zipfile.ZipFile(io.BytesIO(data)).infolist())
    monkeypatch.setattr(limits, "WORKBOOK_BYTES", total)
    assert read(data)
    monkeypatch.setattr(limits, "WORKBOOK_BYTES", total - 1)
    assert refused(data).startswith(f"a.xlsx: a spreadsheet of more than {total - 1:,} bytes when unpacked")


def test_a_size_that_lies_unpacks_no_more_than_it_says():
    named = parts()
    named["xl/worksheets/sheet1.xml"] = f'<worksheet xmlns="{MAIN}">' + " " * 1_000_000 + "</worksheet>"
    data = bytearray(packed(named))
    at = data.index(b"xl/worksheets/sheet1.xml", data.index(b"PK\x01\x02")) - 46
    struct.pack_into("<I", data, at + 24, 100)
    assert "this spreadsheet is damaged" in refused(bytes(data))


def test_the_bound_on_parts(monkeypatch):
    named = parts(ROWS)
    monkeypatch.setattr(limits, "WORKBOOK_PARTS", len(named))
    assert read(packed(named))
    named["one.xml"] = ""
    assert refused(packed(named)).startswith(f"a.xlsx: a zip file of more than {len(named) - 1} parts")

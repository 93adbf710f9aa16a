"""Files that are no workbook, damaged ones and hostile ones: one line, before it costs anything."""

import io
import struct
import zipfile

import pytest

from qbank import limits
from qbank.check.parts import Parts
from qbank.check.workbook import sheets
from qbank.errors import QbankError
from tests.check.books import LINKS, MAIN, packed, parts, workbook
from tests.properties.pen import Pen

ROWS = '<row r="1"><c t="str"><v>student</v></c><c t="str"><v>q1</v></c></row>'
SPLIT = "split it, or save the sheet as CSV"
SHEET, STRINGS = "xl/worksheets/sheet1.xml", "xl/sharedStrings.xml"


def read(data):
    return {
        table.name: [list(row.cells) for row in table.rows] for table in sheets(io.BytesIO(data), "a.xlsx")
    }


def refused(data):
    with pytest.raises(QbankError) as error:
        read(data)
    said = str(error.value)
    assert len(said.splitlines()) == 1
    return said


def test_no_sheet_is_visible():
    named = parts("<row><c><v>1</v></c></row>")
    named["xl/workbook.xml"] = named["xl/workbook.xml"].replace('sheetId="1"', 'sheetId="1" state="hidden"')
    assert refused(packed(named)).startswith("a.xlsx: no sheet is visible; show the one that is meant")


def test_other_files_in_a_zip():
    assert refused(packed({"mimetype": "application/vnd.oasis.opendocument.spreadsheet"})) == (
        "a.xlsx: this is an OpenDocument file; save it as XLSX or CSV"
    )
    assert refused(packed({"a.txt": "a"})) == "a.xlsx: this is no XLSX spreadsheet; save it as XLSX or CSV"
    for kind in ("wordprocessingml.document.main", "ms-excel.sheet.binary.macroEnabled.main"):
        other = parts()
        other["[Content_Types].xml"] = other["[Content_Types].xml"].replace("spreadsheetml.sheet.main", kind)
        assert "this is no XLSX spreadsheet" in refused(packed(other))


def test_the_strict_kind_is_not_read():
    strict = "http://purl.oclc.org/ooxml/officeDocument/relationships"
    named = parts()
    named["xl/workbook.xml"] = named["xl/workbook.xml"].replace(LINKS, strict)
    assert refused(packed(named)).endswith("or save it as XLSX that is not Strict Open XML")


def test_only_parts_with_cells_are_read():
    """What openpyxl may not understand, or not find, beside and behind the cells is of no matter."""
    named = parts("<row><c><v>1</v></c></row>")
    named["xl/worksheets/sheet1.xml"] = (
        named["xl/worksheets/sheet1.xml"]
        .replace("</worksheet>", '<dataValidations><dataValidation type="x"/></dataValidations></worksheet>')
        .replace("<sheetData>", '<dimension ref="A1:XFD1048576"/><sheetData>')
    )
    named["xl/styles.xml"] = f'<styleSheet xmlns="{MAIN}"><fills><fill/></fills></styleSheet>'
    named["docProps/core.xml"] = named["xl/theme/theme1.xml"] = "<"
    assert read(packed(named)) == {"a.xlsx:One": [["1"]]}


def changed(**texts):
    """A workbook of which the parts of these names hold other texts, or are missing for None."""
    named = parts(ROWS, "<si><t>a</t></si>")
    for name, text in texts.items():
        part = next(part for part in named if part.endswith(f"{name}.xml") or part.endswith(f"{name}.rels"))
        if text is None:
            del named[part]
        else:
            named[part] = text
    return named


def sheet(rows):
    return {"sheet1": parts(rows)[SHEET]}


@pytest.mark.parametrize(
    "texts",
    [
        {"sheet1": None},
        {"sharedStrings": None},
        {"workbook.xml": None},
        {"workbook": "<workbook>"},
        {"workbook": "\0\1"},
        {"Types]": "<Types><Override/></Types>"},
        {"styles": f"<styleSheet xmlns='{MAIN}'><cellXfs><xf numFmtId='x'/></cellXfs></styleSheet>"},
        {"styles": f"<styleSheet xmlns='{MAIN}'><numFmts><numFmt/></numFmts></styleSheet>"},
        sheet("<row><c t='s'><v>3</v></c></row>"),
        sheet("<row><c t='s'><v>x</v></c></row>"),
        sheet("<row><c><v>nan</v></c></row>"),
        sheet("<row><c><v>1E999</v></c></row>"),
        sheet(f"<row><c><v>{'1' * 400}</v></c></row>"),
        sheet("<row><c><v>many</v></c></row>"),
        sheet("<row r='x'/>"),
        sheet("<row><c r='7B'/></row>"),
        sheet(f"<row><c r='{'A' * 1_000_000}1'/></row>"),
        {"sheet1": f"<worksheet xmlns='{MAIN}'>" + "<row>" * 100},
        {"sheet1": ""},
    ],
)
def test_damaged_workbooks_are_one_line(texts):
    said = refused(packed(changed(**texts)))
    assert said.startswith("a.xlsx: this spreadsheet is damaged: ")
    assert said.endswith("; open it and save it anew as XLSX or CSV")
    assert len(said) < 200


LAUGHS = "".join(f'<!ENTITY a{at + 1} "{f"&a{at};" * 10}">' for at in range(9))


@pytest.mark.parametrize("part", [name for name in parts() if name != "_rels/.rels"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
@pytest.mark.parametrize(
    "declared",
    [
        f'<!DOCTYPE a [<!ENTITY a0 "ha">{LAUGHS}]>',
        '<!DOCTYPE a [<!ENTITY a9 SYSTEM "file:///etc/hostname">]>',
        '<!DOCTYPE a SYSTEM "http://elsewhere.example/a.dtd">',
        '<!DOCTYPE a [<!ATTLIST c a9 CDATA "a long text for every cell">]>',
    ],
)
def test_a_dtd_is_refused_before_anything_in_it_is_read(part, encoding, declared):
    named = parts(ROWS)
    comment = f"<!--{'x' * 65_527}-->"  # so that the declaration stands across the end of a block
    named[part] = (comment + declared + named[part].replace("</", "&a9;</", 1)).encode(encoding)
    assert "this spreadsheet is damaged: a part declares a DTD" in refused(packed(named))


def test_links_lead_nowhere_outside_the_file():
    for target in ("../../../../etc/passwd", "file:///etc/passwd", "http://elsewhere.example/"):
        named = parts(ROWS)
        links = "xl/_rels/workbook.xml.rels"
        named[links] = named[links].replace("/xl/worksheets/sheet1.xml", target)
        assert "this spreadsheet is damaged: There is no item named" in refused(packed(named))


@pytest.mark.parametrize("cut", [0.1, 0.5, 0.9, 0.99])
def test_half_a_workbook(cut):
    data = packed(parts(ROWS))
    assert "this spreadsheet is damaged" in refused(data[: int(len(data) * cut)])


def damaged(named, pen):
    """The workbook with a part dropped, changed or swapped with another, or a bit of the zip turned over."""
    named = dict(named)
    one, other, *_ = pen.shuffled(sorted(named))
    way = pen.below(4)
    if way == 0:
        del named[one]
    elif way == 1:
        named[one], named[other] = named[other], named[one]
    elif way == 2:
        at = pen.below(len(named[one]))
        new = pen.one((b"", b"<", b">", b"9", b"-", b'"', b"x", b"\xff"))
        named[one] = named[one][:at] + new + named[one][at + pen.below(9) :]
    data = bytearray(packed(named))
    if way == 3:
        data[pen.below(len(data))] ^= 1 << pen.below(8)
    return bytes(data)


def test_damage_of_any_kind_is_never_a_traceback():
    pen, said = Pen("damaged workbooks"), []
    with zipfile.ZipFile(
        io.BytesIO(workbook(A=[["student", "q1"], ["ana", 36]], B=[[True, "x"]]))
    ) as archive:
        named = {name: archive.read(name) for name in archive.namelist()}
    for _ in range(300):
        try:
            read(damaged(named, pen))
        except QbankError as error:
            said.append(str(error))
    assert len(said) > 100
    assert all(len(line.splitlines()) == 1 and line.startswith("a.xlsx: ") for line in said)


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
    assert refused(data) == f"a.xlsx: a spreadsheet of more than {total - 1:,} bytes when unpacked; {SPLIT}"


@pytest.mark.parametrize("part", [SHEET, STRINGS, "xl/workbook.xml"])
def test_a_size_that_lies_unpacks_no_more_than_it_says(part):
    named = parts(ROWS)
    named[part] = named[part].replace("</", " " * 1_000_000 + "</", 1)
    data = bytearray(packed(named))
    at = data.index(part.encode(), data.index(b"PK\x01\x02")) - 46
    struct.pack_into("<I", data, at + 24, len(named[part]) - 1_000_000)
    with Parts(io.BytesIO(data), "a.xlsx") as archive, pytest.raises(zipfile.BadZipFile, match="CRC"):
        archive.read(part)
    assert "this spreadsheet is damaged: Bad CRC-32" in refused(bytes(data))


def test_the_bound_on_parts(monkeypatch):
    named = parts(ROWS)
    monkeypatch.setattr(limits, "WORKBOOK_PARTS", len(named))
    assert read(packed(named))
    named["one.xml"] = ""
    assert refused(packed(named)).startswith(f"a.xlsx: a zip file of more than {len(named) - 1} parts")


@pytest.mark.parametrize("part", [SHEET, STRINGS])
def test_the_bound_on_tags_and_attributes(monkeypatch, part):
    named = parts(ROWS, "<si><t>a</t></si>" * 100)
    named[SHEET] = named[SHEET].replace("</worksheet>", "<a b='c'/>" * 100 + "</worksheet>")
    signs = named[part].count("<") + named[part].count("=")
    monkeypatch.setattr(limits, "WORKBOOK_SIGNS", signs)
    with Parts(io.BytesIO(packed(named)), "a.xlsx") as archive:
        assert archive.open(part).read() == named[part].encode()
    monkeypatch.setattr(limits, "WORKBOOK_SIGNS", signs - 1)
    assert (
        refused(packed(named)) == f"a.xlsx: a sheet of more than {signs - 1:,} tags and attributes; {SPLIT}"
    )


def test_the_bound_on_rows_counts_blank_ones(monkeypatch):
    data = packed(parts(ROWS + "<row/>" * 9))
    monkeypatch.setattr(limits, "SPREADSHEET_ROWS", 9)
    assert read(data)
    monkeypatch.setattr(limits, "SPREADSHEET_ROWS", 8)
    assert refused(data) == (
        "a.xlsx:One: more than 9 rows, blank ones counted; delete the blank ones, or split it"
    )


def test_a_tag_with_thousands_of_attributes():
    def named(count):
        return packed(parts(ROWS + "<row><c " + " ".join(f"a{at}=''" for at in range(count)) + "/></row>"))

    assert read(named(5_000))
    assert "this spreadsheet is damaged: a tag with thousands of attributes" in refused(named(20_000))


def test_the_bound_on_lists(monkeypatch):
    named = parts(ROWS)
    named["xl/styles.xml"] = f'<styleSheet xmlns="{MAIN}"><cellXfs>{"<xf/>" * 20}</cellXfs></styleSheet>'
    monkeypatch.setattr(limits, "WORKBOOK_ENTRIES", 25)
    assert read(packed(named))
    monkeypatch.setattr(limits, "WORKBOOK_ENTRIES", 24)
    assert "a list of parts or styles that is too long" in refused(packed(named))

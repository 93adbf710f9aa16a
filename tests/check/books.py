"""Workbooks for tests: made by a library, or out of bare parts where a library would not make them."""

import io
import zipfile

import xlsxwriter

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
LINKS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_RELATED = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{}</Relationships>'
)
_KINDS = "application/vnd.openxmlformats-officedocument.spreadsheetml.{}+xml"
_KIND = '<Override PartName="/xl/{}.xml" ContentType="' + _KINDS + '"/>'
_LINK = '<Relationship Id="{}" Type="' + LINKS + '/{}" Target="{}"/>'


def workbook(**sheets):
    """The bytes of a workbook with these sheets, each a list of rows; numbers stay numbers, texts texts."""
    file = io.BytesIO()
    with xlsxwriter.Workbook(file, {"in_memory": True, "strings_to_numbers": False}) as book:
        for title, rows in sheets.items():
            sheet = book.add_worksheet(title)
            for at, row in enumerate(rows):
                sheet.write_row(at, 0, row)
    return file.getvalue()


def parts(cells="", texts="", styles="", book="", **more):
    """The parts of a workbook with one sheet whose rows are `cells`."""
    return {
        "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        f"{_KIND.format('workbook', 'sheet.main')}{_KIND.format('sharedStrings', 'sharedStrings')}</Types>",
        "_rels/.rels": _RELATED.format(_LINK.format("r1", "officeDocument", "xl/workbook.xml")),
        "xl/_rels/workbook.xml.rels": _RELATED.format(
            _LINK.format("r1", "worksheet", "/xl/worksheets/sheet1.xml")
            + _LINK.format("r2", "sharedStrings", "sharedStrings.xml")
            + _LINK.format("r3", "styles", "styles.xml")
        ),
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{LINKS}">{book}'
        '<sheets><sheet name="One" sheetId="1" r:id="r1"/></sheets></workbook>',
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{MAIN}"><sheetData>{cells}</sheetData></worksheet>',
        "xl/sharedStrings.xml": f'<sst xmlns="{MAIN}">{texts}</sst>',
        "xl/styles.xml": f'<styleSheet xmlns="{MAIN}">{styles}</styleSheet>',
        **more,
    }


def packed(named, method=zipfile.ZIP_DEFLATED):
    """A zip of these parts."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        for name, content in named.items():
            archive.writestr(name, content)
    return file.getvalue()

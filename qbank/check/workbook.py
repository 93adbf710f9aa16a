"""The sheets of an XLSX workbook as rows of text, as its reader sees them; formulas and links are never followed.

openpyxl reads them, but only the parts that cells need: its `load_workbook` fails on many a picture or rule beside
them, and hostile files keep it busy for hours with sheets listed a thousand times or with formulas that are shared.
"""

import struct
import warnings
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import isfinite
from typing import Any, BinaryIO, NamedTuple
from zipfile import BadZipFile

from openpyxl import DEFUSEDXML
from openpyxl.reader.excel import ExcelReader
from openpyxl.styles.numbers import BUILTIN_FORMATS, is_date_format
from openpyxl.utils import get_column_letter
from openpyxl.utils.escape import unescape
from openpyxl.worksheet._reader import DATA_TAG, FORMULA_TAG, ROW_TAG, WorkSheetParser
from openpyxl.xml.constants import ARC_CONTENT_TYPES, ARC_STYLE, SHEET_MAIN_NS
from openpyxl.xml.functions import fromstring, iterparse

from qbank import limits
from qbank.check.layout import visible
from qbank.check.parts import Parts
from qbank.check.rows import NO_FAULTS, Grid
from qbank.errors import QbankError

if not DEFUSEDXML:
    raise ImportError("without defusedxml, openpyxl expands what XML declares")

_DAMAGED = (
    BadZipFile, zlib.error, struct.error, EOFError, RuntimeError, SyntaxError,
    ArithmeticError, AttributeError, LookupError, TypeError, ValueError,
)  # fmt: skip
"""What zipfile, expat and lxml raise (a ParseError is a SyntaxError), and openpyxl where a part is damaged."""

_DIGITS = 15  # that a spreadsheet keeps of a number
_FORMAT = 255  # characters of a number format


class SheetRow(NamedTuple):
    """One row of a sheet (see `rows.Row`)."""

    name: str
    line: int
    cells: Sequence[str] = ()
    faults: Mapping[int, QbankError] = NO_FAULTS
    problem: QbankError | None = None

    def place(self, index: int) -> str:
        """Where that cell stands: `file.xlsx:Sheet1!B7`."""
        return f"{self.name}!{get_column_letter(index + 1)}{self.line}"

    def places(self) -> list[str]:
        """Where each cell stands."""
        return [self.place(index) for index in range(len(self.cells))]


def sheets(file: BinaryIO, name: str) -> Iterator[Grid]:
    """The visible sheets of a workbook, one at least, in their order. Raises QbankError for any other file.

    A sheet's rows must be read before the next one is asked for.
    """
    with _explained(name), Parts(file, name) as parts:
        with warnings.catch_warnings(action="ignore"):
            book = _opened(file, parts, name)
            titles = {
                link.target: sheet.name
                for sheet, link in book.parser.find_sheets()
                if sheet.state == "visible" and link.Type.endswith("/worksheet")
            }
        if not titles:
            hint = "show the one that is meant, or save it as XLSX that is not Strict Open XML"
            raise QbankError("no sheet is visible", where=name, hint=hint)
        dates = _date_styles(parts)
        for part, title in titles.items():
            sheet = f"{name}:{visible(title)}"
            yield Grid(sheet, _rows(book, part, dates, name, sheet))


@contextmanager
def _explained(name: str) -> Iterator[None]:
    """Whatever a damaged file raises inside becomes a QbankError that names it."""
    try:
        yield
    except _DAMAGED as error:
        reason = visible(str(error.args[0]) if error.args else type(error).__name__)[:80]
        hint = "open it and save it anew as XLSX or CSV"
        raise QbankError(f"this spreadsheet is damaged: {reason}", where=name, hint=hint) from error


def _opened(file: BinaryIO, parts: Parts, name: str) -> ExcelReader:
    """The workbook with its texts and the list of its sheets."""
    if ARC_CONTENT_TYPES in parts.namelist():
        book = ExcelReader(file, read_only=True, data_only=True, keep_links=False)
        book.archive = parts
        try:
            book.read_manifest()
            book.read_workbook()
            book.read_strings()
            return book
        except OSError:  # nothing in it says that it is a workbook
            pass
    found = "an OpenDocument file" if "mimetype" in parts.namelist() else "no XLSX spreadsheet"
    raise QbankError(f"this is {found}", where=name, hint="save it as XLSX or CSV")


def _date_styles(parts: Parts) -> set[int]:
    """The styles, counted from 0, that show numbers as dates."""
    if ARC_STYLE not in parts.namelist():
        return set()
    styles, main = fromstring(parts.read(ARC_STYLE)), f"{{{SHEET_MAIN_NS}}}"
    codes = dict(BUILTIN_FORMATS)
    for own in styles.iterfind(f"{main}numFmts/{main}numFmt"):
        codes[int(own.attrib["numFmtId"])] = own.attrib["formatCode"][:_FORMAT]
    dates = {number for number, code in codes.items() if is_date_format(code)}
    formats = (int(style.get("numFmtId", "0")) for style in styles.iterfind(f"{main}cellXfs/{main}xf"))
    return {style for style, number in enumerate(formats) if number in dates}


def _rows(book: ExcelReader, part: str, dates: set[int], name: str, sheet: str) -> Iterator[SheetRow]:
    """The rows of a sheet that are not blank."""
    with _explained(name), book.archive.open(part) as file:
        parser = WorkSheetParser(file, book.shared_strings, True, book.wb.epoch, dates)
        for _, element in iterparse(file):
            if element.tag == DATA_TAG:
                return  # what follows is how cells look
            if element.tag != ROW_TAG:
                continue
            del element[limits.TABLE_COLUMNS + 1 :]  # a cell stands in its place or further to the right
            with warnings.catch_warnings(action="ignore"):
                line, cells = parser.parse_row(element)
            formulas = (cell.find(FORMULA_TAG) is not None for cell in element)
            row = _row(SheetRow(sheet, line), zip(cells, formulas, strict=True))
            if row.faults or any(map(str.strip, row.cells)):
                yield row
            element.clear()
            parser.row_dimensions.clear()


def _row(row: SheetRow, cells: Iterator[tuple[dict[str, Any], bool]]) -> SheetRow:
    """The row with its cells, each perhaps a formula; those too far to the right are left out."""
    texts, faults = dict[int, str](), dict[int, QbankError]()
    for cell, formula in cells:
        index = cell["column"] - 1
        if index <= limits.TABLE_COLUMNS and (formula or cell["value"] is not None):
            try:
                texts[index] = _shown(cell["data_type"], cell["value"])
            except QbankError as fault:
                texts[index] = ""
                faults[index] = QbankError(fault.message, where=row.place(index), hint=fault.hint)
    filled = [texts.get(index, "") for index in range(max(texts, default=-1) + 1)]
    return row._replace(cells=filled, faults=faults)


def _shown(kind: str, value: object) -> str:
    """The cell as text. Raises QbankError where it shows nothing that could be an answer."""
    if value is None:
        if kind == "str":
            return ""  # as a formula may well show
        hint = "open the file in a spreadsheet program and save it there"
        raise QbankError("a formula without a value", hint=hint)
    if kind == "e":
        raise QbankError(f"the spreadsheet shows {visible(str(value))[:20]} here", hint="mend the cell")
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        if not isfinite(value):
            raise ValueError(f"{value} is no number of a spreadsheet")
        return f"{value:.{_DIGITS}g}"
    if not isinstance(value, str):  # a date, a time of day or both, written as the checker knows them
        return str(value).partition(".")[0].removesuffix(" 00:00:00").removesuffix(":00")
    text = unescape(value)
    if 4 * len(text) > limits.CELL_BYTES and len(text.encode("utf-8", "replace")) > limits.CELL_BYTES:
        raise QbankError(f"a cell of more than {limits.CELL_BYTES:,} bytes", hint="shorten it")
    return text

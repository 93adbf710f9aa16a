"""The sheets of an XLSX workbook as rows of text, as its reader sees them; formulas and links are never followed.

openpyxl reads them, but only the parts that cells need: its `load_workbook` fails on many a picture or rule beside
them, and hostile files keep it busy for hours with sheets listed a thousand times or with formulas that are shared.
"""

import re
import struct
import warnings
import zlib
from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from math import isfinite
from typing import IO, Any, BinaryIO, NamedTuple
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
from qbank.check.parts import Bounds, Parts
from qbank.check.rows import NO_CELLS, NO_FAULTS, Grid
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
_PADDED = re.compile(r"0{2,}")  # the format of numbers that are shown with leading zeros
_PERCENT = re.compile(r"0(?:\.0+)?%")


class _Shared(str):
    """A text of the workbook's list, with its escapes read: once, since thousands of cells may show the same one."""

    __slots__ = ()


class _Styles(NamedTuple):
    """Which styles, counted from 0, show numbers as dates, with so many digits, and in per cent."""

    dates: set[int]
    digits: Mapping[int, int]
    percents: frozenset[int]


class SheetRow(NamedTuple):
    """One row of a sheet (see `rows.Row`); `percents` are the cells that show a hundred times their number and `%`."""

    name: str
    line: int
    cells: Sequence[str] = ()
    faults: Mapping[int, QbankError] = NO_FAULTS
    problem: QbankError | None = None
    percents: Set[int] = NO_CELLS

    def place(self, index: int) -> str:
        """Where that cell stands: `file.xlsx:Sheet1!B7`."""
        return f"{self.name}!{get_column_letter(index + 1)}{self.line}"

    def places(self) -> list[str]:
        """Where each cell stands."""
        return [self.place(index) for index in range(len(self.cells))]


def sheets(file: BinaryIO, name: str, bounds: Bounds | None = None) -> Iterator[Grid]:
    """The visible sheets of a workbook, one at least, in their order. Raises QbankError for any other file.

    A sheet's rows must be read before the next one is asked for.
    """
    with _explained(name), Parts(file, name, bounds) as parts:
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
        styles = _styles(parts)
        for part, title in titles.items():
            sheet = f"{name}:{visible(title)}"
            yield Grid(sheet, _rows(book, parts, part, styles, sheet))


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
            book.shared_strings = [_Shared(unescape(text)) for text in book.shared_strings]
            return book
        except OSError:  # nothing in it says that it is a workbook
            pass
    found = "an OpenDocument file" if "mimetype" in parts.namelist() else "no XLSX spreadsheet"
    raise QbankError(f"this is {found}", where=name, hint="save it as XLSX or CSV")


def _styles(parts: Parts) -> _Styles:
    """How numbers are shown, as far as it matters to what a person means by them."""
    if ARC_STYLE not in parts.namelist():
        return _Styles(set(), {}, frozenset())
    styles, main = fromstring(parts.read(ARC_STYLE)), f"{{{SHEET_MAIN_NS}}}"
    codes = dict(BUILTIN_FORMATS)
    for own in styles.iterfind(f"{main}numFmts/{main}numFmt"):
        codes[int(own.attrib["numFmtId"])] = own.attrib["formatCode"][:_FORMAT]
    dates = {number for number, code in codes.items() if is_date_format(code)}
    formats = list(
        enumerate(int(style.get("numFmtId", "0")) for style in styles.iterfind(f"{main}cellXfs/{main}xf"))
    )
    return _Styles(
        {style for style, number in formats if number in dates},
        {style: len(codes[number]) for style, number in formats if _PADDED.fullmatch(codes.get(number, ""))},
        frozenset(style for style, number in formats if _PERCENT.fullmatch(codes.get(number, ""))),
    )


def _rows(book: ExcelReader, parts: Parts, part: str, styles: _Styles, sheet: str) -> Iterator[SheetRow]:
    """The rows of a sheet that are not blank."""
    with _explained(parts.where), parts.open(part) as file:
        parser = WorkSheetParser(file, book.shared_strings, True, book.wb.epoch, styles.dates)
        for element in _elements(file, parts.bounds.rows, sheet):
            del element[limits.TABLE_COLUMNS + 1 :]  # a cell stands in its place or further to the right
            with warnings.catch_warnings(action="ignore"):
                line, cells = parser.parse_row(element)
            formulas = (cell.find(FORMULA_TAG) is not None for cell in element)
            row = _row(SheetRow(sheet, line), zip(cells, formulas, strict=True), styles)
            if row.faults or any(map(str.strip, row.cells)):
                yield row
            element.clear()
            parser.row_dimensions.clear()


def _elements(file: IO[bytes], most: int, sheet: str) -> Iterator[Any]:
    """The rows as they stand in the file, blank ones too: a million of these alone would take a while."""
    found = 0
    for _, element in iterparse(file):
        if element.tag == DATA_TAG:
            return  # what follows is how cells look
        if element.tag == ROW_TAG:
            found += 1
            if found > most:
                hint = "delete the blank ones, or split it"
                raise QbankError(f"more than {most:,} rows, blank ones counted", where=sheet, hint=hint)
            yield element


def _row(row: SheetRow, cells: Iterator[tuple[dict[str, Any], bool]], styles: _Styles) -> SheetRow:
    """The row with its cells, each perhaps a formula; those too far to the right are left out."""
    texts, faults, percents = dict[int, str](), dict[int, QbankError](), set[int]()
    for cell, formula in cells:
        index = cell["column"] - 1
        if index <= limits.TABLE_COLUMNS and (formula or cell["value"] is not None):
            try:
                texts[index] = _shown(cell["data_type"], cell["value"])
                if cell["data_type"] == "n":
                    texts[index] = _padded(texts[index], styles.digits.get(cell["style_id"], 0))
                    percents |= {index} if cell["style_id"] in styles.percents else set()
            except QbankError as fault:
                texts[index] = ""
                faults[index] = QbankError(fault.message, where=row.place(index), hint=fault.hint)
    filled = [texts.get(index, "") for index in range(max(texts, default=-1) + 1)]
    return row._replace(cells=filled, faults=faults, percents=percents)


def _padded(text: str, digits: int) -> str:
    """A whole number as it is shown with leading zeros; as it is where it is none, or stands without."""
    return text.zfill(digits) if text.isdigit() else text


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
    text = value if isinstance(value, _Shared) else unescape(value)
    if _is_large(text):
        raise QbankError(f"a cell of more than {limits.CELL_BYTES:,} bytes", hint="shorten it")
    return text


def _is_large(text: str) -> bool:
    """Told by its length where that is enough: a thousand cells may show one text of megabytes."""
    most = limits.CELL_BYTES
    return len(text) > most or (4 * len(text) > most and len(text.encode("utf-8", "replace")) > most)

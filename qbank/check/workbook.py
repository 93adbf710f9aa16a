"""The sheets of an XLSX workbook as rows of text, as its reader sees them; formulas and links are never followed."""

import struct
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import BinaryIO
from xml.parsers.expat import ExpatError
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from qbank import limits
from qbank.check.layout import visible
from qbank.check.parts import BLOCK, Related, Tags, elements, feed, related
from qbank.check.rows import Grid
from qbank.check.serials import is_date_format
from qbank.check.sheet_cells import Book, Cells, SheetRow, Texts
from qbank.errors import QbankError

_DAMAGED = (
    BadZipFile,
    zlib.error,
    ExpatError,
    EOFError,
    LookupError,  # a part, an attribute or a text that is not there
    NotImplementedError,  # a newer kind of zip
    OverflowError,
    RuntimeError,  # a part with a password
    ValueError,
    struct.error,
)
_ENTRY = b"PK\x01\x02"  # opens each entry of a zip's table of contents
_SAVE = "save it as XLSX or CSV"


def sheets(file: BinaryIO, name: str) -> Iterator[Grid]:
    """The visible sheets of a workbook, one at least, in their order. Raises QbankError for any other file.

    A sheet's rows must be read before the next one is asked for.
    """
    with _explained(name):
        _bound_parts(file, name)
        with ZipFile(file) as archive:
            _bound_bytes(archive, name)
            main, tags = _main(archive, name)
            parts = related(archive, main)
            from_1904 = any(
                tag == "workbookPr" and kept.get("date1904") in ("1", "true") for tag, kept in tags
            )
            book = Book(_texts(archive, parts), _dates(archive, parts), from_1904)
            targets = {link.id: link.part for link in parts if link.kind == "worksheet"}
            shown = [
                kept for tag, kept in tags if tag == "sheet" and kept.get("state", "visible") == "visible"
            ]
            titles = {targets[kept["id"]]: kept["name"] for kept in shown if kept.get("id") in targets}
            if not titles:
                raise QbankError("no sheet is visible", where=name, hint="show the one that is meant")
            for part, title in titles.items():
                cells = Cells(f"{name}:{visible(title)}", book)
                yield Grid(cells.name, _rows(archive, part, cells, name))


@contextmanager
def _explained(name: str) -> Iterator[None]:
    """Whatever a damaged file raises inside becomes a QbankError that names it."""
    try:
        yield
    except _DAMAGED as error:
        reason = visible(str(error.args[0]) if error.args else type(error).__name__)[:80]
        raise QbankError(
            f"this spreadsheet is damaged: {reason}",
            where=name,
            hint="open it and save it anew as XLSX or CSV",
        ) from error


def _bound_parts(file: BinaryIO, name: str) -> None:
    """Before the table of contents is read: a file of 50 MB could list a million parts."""
    found = 0
    while block := file.read(BLOCK):
        found += block.count(_ENTRY)
    if found > limits.WORKBOOK_PARTS:
        raise QbankError(f"a zip file of more than {limits.WORKBOOK_PARTS:,} parts", where=name, hint=_SAVE)


def _bound_bytes(archive: ZipFile, name: str) -> None:
    """The sizes are those that the file declares, and nothing beyond them is ever unpacked."""
    parts = archive.infolist()
    if any(part.compress_type not in (ZIP_STORED, ZIP_DEFLATED) for part in parts):
        raise ValueError("packed as no spreadsheet is")
    if sum(part.file_size for part in parts) > limits.WORKBOOK_BYTES:
        found = f"a spreadsheet of more than {limits.WORKBOOK_BYTES:,} bytes when unpacked"
        raise QbankError(found, where=name, hint="split it, or save the sheet as CSV")


def _main(archive: ZipFile, name: str) -> tuple[str, Tags]:
    """The part that lists the sheets, and what stands in it."""
    parts = archive.namelist()
    links = related(archive, "") if "_rels/.rels" in parts else []
    main = next((link.part for link in links if link.kind == "officeDocument"), "")
    tags = elements(archive, main) if main.endswith(".xml") else []
    if not tags or tags[0][0] != "workbook":
        found = "an OpenDocument file" if "mimetype" in parts else "no XLSX spreadsheet"
        raise QbankError(f"this is {found}", where=name, hint=_SAVE)
    return main, tags


def _rows(archive: ZipFile, part: str, cells: Cells, name: str) -> Iterator[SheetRow]:
    with _explained(name):
        for _ in feed(archive, part, cells):
            yield from cells.rows
            cells.rows.clear()


def _texts(archive: ZipFile, parts: Sequence[Related]) -> Sequence[str]:
    texts = Texts()
    for link in parts:
        if link.kind == "sharedStrings":
            for _ in feed(archive, link.part, texts):
                pass
    return texts.texts


def _dates(archive: ZipFile, parts: Sequence[Related]) -> frozenset[str]:
    """The numbers of the styles that show dates."""
    tags = [tag for link in parts if link.kind == "styles" for tag in elements(archive, link.part)]
    codes = {kept["numFmtId"]: kept["formatCode"] for tag, kept in tags if tag == "numFmt"}
    formats = [kept.get("numFmtId", "0") for kept in _cell_styles(tags)]
    return frozenset(
        str(style) for style, number in enumerate(formats) if is_date_format(int(number), codes.get(number))
    )


def _cell_styles(tags: Tags) -> Iterator[Mapping[str, str]]:
    """The `xf` inside `cellXfs`; there are others beside it, of which cells know nothing."""
    inside = ""
    for tag, kept in tags:
        if tag in ("cellStyleXfs", "cellXfs", "cellStyles", "dxfs"):
            inside = tag
        elif tag == "xf" and inside == "cellXfs":
            yield kept

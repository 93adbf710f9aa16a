"""The parts of a workbook as openpyxl is given them: few, of a bounded size, and without a DTD."""

from typing import IO, BinaryIO, Literal, NamedTuple
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from qbank import limits
from qbank.errors import QbankError

_BLOCK = 65_536
_ENTRY = b"PK\x01\x02"  # opens each entry of a zip's table of contents
_DTD = b"<!DOCTYPE"
_SPLIT = "split it, or save the sheet as CSV"
_ATTRIBUTES = 5_000  # in a block, beyond a hundred a tag: 1.5 million of them in one tag take 13 s to read


class Bounds(NamedTuple):
    """How large a workbook may be: `unpacked` bytes, `signs` of a part, `rows` of a sheet, blank ones counted."""

    unpacked: int
    signs: int
    rows: int


def table_bounds() -> Bounds:
    """Those of a table of answers."""
    return Bounds(limits.WORKBOOK_BYTES, limits.WORKBOOK_SIGNS, limits.SPREADSHEET_ROWS + 1)


class Parts(ZipFile):
    """A workbook's zip, of which each part is looked through before it is given away.

    That no part has more bytes than it declares is `zipfile`'s care. Raises QbankError for what is too large, and
    ValueError for what no spreadsheet program writes.
    """

    def __init__(self, file: BinaryIO, name: str, bounds: Bounds | None = None) -> None:
        _bound_entries(file, name)
        super().__init__(file)
        self.where, self.bounds = name, bounds or table_bounds()
        if any(part.compress_type not in (ZIP_STORED, ZIP_DEFLATED) for part in self.infolist()):
            raise ValueError("packed as no spreadsheet is")
        if sum(part.file_size for part in self.infolist()) > self.bounds.unpacked:
            found = f"a spreadsheet of more than {self.bounds.unpacked:,} bytes when unpacked"
            raise QbankError(found, where=name, hint=_SPLIT)

    def open(
        self,
        name: str | ZipInfo,
        mode: Literal["r", "w"] = "r",
        pwd: bytes | None = None,
        *,
        force_zip64: bool = False,
    ) -> IO[bytes]:
        """The part, to be read from its start."""
        with super().open(name, mode, pwd, force_zip64=force_zip64) as part:
            self._look_through(part)
        return super().open(name, mode, pwd, force_zip64=force_zip64)

    def read(self, name: str | ZipInfo, pwd: bytes | None = None) -> bytes:
        """The part as a whole; openpyxl reads its lists so, of parts and of styles, and nothing long."""
        part = super().read(name, pwd)
        if _signs(part) > limits.WORKBOOK_ENTRIES:
            raise ValueError("a list of parts or styles that is too long")
        return part

    def _look_through(self, part: IO[bytes]) -> None:
        """Tags and attributes take far more memory than they have bytes; and a DTD may multiply them."""
        signs, end = 0, b""
        while block := part.read(_BLOCK):
            block = block.replace(b"\0", b"")  # one half of each sign in UTF-16
            signs += _signs(block)
            if signs > self.bounds.signs:
                found = f"a sheet of more than {self.bounds.signs:,} tags and attributes"
                raise QbankError(found, where=self.where, hint=_SPLIT)
            if block.count(b"=") > _ATTRIBUTES + 100 * block.count(b"<"):
                raise ValueError("a tag with thousands of attributes")
            if _DTD in end + block:
                raise ValueError("a part declares a DTD")
            end = (end + block)[1 - len(_DTD) :]


def _bound_entries(file: BinaryIO, name: str) -> None:
    """Before the table of contents is read: a file of 50 MB could list a million parts."""
    found = 0
    while block := file.read(_BLOCK):
        found += block.count(_ENTRY)
    if found > limits.WORKBOOK_PARTS:
        message = f"a zip file of more than {limits.WORKBOOK_PARTS:,} parts"
        raise QbankError(message, where=name, hint="save it as XLSX or CSV")


def _signs(text: bytes) -> int:
    """How many tags and attributes there are at most."""
    return text.count(b"<") + text.count(b"=")

"""The tables in a file: one of a CSV file, one a visible sheet of a workbook; which of both, its first bytes say."""

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from io import BufferedReader, BytesIO, RawIOBase
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from qbank import limits
from qbank.check.cells import Lines, decoded, records, separated
from qbank.check.rows import Grid
from qbank.errors import QbankError
from qbank.files import plain

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

    from qbank.check.parts import Bounds

_ZIP, _OLE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


class Bounded(RawIOBase):
    """A file of TABLE_BYTES at most, read in blocks. Raises QbankError, naming it, for more, and where it fails."""

    def __init__(self, file: BinaryIO, name: str) -> None:
        self._file, self._name = file, name
        self._left = limits.TABLE_BYTES

    def readable(self) -> bool:
        """It is, and nothing else."""
        return True

    def readinto(self, buffer: "WriteableBuffer", /) -> int:
        """Fills the buffer as far as the file goes."""
        room = memoryview(buffer).cast("B")
        with _explained(self._name):
            block = self._file.read(len(room))
        self._left -= len(block)
        if self._left < 0:
            found = f"more than {limits.TABLE_BYTES:,} bytes"
            raise QbankError(found, where=self._name, hint="split the table into several files")
        room[: len(block)] = block
        return len(block)


@contextmanager
def grids(path: str, names: frozenset[str]) -> Iterator[Iterator[Grid]]:
    """The tables in the file (there is one), `-` being stdin; `names` of columns tell what separates cells of a CSV.

    Raises QbankError, naming the file, for one that holds no table.
    """
    name = "stdin" if path == "-" else path
    with _opened(path) as opened:
        yield tables(BufferedReader(Bounded(opened, name)), name, names)


def tables(
    file: BufferedReader, name: str, names: frozenset[str], bounds: "Bounds | None" = None
) -> Iterator[Grid]:
    """The tables in an open file that is called so in complaints; `bounds` are those of a workbook."""
    start = file.peek(len(_OLE))
    if start.startswith(_OLE):
        found = "an old Excel file (.xls), or one with a password"
        raise QbankError(found, where=name, hint="save it as XLSX or CSV, without a password")
    if start.startswith(_ZIP):
        try:
            from qbank.check.workbook import sheets
        except ImportError as error:
            found = "XLSX needs openpyxl and defusedxml, which are not installed"
            raise QbankError(found, where=name, hint='pip install "qbank[sheets]"') from error
        return sheets(BytesIO(file.read()), name, bounds)
    lines = Lines(decoded(file, name), name)
    separator = separated(lines, names)
    return iter([Grid(name, records(lines, separator), separator)])


@contextmanager
def _opened(path: str) -> Iterator[BinaryIO]:
    if path == "-" and sys.stdin is None:
        raise QbankError("stdin is closed", hint="name a file, or send one into qbank")
    if path == "-":
        yield sys.stdin.buffer
    elif not path:
        raise QbankError("no file is named", hint="name one, or leave the option out")
    else:
        with ExitStack() as stack:
            with _explained(path):
                file = stack.enter_context(plain(Path(path)).open("rb"))
            yield file


@contextmanager
def _explained(name: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise QbankError(f"cannot be read: {(error.strerror or str(error)).lower()}", where=name) from error

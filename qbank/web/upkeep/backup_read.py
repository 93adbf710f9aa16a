"""Reading a backup, which may be damaged or made up: members by exact names, sizes bounded, every byte checked."""

import hashlib
import json
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from os import SEEK_END
from pathlib import Path
from struct import Struct
from typing import Any, BinaryIO, NamedTuple
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from qbank import limits
from qbank.errors import QbankError
from qbank.files import explained, plain
from qbank.question import Json
from qbank.stored import checked
from qbank.web.upkeep.backup import FORMAT, MANIFEST, member

_BLOCK = 1_048_576
_ENTRY = b"PK\x01\x02"  # opens each entry of a zip's table of contents
_END, _END_BYTES = b"PK\x05\x06", 22  # what the file ends with
_HEAD = Struct("<26xHH")  # before each member: how long its name is, and what else is said of it
_MANIFEST: dict[str, tuple[type, ...]] = {
    "format": (int,),
    "made_by": (str,),
    "schema": (str,),
    "tables": (dict,),
}
_TABLE: dict[str, tuple[type, ...]] = {"columns": (list,), "rows": (int,), "sha256": (str,)}


class Listed(NamedTuple):
    """What the manifest says of one table."""

    columns: list[str]
    rows: int
    sha256: str


class Backup:
    """An open backup."""

    def __init__(self, archive: ZipFile, where: str) -> None:
        self._archive, self._where = archive, where
        self._members = _members(archive, where)
        manifest = self._manifest()
        self.schema: str = manifest["schema"]
        self.tables = {name: _listed(entry, where) for name, entry in manifest["tables"].items()}
        if set(self._members) != {MANIFEST, *map(member, self.tables)}:
            raise _damaged(where, "its files are not those that its manifest names")

    def rows(self, table: str) -> Iterator[list[Json]]:
        """The rows of that table. Raises QbankError, at the latest after the last, where a byte was changed."""
        listed, where = self.tables[table], f"{self._where}, {member(table)}"
        digest, count = hashlib.sha256(), 0
        with self._archive.open(self._members[member(table)]) as file:
            while line := file.readline(limits.BACKUP_ROW_BYTES + 1):
                count += 1
                if len(line) > limits.BACKUP_ROW_BYTES or count > listed.rows:
                    raise _damaged(where, f"row {count:,} is too long, or one too many")
                digest.update(line)
                yield _row(line, len(listed.columns), f"{where}:{count}")
        if (count, digest.hexdigest()) != (listed.rows, listed.sha256):
            raise _damaged(where, "the rows are not those that were written")

    def _manifest(self) -> dict[str, Json]:
        if MANIFEST not in self._members:
            raise _damaged(self._where, "this zip is no backup of qbank")
        if self._members[MANIFEST].file_size > limits.BACKUP_MANIFEST_BYTES:
            raise _damaged(self._where, "its manifest is too long")
        found = _parsed(self._archive.read(self._members[MANIFEST]), self._where)
        if isinstance(found, dict) and found.get("format") not in (None, FORMAT):
            raise QbankError(
                "this backup was written by a newer qbank", where=self._where, hint="update qbank"
            )
        return checked(found, _MANIFEST, "manifest", self._where)


@contextmanager
def opened(path: Path) -> Iterator[Backup]:
    """The backup in that file. Raises QbankError for a file that is none, and for one that turns out damaged."""
    with explained(path), plain(path).open("rb") as file:
        if sum(block.count(_ENTRY) for block in iter(lambda: file.read(_BLOCK), b"")) > limits.BACKUP_MEMBERS:
            raise _damaged(str(path), f"it lists more than {limits.BACKUP_MEMBERS} files")
        try:
            with ZipFile(file) as archive:
                _demand_nothing_besides(archive, file, str(path))
                yield Backup(archive, str(path))
        except (BadZipFile, zlib.error, EOFError, NotImplementedError) as error:
            raise _damaged(str(path), "this is no zip, or one that is cut short or changed") from error


def _demand_nothing_besides(archive: ZipFile, file: BinaryIO, where: str) -> None:
    """Raises QbankError for bytes before the first member, between two, or behind the end, which no reader looks at."""
    at = 0
    for info in sorted(archive.infolist(), key=lambda info: info.header_offset):
        file.seek(info.header_offset)
        head = file.read(_HEAD.size)
        if info.header_offset != at or len(head) < _HEAD.size:
            raise _damaged(where, "it holds bytes that are of none of its files")
        name, extra = _HEAD.unpack(head)
        at += _HEAD.size + name + extra + info.compress_size
    file.seek(-_END_BYTES, SEEK_END)
    if at != archive.start_dir or not file.read(_END_BYTES).startswith(_END):
        raise _damaged(where, "it holds bytes that are of none of its files")


def _members(archive: ZipFile, where: str) -> dict[str, ZipInfo]:
    """The members by name: each once, packed as we pack, and together not too large."""
    infos = archive.infolist()
    if len({info.filename for info in infos}) != len(infos):
        raise _damaged(where, "two of its files have the same name")
    for info in infos:
        odd = info.flag_bits & 1 or info.compress_type not in (ZIP_STORED, ZIP_DEFLATED)
        if odd or info.file_size > limits.BACKUP_RATIO * max(info.compress_size, 1_000):
            raise _damaged(where, f"{info.filename[:80]!r} is not packed as qbank packs")
    if sum(info.file_size for info in infos) > limits.BACKUP_BYTES:
        raise _damaged(where, f"it has more than {limits.BACKUP_BYTES:,} bytes when unpacked")
    return {info.filename: info for info in infos}


def _listed(entry: Json, where: str) -> Listed:
    found = Listed(**checked(entry, _TABLE, "manifest's table", where))
    if not all(isinstance(name, str) for name in found.columns):
        raise _damaged(where, "its manifest names no columns")
    return found


def _row(line: bytes, width: int, where: str) -> list[Json]:
    found = _parsed(line, where)
    if not isinstance(found, list) or len(found) != width:
        raise _damaged(where, f"this is no row of {width} values")
    return found


def _parsed(text: bytes, where: str) -> Any:
    try:
        return json.loads(text.decode("utf-8"), parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise _damaged(where, "this is no JSON") from error


def _no_number(name: str) -> Any:
    raise ValueError(name)


def _damaged(where: str, what: str) -> QbankError:
    return QbankError(what, where=where, hint="take another backup; nothing was changed")

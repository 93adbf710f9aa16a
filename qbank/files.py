"""Files that are either there as a whole or not at all."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from qbank import limits
from qbank.errors import QbankError


def write_atomic(path: Path, content: str | bytes, *, lasting: bool = True) -> None:
    """Write `content` (text as UTF-8, line ends as they are) so that a reader sees the old file or the new one.

    Raises QbankError, naming the file, when the folder cannot be written; the old file is then as it was. What can
    be made again need not be `lasting`: a power cut may then take it, and a thousand files are written in no time.
    """
    with replacing(path, lasting=lasting) as file:
        file.write(content.encode("utf-8") if isinstance(content, str) else content)


@contextmanager
def replacing(path: Path, *, lasting: bool = True) -> Iterator[BinaryIO]:
    """A file to write into, which takes the place of `path` where the block ends and is gone where it fails.

    It lies beside `path`, is flushed, synchronised where it is to be `lasting`, and then renamed over it. Missing
    folders are made. What the system refuses is a QbankError that names `path`.
    """
    import tempfile  # here, since reading needs it not and it loads a random number generator

    with explained(path):
        path = path.resolve()  # what a link leads to is replaced, and not the link
        if path.exists() and not path.is_file():
            raise QbankError(
                "this is no plain file, so it is left as it is", where=str(path), hint="use - for stdout"
            )
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        temporary = Path(name)
        try:
            with os.fdopen(descriptor, "wb") as file:
                yield file
                file.flush()
                if lasting:
                    os.fsync(file.fileno())
            temporary.chmod(_mode(path))
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
        if lasting:
            _sync_folder(path.parent)


def append_line(path: Path, line: str) -> None:
    """Append one line and synchronise it. A last line that an interruption cut short is closed first."""
    with explained(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("ab+") as file:
            first = not file.tell()
            if not first and not _ends_with_newline(file):
                file.write(b"\n")
            file.write(line.encode("utf-8") + b"\n")
            file.flush()
            os.fsync(file.fileno())
        if first:
            _sync_folder(path.parent)


def plain(path: Path) -> Path:
    """The path itself. Raises QbankError for a pipe or a device, which may never end.

    Whoever opens a folder, or what is not there, is told so by the system.
    """
    with explained(path):
        if path.exists() and not path.is_file() and not path.is_dir():
            raise QbankError("this is no plain file", where=str(path), hint="name a file")
    return path


def read_bytes(path: Path, most: int = limits.FILE_BYTES) -> bytes:
    """All that is in the file. Raises QbankError, naming it, for what is no plain file, or has more bytes."""
    with explained(path):
        if plain(path).stat().st_size > most:
            raise QbankError(f"more than {most:,} bytes", where=str(path))
        return path.read_bytes()


def read_text(path: Path, most: int = limits.FILE_BYTES) -> str:
    """The file as UTF-8 text, a leading byte order mark dropped. Raises QbankError, naming the file."""
    data = read_bytes(path, most)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise QbankError(
            f"byte {error.object[error.start]:#04x} is not UTF-8",
            where=f"{path}:{line}",
            hint="save it as UTF-8",
        ) from error


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Whatever the system refuses inside becomes a QbankError that names `path`."""
    try:
        yield
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise QbankError(f"cannot be read or written: {reason}", where=str(path)) from error


def _mode(path: Path) -> int:
    """The mode of the file that is replaced, or what a plain `open` would have given."""
    try:
        return path.stat().st_mode & 0o777
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask


def _ends_with_newline(file: BinaryIO) -> bool:
    file.seek(-1, os.SEEK_END)
    return file.read(1) == b"\n"


def _sync_folder(folder: Path) -> None:
    if os.name == "nt":  # Windows has no handle on a folder; its rename is journalled
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)

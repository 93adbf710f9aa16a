"""A zip archive whose bytes depend on its content alone."""

from collections.abc import Mapping
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The first moment that a zip can name."""

_PLAIN_FILE = 0o644 << 16
_UNIX = 3


def zipped(files: Mapping[str, bytes]) -> bytes:
    """The files by their names, in their order, all dated alike and as a Unix machine would write them."""
    archive = BytesIO()
    with ZipFile(archive, "w") as written:
        for name in sorted(files):
            entry = ZipInfo(name, EARLIEST)
            entry.compress_type, entry.create_system, entry.external_attr = ZIP_DEFLATED, _UNIX, _PLAIN_FILE
            written.writestr(entry, files[name])
    return archive.getvalue()

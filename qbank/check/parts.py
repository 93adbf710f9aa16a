"""The XML parts of a spreadsheet, streamed out of its zip: no DTD, no entity, nothing from elsewhere."""

import posixpath
from collections.abc import Iterator, Mapping
from typing import NamedTuple, Protocol
from xml.parsers import expat
from zipfile import ZipFile

from qbank import limits

BLOCK = 65_536
DEPTH = 100  # of open elements; a sheet has some ten

Tags = list[tuple[str, Mapping[str, str]]]
"""The tags of a part in their order, each with its attributes."""


class Related(NamedTuple):
    """A part that another one leads to: under which id, as what, and its name in the archive."""

    id: str
    kind: str
    part: str


class Reader(Protocol):
    """What takes in the elements of a part; tags of the part's own kind come without prefix.

    `depth` is how many elements are open.
    """

    depth: int

    def start(self, tag: str, attributes: dict[str, str]) -> None: ...
    def text(self, text: str) -> None: ...
    def end(self, tag: str) -> None: ...


class Elements:
    """Takes in the tags of a small part with their attributes, whose prefixes are dropped."""

    def __init__(self) -> None:
        self.found: Tags = []
        self.depth = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self.depth += 1
        self.found.append((tag, {_local(name): value for name, value in attributes.items()}))
        if len(self.found) > limits.WORKBOOK_ENTRIES:
            raise ValueError("a list of parts or styles that is too long")

    def text(self, text: str) -> None: ...

    def end(self, tag: str) -> None:
        self.depth -= 1


def feed(archive: ZipFile, part: str, reader: Reader) -> Iterator[None]:
    """Lets `reader` take in a part of the archive, a block a step.

    Raises ValueError for one with a DTD, with too many tags, or with too many open at once.
    """
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = _refuse
    parser.CharacterDataHandler = reader.text

    def root(tag: str, attributes: dict[str, str]) -> None:
        """Its prefix is the one of all elements that count, mostly none; the others keep theirs."""
        prefix = tag[: len(tag) - len(_local(tag))]
        start, end = reader.start, reader.end
        parser.StartElementHandler = (
            (lambda tag, kept: start(tag.removeprefix(prefix), kept)) if prefix else start
        )
        parser.EndElementHandler = (lambda tag: end(tag.removeprefix(prefix))) if prefix else end
        start(_local(tag), attributes)

    parser.StartElementHandler = root
    tags = 0
    with archive.open(part) as file:
        while block := file.read(BLOCK):
            tags += block.count(b"<")
            parser.Parse(block, False)
            if tags > limits.WORKBOOK_TAGS or reader.depth > DEPTH:
                raise ValueError("more tags than a spreadsheet has")
            yield
    parser.Parse(b"", True)
    yield


def elements(archive: ZipFile, part: str) -> Tags:
    """The tags of a small part."""
    reader = Elements()
    for _ in feed(archive, part, reader):
        pass
    return reader.found


def related(archive: ZipFile, part: str) -> list[Related]:
    """The parts that a part leads to; that of the name `""` is the file itself."""
    folder, name = posixpath.split(part)
    tags = elements(archive, posixpath.join(folder, "_rels", f"{name}.rels"))
    return [
        Related(kept["Id"], kept["Type"].rpartition("/")[2], _resolved(folder, kept["Target"]))
        for tag, kept in tags
        if tag == "Relationship" and kept.get("TargetMode") != "External"
    ]


def _resolved(folder: str, target: str) -> str:
    return posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/")


def _local(name: str) -> str:
    return name[name.rfind(":") + 1 :]


def _refuse(*_: object) -> None:
    raise ValueError("a part declares a DTD")

"""A guide as sections of Markdown: what they say is held to `qbank.markup`, headings are put in between."""

from collections.abc import Iterator
from dataclasses import dataclass

from qbank import markup
from qbank.errors import QbankError


@dataclass(frozen=True)
class Block:
    """A part of a section under a heading of its own."""

    title: str
    text: str


@dataclass(frozen=True)
class Section:
    """A section; `name` is what links lead to."""

    name: str
    title: str
    text: str
    blocks: tuple[Block, ...] = ()

    def markdown(self, level: int) -> str:
        """What stands under the section's heading, its blocks under headings of that level."""
        blocks = (piece for block in self.blocks for piece in (f"{'#' * level} {block.title}", block.text))
        return "\n\n".join(filter(None, (self.text, *blocks)))


@dataclass(frozen=True)
class Guide:
    """A title, in plain text, and sections. Raises QbankError for a text that programs would show in different ways."""

    title: str
    sections: tuple[Section, ...]

    def __post_init__(self) -> None:
        for place, text in self._texts():
            if found := markup.problems(text):
                raise QbankError(found[0], where=place)

    def body(self, level: int) -> str:
        """Everything below the title, as one Markdown text, its sections under headings of that level."""
        sections = (f"{'#' * level} {s.title}\n\n{s.markdown(level + 1)}" for s in self.sections)
        return "\n\n".join(sections)

    @property
    def markdown(self) -> str:
        """The whole guide as one Markdown text."""
        return f"# {markup.literal(self.title)}\n\n{self.body(2)}\n"

    def _texts(self) -> Iterator[tuple[str, str]]:
        yield "title", markup.literal(self.title)
        for section in self.sections:
            yield from ((section.title, text) for text in (section.title, section.text))
            for block in section.blocks:
                yield from ((f"{section.title}, {block.title}", text) for text in (block.title, block.text))


def listed(items: list[str]) -> str:
    """A list; what goes over several lines stays in its item."""
    return "\n".join("- " + item.strip().replace("\n", "\n  ") for item in items)

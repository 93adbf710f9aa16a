"""From a slot to the templates that may fill it, each with the variants alone that have the wanted conventions."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from qbank.author.exam.blueprint import Setting, Slot
from qbank.author.pack import Packs
from qbank.author.params import OneOf, Space
from qbank.author.template import Template, Topic
from qbank.draws import Draws
from qbank.errors import QbankError, did_you_mean


@dataclass(frozen=True)
class Source:
    """A template with its topic; `of_claims` where it asks about claims, of which a topic has many small ones."""

    topic: Topic
    template: Template
    of_claims: bool

    @property
    def alone(self) -> Topic:
        """The topic with nothing in it but this template."""
        return replace(self.topic, templates={self.template.name: self.template})


def sources(slot: Slot, packs: Packs) -> list[Source]:
    """The templates that may fill the slot. Raises QbankError, with line and column, where there are none."""
    named = list(_named(slot, packs))
    of_level = [source for source in named if not slot.levels or source.template.level in slot.levels]
    if not of_level:
        there = sorted({source.template.level for source in named})
        found = f"no template of level {_either(slot.levels)}"
        hint = f"there is level {_either(there)}"
        raise QbankError(found, where=slot.where("level"), hint=hint)
    for name, values in slot.conventions.items():
        _check_convention(slot, name, values, of_level)
    kept = [source for source in of_level if slot.conventions.keys() <= source.template.conventions.keys()]
    narrowed = [
        source
        for each in kept
        for source in [_narrowed(each, slot.conventions)]
        if source.template.space.size
    ]
    if not narrowed:
        found = f"no template has the conventions {', '.join(slot.conventions)} together"
        raise QbankError(found, where=slot.where("conventions"), hint="write several slots")
    return narrowed


def in_turn(found: list[Source], draws: Draws) -> list[Source]:
    """In a drawn order in which a topic's many claims stand together, as one template would."""
    kinds: dict[str, list[Source]] = {}
    for source in found:
        kinds.setdefault(source.topic.name if source.of_claims else source.template.title, []).append(source)
    return [source for kind in draws.shuffled(list(kinds.values())) for source in draws.shuffled(kind)]


def _named(slot: Slot, packs: Packs) -> Iterator[Source]:
    try:
        for name in slot.topics:
            topic = packs.topic(name)
            yield from (_source(topic, template) for template in topic.templates.values())
    except QbankError as error:
        raise _placed(error, slot, "topic") from error
    try:
        for title in slot.templates:
            template = packs.template(title)
            yield _source(packs.topic(template.topic), template)
    except QbankError as error:
        raise _placed(error, slot, "template") from error


def _placed(error: QbankError, slot: Slot, key: str) -> QbankError:
    """The same error where the blueprint names what does not exist; a pack's own faults stay where they are."""
    return error if error.where else QbankError(error.message, where=slot.where(key), hint=error.hint)


def _source(topic: Topic, template: Template) -> Source:
    return Source(topic, template, topic.poses_claims(template))


def _check_convention(slot: Slot, name: str, values: tuple[Setting, ...], found: list[Source]) -> None:
    """Refuses a convention, or a value of one, that no template has."""
    known: dict[str, list[Setting]] = {}
    for source in found:
        for own, phrases in source.template.conventions.items():
            known.setdefault(own, []).extend(value for value in phrases if value not in known.get(own, ()))
    where = slot.where("conventions")
    if name not in known:
        raise QbankError(f"no convention {name!r}", where=where, hint=did_you_mean(name, sorted(known)))
    for value in values:
        if not any(_is(value, own) for own in known[name]):
            hint = did_you_mean(_written(value), [_written(own) for own in known[name]])
            raise QbankError(f"{name}: {_written(value)}", where=where, hint=hint)


def _narrowed(source: Source, wanted: Mapping[str, tuple[Setting, ...]]) -> Source:
    """The template with those values of its conventions alone."""
    if not wanted:
        return source
    template = source.template
    left = {
        name: OneOf(
            tuple(own for own in template.conventions[name] if any(_is(value, own) for value in values))
        )
        for name, values in wanted.items()
    }
    space = Space({**template.space.domains, **left})
    return replace(source, template=replace(template, space=space))


def _is(value: Setting, own: Setting) -> bool:
    return value == own and isinstance(value, bool) == isinstance(own, bool)


def _written(value: Setting) -> str:
    return str(value).lower() if isinstance(value, bool) else value


def _either(levels: tuple[int, ...] | list[int]) -> str:
    return " or ".join(map(str, levels))

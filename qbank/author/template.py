"""A template: what is asked, joined with the solver that says what is true."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from qbank.answers import Kind
from qbank.author.claim import Claim
from qbank.author.params import Space, Value
from qbank.author.render import Phrase, Text
from qbank.author.solver import Solver
from qbank.question import Convention, digest_of

Known = Mapping[str, Value]


@dataclass(frozen=True)
class PartTemplate:
    """One thing that is asked: its name (`""` where there is one), text, kind, unit and named options.

    A unit is a word such as `bytes`, or the name of a convention whose value is the unit.
    """

    name: str
    ask: Text | None
    kind: Kind
    unit: str | None
    options: Callable[[Known], dict[str, str]] | None

    def unit_of(self, variant: Known) -> str | None:
        """The unit of this variant's answer."""
        return self.unit if self.unit is None else str(variant.get(self.unit, self.unit))


@dataclass(frozen=True, eq=False)
class Template:
    """One question with all its variants. `space` holds the parameters and the conventions.

    `formulas` are those that the author wrote, in place of what the solver gives on names; None: show none.
    """

    pack: str
    topic: str
    name: str
    level: int
    space: Space
    conventions: dict[str, dict[bool | str, str]]
    ask: Text
    parts: tuple[PartTemplate, ...]
    explain: Text
    feedback: dict[str, Text]
    formulas: dict[str, str] | None
    solver: Solver
    file: str
    where: str
    source: Mapping[str, Any] = field(repr=False)

    @property
    def title(self) -> str:
        """`topic.name`, as people call it."""
        return f"{self.topic}.{self.name}"

    @cached_property
    def digest(self) -> str:
        """Changes with any change of what the author wrote."""
        return digest_of(_plain(self.source))

    def parameters(self, variant: Known) -> dict[str, Value]:
        """The variant's parameters without its conventions."""
        return {name: value for name, value in variant.items() if name not in self.conventions}

    def spoken(self, variant: Known) -> tuple[Convention, ...]:
        """The conventions of a variant, each with its phrase."""
        return tuple(
            Convention(name, _json_scalar(variant[name]), phrases[variant[name]])
            for name, phrases in self.conventions.items()
        )

    def words(self, variant: Known) -> dict[str, Any]:
        """What the prompt may name: parameters, and for each convention its phrase."""
        phrases = {c.name: Phrase(c.phrase, c.value) for c in self.spoken(variant)}
        return {**variant, **phrases}

    def elsewhere(self, variant: Known) -> list[tuple[str, Value, dict[str, Value]]]:
        """The variants that differ in one convention: its name, its other value, and the variant."""
        return [
            (name, value, {**variant, name: value})
            for name, phrases in self.conventions.items()
            for value in phrases
            if value != variant[name]
        ]


@dataclass(frozen=True)
class Topic:
    """A topic: its templates and claims, in the order of the file."""

    pack: str
    name: str
    title: str
    templates: dict[str, Template]
    claims: dict[str, Claim]

    def poses_claims(self, template: Template) -> bool:
        """Whether a template asks about claims, one or several, and computes nothing."""
        return template.name in self.claims or template.name == "claims"

    @property
    def computing(self) -> list[Template]:
        """The templates whose solvers compute something."""
        return [template for template in self.templates.values() if not self.poses_claims(template)]


def _json_scalar(value: Value) -> bool | int | str:
    return value if isinstance(value, (bool, str)) else int(value)


def _plain(value: Any) -> Any:
    """YAML's values for a digest: exact numbers as text."""
    if isinstance(value, Mapping):
        return {str(name): _plain(item) for name, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return value if value is None or isinstance(value, (bool, int, str)) else str(value)

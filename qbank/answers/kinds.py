"""What every kind of answer can do: write and read keys, show them, read people, compare."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Literal, NamedTuple, Protocol

from qbank.answers.verdict import NEARLY, RIGHT, WRONG, Credit, Diagnosis, Outcome

Face = Literal["text", "unicode", "latex"]


class Reading(Protocol):
    """One reading of an answer; `value` is what the kind compares."""

    @property
    def value(self) -> Any: ...


class Setting(NamedTuple):
    """What the question says beside the kind: a unit, letter → text of its options; and how numbers are written."""

    unit: str | None = None
    options: Mapping[str, str] | None = None
    locale: str | None = None


ALONE = Setting()


class Key:
    """A key and what answers are compared with; one object a key, so that more can be remembered of it."""

    def __init__(self, value: Any, target: Any) -> None:
        self.value, self.target = value, target


class Kind(ABC):
    """A kind of answer, never changed once made. Values are exact (see `qbank.exact`), tuples or letters.

    Two of one class with the same settings are equal.
    """

    name: ClassVar[str]
    rounded: ClassVar[bool] = False  # can an answer be a value, but rounded badly?

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and vars(other) == vars(self)

    def __hash__(self) -> int:
        return hash(type(self))  # asked for often, and few kinds of one class differ in their settings

    def __repr__(self) -> str:
        return f"kind({self.spec()})"

    @abstractmethod
    def spec(self) -> dict[str, Any]:
        """The long form of what a template writes behind `answer:`."""

    @abstractmethod
    def write(self, value: Any) -> str:
        """Key text of a value; QbankError where the value does not fit the kind."""

    @abstractmethod
    def read_key(self, text: Any) -> Any:
        """The value of key text; QbankError where it is no key of this kind."""

    @abstractmethod
    def display(self, value: Any, face: Face = "unicode", locale: str | None = None) -> str:
        """The value as shown to people, rounded as asked; typed back, it is right."""

    @abstractmethod
    def target(self, value: Any) -> Any:
        """The key, made ready for many comparisons."""

    @abstractmethod
    def readings(self, text: str, setting: Setting = ALONE) -> tuple[Reading, ...]:
        """Every reading of what a person typed, at least one; Unreadable where there is none."""

    def spares(self, text: str, setting: Setting, code: str | None) -> tuple[Reading, ...]:
        """What the rules leave out though somebody may have meant it; where it earns more, nobody knows what was meant.

        `code` is what was found wrong with the answer as the rules read it.
        """
        return ()

    @abstractmethod
    def agrees(self, target: Any, reading: Any) -> bool:
        """Is the reading right?"""

    def compare(self, target: Any, reading: Any, credit: Credit) -> Outcome:
        """How the reading stands to the key."""
        return RIGHT if self.agrees(target, reading) else WRONG

    @abstractmethod
    def echo(self, reading: Any) -> str:
        """The reading as it is shown: we read your answer as …"""

    @abstractmethod
    def exactly(self, value: Any) -> Reading:
        """The reading of somebody who answers exactly `value`."""

    def slips(self, key: Key, reading: Any, outcome: Outcome) -> Iterable[Diagnosis]:
        """The slips by which a reading that is not right may have come from the key (see `slips`)."""
        return ()

    def is_near(self, target: Any, reading: Any, credit: Credit) -> bool:
        """Is the reading this value, but rounded badly?"""
        return self.compare(target, reading, credit).code in NEARLY

    def is_telling(self, reading: Any) -> bool:
        """Does the reading say enough to recognise a mistake in it that was also rounded badly?"""
        return self.rounded

    def same(self, key: Any, value: Any) -> bool:
        """Would somebody who answers exactly `value` be right?"""
        return self.accepts(self.target(key), value)

    def accepts(self, target: Any, value: Any) -> bool:
        """`same`, with a key that was made ready."""
        return self.agrees(target, self.exactly(value))

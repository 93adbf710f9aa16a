"""Configurations: settings that belong together, such as the sizes of a model, as one parameter of a template.

A template names each setting once, with what it means and what it is where nothing is said. A configuration is then a
mapping of these names, read from the template's own list, a bank line, or a person's file. It is frozen, and each
setting can be read as an attribute: `model.d`.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from qbank.errors import QbankError, did_you_mean
from qbank.exact import Whole
from qbank.question import Json

Value = Any  # Whole, bool, str, or None where a setting is worked out from others
NEEDED = object()  # the default of a setting that must be given


class Misfit(QbankError):
    """A setting that is unknown or impossible; `setting` is its name, so that a file's reader can find its place."""

    def __init__(
        self, setting: str, message: str, *, hint: str | None = None, where: str | None = None
    ) -> None:
        super().__init__(message, hint=hint, where=where)
        self.setting = setting

    def placed(self, where: str) -> "Misfit":
        """The same, with the place where it stands."""
        return Misfit(self.setting, self.message, hint=self.hint, where=where)


class Said(NamedTuple):
    """A setting as a prompt says it."""

    says: str
    value: Value


@dataclass(frozen=True)
class Setting:
    """What one setting means, its default, and its words with a phrase for each where it takes words.

    The default is a value, the name of another setting whose value it takes over, None (worked out) or NEEDED.
    """

    says: str
    default: Value = NEEDED
    words: Mapping[str, str] | None = None

    def read(self, name: str, value: Any) -> Value:
        """A given value, which may be text as it is typed. Raises Misfit."""
        if self.words is not None:
            if isinstance(value, str) and value in self.words:
                return value
            raise Misfit(
                name, f"{name}: {_shown(value)} is not known", hint=f"write one of {', '.join(self.words)}"
            )
        if isinstance(self.default, bool):
            return self._truth(name, value)
        text = value.replace(",", "").replace("_", "").strip() if isinstance(value, str) else str(value)
        if (
            isinstance(value, (int, str))
            and not isinstance(value, bool)
            and text.isascii()
            and text.isdigit()
        ):
            return Whole(int(text))
        raise Misfit(
            name, f"{name}: {_shown(value)} is no whole number", hint=f"write {self.says} as 0, 1, 2, …"
        )

    def _truth(self, name: str, value: Any) -> bool:
        text = str(value).strip().lower()
        if text not in ("true", "false"):
            raise Misfit(
                name, f"{name}: {_shown(value)} is neither true nor false", hint="write true or false"
            )
        return text == "true"

    def phrase(self, value: Value) -> Value:
        """The value as a prompt says it."""
        if isinstance(value, bool):
            return "yes" if value else "no"
        return self.words[value] if self.words is not None else value


class Configuration(Mapping[str, Value]):
    """Values of all settings; `given` are those that were said, the others are defaults."""

    __slots__ = ("_settings", "_values", "given")

    def __init__(
        self, settings: Mapping[str, Setting], given: Mapping[str, Value], values: Mapping[str, Value]
    ) -> None:
        self._settings, self.given, self._values = settings, dict(given), dict(values)

    def __getitem__(self, name: str) -> Value:
        return self._values[name]

    def __getattr__(self, name: str) -> Value:
        if name.startswith("_") or name not in self._values:
            raise AttributeError(name)
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __hash__(self) -> int:
        return hash(tuple(self._values.items()))

    def __str__(self) -> str:
        return "{" + ", ".join(f"{name}: {_shown(value)}" for name, value in self.given.items()) + "}"

    @property
    def said(self) -> tuple[Said, ...]:
        """The given settings in words, for a prompt."""
        chosen = ((self._settings[name], value) for name, value in self.given.items())
        return tuple(Said(own.says, own.phrase(value)) for own, value in chosen)

    def each(self, change: Callable[[Value], Value]) -> "Configuration":
        """The same settings with every number changed, for a witness that computes with numbers of its own."""
        values = {name: change(v) if type(v) is Whole else v for name, v in self._values.items()}
        return Configuration(self._settings, self.given, values)

    def changed(self, **settings: Value) -> "Configuration":
        """The same configuration but for these settings."""
        return Configuration(self._settings, self.given, {**self._values, **settings})


@dataclass(frozen=True)
class Configurations:
    """A parameter's configurations: what may be set, and those that questions are made of."""

    settings: Mapping[str, Setting]
    values: tuple[Configuration, ...] = ()

    def size(self, known: Mapping[str, Value]) -> int:
        return len(self.values)

    def at(self, index: int, known: Mapping[str, Value]) -> Configuration:
        return self.values[index]

    def needs(self) -> tuple[str, ...]:
        return ()

    def from_json(self, value: Json) -> Configuration:
        if not isinstance(value, dict):
            raise QbankError(f"{value!r} is no configuration")
        return self.read(value)

    def read(self, given: Mapping[str, Any]) -> Configuration:
        """The configuration of these settings. Raises Misfit for one that is unknown, missing or of another sort."""
        for name in given:
            if name not in self.settings:
                raise Misfit(name, f"unknown setting {name!r}", hint=did_you_mean(name, list(self.settings)))
        read = {name: self.settings[name].read(name, value) for name, value in given.items()}
        # In the template's order, since a bank line sorts its keys and a prompt says the settings one by one.
        said = {name: read[name] for name in self.settings if name in read}
        for name, setting in self.settings.items():
            if setting.default is NEEDED and name not in said:
                raise Misfit(name, f"{name} is missing: {setting.says}", hint=f"write {name}: …")
        return Configuration(self.settings, said, {name: self._value(name, said) for name in self.settings})

    def _value(self, name: str, said: Mapping[str, Value]) -> Value:
        """What was said, else the default, which may be another setting's value."""
        if name in said:
            return said[name]
        setting = self.settings[name]
        borrowed = isinstance(setting.default, str) and setting.default not in (setting.words or ())
        return self._value(setting.default, said) if borrowed else setting.default


def _shown(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)

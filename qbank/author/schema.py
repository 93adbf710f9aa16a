"""The shape of a template file, checked by pydantic; complaints carry the line and column of what is wrong."""

from typing import Annotated, Any, Literal

from flint import fmpq
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator
from pydantic_core import PydanticCustomError

from qbank.author.configuration import NEEDED, Configurations, Setting
from qbank.author.document import Document
from qbank.author.params import Domain, ListOf, OneOf, Range
from qbank.errors import QbankError, did_you_mean
from qbank.exact import Whole


class _Strict(BaseModel):
    """Refuses unknown keys and says which one was probably meant."""

    model_config = ConfigDict(extra="forbid", frozen=True, arbitrary_types_allowed=True)

    @model_validator(mode="before")
    @classmethod
    def _known_keys(cls, value: Any) -> Any:
        if not isinstance(value, dict):
            raise PydanticCustomError("no_mapping", "keys with values are expected here")
        known = [field.alias or name for name, field in cls.model_fields.items()]
        for key in value:
            if key not in known:
                hint = did_you_mean(key, known)
                raise PydanticCustomError(
                    "unknown_key", "unknown key '{key}'; {hint}", {"key": key, "hint": hint}
                )
        return value


def _values(value: Any) -> tuple[Any, ...]:
    if not isinstance(value, list) or not value:
        raise PydanticCustomError("values", "a list of values is expected, for example [2, 4, 8]")
    return tuple(_scalar(item) for item in value)


def _scalar(value: Any) -> Any:
    if isinstance(value, list):
        return _values(value)
    if isinstance(value, bool) or not isinstance(value, (int, str, fmpq)):
        raise PydanticCustomError("value", "a number, a word or a list of these is expected")
    return Whole(value) if isinstance(value, int) else value


def _ends(value: Any) -> tuple[int, int]:
    whole = isinstance(value, list) and len(value) == 2 and all(type(end) is int for end in value)
    if not whole or value[0] > value[1]:
        raise PydanticCustomError("range", "two whole numbers are expected, the smaller first: [4, 16]")
    return value[0], value[1]


def _length(value: Any) -> int | str:
    if isinstance(value, str) or (type(value) is int and 1 <= value <= 64):
        return value
    raise PydanticCustomError(
        "length", "a number from 1 to 64 or the name of an earlier parameter is expected"
    )


_Length = Annotated[int | str, BeforeValidator(_length)]


class _List(_Strict):
    of: "ParameterModel"
    length: _Length


class _Matrix(_Strict):
    of: "ParameterModel"
    rows: _Length
    columns: _Length


class _Setting(_Strict):
    """What a setting of a configuration means; without a default it must be given."""

    says: str
    default: bool | int | str | None = None
    one_of: dict[str, str] | None = None

    def setting(self) -> Setting:
        """With its default as a solver takes it."""
        default: Any = self.default if "default" in self.model_fields_set else NEEDED
        return Setting(self.says, Whole(default) if type(default) is int else default, self.one_of)


class _Configuration(_Strict):
    settings: dict[str, _Setting]
    one_of: list[dict[str, Any]] = Field(min_length=1)

    @model_validator(mode="after")
    def _readable(self) -> "_Configuration":
        try:
            self.domain()
        except QbankError as error:
            raise PydanticCustomError("configuration", "{found}", {"found": str(error)}) from error
        return self

    def domain(self) -> Configurations:
        """The settings, and the configurations that questions are made of."""
        settings = {name: own.setting() for name, own in self.settings.items()}
        return Configurations(settings, tuple(map(Configurations(settings).read, self.one_of)))


class ParameterModel(_Strict):
    """`range`, `one_of`, `list`, `matrix` or `configuration`: exactly one."""

    range: Annotated[tuple[int, int] | None, BeforeValidator(_ends)] = None
    one_of: Annotated[tuple[Any, ...] | None, BeforeValidator(_values)] = None
    list: _List | None = None
    matrix: _Matrix | None = None
    configuration: _Configuration | None = None

    @model_validator(mode="after")
    def _exactly_one(self) -> "ParameterModel":
        ways = (self.range, self.one_of, self.list, self.matrix, self.configuration)
        if sum(value is not None for value in ways) != 1:
            raise PydanticCustomError(
                "parameter", "write one of range, one_of, list, matrix or configuration"
            )
        return self

    def domain(self) -> Domain:
        """The finite set of values that this stands for."""
        if self.range:
            return Range(*self.range)
        if self.one_of:
            return OneOf(self.one_of)
        if self.list:
            return ListOf(self.list.of.domain(), self.list.length)
        if self.matrix:
            return ListOf(ListOf(self.matrix.of.domain(), self.matrix.columns), self.matrix.rows)
        if self.configuration:
            return self.configuration.domain()
        raise ValueError("a parameter without values")  # excluded by _exactly_one


class PartModel(_Strict):
    """One of several things that a question asks."""

    ask: str
    answer: str | dict[str, Any]
    unit: str | None = None
    options: dict[str, str] | None = None


def _phrases(value: Any) -> Any:
    """A convention's values: YAML reads `true:` as the text of a key, which means the truth value here."""
    if not isinstance(value, dict) or len(value) < 2:
        raise PydanticCustomError("convention", "at least two values, each with its phrase, are expected")
    for phrase in value.values():
        if not isinstance(phrase, str) or not phrase.strip():
            raise PydanticCustomError("convention", "each value needs a phrase that the prompt can say")
    return {{"true": True, "false": False}.get(key, key): phrase for key, phrase in value.items()}


Phrases = Annotated[dict[bool | str, str], BeforeValidator(_phrases)]


def _feedback(value: Any) -> Any:
    """A list of shared names, or names with their sentences (an empty one stands for the shared sentence)."""
    return dict.fromkeys(value) if isinstance(value, list) else value


class QuestionModel(_Strict):
    """A question as its author writes it."""

    level: int = Field(default=1, ge=1, le=3)
    params: dict[str, ParameterModel] = Field(default_factory=dict)
    conventions: Annotated[dict[str, Phrases | None], BeforeValidator(_feedback)] = Field(
        default_factory=dict
    )
    ask: str = Field(min_length=1)
    answer: str | dict[str, Any] | None = None
    parts: dict[str, PartModel] | None = None
    unit: str | None = None
    options: dict[str, str] | None = None
    explain: str = Field(min_length=1)
    misconceptions: Annotated[dict[str, str | None], BeforeValidator(_feedback)] = Field(default_factory=dict)
    formula: Literal[False] | str | dict[str, str] | None = None
    source: str | None = None

    @model_validator(mode="after")
    def _answer_or_parts(self) -> "QuestionModel":
        if (self.answer is None) == (not self.parts):
            raise PydanticCustomError("answer", "write either answer or parts")
        if self.parts and (self.unit or self.options):
            raise PydanticCustomError("answer", "with parts, unit and options belong to each part")
        return self


class ClaimModel(_Strict):
    """A statement, whether it holds, and why."""

    says: str
    holds: bool
    because: str
    level: int = Field(default=1, ge=1, le=3)


class TopicModel(_Strict):
    """A template file."""

    title: str
    conventions: dict[str, Phrases] = Field(default_factory=dict)
    misconceptions: dict[str, str] = Field(default_factory=dict)
    questions: dict[str, QuestionModel] = Field(default_factory=dict)
    claims: dict[str, ClaimModel] = Field(default_factory=dict)


def read_topic(document: Document) -> TopicModel:
    """The file's content as a model. Raises QbankError with the line and column of the first thing wrong."""
    try:
        return TopicModel.model_validate(document.value or {})
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        location = tuple(step for step in first["loc"] if step != "[key]")
        context = first.get("ctx", {})
        if "key" in context:
            location = (*location, context["key"])
        if first["type"] == "missing":
            location = location[:-1]
            raise QbankError(f"{first['loc'][-1]} is missing", where=document.where(location)) from error
        raise QbankError(_lower(first["msg"]), where=document.where(location)) from error


def _lower(message: str) -> str:
    return message[:1].lower() + message[1:]

"""What the service answers, as records. Their fields are those of the API's document."""

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeVar, cast

Fields = Mapping[str, Any]
Record = TypeVar("Record", bound=tuple[Any, ...])


class Topic(NamedTuple):
    """How much there is to practise of a topic."""

    name: str
    templates: int
    questions: int


class Part(NamedTuple):
    """One thing that is asked; `name` is empty where a question has one part."""

    name: str
    ask: str
    answer: dict[str, Any]
    unit: str | None = None
    options: dict[str, str] | None = None


class Question(NamedTuple):
    """A question without its key."""

    name: str
    topic: str
    level: int
    prompt: str
    parts: tuple[Part, ...]
    figure: dict[str, str] | None = None


class Verdict(NamedTuple):
    """What became of one part: right, partly, wrong, unreadable, blank or undecided."""

    part: str
    verdict: str
    score: float
    why: str
    feedback: list[str]
    read_as: str | None = None
    code: str | None = None


class Checked(NamedTuple):
    """The verdicts on an answer, and whether it was kept as practice."""

    verdicts: tuple[Verdict, ...]
    score: float
    counted: bool


class Me(NamedTuple):
    """In whose name the token acts."""

    name: str
    role: str
    scopes: list[str]
    sign_in: str | None = None


class Course(NamedTuple):
    """A course; its code is told to its instructors."""

    name: str
    title: str
    role: str
    code: str | None = None


class Member(NamedTuple):
    """Somebody in a course."""

    name: str
    shown: str
    label: str
    role: str
    extra: int


class Quiz(NamedTuple):
    """A quiz. Times are milliseconds since 1970 in UTC."""

    name: str
    title: str
    instructions: str
    state: str
    attempts: int
    feedback: str
    questions: int
    points: float
    opens: int | None = None
    closes: int | None = None
    minutes: int | None = None


class Saved(NamedTuple):
    """What is saved of one part."""

    part: str
    typed: str
    revision: int


class AskedQuestion(NamedTuple):
    """A question of an attempt, with what is saved of its answer."""

    position: int
    points: float
    prompt: str
    parts: tuple[Part, ...]
    saved: tuple[Saved, ...]
    figure: dict[str, str] | None = None


class Attempt(NamedTuple):
    """One sitting of a quiz; `now` is what the service's clock says."""

    name: str
    quiz: str
    number: int
    started: int
    now: int
    questions: tuple[AskedQuestion, ...]
    deadline: int | None = None
    submitted: int | None = None


class Acknowledged(NamedTuple):
    """What became of what was sent: it counts, is late, or is stale. All of it is kept."""

    standing: str
    revisions: dict[str, int]
    stored: dict[str, str]
    received: int


class Earned(NamedTuple):
    """What one part of an attempt earned."""

    position: int
    part: str
    verdict: str
    points: float
    worth: float
    why: str
    feedback: list[str]
    read_as: str | None = None


class Result(NamedTuple):
    """What an attempt earned; provisional while a person has to look at something."""

    attempt: str
    student: str
    submitted: int
    points: float
    worth: float
    parts: tuple[Earned, ...]
    provisional: bool = False


_INNER: dict[tuple[type, str], type] = {
    (Question, "parts"): Part,
    (AskedQuestion, "parts"): Part,
    (AskedQuestion, "saved"): Saved,
    (Attempt, "questions"): AskedQuestion,
    (Checked, "verdicts"): Verdict,
    (Result, "parts"): Earned,
}


def record(of: type[Record], found: Fields) -> Record:
    """The record; fields that a newer service has besides are passed over."""
    values = {}
    for name in cast(Any, of)._fields:
        if name in found:
            inner = _INNER.get((of, name))
            values[name] = (
                found[name] if inner is None else tuple(record(inner, each) for each in found[name])
            )
    return cast(Record, cast(Any, of)(**values))

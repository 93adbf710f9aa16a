"""What programs send and get, as the OpenAPI document describes it. No public form has a key in it."""

from typing import Annotated, Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from qbank import limits
from qbank.web.api.values import Flag, Line, PartName, Points, Typed, Whole
from qbank.web.base import characters

Item = TypeVar("Item")


class Sent(BaseModel):
    """What a program sends: a field that is not known is refused, since it would do nothing."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)

    @model_validator(mode="before")
    @classmethod
    def _keepable(cls, sent: Any) -> Any:
        characters.check_within(sent)
        return sent


class Page(BaseModel, Generic[Item]):
    """A part of a list. `next` is the cursor of the part behind it, null at the end."""

    items: list[Item]
    next: str | None = Field(None, examples=["v5pj885hvemdm72r"])


class Topic(BaseModel):
    """How much there is to practise of a topic."""

    name: str = Field(examples=["mask"])
    templates: int = Field(examples=[24], description="kinds of questions")
    questions: int = Field(examples=[24])


class Part(BaseModel):
    """One thing that is asked. Text is Markdown with `$…$`."""

    name: str = Field(examples=[""], description="empty where a question has one part")
    ask: str = Field(examples=["How many cells are blocked?"])
    answer: dict[str, Any] = Field(examples=[{"kind": "integer"}], description="the kind of answer")
    unit: str | None = Field(None, examples=["bytes"])
    options: dict[str, str] | None = Field(None, examples=[{"A": "yes", "B": "no"}])


class Figure(BaseModel):
    """A picture: where it is drawn, and what can be seen on it."""

    href: str = Field(examples=["/pictures/6f1c.svg"])
    alt: str = Field(examples=["A table of 9 rows and 9 columns."])


class Question(BaseModel):
    """A question without its key."""

    name: str = Field(examples=["v5pj885hvemdm72r"])
    topic: str = Field(examples=["mask"])
    level: int = Field(examples=[1])
    prompt: str = Field(examples=["A decoder reads 9 tokens. How many cells of its causal mask are blocked?"])
    figure: Figure | None = None
    parts: list[Part]


class Answers(Sent):
    """What was typed, by the name of the part. With `counts` it is kept as practice."""

    answers: dict[PartName, Typed] = Field(examples=[{"": "36"}], max_length=limits.FIELDS)
    counts: Flag = Field(False, examples=[False])


class Verdict(BaseModel):
    """What became of one part: `verdict` is right, partly, wrong, unreadable, blank or undecided."""

    part: str = Field(examples=[""])
    verdict: str = Field(examples=["wrong"])
    score: Points = Field(examples=[0.0], ge=0, le=1)
    read_as: str | None = Field(None, examples=["45"])
    why: str = Field(examples=["It is not the right number."])
    code: str | None = Field(None, examples=["mistake"])
    feedback: list[str] = Field(examples=[["A token may attend to itself, so the diagonal stays open."]])


class Checked(BaseModel):
    """The verdicts on an answer; `counted` says whether it was kept as practice."""

    verdicts: list[Verdict]
    score: Points = Field(examples=[0.0])
    counted: bool = Field(examples=[False])


class Me(BaseModel):
    """In whose name the token acts."""

    name: str = Field(examples=["Ada"])
    sign_in: str | None = Field(None, examples=["ada@example.org"])
    role: str = Field(examples=["instructor"])
    scopes: list[str] = Field(examples=[["learn"]])


class Course(BaseModel):
    """A course; `role` is what the token's person is in it. `code` is for its instructors."""

    name: str = Field(examples=["3k7mqt2bw9xhz4pd"])
    title: str = Field(examples=["Transformers"])
    role: str = Field(examples=["student"])
    code: str | None = Field(None, examples=["KQ7MHT2B"])


class NewCourse(Sent):
    """A course to be made."""

    title: Line = Field(examples=["Transformers"])


class Code(Sent):
    """What a course is joined by."""

    code: Annotated[str, StringConstraints(max_length=20)] = Field(examples=["KQ7MHT2B"])


class Member(BaseModel):
    """Somebody in a course. `extra` is the per cent of time on top."""

    name: str = Field(examples=["n4wq8tbz2kd7mhxp"])
    shown: str = Field(examples=["Ben"])
    label: str = Field(examples=["s1234567"])
    role: str = Field(examples=["student"])
    extra: int = Field(examples=[25])


class Quiz(BaseModel):
    """A quiz. Times are milliseconds since 1970 in UTC."""

    name: str = Field(examples=["w9k2mzq7thb4xd3p"])
    title: str = Field(examples=["Week 3"])
    instructions: str = Field(examples=["Calculators are allowed."])
    state: str = Field(examples=["open"])
    opens: int | None = Field(None, examples=[1800000000000])
    closes: int | None = Field(None, examples=[1800003600000])
    minutes: int | None = Field(None, examples=[30])
    attempts: int = Field(examples=[1])
    feedback: str = Field(examples=["submission"])
    questions: int = Field(examples=[10])
    points: Points = Field(examples=[20.0])


class Saved(BaseModel):
    """What is saved of one part, and the revision by which a program says that it has seen it."""

    part: str = Field(examples=[""])
    typed: str = Field(examples=["36"])
    revision: int = Field(examples=[1])


class AskedQuestion(BaseModel):
    """A question of an attempt, with what is saved of its answer."""

    position: int = Field(examples=[1])
    points: Points = Field(examples=[2.0])
    prompt: str = Field(examples=["A decoder reads 9 tokens. How many cells of its causal mask are blocked?"])
    figure: Figure | None = None
    parts: list[Part]
    saved: list[Saved]


class Sitting(BaseModel):
    """One sitting of a quiz, without its questions. `deadline` is null where it never ends."""

    name: str = Field(examples=["p3xd4bht7qzm2k9w"])
    quiz: str = Field(examples=["w9k2mzq7thb4xd3p"])
    number: int = Field(examples=[1])
    started: int = Field(examples=[1800000000000])
    deadline: int | None = Field(None, examples=[1800001800000])
    submitted: int | None = Field(None, examples=[1800000900000])


class Attempt(Sitting):
    """One sitting of a quiz."""

    now: int = Field(
        examples=[1800000000500], description="the server's clock, by which the deadline is judged"
    )
    questions: list[AskedQuestion]


class Save(Sent):
    """What was typed, by part; `seen` holds the revision of each part that was on the screen."""

    answers: dict[PartName, Typed] = Field(examples=[{"": "36"}], max_length=limits.FIELDS)
    seen: dict[PartName, Annotated[Whole, Field(ge=0, le=2**31)]] = Field({}, examples=[{"": 0}])


class Acknowledged(BaseModel):
    """What became of what was sent, all of which is kept.

    `standing`: counts; late, after the end or after the answer was made final; stale, not the latest.
    """

    standing: str = Field(examples=["counts"])
    revisions: dict[str, int] = Field(examples=[{"": 1}])
    stored: dict[str, str] = Field(
        examples=[{}], description="where it is stale: the text that counts, by part"
    )
    received: int = Field(examples=[1800000000500])


class Earned(BaseModel):
    """What one part of an attempt earned."""

    position: int = Field(examples=[1])
    part: str = Field(examples=[""])
    verdict: str = Field(examples=["right"])
    points: Points = Field(examples=[2.0])
    worth: Points = Field(examples=[2.0])
    read_as: str | None = Field(None, examples=["36"])
    why: str = Field(examples=["It is the right number."])
    feedback: list[str] = Field(examples=[[]], description="what is said about the mistakes that it may be")


class Result(BaseModel):
    """What an attempt earned; `provisional` while a person has to look at something."""

    attempt: str = Field(examples=["p3xd4bht7qzm2k9w"])
    student: str = Field(examples=["n4wq8tbz2kd7mhxp"])
    submitted: int = Field(examples=[1800000900000])
    points: Points = Field(examples=[17.5])
    worth: Points = Field(examples=[20.0])
    provisional: bool = Field(False, examples=[False])
    parts: list[Earned]


class Bank(BaseModel):
    """A bank of the service. `released` is the shipped one, whose keys are public."""

    name: str = Field(examples=["released"])
    questions: int = Field(examples=[360])


class BankLine(BaseModel):
    """A question with its key and proof, as its bank holds it: for instructors."""

    name: str = Field(examples=["v5pj885hvemdm72r"])
    line: dict[str, Any] = Field(examples=[{"id": "qh47kq2ztnv"}])

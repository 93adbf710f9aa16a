"""What programs of instructors send and get: quizzes as they are made, and corrections of their keys."""

from collections.abc import Callable
from enum import StrEnum
from typing import Annotated

from pydantic import AfterValidator, BaseModel, Field, Strict, StringConstraints

from qbank import limits
from qbank.web.api.forms import Quiz, Sent
from qbank.web.api.values import Flag, Line, Points, Whole, line_of
from qbank.web.course.moments import YEARS
from qbank.web.course.quizzes import Feedback
from qbank.web.outcome.deciding import EVERY_PART

_YEAR = 31_556_952_000  # milliseconds

Moment = Annotated[Whole, Field(ge=(YEARS[0] - 1970) * _YEAR, le=(YEARS[-1] - 1970) * _YEAR)]


def _decimals(places: int) -> Callable[[float], float]:
    """As many as the builder's form takes: it could not save what else a program had made."""

    def checked(value: float) -> float:
        if abs(value - round(value, places)) > 1e-12:
            raise ValueError(f"Write a number with {places} decimals at most")
        return round(value, places)

    return checked


Number = Annotated[float, Strict(), AfterValidator(_decimals(2))]
Share = Annotated[Number, Field(ge=0, le=1)]
Text = Annotated[str, StringConstraints(max_length=limits.TEXT_CHARACTERS, strip_whitespace=True)]
Name = Annotated[str, StringConstraints(max_length=limits.NAME_CHARACTERS)]


Reason = Annotated[str, line_of(limits.REASON_CHARACTERS)]


class Row(BaseModel):
    """So many questions of one topic (of one level, or of any), or of one template."""

    topic: Name | None = Field(None, examples=["mask"])
    template: Name | None = Field(None, examples=[None])
    level: int | None = Field(None, examples=[None])
    size: int = Field(1, examples=[2])
    points: Points = Field(1.0, examples=[2.0], description="for each question")


class NewRow(Sent, Row):
    """A row to be asked."""

    level: Annotated[Whole, Field(ge=1, le=3)] | None = Field(None, examples=[None])
    size: Whole = Field(1, ge=1, le=limits.QUIZ_QUESTIONS, examples=[2])
    points: Number = Field(1.0, gt=0, le=limits.QUIZ_POINTS, examples=[2.0], description="for each question")


class Credit(BaseModel):
    """How numbers are written, and which share of its points an answer earns that is nearly right."""

    locale: str | None = Field(None, examples=[None])
    truncated: float = Field(0.5, examples=[0.5], description="cut off instead of rounded")
    few_digits: float = Field(0.5, examples=[0.5], description="right, with fewer digits than asked for")
    last_digit: float = Field(0.0, examples=[0.0], description="wrong in the last digit")
    convention: float = Field(0.0, examples=[0.0], description="right under another convention")


class NewCredit(Sent, Credit):
    """How numbers are to be read, and what nearly right answers are to earn."""

    locale: Annotated[str, StringConstraints(pattern="^(en|de|fr)$")] | None = Field(None, examples=[None])
    truncated: Share = Field(0.5, examples=[0.5], description="cut off instead of rounded")
    few_digits: Share = Field(0.5, examples=[0.5], description="right, with fewer digits than asked for")
    last_digit: Share = Field(0.0, examples=[0.0], description="wrong in the last digit")
    convention: Share = Field(0.0, examples=[0.0], description="right under another convention")


class Change(Sent):
    """What is to be changed; what is not named stays. A published quiz keeps its rows and its credit.

    `version` says which quiz was looked at: where somebody has changed it since, nothing is, and 409 is answered.
    """

    title: Line | None = Field(None, examples=["Week 3"])
    instructions: Text | None = Field(None, examples=["Calculators are allowed."])
    opens: Moment | None = Field(None, examples=[1800000000000])
    closes: Moment | None = Field(None, examples=[1800003600000])
    minutes: Annotated[Whole, Field(ge=1, le=limits.QUIZ_MINUTES)] | None = Field(None, examples=[30])
    attempts: Annotated[Whole, Field(ge=1, le=limits.QUIZ_ATTEMPTS)] | None = Field(None, examples=[1])
    feedback: Feedback | None = Field(None, examples=["submission"])
    credit: NewCredit | None = None
    rows: list[NewRow] | None = Field(
        None, max_length=limits.QUIZ_SLOTS, examples=[[{"topic": "mask", "size": 2, "points": 2.0}]]
    )
    released: Flag | None = Field(
        None, examples=[True], description="whether questions may be asked whose keys are public"
    )
    version: Name | None = Field(None, examples=[None])


class NewQuiz(Change):
    """A quiz to be made, as a draft."""

    title: Line = Field(examples=["Week 3"])


class Making(Quiz):
    """A quiz as its instructors see it.

    `making` says that questions are being made, after which it is open; `trouble` says why they could not be.
    """

    version: str = Field(examples=["f2a1c09be88d4d3f"])
    released: bool = Field(examples=[True])
    credit: Credit
    rows: list[Row]
    link: str = Field(examples=["/quizzes/link/m7"], description="where students begin it")
    making: bool = Field(examples=[False])
    trouble: str = Field(examples=[""])


class Kind(BaseModel):
    """A kind of question that a quiz can ask: `questions` of it may be asked as things are."""

    topic: str = Field(examples=["mask"])
    template: str = Field(examples=["mask.blocked_cells"])
    level: int = Field(examples=[1])
    questions: int = Field(examples=[24])


class AskedKind(BaseModel):
    """A question that the quiz has asked in so many attempts. By `name` it is ruled about."""

    name: str = Field(examples=["v5pj885hvemdm72r"])
    template: str = Field(examples=["mask.blocked_cells"])
    attempts: int = Field(examples=[37])


class Action(StrEnum):
    """What is ruled."""

    VOID = "void"
    FULL_MARKS = "full_marks"
    ACCEPT = "accept"
    REKEY = "rekey"


class Reach(StrEnum):
    """How far it reaches."""

    QUESTION = "question"
    TEMPLATE = "template"


class NewRuling(Sent):
    """A correction: it counts for nobody, full marks for everybody, `value` is right as well, the key is `value`."""

    question: Name = Field(examples=["v5pj885hvemdm72r"])
    action: Action = Field(examples=["void"])
    scope: Reach = Field(Reach.QUESTION, examples=["question"])
    part: Name = Field(EVERY_PART, examples=["*"], description="a part's name, * for all")
    value: Annotated[str, StringConstraints(max_length=limits.ANSWER_CHARACTERS)] = Field("", examples=[""])
    reason: Reason = Field(examples=["The question can be read in two ways."])


class Confirmed(NewRuling):
    """A correction whose plan was seen: `digest` is the plan's."""

    digest: Name = Field(examples=["9f86d081884c7d65"])


class Undo(Sent):
    """Why a ruling is taken back."""

    reason: Reason = Field(examples=["It could be read in one way only."])


class ConfirmedUndo(Undo):
    """What is taken back, its plan having been seen."""

    digest: Name = Field(examples=["9f86d081884c7d65"])


class Moved(BaseModel):
    """A mark that would change."""

    attempt: str = Field(examples=["p3xd4bht7qzm2k9w"])
    position: int = Field(examples=[1])
    part: str = Field(examples=[""])
    typed: str = Field(examples=["45"])
    verdict_before: str = Field(examples=["wrong"])
    verdict_after: str = Field(examples=["right"])
    points_before: Points = Field(examples=[0.0])
    points_after: Points = Field(examples=[2.0])


class Plan(BaseModel):
    """What a correction would change: of `changed` marks the first are listed. Nothing is written."""

    digest: str = Field(examples=["9f86d081884c7d65"])
    attempts: int = Field(examples=[120], description="that are marked")
    up: int = Field(examples=[17], description="attempts that gain")
    down: int = Field(examples=[0], description="attempts that lose")
    mean_before: Points = Field(examples=[0.71])
    mean_after: Points = Field(examples=[0.74])
    changed: int = Field(examples=[17])
    marks: list[Moved]


class Ruling(BaseModel):
    """A correction that was made, or the `undo` of one. `stands` is false once it is taken back.

    What stands has no effect while another ruling on the same part overrules it.
    """

    name: str = Field(examples=["c4h9wz2bq7tkx3md"])
    question: str = Field(examples=["v5pj885hvemdm72r"])
    part: str = Field(examples=[""])
    action: str = Field(examples=["void"])
    value: str | None = Field(None, examples=[None])
    reason: str = Field(examples=["The question can be read in two ways."])
    who: str = Field(examples=["Ada"])
    made: int = Field(examples=[1800009000000])
    stands: bool = Field(examples=[True])
    overruled_by: str | None = Field(None, examples=[None], description="the ruling that it gives way to")

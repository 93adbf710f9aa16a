"""The tables. Times are milliseconds since 1970 in UTC; `public` is the random name by which the world knows a row.

Keys of questions stand in tables of their own (`keys`, `asked_keys`), which no page for students reads. `answers`,
`marks` and `rulings` are only ever added to: what was typed, what it earned and what was decided stays, and totals
are derived from them.
"""

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    column,
)
from sqlalchemy.schema import SchemaItem

from qbank.web.base.sentences import Said

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

_Number = BigInteger().with_variant(Integer, "sqlite")  # SQLite counts up an INTEGER alone


def _table(name: str, *columns: SchemaItem) -> Table:
    return Table(name, metadata, *columns)


def _id() -> Column[Any]:
    return Column("id", _Number, primary_key=True)


def _public() -> Column[Any]:
    return Column("public", Text, nullable=False, unique=True)


def _to(column: str, target: str, *, primary: bool = False, null: bool = False) -> Column[Any]:
    return Column(column, _Number, ForeignKey(target), primary_key=primary, nullable=null)


def _text(name: str, *, null: bool = False, unique: bool = False) -> Column[Any]:
    return Column(name, Text, nullable=null, unique=unique)


def _said(name: str) -> Column[Any]:
    return Column(name, Said, nullable=False)


def _time(name: str, *, null: bool = False) -> Column[Any]:
    return Column(name, BigInteger, nullable=null)


# Who there is.

settings = _table("settings", Column("name", Text, primary_key=True), _text("value"))
"""Secrets that were drawn at set-up, and what else the service keeps about itself."""

people = _table(
    "people", _id(), _public(),
    _text("sign_in", null=True, unique=True),  # casefolded; None for guests, and until an invitation is taken
    _text("name"), _text("password", null=True),
    _text("role"),  # guest, student, instructor
    _time("created"),
)  # fmt: skip
sessions = _table(
    "sessions", Column("digest", Text, primary_key=True), _to("person_id", "people.id"),
    _time("created"), _time("expires"),
)  # fmt: skip
tokens = _table(
    "tokens", _id(), _public(), _to("person_id", "people.id"), _text("label"), _text("digest", unique=True),
    _text("scopes"), _time("created"), _time("expires", null=True), _time("revoked", null=True),
)  # fmt: skip
requests = _table(
    "requests", _to("person_id", "people.id", primary=True), Column("key", Text, primary_key=True),
    _text("digest"), _text("body"), _time("made"), Index(None, "made"),
)  # fmt: skip
"""What programs were answered to a request with an idempotency key."""

notices = _table("notices", _id(), _text("kind", unique=True), _said("sentence"), _time("made"))
"""What an instructor should know about the service: the latest of each kind."""

# What can be asked.

questions = _table(
    "questions", Column("id", Text, primary_key=True), _public(), _text("topic"), _text("template"),
    Column("level", Integer, nullable=False), Column("released", Boolean, nullable=False),
    _to("course_id", "courses.id", null=True),  # for which it was made
    _text("form"),  # the public form, canonical JSON
    Index(None, "template"), Index(None, "topic"),
)  # fmt: skip
keys = _table(
    "keys", Column("question_id", Text, ForeignKey("questions.id"), primary_key=True), _text("line")
)
"""The whole bank line of each question."""

pictures = _table("pictures", Column("name", Text, primary_key=True), _text("figure"))
"""What questions show, by the digest under which `/pictures/` draws it."""

practised = _table(
    "practised", _id(), _to("person_id", "people.id"), Column("question_id", Text, ForeignKey("questions.id"),
    nullable=False), _text("topic"), _text("template"),
    _text("texts"), _text("verdicts"),  # JSON: a list, one entry a part
    Column("score", Float, nullable=False), _time("made"), _text("request"),
    UniqueConstraint("person_id", "request"), Index(None, "person_id", "topic"),
)  # fmt: skip
cards = _table(
    "cards", _to("person_id", "people.id", primary=True), Column("template", Text, primary_key=True),
    _text("state"), _time("due"),
)  # fmt: skip
"""When a kind of question should be asked again, as the scheduler keeps it."""

# A course.

courses = _table(
    "courses", _id(), _public(), _text("title"), _text("code", unique=True), _time("created"),
    _time("archived", null=True),
)  # fmt: skip
members = _table(
    "members", _to("course_id", "courses.id", primary=True), _to("person_id", "people.id", primary=True),
    _text("role"),  # student, instructor
    _text("label"),  # what the school calls the student; empty where it does not
    Column("extra", Integer, nullable=False),  # per cent of a quiz's time on top
    _time("joined"), Index(None, "person_id"),
    Index("uq_members_label", "course_id", "label", unique=True,
          sqlite_where=column("label") != "", postgresql_where=column("label") != ""),
)  # fmt: skip
invitations = _table(
    "invitations", _to("person_id", "people.id", primary=True), _to("course_id", "courses.id"),
    _text("sign_in"),  # what the list said; empty where it said nothing
    _time("made"), Index(None, "course_id"),
)  # fmt: skip
"""Places in a course that nobody has taken yet. The row goes when somebody does."""

rosters = _table(
    "rosters", _to("course_id", "courses.id", primary=True), _to("person_id", "people.id", primary=True),
    _public(), _text("listed"),  # JSON: the rows as they were read
    _text("problems"),  # JSON: sentences
    _text("sheet"),  # of a workbook with several
    _time("made"),
)  # fmt: skip
"""A list of students that an instructor has uploaded and looks at, before it changes anything."""

quizzes = _table(
    "quizzes", _id(), _public(), _to("course_id", "courses.id"), _text("title"), _text("instructions"),
    _text("state"),  # draft, open (to its window), closed
    _time("opens", null=True), _time("closes", null=True), Column("minutes", Integer),
    Column("attempts", Integer, nullable=False),
    _text("feedback"),  # never, each, submission, window
    _text("rules"),  # JSON: what answers that are nearly right earn
    _text("slots"),  # JSON: [{topic | template, level, count, points}]
    Column("released", Boolean, nullable=False),  # whether released questions, whose keys are public, may be asked
    _text("link", unique=True), _time("created"),
    _text("zone", null=True),  # in which its times are shown to who makes it; None is UTC
    Index(None, "course_id"),
)  # fmt: skip
pool = _table(
    "pool", _to("quiz_id", "quizzes.id", primary=True), Column("slot", Integer, primary_key=True),
    Column("question_id", Text, ForeignKey("questions.id"), primary_key=True),
)  # fmt: skip
"""The questions from which each place of a quiz is filled."""

fillings = _table(
    "fillings", _to("quiz_id", "quizzes.id", primary=True),
    _text("run"),  # a random name of who is at it
    _text("state"),  # running, failed
    _said("said"), _time("began"), _time("seen"),
)  # fmt: skip
"""Quizzes that are being published: new questions are made for them, or could not be."""

attempts = _table(
    "attempts", _id(), _public(), _to("quiz_id", "quizzes.id"), _to("person_id", "people.id"),
    Column("number", Integer, nullable=False), _time("started"), _time("deadline", null=True),
    _time("submitted", null=True), _text("ended", null=True),  # by the student, the deadline or an instructor
    _time("marked", null=True),
    UniqueConstraint("quiz_id", "person_id", "number"), Index(None, "person_id"),
    Index(None, "submitted", "deadline"),
)  # fmt: skip
asked = _table(
    "asked", _to("attempt_id", "attempts.id", primary=True), Column("position", Integer, primary_key=True),
    Column("slot", Integer, nullable=False), Column("question_id", Text, nullable=False),
    Column("points", Float, nullable=False),  # of the whole question, shared equally by its parts
    _text("options", null=True),  # JSON: printed letter → stored letter
    _text("form"), _time("checked", null=True),  # when its answer was made final, where feedback comes after each
)  # fmt: skip
asked_keys = _table(
    "asked_keys", _to("attempt_id", "attempts.id", primary=True), Column("position", Integer, primary_key=True),
    _text("line"), _text("checker"),
)  # fmt: skip
answers = _table(
    "answers", _id(), _to("attempt_id", "attempts.id"), Column("position", Integer, nullable=False),
    _text("part"), Column("revision", Integer, nullable=False), _text("typed"), _text("request"),
    _time("received"), _text("standing"),  # counts; late, after the end or once final; stale, from a page that lagged
    UniqueConstraint("attempt_id", "position", "part", "revision"),
    UniqueConstraint("attempt_id", "position", "part", "request"),
)  # fmt: skip
"""Everything that was typed. Of what counts, the highest revision does."""

marks = _table(
    "marks", _id(), _to("attempt_id", "attempts.id"), Column("position", Integer, nullable=False), _text("part"),
    _text("verdict"), Column("score", Float, nullable=False), Column("points", Float, nullable=False),
    Column("worth", Float, nullable=False), Column("before", Float),  # points before, None for the first mark
    _text("read_as", null=True), _said("why"), _text("code", null=True), _text("diagnosis"),  # JSON
    _to("who_id", "people.id", null=True), _text("reason"), _to("ruling_id", "rulings.id", null=True),
    _time("made"), Index(None, "attempt_id"),
)  # fmt: skip
"""What each part of each attempt earned. The latest counts."""

rulings = _table(
    "rulings", _id(), _public(), _to("quiz_id", "quizzes.id"), Column("question_id", Text, nullable=False),
    _text("part"), _text("action"), _text("value", null=True), _text("reason"),
    _to("who_id", "people.id"), _time("made"), _text("request"),
    UniqueConstraint("quiz_id", "request", "question_id", "part"), Index(None, "quiz_id"),
)  # fmt: skip
"""Corrections of keys in a quiz, as `qbank.corrections` means them; an `undo` names the ruling it takes back.

Those that were made at once have the same `request`.
"""

interventions = _table(
    "interventions", _id(), _to("attempt_id", "attempts.id"), _text("action"),  # extra, reopen, end
    _time("before", null=True), _time("after", null=True),  # the attempt's deadline
    _text("reason"), _to("who_id", "people.id"), _time("made"), _text("request"),
    UniqueConstraint("attempt_id", "request"),
)  # fmt: skip
"""What an instructor did to an attempt while the quiz ran, and why. Lines are only ever added."""

"""A client of the service's API, with nothing but the standard library.

    qbank = Client("https://quiz.example.org", token="qb_…")
    for topic in qbank.topics():
        print(topic.name, topic.questions)

What is answered comes as records whose fields are those of `/api/v1/openapi.json`. What changes something is sent with
an idempotency key, and sent again where the answer was lost or the service was busy: it is done once.
"""

from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import quote, urlencode

from qbank.client.asking import Asking, Refused
from qbank.client.records import (
    Acknowledged,
    AskedQuestion,
    Attempt,
    Checked,
    Course,
    Earned,
    Fields,
    Me,
    Member,
    Part,
    Question,
    Quiz,
    Record,
    Result,
    Saved,
    Topic,
    Verdict,
    record,
)


class Client(Asking):
    """All that the API is asked for most; the rest by `ask`."""

    # What everybody may ask.

    def topics(self) -> list[Topic]:
        """What can be practised."""
        return [record(Topic, each) for each in self.ask("GET", "/topics")]

    def questions(self, topic: str = "", level: int | None = None) -> Iterator[Question]:
        """The released questions, of a topic and level or of all."""
        return self._all(Question, "/questions", topic=topic, level=level)

    def question(self, name: str) -> Question:
        """One released question."""
        return record(Question, self.ask("GET", f"/questions/{_path(name)}"))

    def check(self, name: str, answers: Mapping[str, str], *, counts: bool = False) -> Checked:
        """How an answer is read and judged; with `counts` it is kept as practice."""
        sent = {"answers": dict(answers), "counts": counts}
        return record(Checked, self.ask("POST", f"/questions/{_path(name)}/check", sent))

    # One's own courses and quizzes.

    def me(self) -> Me:
        """In whose name the token acts."""
        return record(Me, self.ask("GET", "/me"))

    def courses(self) -> Iterator[Course]:
        """One's courses."""
        return self._all(Course, "/courses")

    def join(self, code: str) -> Course:
        """Join a course."""
        return record(Course, self.ask("POST", "/courses/join", {"code": code}))

    def quizzes(self, course: str) -> Iterator[Quiz]:
        """The quizzes of a course."""
        return self._all(Quiz, f"/courses/{_path(course)}/quizzes")

    def begin(self, quiz: str) -> Attempt:
        """Begin an attempt, or get the one that is open."""
        return record(Attempt, self.ask("POST", f"/quizzes/{_path(quiz)}/attempts"))

    def attempt(self, name: str) -> Attempt:
        """An attempt of one's own."""
        return record(Attempt, self.ask("GET", f"/attempts/{_path(name)}"))

    def save(
        self, attempt: str, position: int, answers: Mapping[str, str], seen: Mapping[str, int] | None = None
    ) -> Acknowledged:
        """Save what was typed for one question. It is on the service's disk when this returns."""
        sent = {"answers": dict(answers), "seen": dict(seen or {})}
        return record(Acknowledged, self.ask("PUT", f"/attempts/{_path(attempt)}/answers/{position}", sent))

    def submit(self, attempt: str) -> Attempt:
        """End an attempt."""
        return record(Attempt, self.ask("POST", f"/attempts/{_path(attempt)}/submit"))

    def result(self, attempt: str) -> Result:
        """What an attempt earned, once that may be seen."""
        return record(Result, self.ask("GET", f"/attempts/{_path(attempt)}/result"))

    # Teaching.

    def new_course(self, title: str) -> Course:
        """Make a course."""
        return record(Course, self.ask("POST", "/courses", {"title": title}))

    def members(self, course: str) -> Iterator[Member]:
        """Who is in a course that one teaches."""
        return self._all(Member, f"/courses/{_path(course)}/members")

    def new_quiz(self, course: str, title: str, rows: list[Fields], **more: Any) -> Quiz:
        """Make a draft of rows such as {"topic": "mask", "size": 2, "points": 2}; `more` as `NewQuiz` says."""
        sent = {"title": title, "rows": rows, **more}
        return record(Quiz, self.ask("POST", f"/courses/{_path(course)}/quizzes", sent))

    def publish(self, quiz: str) -> Quiz:
        """Open a draft; it stays one for as long as questions are being made for it."""
        return record(Quiz, self.ask("POST", f"/quizzes/{_path(quiz)}/publish"))

    def close(self, quiz: str) -> Quiz:
        """End a quiz."""
        return record(Quiz, self.ask("POST", f"/quizzes/{_path(quiz)}/close"))

    def results(self, quiz: str) -> Iterator[Result]:
        """What the submitted attempts at a quiz earned."""
        return self._all(Result, f"/quizzes/{_path(quiz)}/results")

    def _all(self, of: type[Record], path: str, **given: Any) -> Iterator[Record]:
        """Every item of a list, part by part."""
        after: str | None = ""
        while after is not None:
            asked = {
                name: value for name, value in {**given, "after": after}.items() if value not in ("", None)
            }
            part = self.ask("GET", f"{path}?{urlencode(asked)}")
            yield from (record(of, each) for each in part["items"])
            after = part["next"]


def _path(name: str) -> str:
    return quote(name, safe="")


__all__ = [
    "Acknowledged",
    "AskedQuestion",
    "Attempt",
    "Checked",
    "Client",
    "Course",
    "Earned",
    "Me",
    "Member",
    "Part",
    "Question",
    "Quiz",
    "Refused",
    "Result",
    "Saved",
    "Topic",
    "Verdict",
]

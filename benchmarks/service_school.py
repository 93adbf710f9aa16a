"""A school for the service's benchmarks: a course with a quiz and students, written directly into a fresh database."""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import NamedTuple

from argon2 import PasswordHasher
from sqlalchemy import insert, select

from qbank.question import canonical
from qbank.web.asking import stock
from qbank.web.base.clock import ServerClock
from qbank.web.base.names import public_name, token
from qbank.web.base.reach import reached
from qbank.web.base.schema import pool, quizzes
from qbank.web.base.schema import questions as known
from qbank.web.base.site import Settings, Site, secret_of
from qbank.web.course import courses
from qbank.web.door import people
from qbank.web.start import ready

PASSWORD = "correct horse battery"  # noqa: S105 - of people that there are not
TOPICS = 10  # with two questions each
_CHEAP = PasswordHasher(
    time_cost=1, memory_cost=64, parallelism=1
)  # the cost of guessing is not measured here


class Student(NamedTuple):
    """Who sits the quiz: what is typed at the door, and a session that is open already."""

    name: str
    token: str
    csrf: str


class School(NamedTuple):
    """A folder with a database, and what is in it."""

    folder: Path
    database: str
    quiz: str
    students: list[Student]


def school(folder: Path, size: int, database: str | None = None) -> School:
    """A school of that size."""
    url = database or f"sqlite:///{folder / 'qbank.sqlite'}"
    with closing(ready(url, folder)) as store:
        site = Site(Settings(url, folder), store, secret_of(store))
        stock.load_released(site)
        kept, now = _CHEAP.hash(PASSWORD), ServerClock().now()
        ada = store.write(
            lambda c: people.add_person(
                c, now, name="Ada", role=people.INSTRUCTOR, sign_in="ada", password=kept
            )
        )
        course = store.write(lambda c: courses.add_course(c, ada, "Transformers", now))
        quiz = store.write(lambda c: _quiz(c, course.id, now))
        names = [f"student{number}" for number in range(size)]
        tokens = [token() for _ in names]
        for start in range(0, size, 200):
            some = list(zip(names, tokens, strict=True))[start : start + 200]
            store.write(lambda c, some=some: _enrolled(c, some, course.id, kept, now))
        return School(
            folder, url, quiz, [Student(n, t, site.csrf(t)) for n, t in zip(names, tokens, strict=True)]
        )


def _enrolled(connection, some, course, kept, now):  # type: ignore[no-untyped-def]
    for name, word in some:
        person = people.add_person(
            connection, now, name=name, role=people.STUDENT, sign_in=name, password=kept
        )
        courses.add_member(connection, course, person.id, courses.STUDENT, now)
        people.begin_session(connection, word, person.id, now)


def _quiz(connection, course, now):  # type: ignore[no-untyped-def]
    topics = connection.scalars(select(known.c.topic).distinct().order_by(known.c.topic)).all()[:TOPICS]
    slots = [{"topic": each, "template": None, "level": None, "size": 2, "points": 1.0} for each in topics]
    row = {
        "public": public_name(), "course_id": course, "title": "Quiz", "instructions": "", "state": "open",
        "opens": None, "closes": None, "minutes": 24 * 60, "attempts": 1, "feedback": "submission",
        "rules": canonical({}), "slots": canonical(slots), "released": True, "link": public_name(), "created": now,
    }  # fmt: skip
    new = connection.execute(insert(quizzes).values(row).returning(quizzes.c.id)).scalar_one()
    rows = connection.execute(select(known.c.id, known.c.topic).where(known.c.topic.in_(topics)))
    behind = [{"quiz_id": new, "slot": topics.index(row.topic), "question_id": row.id} for row in rows]
    connection.execute(insert(pool), behind)
    return row["public"]


@contextmanager
def service(found: School, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """`qbank serve` as a process of its own, reachable when the block begins."""
    call = [
        sys.executable,
        "-m",
        "qbank",
        "serve",
        "--no-generate",
        "--port",
        str(port),
        "--data",
        str(found.folder),
    ]
    if not found.database.startswith("sqlite"):
        call += ["--database", found.database]
    process = subprocess.Popen(call, stdout=subprocess.DEVNULL)
    try:
        _until_reachable(process, port)
        yield process
    finally:
        if process.poll() is None:
            process.terminate()
        process.wait(60)


def _until_reachable(process: "subprocess.Popen[bytes]", port: int) -> None:
    for _ in range(600):
        if process.poll() is not None:
            raise SystemExit("the service did not start")
        try:
            with closing(HTTPConnection("127.0.0.1", port, timeout=20)) as connection:
                connection.request("GET", "/static/icon.svg")
                connection.getresponse().read()
                return
        except (OSError, HTTPException):
            time.sleep(0.05)
    raise SystemExit("the service did not answer within 30 seconds")


__all__ = ["School", "Student", "reached", "school", "service"]

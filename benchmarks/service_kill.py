"""Students who answer while the service is killed under them, again and again, and what was left afterwards."""

import json
import re
import socket
import time
from collections import Counter
from http.client import HTTPConnection, HTTPException
from threading import Event, Thread
from typing import NamedTuple
from urllib.parse import urlencode

from sqlalchemy import select

from benchmarks.service_school import PASSWORD, School, reached, service
from qbank.draws import Draws
from qbank.web.base.schema import answers, attempts

LONGEST_MS = 400  # between two kills


class Found(NamedTuple):
    """What was acknowledged, and what the database has of it."""

    kills: int
    acknowledged: int
    lost: int
    doubled: int
    halves: int


class Sitter(Thread):
    """One student: signs in at the door, begins the quiz, and saves texts, each sent again until it is acknowledged."""

    def __init__(self, school: School, name: str, port: int, address: str, over: Event) -> None:
        super().__init__(daemon=True)
        self._school, self._name, self._port, self._address, self._over = school, name, port, address, over
        self._cookie = self._csrf = ""
        self.attempt = ""
        self.parts: list[str] = []
        self.acknowledged: list[
            str
        ] = []  # texts, each typed for every part of one question, and no two alike
        self.fault: Exception | None = None

    def run(self) -> None:
        try:
            self._sit()
        except Exception as error:  # noqa: BLE001 - it is raised again where the result is counted
            self.fault = error

    def _sit(self) -> None:
        self._sign_in()
        _, where, _ = self._asked("POST", f"/quizzes/{self._school.quiz}/begin", {"csrf": self._csrf})
        self.attempt = where.rstrip("/").split("/attempts/")[1].split("/")[0]
        position, self.parts = max(
            ((at, self._parts(at)) for at in range(1, 7)), key=lambda each: len(each[1])
        )
        seen, number = dict.fromkeys(self.parts, 0), 0
        while not self._over.is_set():
            number += 1
            form = {"csrf": self._csrf, "request": f"{self._name}-{number}", "do": "save"}
            form |= {f"part-{part}": f"{number}" for part in self.parts}
            form |= {f"seen-{part}": f"{seen[part]}" for part in self.parts}
            path = f"/attempts/{self.attempt}/{position}"
            status, _, body = self._asked("POST", path, form, accept="application/json")
            if status != 200:
                raise AssertionError((status, body))
            self.acknowledged.append(f"{number}")
            seen = json.loads(body)["revisions"]
            time.sleep(0.21)  # the service takes 300 a minute from one person

    def _parts(self, position: int) -> list[str]:
        _, _, page = self._asked("GET", f"/attempts/{self.attempt}/{position}")
        return sorted(set(re.findall(r'name="part-([^"]*)"', page)))

    def _sign_in(self) -> None:
        _, _, page = self._asked("GET", "/sign-in")
        self._csrf = _word(page)
        self._asked("POST", "/sign-in", {"csrf": self._csrf, "sign_in": self._name, "password": PASSWORD})
        self._csrf = _word(self._asked("GET", "/account")[2])

    def _asked(
        self, method: str, path: str, form: dict[str, str] | None = None, accept: str = "text/html"
    ) -> tuple[int, str, str]:
        """The answer's status, where it leads and its text; asked again until there is one."""
        headers = {
            "Accept": accept,
            "Cookie": self._cookie,
            "Content-Type": "application/x-www-form-urlencoded",
        }
        while True:
            connection = HTTPConnection(
                "127.0.0.1", self._port, timeout=30, source_address=(self._address, 0)
            )
            try:
                connection.request(method, path, form and urlencode(form), headers)
                answer = connection.getresponse()
                text = answer.read().decode()
            except (OSError, HTTPException):
                if self._over.wait(0.02):
                    raise
                continue
            finally:
                connection.close()
            self._cookie = (answer.getheader("set-cookie") or self._cookie).partition(";")[0]
            if answer.status == 503:
                continue
            return answer.status, answer.getheader("location") or "", text


def _word(page: str) -> str:
    found = re.search(r'name="csrf" value="([0-9a-f]+)"', page)
    if found is None:
        raise AssertionError(page[:300])
    return found[1]


def kill(school: School, kills: int) -> Found:
    """Kill the service so many times with -9 under load, and count after each restart."""
    port, over, draws = _free_port(), Event(), Draws("kill", "moments")
    sitters = [
        Sitter(school, student.name, port, f"127.0.1.{number}", over)
        for number, student in enumerate(school.students, 1)
    ]
    worst = Found(kills, 0, 0, 0, 0)
    for run in range(kills + 1):
        with service(school, port) as process:
            if run == 0:
                for sitter in sitters:
                    sitter.start()
                while not all(sitter.acknowledged for sitter in sitters) and not any(
                    s.fault for s in sitters
                ):
                    time.sleep(0.05)
            else:
                worst = _worse(worst, _counted(school, sitters))
            time.sleep(draws.below(LONGEST_MS) / 1_000)
            if run < kills:
                process.kill()
                process.wait()
            else:
                over.set()
                for sitter in sitters:
                    sitter.join(60)
    worst = _worse(worst, _counted(school, sitters))
    for sitter in sitters:
        if sitter.fault is not None:
            raise sitter.fault
    return worst


def _worse(one: Found, other: Found) -> Found:
    return Found(one.kills, *(max(pair) for pair in zip(one[1:], other[1:], strict=True)))


def _counted(school: School, sitters: list[Sitter]) -> Found:
    """What had been acknowledged before the look, held against what is there."""
    told = [(sitter.attempt, text, part) for sitter in sitters for text in list(sitter.acknowledged)
            for part in sitter.parts]  # fmt: skip
    with reached(school.database) as engine, engine.connect() as connection:
        rows = connection.execute(
            select(attempts.c.public, answers.c.typed, answers.c.part).join(
                answers, attempts.c.id == answers.c.attempt_id
            )
        )
        there = Counter((row.public, row.typed, row.part) for row in rows)
    wide = {sitter.attempt: len(sitter.parts) for sitter in sitters}
    saved = Counter((attempt, text) for attempt, text, _ in there)
    return Found(
        0,
        len({(attempt, text) for attempt, text, _ in told}),
        sum(each not in there for each in told),
        sum(count > 1 for count in there.values()),
        sum(count != wide[attempt] for (attempt, _), count in saved.items()),
    )


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port

"""The load, as a process of its own: sockets and as little work as there can be, so that the service has the core.

Reads what is to be done as JSON on stdin and prints the figures. Requests are written out before the clock starts where
that is possible, and of an answer no more is read than its status and its length.
"""

import asyncio
import json
import re
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from itertools import count
from typing import Any, NamedTuple
from urllib.parse import quote_plus

from qbank.draws import Draws

CLASS_SECONDS = 600
THINK_MS = (30_000, 90_000)
FORM = "application/x-www-form-urlencoded"


class Answer(NamedTuple):
    """What came back, and after how many seconds."""

    status: int
    head: bytes
    body: bytes
    seconds: float


class Line:
    """A connection that is kept, and opened again where the service closed it."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, token: str, body: bytes = b"", accept: str = "*/*") -> Answer:
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\nCookie: qbank={token}\r\n"
            f"Accept: {accept}\r\nContent-Type: {FORM}\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        began = time.perf_counter()
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._streams
        writer.write(head.encode() + body)
        answer = await reader.readuntil(b"\r\n\r\n")
        length = int(re.search(rb"(?i)content-length: (\d+)", answer)[1])  # type: ignore[index]
        text = await reader.readexactly(length)
        if b"connection: close" in answer.lower():
            self.close()
        return Answer(int(answer[9:12]), answer, text, time.perf_counter() - began)

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
        self._streams = None


class Sitting(NamedTuple):
    """A student's attempt and the parts of its first question."""

    token: str
    csrf: str
    attempt: str
    parts: list[str]
    seen: dict[str, int]


async def begin(port: int, quiz: str, student: Sequence[str]) -> tuple[str, Answer]:
    """Begin the quiz; the attempt's name."""
    line = Line(port)
    _, token, csrf = student
    answer = await line.ask("POST", f"/quizzes/{quiz}/begin", token, f"csrf={csrf}".encode())
    line.close()
    where = re.search(rb"(?i)location: \S*/attempts/([a-z0-9]+)", answer.head)
    return (where[1].decode() if where else ""), answer


async def sitting(port: int, student: Sequence[str], attempt: str) -> Sitting:
    """What has to be known of the attempt to answer its first question."""
    line = Line(port)
    page = (await line.ask("GET", f"/attempts/{attempt}/1", student[1])).body.decode()
    line.close()
    parts = sorted(set(re.findall(r'name="part-([^"]*)"', page)))
    return Sitting(student[1], student[2], attempt, parts, dict.fromkeys(parts, 0))


async def save(line: Line, of: Sitting, text: str) -> Answer:
    """Save that text for every part."""
    fields = {"csrf": of.csrf, "request": text, "do": "save"}
    for part in of.parts:
        fields |= {f"part-{part}": text, f"seen-{part}": str(of.seen[part])}
    body = "&".join(f"{quote_plus(name)}={quote_plus(value)}" for name, value in fields.items()).encode()
    answer = await line.ask("POST", f"/attempts/{of.attempt}/1", of.token, body, "application/json")
    if answer.status == 200:
        of.seen.update(json.loads(answer.body)["revisions"])
    return answer


async def steadily(
    port: int, at_once: int, seconds: float, work: Callable[[Line, int], Awaitable[Answer]]
) -> list[Answer]:
    """So many connections, each asking again as soon as it is answered."""
    end, found = time.perf_counter() + seconds, list[Answer]()

    async def one(number: int) -> None:
        line = Line(port)
        for turn in count():
            if time.perf_counter() >= end:
                break
            found.append(await work(line, number + turn * at_once))
        line.close()

    await asyncio.gather(*(one(number) for number in range(at_once)))
    return found


async def at_work(port: int, sittings: Sequence[Sitting], seconds: float) -> list[Answer]:
    """Each student saves, thinks for half a minute to one and a half, and looks at the next question."""
    end, found = time.perf_counter() + seconds, list[Answer]()

    async def one(number: int, of: Sitting) -> None:
        draws = Draws("class", number)
        await asyncio.sleep(draws.below(THINK_MS[1]) / 1_000)
        for turn in count(1):
            if time.perf_counter() >= end:
                return
            line = Line(port)
            found.append(await save(line, of, f"c{turn}"))
            found.append(await line.ask("GET", f"/attempts/{of.attempt}/{1 + turn % 10}", of.token))
            line.close()
            await asyncio.sleep((THINK_MS[0] + draws.below(THINK_MS[1] - THINK_MS[0])) / 1_000)

    await asyncio.gather(*(one(number, of) for number, of in enumerate(sittings)))
    return found


def said(what: str, found: Sequence[Answer], seconds: float, fine: Sequence[int] = (200,)) -> str:
    """The figures of one measurement."""
    times = sorted(each.seconds for each in found)
    errors = [each for each in found if each.status not in fine]
    first = f" ({errors[0].status} {errors[0].body[:200]!r})" if errors else ""
    p50, p95, p99 = (
        1_000 * times[min(len(times) - 1, int(share * len(times)))] for share in (0.5, 0.95, 0.99)
    )
    rate = f"{len(found) / seconds:,.0f} a second"
    spread = f"p50 {p50:.0f} ms, p95 {p95:.0f} ms, p99 {p99:.0f} ms"
    return f"{what}: {rate} ({len(found):,}), errors {len(errors)}{first}, {spread}"


async def measure(told: dict[str, Any]) -> None:
    port, students, seconds = told["port"], told["students"], told["seconds"]
    began = time.perf_counter()
    begun = await asyncio.gather(*(begin(port, told["quiz"], student) for student in students))
    last = time.perf_counter() - began
    print(
        said(
            f"{len(students)} begin at once, the last after {last:.1f} s",
            [each for _, each in begun],
            last,
            (303,),
        )
    )
    pairs = zip(students, begun, strict=True)
    sittings = [await sitting(port, student, attempt) for student, (attempt, _) in pairs]
    numbers, at_once = count(), min(told["at_once"], len(sittings))

    def saving(line: Line, number: int) -> Awaitable[Answer]:
        turn, connection = divmod(
            number, at_once
        )  # no student saves over two: that would be a conflict, and said so
        mine = connection + at_once * (turn % (len(sittings) // at_once))
        return save(line, sittings[mine], f"s{next(numbers)}")

    def looking(line: Line, number: int) -> Awaitable[Answer]:
        of = sittings[number % len(sittings)]
        return line.ask("GET", f"/attempts/{of.attempt}/{1 + number % 10}", of.token)

    print(said("durable submissions", await steadily(port, at_once, seconds, saving), seconds))
    print(said("signed-in pages", await steadily(port, at_once, seconds, looking), seconds))
    if told["class"]:
        found = await at_work(port, sittings, CLASS_SECONDS)
        print(said(f"{len(sittings)} students at work for {CLASS_SECONDS} s", found, CLASS_SECONDS))


if __name__ == "__main__":
    asyncio.run(measure(json.load(sys.stdin)))

"""Pages are made in turn, and whoever asks for many at once stands in the queue once."""

import asyncio
import threading

from fastapi import Request
from starlette.responses import Response

from qbank.web.app import create_app
from qbank.web.door.pages import Pages
from qbank.web.door.turns import Turns


def test_who_asks_for_many_stands_in_the_queue_once():
    async def order():
        turns, made = Turns(1), []

        async def page(visitor):
            async with turns.of(visitor):
                made.append(visitor)
                await asyncio.sleep(0)

        await asyncio.gather(*(page("eve") for _ in range(40)), page("ben"), page("cleo"))
        return made

    made = asyncio.run(order())
    assert (len(made), set(made[:3])) == (42, {"eve", "ben", "cleo"})


def test_so_many_are_made_at_once_and_no_more():
    async def most():
        turns, now, found = Turns(3), [], []

        async def page(visitor):
            async with turns.of(str(visitor)):
                now.append(visitor)
                found.append(len(now))
                await asyncio.sleep(0.001)
                now.remove(visitor)

        await asyncio.gather(*map(page, range(12)))
        return max(found)

    assert asyncio.run(most()) == 3


def test_threads_that_wait_for_something_else_keep_no_page_waiting(site):
    """A class signs in, or the disk stalls: all threads that forms have are taken, and pages have their own."""
    router, free = Pages(), threading.Event()

    @router.get("/look")
    def look(request: Request) -> Response:
        return Response("seen")

    @router.post("/save")
    def save(request: Request) -> Response:
        free.wait(20)
        return Response("saved")

    async def asked(route, method):
        answer = []

        async def receive():
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message):
            answer.append(message)

        scope = {
            "type": "http",
            "method": method,
            "path": "/",
            "query_string": b"",
            "headers": [],
            "app": app,
        }
        await route.handle(scope | {"path_params": {}}, receive, send)
        return answer[-1]["body"]

    async def both():
        saves = [asyncio.create_task(asked(router.routes[1], "POST")) for _ in range(60)]
        await asyncio.sleep(0.1)
        try:
            seen = await asyncio.wait_for(asked(router.routes[0], "GET"), 10)
        finally:
            free.set()
        return seen, set(await asyncio.gather(*saves))

    app = create_app(site)
    assert asyncio.run(both()) == (b"seen", {b"saved"})


def test_visitors_are_forgotten():
    turns = Turns(1)

    async def page():
        async with turns.of("ben"):
            assert len(turns._visitors) == 1

    asyncio.run(page())
    assert not turns._visitors


def test_nothing_is_made_for_who_is_gone(site):
    router, made = Pages(), []

    @router.get("/look")
    def look(request: Request) -> Response:
        made.append(request.url.path)
        return Response("seen")

    async def asked(*messages):
        waiting, answer = list(messages), []

        async def receive():
            return waiting.pop(0)

        async def send(message):
            answer.append(message)

        scope = {
            "type": "http",
            "method": "GET",
            "path": "/look",
            "query_string": b"",
            "headers": [],
            "app": app,
        }
        await router.routes[0].handle(scope | {"path_params": {}}, receive, send)
        return answer[-1]["body"]

    app = create_app(site)
    assert asyncio.run(asked({"type": "http.disconnect"})) == b""
    assert made == []
    assert asyncio.run(asked({"type": "http.request", "body": b"", "more_body": False})) == b"seen"
    assert made == ["/look"]

"""The front page, pictures of questions, and what a browser reports about our own policy."""

import json
import logging
from typing import Annotated

from sqlalchemy import select
from starlette.requests import Request
from starlette.responses import Response

from qbank import pictures
from qbank.web.asking import practice, questions
from qbank.web.base.refusals import missing
from qbank.web.base.schema import pictures as drawn
from qbank.web.door.pages import Pages
from qbank.web.door.visit import Visit

router = Pages()

REPORT_BYTES = 10_000
_FOREVER = "public, max-age=31536000, immutable"


@router.get("/")
def front(request: Request) -> Response:
    """What there is to do here."""
    visit = Visit(request)
    with visit.site.store.read() as connection:
        topics = questions.topics(connection, released=True)
        progress = practice.progress(connection, visit.somebody)
    return visit.page("front", topics=topics, progress=progress)


@router.get("/pictures/{name}.svg")
def picture(request: Request, name: str) -> Response:
    """A question's picture, by the digest of what is drawn: it never changes, so that it may be kept."""
    with Visit(request).site.store.read() as connection:
        figure = connection.scalar(select(drawn.c.figure).where(drawn.c.name == name))
    if figure is None:
        raise missing()
    headers = {
        "cache-control": _FOREVER,
        "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
    }
    return Response(pictures.svg(json.loads(figure)), media_type="image/svg+xml", headers=headers)


async def report(request: Request) -> bytes:
    """What is sent, as much of it as a log should hold."""
    return (await request.body())[:REPORT_BYTES]


@router.post("/csp")
def reported(request: Request, body: Annotated[bytes, report]) -> Response:
    """A browser stopped something that our pages should not hold: for the log, where somebody looks."""
    logging.getLogger("qbank").warning("content policy: %r", body)
    return Response(status_code=204)

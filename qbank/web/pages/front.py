"""The front page, pictures of questions, and what a browser reports about our own policy."""

import json
import logging

from fastapi import APIRouter, Request
from fastapi.responses import Response
from sqlalchemy import select

from qbank import pictures
from qbank.web.asking import practice, questions
from qbank.web.base.refusals import missing
from qbank.web.base.schema import pictures as drawn
from qbank.web.door.visit import Visit

router = APIRouter(include_in_schema=False)

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


@router.post("/csp", status_code=204)
async def reported(request: Request) -> Response:
    """A browser stopped something that our pages should not hold: for the log, where somebody looks."""
    body = (await request.body())[:REPORT_BYTES]
    logging.getLogger("qbank").warning("content policy: %r", body)
    return Response(status_code=204)

"""The service as an ASGI application: its routes, and what becomes of a refusal."""

import logging
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from importlib.resources import files
from typing import Any
from urllib.parse import quote

from fastapi import Depends, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import RedirectResponse, Response
from starlette.datastructures import URL
from starlette.exceptions import HTTPException
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import ClientDisconnect
from starlette.staticfiles import StaticFiles

from qbank.errors import QbankError
from qbank.home import VERSION
from qbank.web import api, pages
from qbank.web.api.document import describe
from qbank.web.base.refusals import Refusal, missing
from qbank.web.base.site import Site
from qbank.web.base.texts import ENGLISH, Texts
from qbank.web.door.guard import HEADERS, Guard
from qbank.web.door.head import Head, allowed
from qbank.web.door.pages import keepable
from qbank.web.door.problems import problem, title
from qbank.web.door.turns import Turns
from qbank.web.door.visit import Visit, wants_json
from qbank.web.watch import watching

STATIC = files("qbank.web") / "static"
NOBODY_KNOWN = (413, 500, 503)
"""Errors whose page asks no database, which may be the trouble; what is too large is refused outside of threads."""
JSON = re.compile(r"application/(.+\+)?json")


def create_app(site: Site) -> FastAPI:
    """The application for this site; its background work runs while it does."""

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        with watching(site):
            yield

    app = FastAPI(
        title="qbank", version=VERSION, summary="Questions about Transformers whose keys are proven.",
        docs_url=None, redoc_url=None, openapi_url="/api/v1/openapi.json", lifespan=lifespan,
        dependencies=[Depends(keepable)],
    )  # fmt: skip
    app.state.site, app.state.turns = site, Turns(site.store.at_once)
    describe(app)
    app.mount("/static", StaticFiles(directory=str(STATIC)), name="static")
    for each in pages.ROUTERS:
        app.router.routes += each.routes
    for router in api.ROUTERS:
        app.include_router(router)
    app.add_exception_handler(Refusal, _refused)
    app.add_exception_handler(QbankError, _as_refusal(lambda error: Refusal(422, str(error))))
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(ClientDisconnect, lambda request, error: Response(status_code=400))
    app.add_exception_handler(Exception, _fault)
    app.add_middleware(TrustedHostMiddleware, allowed_hosts=list(site.settings.hosts))
    app.add_middleware(Head)
    app.add_middleware(Guard, secure=site.settings.secure, refused=_refused)
    return app


def _refused(request: Request, error: Exception) -> Response:
    refusal = error if isinstance(error, Refusal) else missing()
    if _wants_json(request):
        return problem(refusal, _words(request))
    if refusal.status == 401:
        url = request.url if request.method == "GET" else URL("/")
        where = quote(f"{url.path}?{url.query}" if url.query else url.path)
        return RedirectResponse(f"/sign-in?next={where}", status_code=303)
    return _page(request, refusal)


def _wants_json(request: Request) -> bool:
    return _is_api(request) or wants_json(request)


def _is_api(request: Request) -> bool:
    return request.url.path.startswith("/api/")


def _words(request: Request) -> Texts:
    """Those of the pages, whose script shows what it is told; programs are told in English."""
    site: Site = request.app.state.site
    return ENGLISH if _is_api(request) else site.texts


def _page(request: Request, refusal: Refusal) -> Response:
    """The page of an error, which must not need the database that may be the trouble."""
    visit = Visit(request)
    try:
        visit.somebody = None if refusal.status in NOBODY_KNOWN else visit.somebody
    except Refusal:
        visit.somebody = None
    return visit.refused("refused", refusal, title=title(refusal.status))


def _as_refusal(meant: Callable[[Any], Refusal]) -> Callable[[Request, Exception], Response]:
    return lambda request, error: _refused(request, meant(error))


def _invalid(request: Request, error: Exception) -> Response:
    """What does not fit; a body of another kind than JSON is told so, since nothing in it was read."""
    if not isinstance(error, RequestValidationError):
        return _refused(request, missing())
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if error.errors()[0]["loc"] == ("body",) and error.body and not JSON.fullmatch(kind):
        return _refused(request, Refusal(415, "Send JSON, with the header Content-Type: application/json."))
    return _refused(request, _misfit(error))


def _misfit(error: RequestValidationError) -> Refusal:
    """The first thing that does not fit, by its name."""
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        return Refusal(400, "The body is no JSON: %(why)s.", why=first["ctx"]["error"])
    place = ".".join(str(part) for part in first["loc"][1:]) or "body"
    return Refusal(422, f"{place}: {first['msg'].removeprefix('Value error, ')}.", field=place)


def _http(request: Request, error: Exception) -> Response:
    """What Starlette refuses by itself; a wrong method is told the right ones."""
    told = error if isinstance(error, HTTPException) else HTTPException(404)
    sentence = f"{told.detail}.".replace("..", ".")
    known = {404: missing(), 405: Refusal(405, "Method Not Allowed.")}
    response = _refused(request, known.get(told.status_code) or Refusal(told.status_code, sentence))
    response.headers.update(told.headers or {})
    if told.status_code == 405:
        response.headers["allow"] = ", ".join(allowed(request, request.app.routes))
    return response


def _fault(request: Request, error: Exception) -> Response:
    """A fault of ours: said as one, and written to the log with its traceback, which no visitor sees."""
    logging.getLogger("qbank").error("%s %s", request.method, request.url.path, exc_info=error)
    refusal = Refusal(
        500,
        "Something went wrong here, not with you. What you sent was not saved; go back and send it again.",
    )
    response = _refused(request, refusal)
    response.headers.update({**HEADERS, "cache-control": "no-store"})  # it goes past the guard
    return response

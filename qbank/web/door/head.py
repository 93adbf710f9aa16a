"""HEAD wherever there is GET: the same answer without its body (RFC 9110), for monitors and who checks links.

And which methods a path has, for who comes with another one.
"""

from collections.abc import Sequence

from starlette.requests import Request
from starlette.routing import BaseRoute, Match, Mount
from starlette.types import ASGIApp, Message, Receive, Scope, Send

METHODS = ("DELETE", "GET", "PATCH", "POST", "PUT")


def allowed(request: Request, routes: Sequence[BaseRoute]) -> list[str]:
    """All methods of the request's path: a path has a route for each, and the first alone does not know the others."""
    scope = {**request.scope, "root_path": request.scope.get("app_root_path", "")}

    def found(route: BaseRoute, method: str) -> bool:
        if route.matches({**scope, "method": method})[0] is not Match.FULL:
            return False
        return method == "GET" or not isinstance(route, Mount)  # of which there are only files

    methods = [method for method in METHODS if any(found(route, method) for route in routes)]
    return sorted([*methods, "HEAD"]) if "GET" in methods else methods


class Head:
    """Lets the application answer as if by GET, and keeps the body back."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self._app(scope, receive, send)
            return

        async def bodiless(message: Message) -> None:
            if message["type"] == "http.response.body":
                message = {**message, "body": b""}
            await send(message)

        await self._app({**scope, "method": "GET"}, receive, bodiless)

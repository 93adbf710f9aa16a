"""HEAD wherever there is GET: the same answer without its body (RFC 9110), for monitors and who checks links."""

from starlette.types import ASGIApp, Message, Receive, Scope, Send


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

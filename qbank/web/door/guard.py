"""What every answer of the service carries, and what it does not even begin to read."""

from collections.abc import Callable
from contextlib import suppress

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from qbank import limits
from qbank.web.base.refusals import Refusal

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; frame-ancestors 'none'; base-uri 'none'; report-uri /csp"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}


Refused = Callable[[Request, Exception], Response]
"""Makes the page of a refusal, or for programs its problem."""


READ_ON = 4 * limits.UPLOAD_BYTES
"""How much is read and dropped of what is too large."""


class TooLarge(Exception):
    """A body beyond its bound."""


class Guard:
    """Bounds the body and sets the headers. Pages are kept by nobody between here and the browser."""

    def __init__(self, app: ASGIApp, *, secure: bool, refused: Refused) -> None:
        self._app, self._refused = app, refused
        self._headers = HEADERS | ({"strict-transport-security": "max-age=31536000"} if secure else {})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        body = _Body(scope, receive)
        began = False

        async def sent(message: Message) -> None:
            nonlocal began
            if body.too_large and not began:
                return  # the application speaks about half a body
            if message["type"] == "http.response.start":
                began = True
                self._complete(message)
            await send(message)

        with suppress(TooLarge):
            await self._app(scope, body.receive, sent)
        if body.too_large and not began:
            await body.read_on()
            await self._refuse(scope, receive, send)

    def _complete(self, message: Message) -> None:
        headers = MutableHeaders(scope=message)
        for name, value in self._headers.items():
            headers.setdefault(name, value)
        headers.setdefault("cache-control", "no-store")

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Say that it was too large, and hang up on what is still being sent."""
        refusal = Refusal(413, "This is larger than the service takes. Send less at once.")
        response = self._refused(Request(scope), refusal)
        response.headers.update({**self._headers, "cache-control": "no-store", "connection": "close"})
        await response(scope, receive, send)


class _Body:
    """What is received, which ends in TooLarge where it is longer than it may be."""

    def __init__(self, scope: Scope, receive: Receive) -> None:
        kind = next((value for name, value in scope["headers"] if name == b"content-type"), b"")
        self._left = limits.UPLOAD_BYTES + 10_000 if kind.startswith(b"multipart/") else limits.BODY_BYTES
        self._receive = receive
        self._more = True
        self.too_large = False

    async def receive(self) -> Message:
        """The next piece."""
        message = await self._receive()
        self._left -= len(message.get("body", b""))
        self._more = message.get("more_body", False)
        if self._left < 0:
            self.too_large = True
            raise TooLarge
        return message

    async def read_on(self) -> None:
        """Take what is still being sent, within a bound, and drop it.

        A browser listens when it has sent everything: hung up on before, it shows that and not the answer.
        """
        left = READ_ON
        while self._more and left > 0:
            message = await self._receive()
            left -= len(message.get("body", b""))
            self._more = message.get("more_body", False)

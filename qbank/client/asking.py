"""Asking a service: with a token, once more where the answer was lost or the service was busy."""

import json
import secrets
import time
from collections.abc import Mapping
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, OpenerDirector, Request, build_opener

from qbank.errors import QbankError

API = "/api/v1"
TRIES = 5
LONGEST_WAIT = 30.0
BUSY = (429, 503)


class Refused(QbankError):
    """What the service does not do: `status` and `field` are those of its problem+json."""

    def __init__(self, status: int, detail: str, field: str | None, again: float | None) -> None:
        super().__init__(detail, where=field)
        self.status, self.field, self.again = status, field, again


class Asking:
    """Asks a service, in the name of whoever made the token."""

    def __init__(self, address: str, token: str | None = None, timeout: float = 30.0) -> None:
        if urlsplit(address).scheme not in ("http", "https"):
            raise QbankError("this is no address of a service", where=address, hint="write https://…")
        self._address = address.rstrip("/")
        self._headers = {"Accept": "application/json"} | (
            {"Authorization": f"Bearer {token}"} if token else {}
        )
        self._timeout = timeout
        self._opener = _opener()

    def ask(self, method: str, path: str, sent: Mapping[str, Any] | None = None) -> Any:
        """Any request of the API, as JSON. Raises Refused for a problem, QbankError where nobody answers."""
        key = {} if method == "GET" else {"Idempotency-Key": secrets.token_hex(16)}
        body = None if sent is None else json.dumps(sent).encode("utf-8")
        kind = {} if body is None else {"Content-Type": "application/json"}
        for left in range(TRIES - 1, -1, -1):
            request = Request(  # noqa: S310 - the scheme was looked at
                f"{self._address}{API}{path}",
                data=body,
                headers={**self._headers, **key, **kind},
                method=method,
            )
            try:
                return self._once(request)
            except Refused as refused:
                if refused.status not in BUSY or not left:
                    raise
                time.sleep(min(refused.again or 1.0, LONGEST_WAIT))
            except (OSError, HTTPException) as error:
                if not left:
                    raise QbankError(f"the service does not answer: {error}", where=self._address) from error
                time.sleep(0.2 * (TRIES - left))
        return None

    def _once(self, request: Request) -> Any:
        try:
            with self._opener.open(request, timeout=self._timeout) as answer:
                text = answer.read()
        except HTTPError as error:
            raise _refused(error) from error
        except URLError as error:
            raise ConnectionError(error.reason) from error
        return json.loads(text) if text else None


class _Stay(HTTPRedirectHandler):
    """A token is shown to the service that it is for, and to no other that this one leads to."""

    def redirect_request(self, *_: Any) -> None:
        return None


def _opener() -> OpenerDirector:
    return build_opener(_Stay)


def _refused(error: HTTPError) -> Refused:
    """The problem, or what stands for one where something between us and the service answered."""
    with error:
        text = error.read()
    try:
        found = json.loads(text)
        detail, field = str(found["detail"]), found.get("field")
    except (ValueError, KeyError, TypeError):
        detail, field = f"{error.code} {error.reason}", None
    again = error.headers.get("Retry-After", "")
    return Refused(error.code, detail, field, float(again) if again.isdigit() else None)

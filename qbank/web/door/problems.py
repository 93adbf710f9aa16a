"""What a program is told that asks for what it does not get: RFC 9457."""

from http import HTTPStatus
from typing import Any

from fastapi.responses import JSONResponse

from qbank.labels import passage
from qbank.web.base.characters import sayable
from qbank.web.base.refusals import Refusal

TITLES = {
    400: passage("Not readable"),
    401: passage("Sign in"),
    403: passage("Not allowed"),
    404: passage("Not found"),
    409: passage("Conflict"),
    413: passage("Too large"),
    415: passage("Of another kind"),
    422: passage("Not valid"),
    429: passage("Too often"),
    500: passage("A fault of the service"),
    503: passage("Not available"),
}


def title(status: int) -> str:
    """What is said above the sentence."""
    return TITLES.get(status) or HTTPStatus(status).phrase


def problem(refusal: Refusal) -> JSONResponse:
    """The refusal as problem+json; it says when to ask again, and how to show who one is."""
    body: dict[str, Any] = {
        "type": "about:blank",
        "title": title(refusal.status),
        "status": refusal.status,
        "detail": sayable(refusal.sentence),
    }
    if refusal.field:
        body["field"] = sayable(refusal.field)
    headers = {"www-authenticate": "Bearer"} if refusal.status == 401 else {}
    if refusal.again:
        headers["retry-after"] = str(refusal.again)
    return JSONResponse(
        body, status_code=refusal.status, media_type="application/problem+json", headers=headers
    )

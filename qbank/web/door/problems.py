"""What a program is told that asks for what it does not get: RFC 9457."""

from http import HTTPStatus
from typing import Any

from fastapi.responses import JSONResponse

from qbank.web.base.characters import sayable
from qbank.web.base.refusals import Refusal
from qbank.web.base.sentences import Sentence
from qbank.web.base.texts import Texts

TITLES = {
    400: Sentence("Not readable"),
    401: Sentence("Sign in"),
    403: Sentence("Not allowed"),
    404: Sentence("Not found"),
    405: Sentence("Method Not Allowed"),
    409: Sentence("Conflict"),
    410: Sentence("Gone"),
    413: Sentence("Too large"),
    415: Sentence("Of another kind"),
    422: Sentence("Not valid"),
    429: Sentence("Too often"),
    500: Sentence("A fault of the service"),
    503: Sentence("Not available"),
}


def title(status: int) -> str:
    """What is said above the sentence."""
    return TITLES.get(status) or HTTPStatus(status).phrase


def problem(refusal: Refusal, words: Texts) -> JSONResponse:
    """The refusal as problem+json; it says when to ask again, and how to show who one is."""
    body: dict[str, Any] = {
        "type": "about:blank",
        "title": words.said(title(refusal.status)),
        "status": refusal.status,
        "detail": sayable(words.said(refusal.sentence)),
    }
    if refusal.field:
        body["field"] = sayable(refusal.field)
    headers = {"www-authenticate": "Bearer"} if refusal.status == 401 else {}
    if refusal.again:
        headers["retry-after"] = str(refusal.again)
    return JSONResponse(
        body, status_code=refusal.status, media_type="application/problem+json", headers=headers
    )

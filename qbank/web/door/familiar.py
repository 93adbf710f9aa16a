"""A browser in which somebody has signed in before, so that who guesses elsewhere does not keep him out of it.

Wrong passwords are counted by name and address, and a class has one address: a neighbour who guesses would bar the
door. A browser that has signed in under the name is counted by itself.
"""

from itsdangerous import BadSignature
from starlette.requests import Request
from starlette.responses import Response

from qbank.web.base.clock import DAY, SECOND
from qbank.web.base.names import token
from qbank.web.base.site import Site

COOKIE = "qbank-familiar"
LASTS = 365 * DAY // SECOND
PATH = "/sign-in"  # it is sent to no other page


def familiar(site: Site, request: Request, name: str) -> str:
    """The word of a browser in which that name has signed in within a year; empty in others."""
    try:
        signed: object = site.signed(COOKIE).loads(request.cookies.get(COOKIE, ""), max_age=LASTS)
    except BadSignature:
        return ""
    return str(signed[1]) if isinstance(signed, list) and len(signed) == 2 and signed[0] == name else ""


def remember(site: Site, response: Response, name: str) -> Response:
    """Let the browser show later that the name has signed in in it."""
    response.set_cookie(
        COOKIE, str(site.signed(COOKIE).dumps([name, token()])), max_age=LASTS, path=PATH, secure=site.settings.secure,
        httponly=True, samesite="lax",
    )  # fmt: skip
    return response

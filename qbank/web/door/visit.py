"""One request of a browser: who asks, what came with the form, and how it is answered.

A visitor gets a random token as a cookie with the first page. It means nothing until somebody signs in, or practises
as a guest: only then does the database know it. Every form brings along a word that is made of the token and the
service's secret, so that no other site can send one in the visitor's name.
"""

import hmac
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from typing import Annotated, Any
from urllib.parse import urlsplit

from sqlalchemy import Connection
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from qbank import limits
from qbank.web.base import characters, names
from qbank.web.base.clock import SECOND
from qbank.web.base.refusals import Refusal, missing
from qbank.web.base.site import Site
from qbank.web.door.people import GUEST, SESSION_LASTS, Person, begin_session, end_session, person_of
from qbank.web.door.views import page

CSRF = "csrf"
PART = "part-"  # before a part's name in the names of a form's fields


class Visit:
    """A browser's request."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.site: Site = request.app.state.site
        self._token = request.cookies.get(self.site.settings.cookie, "")
        self._set_cookie: str | None = None

    @property
    def now(self) -> int:
        """When it is answered."""
        return self.site.clock.now()

    @property
    def address(self) -> str:
        """Where it comes from, for counting how often."""
        return address_of(self.request)

    @property
    def wants_json(self) -> bool:
        """Whether the page's script asks, or another program."""
        return wants_json(self.request)

    @cached_property
    def somebody(self) -> Person | None:
        """Who is signed in, or practises as a guest; None for a stranger."""
        if not self._token:
            return None
        with self.site.store.read() as connection:
            return person_of(connection, self._token, self.now)

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A snapshot of the database in which it is also looked up who asks: one way there instead of two."""
        with self.site.store.read() as connection:
            if self._token and "somebody" not in self.__dict__:
                self.somebody = person_of(connection, self._token, self.now)
            yield connection

    @property
    def person(self) -> Person | None:
        """Who is signed in; None for guests and strangers."""
        return None if self.somebody is None or self.somebody.role == GUEST else self.somebody

    def signed_in(self) -> Person:
        """Who is signed in. Raises Refusal(401) for nobody; a browser is then led to the door."""
        if self.person is None:
            raise Refusal(401, "Sign in to see this.")
        return self.person

    def teacher(self) -> Person:
        """Which instructor is signed in. For others there is nothing here."""
        if not self.signed_in().teaches:
            raise missing()
        return self.signed_in()

    @property
    def csrf(self) -> str:
        """What the forms of this visitor bring along."""
        if not self._token:
            self._token = self._set_cookie = names.token()
        return self.site.csrf(self._token)

    def begin(self, person: Person) -> None:
        """Sign in, under a new token, so that nobody who knew the old one is signed in too."""
        token = names.token()
        self.site.store.write(lambda connection: begin_session(connection, token, person.id, self.now))
        self._token = self._set_cookie = token

    def end(self) -> None:
        """Sign out."""
        self.site.store.write(lambda connection: end_session(connection, self._token))

    def page(self, template: str, *, status: int = 200, **shown: Any) -> Response:
        """The page of that name."""
        return self._with_cookie(page(self, template, status, shown))

    def refused(self, template: str, refusal: Refusal, **shown: Any) -> Response:
        """The page that says a refusal, and when to ask again."""
        response = self.page(template, status=refusal.status, sentence=refusal.sentence, **shown)
        if refusal.again:
            response.headers["retry-after"] = str(refusal.again)
        return response

    def told(self, readings: list[dict[str, str]]) -> list[dict[str, str]]:
        """How answers are read, for the page's script: in the page's words."""
        return [{**each, "trouble": self.site.texts.said(each["trouble"])} for each in readings]

    def redirect(self, path: str) -> Response:
        """Go there and look, by GET: what was sent is not sent again with a reload. Only paths of this site."""
        return self._with_cookie(RedirectResponse(local(path), status_code=303))

    def forget(self, path: str) -> Response:
        """Go there as a stranger."""
        response = RedirectResponse(local(path), status_code=303)
        response.delete_cookie(
            self.site.settings.cookie, path="/", secure=self.site.settings.secure, httponly=True
        )
        return response

    def _with_cookie(self, response: Response) -> Response:
        if self._set_cookie is not None:
            response.set_cookie(
                self.site.settings.cookie, self._set_cookie, max_age=SESSION_LASTS // SECOND, path="/",
                secure=self.site.settings.secure, httponly=True, samesite="lax",
            )  # fmt: skip
        return response


def address_of(request: Request) -> str:
    """Where a request comes from; empty where nobody knows."""
    return request.client.host if request.client else ""


def wants_json(request: Request) -> bool:
    """Whether it is to be answered with JSON, by its own words."""
    return "application/json" in request.headers.get("accept", "")


def local(path: str) -> str:
    """The path if it is one of this site, else the front page: no link leads a visitor elsewhere through us."""
    plain = path.startswith("/") and not path.startswith("//") and "\\" not in path and path.isprintable()
    return path if plain and not urlsplit(path).netloc else "/"


class Fields(Mapping[str, str]):
    """A form as it was sent, checked to come from one of our own pages. A field that is not there is empty."""

    def __init__(self, texts: dict[str, str], files: dict[str, bytes]) -> None:
        self._texts, self.files = texts, files

    def __getitem__(self, name: str) -> str:
        return self._texts.get(name, "")

    def __iter__(self) -> Any:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)

    def answers(self, parts: Iterable[str]) -> dict[str, str]:
        """What was typed for each of these parts; ticked boxes as a list of letters."""
        return {part: ", ".join(self[PART + part].splitlines()) for part in parts}

    def line(self, name: str, most: int = limits.TITLE_CHARACTERS, *, least: int = 1) -> str:
        """One line of text without blanks around it. Raises Refusal, by its field, where it does not fit."""
        text = " ".join(self[name].split())
        if said := characters.why_no_line(text, least, most):
            raise Refusal(422, said, field=name)
        return text

    def number(self, name: str, least: int, most: int) -> int:
        """A whole number between these. Raises Refusal, by its field, for anything else."""
        text = self[name].strip()
        if (
            not text.isascii()
            or not text.removeprefix("-").isdigit()
            or len(text) > 9
            or not least <= int(text) <= most
        ):
            raise Refusal(
                422, "Write a whole number from %(least)s to %(most)s.", field=name, least=least, most=most
            )
        return int(text)


async def fields(request: Request) -> Fields:
    """The form that came. Raises Refusal(403) where it was not sent from a page that this visitor got from us."""
    site: Site = request.app.state.site
    _same_origin(request, site)
    texts: dict[str, str] = {}
    files: dict[str, bytes] = {}
    for name, value in await _sent(request):
        if isinstance(value, UploadFile):
            files[name] = await value.read()
            await value.close()
            continue
        # boxes of one name that are ticked together come as lines
        text = f"{texts[name]}\n{value}" if name in texts else value
        if len(text) > limits.FIELD_CHARACTERS:
            most = f"{limits.FIELD_CHARACTERS:,}"
            raise Refusal(413, "More than %(most)s characters in one field.", field=name, most=most)
        characters.check(text, name)
        texts[name] = text
    token = request.cookies.get(site.settings.cookie, "")
    if not token or not hmac.compare_digest(texts.pop(CSRF, "").encode(), site.csrf(token).encode()):
        raise Refusal(
            403, "This form is from another session. Open the page again, then send what you typed."
        )
    return Fields(texts, files)


async def _sent(request: Request) -> list[tuple[str, UploadFile | str]]:
    """The fields of the form, as many as a form of ours can have."""
    try:
        form = await request.form(max_files=2, max_fields=limits.FIELDS, max_part_size=limits.UPLOAD_BYTES)
    except UnicodeError as error:  # in a character set that some browser never names
        raise Refusal(400, "This form cannot be read: send it as UTF-8.") from error
    return form.multi_items()


Form = Annotated[Fields, fields]


async def arrived(request: Request) -> int:
    """When all of the request was here: before it waits for a thread, which is not its sender's fault."""
    now: int = request.app.state.site.clock.now()
    return now


Arrived = Annotated[int, arrived]


def _same_origin(request: Request, site: Site) -> None:
    """Refuse what a browser says comes from another site."""
    origin = request.headers.get("origin")
    here = {site.settings.origin, f"{request.url.scheme}://{request.headers.get('host', '')}"}
    if origin is not None and origin not in here:
        raise Refusal(403, "This form was sent from another site.")
    if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        raise Refusal(403, "This form was sent from another site.")

"""Which program asks, in whose name, and what that person let it do."""

from typing import Annotated, NamedTuple

from fastapi import Depends, Header, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from qbank.web.base import rates
from qbank.web.base.refusals import Refusal
from qbank.web.base.site import Site
from qbank.web.door import tokens
from qbank.web.door.people import Person, digest
from qbank.web.door.tokens import Scope
from qbank.web.door.visit import address_of

BEARER = HTTPBearer(
    auto_error=False, scheme_name="token", description="A token from your account's page, `/account/tokens`."
)


class Caller(NamedTuple):
    """A program's request. `key` is its idempotency key; `person` is None for a stranger."""

    site: Site
    key: str | None
    person: Person | None
    scopes: tuple[str, ...]
    received: int

    @property
    def now(self) -> int:
        """What time it is."""
        return self.site.clock.now()

    def signed_in(self) -> Person:
        """In whose name it asks. Raises Refusal(401) without a token."""
        if self.person is None:
            raise Refusal(401, "Send a token: Authorization: Bearer qb_…")
        return self.person

    def may(self, *scopes: Scope) -> Person:
        """In whose name it may do that, by any of these. Raises Refusal(403) where the token says none of them."""
        person = self.signed_in()
        if not {scope.value for scope in scopes} & set(self.scopes):
            raise Refusal(403, f"This token does not allow to {' or '.join(scopes)}.")
        return person

    def teacher(self) -> Person:
        """Which instructor it teaches for. Who has stopped to be one finds nothing here."""
        person = self.may(Scope.TEACH)
        if not person.teaches:
            raise Refusal(403, "Only instructors can let a program teach.")
        return person


async def arrived(request: Request) -> int:
    """When the request was here: before it waits for a thread, which is not its sender's fault."""
    now: int = request.app.state.site.clock.now()
    return now


def caller(
    request: Request,
    received: Annotated[int, Depends(arrived)],
    shown: Annotated[HTTPAuthorizationCredentials | None, Depends(BEARER)],
    idempotency_key: Annotated[
        str | None,
        Header(min_length=1, max_length=64, pattern=r"^[\x21-\x7e]+$",
               description="A word of your own, up to 64 letters: the same request with the same word is done once.",
               examples=["8c1d7e9a"]),
    ] = None,
) -> Caller:  # fmt: skip
    """Which program asks: told apart, and counted, before anything else is looked at.

    A token is counted by its person's own measure. Whoever shows none, or one that is nobody's, is counted by
    address: else each guess would be a new caller.
    """
    site: Site = request.app.state.site
    found = None
    if shown is not None:
        with site.store.read() as connection:
            found = tokens.holder(connection, shown.credentials, received)
    if found is None:
        site.rates.take(rates.API, "address", address_of(request))
        if shown is not None:
            raise Refusal(401, "This token is not valid. Make a new one on your account's page.")
        return Caller(site, idempotency_key, None, (), received)
    site.rates.take(rates.API, "token", digest(shown.credentials if shown else ""))
    return Caller(site, idempotency_key, *found, received)


By = Annotated[Caller, Depends(caller)]

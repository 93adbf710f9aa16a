"""Doing a request once, however often it is sent: a lost answer is no reason to do it again."""

import json
from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from qbank.question import canonical, digest_of
from qbank.web.api.caller import Caller
from qbank.web.base.again import settled
from qbank.web.base.clock import DAY
from qbank.web.base.refusals import Refusal
from qbank.web.base.schema import requests
from qbank.web.door.people import Person

KEPT = 2 * DAY


def once(caller: Caller, person: Person, asked: Any, work: Callable[[Connection], Any]) -> Any:
    """What the work gives, written in the same transaction as the work itself, under the request's key.

    The same key with another request is refused. Without a key the work is done as often as it is asked for.
    """
    if caller.key is None:
        return settled(caller.site.store, work)
    key, digest, now = caller.key, digest_of(asked), caller.now

    def done(connection: Connection) -> Any:
        mine = (requests.c.person_id == person.id) & (requests.c.key == key)
        row = connection.execute(select(requests.c.digest, requests.c.body).where(mine)).one_or_none()
        if row is not None and row.digest != digest:
            raise Refusal(422, "This idempotency key was used for another request.", field="Idempotency-Key")
        if row is not None:
            return json.loads(row.body)
        body = work(connection)
        connection.execute(delete(requests).where(requests.c.made < now - KEPT))
        kept = {"person_id": person.id, "key": key, "digest": digest, "body": canonical(body), "made": now}
        connection.execute(insert(requests).values(kept))
        return body

    return settled(caller.site.store, done)

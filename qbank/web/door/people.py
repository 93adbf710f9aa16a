"""Accounts, passwords and sessions."""

import hashlib
import secrets
from threading import BoundedSemaphore
from typing import Any, NamedTuple
from unicodedata import normalize

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import Connection, bindparam, delete, insert, select, update

from qbank import limits
from qbank.check.people import folded as person_folded
from qbank.web.base.clock import DAY
from qbank.web.base.names import public_name
from qbank.web.base.refusals import Refusal
from qbank.web.base.schema import cards, people, practised, sessions

GUEST, STUDENT, INSTRUCTOR = "guest", "student", "instructor"
SESSION_LASTS = 14 * DAY

_COLUMNS = (people.c.id, people.c.public, people.c.sign_in, people.c.name, people.c.role)


class Person(NamedTuple):
    """Who is signed in, or a guest who has practised."""

    id: int
    public: str
    sign_in: str | None
    name: str
    role: str

    @property
    def teaches(self) -> bool:
        """Whether courses can be made."""
        return self.role == INSTRUCTOR


class Passwords:
    """Argon2, a few at a time: each takes 64 MiB, and a crowd at the door must not take them all."""

    def __init__(self, at_once: int = 2, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()
        self._room = BoundedSemaphore(at_once)
        self._nobodys = self._hasher.hash(secrets.token_hex(8))

    def hashed(self, password: str) -> str:
        """What is kept of a password. Raises Refusal, by its field, for one that is too short or too long."""
        if not limits.PASSWORD_LEAST <= len(password) <= limits.PASSWORD_MOST:
            raise Refusal(
                422,
                "A password has %(least)s to %(most)s characters.",
                field="password",
                least=limits.PASSWORD_LEAST,
                most=limits.PASSWORD_MOST,
            )
        with self._room:
            return self._hasher.hash(password)

    def fits(self, password: str, kept: str | None) -> bool:
        """Whether it is the password; as slow where there is nobody by that name."""
        if len(password) > limits.PASSWORD_MOST:
            return False
        with self._room:
            try:
                return self._hasher.verify(kept or self._nobodys, password) and kept is not None
            except (VerificationError, InvalidHashError):
                return False


def folded(sign_in: str) -> str:
    """A sign-in name as it is kept and compared: full-width, composed or with signs that nobody sees, it is one."""
    return normalize("NFKC", person_folded(normalize("NFKC", sign_in)))


def add_person(
    connection: Connection,
    now: int,
    *,
    name: str,
    role: str,
    sign_in: str | None = None,
    password: str | None = None,
) -> Person:
    """A new account; `password` is hashed already. Raises Refusal where the sign-in name is taken."""
    sign_in = sign_in and folded(sign_in)
    if sign_in and connection.scalar(select(people.c.id).where(people.c.sign_in == sign_in)) is not None:
        raise Refusal(409, "There is an account with this sign-in name already.", field="sign_in")
    public = public_name()
    row = {
        "public": public,
        "sign_in": sign_in,
        "name": name,
        "password": password,
        "role": role,
        "created": now,
    }
    added = connection.execute(insert(people).values(row).returning(people.c.id)).scalar_one()
    return Person(added, public, sign_in, name, role)


def by_sign_in(connection: Connection, sign_in: str) -> tuple[Person, str | None] | None:
    """The account with that sign-in name and what is kept of its password."""
    found = select(*_COLUMNS, people.c.password).where(people.c.sign_in == folded(sign_in))
    row = connection.execute(found).one_or_none()
    return None if row is None else (_person(row), row.password)


def person_by_public(connection: Connection, public: str) -> Person | None:
    """The account with that public name."""
    row = connection.execute(select(*_COLUMNS).where(people.c.public == public)).one_or_none()
    return None if row is None else _person(row)


def set_password(connection: Connection, person_id: int, password: str, sign_in: str | None = None) -> None:
    """A new password, which ends every session that the old one had begun."""
    values = {"password": password} | ({"sign_in": folded(sign_in)} if sign_in else {})
    connection.execute(update(people).where(people.c.id == person_id).values(values))
    connection.execute(delete(sessions).where(sessions.c.person_id == person_id))


def hand_over(connection: Connection, guest: int, person: int) -> None:
    """What a guest has practised is the new account's."""
    for table in (practised, cards):
        connection.execute(update(table).where(table.c.person_id == guest).values(person_id=person))


# Sessions: the browser holds a random token, the database its digest.


def begin_session(connection: Connection, token: str, person_id: int, now: int) -> None:
    """Whoever shows this token is this person from now on; sessions that have ended are swept out."""
    connection.execute(delete(sessions).where(sessions.c.expires < now))
    row = {"digest": digest(token), "person_id": person_id, "created": now, "expires": now + SESSION_LASTS}
    connection.execute(insert(sessions).values(row))


def end_session(connection: Connection, token: str) -> None:
    """The token is nobody's any more."""
    connection.execute(delete(sessions).where(sessions.c.digest == digest(token)))


# Asked with every page: built once, since building it takes longer than running it.
_BY_TOKEN = (
    select(*_COLUMNS)
    .join(sessions, sessions.c.person_id == people.c.id)
    .where(sessions.c.digest == bindparam("digest"), sessions.c.expires > bindparam("now"))
)


def person_of(connection: Connection, token: str, now: int) -> Person | None:
    """Whose session that is, None where it is nobody's or has ended."""
    row = connection.execute(_BY_TOKEN, {"digest": digest(token), "now": now}).one_or_none()
    return None if row is None else _person(row)


def digest(token: str) -> str:
    """What is kept of a token, so that a stolen database opens no session."""
    return hashlib.sha256(token.encode("utf-8")).hexdigest()


def _person(row: Any) -> Person:
    return Person(row.id, row.public, row.sign_in, row.name, row.role)

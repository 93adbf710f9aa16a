"""Tokens of programs: what a person lets a program do in his name, until he takes it back."""

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, func, insert, select, update

from qbank import limits
from qbank.web.base import names
from qbank.web.base.clock import DAY
from qbank.web.base.refusals import Refusal, missing
from qbank.web.base.schema import people, tokens
from qbank.web.door.people import Person, digest

PREFIX = "qb_"  # so that whoever scans for lost secrets finds it
LASTS = 365 * DAY


class Scope(StrEnum):
    """What a token allows. None allows more than its person may do."""

    PRACTISE = "practise"  # check answers, and have them count
    LEARN = "learn"  # one's own courses, quizzes and attempts
    TEACH = "teach"  # courses that one teaches: members, quizzes, results, banks with keys


class Token(NamedTuple):
    """A token as its owner sees it in a list: without the secret, which is shown once."""

    public: str
    label: str
    scopes: tuple[str, ...]
    created: int
    expires: int


def add_token(
    connection: Connection, person: Person, label: str, scopes: Iterable[Scope], secret: str, now: int
) -> Token:
    """Let whoever shows the secret act for the person. Raises Refusal, by its field."""
    chosen = tuple(scope.value for scope in Scope if scope in set(scopes))
    if not chosen:
        raise Refusal(422, "Tick at least one thing that the token allows.", field="scopes")
    if Scope.TEACH.value in chosen and not person.teaches:
        raise Refusal(422, "Only instructors can let a program teach.", field="scopes")
    mine = select(func.count()).where(tokens.c.person_id == person.id, tokens.c.revoked.is_(None))
    if connection.scalars(mine).one() >= limits.TOKENS_A_PERSON:
        raise Refusal(
            409,
            "There are %(most)s tokens already. Take one back first.",
            field="label",
            most=limits.TOKENS_A_PERSON,
        )
    token = Token(names.public_name(), label, chosen, now, now + LASTS)
    row = token._asdict() | {"scopes": " ".join(chosen), "person_id": person.id, "digest": digest(secret)}
    connection.execute(insert(tokens).values(row))
    return token


def new_secret() -> str:
    """What the program is to show."""
    return PREFIX + names.token()


def of_person(connection: Connection, person: Person) -> list[Token]:
    """The person's tokens that have not been taken back, newest first."""
    asked = (
        select(*(tokens.c[name] for name in Token._fields))
        .where(tokens.c.person_id == person.id, tokens.c.revoked.is_(None))
        .order_by(tokens.c.id.desc())
    )
    return [Token(row.public, row.label, tuple(row.scopes.split()), row.created, row.expires)
            for row in connection.execute(asked)]  # fmt: skip


def revoke(connection: Connection, person: Person, public: str, now: int) -> None:
    """Take a token back. Raises Refusal(404) for another's."""
    mine = (tokens.c.person_id == person.id) & (tokens.c.public == public) & tokens.c.revoked.is_(None)
    if not connection.execute(update(tokens).where(mine).values(revoked=now)).rowcount:
        raise missing()


def revoke_all(connection: Connection, person: Person, now: int) -> int:
    """Take back all of the person's tokens. Returns how many these were."""
    mine = (tokens.c.person_id == person.id) & tokens.c.revoked.is_(None)
    return connection.execute(update(tokens).where(mine).values(revoked=now)).rowcount


# Asked with every request: built once, since building it takes longer than running it.
_BY_SECRET = (
    select(people.c.id, people.c.public, people.c.sign_in, people.c.name, people.c.role, tokens.c.scopes)
    .join(tokens, tokens.c.person_id == people.c.id)
    .where(
        tokens.c.digest == bindparam("digest"),
        tokens.c.revoked.is_(None),
        tokens.c.expires > bindparam("now"),
    )
)


def holder(connection: Connection, secret: str, now: int) -> tuple[Person, tuple[str, ...]] | None:
    """Whose token that is and what it allows; None where it is nobody's any more."""
    row = connection.execute(_BY_SECRET, {"digest": digest(secret), "now": now}).one_or_none()
    return None if row is None else (Person(*tuple(row)[:5]), tuple(row.scopes.split()))

"""What the running service consists of. Nothing of it is global: a test may run two beside each other."""

import hashlib
import hmac
import secrets
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from urllib.parse import urlsplit

from itsdangerous import URLSafeTimedSerializer
from jinja2 import Environment
from sqlalchemy import Connection, insert, select

from qbank.web.base.clock import Clock, ServerClock
from qbank.web.base.rates import Rates
from qbank.web.base.schema import settings
from qbank.web.base.store import Store
from qbank.web.base.texts import ENGLISH, Texts
from qbank.web.door.people import Passwords
from qbank.web.door.views import environment


@dataclass(frozen=True)
class Settings:
    """How it was started. `origin` is what stands in a browser's address line before the first single slash."""

    database: str
    folder: Path
    origin: str = "http://127.0.0.1:8000"
    hosts: tuple[str, ...] = ("127.0.0.1", "localhost", "[::1]")
    generates: bool = True

    @property
    def secure(self) -> bool:
        """Whether it is reached by HTTPS, so that its cookies never travel without."""
        return urlsplit(self.origin).scheme == "https"

    @property
    def cookie(self) -> str:
        """The session cookie's name. Browsers keep `__Host-` to this host, but over HTTPS alone."""
        return "__Host-qbank" if self.secure else "qbank"


@dataclass(frozen=True)
class Site:
    """The database, the clock, and what is needed at every door."""

    settings: Settings
    store: Store
    secret: bytes
    clock: Clock = field(default_factory=ServerClock)
    passwords: Passwords = field(default_factory=Passwords)
    rates: Rates = field(default_factory=Rates)
    texts: Texts = ENGLISH

    @cached_property
    def pages(self) -> Environment:
        """The templates of its pages, in its words."""
        return environment(self.texts)

    def csrf(self, token: str) -> str:
        """What a form of the session with that token has to bring along."""
        return hmac.new(self.secret, b"form:" + token.encode("utf-8"), hashlib.sha256).hexdigest()[:32]

    def signed(self, purpose: str) -> URLSafeTimedSerializer:
        """Signs what goes into links, for one purpose."""
        return URLSafeTimedSerializer(self.secret, salt=purpose)


def secret_of(store: Store) -> bytes:
    """The service's own secret, drawn when it is first asked for."""

    def kept(connection: Connection) -> str:
        value = connection.scalar(select(settings.c.value).where(settings.c.name == "secret"))
        if value is None:
            value = secrets.token_hex(32)
            connection.execute(insert(settings).values(name="secret", value=value))
        return str(value)

    return bytes.fromhex(store.write(kept))

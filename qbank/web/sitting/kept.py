"""What is kept of the answers to one question: every text that ever came, and of each part the one that counts."""

import hashlib
from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, select

from qbank import limits
from qbank.web.base.refusals import Refusal
from qbank.web.base.schema import answers

COUNTS, LATE, STALE = "counts", "late", "stale"
"""In time; after the end, or after the answer was made final; from a page that did not know what counted by then."""


class Known(NamedTuple):
    """By part and revision each text, by part the revisions that are newest of all, counting, and late."""

    texts: dict[tuple[str, int], str]
    requests: set[tuple[str, str]]
    highest: dict[str, int]
    counting: dict[str, int]
    late: dict[str, int]

    def text(self, part: str) -> str:
        """The text that counts; empty where none does."""
        return self.text_at(part, self.counting.get(part, 0)) or ""

    def text_at(self, part: str, revision: int) -> str | None:
        """The text of a revision; nothing was typed before the first."""
        return self.texts.get((part, revision), None if revision else "")

    def has(self, part: str, text: str, request: str) -> bool:
        """Whether that request brought that text before."""
        return (part, request_of(request, text)) in self.requests

    def standing(self, part: str, text: str, seen: int, request: str, *, ended: bool) -> str | None:
        """How a text is to be written down, None where there is no need to.

        That is: it counts already, it came with this request before, or the page had it from us and left it alone.
        """
        if text in (self.text(part), self.text_at(part, seen)) or self.has(part, text, request):
            return None
        if ended:
            return None if text == self.text_at(part, self.late.get(part, 0)) else LATE
        return COUNTS if seen == self.counting.get(part, 0) else STALE

    def row(self, part: str, text: str, request: str, standing: str, received: int) -> dict[str, Any]:
        """The next line about that part, which is known from now on. Raises Refusal where there are too many."""
        revision = self.highest.get(part, 0) + 1
        if revision > limits.REVISIONS:
            raise Refusal(
                409,
                "%(most)s versions of this answer are kept, and no more.",
                field=part,
                most=f"{limits.REVISIONS:,}",
            )
        row = {
            "part": part, "revision": revision, "typed": text, "request": request_of(request, text),
            "received": received, "standing": standing,
        }  # fmt: skip
        self.learn(row)
        return row

    def learn(self, row: Mapping[str, Any]) -> None:
        """One line more, later than all before."""
        part, revision = row["part"], row["revision"]
        self.texts[part, revision] = row["typed"]
        self.requests.add((part, row["request"]))
        self.highest[part] = revision
        if row["standing"] == COUNTS:
            self.counting[part] = revision
        elif row["standing"] == LATE:
            self.late[part] = revision


def is_after_final(checked: int | None, received: int) -> bool:
    """Whether a late text came when its answer was made final, at `checked`: then that, and not the end, is why."""
    return checked is not None and checked <= received


def request_of(request: str, text: str) -> str:
    """One word for a request and the text it brings: whoever goes back in the browser sends another text under it."""
    return hashlib.sha256(f"{request}\n{text}".encode()).hexdigest()[:32]


_KNOWN = (
    select(*(answers.c[name] for name in ("part", "revision", "typed", "request", "standing")))
    .where(answers.c.attempt_id == bindparam("attempt"), answers.c.position == bindparam("at"))
    .order_by(answers.c.revision)
)


def of(connection: Connection, attempt_id: int, position: int) -> Known:
    """What is kept of that question of that attempt."""
    known = Known({}, set(), {}, {}, {})
    for row in connection.execute(_KNOWN, {"attempt": attempt_id, "at": position}).mappings():
        known.learn(dict(row))
    return known

"""Which text can be kept: NUL is refused by PostgreSQL, and half a surrogate pair is no character of any encoding.

And which can stand in a line that people read, as names and titles are: nothing that is `unseen`. Every door asks
here: forms, bodies, addresses.
"""

from typing import Any

from qbank.unseen import unseen
from qbank.web.base.refusals import Refusal
from qbank.web.base.sentences import Sentence


def keepable(text: str) -> bool:
    """Whether every database keeps it as it is."""
    try:
        return b"\0" not in text.encode("utf-8")
    except UnicodeEncodeError:
        return False


def check(text: str, field: str) -> None:
    """Raise Refusal(422), by its field, for text that cannot be kept."""
    if not keepable(text):
        raise Refusal(
            422,
            "This holds a character that no text has (NUL, or half of a pair). Take it out.",
            field=sayable(field),
        )


def check_within(value: Any, field: str = "") -> None:
    """Do the same for every text of a JSON value, names of its fields included."""
    if isinstance(value, str):
        check(value, field or "body")
    elif isinstance(value, dict):
        for name, inner in value.items():
            inside = f"{field}.{name}" if field else str(name)
            check(str(name), inside)
            check_within(inner, inside)
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            check_within(inner, f"{field}.{place}" if field else str(place))


def why_no_line(line: str, least: int, most: int) -> str | None:
    """What is wrong with a line of text, as a sentence; None where it can be kept."""
    sign = unseen(line)
    if sign is not None:
        return Sentence("Take out the sign %(sign)s, which cannot be seen.", sign=sign)
    if len(line) > most and least == 0:
        return Sentence("Write at most %(most)s characters in one line.", most=most)
    if not least <= len(line) <= most:
        return Sentence("Write %(least)s to %(most)s characters in one line.", least=least, most=most)
    return None


def sayable(text: str) -> str:
    """The text as it can be sent back: what is no character is spelled out."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8").replace("\0", "\\0")

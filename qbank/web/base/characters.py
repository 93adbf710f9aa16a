"""Which text can be kept: NUL is refused by PostgreSQL, and half a surrogate pair is no character of any encoding.

Every door asks here: forms, bodies and addresses.
"""

from typing import Any

from qbank.web.base.refusals import Refusal


def keepable(text: str) -> bool:
    """Whether every database keeps it as it is."""
    try:
        return b"\0" not in text.encode("utf-8")
    except UnicodeEncodeError:
        return False


def check(text: str, field: str) -> None:
    """Raise Refusal(422), by its field, for text that cannot be kept."""
    if not keepable(text):
        sentence = "This holds a character that no text has (NUL, or half of a pair). Take it out."
        raise Refusal(422, sentence, field=sayable(field))


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


def sayable(text: str) -> str:
    """The text as it can be sent back: what is no character is spelled out."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8").replace("\0", "\\0")

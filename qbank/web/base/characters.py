"""Which text can be kept: NUL is refused by PostgreSQL, and half a surrogate pair is no character of any encoding.

And which can stand in a line that people read, as names and titles are: nothing that cannot be seen, or that turns
the text around it, but the joiners that many scripts are spelled with. Every door asks here: forms, bodies, addresses.
"""

import unicodedata
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


def unseen(line: str) -> str | None:
    """Of what cannot be printed in that line the first sign, as a sentence names it; None where there is none."""
    for at, sign in enumerate(line):
        if not sign.isprintable() and not _joins(line, at):
            name = unicodedata.name(sign, "")
            return f"U+{ord(sign):04X}{f' ({name})' if name else ''}"
    return None


def why_no_line(line: str, least: int, most: int) -> str | None:
    """What is wrong with a line of text, as a sentence; None where it can be kept."""
    sign = unseen(line)
    if sign is not None:
        return f"Take out the sign {sign}, which cannot be seen."
    if not least <= len(line) <= most:
        return f"Write {'at most' if least == 0 else f'{least} to'} {most} characters in one line."
    return None


def _joins(line: str, at: int) -> bool:
    """Whether the sign there is a joiner that belongs to the spelling: between letters, or parts of a picture.

    Beside ASCII it does nothing but make two names look alike. Behind the sign that takes a vowel away it may end a
    word: so Malayalam writes its last consonant.
    """
    if line[at] not in _JOINERS or at == 0 or not _is_spelled(line[at - 1]):
        return False
    ends = at + 1 == len(line) or line[at + 1] == " "
    return unicodedata.combining(line[at - 1]) == _VIRAMA if ends else _is_spelled(line[at + 1])


def _is_spelled(sign: str) -> bool:
    return not sign.isascii() and unicodedata.category(sign)[0] in "LMS"


_JOINERS = "\u200c\u200d"  # ZERO WIDTH NON-JOINER and JOINER
_VIRAMA = 9  # its class among the signs that are set upon others


def sayable(text: str) -> str:
    """The text as it can be sent back: what is no character is spelled out."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8").replace("\0", "\\0")

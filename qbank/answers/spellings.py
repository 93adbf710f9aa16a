"""What tokens may be meant by a text that spells others: lists with bullets, with a label, in one pair of quotes.

Such readings count where they would earn more, and then nobody knows what was meant.
"""

import re
import unicodedata
from collections.abc import Iterator

from qbank.answers.characters import SINGLE_QUOTES

_ITEM = r"[ \t]*(?:\(?\d+[.)]|[-*•‣–—])[ \t]+(?=\S)"
_LABEL = r"\A\w[\w ]*[:=]\s*(?=\S)"
_AND = r",?\s+(?:and|und|et|&)\s+"
_SIDE_BY_SIDE = r"(?<=[\])}])\s*(?=[\[({])"
_SIGN = r"→|⟶|->|=>|[|/+–-]"
_QUOTES = {"`": "`", '"': '"', "'": "'", "“": "”", "„": "“", "‘": "’", "«": "»"}
_APOSTROPHES = str.maketrans(dict.fromkeys(SINGLE_QUOTES, "'"))
_LOOK_ALIKES = str.maketrans(
    "АВЕЅІЈКМНОРСТХаеіјорсухѕΑΒΕΖΗΙΚΜΝΟΡΤΥΧο", "ABESIJKMHOPCTXaeijopcyxsABEZHIKMNOPTYXo"
)


def other_lists(text: str) -> Iterator[str]:
    """The text as other lists that it may be; with quotes inside only as the list that these are around."""
    lines = text.split("\n")
    if len(lines) > 1 and all(re.match(_ITEM, line) for line in lines):
        yield ", ".join(re.sub(_ITEM, "", line, count=1) for line in lines)
    if _QUOTES.get(text[:1]) == text[-1:] and not set(text[1:-1]) & {text[0], text[-1]}:
        yield text[1:-1]
    if '"' in text:
        return
    yield from (re.sub(_LABEL, "", text), re.sub(_AND, ", ", text), re.sub(_SIDE_BY_SIDE, ", ", text))
    yield from (
        re.sub(sign, ", ", text).strip(", ") for sign in (_SIGN, ">") if sign != ">" or "<" not in text
    )


def folded(token: str) -> str:
    """A token as it is compared: composed, with one apostrophe and one kind of digits."""
    if token.isascii():
        return token
    composed = unicodedata.normalize("NFC", token).translate(_APOSTROPHES)
    return "".join(str(unicodedata.decimal(char, char)) for char in composed)


def look_alike(token: str) -> str:
    """The token with Latin letters for those of other alphabets that look like them."""
    return token.translate(_LOOK_ALIKES)

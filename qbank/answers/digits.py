"""How numbers are written: which sign is the decimal one, and which signs group digits in threes."""

import re
from typing import NamedTuple

from qbank.errors import QbankError

GROUPS = "_' "  # these group in every language
POINT_LANGUAGES = "am|ar|bn|cy|en|fa|fil|ga|gu|he|hi|ja|km|kn|ko|lo|ml|mr|ms|my|ne|pa|si|sw|ta|te|th|ur|zh"
POINT_REGIONS = "de-CH|de-LI|it-CH|es-(?:MX|US|GT|HN|NI|PA|PE|PR)"
CONTINENTAL_LANGUAGES = "az|bs|ca|da|de|el|es|eu|gl|hr|id|is|it|mk|nl|pt|ro|sl|sr|tr|vi"  # 2.048,5
COMMA_LANGUAGES = "af|be|bg|cs|et|fi|fr|hu|hy|ka|kk|lt|lv|nb|nn|no|pl|ru|sk|sq|sv|uk|uz"  # 2 048,5


class Digits(NamedTuple):
    """The decimal sign and the signs that group digits in threes; a comma that is neither separates."""

    decimal: str = "."
    groups: str = ""


KEY = Digits()
POINT = Digits(".", "," + GROUPS)
COMMA = Digits(",", GROUPS)
CONTINENTAL = Digits(",", "." + GROUPS)

_LANGUAGES = ((POINT_LANGUAGES, POINT), (CONTINENTAL_LANGUAGES, CONTINENTAL), (COMMA_LANGUAGES, COMMA))
_SIGNS = {CONTINENTAL: str.maketrans(",.", ".,"), COMMA: str.maketrans(",.", "\u202f,")}


def of_locale(locale: str | None) -> Digits | None:
    """What `de` or `en_US` says about numbers; None where nothing is said. Unknown tags are refused."""
    if not locale:
        return None
    language, _, region = locale.split(".")[0].replace("_", "-").partition("-")
    language = language.lower()
    if re.fullmatch(POINT_REGIONS, f"{language}-{region.upper()}"):
        return POINT
    for languages, way in _LANGUAGES:
        if language in languages.split("|"):
            return way
    raise QbankError(f"unknown locale {locale!r}", hint="write a language such as en, de, fr or pt-BR")


def localised(shown: str, locale: str | None, face: str = "unicode") -> str:
    """A displayed number in the signs of a locale: 2,048.5 is 2.048,5 in German and 2 048,5 in French."""
    signs = _SIGNS.get(of_locale(locale) or POINT)
    if signs is None:
        return shown
    shown = shown.replace("{,}", ",").translate(signs)
    return shown.replace(",", "{,}") if face == "latex" else shown

"""What sheets and guides say beside the questions' own texts: in English, or in the words of a teacher's catalogue."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from gettext import NullTranslations
from unicodedata import bidirectional

from qbank.points import Points, written

_PLACE = re.compile(r"\{([a-z]+)\}")
_LEFTWARDS, _EITHER, _END = "\u2067", "\u2068", "\u2069"  # Unicode's isolates, which no eye sees
_FRACTION = 2
"""The number whose plural stands in for that of a fraction."""


@dataclass(frozen=True)
class Labels:
    """The labels of one language; the code of the language is as HTML writes it (`de`, `pt-BR`).

    What the catalogue lacks is said in English, which needs none.
    """

    language: str = "en"
    translations: NullTranslations = field(default_factory=NullTranslations)

    def say(self, text: str, **given: object) -> str:
        """The label, each `{name}` in it replaced by what is given for it. Plain text: the format escapes it."""
        return _filled(self.translations.gettext(text), given)

    def count(self, one: str, many: str, n: float | Points, **given: object) -> str:
        """The label in the form that the language has for that number."""
        text = self.translations.ngettext(one, many, int(n) if n == int(n) else _FRACTION)
        return _filled(text, {"n": written(n), **given})

    @property
    def direction(self) -> str:
        """How the labels run: `rtl` where their first letter runs to the left, else `ltr`."""
        return direction(self.say("Name:"))


ENGLISH = Labels()


def direction(text: str) -> str:
    """`rtl` where the first letter of the text runs to the left, as in Arabic and Hebrew, else `ltr`."""
    for sign in text:
        if (found := bidirectional(sign)) in ("L", "R", "AL"):
            return "ltr" if found == "L" else "rtl"
    return "ltr"


def passage(text: str) -> str:
    """Marks a text for the template of catalogues that is said elsewhere, by its variable."""
    return text


def places(text: str) -> frozenset[str]:
    """The names that stand in braces in a label."""
    return frozenset(_PLACE.findall(text))


def _filled(text: str, given: Mapping[str, object]) -> str:
    """Not by `format`, which would read attributes of what is given wherever a catalogue asks for them."""
    return _apart(text, {name: str(value) for name, value in given.items()})


def _apart(text: str, given: Mapping[str, str]) -> str:
    """The label with what is given for its places.

    One that runs to the left stands apart from its line, and what is given stands apart from it: else `[2, 8, 1]`
    behind an Arabic word would be shown as `[1 ,8 ,2]`.
    """
    if all(bidirectional(sign) not in ("R", "AL") for sign in text):
        return _PLACE.sub(lambda place: given.get(place[1], place[0]), text)
    inside = _PLACE.sub(
        lambda place: f"{_EITHER}{given[place[1]]}{_END}" if place[1] in given else place[0], text
    )
    return f"{_LEFTWARDS}{inside}{_END}"

"""What sheets and guides say beside the questions' own texts: in English, or in the words of a teacher's catalogue."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from gettext import NullTranslations

_PLACE = re.compile(r"\{([a-z]+)\}")
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

    def count(self, one: str, many: str, n: float, **given: object) -> str:
        """The label in the form that the language has for that number."""
        whole = n == int(n)
        text = self.translations.ngettext(one, many, int(n) if whole else _FRACTION)
        return _filled(text, {"n": str(int(n)) if whole else f"{n:.4g}", **given})


ENGLISH = Labels()


def passage(text: str) -> str:
    """Marks a text for the template of catalogues that is said elsewhere, by its variable."""
    return text


def places(text: str) -> frozenset[str]:
    """The names that stand in braces in a label."""
    return frozenset(_PLACE.findall(text))


def _filled(text: str, given: Mapping[str, object]) -> str:
    """Not by `format`, which would read attributes of what is given wherever a catalogue asks for them."""
    return _PLACE.sub(lambda place: str(given.get(place[1], place[0])), text)

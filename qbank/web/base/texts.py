"""The words of the site, in English or in those of a catalogue that `qbank serve --texts` names.

Templates say them by `_("…")`, with places as in `%(name)s`. A sentence that is made elsewhere, a `Sentence`, is said
by the filter `said`: what stands in it is no template and no HTML.
"""

import re
from dataclasses import dataclass, field
from gettext import NullTranslations
from pathlib import Path

from markupsafe import escape

from qbank.labels import direction
from qbank.sheets.catalogue import Kind, read_catalogue
from qbank.web.base.sentences import Sentence

TEMPLATE = Path(__file__).parents[1] / "texts.pot"
"""The catalogue to translate: every text in English, and nothing else."""

_PLACE = re.compile(r"%\(([a-z_]+)\)s")
_NO_PLACE = "% alone"


@dataclass(frozen=True)
class Texts:
    """The texts of one language, whose code is as HTML writes it. What the catalogue lacks is said in English."""

    language: str = "en"
    translations: NullTranslations = field(default_factory=NullTranslations)

    @property
    def direction(self) -> str:
        """How the words run: `rtl` as in Arabic and Hebrew, else `ltr`."""
        return direction(self.said("To the content"))

    def said(self, sentence: str) -> str:
        """A sentence that is made elsewhere. What is in no catalogue stays as it is."""
        if isinstance(sentence, Sentence):
            return sentence.by(self._words)
        return self._words(sentence)

    def _words(self, text: str) -> str:
        return self.translations.gettext(text) if text else ""

    def shown(self, text: str) -> str:
        """The text for a template, which takes it for HTML: a catalogue brings no tags along."""
        return escape(self.translations.gettext(text))

    def counted(self, one: str, many: str, n: int) -> str:
        """The text for a template in the form that the language has for that number."""
        return escape(self.translations.ngettext(one, many, n))


ENGLISH = Texts()


def read_texts(path: Path) -> Texts:
    """The texts of a catalogue. Raises QbankError, naming file and line, for what is none."""
    found = read_catalogue(path, Kind("serve", "texts", TEMPLATE, _places, "{}", "web"))
    return Texts(found.language, found.translations)


def _places(text: str) -> frozenset[str]:
    """The places of a text as they are written; a `%` that begins none counts as one, since it would be read as one."""
    found = {place[0] for place in _PLACE.finditer(text)}
    return frozenset(found | ({_NO_PLACE} if "%" in _PLACE.sub("", text).replace("%%", "") else set()))

"""Reading a gettext catalogue that somebody translated: of the sheets' labels, or of the site's texts."""

import re
from collections.abc import Callable, Iterator, Sequence
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from qbank import limits, markup
from qbank.errors import QbankError
from qbank.files import explained, read_text

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog, Message

_TEXT = r'"(?:[^"\\]|\\.)*"'
_LINE = re.compile(rf"#.*|(?:(?:msgctxt|msgid|msgid_plural|msgstr|msgstr\[\d\]) +)?{_TEXT}")
_LANGUAGE = re.compile(r"[a-z]{2,3}(?:[_-][A-Z][a-z]{3})?(?:[_-](?:[A-Z]{2}|\d{3}))?")
_NUMBERS = range(1_001)
"""Numbers for which a catalogue must find a plural without failing."""


class Kind(NamedTuple):
    """What is translated: by which command it is said, its name there, what to translate, how a place is written.

    `places` finds the places of a text, and `place` writes one. `extra` is what of qbank brings Babel along.
    """

    command: str
    name: str
    template: Path
    places: Callable[[str], frozenset[str]]
    place: str
    extra: str

    @property
    def printed(self) -> str:
        """The command that prints the template."""
        return f"qbank {self.command} --{self.name}-template"

    @property
    def again(self) -> str:
        """What to do with a catalogue that is broken."""
        return f"compare it with what {self.printed} prints"


class Read(NamedTuple):
    """A catalogue's language, as HTML writes its code, and its texts."""

    language: str
    translations: GNUTranslations


def read_catalogue(path: Path, kind: Kind) -> Read:
    """The catalogue. Raises QbankError, naming file and line, for what is none."""
    text = _text(path, kind)
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip() and not _LINE.fullmatch(line.strip()):
            hint = 'write msgid "…", msgstr "…" or a # comment, quotation marks inside as \\"'
            raise QbankError("this line is broken", where=f"{path}:{number}", hint=hint)
    catalog = _parsed(path, text, kind)
    for message in catalog:
        if message.id and not message.fuzzy:
            _check(message, f"{path}:{message.lineno}", kind)
    _some_known(catalog, path, kind)
    return Read(_language(catalog, path), _compiled(catalog, path))


def forms(text: str | Sequence[str] | None) -> Iterator[str]:
    """A text in all its forms of the plural."""
    yield from [text] if isinstance(text, str) else text or ()


def _text(path: Path, kind: Kind) -> str:
    with explained(path):
        if path.suffix.lower() != ".po" or not path.is_file() or path.stat().st_size > limits.LABELS_BYTES:
            hint = f"translate what {kind.printed} prints, and name it de.po or alike"
            found = f"no catalogue of at most {limits.LABELS_BYTES // 10**6} MB that ends in .po"
            raise QbankError(found, where=str(path), hint=hint)
    return read_text(path)


def _parsed(path: Path, text: str, kind: Kind) -> "Catalog":
    try:
        from babel.messages.pofile import PoFileError, PoFileParser

        from qbank.sheets.catalogue_bounded import BoundedCatalog
    except ModuleNotFoundError as error:
        hint = f"pip install 'qbank[{kind.extra}]'"
        raise QbankError(f"--{kind.name} needs the package babel", hint=hint) from error
    catalog = BoundedCatalog(path)
    try:
        PoFileParser(catalog, ignore_obsolete=True, abort_invalid=True).parse(text.splitlines())
    except PoFileError as error:
        found = " ".join(str(error).rpartition(" on ")[0].split())
        raise QbankError(f"broken: {found}", where=f"{path}:{error.lineno + 1}", hint=kind.again) from error
    except (ValueError, LookupError, AttributeError, AssertionError) as error:  # Babel's, of a spoilt order
        found = " ".join(str(error).split())
        raise QbankError(f"broken: {found}", where=str(path), hint=kind.again) from error
    catalog.charset = "utf-8"
    return catalog


def _check(message: "Message", where: str, kind: Kind) -> None:
    """Raises QbankError for a translation that lacks a place, has one of its own, or could not be shown."""
    names = kind.places("".join(forms(message.id)))
    for said in filter(None, forms(message.string)):
        if missing := sorted(names - kind.places(said)):
            found = f"the translation lacks {kind.place.format(missing[0])}"
            raise QbankError(found, where=where, hint="write it as it is in msgid")
        if surplus := sorted(kind.places(said) - names):
            found = f"{kind.place.format(surplus[0])} is not in msgid"
            raise QbankError(found, where=where, hint="leave it out")
        if problems := markup.problems(markup.literal(said)):
            raise QbankError(f"the translation: {problems[0]}", where=where, hint="leave it out")


def _some_known(catalog: "Catalog", path: Path, kind: Kind) -> None:
    """Raises QbankError for a catalogue of something else, by which nothing would be said otherwise."""
    known = _parsed(kind.template, read_text(kind.template), kind)
    said = (m.id for m in catalog if m.id and not m.fuzzy and any(forms(m.string)))
    if not any(text in known for text in said):
        raise QbankError(f"it translates none of the {kind.name}", where=str(path), hint=kind.again)


def _language(catalog: "Catalog", path: Path) -> str:
    """The code of the language as HTML writes it, without what gettext puts behind an @."""
    code = (catalog.locale_identifier or "").partition("@")[0]
    if not _LANGUAGE.fullmatch(code):
        found = f"{code!r} is no code of a language" if code else "the catalogue does not say its language"
        raise QbankError(found, where=str(path), hint=r'write "Language: de\n" in its header, or pt_BR, …')
    return code.replace("_", "-")


def _compiled(catalog: "Catalog", path: Path) -> GNUTranslations:
    from babel.messages.mofile import write_mo

    compiled = BytesIO()
    write_mo(compiled, catalog)
    compiled.seek(0)
    try:
        translations = GNUTranslations(compiled)
        for number in _NUMBERS:
            translations.ngettext("", "", number)
    except (ValueError, ArithmeticError, RecursionError) as error:
        hint = r'write "Plural-Forms: nplurals=2; plural=(n != 1);\n", or the form of your language'
        raise QbankError(f"Plural-Forms of its header: {error}", where=str(path), hint=hint) from error
    return translations

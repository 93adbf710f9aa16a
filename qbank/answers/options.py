"""One option or several, by letter or by text."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from qbank.answers.characters import FULL_WIDTH, MINUS, described, prose
from qbank.answers.kinds import ALONE, Face, Kind, Setting
from qbank.answers.unreadable import Unreadable
from qbank.answers.verdict import RIGHT, Credit, Outcome, Word
from qbank.errors import QbankError

_DECORATED = r"[\s(\[{*]*([a-z])[\s)\]}.:*,;]*"
_LETTER_AND_TEXT = r"(?s)[\s(\[]*([A-Za-z])(?:\s*[)\].:–-]\s*|\s+)(\S.*)"
_BETWEEN = r"(?i)[\s,;/&+|·()]+(?:(?:and|und|et|y)\s+)?"
_BETWEEN_TEXTS = ("[;\n]", "[,;\n]")
_MARKUP = r"[`*$\"“”]|\\(?=[^A-Za-z0-9\s])|(?<=\d)(?:\{,\}|[,'\u202f])(?=\d{3}(?!\d))|\s+"
_QUOTED = r"\\(?:text|math|f?box)[a-z]*|\\[()\[\]{}]|[$\"'“”‘’‚„«»`]"
_ANSWER = (
    r"(?:options?|answers?|choices?|letters?|antwort(?:en)?|réponses?)(?:\s+(?:is|are|ist|sind))?\s*[:=]?\s*"
)
_SAID = rf"(?i)(?:\bboth\s+(?=\S)|\b(?:the\s+)?(?:correct\s+|right\s+)?{_ANSWER}(?=\S))"
_PRINTED = r"(?:CIRCLED|SQUARED|PARENTHESIZED|MATHEMATICAL).*(?:CAPITAL|SMALL)(?: LETTER)? ([A-Z])\Z"
_DASHES = str.maketrans(dict.fromkeys(MINUS, "-"))
_NONE = frozenset({"none", "noneofthem", "noneofthese", "noneoftheabove", "keine", "[]", "{}", "∅"})
_ALL = frozenset({"all", "allofthem", "allofthese", "alloftheabove", "alle"})
_TRUTH = dict.fromkeys(
    ("t", "y", "yes", "wahr", "ja", "vrai", "oui", "verdadero", "sí", "vero", "sì"), "true"
) | (dict.fromkeys(("f", "n", "no", "falsch", "nein", "faux", "non", "falso"), "false"))


class Chosen(NamedTuple):
    """A letter, or a set of letters."""

    value: Any


class Choice(Kind):
    """One letter."""

    name = "choice"

    def spec(self) -> dict[str, Any]:
        return {"kind": "choice"}

    def write(self, value: Any) -> str:
        return _letter(value)

    def read_key(self, text: Any) -> str:
        return _letter(text)

    def display(self, value: Any, face: Face = "unicode", locale: str | None = None) -> str:
        return _letter(value)

    def target(self, value: Any) -> str:
        return _letter(value)

    def readings(self, text: str, setting: Setting = ALONE) -> tuple[Chosen, ...]:
        letters = sorted(set(_meant(prose(text), setting.options or {})))
        if not letters:
            raise Unreadable(
                "option", f"{_named(text.strip())} is no option", "write one letter, or the option's text"
            )
        return tuple(Chosen(letter) for letter in letters)

    def agrees(self, target: str, reading: Chosen) -> bool:
        return bool(reading.value == target)

    def echo(self, reading: Chosen) -> str:
        return str(reading.value)

    def exactly(self, value: Any) -> Chosen:
        return Chosen(_letter(value))


class Choices(Kind):
    """A set of letters; a wrong tick takes back a right one."""

    name = "choices"

    def spec(self) -> dict[str, Any]:
        return {"kind": "choices"}

    def write(self, value: Any) -> str:
        return f"[{','.join(sorted(_letters(value)))}]"

    def read_key(self, text: Any) -> frozenset[str]:
        if isinstance(text, str):
            return _letters(part for part in re.split(_BETWEEN, text.strip("[](){} ")) if part)
        return _letters(text)

    def display(self, value: Any, face: Face = "unicode", locale: str | None = None) -> str:
        return ", ".join(sorted(_letters(value))) or "none"

    def target(self, value: Any) -> frozenset[str]:
        return _letters(value)

    def readings(self, text: str, setting: Setting = ALONE) -> tuple[Chosen, ...]:
        chosen = _several(prose(text), setting.options or {})
        if chosen is None:
            raise Unreadable(
                "option",
                f"{_named(_no_option(prose(text), setting.options or {}))} is no option",
                "write their letters with commas between them",
            )
        return (Chosen(chosen),)

    def agrees(self, target: frozenset[str], reading: Chosen) -> bool:
        return bool(reading.value == target)

    def compare(self, target: frozenset[str], reading: Chosen, credit: Credit) -> Outcome:
        ticked: frozenset[str] = reading.value
        if ticked == target:
            return RIGHT
        right, wrong = len(ticked & target), len(ticked - target)
        score = max(0.0, (right - wrong) / len(target)) if target else 0.0
        why = f"{right} of {len(target)} right options ticked."
        if wrong:
            why = f"{right} right and {wrong} wrong ticked: each wrong tick takes back a right one."
        return Outcome(Word.PARTLY if score > 0 else Word.WRONG, score, "ticks", why)

    def echo(self, reading: Chosen) -> str:
        return self.display(reading.value)

    def exactly(self, value: Any) -> Chosen:
        return Chosen(_letters(value))


def _several(text: str, options: Mapping[str, str]) -> frozenset[str] | None:
    """The letters of a list of options; None where a part is none of them."""
    if whole := set(_by_text(text, options)):
        return frozenset(whole)
    plain = _plain(text)
    if plain in _NONE:
        return frozenset()
    if plain in _ALL and options:
        return frozenset(options)
    parts = [part for part in re.split(_BETWEEN, _lettered(text).strip("[](){} ")) if part]
    if len(parts) == 1 and len(parts[0]) > 1 and len(set(parts[0].upper())) == len(parts[0]):
        parts = list(parts[0])  # BC
    letters = [_one_letter(part, options) for part in parts]
    if parts and None not in letters:
        return frozenset(letter for letter in letters if letter)
    for between in _BETWEEN_TEXTS:
        chosen: set[str] = set()
        for part in filter(str.strip, re.split(between, text)):
            meant = set(_meant(part.strip(), options))
            if len(meant) != 1:
                break
            chosen |= meant
        else:
            return frozenset(chosen) or None
    return None


def _named(text: str) -> str:
    """A text in quotes; a single letter that looks like another by its code point."""
    return described(text) if len(text) == 1 and not text.isascii() else repr(text).replace("\\\\", "\\")


def _no_option(text: str, options: Mapping[str, str]) -> str:
    """The first part of a list that is none of the options."""
    parts = (part.strip("[](){} .") for part in re.split(_BETWEEN_TEXTS[-1], text))
    return next((part for part in parts if part and not set(_meant(part, options))), text)


def _meant(text: str, options: Mapping[str, str]) -> Iterator[str]:
    """The options that a text can mean; `B: hides …` only where letter and text agree."""
    if letter := _one_letter(text, options):
        yield letter
    yield from _by_text(text, options)
    if (said := re.sub(_SAID, "", text)) != text:
        yield from _by_text(said, options)
    if (both := re.fullmatch(_LETTER_AND_TEXT, text)) and (letter := _one_letter(both[1], options)):
        yield from (found for found in _by_text(both[2].strip("()[]"), options) if found == letter)


def _one_letter(text: str, options: Mapping[str, str]) -> str | None:
    found = re.fullmatch(_DECORATED, text.lower()) or re.fullmatch(_DECORATED, _lettered(text).lower())
    letter = found[1].upper() if found else ""
    return letter if letter and (letter in options or not options) else None


def _lettered(text: str) -> str:
    """A text in plain letters, without quotes, LaTeX and words such as `answer:` around them."""
    if not text.isascii():
        text = "".join(map(_printed, text))
    return re.sub(_SAID, "", re.sub(_QUOTED, "", text)).strip()


@lru_cache(maxsize=1024)
def _printed(char: str) -> str:
    """Ｂ, Ⓑ and 𝐁 as B, full-width signs as plain ones."""
    if char.isascii() or char in FULL_WIDTH:
        return FULL_WIDTH.get(char, char)
    found = re.search(_PRINTED, unicodedata.name(char, ""))
    return found[1] if found else "," if char == "、" else char


def _by_text(text: str, options: Mapping[str, str]) -> Iterator[str]:
    plain = _plain(text)
    texts = {letter: _plain_option(option) for letter, option in options.items()}
    if plain not in texts.values() and {"true", "false"} <= set(texts.values()):
        plain = _TRUTH.get(plain, plain)
    yield from (letter for letter, option in texts.items() if plain and option == plain)


def _plain(text: str) -> str:
    """Without case, blanks, markup, grouping of digits and a closing full stop."""
    dashes = text if text.isascii() else unicodedata.normalize("NFC", text).translate(_DASHES)
    return re.sub(_MARKUP, "", dashes).rstrip(".").casefold()


@lru_cache(maxsize=4096)
def _plain_option(text: str) -> str:
    """`_plain` of an option: these are few, and every answer is held against all of them."""
    return _plain(text)


def _letter(value: Any) -> str:
    if not isinstance(value, str) or not re.fullmatch("[A-Z]", value.strip()):
        raise QbankError(f"{value!r} is no option", hint="an option is a letter from A to Z")
    return value.strip()


def _letters(value: Any) -> frozenset[str]:
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise QbankError(f"{value!r} is no set of options", hint="write a list of letters")
    return frozenset(map(_letter, value))

"""One option or several, by letter or by text."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from qbank.answers.characters import MINUS, prose
from qbank.answers.kinds import ALONE, Face, Kind, Setting
from qbank.answers.unreadable import Unreadable
from qbank.answers.verdict import RIGHT, WRONG, Credit, Outcome, Word
from qbank.errors import QbankError

_DECORATED = r"[\s(\[{*]*(?:(?:option|answer|choice)\s*:?\s*)?([a-z])[\s)\]}.:*]*"
_LETTER_AND_TEXT = r"(?s)[\s(\[]*([A-Za-z])\s*[)\].:–-]\s*(\S.*)"
_BETWEEN = r"(?i)[\s,;/&+]+(?:(?:and|und|et|y)\s+)?"
_BETWEEN_TEXTS = ("[;\n]", "[,;\n]")
_MARKUP = r"[`*$\"“”]|(?<=\d)(?:\{,\}|[,'\u202f])(?=\d{3}(?!\d))|\s+"
_NONE = frozenset({"none", "none of them", "none of these", "noneofthem", "noneofthese", "[]", "{}", "∅"})
_TRUTH = {"t": "true", "y": "true", "yes": "true", "f": "false", "n": "false", "no": "false"}


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
                "option", f"{text.strip()!r} is no option", "write one letter, or the option's text"
            )
        return tuple(Chosen(letter) for letter in letters)

    def compare(self, target: str, reading: Chosen, credit: Credit) -> Outcome:
        return RIGHT if reading.value == target else WRONG

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
                "option", f"{text.strip()!r} names no options", "write their letters, as in B, C"
            )
        return (Chosen(chosen),)

    def compare(self, target: frozenset[str], reading: Chosen, credit: Credit) -> Outcome:
        ticked: frozenset[str] = reading.value
        if ticked == target:
            return RIGHT
        right, wrong = len(ticked & target), len(ticked - target)
        score = max(0.0, (right - wrong) / len(target)) if target else 0.0
        why = f"{right} right and {wrong} wrong ticked."
        return Outcome(Word.PARTLY if score > 0 else Word.WRONG, score, "ticks", why)

    def echo(self, reading: Chosen) -> str:
        return self.display(reading.value)

    def exactly(self, value: Any) -> Chosen:
        return Chosen(_letters(value))


def _several(text: str, options: Mapping[str, str]) -> frozenset[str] | None:
    """The letters of a list of options; None where a part is none of them."""
    if whole := set(_by_text(text, options)):
        return frozenset(whole)
    if _plain(text) in _NONE:
        return frozenset()
    parts = [part for part in re.split(_BETWEEN, text.strip("[](){} ")) if part]
    if len(parts) == 1 and len(parts[0]) > 1 and len(set(parts[0].upper())) == len(parts[0]):
        parts = list(parts[0])  # BC
    letters = [_one_letter(part, options) for part in parts]
    if parts and None not in letters:
        return frozenset(letter for letter in letters if letter)
    for between in _BETWEEN_TEXTS:
        found = [set(_meant(part.strip(), options)) for part in re.split(between, text) if part.strip()]
        if found and all(len(one) == 1 for one in found):
            return frozenset().union(*found)
    return None


def _meant(text: str, options: Mapping[str, str]) -> Iterator[str]:
    """The options that a text can mean; `B: hides …` only where letter and text agree."""
    if letter := _one_letter(text, options):
        yield letter
    yield from _by_text(text, options)
    if (both := re.fullmatch(_LETTER_AND_TEXT, text)) and (letter := _one_letter(both[1], options)):
        yield from (found for found in _by_text(both[2], options) if found == letter)


def _one_letter(text: str, options: Mapping[str, str]) -> str | None:
    found = re.fullmatch(_DECORATED, text.lower())
    letter = found[1].upper() if found else ""
    return letter if letter and (letter in options or not options) else None


def _by_text(text: str, options: Mapping[str, str]) -> Iterator[str]:
    plain = _plain(text)
    texts = {letter: _plain(option) for letter, option in options.items()}
    if plain not in texts.values() and {"true", "false"} <= set(texts.values()):
        plain = _TRUTH.get(plain, plain)
    yield from (letter for letter, option in texts.items() if plain and option == plain)


def _plain(text: str) -> str:
    """Without case, blanks, markup, grouping of digits and a closing full stop."""
    dashes = text.translate(dict.fromkeys(map(ord, MINUS), "-"))
    return re.sub(_MARKUP, "", dashes).rstrip(".").casefold()


def _letter(value: Any) -> str:
    if not isinstance(value, str) or not re.fullmatch("[A-Z]", value.strip()):
        raise QbankError(f"{value!r} is no option", hint="an option is a letter from A to Z")
    return value.strip()


def _letters(value: Any) -> frozenset[str]:
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise QbankError(f"{value!r} is no set of options", hint="write a list of letters")
    return frozenset(map(_letter, value))

"""Options under other letters: each attempt shows them in an order of its own, and a key is said in its letters."""

from collections.abc import Mapping, Sequence

from qbank.answers import kind
from qbank.answers.keys import KeyText
from qbank.corrections import Correction
from qbank.errors import QbankError
from qbank.question import Part
from qbank.web.asking.questions import lettered


def printed(part: Part, options: Mapping[str, str]) -> Part:
    """The part in the letters that an attempt shows; `options` leads from each of them to the stored one."""
    if part.options is None or not options:
        return part
    key = _turned(part, part.key, options)
    mistakes = tuple(
        each._replace(key=turned, display=_displayed(part, turned))
        for each in part.mistakes
        for turned in [_turned(part, each.key, options)]
    )
    return part._replace(
        options=lettered(part.options, options), key=key, display=_displayed(part, key), mistakes=mistakes
    )


def corrections(made: Sequence[Correction], part: Part, options: Mapping[str, str]) -> tuple[Correction, ...]:
    """The corrections of that part in the letters that an attempt shows."""
    return tuple(_printed_correction(line, part, options) for line in made)


def _printed_correction(line: Correction, part: Part, options: Mapping[str, str]) -> Correction:
    """A value that is no letter stays, and is then said to be none."""
    if line.value is None or part.options is None or not options:
        return line
    try:
        return line._replace(value=_turned(part, line.value, options))
    except QbankError:
        return line


def _turned(part: Part, key: KeyText, options: Mapping[str, str]) -> KeyText:
    shown = {stored: letter for letter, stored in options.items()}
    read = kind(part.answer).read_key(key)
    if isinstance(read, str):
        return shown.get(read, read)
    return tuple(sorted(shown.get(letter, letter) for letter in read))


def _displayed(part: Part, key: KeyText) -> str:
    known = kind(part.answer)
    return known.display(known.read_key(key))

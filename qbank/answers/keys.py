"""Another key for a part: read from what a person typed, and put in the place of the old one."""

from collections.abc import Iterable
from typing import Any

from qbank import limits
from qbank.answers.kinds import Kind, Setting
from qbank.answers.registry import kind
from qbank.answers.unreadable import Unreadable
from qbank.corrections import Correction
from qbank.errors import QbankError
from qbank.exact import Undecided
from qbank.question import Part

KeyText = str | tuple[str, ...]


def typed_key(part: Part, text: str, locale: str | None = None) -> KeyText:
    """What was typed as a key of the part, read as an answer is read. Raises QbankError where it is none."""
    known = kind(part.answer)
    try:
        readings = known.readings(text, Setting(part.unit, part.options, locale))
        keys = dict.fromkeys(_written(known, reading.value) for reading in readings)
        for key in keys:
            _ready(known, key)
    except (QbankError, ArithmeticError) as fault:
        hint = fault.hint if isinstance(fault, QbankError) else None
        said = fault.message if isinstance(fault, QbankError) else str(fault)
        raise QbankError(f"{_short(text)} is no key of this question: {said}", hint=hint) from fault
    if len(keys) > 1:
        ways = " or as ".join(dict.fromkeys(known.echo(reading) for reading in readings))
        raise QbankError(f"{_short(text)} can be read as {ways}", hint="write it so that only one is meant")
    return next(iter(keys))


def rekeyed(part: Part, key: KeyText) -> Part:
    """The part under that key; a known mistake that is right by it is none any more. QbankError for no key."""
    known = kind(part.answer)
    value, target = _ready(known, key)
    mistakes = tuple(mistake for mistake in part.mistakes if not _right(known, target, mistake.key))
    return part._replace(key=key, display=known.display(value), formula=None, mistakes=mistakes)


def as_corrected(part: Part, corrections: Iterable[Correction]) -> Part:
    """The part under the key that holds by the corrections that are in force for it."""
    lines = [line for line in corrections if line.action == "rekey"]
    return _under(lines[-1], part) if lines else part


def accepted(part: Part, corrections: Iterable[Correction]) -> list[tuple[Correction, Part]]:
    """The part under each further key that is accepted."""
    return [(line, _under(line, part)) for line in corrections if line.action == "accept"]


def is_right(part: Part, key: KeyText) -> bool:
    """Whether who answers exactly `key` is right by the part's own key."""
    known = kind(part.answer)
    return _right(known, _ready(known, part.key)[1], key)


def _under(line: Correction, part: Part) -> Part:
    try:
        return part if line.value is None else rekeyed(part, line.value)
    except QbankError as fault:
        where = f"the correction of {line.name} on {line.date}"
        raise QbankError(fault.message, where=where, hint="take it back with qbank correct … undo") from fault


def _right(known: Kind, target: Any, key: KeyText) -> bool:
    try:
        return known.accepts(target, _ready(known, key)[0])
    except Undecided:
        return False


def _ready(known: Kind, key: KeyText) -> tuple[Any, Any]:
    """The key's value, and what answers are compared with."""
    try:
        value = known.read_key(key)
        return value, known.target(value)
    except (Unreadable, ArithmeticError) as fault:
        raise QbankError(f"{_short(str(key))} cannot be read as a key: {fault}") from fault


def _written(known: Kind, value: Any) -> KeyText:
    """Key text as a bank line holds it: a list of letters where several are chosen."""
    key = tuple(sorted(value)) if known.name == "choices" else known.write(value)
    if len(key) > limits.KEY_CHARACTERS:
        raise QbankError(f"a key of more than {limits.KEY_CHARACTERS:,} characters")
    return key


def _short(text: str) -> str:
    return repr(text if len(text) <= 60 else f"{text[:59]}…")

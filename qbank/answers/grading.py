"""From a typed text to a verdict.

A right answer is right. Otherwise a known mistake comes before any partial credit: whoever answers exactly what a
misconception yields is wrong, whatever entries that shares with the key. Several readings must agree on the
verdict, or the answer is unreadable. What cannot be decided, and any fault of the checker, goes to a person.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

from qbank import exact
from qbank.answers import slips
from qbank.answers.characters import DROPPED, typed_as
from qbank.answers.kinds import Key, Kind, Setting
from qbank.answers.registry import kind
from qbank.answers.unreadable import Unreadable
from qbank.answers.verdict import HALF, REMARKS, Credit, Diagnosis, Verdict, Word
from qbank.errors import QbankError

SHOWN = 200  # characters of a key in a message
_STRAY, _MEANT = "?#@", "°℃℉"
_DROPPED = str.maketrans("", "", DROPPED)
_FAULTS = (
    ArithmeticError, AttributeError, LookupError, MemoryError, RecursionError, RuntimeError, TypeError, ValueError,
)  # fmt: skip


def grade(
    answer: str | Mapping[str, Any],
    key: Any,
    text: str | None,
    *,
    unit: str | None = None,
    options: Mapping[str, str] | None = None,
    known: Sequence[Mapping[str, Any]] = (),
    locale: str | None = None,
    truncated: float = HALF,
    few_digits: float = HALF,
    last_digit: float = 0,
    convention: float = 0,
) -> Verdict:
    """Judge what a person typed.

    `answer` is what a template writes behind `answer:`, `key` exact text (for `choices` also a list of letters),
    `unit` may stand behind the answer, `options` are letter → text, `known` is a part's `mistakes`. `locale` says
    how numbers are written (`de`); without it both decimal signs are tried. The last four are what an answer
    earns that is cut off, rounded to too few digits, off in the last digit, or right under another convention.

    Nothing that is typed raises an exception. QbankError means that the kind, the key or the locale is wrong.
    """
    judged = kind(answer)
    ready = _key(judged, _hashable(key))
    typed = "" if text is None else str(text)
    if _is_blank(typed):
        return Verdict(Word.BLANK, why=REMARKS["blank"], code="blank")
    setting, credit = Setting(unit, options, locale), Credit(truncated, few_digits, last_digit, convention)
    judge = partial(_verdict, judged, ready, known=known, credit=credit)
    try:
        verdict = _agreed(list(map(judge, judged.readings(typed, setting))))
        if verdict.verdict is not Word.RIGHT:
            spares = _better(judged, ready, credit, typed, setting, verdict)
            _agreed([verdict, *(other for other in map(judge, spares) if other.score > verdict.score)])
        return verdict
    except Unreadable as unread:
        why = f"{_sentence(unread, typed)}{_without(judged, typed, setting, unread.char)}."
        why = why.replace("?.", "?")
        return Verdict(Word.UNREADABLE, why=why, code=unread.code)
    except exact.Undecided:
        return Verdict(Word.UNDECIDED, why=REMARKS["undecided"], code="undecided")
    except exact.TooLarge:
        return Verdict(Word.UNREADABLE, why="This is too large to compute; write the result.", code="bound")
    except exact.DomainError:
        return Verdict(Word.UNREADABLE, why="This has no real value.", code="value")
    except _FAULTS as fault:  # a fault of ours is never counted against the answer
        why = f"The checker failed ({type(fault).__name__}); a person will look at it."
        return Verdict(Word.UNDECIDED, why=why, code="fault")


@lru_cache(maxsize=4096)
def _key(judged: Kind, key: Any) -> Key:
    """The key read and made ready; keys are few and answers many. QbankError where it is none, never Unreadable."""
    try:
        value = judged.read_key(key)
        return Key(value, judged.target(value))
    except (Unreadable, ArithmeticError) as fault:
        raise QbankError(f"the key {_short(key)} cannot be read: {fault}") from fault


def _hashable(key: Any) -> Any:
    if isinstance(key, str):
        return key
    if isinstance(key, (list, tuple, set, frozenset)) and all(isinstance(part, str) for part in key):
        return tuple(key)
    raise QbankError(f"the key {_short(key)} is no text", hint='write it in quotes, as in "2048"')


def _short(key: Any) -> str:
    written = repr(key)
    return written if len(written) <= SHOWN else f"{written[: SHOWN - 1]}…"


def _is_blank(text: str) -> bool:
    seen = text if text.isascii() else text.translate(_DROPPED)
    return not seen or seen.isspace()


def _verdict(
    judged: Kind, key: Key, reading: Any, known: Sequence[Mapping[str, Any]], credit: Credit
) -> Verdict:
    """The verdict on one reading; the known mistakes are read only for one that is not right."""
    outcome = judged.compare(key.target, reading, credit)
    read_as = judged.echo(reading)
    if outcome.word is Word.RIGHT:
        return Verdict(outcome.word, 1.0, read_as, outcome.why, None, outcome.entries)
    beside = [(_key(judged, _hashable(mistake["key"])).target, mistake) for mistake in known]
    if fits := _diagnoses(mistake for target, mistake in beside if judged.agrees(target, reading)):
        score = 0.0 if any(diagnosis.names for diagnosis in fits) else credit.convention
        return Verdict(Word.WRONG, score, read_as, _why(fits), "known", outcome.entries, fits)
    near: tuple[Diagnosis, ...] = ()
    if outcome.word is Word.WRONG and outcome.code != "last_digit" and judged.is_telling(reading):
        near = _diagnoses(mistake for target, mistake in beside if judged.is_near(target, reading, credit))
    diagnosis = near or slips.found(judged, key, reading, outcome)
    why = " ".join(dict.fromkeys(said for said in (outcome.why, _why(diagnosis)) if said))
    return Verdict(outcome.word, outcome.score, read_as, why, outcome.code, outcome.entries, diagnosis)


def _better(
    judged: Kind, key: Key, credit: Credit, typed: str, setting: Setting, verdict: Verdict
) -> list[Any]:
    """What may earn more if it was meant so; what has no reading was not meant."""
    try:
        spares = judged.spares(typed, setting, verdict.code)
        earned = [judged.compare(key.target, reading, credit).score for reading in spares]
    except (Unreadable, ArithmeticError):
        return []
    least = verdict.score if credit.convention <= verdict.score else -1.0
    return [reading for reading, score in zip(spares, earned, strict=True) if score > least]


def _diagnoses(mistakes: Iterable[Mapping[str, Any]]) -> tuple[Diagnosis, ...]:
    return tuple(map(_diagnosis, mistakes))


def _diagnosis(mistake: Mapping[str, Any]) -> Diagnosis:
    convention = mistake.get("convention")
    axes = tuple(convention.items()) if convention else None
    return Diagnosis(tuple(mistake.get("names") or ()), axes, mistake.get("feedback") or "")


def _agreed(verdicts: Sequence[Verdict]) -> Verdict:
    """The one verdict of all readings; where they differ nobody can say what was meant."""
    first = verdicts[0]
    if len(verdicts) == 1 or all(
        (other.verdict, other.score) == (first.verdict, first.score) for other in verdicts
    ):
        return first
    ways = dict.fromkeys(verdict.read_as or "" for verdict in verdicts)
    raise Unreadable(
        "ambiguous", f"this can be read as {' or as '.join(ways)}", "write it so that only one is meant"
    )


def _why(diagnosis: Sequence[Diagnosis]) -> str:
    """The feedback of the one way that fits, or of all as possible ones."""
    said = list(dict.fromkeys(each.feedback or _named(each) for each in diagnosis))
    return said[0] if len(said) == 1 else f"Possibly: {' Or: '.join(said)}" if said else ""


def _named(diagnosis: Diagnosis) -> str:
    """What stands in for feedback that nobody wrote."""
    if not diagnosis.convention:
        return f"A known mistake: {', '.join(diagnosis.names).replace('_', ' ')}."
    axes = ", ".join(f"{name} = {value}" for name, value in diagnosis.convention)
    return f"Right under another convention: {axes}."


def _sentence(unread: Unreadable, typed: str) -> str:
    """The message, with signs quoted as they were typed."""
    said = re.sub(r"(?<=')(?:[^\w\s]|_)(?=')", lambda sign: typed_as(sign[0], typed), str(unread))
    return said[:1].upper() + said[1:]


def _without(judged: Kind, typed: str, setting: Setting, char: str | None) -> str:
    """`: 42`, what would be read without a sign that is mere decoration, where that can be read."""
    if char is None or not _is_decoration(char, typed):
        return ""
    try:
        return f" (it is then read as {judged.echo(judged.readings(typed.replace(char, ''), setting)[0])})"
    except (Unreadable, ArithmeticError):
        return ""


def _is_decoration(char: str, typed: str) -> bool:
    """Does an answer mean the same without it? Not where digits would meet, nor for ° or ≤."""
    stray = char in _STRAY or (unicodedata.category(char) in ("So", "Sc") and char not in _MEANT)
    sign = re.escape(char)
    return stray and not re.search(rf"[\w.,]\s*{sign}+\s*[\w.,]|[,;(\[]\s*{sign}", typed)

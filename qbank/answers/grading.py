"""From a typed text to a verdict.

A right answer is right. Otherwise a known mistake comes before any partial credit: whoever answers exactly what a
misconception yields is wrong, whatever entries that shares with the key. Several readings must agree on the
verdict, or the answer is unreadable. What cannot be decided, and any fault of the checker, goes to a person.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from qbank import exact
from qbank.answers import slips
from qbank.answers.characters import DROPPED
from qbank.answers.kinds import Key, Kind, Setting
from qbank.answers.registry import kind
from qbank.answers.unreadable import Unreadable
from qbank.answers.verdict import HALF, REMARKS, Credit, Diagnosis, Verdict, Word
from qbank.errors import QbankError

NEARLY = ("truncated", "few_digits", "not_exact")  # how an answer can be a known mistake and rounded badly
_DROPPED = str.maketrans("", "", DROPPED)
_FAULTS = (
    ArithmeticError, AttributeError, LookupError, MemoryError, RecursionError, RuntimeError, TypeError, ValueError,
)  # fmt: skip


class Known(NamedTuple):
    """A known wrong answer, made ready for comparison."""

    target: Any
    diagnosis: Diagnosis


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
    if not typed.translate(_DROPPED).strip():
        return Verdict(Word.BLANK, why=REMARKS["blank"], code="blank")
    setting, credit = Setting(unit, options, locale), Credit(truncated, few_digits, last_digit, convention)
    try:
        readings = judged.readings(typed, setting)
        return _agreed([_verdict(judged, ready, reading, known, credit) for reading in readings])
    except Unreadable as unread:
        why = f"{_sentence(unread)}{_without(judged, typed, setting, unread.char)}."
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
        raise QbankError(f"the key {key!r} cannot be read: {fault}") from fault


def _known(judged: Kind, mistake: Mapping[str, Any]) -> Known:
    convention = mistake.get("convention")
    axes = tuple(convention.items()) if convention else None
    diagnosis = Diagnosis(tuple(mistake.get("names") or ()), axes, mistake.get("feedback") or "")
    return Known(_key(judged, _hashable(mistake["key"])).target, diagnosis)


def _hashable(key: Any) -> Any:
    return key if isinstance(key, str) else tuple(key)


def _verdict(
    judged: Kind, key: Key, reading: Any, known: Sequence[Mapping[str, Any]], credit: Credit
) -> Verdict:
    """The verdict on one reading; the known mistakes are read only for one that is not right."""
    outcome = judged.compare(key.target, reading, credit)
    read_as = judged.echo(reading)
    if outcome.word is Word.RIGHT:
        return Verdict(Word.RIGHT, 1.0, read_as, outcome.why, None, outcome.entries)
    mistakes = [_known(judged, mistake) for mistake in known]
    beside = [(mistake.diagnosis, judged.compare(mistake.target, reading, credit)) for mistake in mistakes]
    if fits := tuple(diagnosis for diagnosis, found in beside if found.word is Word.RIGHT):
        score = 0.0 if any(diagnosis.names for diagnosis in fits) else credit.convention
        return Verdict(Word.WRONG, score, read_as, _why(fits), "known", outcome.entries, fits)
    telling = outcome.word is Word.WRONG and outcome.code != "last_digit" and judged.is_telling(reading)
    near = tuple(diagnosis for diagnosis, found in beside if telling and found.code in NEARLY)
    diagnosis = near or slips.found(judged, key, reading, outcome)
    why = " ".join(dict.fromkeys(said for said in (outcome.why, _why(diagnosis)) if said))
    return Verdict(outcome.word, outcome.score, read_as, why, outcome.code, outcome.entries, diagnosis)


def _agreed(verdicts: Sequence[Verdict]) -> Verdict:
    """The one verdict of all readings; where they differ nobody can say what was meant."""
    first = verdicts[0]
    if all((other.verdict, other.score) == (first.verdict, first.score) for other in verdicts):
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


def _sentence(unread: Unreadable) -> str:
    said = str(unread)
    return said[:1].upper() + said[1:]


def _without(judged: Kind, typed: str, setting: Setting, char: str | None) -> str:
    """`: 42`, what would be read without the character that has no meaning, where that can be read."""
    if char is None:
        return ""
    try:
        return f" (it is then read as {judged.echo(judged.readings(typed.replace(char, ''), setting)[0])})"
    except (Unreadable, ArithmeticError):
        return ""

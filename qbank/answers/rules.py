"""The rule by which an answer is judged, in a few plain sentences: what a dispute is settled by.

It is made from what `grade` judges by. The ends of an interval are rounded inwards, so that nothing is said to be
right that would not be.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from qbank import exact
from qbank.answers import units
from qbank.answers.kinds import Kind
from qbank.answers.ranges import ordinal, ranged, spelled
from qbank.answers.registry import kind
from qbank.answers.verdict import HALF, Credit

LISTED_ENTRIES = 9  # of a list, each with its own ends


class Judged(NamedTuple):
    """What a rule is made from."""

    kind: Any
    key: Any
    options: Mapping[str, str]
    known: bool
    credit: Credit


def rule(
    answer: str | Mapping[str, Any],
    key: Any,
    *,
    unit: str | None = None,
    options: Mapping[str, str] | None = None,
    known: Sequence[Mapping[str, Any]] = (),
    locale: str | None = None,
    truncated: float = HALF,
    few_digits: float = HALF,
    last_digit: float = 0,
    convention: float = 0,
) -> str:
    """What is right and what earns something, for the arguments of `grade`. QbankError where kind or key is wrong.

    Numbers are written with a decimal point, as in what an answer was read as, whatever the `locale`.
    """
    judged = kind(answer)
    credit = Credit(truncated, few_digits, last_digit, convention)
    mistaken = any(mistake.get("names") or not convention for mistake in known)
    about = Judged(judged, judged.read_key(key), options or {}, mistaken, credit)
    said = [*_RULES[judged.name](about), *_measure(judged, unit), *_other_convention(known, credit)]
    return " ".join(said)


def _integer(about: Judged) -> list[str]:
    return [f"Right is exactly {exact.unicode(about.key)}, however that number is spelled."]


def _decimal(about: Judged) -> list[str]:
    around = ranged(about.kind, about.key)
    right = f"Right is every value {around.near}: {around.ends}, {around.included}."
    return [right, *_digits(about, "A value"), *_mistakes(about)]


def _exact(about: Judged) -> list[str]:
    said = f"Right is exactly {spelled(about.key)}, in any form that equals it."
    return [said, _rounded(about), *_mistakes(about)]


def _expression(about: Judged) -> list[str]:
    return [f"Right is every formula that is identically equal to {spelled(about.key)}."]


def _shape(about: Judged) -> list[str]:
    return [f"Right is exactly {about.kind.display(about.key)}: all sizes in this order, or nothing."]


def _tokens(about: Judged) -> list[str]:
    return [f"Right is exactly {about.kind.display(about.key)}: all tokens in this order, or nothing."]


def _choice(about: Judged) -> list[str]:
    from qbank import markup

    option = markup.plain(about.options.get(about.key, ""))
    return [f"Right is {about.key}{f' ({option})' if option else ''} alone."]


def _choices(about: Judged) -> list[str]:
    if not about.key:
        return ["Right is to tick none, and nothing else earns anything."]
    ticks = " and ".join(sorted(about.key))
    share = _share(len(about.key))
    taken = (
        f"Otherwise a right tick earns {share}, a wrong one takes {share} back, and the score is 0 at least."
    )
    return [f"Right is to tick {ticks} and no other.", taken, *_mistakes(about)]


def _array(about: Judged) -> list[str]:
    entries = [entry for row in about.key for entry in (row if isinstance(row, tuple) else (row,))]
    return [
        _entries(about, entries),
        _partly(about, len(entries)),
        *(_digits(about, "An entry") if about.kind.of.name == "decimal" else ()),
        *([_rounded(about, "as an entry ")] if about.kind.of.name == "exact" else ()),
        *_mistakes(about),
    ]


def _partly(about: Judged, asked: int) -> str:
    """What some right entries earn."""
    guessed = about.kind.target(about.key).guessable
    if guessed == asked:
        return f"All {asked} entries must be right."
    each = f"each right one beyond that earns {_share(asked - guessed)}"
    row = about.kind.sides == 1
    size = "a list of another length is compared from the front" if row else "another shape earns nothing"
    return f"One value everywhere would match {guessed} of the {asked} entries and earns nothing; {each} ({size})."


def _entries(about: Judged, entries: Sequence[Any]) -> str:
    shown, of = about.kind.display(about.key), about.kind.of
    by_row = "row by row" if about.kind.sides == 2 else "entry by entry"
    if of.name != "decimal":
        return f"Right is exactly {shown}, {by_row}."
    if len(entries) > LISTED_ENTRIES:
        place = ordinal(of.places, of.figures)
        return f"Right is every value within half a unit of the {place} of the exact {shown}, {by_row}."
    around = [None if isinstance(entry, exact.Infinite) else ranged(of, entry) for entry in entries]
    ends = "; ".join(
        each.ends if each else spelled(entry) for each, entry in zip(around, entries, strict=True)
    )
    included = next((each.included for each in around if each and not each.exact), "both ends included")
    return f"Right is {shown}, {by_row} every value {ends}, {included}."


def _digits(about: Judged, what: str) -> list[str]:
    """What decimals earn that are nearly right."""
    cut, short, last = about.credit[:3]
    if cut == short:
        said = [f"{what} cut off there, or rounded correctly to fewer digits, earns {_credit(cut)}."]
    else:
        said = [
            f"{what} cut off there instead of rounded earns {_credit(cut)}.",
            f"One rounded correctly to fewer digits earns {_credit(short)}.",
        ]
    return said + ([f"One off by up to 1.5 units of the last digit earns {_credit(last)}."] if last else [])


def _rounded(about: Judged, what: str = "") -> str:
    return f"A correctly rounded decimal {what}earns {_credit(about.credit.few_digits)}."


def _mistakes(about: Judged) -> list[str]:
    """Partial credit is for slips, and not for a mistake that the question knows."""
    return ["The answer of a known mistake earns nothing, whatever else fits it."] if about.known else []


def _measure(judged: Kind, unit: str | None) -> list[str]:
    if not unit or judged.name in ("shape", "tokens", "choice", "choices"):
        return []
    if units.is_bytes(unit):
        return [f"Sizes in B, kB, KiB, MB, MiB and so on are converted to {unit}."]
    return [f"The unit ({unit}) may be written behind it."]


def _other_convention(known: Sequence[Mapping[str, Any]], credit: Credit) -> list[str]:
    if not credit.convention or not any(mistake.get("convention") for mistake in known):
        return []
    return [f"The right answer under another convention earns {_credit(credit.convention)}."]


def _credit(earned: float) -> str:
    return f"{earned:.4g}" if earned else "nothing"


def _share(parts: int) -> str:
    return f"1/{parts}" if parts > 1 else "1"


_RULES: dict[str, Callable[[Judged], list[str]]] = {
    "integer": _integer,
    "decimal": _decimal,
    "exact": _exact,
    "vector": _array,
    "matrix": _array,
    "shape": _shape,
    "tokens": _tokens,
    "expression": _expression,
    "choice": _choice,
    "choices": _choices,
}

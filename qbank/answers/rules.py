"""The rule by which an answer is judged, in a few plain sentences: what a dispute is settled by.

It is made from what `grade` judges by. The ends of an interval are rounded inwards, so that nothing is said to be
right that would not be.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import Any, NamedTuple

from qbank import exact
from qbank.answers import units
from qbank.answers.ranges import ordinal, ranged, spelled
from qbank.answers.registry import kind
from qbank.answers.verdict import HALF, Credit
from qbank.labels import ENGLISH, Labels

LISTED_ENTRIES = 9  # of a list, each with its own ends


class Judged(NamedTuple):
    """What a rule is made from."""

    kind: Any
    key: Any
    options: Mapping[str, str]
    known: bool
    credit: Credit
    labels: Labels


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
    labels: Labels = ENGLISH,
) -> str:
    """What is right and what earns something, for the arguments of `grade`. QbankError where kind or key is wrong.

    Numbers are written with a decimal point, as in what an answer was read as, whatever the `locale`. The sentences
    are in the words of the `labels`.
    """
    judged = kind(answer)
    credit = Credit(truncated, few_digits, last_digit, convention)
    mistaken = any(mistake.get("names") or not convention for mistake in known)
    about = Judged(judged, judged.read_key(key), options or {}, mistaken, credit, labels)
    said = [*_RULES[judged.name](about), *_measure(about, unit), *_other_convention(about, known)]
    return " ".join(said)


def _integer(about: Judged) -> list[str]:
    return [
        about.labels.say(
            "Right is exactly {key}, however that number is spelled.", key=exact.unicode(about.key)
        )
    ]


def _decimal(about: Judged) -> list[str]:
    around = ranged(about.kind, about.key, about.labels)
    said = {"near": around.near, "ends": around.ends, "included": around.included}
    right = about.labels.say("Right is every value {near}: {ends}, {included}.", **said)
    return [right, *_digits(about, about.labels.say("A value")), *_mistakes(about)]


def _exact(about: Judged) -> list[str]:
    said = about.labels.say("Right is exactly {key}, in any form that equals it.", key=spelled(about.key))
    return [said, _rounded(about), *_mistakes(about)]


def _expression(about: Judged) -> list[str]:
    key = spelled(about.key)
    return [about.labels.say("Right is every formula that is identically equal to {key}.", key=key)]


def _shape(about: Judged) -> list[str]:
    key = about.kind.display(about.key)
    return [about.labels.say("Right is exactly {key}: all sizes in this order, or nothing.", key=key)]


def _tokens(about: Judged) -> list[str]:
    key = about.kind.display(about.key)
    return [about.labels.say("Right is exactly {key}: all tokens in this order, or nothing.", key=key)]


def _choice(about: Judged) -> list[str]:
    from qbank import markup

    option = markup.plain(about.options.get(about.key, ""))
    shown = f"{about.key} ({option})" if option else about.key
    return [about.labels.say("Right is {option} alone.", option=shown)]


def _choices(about: Judged) -> list[str]:
    if not about.key:
        return [about.labels.say("Right is to tick none, and nothing else earns anything.")]
    ticks = reduce(
        lambda some, one: about.labels.say("{some} and {one}", some=some, one=one), sorted(about.key)
    )
    taken = about.labels.say(
        "Otherwise a right tick earns {share}, a wrong one takes {share} back, and the score is 0 at least.",
        share=_share(len(about.key)),
    )
    right = about.labels.say("Right is to tick {ticks} and no other.", ticks=ticks)
    return [right, taken, *_mistakes(about)]


def _array(about: Judged) -> list[str]:
    entries = [entry for row in about.key for entry in (row if isinstance(row, tuple) else (row,))]
    return [
        _entries(about, entries),
        _partly(about, len(entries)),
        *(_digits(about, about.labels.say("An entry")) if about.kind.of.name == "decimal" else ()),
        *([_rounded_entry(about)] if about.kind.of.name == "exact" else ()),
        *_mistakes(about),
    ]


def _partly(about: Judged, asked: int) -> str:
    """What some right entries earn."""
    guessed = about.kind.target(about.key).guessable
    if guessed == asked:
        return about.labels.say("All {asked} entries must be right.", asked=asked)
    given = {"guessed": guessed, "asked": asked, "share": _share(asked - guessed)}
    if about.kind.sides == 1:
        return about.labels.say(
            "One value everywhere would match {guessed} of the {asked} entries and earns nothing; each right one "
            "beyond that earns {share} (a list of another length is compared from the front).",
            **given,
        )
    return about.labels.say(
        "One value everywhere would match {guessed} of the {asked} entries and earns nothing; each right one "
        "beyond that earns {share} (another shape earns nothing).",
        **given,
    )


def _entries(about: Judged, entries: Sequence[Any]) -> str:
    shown, of, say = about.kind.display(about.key), about.kind.of, about.labels.say
    by_row = say("row by row") if about.kind.sides == 2 else say("entry by entry")
    if of.name != "decimal":
        return say("Right is exactly {key}, {by}.", key=shown, by=by_row)
    if len(entries) > LISTED_ENTRIES:
        place = ordinal(of.places, of.figures, about.labels)
        return say(
            "Right is every value within half a unit of the {place} of the exact {key}, {by}.",
            place=place,
            key=shown,
            by=by_row,
        )
    around = [
        None if isinstance(entry, exact.Infinite) else ranged(of, entry, about.labels) for entry in entries
    ]
    ends = "; ".join(
        each.ends if each else spelled(entry) for each, entry in zip(around, entries, strict=True)
    )
    included = next((each.included for each in around if each and not each.exact), say("both ends included"))
    said = {"key": shown, "by": by_row, "ends": ends, "included": included}
    return say("Right is {key}, {by} every value {ends}, {included}.", **said)


def _digits(about: Judged, what: str) -> list[str]:
    """What decimals earn that are nearly right."""
    cut, short, last = (_credit(earned, about.labels) for earned in about.credit[:3])
    say = about.labels.say
    if about.credit.truncated == about.credit.few_digits:
        said = [
            say(
                "{what} cut off there, or rounded correctly to fewer digits, earns {share}.",
                what=what,
                share=cut,
            )
        ]
    else:
        said = [
            say("{what} cut off there instead of rounded earns {share}.", what=what, share=cut),
            say("One rounded correctly to fewer digits earns {share}.", share=short),
        ]
    if about.credit.last_digit:
        said.append(say("One off by up to 1.5 units of the last digit earns {share}.", share=last))
    return said


def _rounded(about: Judged) -> str:
    share = _credit(about.credit.few_digits, about.labels)
    return about.labels.say("A correctly rounded decimal earns {share}.", share=share)


def _rounded_entry(about: Judged) -> str:
    share = _credit(about.credit.few_digits, about.labels)
    return about.labels.say("A correctly rounded decimal as an entry earns {share}.", share=share)


def _mistakes(about: Judged) -> list[str]:
    """Partial credit is for slips, and not for a mistake that the question knows."""
    if not about.known:
        return []
    return [about.labels.say("The answer of a known mistake earns nothing, whatever else fits it.")]


def _measure(about: Judged, unit: str | None) -> list[str]:
    if not unit or about.kind.name in ("shape", "tokens", "choice", "choices"):
        return []
    if units.is_bytes(unit):
        return [
            about.labels.say("Sizes in B, kB, KiB, MB, MiB and so on are converted to {unit}.", unit=unit)
        ]
    return [about.labels.say("The unit ({unit}) may be written behind it.", unit=unit)]


def _other_convention(about: Judged, known: Sequence[Mapping[str, Any]]) -> list[str]:
    if not about.credit.convention or not any(mistake.get("convention") for mistake in known):
        return []
    share = _credit(about.credit.convention, about.labels)
    return [about.labels.say("The right answer under another convention earns {share}.", share=share)]


def _credit(earned: float, labels: Labels) -> str:
    return f"{earned:.4g}" if earned else labels.say("nothing")


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

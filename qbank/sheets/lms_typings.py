"""How people usually type a list, a shape or an exact number: many ways, none of them judged yet."""

import re
from collections.abc import Iterator
from itertools import product

from qbank import exact
from qbank.answers import kind
from qbank.question import Part

MOST_PLACES = 12
"""Decimal places up to which a fraction counts as one that ends."""

_FRACTION = re.compile(r"-?\d+(?:/\d+)?")
_ROOT = re.compile(r"(-?)(?:(\d+)\*)?sqrt\((\d+)\)(?:/(\d+))?")
_BRACKETS = ("[]", "()", ("", ""))
_ROOTS = ("√{}", "√({})", "sqrt({})", "sqrt{}", "{}^(1/2)", "{}^0.5")
_TIMES = (" x ", "x", " × ", "×")


def typings(part: Part, key: str) -> Iterator[str]:
    """The display first, then the others from the commonest on."""
    known = kind(part.answer)
    yield known.display(known.read_key(key))
    if part.answer["kind"] in _WAYS:
        yield from _WAYS[part.answer["kind"]](part, key)


def can_be_listed(key: str) -> bool:
    """Whether the typings of an exact number are few: it is a fraction, or one root beside whole numbers."""
    return bool(_FRACTION.fullmatch(key) or _ROOT.fullmatch(key))


def ended(value: exact.Value) -> str | None:
    """The value as a decimal that ends after some places; None where it does not."""
    rational = exact.as_rational(value)
    if rational is None:
        return None
    for places in range(MOST_PLACES + 1):
        if exact.rounded(rational, places) == rational:
            return exact.decimal(rational, places, face="text")
    return None


def _lists(entries: list[str]) -> Iterator[str]:
    """Brackets of every sort or none, commas with or without a blank, blanks alone."""
    for gap, (opening, closing) in product((", ", ","), _BRACKETS):
        yield f"{opening}{gap.join(entries)}{closing}"
    if len(entries) == 1:
        yield f"({entries[0]},)"
    for gap, (opening, closing) in product((" ", "; "), _BRACKETS):
        yield f"{opening}{gap.join(entries)}{closing}"


def _shape(_part: Part, key: str) -> Iterator[str]:
    sizes = _entries(key)
    yield from _lists(sizes)
    yield from (sign.join(sizes) for sign in _TIMES)
    yield f"torch.Size([{', '.join(sizes)}])"


def _tokens(_part: Part, key: str) -> Iterator[str]:
    tokens = _entries(key)
    yield from _lists(tokens)
    for quote in ('"', "'"):
        quoted = [f"{quote}{token}{quote}" for token in tokens]
        yield from (f"[{', '.join(quoted)}]", f"[{','.join(quoted)}]", ", ".join(quoted))
    bare = [re.sub(r"^<(.+)>$", r"\1", token) for token in tokens]
    if bare != tokens:
        yield from _lists(bare)


def _vector(part: Part, key: str) -> Iterator[str]:
    """Its entries as fractions, then as decimals, each with either minus."""
    if part.answer["of"]["kind"] not in ("integer", "exact"):
        return
    entries = _entries(key)
    for ways in (entries, [_short_decimal(entry) for entry in entries]):
        for minus, infinite in (("-", "inf"), ("−", "∞"), ("-", "∞")):
            yield from _lists([way.replace("inf", infinite).replace("-", minus) for way in ways])


def _short_decimal(entry: str) -> str:
    """A fraction that ends after a few places as that decimal, else as it is."""
    return next((text for text in _plain_number(entry) if "/" not in text and "√" not in text), entry)


def _number(_part: Part, key: str) -> Iterator[str]:
    """An exact number: as a fraction, a decimal, with each sort of minus and of root."""
    for text in _plain_number(key):
        yield from dict.fromkeys((text, text.replace("-", "−")))


def _plain_number(key: str) -> Iterator[str]:
    yield key
    if re.fullmatch(r"-?\d+", key):
        yield from (f"{int(key):,}", f"{int(key):,}".replace(",", " "), f"{key}.0")
    yield from _fraction(key) if re.fullmatch(r"-?\d+/\d+", key) else _root(key)


def _fraction(key: str) -> Iterator[str]:
    over, _, under = key.partition("/")
    value = exact.as_rational(int(over)) / int(under)
    yield f"{over} / {under}"
    if (text := ended(value)) is not None:
        bare = text.replace("0.", ".", 1) if abs(value) < 1 else text
        yield from (text, bare, text.replace(".", ","), f"{text}0", *_percent(value))
        yield f"{text.replace('.', '').lstrip('0')}/{10 ** len(text.partition('.')[2])}"


def _percent(value: exact.Value) -> Iterator[str]:
    text = ended(value * 100)
    yield from (f"{text}%", f"{text} %")


def _root(key: str) -> Iterator[str]:
    """`sqrt(2)/2` also as √2/2, 1/√2, 0.5√2: one root beside whole numbers; of others the key's own form alone."""
    found = _ROOT.fullmatch(key)
    if not found:
        return
    sign, times, inside, below = found[1], int(found[2] or 1), int(found[3]), int(found[4] or 1)
    for root in (form.format(inside) for form in _ROOTS):
        for by in ("*", " * ", "·", "") if times > 1 else ("",):
            over = f"{sign}{times}{by}{root}" if times > 1 else f"{sign}{root}"
            yield f"{over}/{below}" if below > 1 else over
        if times == 1 and below == inside:
            yield f"{sign}1/{root}"
        if times == 1 and below > 1:
            yield from (f"{sign}1/{below}*{root}", f"{sign}(1/{below})*{root}", f"{sign}1/{below} {root}")
    square = exact.text(exact.as_rational(times * times * inside) / (below * below))
    yield from (f"{sign}sqrt({square})", f"{sign}√({square})")


def _integer(_part: Part, key: str) -> Iterator[str]:
    yield from _number(_part, key)


def _decimal(part: Part, key: str) -> Iterator[str]:
    """As asked, with more digits of the true value, without zeros that say nothing; with each minus and each comma."""
    known = kind(part.answer)
    value, shown = known.read_key(key), known.display(known.read_key(key)).replace("−", "-")
    places = len(shown.partition(".")[2])
    longer = (
        exact.decimal(exact.rounded(value, more), more, face="text") for more in range(places + 1, places + 5)
    )
    for text in (shown, *longer):
        short = text.rstrip("0").rstrip(".") if "." in text else text
        for way in dict.fromkeys((text, short)):
            bare = re.sub(r"^(-?)0\.", r"\1.", way)
            for spelled in dict.fromkeys((way, bare, way.replace(".", ","))):
                yield from dict.fromkeys((spelled, spelled.replace("-", "−")))
                if not spelled.startswith("-"):
                    yield f"+{spelled}"


def _entries(key: str) -> list[str]:
    return key.removeprefix("[").removesuffix("]").split(",")


_WAYS = {
    "shape": _shape,
    "tokens": _tokens,
    "vector": _vector,
    "exact": _number,
    "integer": _integer,
    "decimal": _decimal,
}

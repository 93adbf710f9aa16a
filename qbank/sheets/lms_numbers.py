"""How people usually type one number: many ways, each of the key's value by construction."""

import re
from collections.abc import Iterable, Iterator

from qbank import exact
from qbank.answers import Kind

MOST_PLACES = 12
"""Decimal places up to which a fraction counts as one that ends."""

LONGER = 4
"""Places beyond those asked to which people type the true value."""

MULTIPLES = (2, 3, 4, 5)
"""By what people expand a fraction that they did not reduce."""

_WHOLE = re.compile(r"-?\d+")
_FRACTION = re.compile(r"-?\d+(?:/[1-9]\d*)?")
_ROOT = re.compile(r"(-?)(?:(\d+)\*)?sqrt\((\d+)\)(?:/(\d+))?")
_ROOTS = ("√{}", "√({})", "sqrt({})", "sqrt{}", "{}^(1/2)", "{}^0.5")
_GROUPED = re.compile(r"[-−+]?[1-9]\d{0,2},\d{3}")


def can_be_listed(key: str) -> bool:
    """Whether the typings of an exact number are few: it is a fraction, or one root beside whole numbers."""
    return bool(_FRACTION.fullmatch(key) or _ROOT.fullmatch(key))


def certain(known: Kind, key: str) -> bool:
    """Whether every typing of the number means it."""
    return known.name in ("integer", "decimal") or (known.name == "exact" and can_be_listed(key))


def ended(value: exact.Value) -> str | None:
    """The value as a decimal that ends after some places; None where it does not."""
    rational = exact.as_rational(value)
    if rational is None:
        return None
    for places in range(MOST_PLACES + 1):
        if exact.rounded(rational, places) == rational:
            return exact.decimal(rational, places, face="text")
    return None


def nearest(value: exact.Value, places: int) -> list[exact.Value]:
    """The multiples of the last place that are no more than half of it off: one, or two around a tie."""
    near = exact.rounded(value, places)
    rational = exact.as_rational(value)
    other = None if rational is None else 2 * rational - near
    tied = other is not None and other != near and exact.rounded(other, places) == other
    return [near, other] if tied and other is not None else [near]


def short(key: str) -> str:
    """A fraction that ends after a few places as that decimal, else as it is."""
    if not _FRACTION.fullmatch(key) or "/" not in key:
        return key
    return ended(_fraction_of(key)) or key


def _whole(_known: Kind, key: str, _value: exact.Value) -> Iterator[str]:
    """Grouped or not, and with zeros behind the point."""
    grouped = f"{int(key):,}"
    yield from _signed((key, grouped, grouped.replace(",", " "), f"{key}.0", f"{key}.00", f"{key}."))


def _exact(known: Kind, key: str, value: exact.Value) -> Iterator[str]:
    """As a fraction, a decimal, with each sort of minus and of root."""
    if _WHOLE.fullmatch(key):
        yield from filter(_is_no_group, _whole(known, key, value))
    elif _FRACTION.fullmatch(key):
        yield from _fraction(key)
    else:
        yield from _either_minus((key, *_root(key)))


def _fraction(key: str) -> Iterator[str]:
    over, _, under = key.partition("/")
    value = _fraction_of(key)
    yield from _signed((key, f"{over} / {under}"))
    yield from _either_minus((f"{over}/ {under}", f"{over} /{under}"))
    if (text := ended(value)) is not None:
        yield from _signed((text, _bare(text)))
        yield from _either_minus(filter(_is_no_group, (text.replace(".", ","),)))
        yield from _either_minus((f"{text}0", *_percent(value)))
        yield from _either_minus((f"{_digits(text)}/{10 ** len(text.partition('.')[2])}",))
    yield from _either_minus(f"{int(over) * by}/{int(under) * by}" for by in MULTIPLES)


def _digits(text: str) -> str:
    """`-25` of `-0.25`."""
    return str(int(text.replace(".", "")))


def _percent(value: exact.Value) -> Iterator[str]:
    text = ended(value * 100)
    yield from (f"{text}%", f"{text} %")


def rational(key: str) -> exact.Value | None:
    """The value of a key that is a whole number or a fraction, which needs no grammar; None for any other."""
    return _fraction_of(key) if _FRACTION.fullmatch(key) else None


def _fraction_of(key: str) -> exact.Value:
    over, _, under = key.partition("/")
    return exact.as_rational(int(over)) / int(under or 1)


def _root(key: str) -> Iterator[str]:
    """`sqrt(2)/2` also as √2/2, 1/√2, 0.5√2: one root beside whole numbers; of others the key's own form alone."""
    found = _ROOT.fullmatch(key)
    if not found:
        return
    sign, times, inside, below = found[1], int(found[2] or 1), int(found[3]), int(found[4] or 1)
    for root in (form.format(inside) for form in _ROOTS):
        for by in ("*", " * ", "·", *([] if root[0].isdigit() else [""])) if times > 1 else ("",):
            over = f"{sign}{times}{by}{root}" if times > 1 else f"{sign}{root}"
            yield f"{over}/{below}" if below > 1 else over
        if times == 1 and below == inside:
            yield f"{sign}1/{root}"
        if times == 1 and below > 1:
            yield from (f"{sign}1/{below}*{root}", f"{sign}(1/{below})*{root}")
    square = exact.text(exact.as_rational(times * times * inside) / (below * below))
    yield from (f"{sign}sqrt({square})", f"{sign}√({square})")


def _decimal(known: Kind, _key: str, value: exact.Value) -> Iterator[str]:
    """As asked, without zeros that say nothing, with a comma; then with more digits of the true value."""
    shown = known.display(value).replace("−", "-")
    if "×" in shown:
        return
    trimmed = _trimmed(shown)
    for way in (shown, trimmed, trimmed if "." in trimmed else f"{trimmed}.0"):
        yield from _signed(filter(_is_no_group, (way, _bare(way), way.replace(".", ","))))
    places = len(shown.partition(".")[2])
    for more in range(places + 1, places + 1 + LONGER):
        text = exact.decimal(exact.rounded(value, more), more, face="text")
        yield from _either_minus((text, _bare(text), _trimmed(text)))


def _trimmed(text: str) -> str:
    """`0.5` of `0.50`."""
    return text.rstrip("0").rstrip(".") if "." in text else text


def _bare(text: str) -> str:
    """`.5` of `0.5`."""
    return re.sub(r"^(-?)0\.", r"\1.", text)


def _is_no_group(text: str) -> bool:
    """`1,234` may be a thousand or one and a bit: nobody knows which was meant."""
    return not _GROUPED.fullmatch(text)


def _signed(texts: Iterable[str]) -> Iterator[str]:
    """Each with either minus where it is negative, and with or without a plus where it is not."""
    for text in texts:
        yield text
        yield text.replace("-", "−") if text.startswith("-") else f"+{text}"


def _either_minus(texts: Iterable[str]) -> Iterator[str]:
    for text in texts:
        yield text
        if "-" in text:
            yield text.replace("-", "−")


WAYS = {"integer": _whole, "exact": _exact, "decimal": _decimal}

"""Which values make sense for a parameter, learned from those that the template itself would draw.

`solve` and `audit` take parameters that no question would have. But where all of a template's own values count
something, a negative one or a half counts nothing, however well every witness may agree on what comes out.
"""

from collections.abc import Iterator
from typing import Any

from qbank.author.params import Domain, ListOf, OneOf, Range, Value
from qbank.exact import Whole


def strange(domain: Domain, value: Value) -> str | None:
    """What is wrong with a value's sort; None where it is one like the template's own."""
    own, given = list(_numbers(domain)), list(_flat(value))
    if not own or not given or not all(_is_number(number) for number in given):
        return None
    whole = all(isinstance(number, Whole) for number in own)
    if not whole and min(own) >= 0 and max(own) < 1 and not 0 <= min(given) <= max(given) <= 1:
        return "only numbers from 0 to 1 have a meaning here"
    if isinstance(value, tuple):  # data, such as queries and keys
        return None
    if min(own) >= 0 and min(given) < 0:
        return "no negative number has a meaning here"
    if isinstance(domain, Range) and not all(isinstance(number, Whole) for number in given):
        return "only whole numbers have a meaning here"
    return None


def _numbers(domain: Any) -> Iterator[Any]:
    """All numbers of a domain's values, or the first and the last of a range."""
    if isinstance(domain, Range):
        yield from (Whole(domain.first), Whole(domain.last))
    elif isinstance(domain, ListOf):
        yield from _numbers(domain.of)
    elif isinstance(domain, OneOf):
        yield from (number for value in domain.values for number in _flat(value) if _is_number(number))


def _flat(value: Any) -> Iterator[Any]:
    if isinstance(value, tuple):
        for item in value:
            yield from _flat(item)
    else:
        yield value


def _is_number(value: Any) -> bool:
    return not isinstance(value, (str, bool)) and hasattr(value, "__lt__") and hasattr(value, "__truediv__")

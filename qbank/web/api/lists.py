"""Lists in parts, none of them longer than was asked for."""

from collections.abc import Callable, Iterable
from typing import Annotated, TypeVar

from fastapi import Path, Query
from pydantic import BaseModel

from qbank import limits
from qbank.web.api.forms import Page

Item = TypeVar("Item", bound=BaseModel)

Name = Annotated[str, Path(max_length=limits.NAME_CHARACTERS, description="a name that the service gave")]
Size = Annotated[int, Query(ge=1, le=limits.PAGE_ROWS, description="how many at most")]
Cursor = Annotated[
    str,
    Query(max_length=limits.NAME_CHARACTERS, description="`next` of the part before, empty for the first"),
]
SIZE = 50


def page(found: list[Item], size: int, name: Callable[[Item], str]) -> Page[Item]:
    """The part, of one item more than it may have where there are more."""
    more = len(found) > size
    return Page(items=found[:size], next=name(found[size - 1]) if more else None)


def part(every: Iterable[Item], after: str, size: int, name: Callable[[Item], str]) -> Page[Item]:
    """The part of a list that is at hand as a whole, in the order of the names."""
    behind = sorted((item for item in every if name(item) > after), key=name)
    return page(behind[: size + 1], size, name)

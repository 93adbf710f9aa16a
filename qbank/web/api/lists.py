"""Lists in parts, none of them longer than was asked for."""

from collections.abc import Callable, Iterable
from typing import Annotated, Any, TypeVar

from fastapi import Path, Query
from pydantic import BaseModel
from sqlalchemy import Column, Connection, select

from qbank import limits
from qbank.web.api.forms import Page
from qbank.web.base.refusals import Refusal

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


def part(
    every: Iterable[Item], after: str, size: int, name: Callable[[Item], str], *, in_order: bool = False
) -> Page[Item]:
    """The part of a list that is at hand as a whole: in the order of the names, or in its own.

    Raises Refusal(422) where no item is called `after`.
    """
    found = list(every) if in_order else sorted(every, key=name)
    names = [name(item) for item in found]
    if after and after not in names:
        raise _unknown()
    start = names.index(after) + 1 if after else 0
    return page(found[start : start + size + 1], size, name)


def demand(connection: Connection, column: Column[Any], after: str) -> None:
    """Raise Refusal(422) for a cursor that no row has: a program would take it for the end of the list."""
    if after and connection.scalar(select(column).where(column == after)) is None:
        raise _unknown()


def _unknown() -> Refusal:
    return Refusal(422, "after: this is the `next` of no part. Begin without it.", field="after")

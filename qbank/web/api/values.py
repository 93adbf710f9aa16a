"""Numbers and texts as programs send and get them: bounded, and never of another kind than the document says."""

from typing import Annotated

from pydantic import AfterValidator, Strict, StringConstraints

from qbank import limits
from qbank.web.base import characters

Typed = Annotated[str, StringConstraints(max_length=limits.FIELD_CHARACTERS)]


def line_of(most: int) -> AfterValidator:
    """A line of text of so many characters, without blanks around it."""

    def line(text: str) -> str:
        found = " ".join(text.split())
        if said := characters.why_no_line(found, 1, most):
            raise ValueError(said.rstrip("."))
        return found

    return AfterValidator(line)


def _rounded(value: float) -> float:
    return round(value, 9)


Points = Annotated[float, AfterValidator(_rounded)]
"""Sums of shares without the last digits' noise, as the files of grades have them."""

Whole = Annotated[int, Strict()]
Flag = Annotated[bool, Strict()]

Line = Annotated[str, line_of(limits.TITLE_CHARACTERS)]
PartName = Annotated[str, StringConstraints(max_length=limits.NAME_CHARACTERS)]

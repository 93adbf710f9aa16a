"""The picture of a variant as its bank line holds it, and whether it can be drawn and keeps the key to itself."""

import re
from collections.abc import Mapping
from typing import Any

from qbank import exact, pictures
from qbank.author.prove import FAULTS, Candidate, describe
from qbank.author.solver import call
from qbank.errors import QbankError
from qbank.question import Part, Question

FIELDS = ("draw", "data", "alt")
_TRUTH = ("true", "false")
_SMALL = re.compile(r"\d{1,2}")  # a number that names rows and steps in any description


def figure_of(candidate: Candidate) -> dict[str, Any] | None:
    """The variant's figure as plain JSON, None where its solver declares none. Raises QbankError for what is none."""
    function = candidate.template.solver.picture
    if function is None:
        return None
    where = f"{candidate.template.file}:{function.__code__.co_firstlineno}: {function.__name__}"
    try:
        figure = _plain(call(function, candidate.known), where)
    except FAULTS as error:
        found = f"{describe(candidate.variant)}: {type(error).__name__}: {error}"
        raise QbankError(found, where=where) from error
    if not isinstance(figure, dict) or sorted(figure) != sorted(FIELDS):
        raise QbankError("a figure is {draw, data, alt} and nothing else", where=where)
    return figure


def faults(question: Question) -> str | None:
    """The first thing that is wrong with a question's picture: it cannot be drawn, or it tells the key."""
    if question.figure is None:
        return None
    try:
        alt, said = pictures.alt(question.figure), pictures.said(question.figure)
    except QbankError as error:
        return str(error)
    for part in question.parts:
        asked = f"{question.prompt} {part.ask}"
        for secret in _secrets(part):
            if _names(asked, secret):
                continue
            if any(_names(text, secret) for text in said):
                return f"the drawing tells {part.name or 'the answer'}: {secret}"
            if not _SMALL.fullmatch(secret) and _names(alt, secret):
                return f"the alt text tells {part.name or 'the answer'}: {secret}"
    return None


def _secrets(part: Part) -> list[str]:
    """What must not be read in the picture: the key as it is shown, or the texts of the right options."""
    if part.options is None:
        return [part.display]
    letters = (part.key,) if isinstance(part.key, str) else part.key
    return [text for letter in letters if (text := part.options[letter]).casefold() not in _TRUTH]


def _names(text: str, secret: str) -> bool:
    """Whether the text holds the secret as words or a number of its own, not as a piece of a longer one."""
    return bool(re.search(rf"(?<![\w.,−-]){re.escape(secret)}(?![\w]|[.,]\d)", text, re.IGNORECASE))


def _plain(value: Any, where: str) -> Any:
    """JSON's own values; exact numbers as text."""
    if isinstance(value, Mapping):
        return {str(name): _plain(item, where) for name, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item, where) for item in value]
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, float):
        raise QbankError(f"the figure holds the float {value}", where=where, hint="write decimal(x, 2)")
    return int(value) if isinstance(value, int) else exact.text(value)

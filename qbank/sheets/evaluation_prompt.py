"""What a language model is asked: a question in plain Markdown, and how its answer is to be given.

A picture is told by its alternative text, which says all that can be seen on it.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from qbank.question import Part, Question
from qbank.sheets.sheet import Slot, letters, options_of

OPENING = "### Question"
"""What every prompt begins with; a model that goes on to write another question is stopped there."""

_WITHOUT_NUMBERS = ("choice", "choices", "tokens")


def prompt(slot: Slot, question: Question) -> str:
    """The question, its parts with their options, and the lines to end with."""
    return "\n\n".join(filter(None, _blocks(slot, question)))


def _blocks(slot: Slot, question: Question) -> Iterator[str]:
    names = [""] if slot.parts == ("",) else letters(len(slot.parts))
    labelled = list(zip(names, question.parts, strict=True))
    yield OPENING
    yield question.prompt.strip()
    if question.figure is not None:
        yield f"[Picture: {question.figure['alt']}]"
    for name, part in labelled:
        yield f"({name}) {part.ask}".strip() if name else part.ask
        yield "\n".join(f"- {letter}. {_inside(text)}" for letter, text in options_of(slot, part))
    what = "these lines" if len(labelled) > 1 else "this line"
    numbers = any(part.answer["kind"] not in _WITHOUT_NUMBERS for part in question.parts)
    yield (
        f"End your reply with {what}, and put the answer in place of what stands in angle brackets."
        f"{' Write numbers with a decimal point and without commas in them.' if numbers else ''}"
    )
    yield "\n".join(f"Answer{f' ({name})' if name else ''}: <{manner(part)}>" for name, part in labelled)


def manner(part: Part) -> str:
    """How a part is answered, in a few words."""
    unit = f", in {part.unit}" if part.unit else ""
    return f"{_manner(part.answer)}{unit}"


def _manner(answer: Mapping[str, Any]) -> str:
    names = " and ".join(
        filter(None, (", ".join(answer.get("names", [])[:-1]), *answer.get("names", [])[-1:]))
    )
    said = {
        "integer": "a whole number",
        "exact": "an exact number, such as -3/4 or sqrt(2)/2",
        "expression": f"a formula in {names}",
        "shape": f"a shape, such as [4, 2, 8]{f', that may name {names}' if names else ''}",
        "tokens": "the tokens in their order, in square brackets with commas between them",
        "choice": "the letter of the right option",
        "choices": "the letters of all right options with commas between them, or none",
    }
    kind = answer["kind"]
    if kind == "decimal":
        return _digits(answer)
    if kind in ("vector", "matrix"):
        return _entries(answer)
    return said[kind]


def _digits(answer: Mapping[str, Any]) -> str:
    if "figures" in answer:
        return f"a number to {_count(answer['figures'], 'significant digit')}"
    return (
        f"a number to {_count(answer['places'], 'decimal')}" if answer["places"] else "a rounded whole number"
    )


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _entries(answer: Mapping[str, Any]) -> str:
    list_of = (
        "a list, such as [1, 2]" if answer["kind"] == "vector" else "a list of rows, such as [[1, 2], [3, 4]]"
    )
    infinite = " or inf or -inf" if answer.get("infinite") else ""
    return f"{list_of}; each entry {_manner(answer['of'])}{infinite}"


def _inside(text: str) -> str:
    return text.strip().replace("\n", "\n  ")

"""Jupyter notebooks: the student's collects answers in a file to hand in, the solutions check them on the spot.

No key is in the student's copy, in whatever disguise: a digest of a short answer is soon guessed.
"""

import json
from base64 import b64encode
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Literal

from qbank import markup, pictures
from qbank.errors import QbankError
from qbank.labels import Labels, passage
from qbank.question import Json, Part, Question
from qbank.sheets import carry, ipynb_code, markdown, wording
from qbank.sheets.sheet import Sheet, Slot, labels_of, letters

PAPER = False

objection = carry.problem

_INTRODUCTION = (
    passage(
        "Write each answer between the quotes of its cell and run the cell. The last cell writes them all to "
        "`answers.csv`, which you hand in."
    ),
    passage(
        "For the teacher: `qbank check answers.csv --bank FOLDER` grades it, where FOLDER is the bank of these "
        "questions."
    ),
)
_SOLUTIONS = passage("For the teacher. The cells check answers with qbank itself (`pip install qbank`).")
_METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def compose(sheet: Sheet, questions: Sequence[Question]) -> dict[str, str]:
    """The student's notebook, and one with keys, explanations and known mistakes."""
    pairs = list(zip(sheet.slots, questions, strict=True))
    labels = sheet.look.labels
    asked = [cell for pair in pairs for cell in _asked(*pair, labels)]
    solved = [cell for pair in pairs for cell in _solved(*pair, labels)]
    introduction = map(labels.say, _INTRODUCTION)
    return {
        "": _notebook(
            _text("title", "\n\n".join([_heading(sheet.title, sheet.title), *introduction])),
            _code("start", ipynb_code.START),
            *asked,
            _code("collect", ipynb_code.collect(labels)),
        ),
        "-solutions": _notebook(
            _text(
                "title",
                f"{_heading(sheet.title, wording.solutions_title(sheet))}\n\n{labels.say(_SOLUTIONS)}",
            ),
            _code("start", ipynb_code.CHECK),
            *solved,
        ),
    }


def _heading(title: str, said: str) -> str:
    """What is said of the title. Raises QbankError where the title cannot be shown."""
    if found := markup.problems(markup.literal(title)):
        raise QbankError(f"the title: {found[0]}", hint="leave it out")
    return f"# {markdown.heading(said)}"


def _asked(slot: Slot, question: Question, labels: Labels) -> Iterator[Json]:
    """The question's cells: prompt, then for each part what it asks and room for the answer."""
    yield _text(question.id, _head(slot, question, labels))
    for place, name, part in _parts(slot, question):
        if asks := _asks(place, part, slot, labels):
            yield _text(f"{place}-ask", asks)
        yield _code(f"{place}-answer", ipynb_code.room(name))


def _solved(slot: Slot, question: Question, labels: Labels) -> Iterator[Json]:
    """The same with answers that are checked, then explanation, known mistakes and proof."""
    yield _text(question.id, _head(slot, question, labels))
    for place, _, part in _parts(slot, question):
        if asks := _asks(place, part, slot, labels):
            yield _text(f"{place}-ask", asks)
        yield _code(f"{place}-answer", ipynb_code.checked(part, slot.corrections.get(part.name, ())))
        if part.mistakes:
            yield _code(f"{place}-mistakes", ipynb_code.MISTAKES)
    yield _text(f"{question.id}-solution", _solution(slot, question, labels))


def _head(slot: Slot, question: Question, labels: Labels) -> str:
    worth = markup.literal(wording.points(slot.points, labels))
    head = f"## {slot.number}. ({worth})\n\n{question.prompt}"
    return head + "".join(f"\n\n{image}" for image in _image(question))


def _image(question: Question) -> Iterator[str]:
    """Its picture in the text itself: notebooks show SVG as an image, and not as a part of the text."""
    for _, svg in carry.drawn([question]):
        said = markup.literal(pictures.alt(question.figure or {})).replace("[", "\\[").replace("]", "\\]")
        yield f"![{said}](data:image/svg+xml;base64,{b64encode(svg.encode('utf-8')).decode('ascii')})"


def _parts(slot: Slot, question: Question) -> Iterator[tuple[str, str, Part]]:
    """Each part with the beginning of its cells' ids, and its name in a table of answers."""
    places = [f"{question.id}-{letter}" for letter in letters(len(slot.parts))]
    return zip(places, slot.names().values(), question.parts, strict=True)


def _asks(place: str, part: Part, slot: Slot, labels: Labels) -> str:
    """What the part asks, its options under their stored letters: a table of answers knows no others."""
    label = "" if slot.parts == ("",) else f"**({place[-1]})**"
    options = [f"- **{letter}.** {_inside(text)}" for letter, text in sorted((part.options or {}).items())]
    unit = markup.literal(labels.say("Unit: {unit}", unit=part.unit)) if part.unit else ""
    return "\n\n".join(filter(None, [label, part.ask, "\n".join(options), unit]))


def _solution(slot: Slot, question: Question, labels: Labels) -> str:
    stored = replace(slot, options=None)  # by whose letters a notebook goes
    marked = list(zip([label and f"**{label}** " for label in labels_of(slot)], question.parts, strict=True))
    answers = [
        f"{mark}**{markup.literal(labels.say('Answer:'))} {markup.literal(_shown(part.key, part, labels))}**"
        f" {markup.literal(wording.solution_corrections(stored, part, labels))}".rstrip()
        for mark, part in marked
    ]
    mistakes = [
        f"- {mark}{markup.literal(_shown(mistake.key, part, labels, mistake.display))}: "
        f"{_inside(wording.feedback(mistake, labels))}"
        for mark, part in marked
        for mistake in part.mistakes
    ]
    known = "\n".join([markup.literal(labels.say("Known mistakes:")), "", *mistakes]) if mistakes else ""
    proof = f"*{markup.literal(wording.proof(question.proof, labels))}* `{question.id}`"
    return "\n\n".join(filter(None, [*answers, question.explanation, known, proof]))


def _shown(key: str | tuple[str, ...], part: Part, labels: Labels, display: str | None = None) -> str:
    if part.options is not None:
        return ipynb_code.typed(part, key, "") or labels.say("none")
    return display or part.answered


def _inside(text: str) -> str:
    """The text as the content of a list item."""
    return text.strip().replace("\n", "\n  ")


def _text(name: str, source: str) -> Json:
    return _cell("markdown", name, source)


def _code(name: str, source: str) -> Json:
    return {**_cell("code", name, source), "execution_count": None, "outputs": []}


def _cell(kind: Literal["markdown", "code"], name: str, source: str) -> Json:
    return {"cell_type": kind, "id": name, "metadata": {}, "source": source.splitlines(keepends=True)}


def _notebook(*cells: Json) -> str:
    notebook = {"cells": list(cells), "metadata": _METADATA, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(notebook, ensure_ascii=False, indent=1, sort_keys=True) + "\n"

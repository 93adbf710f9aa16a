"""Both faces of a card, as HTML with mathematics that Anki's MathJax finds."""

import re
from collections.abc import Iterator
from html import escape

from qbank.labels import ENGLISH, Labels
from qbank.question import Part, Question
from qbank.sheets import carry, wording
from qbank.sheets.html_text import delimited, html, inline
from qbank.sheets.sheet import Slot, letters, options_of

_COMMAND = re.compile(r"\[(?=(?:sound:|anki:|/?latex\]|/?\$+\]))", re.IGNORECASE)


def faces(slot: Slot, question: Question, labels: Labels = ENGLISH) -> tuple[str, str]:
    """What is asked, and what is right. Raises QbankError for what has no place in HTML."""
    return "".join(_front(slot, question)), "".join(_back(slot, question, labels))


def _front(slot: Slot, question: Question) -> Iterator[str]:
    yield _blocks(question.prompt)
    yield from carry.drawing(question)
    for label, part in _labelled(slot, question):
        if label or part.ask:
            yield f"<div>{label}{_line(part.ask)}</div>"
        if part.options is not None:
            shown = (f"<div><b>{letter}.</b> {_line(text)}</div>" for letter, text in options_of(slot, part))
            yield f'<div class="options">{"".join(shown)}</div>'


def _back(slot: Slot, question: Question, labels: Labels) -> Iterator[str]:
    labelled = list(_labelled(slot, question))
    for label, part in labelled:
        yield f'<div class="right">{label}{_answer(slot, part, labels)}</div>'
    yield _blocks(question.explanation)
    mistakes = [item for label, part in labelled for item in _mistakes(label, slot, part, labels)]
    if mistakes:
        yield f"<p>{_text(labels.say('Known mistakes:'))}</p><ul>{''.join(mistakes)}</ul>"
    yield f'<p class="note">{_text(wording.proof(question.proof, labels))} {_text(question.id)}</p>'


def _answer(slot: Slot, part: Part, labels: Labels) -> str:
    right = wording.right_option(slot, part)
    text = f". {_line(right)}" if right else ""
    said = _text(wording.solution_corrections(slot, part, labels))
    return _text(wording.answer(slot, part, labels)) + text + said


def _mistakes(label: str, slot: Slot, part: Part, labels: Labels) -> Iterator[str]:
    for mistake in part.mistakes:
        wrong = _text(wording.wrong_answer(slot, part, mistake, labels))
        yield f"<li>{label}{wrong}: {_line(wording.feedback(mistake, labels))}</li>"


def _labelled(slot: Slot, question: Question) -> Iterator[tuple[str, Part]]:
    single = slot.parts == ("",)
    names = [""] if single else [f"<b>({letter})</b> " for letter in letters(len(slot.parts))]
    return zip(names, question.parts, strict=True)


def _blocks(text: str) -> str:
    return _unread(html(text, delimited))


def _line(text: str) -> str:
    return _unread(inline(text, delimited))


def _text(text: str) -> str:
    return _unread(escape(text, quote=False))


def _unread(written: str) -> str:
    """With the brackets spelled out that Anki would take for a recording or for its own LaTeX."""
    return _COMMAND.sub("&#91;", written)

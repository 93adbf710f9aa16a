"""What a Canvas question says: its text with the gaps in it, and what is said about an answer."""

from collections.abc import Iterator, Sequence
from html import escape

from qbank import pictures
from qbank.question import Mistake, Part, Question
from qbank.sheets import carry, wording
from qbank.sheets.lms_text import blocks, line
from qbank.sheets.lms_words import typed
from qbank.sheets.qti12_xml import escaped
from qbank.sheets.sheet import Slot, letters

FILES = "%24IMS-CC-FILEBASE%24"
"""What stands in an address for the folder of a course's files: `$IMS-CC-FILEBASE$`, escaped as Canvas writes it."""

DECIMALS = "Type each number in digits, as in -0.25."
"""Said where Canvas has a gap for a rounded number, in which it compares texts."""

Names = Sequence[Sequence[str]]
"""The names of a part's gaps as they stand, row by row."""


def body(question: Question, names: Sequence[Names]) -> str:
    """The question's text; `names` holds each part's gaps, none where Canvas has a place of its own for answers."""
    return "".join(_blocks(question, names))


def _blocks(question: Question, names: Sequence[Names]) -> Iterator[str]:
    yield blocks(question.prompt)
    if question.figure is not None:
        yield f'<p><img src="{FILES}/{carry.picture_file(question, "svg")}" alt="{_alt(question.figure)}"></p>'
    for label, part, rows in zip(labels(question), question.parts, names, strict=True):
        yield _labelled(label, blocks(part.ask))
        yield _how(part, rows)
        if rows:
            yield _gaps(rows, part.unit)
        elif part.unit:
            yield paragraph(f"Answer in {part.unit}.")


def _how(part: Part, rows: Names) -> str:
    """How to type what Canvas compares letter by letter, as a paragraph; empty where that needs no word."""
    kind = part.answer["kind"]
    listed = kind in ("vector", "matrix")
    said = typed(part, whole=not listed)
    if rows and "decimal" in (kind, listed and part.answer["of"]["kind"]):
        said = DECIMALS
    return f"<p><em>{said}</em></p>" if said else ""


def _alt(figure: pictures.Figure) -> str:
    return escape(pictures.alt(figure), quote=True)


def labels(question: Question) -> list[str]:
    """`(a)`, `(b)`, … for the parts, or one empty label where there is one part."""
    count = len(question.parts)
    return [""] if count == 1 else [f"({letter})" for letter in letters(count)]


def prefix(question: Question) -> str:
    """What the names of the gaps begin with: nothing that stands in brackets in the question's own texts."""
    seen = [pictures.alt(question.figure)] if question.figure is not None else []
    texts = " ".join([question.prompt, *seen, *(part.ask for part in question.parts)])
    found = "answer"
    while f"[{found}" in texts:
        found += "_"
    return found


def paragraph(text: str) -> str:
    """Plain text as a paragraph."""
    return f"<p>{escaped(text)}</p>"


def _gaps(rows: Names, unit: str | None) -> str:
    """One gap in a line, several in a table."""
    if len(rows) == len(rows[0]) == 1:
        return paragraph(f"[{rows[0][0]}] {unit or ''}".rstrip())
    lines = ("".join(f"<td>[{name}]</td>" for name in row) for row in rows)
    return f"<table><tbody>{''.join(f'<tr>{cells}</tr>' for cells in lines)}</tbody></table>"


def _labelled(label: str, written: str) -> str:
    if not label:
        return written
    bold = f"<p><strong>{label}</strong>"
    return f"{bold} {written[3:]}" if written.startswith("<p>") else f"{bold}</p>{written}"


def explanation(slot: Slot, question: Question) -> str:
    """The worked explanation, with the answers before it and what was corrected."""
    answers = [
        f"{label} Answer: {wording.answer(slot, part)}{wording.corrections(slot, part)}".strip()
        for label, part in zip(labels(question), question.parts, strict=True)
        if part.options is None or slot.corrections.get(part.name)
    ]
    return "".join(map(paragraph, answers)) + blocks(question.explanation)


def known_mistakes(slot: Slot, question: Question) -> str:
    """The known mistakes with their feedback, for types that have no place for them one by one; may be empty."""
    labelled = zip(labels(question), question.parts, strict=True)
    found = [(label, part, mistake) for label, part in labelled for mistake in part.mistakes]
    if not found:
        return ""
    said = "".join(_mistake(slot, *known) for known in found)
    return f"<p>Known mistakes:</p><ul>{said}</ul>"


def _mistake(slot: Slot, label: str, part: Part, mistake: Mistake) -> str:
    wrong = escaped(f"{label} {wording.wrong_answer(slot, part, mistake)}:".strip())
    return f"<li><strong>{wrong}</strong> {line(mistake.feedback)}</li>"

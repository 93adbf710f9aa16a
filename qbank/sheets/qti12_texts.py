"""What a Canvas question says: its text with the gaps in it, and what is said about an answer."""

from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import Element, tostring

from qbank.question import Mistake, Part, Question
from qbank.sheets import html_text, wording
from qbank.sheets.qti12_xml import add
from qbank.sheets.sheet import Slot, letters

Names = Sequence[Sequence[str]]
"""The names of a part's gaps as they stand, row by row."""


def html(text: str) -> str:
    r"""A text of the question as HTML, its mathematics between `\(` and `\)`."""
    return html_text.html(text, html_text.delimited)


def body(question: Question, names: Sequence[Names]) -> str:
    """The question's text; `names` holds each part's gaps, none where Canvas has a place of its own for answers."""
    return "".join(_blocks(question, names))


def _blocks(question: Question, names: Sequence[Names]) -> Iterator[str]:
    yield html(question.prompt)
    for label, part, rows in zip(labels(question), question.parts, names, strict=True):
        yield _labelled(label, html(part.ask))
        if rows:
            yield tostring(_gaps(rows, part.unit), encoding="unicode")
        elif part.unit:
            yield tostring(paragraph(f"Answer in {part.unit}."), encoding="unicode")


def labels(question: Question) -> list[str]:
    """`(a)`, `(b)`, … for the parts, or one empty label where there is one part."""
    count = len(question.parts)
    return [""] if count == 1 else [f"({letter})" for letter in letters(count)]


def prefix(question: Question) -> str:
    """What the names of the gaps begin with: nothing that stands in brackets in the question's own texts."""
    texts = " ".join([question.prompt, *(part.ask for part in question.parts)])
    found = "answer"
    while f"[{found}" in texts:
        found += "_"
    return found


def paragraph(text: str) -> Element:
    """Plain text as a paragraph."""
    written = Element("p")
    written.text = text
    return written


def _gaps(rows: Names, unit: str | None) -> Element:
    """One gap in a line, several in a table."""
    if len(rows) == len(rows[0]) == 1:
        return paragraph(f"[{rows[0][0]}] {unit or ''}".rstrip())
    table = Element("table")
    inside = add(table, "tbody")
    for row in rows:
        cells = add(inside, "tr")
        for name in row:
            add(cells, "td", f"[{name}]")
    return table


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
    said = "".join(tostring(paragraph(answer), encoding="unicode") for answer in answers)
    return said + html(question.explanation)


def known_mistakes(slot: Slot, question: Question) -> str:
    """The known mistakes with their feedback, for types that have no place for them one by one; may be empty."""
    labelled = zip(labels(question), question.parts, strict=True)
    found = [(label, part, mistake) for label, part in labelled for mistake in part.mistakes]
    if not found:
        return ""
    said = "".join(_mistake(slot, *known) for known in found)
    return f"{tostring(paragraph('Known mistakes:'), encoding='unicode')}<ul>{said}</ul>"


def _mistake(slot: Slot, label: str, part: Part, mistake: Mistake) -> str:
    wrong = Element("strong")
    wrong.text = f"{label} {wording.wrong_answer(slot, part, mistake)}:".strip()
    feedback = html_text.inline(mistake.feedback, html_text.delimited)
    return f"<li>{tostring(wrong, encoding='unicode')} {feedback}</li>"

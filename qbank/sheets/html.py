"""A paper for the browser: questions, key, worked solutions; or practice in one file, which needs no server."""

from base64 import b64encode
from collections.abc import Iterator, Sequence
from html import escape

from qbank.labels import Labels
from qbank.question import Mistake, Part, Question
from qbank.sheets import carry, wording
from qbank.sheets.html_text import html, inline, mathml
from qbank.sheets.page import PRACTICE, by_itself, page
from qbank.sheets.sheet import Sheet, Slot, labels_of, options_of

PAPER = True

objection = carry.problem

_IMAGES = {
    b"\x89PNG": "png",
    b"\xff\xd8\xff": "jpeg",
    b"<svg": "svg+xml",
    b"<?xml": "svg+xml",
}
"""An image's sort by its first bytes."""


def compose(sheet: Sheet, questions: Sequence[Question]) -> dict[str, str]:
    """The three papers; the first is for practice where the sheet is to be interactive."""
    pairs = list(zip(sheet.slots, questions, strict=True))
    practised, labels = sheet.look.interactive, sheet.look.labels
    asked = [_practised(*pair, labels) if practised else _asked(*pair, labels) for pair in pairs]
    solved = [_solved(*pair, labels) for pair in pairs]
    key = [_head(labels), "<tbody>", *(row for pair in pairs for row in _key(*pair, labels)), "</tbody>"]
    return {
        "": page(sheet, sheet.title, [*_opening(sheet), *asked], PRACTICE if practised else ""),
        "-key": page(sheet, wording.key_title(sheet), ["<table>", *key, "</table>"]),
        "-solutions": page(sheet, wording.solutions_title(sheet), solved),
    }


def _head(labels: Labels) -> str:
    titles = (labels.say("Question"), labels.say("Answer"), labels.say("Id"))
    cells = "".join(f'<th scope="col">{escape(title)}</th>' for title in titles)
    return f"<thead><tr>{cells}</tr></thead>"


def _opening(sheet: Sheet) -> Iterator[str]:
    """Logo, course and date, lines to fill in, instructions."""
    look = sheet.look
    if look.logo is not None:
        yield f'<img class="logo" alt="" src="{_data(look.logo)}">'
    said = " · ".join(filter(None, (escape(look.course), escape(look.date))))
    if said:
        yield f'<p class="course"{by_itself(said, look.labels)}>{said}</p>'
    if not look.interactive:
        blank = '<span class="blank"></span>'
        name = escape(look.name) or blank
        names, dates, points = map(escape, wording.to_fill_in(look.labels))
        yield (
            f'<p class="fill"><span>{names} {name}</span> <span>{dates} {blank}</span> '
            f"<span>{points} {blank} / {sheet.points}</span></p>"
        )
    if look.instructions:
        runs = by_itself(look.instructions, look.labels)
        yield f'<div class="instructions"{runs}>{html(look.instructions, mathml)}</div>'


def sort_of(image: bytes) -> str | None:
    """`png`, `jpeg` or `svg+xml`; None for what no paper shows."""
    return next((name for start, name in _IMAGES.items() if image.lstrip().startswith(start)), None)


def _data(image: bytes) -> str:
    """An image as an address that holds it, so that the paper stays one file."""
    return f"data:image/{sort_of(image) or 'png'};base64,{b64encode(image).decode('ascii')}"


def _question(slot: Slot, question: Question, labels: Labels, below: Sequence[str], after: str = "") -> str:
    """The prompt and its parts, each with what stands below it."""
    worth = _said(wording.points(slot.points, labels), labels)
    title = f'<h2>{slot.number}. <span class="points">({worth})</span></h2>'
    parts = [
        f'<div class="part">{_labelled(label, html(part.ask, mathml))}{under}</div>'
        for label, part, under in zip(_labels(slot), question.parts, below, strict=True)
    ]
    spoken = carry.language(question, labels)
    runs = f' lang="{spoken}" dir="ltr"' if labels.language != "en" else ""
    return "\n".join([f'<section class="question" id="{question.id}"{runs}>', title, html(question.prompt, mathml),
                      *carry.drawing(question), *parts, after, "</section>"])  # fmt: skip


def _said(label: str, labels: Labels) -> str:
    """A label among the question's own words, in its own language."""
    said = escape(label)
    return f'<span lang="{labels.language}">{said}</span>' if labels.language != "en" else said


def _labelled(label: str, written: str) -> str:
    """The label in the first paragraph, if the text begins with one."""
    return f"<p>{label} {written[3:]}" if label and written.startswith("<p>") else label + written


def _labels(slot: Slot) -> list[str]:
    return [label and f'<span class="label">{label}</span>' for label in labels_of(slot)]


def _asked(slot: Slot, question: Question, labels: Labels) -> str:
    return _question(slot, question, labels, [_room(slot, part, labels) for part in question.parts])


def _room(slot: Slot, part: Part, labels: Labels) -> str:
    """Options with a bubble before each, or a line for the answer."""
    if part.options is None:
        said, unit = _said(labels.say("Answer:"), labels), escape(part.unit or "")
        return f'<p class="answer">{said} <span class="blank"></span> {unit}</p>'
    return _options(slot, part)


def _options(slot: Slot, part: Part) -> str:
    shape = "box" if part.answer["kind"] == "choices" else "bubble"
    items = (
        f'<li><span class="{shape}" aria-hidden="true"></span> <b>{letter}.</b> {inline(text, mathml)}</li>'
        for letter, text in options_of(slot, part)
    )
    return f'<ul class="options">{"".join(items)}</ul>' if part.options else ""


def _solved(slot: Slot, question: Question, labels: Labels) -> str:
    options = [_options(slot, part) for part in question.parts]
    return _question(slot, question, labels, options, _solution(slot, question, labels))


def _solution(slot: Slot, question: Question, labels: Labels) -> str:
    """Answers, explanation, known mistakes, and who confirmed the key."""
    labelled = list(zip(_labels(slot), question.parts, strict=True))
    answers = [
        f"<p>{label} <strong>{_said(labels.say('Answer:'), labels)} {_answer(slot, part, labels)}</strong>"
        f"{_said(wording.solution_corrections(slot, part, labels), labels)}</p>"
        for label, part in labelled
    ]
    mistakes = [
        _known(slot, part, mistake, labels, label) for label, part in labelled for mistake in part.mistakes
    ]
    known = (
        [f"<p>{_said(labels.say('Known mistakes:'), labels)}</p><ul>", *mistakes, "</ul>"] if mistakes else []
    )
    proof = f'<p class="proof">{_said(wording.proof(question.proof, labels), labels)} <code>{question.id}</code></p>'
    return "\n".join(
        ['<div class="solution">', *answers, html(question.explanation, mathml), *known, proof, "</div>"]
    )


def _answer(slot: Slot, part: Part, labels: Labels) -> str:
    right = wording.right_option(slot, part)
    return escape(wording.answer(slot, part, labels)) + (f". {inline(right, mathml)}" if right else "")


def _key(slot: Slot, question: Question, labels: Labels) -> Iterator[str]:
    runs = ' dir="ltr"' if labels.direction == "rtl" else ""
    for (number, name), part in zip(slot.names().items(), question.parts, strict=True):
        answer = escape(wording.in_key(slot, question, part, labels))
        yield f'<tr><th scope="row">{number}</th><td{runs}>{answer}</td><td><code>{name}</code></td></tr>'


# Practice


def _practised(slot: Slot, question: Question, labels: Labels) -> str:
    """A question that answers back: each option its feedback, a free answer a reveal; the explanation below."""
    numbered = zip(slot.names(), question.parts, strict=True)
    below = [_answered(number, slot, question, part, labels) for number, part in numbered]
    worked = _reveal(labels.say("Worked solution"), html(question.explanation, mathml), labels)
    return _question(slot, question, labels, below, worked)


def _answered(number: str, slot: Slot, question: Question, part: Part, labels: Labels) -> str:
    if part.options is not None:
        return _choosable(slot, question, part, labels)
    known = "".join(_known(slot, part, mistake, labels) for mistake in part.mistakes)
    listed = f"<p>{_said(labels.say('Known mistakes:'), labels)}</p><ul>{known}</ul>" if known else ""
    noted = _said(wording.solution_corrections(slot, part, labels), labels)
    right = f"<p><strong>{_answer(slot, part, labels)}</strong>{noted}</p>{listed}"
    aloud = escape(labels.say("Answer to {number}", number=number))
    typed = f'<input type="text" autocomplete="off" aria-label="{aloud}">'
    line = f"{_said(labels.say('Answer:'), labels)} {typed} {escape(part.unit or '')}"
    return f'<p class="answer">{line}</p>{_reveal(labels.say("Answer"), right, labels)}'


def _known(slot: Slot, part: Part, mistake: Mistake, labels: Labels, label: str = "") -> str:
    wrong = escape(wording.wrong_answer(slot, part, mistake, labels))
    return f"<li>{label} {wrong}: {inline(wording.feedback(mistake, labels), mathml)}</li>"


def _choosable(slot: Slot, question: Question, part: Part, labels: Labels) -> str:
    """Buttons to choose by, each with what to say to it once it is checked; behind that what was corrected."""
    several = part.answer["kind"] == "choices"
    said = {
        slot.printed(str(mistake.key)): wording.feedback(mistake, labels)
        for mistake in part.mistakes
        if not several
    }
    sort, group = ("checkbox" if several else "radio"), f"{question.id}-{part.name}"
    items = [
        f'<li><label><input type="{sort}" name="{group}" value="{letter}"> '
        f"<b>{letter}.</b> {inline(text, mathml)}</label>"
        f'<div class="feedback" hidden>{inline(said.get(letter, ""), mathml)}</div></li>'
        for letter, text in options_of(slot, part)
    ]
    legend = _said(labels.say("Choose all that hold") if several else labels.say("Choose one"), labels)
    options = f'<ul class="options">{"".join(items)}</ul>'
    noted = wording.solution_corrections(slot, part, labels).strip()
    answer = _reveal(
        labels.say("Answer"), f"<p>{_answer(slot, part, labels)} {_said(noted, labels)}</p>", labels
    )
    inside = f"<legend>{legend}</legend>{options}{_button(labels)}{answer if noted else ''}"
    return f'<fieldset data-right="{_right(slot, part)}">{inside}</fieldset>'


def _right(slot: Slot, part: Part) -> str:
    """All that the page takes for right."""
    lines = slot.corrections.get(part.name, ())
    if any(line.action == "full_marks" for line in lines):
        return "*"
    keys = [part.key, *(line.value for line in lines if line.action == "accept" and line.value is not None)]
    return " ".join(dict.fromkeys(",".join(sorted(map(slot.printed, key))) for key in keys))


def _button(labels: Labels) -> str:
    """Checks the options above it, and says one of the two things that it carries."""
    right, wrong = escape(labels.say("Right.")), escape(labels.say("Not yet."))
    said = f'<output role="status" data-right="{right}" data-wrong="{wrong}"></output>'
    return f'<button type="button" class="check">{_said(labels.say("Check"), labels)}</button> {said}'


def _reveal(what: str, inside: str, labels: Labels) -> str:
    return f"<details><summary>{_said(what, labels)}</summary>{inside}</details>"
